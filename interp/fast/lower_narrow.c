/* lower_narrow.c - which sites are worth choosing: those from which the steps that follow, up to the first action, may
 * find a way. Too many sites do no harm, so whatever is not understood counts as everywhere. */
#include "lower.h"

#include "../engine/geometry.h"

enum { NARROW_DEPTH = 6 };

struct rest { /* what follows a block that was entered on the way */
    const struct step *next;
    struct env *env;
    const struct rest *up;
};

static struct val everywhere(struct lower *l)
{
    return lower_fixed_set(l, l->board->area[AREA_EVERYWHERE]);
}

static bool is_everywhere(const struct lower *l, struct val v)
{
    return v.rep == REP_SET && v.fixed && v.max == l->none;
}

bool lower_depends(const struct lower *l, const struct expr *e)
{
    if (e == NULL)
        return false;
    if (e->op == EX_LOCAL)
        return l->env->slots[e->index].rep == REP_CHOSEN || l->env->slots[e->index].rep == REP_UNKNOWN;
    for (int i = 0; i < e->arg_count; i++) {
        if (lower_depends(l, e->args[i]))
            return true;
    }
    return lower_depends(l, e->a) || lower_depends(l, e->b) || lower_depends(l, e->c);
}

/* The arguments of a def or rule as far as they are known. */
static struct env *bind(struct narrow *n, const struct expr *const *args, int count, int slots)
{
    struct lower *l = n->l;
    struct env *env = lower_env(l, slots);
    for (int i = 0; i < slots; i++)
        env->slots[i].rep = REP_UNKNOWN;
    for (int i = 0; i < count; i++) {
        if (args[i]->op == EX_LOCAL)
            env->slots[i] = l->env->slots[args[i]->index];
        else if (!lower_depends(l, args[i]))
            env->slots[i] = lower_value(l, args[i]);
    }
    return env;
}

bool lower_possible_dirs(struct narrow *n, const struct expr *e, uint64_t *dirs)
{
    struct lower *l = n->l;
    struct env *env = l->env;
    bool known;
    if (lower_dirs_known(l, e, dirs))
        return true;
    if (e->op == EX_LOCAL) { /* one of many directions, not gone through one by one */
        *dirs = (uint64_t)l->env->slots[e->index].word;
        return l->env->slots[e->index].rep == REP_UNKNOWN && *dirs != 0;
    }
    if (e->op == EX_OPPOSITE) {
        known = lower_possible_dirs(n, e->a, dirs);
        *dirs = board_opposites(l->board, *dirs & l->board->used);
        return known;
    }
    if (e->op == EX_EACH)
        return lower_possible_dirs(n, e->a, dirs);
    if (e->op != EX_DEF || n->depth >= NARROW_DEPTH)
        return false;
    n->depth++;
    l->env = bind(n, e->args, e->arg_count, e->def->slots);
    known = lower_possible_dirs(n, e->def->value, dirs);
    l->env = env;
    n->depth--;
    return known;
}

/* ---- what holds from where ---- */

static struct val nowhere(struct lower *l)
{
    uint64_t none[BITSET_WORDS] = {0};
    return lower_fixed_set(l, none);
}

static struct val inexact(struct narrow *n, bool *exact)
{
    *exact = false;
    return everywhere(n->l);
}

/* At least the sites for which e holds. */
static struct val holds(struct narrow *n, const struct expr *e, bool *exact)
{
    struct lower *l = n->l;
    struct env *env = l->env;
    struct val v;
    int known = lower_truth_known(l, e);
    if (known >= 0)
        return known == 1 ? everywhere(l) : nowhere(l);
    if (l->failed || --n->budget < 0 || n->depth >= NARROW_DEPTH)
        return inexact(n, exact);
    n->depth++;
    switch (e->op) {
    case EX_AND:
        v = lower_meet(l, holds(n, e->a, exact), holds(n, e->b, exact));
        break;
    case EX_OR:
        v = lower_join(l, holds(n, e->a, exact), holds(n, e->b, exact));
        break;
    case EX_DEF:
        l->env = bind(n, e->args, e->arg_count, e->def->slots);
        v = holds(n, e->def->value, exact);
        l->env = env;
        break;
    case EX_IN: {
        bool chosen = e->a->op == EX_LOCAL && e->a->kind == KIND_SITES && env->slots[e->a->index].rep == REP_CHOSEN;
        v = chosen && !lower_depends(l, e->b) ? lower_sites(l, e->b) : inexact(n, exact);
        break;
    }
    default:
        v = inexact(n, exact);
        break;
    }
    n->depth--;
    return v;
}

