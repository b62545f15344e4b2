#include "shape.h"

enum { SHAPE_DEPTH = 64 };

struct shape shape_of(struct arena *arena, const struct expr *e, const struct shape_env *env)
{
    for (int i = 0; i < SHAPE_DEPTH; i++) {
        if (e->op == EX_LOCAL && env != NULL && e->index < env->count) {
            e = env->args[e->index];
            env = env->up;
        } else if (e->op == EX_DEF) {
            struct shape_env *inner = ARENA_NEW(arena, struct shape_env);
            *inner = (struct shape_env){e->args, e->arg_count, env};
            env = inner;
            e = e->def->value;
        } else {
            break;
        }
    }
    return (struct shape){e, env};
}

bool shape_is(struct arena *arena, const struct expr *e, const struct shape_env *env, enum expr_op op)
{
    return shape_of(arena, e, env).e->op == op;
}

bool shape_sites(struct arena *arena, const struct expr *e, const struct shape_env *env, int players,
                 const uint64_t **sets)
{
    struct shape s = shape_of(arena, e, env);
    for (int p = 0; p < players; p++) {
        const struct expr *own = s.e->op == EX_PER_PLAYER ? shape_of(arena, s.e->args[p], s.env).e : s.e;
        if (own->op != EX_SITES)
            return false;
        sets[p] = own->sites;
    }
    return true;
}

bool shape_dirs(struct arena *arena, const struct expr *e, const struct shape_env *env, uint64_t *dirs)
{
    struct shape s = shape_of(arena, e, env);
    *dirs = s.e->dirs;
    return s.e->op == EX_DIRS;
}

bool shape_number(struct arena *arena, const struct expr *e, const struct shape_env *env, int64_t *number)
{
    struct shape s = shape_of(arena, e, env);
    *number = s.e->number;
    return s.e->op == EX_NUMBER;
}
