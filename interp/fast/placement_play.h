/* placement_play.h - inside of the placement shape: what its tables are made by, and the loop that suits it. */
#ifndef CUT_PLACEMENT_PLAY_H
#define CUT_PLACEMENT_PLAY_H

#include "placement.h"

/* Makes the tables of the rules' bans; false: they are no local patterns, or too large ones. */
bool placement_bans(struct arena *arena, struct placement *p);
/* The loop for what p has and this processor can do. */
placement_play_fn *placement_choose(const struct placement *p);

#endif