static struct val from_filter(struct narrow *n, const struct expr *e, uint64_t dir, bool *exact)
{
    struct lower *l = n->l;
    struct val v = lower_from(n, e->a, dir, exact), was = l->env->slots[e->index];
    if (e->b == NULL)
        return v;
    l->env->slots[e->index] = lower_fixed_word((int64_t)dir);
    l->env->slots[e->index].one = true;
    v = lower_meet(l, v, holds(n, e->b, exact));
    l->env->slots[e->index] = was;
    return v;
}

struct val lower_from(struct narrow *n, const struct expr *e, uint64_t dir, bool *exact)
{
    struct lower *l = n->l;
    struct env *env = l->env;
    struct val v;
    uint64_t dirs;
    unsigned viewers;
    int viewer = l->viewer;
    if (lower_dirs_known(l, e, &dirs))
        return (dirs & dir) != 0 ? everywhere(l) : nowhere(l);
    if (l->failed || --n->budget < 0 || n->depth >= NARROW_DEPTH)
        return inexact(n, exact);
    n->depth++;
    switch (e->op) {
    case EX_EACH:
        v = from_filter(n, e, dir, exact);
        break;
    case EX_DEF:
        l->env = bind(n, e->args, e->arg_count, e->def->slots);
        v = lower_from(n, e->def->value, dir, exact);
        break;
    case EX_PER_PLAYER:
        v = lower_from(n, e->args[viewer], dir, exact);
        break;
    case EX_THEIR:
    case EX_FOLLOWING:
        viewers = lower_viewers(l, e);
        v = lower_next_viewer(l, &viewers) && viewers == 0 ? lower_from(n, e->a, dir, exact) : inexact(n, exact);
        break;
    case EX_UNION:
        v = lower_join(l, lower_from(n, e->a, dir, exact), lower_from(n, e->b, dir, exact));
        break;
    case EX_MEET:
        v = lower_meet(l, lower_from(n, e->a, dir, exact), lower_from(n, e->b, dir, exact));
        break;
    default:
        v = inexact(n, exact);
        break;
    }
    n->depth--;
    l->env = env;
    l->viewer = viewer;
    return v;
}

struct val lower_next_by(struct lower *l, struct val v, uint64_t dirs)
{
    if (v.fixed) {
        uint64_t out[BITSET_WORDS] = {0};
        geometry_next(l->board, v.set, dirs, 1, out);
        return lower_fixed_set(l, out);
    }
    dirs &= l->board->used;
    if ((dirs & (dirs - 1)) == 0 && dirs != 0)
        return lower_next(l, v, __builtin_ctzll(dirs));
    return lower_set_val(l, lower_pure(l, OP_NEXT_SET, lower_as_set(l, v), 0, 0, lower_dirset(l, dirs)), CLASS_ANY,
                         l->none);
}

static struct val back_reach(struct narrow *n, const struct expr *e, struct val goal, bool beyond)
{
    struct lower *l = n->l;
    uint64_t dirs;
    if (lower_depends(l, e->b) || !lower_possible_dirs(n, e->c, &dirs))
        return everywhere(l);
    dirs = board_opposites(l->board, dirs & l->board->used);
    struct val within = lower_sites(l, e->b), inner = lower_meet(l, goal, within);
    if (!is_everywhere(l, goal))
        inner = lower_reach_all(l, inner, within, dirs);
    struct val before = lower_next_by(l, inner, dirs);
    return beyond ? before : lower_join(l, goal, before);
}

static struct val back(struct narrow *n, const struct expr *e, struct val goal);

