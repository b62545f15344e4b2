/* lower_truth.c - numbers, directions and truths: what is known while compiling, the rest as code and jumps. */
#include "lower.h"

uint16_t lower_as_word(struct lower *l, struct val v)
{
    if (v.rep != REP_WORD) {
        lower_fail(l, "no number");
        return 0;
    }
    return v.fixed ? lower_number(l, v.word) : v.reg;
}

/* ---- what is known ---- */

static bool dirs_of_filter(struct lower *l, const struct expr *e, uint64_t *dirs)
{
    uint64_t base;
    *dirs = 0;
    if (!lower_dirs_known(l, e->a, &base))
        return false;
    struct val was = l->env->slots[e->index];
    bool known = true;
    for (; base != 0 && known; base &= base - 1) {
        l->env->slots[e->index] = lower_fixed_word((int64_t)(base & -base));
        l->env->slots[e->index].one = true;
        int truth = e->b != NULL ? lower_truth_known(l, e->b) : 1;
        known = truth >= 0;
        if (truth == 1)
            *dirs |= base & -base;
    }
    l->env->slots[e->index] = was;
    return known;
}

/* A def whose arguments are known, or need not be worked out to see what it is. */
static bool quiet_def(struct lower *l, const struct expr *e, struct env **env)
{
    *env = lower_env(l, e->def->slots);
    for (int i = 0; i < e->arg_count; i++) {
        const struct expr *arg = e->args[i];
        uint64_t dirs;
        int64_t number;
        if (arg->op == EX_LOCAL)
            (*env)->slots[i] = l->env->slots[arg->index];
        else if (arg->kind == KIND_DIRS && lower_dirs_known(l, arg, &dirs))
            (*env)->slots[i] = lower_fixed_word((int64_t)dirs);
        else if (arg->kind == KIND_NUMBER && lower_number_known(l, arg, &number))
            (*env)->slots[i] = lower_fixed_word(number);
        else
            return false;
    }
    return true;
}

bool lower_dirs_known(struct lower *l, const struct expr *e, uint64_t *dirs)
{
    uint64_t a, b;
    struct env *env = l->env, *inner;
    int viewer = l->viewer;
    bool known;
    switch (e->op) {
    case EX_DIRS:
        *dirs = e->dirs;
        return true;
    case EX_LOCAL:
        *dirs = (uint64_t)env->slots[e->index].word;
        return env->slots[e->index].fixed && env->slots[e->index].rep == REP_WORD;
    case EX_DEF:
        if (!quiet_def(l, e, &inner))
            return false;
        l->env = inner;
        known = lower_dirs_known(l, e->def->value, dirs);
        l->env = env;
        return known;
    case EX_PER_PLAYER:
        return lower_dirs_known(l, e->args[viewer], dirs);
    case EX_THEIR:
    case EX_FOLLOWING:
        *dirs = 0;
        known = true;
        for (unsigned viewers = lower_viewers(l, e); known && lower_next_viewer(l, &viewers);) {
            known = lower_dirs_known(l, e->a, &a);
            *dirs |= a;
        }
        l->viewer = viewer;
        return known;
    case EX_UNION:
    case EX_MEET:
    case EX_MINUS:
        if (!lower_dirs_known(l, e->a, &a) || !lower_dirs_known(l, e->b, &b))
            return false;
        *dirs = e->op == EX_UNION ? a | b : e->op == EX_MEET ? a & b : a & ~b;
        return true;
    case EX_OPPOSITE:
        if (!lower_dirs_known(l, e->a, &a))
            return false;
        *dirs = board_opposites(l->board, a);
        return true;
    case EX_EACH:
        return dirs_of_filter(l, e, dirs);
    default:
        return false;
    }
}

