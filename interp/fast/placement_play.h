/* placement_play.h - inside of the placement shape: what its tables are made by, and the loop that suits it. */
#ifndef CUT_PLACEMENT_PLAY_H
#define CUT_PLACEMENT_PLAY_H

#include "placement.h"
#include "shape.h"

/* The one step that a turn goes on with after its stone is put, and the names that it may use. */
struct placement_after {
    const struct step *step, *choose;
    const struct shape_env *env, *choose_env;
};

/* Regions, goals, what becomes of stuck players; no bans yet. NULL: another shape. after: NULL if the turn ends there.
 */
struct placement *placement_frame(struct arena *arena, const struct rules *rules, const struct layout *layout,
                                  struct placement_after *after);
/* Makes the tables of the rules' bans; false: they are no local patterns, or too large ones. */
bool placement_bans(struct arena *arena, struct placement *p);
/* The loop for what p has and this processor can do. */
placement_play_fn *placement_choose(const struct placement *p);

#endif
