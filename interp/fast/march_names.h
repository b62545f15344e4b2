/* march_names.h - what the names in the steps of a march stand for, while its shape is looked for. */
#ifndef CUT_MARCH_NAMES_H
#define CUT_MARCH_NAMES_H

#include "march.h"
#include "shape.h"

enum { MARCH_BINDS = 16, MARCH_BUDGET = 4000 /* expressions looked at */ };

struct march_bind { /* a slot that a choice or a `let` filled */
    const struct step *step;
    const struct shape_env *env;
};

struct march_names {
    struct arena *arena;
    struct march *march;
    const struct board *board;
    bool closed; /* after the move: what was kept in a slot before it does not mean the same there */
    int budget, bind_count;
    struct march_bind binds[MARCH_BINDS];
};

/* The choice or `let` that filled the slot of an EX_LOCAL, or NULL. */
const struct march_bind *march_bound(const struct march_names *names, struct shape s);
/* Follows parameters, defs and slots until something else stands there, or a slot that was chosen. */
struct shape march_look(struct march_names *names, const struct expr *e, const struct shape_env *env);

/* march_truth.c: what sets and truths are for a player. False: not of that form. */
bool march_set_of(struct march_names *names, struct shape s, int viewer, struct march_set *set);
bool march_truth_of(struct march_names *names, struct shape s, int viewer, struct march_truth *truth);

#endif