bool lower_number_known(struct lower *l, const struct expr *e, int64_t *number)
{
    int64_t a, b = 0;
    uint64_t dirs;
    int viewer = l->viewer;
    bool known;
    switch (e->op) {
    case EX_NUMBER:
        *number = e->number;
        return true;
    case EX_LOCAL:
        *number = l->env->slots[e->index].word;
        return l->env->slots[e->index].fixed && l->env->slots[e->index].rep == REP_WORD;
    case EX_DEF: {
        struct env *env = l->env, *inner;
        if (!quiet_def(l, e, &inner))
            return false;
        l->env = inner;
        known = lower_number_known(l, e->def->value, number);
        l->env = env;
        return known;
    }
    case EX_PER_PLAYER:
        return lower_number_known(l, e->args[viewer], number);
    case EX_THEIR:
    case EX_FOLLOWING:
        l->viewer = lower_following(l, viewer);
        known = lower_number_known(l, e->a, number);
        l->viewer = viewer;
        return known;
    case EX_ADD:
    case EX_SUBTRACT:
    case EX_TIMES:
    case EX_NEGATE:
        if (!lower_number_known(l, e->a, &a) || (e->b != NULL && !lower_number_known(l, e->b, &b)))
            return false;
        if (e->op == EX_ADD)
            return !__builtin_add_overflow(a, b, number);
        if (e->op == EX_TIMES)
            return !__builtin_mul_overflow(a, b, number);
        return !(e->op == EX_SUBTRACT ? __builtin_sub_overflow(a, b, number)
                                      : __builtin_sub_overflow((int64_t)0, a, number));
    case EX_COUNT:
        if (e->a->kind != KIND_DIRS || !lower_dirs_known(l, e->a, &dirs))
            return false;
        *number = __builtin_popcountll(dirs);
        return true;
    default:
        return false;
    }
}

static int comparison_known(struct lower *l, const struct expr *e)
{
    uint64_t d1, d2;
    int64_t a, b;
    if (e->a->kind == KIND_DIRS) {
        if (!lower_dirs_known(l, e->a, &d1) || !lower_dirs_known(l, e->b, &d2))
            return -1;
        return eval_compare(e->op, (int64_t)d1, (int64_t)d2);
    }
    if (e->a->kind != KIND_NUMBER || !lower_number_known(l, e->a, &a) || !lower_number_known(l, e->b, &b))
        return -1;
    return eval_compare(e->op, a, b);
}

int lower_truth_known(struct lower *l, const struct expr *e)
{
    uint64_t d1, d2;
    int a, b, viewer = l->viewer;
    switch (e->op) {
    case EX_TRUTH:
        return e->number != 0;
    case EX_LOCAL:
        return l->env->slots[e->index].fixed ? l->env->slots[e->index].word != 0 : -1;
    case EX_PER_PLAYER:
        return lower_truth_known(l, e->args[viewer]);
    case EX_THEIR:
    case EX_FOLLOWING:
        a = 0;
        for (unsigned viewers = lower_viewers(l, e); a != 1 && lower_next_viewer(l, &viewers);) {
            b = lower_truth_known(l, e->a);
            a = b == 1 || a == 0 ? b : a;
        }
        l->viewer = viewer;
        return a;
    case EX_NOT:
        a = lower_truth_known(l, e->a);
        return a < 0 ? a : !a;
    case EX_AND:
    case EX_OR:
        a = lower_truth_known(l, e->a);
        b = lower_truth_known(l, e->b);
        if (e->op == EX_AND)
            return a == 0 || b == 0 ? 0 : a == 1 && b == 1 ? 1 : -1;
        return a == 1 || b == 1 ? 1 : a == 0 && b == 0 ? 0 : -1;
    case EX_IN:
        if (e->a->kind != KIND_DIRS || !lower_dirs_known(l, e->a, &d1) || !lower_dirs_known(l, e->b, &d2))
            return -1;
        return (d1 & ~d2) == 0;
    case EX_SOME:
    case EX_NO:
        if (e->a->kind != KIND_DIRS || !lower_dirs_known(l, e->a, &d1))
            return -1;
        return e->op == EX_SOME ? d1 != 0 : d1 == 0;
    case EX_EQ:
    case EX_NE:
    case EX_LT:
    case EX_LE:
    case EX_GT:
    case EX_GE:
        return comparison_known(l, e);
    default:
        return -1;
    }
}

/* ---- words ---- */

static struct val word_reg(uint16_t reg)
{
    return (struct val){.rep = REP_WORD, .reg = reg};
}

static void collect_dir(struct lower *l, struct val dir, struct label *next, void *user)
{
    uint16_t reg = *(uint16_t *)user;
    (void)next;
    lower_emit(l, OP_NOR, reg, reg, lower_as_word(l, dir));
}

static void count_one(struct lower *l, struct val element, struct label *next, void *user)
{
    uint16_t reg = *(uint16_t *)user;
    (void)element;
    (void)next;
    lower_emit(l, OP_NADD, reg, reg, lower_number(l, 1));
}