static struct val back_named(struct narrow *n, const struct expr *e, struct val goal)
{
    struct lower *l = n->l;
    struct env *env = l->env;
    int viewer = l->viewer;
    struct val v;
    if (n->depth >= NARROW_DEPTH)
        return everywhere(l);
    n->depth++;
    if (e->op == EX_DEF) {
        l->env = bind(n, e->args, e->arg_count, e->def->slots);
        v = back(n, e->def->value, goal);
    } else if (e->op == EX_PER_PLAYER) {
        v = back(n, e->args[viewer], goal);
    } else {
        uint64_t none[BITSET_WORDS] = {0};
        unsigned viewers = lower_viewers(l, e);
        v = lower_fixed_set(l, none);
        while (lower_next_viewer(l, &viewers))
            v = lower_join(l, v, back(n, e->a, goal));
    }
    n->depth--;
    l->env = env;
    l->viewer = viewer;
    return v;
}

/* One step along directions, each of which only some sites may have. */
static struct val back_next(struct narrow *n, const struct expr *e, struct val goal, uint64_t dirs)
{
    struct lower *l = n->l;
    struct val all = nowhere(l), from[BOARD_DIR_LIMIT];
    bool same = true, exact = true;
    dirs &= l->board->used;
    for (uint64_t rest = dirs; rest != 0; rest &= rest - 1) {
        int dir = __builtin_ctzll(rest);
        from[dir] = lower_from(n, e->b, rest & -rest, &exact);
        same &= is_everywhere(l, from[dir]);
    }
    if (same)
        return back(n, e->a, lower_next_by(l, goal, board_opposites(l->board, dirs)));
    for (uint64_t rest = dirs; rest != 0; rest &= rest - 1) {
        struct val before = lower_next_by(l, goal, board_opposites(l->board, rest & -rest));
        all = lower_join(l, all, lower_meet(l, from[__builtin_ctzll(rest)], back(n, e->a, before)));
    }
    return all;
}

/* At least the values of the chosen site for which e has a site of goal. */
static struct val back(struct narrow *n, const struct expr *e, struct val goal)
{
    struct lower *l = n->l;
    uint64_t dirs;
    if (l->failed || !lower_depends(l, e) || --n->budget < 0)
        return everywhere(l);
    switch (e->op) {
    case EX_LOCAL:
        return l->env->slots[e->index].rep == REP_CHOSEN ? goal : everywhere(l);
    case EX_DEF:
    case EX_PER_PLAYER:
    case EX_THEIR:
    case EX_FOLLOWING:
        return back_named(n, e, goal);
    case EX_MEET:
        if (!lower_depends(l, e->b))
            return back(n, e->a, lower_meet(l, goal, lower_sites(l, e->b)));
        if (!lower_depends(l, e->a))
            return back(n, e->b, lower_meet(l, goal, lower_sites(l, e->a)));
        return lower_meet(l, back(n, e->a, goal), back(n, e->b, goal));
    case EX_MINUS:
        if (e->a->op == EX_REACH && e->a->a->op == EX_LOCAL && e->b->op == EX_LOCAL && e->a->a->index == e->b->index &&
            l->env->slots[e->b->index].rep == REP_CHOSEN)
            return back_reach(n, e->a, goal, true);
        if (!lower_depends(l, e->b))
            goal = lower_minus(l, goal, lower_sites(l, e->b));
        return back(n, e->a, goal);
    case EX_UNION:
        return lower_join(l, back(n, e->a, goal), back(n, e->b, goal));
    case EX_NEXT:
        if (e->c != NULL || !lower_possible_dirs(n, e->b, &dirs))
            return everywhere(l);
        return back_next(n, e, goal, dirs);
    case EX_REACH:
        return back(n, e->a, back_reach(n, e, goal, false));
    case EX_EACH:
    case EX_ONE:
        return back(n, e->a, goal);
    default:
        return everywhere(l);
    }
}

/* ---- steps ---- */

static struct val good(struct narrow *n, const struct step *step, const struct rest *rest);

static struct val good_site(struct narrow *n, const struct step *step, const struct rest *rest)
{
    struct lower *l = n->l;
    struct env *env = l->env, *inner = lower_env(l, env->count);
    if (!lower_depends(l, step->a)) {
        env->slots[step->slot] = (struct val){.rep = REP_UNKNOWN};
        return good(n, step->next, rest);
    }
    for (int i = 0; i < env->count; i++) {
        inner->slots[i] = env->slots[i];
        if (inner->slots[i].rep == REP_CHOSEN)
            inner->slots[i].rep = REP_UNKNOWN;
    }
    inner->slots[step->slot] = (struct val){.rep = REP_CHOSEN};
    l->env = inner;
    struct val goal = good(n, step->next, NULL);
    l->env = env;
    return back(n, step->a, goal);
}

