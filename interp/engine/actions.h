/* actions.h - what steps do to the board, at once or, inside `each`, together at its end. */
#ifndef CUT_ACTIONS_H
#define CUT_ACTIONS_H

#include "machine.h"

/* Actions that wait for the end of an `each`. */
struct pending_action {
    const struct step *step;
    const uint64_t *sites, *target; /* MOVE: from, to */
    uint64_t dirs;                  /* SHIFT */
    int64_t number;                 /* SHIFT: how far; SET: the value unless it is a set (then sites) */
    struct pending_action *next;
};

struct pending {
    struct pending_action *first, *last;
    int *claim; /* by site: which action has it, 0 for none */
    int claims;
};

/* Does the action of a step, or lets it wait. False: the way is given up (the fault is noted). */
bool act(struct machine *m, const struct step *step);
/* Begins and ends the waiting; `each`es may stand in one another. act_together: false if the way is given up. */
void pending_begin(struct machine *m, struct pending *pending);
bool act_together(struct machine *m, struct pending *pending);

#endif