static struct val lower_count(struct lower *l, const struct expr *e)
{
    const struct expr *a = e->a;
    if (a->kind == KIND_DIRS)
        return word_reg(lower_pure(l, OP_COUNT_BITS, lower_as_word(l, lower_word(l, a)), 0, 0, NULL));
    if (a->kind == KIND_SITES) {
        struct val v = lower_sites(l, a);
        if (v.fixed || (v.rep == REP_SITE && v.some))
            return lower_fixed_word(v.max);
        struct val count = word_reg(v.rep == REP_SITE ? lower_pure(l, OP_IS_SITE, v.reg, 0, 0, NULL)
                                                      : lower_pure(l, OP_COUNT, lower_as_set(l, v), 0, 0, NULL));
        count.max = v.max;
        count.most = v.rep == REP_RUN ? v.most : 0;
        return count;
    }
    struct look old;
    const struct expr *inner = lower_look(l, a, &old);
    struct val subsets = {.rep = REP_WORD};
    if (inner->op == EX_SUBSETS)
        subsets.reg = lower_pure(l, OP_SUBSETS, lower_as_set(l, lower_sites(l, inner->a)),
                                 lower_as_word(l, lower_word(l, inner->b)), 0, NULL);
    lower_look_back(l, &old);
    if (inner->op == EX_SUBSETS)
        return subsets;
    if (lower_repeats(l, a)) {
        lower_fail(l, "the number of rays");
        return lower_fixed_word(0);
    }
    uint16_t reg = lower_reg(l, 1);
    lower_emit(l, OP_NMOVE, reg, lower_number(l, 0), 0);
    l->distinct = true;
    lower_each(l, a, count_one, &reg);
    return word_reg(reg);
}

static struct val lower_seen(struct lower *l, bool board_only)
{
    struct seen *seen = ARENA_NEW(l->arena, struct seen);
    struct way *now = lower_way(l, false);
    now->again = lower_as_word(l, l->spot.again);
    *seen = (struct seen){now, board_only, l->mover};
    uint16_t reg = lower_reg(l, 1);
    lower_emit(l, OP_SEEN, reg, 0, 0)->ins.u.p = seen;
    return word_reg(reg);
}

static struct val truth_word(struct lower *l, const struct expr *e)
{
    int known = lower_truth_known(l, e);
    if (known >= 0)
        return lower_fixed_word(known);
    if (e->op == EX_LOCAL)
        return l->env->slots[e->index];
    uint16_t reg = lower_reg(l, 1);
    struct label *out = lower_label(l);
    lower_emit(l, OP_NMOVE, reg, lower_number(l, 0), 0);
    int level = lower_enter(l);
    lower_if(l, e, false, out);
    lower_emit(l, OP_NMOVE, reg, lower_number(l, 1), 0);
    lower_leave(l, level);
    lower_place(l, out);
    return word_reg(reg);
}

static struct val arithmetic(struct lower *l, const struct expr *e)
{
    static const enum code_op dirs[] = {OP_NOR, OP_NAND, OP_NANDN};
    struct val a = lower_word(l, e->a), b = e->b != NULL ? lower_word(l, e->b) : lower_fixed_word(0);
    uint16_t x = lower_as_word(l, a), y = lower_as_word(l, b);
    switch (e->op) {
    case EX_ADD:
        return word_reg(lower_pure(l, OP_NADD, x, y, 0, NULL));
    case EX_SUBTRACT:
        return word_reg(lower_pure(l, OP_NSUB, x, y, 0, NULL));
    case EX_TIMES:
        return word_reg(lower_pure(l, OP_NMUL, x, y, 0, NULL));
    case EX_NEGATE:
        return word_reg(lower_pure(l, OP_NSUB, y, x, 0, NULL));
    default:
        return word_reg(lower_pure(l, dirs[e->op - EX_UNION], x, y, 0, NULL));
    }
}

static struct val state_word(struct lower *l, const struct expr *e)
{
    int index = l->rules->player_count + l->rules->neutral_count + l->rules->kind_count + 1;
    for (int i = 0; i < e->index; i++)
        index += l->rules->states[i].per_player ? l->rules->player_count : 1;
    return word_reg(l->spot.part[index + (l->rules->states[e->index].per_player ? l->viewer : 0)]);
}