static struct val good_dir(struct narrow *n, const struct step *step, const struct rest *rest)
{
    struct lower *l = n->l;
    uint64_t dirs;
    bool known = lower_possible_dirs(n, step->a, &dirs);
    if (!known || __builtin_popcountll(dirs & l->board->used) > 8) {
        l->env->slots[step->slot] = (struct val){.rep = REP_UNKNOWN, .word = known ? (int64_t)dirs : 0};
        return good(n, step->next, rest);
    }
    struct val all = nowhere(l);
    for (dirs &= l->board->used; dirs != 0 && !is_everywhere(l, all); dirs &= dirs - 1) {
        struct val dir = lower_fixed_word((int64_t)(dirs & -dirs));
        dir.one = true;
        bool exact = true;
        struct val from = lower_from(n, step->a, dirs & -dirs, &exact);
        l->env->slots[step->slot] = dir;
        all = lower_join(l, all, lower_meet(l, from, good(n, step->next, rest)));
    }
    return all;
}

static struct val good_block(struct narrow *n, const struct step *block, const struct step *step,
                             const struct rest *rest)
{
    struct lower *l = n->l;
    struct env *env = l->env;
    struct rest after = {step->next, env, rest};
    if (n->depth >= NARROW_DEPTH)
        return everywhere(l);
    n->depth++;
    if (step->op == ST_RUN)
        l->env = bind(n, step->args, step->arg_count, step->rule->slots);
    struct val v = good(n, block, &after);
    l->env = env;
    n->depth--;
    return v;
}

static struct val good(struct narrow *n, const struct step *step, const struct rest *rest)
{
    struct lower *l = n->l;
    struct val all = nowhere(l);
    for (; step != NULL; step = step->next) {
        if (l->failed || --n->budget < 0)
            return everywhere(l);
        switch (step->op) {
        case ST_CHOOSE:
            if (step->a->kind == KIND_SITES)
                return good_site(n, step, rest);
            if (step->a->kind == KIND_DIRS)
                return good_dir(n, step, rest);
            l->env->slots[step->slot] = (struct val){.rep = REP_UNKNOWN};
            break;
        case ST_LET:
            l->env->slots[step->slot] = (struct val){.rep = REP_UNKNOWN};
            break;
        case ST_REQUIRE:
        case ST_FORBID:
        case ST_WRITE:
            break;
        case ST_RUN:
            return good_block(n, step->rule->body, step, rest);
        case ST_MOST:
            return good_block(n, step->body, step, rest);
        case ST_IF:
        case ST_FIRST:
            all = good_block(n, step->body, step, rest);
            return is_everywhere(l, all) ? all : lower_join(l, all, good_block(n, step->other, step, rest));
        case ST_EITHER:
            for (int i = 0; i < step->branch_count && !is_everywhere(l, all); i++)
                all = lower_join(l, all, good_block(n, step->branches[i], step, rest));
            return all;
        default:
            return everywhere(l);
        }
    }
    if (rest == NULL)
        return everywhere(l);
    struct env *env = l->env;
    l->env = rest->env;
    struct val v = good(n, rest->next, rest->up);
    l->env = env;
    return v;
}

struct val lower_narrow(struct lower *l, const struct step *step, struct val set)
{
    struct narrow narrow = {l, NARROW_BUDGET, 0};
    struct env *env = l->env;
    if (set.rep != REP_SET || set.fixed || l->without >> PASS_NARROW & 1)
        return set;
    l->env = lower_env(l, env->count);
    memcpy(l->env->slots, env->slots, (size_t)env->count * sizeof *env->slots);
    l->env->slots[step->slot] = (struct val){.rep = REP_CHOSEN};
    struct val all = good(&narrow, step->next, NULL);
    l->env = env;
    if (narrow.budget < 0)
        return set;
    return lower_meet(l, set, all);
}
