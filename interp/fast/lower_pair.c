/* lower_pair.c - choose x in S  choose y in next(x, D) & T: both at once, each pair with the same chance. For each
 * direction the sites of S with a step to T are a set; a pair is a site of one of these sets. */
#include "lower.h"

struct pairing {
    struct narrow narrow;
    const struct expr *ways; /* D */
    struct val goal;         /* T */
};

static bool is_chosen(const struct lower *l, const struct expr *e)
{
    return e->op == EX_LOCAL && l->env->slots[e->index].rep == REP_CHOSEN;
}

/* e as next(x, D) & T, the parts of T before or behind. */
static bool take_apart(struct pairing *p, const struct expr *e)
{
    struct lower *l = p->narrow.l;
    p->goal = lower_fixed_set(l, l->board->area[AREA_EVERYWHERE]);
    while (e->op == EX_MEET || e->op == EX_MINUS) {
        bool swapped = e->op == EX_MEET && !lower_depends(l, e->a);
        const struct expr *known = swapped ? e->a : e->b;
        if (lower_depends(l, known))
            return false;
        struct val sites = lower_sites(l, known);
        p->goal = e->op == EX_MEET ? lower_meet(l, p->goal, sites) : lower_minus(l, p->goal, sites);
        e = swapped ? e->b : e->a;
    }
    p->ways = e->b;
    return e->op == EX_NEXT && e->c == NULL && is_chosen(l, e->a);
}

/* Two directions from one site do not lead to the same one. */
static bool parts_ways(struct lower *l, uint64_t dirs)
{
    for (; dirs != 0; dirs &= dirs - 1) {
        const uint16_t *one = lower_steps(l, __builtin_ctzll(dirs));
        for (uint64_t rest = dirs & (dirs - 1); rest != 0; rest &= rest - 1) {
            const uint16_t *other = lower_steps(l, __builtin_ctzll(rest));
            for (int s = 0; s < l->none; s++) {
                if (one[s] != l->none && one[s] == other[s])
                    return false;
            }
        }
    }
    return true;
}

/* The sets, or NULL if some of their sites may have no pair. */
static struct pairs *make_pairs(struct pairing *p, struct val set)
{
    struct lower *l = p->narrow.l;
    struct pairs *pairs = ARENA_NEW(l->arena, struct pairs);
    uint64_t dirs;
    bool exact = true;
    if (!lower_possible_dirs(&p->narrow, p->ways, &dirs))
        return NULL;
    dirs &= l->board->used;
    if (dirs == 0 || __builtin_popcountll(dirs) > PAIRS_MOST || !parts_ways(l, dirs))
        return NULL;
    for (; dirs != 0 && exact; dirs &= dirs - 1) {
        uint64_t dir = dirs & -dirs;
        struct val from = lower_meet(l, set, lower_from(&p->narrow, p->ways, dir, &exact));
        from = lower_meet(l, from, lower_next_by(l, p->goal, board_opposites(l->board, dir)));
        if (from.fixed && from.max == 0)
            continue;
        pairs->steps[pairs->count] = lower_steps(l, __builtin_ctzll(dir));
        pairs->set[pairs->count++] = lower_as_set(l, from);
    }
    return exact && p->narrow.budget >= 0 && pairs->count > 0 ? pairs : NULL;
}

static uint16_t count_pairs(struct lower *l, const struct pairs *pairs)
{
    uint16_t sum = lower_pure(l, OP_COUNT, pairs->set[0], 0, 0, NULL);
    for (int i = 1; i < pairs->count; i++)
        sum = lower_pure(l, OP_NADD, sum, lower_pure(l, OP_COUNT, pairs->set[i], 0, 0, NULL), 0, NULL);
    return sum;
}

bool lower_draw_pair(struct lower *l, const struct step *step, struct val set, const struct up *up, struct bound *bound)
{
    const struct step *second = step->next;
    struct env *env = l->env;
    struct pairing p = {.narrow = {l, NARROW_BUDGET, 0}};
    while (second != NULL && second->op == ST_WRITE)
        second = second->next;
    if (l->tried || set.rep != REP_SET || set.fixed || step->b != NULL || second == NULL || second->op != ST_CHOOSE ||
        second->b != NULL || second->a->kind != KIND_SITES || l->without >> PASS_PAIRS & 1)
        return false;
    l->env = lower_env(l, env->count);
    memcpy(l->env->slots, env->slots, (size_t)env->count * sizeof *env->slots);
    l->env->slots[step->slot] = (struct val){.rep = REP_CHOSEN};
    struct pairs *pairs = take_apart(&p, second->a) ? make_pairs(&p, set) : NULL;
    l->env = env;
    if (pairs == NULL)
        return false;
    uint16_t ways = count_pairs(l, pairs), from = lower_reg(l, 1);
    pairs->to = lower_reg(l, 1);
    pairs->aim.label = l->branching == 0 ? l->exhausted : l->fail;
    lower_emit(l, OP_PICK_PAIR, from, 0, 0)->ins.u.p = pairs;
    l->tried = true;
    env->slots[step->slot] = lower_site_val(from, set.class, true);
    env->slots[step->slot].drawn = set.reg;
    for (const struct step *write = step->next; write != second; write = write->next)
        lower_settled_step(l, write);
    env->slots[second->slot] = lower_site_val(pairs->to, p.goal.class, true);
    *bound = lower_times((struct bound){.k = 1, .reg = {ways}}, lower_run(l, second->next, up));
    return true;
}