/* The directions that several opponents see. */
static struct val their_dirs(struct lower *l, const struct expr *e)
{
    int viewer = l->viewer;
    uint16_t all = lower_number(l, 0);
    for (unsigned viewers = lower_viewers(l, e); lower_next_viewer(l, &viewers);)
        all = lower_pure(l, OP_NOR, all, lower_as_word(l, lower_word(l, e->a)), 0, NULL);
    l->viewer = viewer;
    return word_reg(all);
}

static struct val lower_named_word(struct lower *l, const struct expr *e)
{
    struct look old;
    const struct expr *inner = lower_look(l, e, &old);
    struct val v = inner->op != EX_THEIR      ? lower_word(l, inner)
                   : inner->kind == KIND_DIRS ? their_dirs(l, inner)
                                              : truth_word(l, inner);
    lower_look_back(l, &old);
    return v;
}

struct val lower_word(struct lower *l, const struct expr *e)
{
    uint64_t dirs;
    int64_t number;
    uint16_t reg;
    if (l->failed)
        return lower_fixed_word(0);
    if (e->kind == KIND_DIRS && lower_dirs_known(l, e, &dirs)) {
        struct val v = lower_fixed_word((int64_t)dirs);
        v.one = __builtin_popcountll(dirs) == 1;
        return v;
    }
    if (e->kind == KIND_NUMBER && lower_number_known(l, e, &number))
        return lower_fixed_word(number);
    switch (e->op) {
    case EX_LOCAL:
        return l->env->slots[e->index];
    case EX_DEF:
    case EX_PER_PLAYER:
    case EX_THEIR:
    case EX_FOLLOWING:
        return lower_named_word(l, e);
    case EX_PLY:
    case EX_PASSES:
        return e->op == EX_PLY ? word_reg(l->fn->ply) : l->fn == l->main ? l->passes : word_reg(l->fn->passes);
    case EX_REPETITIONS:
        return lower_seen(l, false);
    case EX_STATE:
        return state_word(l, e);
    case EX_ADD:
    case EX_SUBTRACT:
    case EX_TIMES:
    case EX_NEGATE:
    case EX_UNION:
    case EX_MEET:
    case EX_MINUS:
        return arithmetic(l, e);
    case EX_OPPOSITE:
        reg = lower_pure(l, OP_OPPOSITE, lower_as_word(l, lower_word(l, e->a)), 0, 0, NULL);
        return (struct val){.rep = REP_WORD, .reg = reg, .one = lower_word(l, e->a).one};
    case EX_COUNT:
        return lower_count(l, e);
    case EX_EACH:
        reg = lower_reg(l, 1);
        lower_emit(l, OP_NMOVE, reg, lower_number(l, 0), 0);
        lower_each(l, e, collect_dir, &reg);
        return word_reg(reg);
    default:
        if (e->kind == KIND_TRUTH)
            return truth_word(l, e);
        lower_fail(l, "an operation on numbers");
        return lower_fixed_word(0);
    }
}

struct val lower_value(struct lower *l, const struct expr *e)
{
    switch (e->kind) {
    case KIND_SITES:
        return lower_sites(l, e);
    case KIND_NUMBER:
    case KIND_DIRS:
    case KIND_TRUTH:
        return lower_word(l, e);
    case KIND_LIST: {
        struct thunk *thunk = ARENA_NEW(l->arena, struct thunk);
        *thunk = (struct thunk){e, l->env, l->spot, l->viewer};
        return (struct val){.rep = REP_LIST, .thunk = thunk};
    }
    default:
        lower_fail(l, "a value");
        return lower_fixed_word(0);
    }
}

/* ---- jumps ---- */

static void jump_if(struct lower *l, bool known, bool sense, struct label *to)
{
    if (known == sense)
        lower_jump(l, OP_JUMP, 0, 0, to);
}

void lower_if_some(struct lower *l, struct val v, bool sense, struct label *to)
{
    if (v.rep == REP_SET && v.fixed) {
        jump_if(l, v.max > 0, sense, to);
    } else if (v.some) {
        jump_if(l, true, sense, to);
    } else if (v.rep == REP_SITE) {
        lower_jump(l, sense ? OP_J_SITE : OP_J_NO_SITE, v.reg, 0, to);
    } else if (v.rep == REP_RUN && !v.with && !v.open) {
        lower_jump(l, sense ? OP_J_NE : OP_J_EQ, v.reg, v.to, to);
    } else {
        lower_jump(l, sense ? OP_J_SOME : OP_J_NO, lower_as_set(l, v), 0, to);
    }
}

