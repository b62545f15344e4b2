/* shape.h - looking through names: an expression together with what its parameters stand for. */
#ifndef CUT_SHAPE_H
#define CUT_SHAPE_H

#include "../sema/rules.h"

struct shape_env { /* the arguments of a def or rule, and what they were written in */
    const struct expr *const *args;
    int count;
    const struct shape_env *up;
};

struct shape {
    const struct expr *e;
    const struct shape_env *env;
};

/* Follows parameters and defs until something else stands there. Environments are made in the arena. */
struct shape shape_of(struct arena *arena, const struct expr *e, const struct shape_env *env);
/* Is it `mine`? */
bool shape_is(struct arena *arena, const struct expr *e, const struct shape_env *env, enum expr_op op);
/* The constant set that it is for each player, into sets[player]; false if it is none. */
bool shape_sites(struct arena *arena, const struct expr *e, const struct shape_env *env, int players,
                 const uint64_t **sets);
bool shape_dirs(struct arena *arena, const struct expr *e, const struct shape_env *env, uint64_t *dirs);
bool shape_number(struct arena *arena, const struct expr *e, const struct shape_env *env, int64_t *number);

#endif
