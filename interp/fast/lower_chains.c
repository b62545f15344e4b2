/* lower_chains.c - `any chain in groups(S, D) with C`, where C asks of nothing but the chain: a chain that stood at the
 * last look and was in vain need not be looked at again. What is known is known of sets, not of a game. */
#include "lower.h"

/* Is a value the same whenever the code gets here? */
static bool is_settled(const struct lower *l, int slot)
{
    const struct val *v = &l->env->slots[slot];
    if (v->rep == REP_LIST)
        return v->thunk != NULL && v->thunk->e->op == EX_SIDES;
    return v->fixed && (v->rep == REP_SET || v->rep == REP_WORD);
}

/* Are all locals settled, but for those in `own`? */
static bool asks_only(const struct lower *l, const struct expr *e, uint64_t own)
{
    if (e == NULL)
        return true;
    if (e->op == EX_LOCAL)
        return e->index < 64 && (own >> e->index & 1 || is_settled(l, e->index));
    if (e->op == EX_EACH || e->op == EX_ANY || e->op == EX_EVERY) {
        if (e->index >= 64)
            return false;
        return asks_only(l, e->a, own) && asks_only(l, e->b, own | (uint64_t)1 << e->index);
    }
    for (int i = 0; i < e->arg_count; i++) {
        if (!asks_only(l, e->args[i], own))
            return false;
    }
    return asks_only(l, e->a, own) && asks_only(l, e->b, own) && asks_only(l, e->c, own);
}

static bool stones_of_chains(struct lower *l, const struct expr *list, struct val *stones, uint64_t *dirs)
{
    struct look old;
    const struct expr *groups = lower_look(l, list, &old);
    bool found = groups != NULL && groups->op == EX_GROUPS && lower_dirs_known(l, groups->b, dirs);
    if (found)
        *stones = lower_sites(l, groups->a);
    lower_look_back(l, &old);
    return found && stones->rep == REP_SET && !stones->fixed;
}

bool lower_changed_chains(struct lower *l, const struct expr *list, const struct expr *condition, int slot,
                          lower_body body, void *user)
{
    struct val stones;
    uint64_t dirs;
    if (condition == NULL || !condition->fixed || slot >= 64 || list->kind != KIND_LIST ||
        l->without >> PASS_JOINS & 1 || l->joins_count == CODE_JOINS_LIMIT ||
        !asks_only(l, condition, (uint64_t)1 << slot) || !stones_of_chains(l, list, &stones, &dirs))
        return false;
    struct chains *chains = ARENA_NEW(l->arena, struct chains);
    *chains = (struct chains){lower_dirset(l, dirs | board_opposites(l->board, dirs)), l->joins_count++};
    struct label *head = lower_label(l), *done = lower_label(l);
    uint16_t left = lower_reg(l, l->words);
    lower_emit(l, OP_CHAIN_SEEDS, left, stones.reg, 0)->ins.u.p = chains;
    lower_loop(l);
    lower_place(l, head);
    lower_jump(l, OP_J_NO, left, 0, done);
    uint16_t site = lower_reg(l, 1), chain = lower_reg(l, l->words);
    lower_emit(l, OP_ONE, site, left, 0);
    lower_emit(l, OP_FLOOD_SITE, chain, site, stones.reg)->ins.u.p = chains->dirset;
    lower_emit(l, OP_ANDN, left, left, chain);
    struct val v = lower_set_val(l, chain, stones.class, stones.max);
    v.some = true;
    body(l, v, head, user);
    lower_jump(l, OP_JUMP, 0, 0, head);
    lower_loop_end(l);
    lower_place(l, done);
    lower_emit(l, OP_CHAINS_SEEN, 0, stones.reg, 0)->ins.u.p = chains;
    return true;
}