static void if_within(struct lower *l, struct val a, struct val b, bool sense, struct label *to)
{
    if (a.rep == REP_SITE)
        lower_jump(l, a.some ? (sense ? OP_J_HAS : OP_J_HAS_NOT) : (sense ? OP_J_NOT_OUTSIDE : OP_J_OUTSIDE),
                   lower_as_set(l, b), a.reg, to);
    else
        lower_jump(l, sense ? OP_J_IN : OP_J_NOT_IN, lower_as_set(l, a), lower_as_set(l, b), to);
}

/* some A & B without making it */
static bool if_meets(struct lower *l, const struct expr *e, bool sense, struct label *to)
{
    if (e->op != EX_MEET || e->a->op == EX_NEXT || e->b->op == EX_NEXT)
        return false;
    struct val a = lower_sites(l, e->a), b = lower_sites(l, e->b);
    if ((a.fixed && (b.fixed || a.max == 0 || a.max == l->none)) || (b.fixed && (b.max == 0 || b.max == l->none)) ||
        (a.class & b.class) == 0) {
        lower_if_some(l, lower_meet(l, a, b), sense, to);
        return true;
    }
    if (b.rep == REP_SITE) {
        struct val swap = a;
        a = b;
        b = swap;
    }
    if (a.rep == REP_SITE)
        lower_jump(l, sense ? OP_J_HAS : OP_J_HAS_NOT, lower_as_set(l, b), a.reg, to);
    else
        lower_jump(l, sense ? OP_J_MEET : OP_J_APART, lower_as_set(l, a), lower_as_set(l, b), to);
    return true;
}

/* some reach(T & a, T, dirs) & b, with known a and b. */
static bool if_joins(struct lower *l, const struct expr *e, bool sense, struct label *to)
{
    uint64_t dirs;
    const struct expr *reach = e->a, *far = e->b;
    if (e->op != EX_MEET || l->without >> PASS_JOINS & 1)
        return false;
    if (reach->op != EX_REACH) {
        reach = e->b;
        far = e->a;
    }
    if (reach->op != EX_REACH || reach->a->op != EX_MEET || !lower_dirs_known(l, reach->c, &dirs) ||
        board_opposites(l->board, dirs & l->board->used) != (dirs & l->board->used) || (dirs & (dirs - 1)) == 0)
        return false;
    struct val b = lower_sites(l, far), within = lower_sites(l, reach->b);
    struct val x = lower_sites(l, reach->a->a), y = lower_sites(l, reach->a->b);
    if (x.rep != REP_SET || y.rep != REP_SET || within.rep != REP_SET)
        return false;
    struct val a = x.fixed ? x : y, stones = x.fixed ? y : x;
    if (!a.fixed || !b.fixed || stones.fixed || within.fixed || stones.reg != within.reg ||
        l->joins_count == CODE_JOINS_LIMIT)
        return false;
    struct joins *joins = ARENA_NEW(l->arena, struct joins);
    *joins = (struct joins){a.set, b.set, lower_dirset(l, dirs), l->joins_count++};
    uint16_t reg = lower_reg(l, 1);
    lower_emit(l, OP_JOINS, reg, within.reg, 0)->ins.u.p = joins;
    lower_jump(l, sense ? OP_J_NONZERO : OP_J_ZERO, reg, 0, to);
    return true;
}

/* some lines(T, n, D) */
static bool if_line(struct lower *l, const struct expr *e, bool sense, struct label *to)
{
    if (e->op != EX_LINES)
        return false;
    struct val v = lower_sites(l, e);
    if (v.fixed)
        return false;
    struct node *node = l->fn->cursor != NULL ? l->fn->cursor->previous : l->fn->last;
    if (node == NULL || node->ins.op != OP_LINES || node->ins.d != v.reg)
        return false;
    uint16_t reg = lower_pure(l, OP_SOME_LINE, node->ins.a, 0, 0, node->ins.u.p);
    lower_jump(l, sense ? OP_J_NONZERO : OP_J_ZERO, reg, 0, to);
    return true;
}

struct search {
    const struct expr *condition; /* NULL: not nowhere */
    int slot;
    bool sense;
    struct label *found;
};

