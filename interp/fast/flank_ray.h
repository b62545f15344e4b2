/* flank_ray.h - inside of the flank shape: what a step does along one ray, and the loops that play it. */
#ifndef CUT_FLANK_RAY_H
#define CUT_FLANK_RAY_H

#include "flank.h"
#include "placement_play.h"

/* Finds out what the step does along each of *dirs; false: something that has no place here. */
bool flank_effect(struct arena *arena, const struct rules *rules, const struct placement_after *after,
                  struct flank_effect *effect, uint64_t *dirs);
/* The loop for what f has and this processor can do. */
flank_play_fn *flank_choose(const struct flank *f);

#endif