static void search_one(struct lower *l, struct val element, struct label *next, void *user)
{
    struct search *search = user;
    (void)next;
    if (search->condition == NULL) {
        lower_if_some(l, element, true, search->found);
        return;
    }
    l->env->slots[search->slot] = element;
    lower_if(l, search->condition, search->sense, search->found);
}

/* Jumps to `to` if the search ends as `sense` says. */
static void if_found(struct lower *l, const struct expr *list, struct search *search, bool sense, struct label *to)
{
    struct label *out = lower_label(l);
    search->found = sense ? to : out;
    int level = lower_enter(l);
    if (!lower_changed_chains(l, list, search->condition, search->slot, search_one, search))
        lower_each(l, list, search_one, search);
    lower_leave(l, level);
    if (!sense)
        lower_jump(l, OP_JUMP, 0, 0, to);
    lower_place(l, out);
}

static void if_some_of(struct lower *l, const struct expr *a, bool sense, struct label *to)
{
    struct look old;
    if (a->kind == KIND_LIST) {
        struct search search = {0};
        if_found(l, a, &search, sense, to);
        return;
    }
    if (a->kind == KIND_DIRS) {
        lower_jump(l, sense ? OP_J_NONZERO : OP_J_ZERO, lower_as_word(l, lower_word(l, a)), 0, to);
        return;
    }
    const struct expr *inner = lower_look(l, a, &old);
    struct val found;
    if (inner->op == EX_FOUND && lower_found(l, l->rules->patterns[inner->index]->views[l->viewer], true, &found))
        lower_if_some(l, found, sense, to);
    else if (!if_joins(l, inner, sense, to) && !if_line(l, inner, sense, to) && !if_meets(l, inner, sense, to))
        lower_if_some(l, lower_sites(l, inner), sense, to);
    lower_look_back(l, &old);
}

/* Whether one known direction passes a filter: only its own condition matters. */
static bool if_dir_passes(struct lower *l, const struct expr *e, bool sense, struct label *to)
{
    uint64_t dir, base;
    struct look old;
    if (!lower_dirs_known(l, e->a, &dir) || __builtin_popcountll(dir) != 1)
        return false;
    const struct expr *filter = lower_look(l, e->b, &old);
    bool done = filter->op == EX_EACH && filter->kind == KIND_DIRS && lower_dirs_known(l, filter->a, &base);
    if (done && !(dir & base)) {
        jump_if(l, false, sense, to);
    } else if (done) {
        struct val v = lower_fixed_word((int64_t)dir);
        v.one = true;
        l->env->slots[filter->index] = v;
        lower_if(l, filter->b, sense, to);
    }
    lower_look_back(l, &old);
    return done;
}

static void if_in(struct lower *l, const struct expr *e, bool sense, struct label *to)
{
    if (e->a->kind == KIND_DIRS) {
        if (if_dir_passes(l, e, sense, to))
            return;
        uint16_t a = lower_as_word(l, lower_word(l, e->a)), b = lower_as_word(l, lower_word(l, e->b));
        lower_jump(l, sense ? OP_J_DIR_IN : OP_J_NDIR_IN, a, b, to);
        return;
    }
    struct val a = lower_sites(l, e->a), b = lower_sites(l, e->b);
    if_within(l, a, b, sense, to);
}

static void if_equal(struct lower *l, const struct expr *e, bool sense, struct label *to)
{
    bool same = (e->op == EX_EQ) == sense;
    if (e->a->kind == KIND_SITES) {
        struct val a = lower_sites(l, e->a), b = lower_sites(l, e->b);
        if (a.rep == REP_SITE && b.rep == REP_SITE)
            lower_jump(l, same ? OP_J_EQ : OP_J_NE, a.reg, b.reg, to);
        else
            lower_jump(l, same ? OP_J_SAME : OP_J_DIFFER, lower_as_set(l, a), lower_as_set(l, b), to);
        return;
    }
    uint16_t a = lower_as_word(l, lower_word(l, e->a)), b = lower_as_word(l, lower_word(l, e->b));
    lower_jump(l, same ? OP_J_EQ : OP_J_NE, a, b, to);
}

static void if_compared(struct lower *l, const struct expr *e, bool sense, struct label *to)
{
    uint16_t a = lower_as_word(l, lower_word(l, e->a)), b = lower_as_word(l, lower_word(l, e->b));
    bool less = e->op == EX_LT || e->op == EX_GE; /* a < b, or its opposite */
    if (e->op == EX_GE || e->op == EX_GT)
        sense = !sense;
    if (sense)
        lower_jump(l, less ? OP_J_LT : OP_J_LE, a, b, to);
    else
        lower_jump(l, less ? OP_J_LE : OP_J_LT, b, a, to);
}

static void if_both(struct lower *l, const struct expr *e, bool sense, struct label *to)
{
    /* `or` is the negation of `and` of negations */
    bool and = e->op == EX_AND;
    if (and != sense) { /* jump as soon as one decides; go on when both are worked out */
        lower_if(l, e->a, sense, to);
        lower_if(l, e->b, sense, to);
        return;
    }
    struct label *out = lower_label(l);
    int level = lower_enter(l);
    lower_if(l, e->a, !sense, out);
    lower_if(l, e->b, sense, to);
    lower_leave(l, level);
    lower_place(l, out);
}

/* Does it hold for any of several opponents? */
static void if_theirs(struct lower *l, const struct expr *e, bool sense, struct label *to)
{
    int viewer = l->viewer, level = lower_enter(l);
    struct label *out = lower_label(l);
    for (unsigned viewers = lower_viewers(l, e); lower_next_viewer(l, &viewers);)
        lower_if(l, e->a, true, sense ? to : out);
    if (!sense)
        lower_jump(l, OP_JUMP, 0, 0, to);
    lower_leave(l, level);
    lower_place(l, out);
    l->viewer = viewer;
}

static void if_named(struct lower *l, const struct expr *e, bool sense, struct label *to)
{
    struct look old;
    const struct expr *inner = lower_look(l, e, &old);
    if (inner->op == EX_THEIR)
        if_theirs(l, inner, sense, to);
    else
        lower_if(l, inner, sense, to);
    lower_look_back(l, &old);
}

static void if_pattern(struct lower *l, const struct expr *e, bool sense, struct label *to)
{
    if (lower_if_formed(l, l->rules->patterns[e->index]->views[l->viewer], sense, to))
        return;
    struct formed *formed = ARENA_NEW(l->arena, struct formed);
    *formed = (struct formed){e->index, l->viewer, lower_way(l, false)};
    uint16_t reg = lower_reg(l, 1);
    lower_emit(l, OP_FORMED, reg, 0, 0)->ins.u.p = formed;
    lower_jump(l, sense ? OP_J_NONZERO : OP_J_ZERO, reg, 0, to);
}

void lower_if(struct lower *l, const struct expr *e, bool sense, struct label *to)
{
    int known = l->failed ? 0 : lower_truth_known(l, e);
    if (known >= 0) {
        jump_if(l, known == 1, sense, to);
        return;
    }
    switch (e->op) {
    case EX_DEF:
    case EX_PER_PLAYER:
    case EX_THEIR:
    case EX_FOLLOWING:
        if_named(l, e, sense, to);
        return;
    case EX_NOT:
        lower_if(l, e->a, !sense, to);
        return;
    case EX_AND:
    case EX_OR:
        if_both(l, e, sense, to);
        return;
    case EX_SOME:
        if_some_of(l, e->a, sense, to);
        return;
    case EX_NO:
        if_some_of(l, e->a, !sense, to);
        return;
    case EX_IN:
        if_in(l, e, sense, to);
        return;
    case EX_EQ:
    case EX_NE:
        if_equal(l, e, sense, to);
        return;
    case EX_LT:
    case EX_LE:
    case EX_GT:
    case EX_GE:
        if_compared(l, e, sense, to);
        return;
    case EX_ANY:
    case EX_EVERY: {
        struct search search = {.condition = e->b, .slot = e->index, .sense = e->op == EX_ANY};
        if_found(l, e->a, &search, (e->op == EX_ANY) == sense, to);
        return;
    }
    case EX_FORMED:
        if_pattern(l, e, sense, to);
        return;
    case EX_REPEATED:
    case EX_BOARD_SEEN:
        lower_jump(l, sense ? OP_J_NONZERO : OP_J_ZERO, lower_seen(l, e->op == EX_BOARD_SEEN).reg, 0, to);
        return;
    default: {
        uint16_t reg = e->op == EX_STATE ? state_word(l, e).reg : e->op == EX_LOCAL ? l->env->slots[e->index].reg : 0;
        if (reg == 0)
            lower_fail(l, "an operation on truths");
        lower_jump(l, sense ? OP_J_NONZERO : OP_J_ZERO, reg, 0, to);
        return;
    }
    }
}
