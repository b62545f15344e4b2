/* lower_set.c - expressions that are sets of sites. */
#include "lower.h"

/* ---- values ---- */

struct val lower_fixed_word(int64_t word)
{
    return (struct val){.rep = REP_WORD, .fixed = true, .word = word};
}

static bool folds(const struct lower *l)
{
    return !(l->without >> PASS_FOLD & 1);
}

struct val lower_fixed_set(struct lower *l, const uint64_t *set)
{
    uint64_t *kept = lower_set(l);
    set_copy(l->board->words, kept, set);
    int count = set_count(l->board->words, kept);
    return (struct val){
        .rep = REP_SET, .fixed = true, .some = count > 0, .class = CLASS_ANY, .max = count, .set = kept};
}

static struct val nowhere(struct lower *l)
{
    uint64_t none[BITSET_WORDS] = {0};
    return lower_fixed_set(l, none);
}

static bool is_nowhere(struct val v)
{
    return v.rep == REP_SET && v.fixed && v.max == 0;
}

static struct val everywhere(struct lower *l)
{
    return lower_fixed_set(l, l->board->area[AREA_EVERYWHERE]);
}

static bool is_everywhere(const struct lower *l, struct val v)
{
    return v.rep == REP_SET && v.fixed && v.max == l->none;
}

struct val lower_set_val(struct lower *l, uint16_t reg, unsigned class, int max)
{
    if (max > l->none)
        max = l->none;
    return (struct val){.rep = REP_SET, .reg = reg, .class = (uint16_t) class, .max = max};
}

struct val lower_site_val(uint16_t reg, unsigned class, bool some)
{
    return (struct val){.rep = REP_SITE, .reg = reg, .class = (uint16_t) class, .some = some, .max = 1};
}

uint16_t lower_as_set(struct lower *l, struct val v)
{
    switch (v.rep) {
    case REP_SET:
        return v.fixed ? lower_constant(l, v.set, l->words) : v.reg;
    case REP_SITE:
        return lower_pure(l, OP_BIT, v.reg, 0, 0, NULL);
    case REP_RUN:
        return lower_pure(l, v.with ? OP_RUN_WITH : OP_RUN_SET, v.reg, v.to, 0, lower_rays(l, v.dir));
    default:
        lower_fail(l, "no set");
        return 0;
    }
}

void lower_into(struct lower *l, uint16_t reg, struct val v)
{
    if (v.rep == REP_WORD)
        lower_emit(l, OP_NMOVE, reg, lower_as_word(l, v), 0);
    else if (v.rep == REP_SITE)
        lower_emit(l, OP_BIT, reg, v.reg, 0);
    else if (v.rep == REP_RUN)
        lower_emit(l, v.with ? OP_RUN_WITH : OP_RUN_SET, reg, v.reg, v.to)->ins.u.p = lower_rays(l, v.dir);
    else
        lower_emit(l, OP_MOVE, reg, lower_as_set(l, v), 0);
}

/* ---- algebra ---- */

static struct val fold(struct lower *l, enum code_op op, struct val a, struct val b)
{
    uint64_t out[BITSET_WORDS] = {0};
    if (op == OP_OR)
        set_or(l->board->words, out, a.set, b.set);
    else if (op == OP_AND)
        set_and(l->board->words, out, a.set, b.set);
    else
        set_minus(l->board->words, out, a.set, b.set);
    return lower_fixed_set(l, out);
}

static bool same_val(struct val a, struct val b)
{
    return a.rep == b.rep && a.fixed == b.fixed && a.reg == b.reg && a.to == b.to && a.with == b.with &&
           a.dir == b.dir && a.set == b.set && a.open == b.open;
}

struct val lower_join(struct lower *l, struct val a, struct val b)
{
    unsigned class = a.class | b.class;
    if (is_nowhere(a))
        return b;
    if (is_nowhere(b) || same_val(a, b))
        return a;
    if (a.fixed && b.fixed)
        return fold(l, OP_OR, a, b);
    if (a.rep == REP_SITE) {
        struct val swap = a;
        a = b;
        b = swap;
    }
    uint16_t reg = b.rep == REP_SITE ? lower_pure(l, OP_ADD_SITE, lower_as_set(l, a), b.reg, 0, NULL)
                                     : lower_pure(l, OP_OR, lower_as_set(l, a), lower_as_set(l, b), 0, NULL);
    struct val v = lower_set_val(l, reg, class, a.max + b.max);
    v.some = a.some || b.some;
    return v;
}

struct val lower_meet(struct lower *l, struct val a, struct val b)
{
    unsigned class = a.class & b.class;
    if (a.fixed && b.fixed)
        return fold(l, OP_AND, a, b);
    if (is_nowhere(a) || is_everywhere(l, b) || same_val(a, b))
        return a;
    if (is_nowhere(b) || is_everywhere(l, a))
        return b;
    if (class == 0 && folds(l))
        return nowhere(l);
    if (b.rep == REP_SITE) {
        struct val swap = a;
        a = b;
        b = swap;
    }
    if (a.rep == REP_SITE)
        return lower_site_val(lower_pure(l, OP_SITE_AND, a.reg, lower_as_set(l, b), 0, NULL), class, false);
    uint16_t reg = lower_pure(l, OP_AND, lower_as_set(l, a), lower_as_set(l, b), 0, NULL);
    return lower_set_val(l, reg, class, a.max < b.max ? a.max : b.max);
}

/* The rest of a run beyond another from the same site. */
static bool run_minus(struct lower *l, struct val a, struct val b, struct val *out)
{
    if (a.rep != REP_RUN || l->without >> PASS_RUNS & 1)
        return false;
    *out = a;
    out->some = false;
    if (b.rep == REP_SITE && b.reg == a.reg) {
        out->with = false;
        return true;
    }
    if (b.rep != REP_RUN || b.reg != a.reg || b.dir != a.dir || a.mid == 0 || a.mid != b.to || a.with != b.with ||
        b.open)
        return false;
    out->with = false;
    out->reg = a.mid;
    out->mid = 0;
    return true;
}

struct val lower_minus(struct lower *l, struct val a, struct val b)
{
    struct val run;
    if (a.fixed && b.fixed)
        return fold(l, OP_ANDN, a, b);
    if (is_nowhere(a) || is_nowhere(b))
        return a;
    if (is_everywhere(l, b) || same_val(a, b))
        return nowhere(l);
    if ((a.class & b.class) == 0 && folds(l))
        return a;
    if (run_minus(l, a, b, &run))
        return run;
    if (a.rep == REP_SITE)
        return lower_site_val(lower_pure(l, OP_SITE_ANDN, a.reg, lower_as_set(l, b), 0, NULL), a.class, false);
    uint16_t reg = b.rep == REP_SITE ? lower_pure(l, OP_DROP_SITE, lower_as_set(l, a), b.reg, 0, NULL)
                                     : lower_pure(l, OP_ANDN, lower_as_set(l, a), lower_as_set(l, b), 0, NULL);
    return lower_set_val(l, reg, a.class, a.max);
}

/* ---- the position ---- */

static struct val part(struct lower *l, int index)
{
    return lower_set_val(l, l->spot.part[index], l->spot.class[index], l -> none);
}

struct val lower_occupied(struct lower *l)
{
    struct val v = nowhere(l);
    for (int i = 0; i < l->rules->player_count + l->rules->neutral_count; i++)
        v = lower_join(l, v, part(l, i));
    return v;
}

struct val lower_empty(struct lower *l)
{
    struct val v = lower_minus(l, everywhere(l), lower_occupied(l));
    v.class = l->spot.free_class;
    return v;
}

struct val lower_changed(struct lower *l)
{
    struct val v = nowhere(l);
    int parts = l->rules->player_count + l->rules->neutral_count + l->rules->kind_count;
    for (int i = 0; i < parts; i++) {
        uint16_t begin = l->begin.part[i];
        if (l->spot.part[i] == begin)
            continue;
        if (l->fn != l->main)
            lower_emit(l, OP_START, begin = lower_reg(l, l->words), 0, 0)->ins.u.j.x = l->part_offset[i];
        uint16_t reg = lower_pure(l, OP_XOR, l->spot.part[i], begin, 0, NULL);
        v = lower_join(l, v, lower_set_val(l, reg, CLASS_ANY, l->none));
    }
    return v;
}

static struct val theirs(struct lower *l)
{
    struct val v = nowhere(l);
    for (int p = 0; p < l->rules->player_count; p++) {
        if (p != l->viewer)
            v = lower_join(l, v, part(l, p));
    }
    return v;
}

static int state_part(const struct lower *l, int state)
{
    int index = l->rules->player_count + l->rules->neutral_count + l->rules->kind_count + 1;
    for (int i = 0; i < state; i++)
        index += l->rules->states[i].per_player ? l->rules->player_count : 1;
    return index + (l->rules->states[state].per_player ? l->viewer : 0);
}

/* ---- steps ---- */

static uint16_t times_reg(struct lower *l, struct val n)
{
    return n.fixed ? lower_number(l, n.word) : n.reg;
}

uint16_t lower_shifted(struct lower *l, uint16_t set, const struct shift *shift)
{
    bool simple = shift->count == 1 && shift->groups[0].by < 64 && shift->groups[0].by > -64;
    enum code_op op = !simple ? OP_SHIFT : shift->groups[0].by > 0 ? OP_SHIFT_UP : OP_SHIFT_DOWN;
    return lower_pure(l, op, set, 0, 0, shift);
}

struct val lower_next(struct lower *l, struct val a, int dir)
{
    if (is_nowhere(a))
        return a;
    if (a.rep == REP_SITE)
        return lower_site_val(lower_pure(l, OP_STEP, a.reg, 0, 0, lower_steps(l, dir)), CLASS_ANY, false);
    return lower_set_val(l, lower_shifted(l, lower_as_set(l, a), lower_shift(l, dir)), CLASS_ANY, a.max);
}

/* Along one known direction. */
static struct val next_along(struct lower *l, struct val a, int dir, struct val n)
{
    if (n.fixed) {
        if (n.word < 0 || n.word > l->none)
            return nowhere(l);
        if (n.word > 4 && a.rep == REP_SITE)
            return lower_site_val(lower_pure(l, OP_STEP_TIMES, a.reg, times_reg(l, n), 0, lower_steps(l, dir)),
                                  CLASS_ANY, false);
        for (int64_t i = 0; i < n.word; i++)
            a = lower_next(l, a, dir);
        return a;
    }
    if (a.rep == REP_SITE)
        return lower_site_val(lower_pure(l, OP_STEP_TIMES, a.reg, n.reg, 0, lower_steps(l, dir)), CLASS_ANY, false);
    return lower_set_val(l, lower_pure(l, OP_SHIFT_TIMES, lower_as_set(l, a), n.reg, 0, lower_shift(l, dir)), CLASS_ANY,
                         a.max);
}

static struct val ahead_along(struct lower *l, struct val a, int dir, struct val n)
{
    if (n.fixed && n.word <= 0)
        return nowhere(l);
    if (n.fixed && n.word == 1)
        return lower_next(l, a, dir);
    if (a.rep == REP_SITE) {
        uint16_t to = lower_pure(l, OP_STEP_AHEAD, a.reg, times_reg(l, n), 0, lower_steps(l, dir));
        int longest = l->board->files > l->board->ranks ? l->board->files : l->board->ranks;
        if (l->board->shape == BOARD_LINES)
            longest = l->none;
        return (struct val){.rep = REP_RUN,
                            .open = true,
                            .reg = a.reg,
                            .to = to,
                            .class = CLASS_ANY,
                            .dir = dir,
                            .max = n.fixed ? (int)n.word : longest};
    }
    if (n.fixed && n.word <= 8) {
        struct val v = nowhere(l);
        for (int64_t i = 0; i < n.word; i++) {
            a = lower_next(l, a, dir);
            v = lower_join(l, v, a);
        }
        return v;
    }
    uint16_t dirs = lower_number(l, (int64_t)((uint64_t)1 << dir));
    return lower_set_val(l, lower_pure(l, OP_G_AHEAD, lower_as_set(l, a), dirs, times_reg(l, n), NULL), CLASS_ANY,
                         l->none);
}

/* One known direction: a run. */
static struct val reach_along(struct lower *l, struct val from, struct val within, int dir)
{
    bool runs = !(l->without >> PASS_RUNS & 1);
    unsigned class = from.class | within.class;
    if (is_nowhere(within) || is_nowhere(from))
        return from;
    if (from.rep == REP_SITE && runs) {
        uint16_t to = lower_pure(l, OP_LAST, from.reg, lower_as_set(l, within), 0, lower_steps(l, dir));
        int longest = l->board->files > l->board->ranks ? l->board->files : l->board->ranks;
        return (struct val){.rep = REP_RUN,
                            .with = true,
                            .some = from.some,
                            .reg = from.reg,
                            .to = to,
                            .class = (uint16_t) class,
                            .dir = dir,
                            .mid = 0,
                            .max = l->board->shape == BOARD_LINES ? l->none : longest};
    }
    /* A run that goes on in what it cannot have passed through. */
    if (from.rep == REP_RUN && from.with && !from.open && from.dir == dir && from.mid == 0 && runs && from.word != 0 &&
        ((uint64_t)from.word & within.class) == 0) {
        struct val v = from;
        v.to = lower_pure(l, OP_LAST, from.to, lower_as_set(l, within), 0, lower_steps(l, dir));
        v.mid = from.to;
        v.class = (uint16_t) class;
        v.word = 0;
        return v;
    }
    uint16_t reg =
        lower_pure(l, OP_FLOOD, lower_as_set(l, from), lower_as_set(l, within), 0, lower_dirset(l, (uint64_t)1 << dir));
    struct val v = lower_set_val(l, reg, class, l->none);
    v.some = from.some;
    return v;
}

struct val lower_reach_all(struct lower *l, struct val from, struct val within, uint64_t dirs)
{
    dirs &= l->board->used;
    if (dirs == 0 || is_nowhere(from) || is_nowhere(within))
        return from;
    if ((dirs & (dirs - 1)) == 0) {
        struct val v = reach_along(l, from, within, __builtin_ctzll(dirs));
        if (v.rep == REP_RUN && v.mid == 0)
            v.word = within.class; /* what its inner sites are */
        if (v.rep == REP_RUN && from.drawn != 0 && within.rep == REP_SET && !within.fixed && from.drawn == within.reg) {
            int dir = v.dir, back = board_opposite(l->board, dir);
            v.most = lower_pure(l, OP_LONGEST, within.reg, 0, 0, lower_shift(l, back < dir ? back : dir));
        }
        return v;
    }
    if (from.rep == REP_SITE && is_everywhere(l, within)) {
        struct val v =
            lower_set_val(l, lower_pure(l, OP_TABLE, from.reg, 0, 0, lower_all_along(l, dirs)), CLASS_ANY, l->none);
        v.some = from.some;
        return v;
    }
    const struct dirset *set = lower_dirset(l, dirs);
    uint16_t reg = from.rep == REP_SITE
                       ? lower_pure(l, OP_FLOOD_SITE, from.reg, lower_as_set(l, within), 0, set)
                       : lower_pure(l, OP_FLOOD, lower_as_set(l, from), lower_as_set(l, within), 0, set);
    struct val v = lower_set_val(l, reg, from.class | within.class, l->none);
    v.some = from.some;
    return v;
}

/* ---- along the directions of an expression, one after another ---- */

struct along {
    enum expr_op op;
    struct val a, n, sum;
    uint16_t reg;
    int count;
    bool loops;
};

static void along_one(struct lower *l, struct val dir, struct label *next, void *user)
{
    struct along *along = user;
    struct val v;
    (void)next;
    int d = __builtin_ctzll((uint64_t)dir.word);
    along->count++;
    v = along->op == EX_NEXT ? next_along(l, along->a, d, along->n) : ahead_along(l, along->a, d, along->n);
    if (along->loops) {
        if (v.rep == REP_SITE)
            lower_emit(l, OP_INTO_SITE, along->reg, along->reg, v.reg);
        else
            lower_emit(l, OP_INTO, along->reg, along->reg, lower_as_set(l, v));
    } else {
        along->sum = lower_join(l, along->sum, v);
    }
}

/* A filter of known directions: worked through direction by direction. */
static bool known_base(struct lower *l, const struct expr *e)
{
    struct look old;
    uint64_t dirs;
    e = lower_look(l, e, &old);
    bool known = e->op == EX_EACH && lower_dirs_known(l, e->a, &dirs) && __builtin_popcountll(dirs) <= 8;
    lower_look_back(l, &old);
    return known && !(l->without >> PASS_UNROLL & 1);
}

static struct val steps_general(struct lower *l, const struct expr *e, struct val a, struct val n)
{
    struct val dirs = lower_word(l, e->b);
    if (e->op == EX_NEXT && a.rep == REP_SITE && dirs.one && n.fixed && n.word == 1)
        return lower_site_val(lower_pure(l, OP_STEP_ALONG, a.reg, lower_as_word(l, dirs), 0, NULL), CLASS_ANY, false);
    uint16_t reg = lower_pure(l, e->op == EX_NEXT ? OP_G_NEXT : OP_G_AHEAD, lower_as_set(l, a), lower_as_word(l, dirs),
                              times_reg(l, n), NULL);
    return lower_set_val(l, reg, CLASS_ANY, dirs.one && e->op == EX_NEXT ? a.max : l->none);
}

static struct val lower_steps_of(struct lower *l, const struct expr *e)
{
    struct along along = {.op = e->op, .a = lower_sites(l, e->a), .n = lower_fixed_word(1)};
    uint64_t dirs;
    if (e->c != NULL)
        along.n = lower_word(l, e->c);
    if (is_nowhere(along.a))
        return along.a;
    if (along.n.fixed && along.n.word == 0)
        return e->op == EX_NEXT ? along.a : nowhere(l);
    along.sum = nowhere(l);
    if (lower_dirs_known(l, e->b, &dirs)) {
        dirs &= l->board->used;
        if (along.n.fixed && along.n.word == 1 && (dirs & (dirs - 1)) != 0) {
            const struct dirset *set = lower_dirset(l, dirs);
            uint16_t reg = along.a.rep == REP_SITE ? lower_pure(l, OP_TABLE, along.a.reg, 0, 0, set->near)
                                                   : lower_pure(l, OP_NEXT_SET, lower_as_set(l, along.a), 0, 0, set);
            return lower_set_val(l, reg, CLASS_ANY, along.a.max * set->count);
        }
        if (__builtin_popcountll(dirs) > 8)
            return steps_general(l, e, along.a, along.n);
        for (; dirs != 0; dirs &= dirs - 1)
            along_one(l, lower_fixed_word((int64_t)(dirs & -dirs)), NULL, &along);
        return along.sum;
    }
    if (!known_base(l, e->b))
        return steps_general(l, e, along.a, along.n);
    along.loops = true;
    along.reg = lower_reg(l, l->words);
    lower_emit(l, OP_CLEAR, along.reg, 0, 0);
    lower_each(l, e->b, along_one, &along);
    return lower_set_val(l, along.reg, CLASS_ANY, along.op == EX_NEXT ? along.a.max * along.count : l->none);
}

struct val lower_reach_along(struct lower *l, struct val from, struct val within, struct val dirs)
{
    if (dirs.fixed)
        return lower_reach_all(l, from, within, (uint64_t)dirs.word);
    uint16_t along = lower_as_word(l, dirs);
    uint16_t reg = lower_pure(l, OP_G_REACH, lower_as_set(l, from), lower_as_set(l, within), along, NULL);
    struct val v = lower_set_val(l, reg, from.class | within.class, l->none);
    v.some = from.some;
    return v;
}

static struct val lower_reach(struct lower *l, const struct expr *e)
{
    uint64_t dirs;
    struct val from = lower_sites(l, e->a), within = lower_sites(l, e->b);
    if (lower_dirs_known(l, e->c, &dirs))
        return lower_reach_all(l, from, within, dirs);
    return lower_reach_along(l, from, within, lower_word(l, e->c));
}

static void add_turns(struct lower *l, struct rows *rows, int axis, int dir)
{
    const uint16_t *steps = lower_steps(l, dir);
    const struct shift *one = lower_shift(l, dir);
    rows->turns &= l->words == 1 && one->count == 1;
    for (int s = 0; s < l->none && rows->turns; s++) {
        int to = s;
        for (int i = 1; i < rows->length && to != l->none; i++)
            to = steps[to];
        if (to != l->none)
            rows->room[axis] |= (uint64_t)1 << s;
    }
    for (int n = 0, have = 1; n < rows->plan_count && rows->turns; n++) {
        int by = have < rows->length - have ? have : rows->length - have;
        rows->turn[axis][n] = (uint8_t)(-by * one->groups[0].by & 63);
        have += by;
    }
}

/* An axis is gone along once: the other direction has the same rows. */
static void add_axis(struct lower *l, struct rows *rows, int dir)
{
    int back = board_opposite(l->board, dir), axis = rows->count++, n = 0;
    rows->shifts[axis] = lower_shift(l, dir);
    for (int have = 1; have < rows->length; n++) {
        int by = have < rows->length - have ? have : rows->length - have;
        rows->plan[axis][n] = by == 1 ? lower_shift(l, back) : lower_shift_far(l, back, by);
        have += by;
    }
    rows->plan_count = n;
    add_turns(l, rows, axis, dir);
}

static struct rows *make_rows(struct lower *l, int64_t n, uint64_t dirs)
{
    struct rows *rows = ARENA_NEW(l->arena, struct rows);
    rows->length = n < 1 ? 1 : n > l->none ? l->none + 1 : (int)n;
    rows->turns = true;
    dirs &= l->board->used;
    for (uint64_t rest = dirs; rest != 0; rest &= rest - 1) {
        int dir = __builtin_ctzll(rest), back = board_opposite(l->board, dir);
        if (back >= dir || !(dirs >> back & 1))
            add_axis(l, rows, dir);
    }
    return rows;
}

static struct val lower_lines(struct lower *l, const struct expr *e)
{
    struct val in = lower_sites(l, e->a), n = lower_word(l, e->b);
    uint64_t dirs;
    uint16_t reg;
    if (n.fixed && lower_dirs_known(l, e->c, &dirs))
        reg = lower_pure(l, OP_LINES, lower_as_set(l, in), 0, 0, make_rows(l, n.word, dirs));
    else
        reg = lower_pure(l, OP_G_LINES, lower_as_set(l, in), times_reg(l, n), lower_as_word(l, lower_word(l, e->c)),
                         NULL);
    return lower_set_val(l, reg, in.class, in.max);
}

/* ---- filters, unions of lists ---- */

struct collect {
    const struct expr *e; /* the filter, or NULL: all elements */
    uint16_t reg;
};

static void collect_one(struct lower *l, struct val element, struct label *next, void *user)
{
    struct collect *collect = user;
    (void)next;
    if (element.rep == REP_SITE)
        lower_emit(l, OP_INTO_SITE, collect->reg, collect->reg, element.reg);
    else
        lower_emit(l, OP_INTO, collect->reg, collect->reg, lower_as_set(l, element));
}

static struct val lower_filter(struct lower *l, const struct expr *e)
{
    struct collect collect = {.e = e};
    struct val base = lower_sites(l, e->a);
    if (e->b == NULL || is_nowhere(base))
        return base;
    if (base.rep == REP_SITE) {
        struct label *out = lower_label(l);
        uint16_t reg = lower_reg(l, 1);
        lower_emit(l, OP_NMOVE, reg, lower_number(l, l->none), 0);
        lower_if_some(l, base, false, out);
        int level = lower_enter(l);
        base.some = true;
        l->env->slots[e->index] = base;
        lower_if(l, e->b, false, out);
        lower_emit(l, OP_NMOVE, reg, base.reg, 0);
        lower_leave(l, level);
        lower_place(l, out);
        return lower_site_val(reg, base.class, false);
    }
    collect.reg = lower_reg(l, l->words);
    lower_emit(l, OP_CLEAR, collect.reg, 0, 0);
    lower_each(l, e, collect_one, &collect);
    return lower_set_val(l, collect.reg, base.class, base.max);
}

static struct val lower_unite(struct lower *l, const struct expr *e)
{
    struct collect collect = {0};
    collect.reg = lower_reg(l, l->words);
    lower_emit(l, OP_CLEAR, collect.reg, 0, 0);
    lower_each(l, e->a, collect_one, &collect);
    unsigned class = CLASS_ANY;
    struct look old;
    const struct expr *rays = lower_look(l, e->a, &old);
    if (rays->op == EX_RAYS) /* a run without its beginning lies in what it runs through */
        class = lower_sites(l, rays->b).class;
    lower_look_back(l, &old);
    return lower_set_val(l, collect.reg, class, l->none);
}

static struct val found_sites(struct lower *l, const struct expr *e)
{
    struct val found;
    if (lower_found(l, l->rules->patterns[e->index]->views[l->viewer], false, &found))
        return found;
    struct formed *formed = ARENA_NEW(l->arena, struct formed);
    *formed = (struct formed){e->index, l->viewer, lower_way(l, false)};
    uint16_t reg = lower_reg(l, l->words);
    lower_emit(l, OP_FOUND, reg, 0, 0)->ins.u.p = formed;
    return lower_set_val(l, reg, CLASS_ANY, l->none);
}

static struct val lower_rank(struct lower *l, const struct expr *e)
{
    struct val n = lower_word(l, e->a);
    if (n.fixed) {
        uint64_t set[BITSET_WORDS] = {0};
        if (e->op == EX_RANK)
            board_rank(l->board, n.word, set);
        else
            board_file(l->board, n.word, set);
        return lower_fixed_set(l, set);
    }
    return lower_set_val(l, lower_pure(l, e->op == EX_RANK ? OP_RANK : OP_FILE_, n.reg, 0, 0, NULL), CLASS_ANY,
                         l->none);
}

/* next(reach(site, T, d), d) & own, where own has nothing of T: at most the site beyond the run. */
static bool beyond_run(struct lower *l, const struct expr *e, const struct expr *other, struct val *out)
{
    uint64_t d1, d2;
    if (e->op != EX_NEXT || e->c != NULL || e->a->op != EX_REACH || l->without >> PASS_RUNS & 1 ||
        !lower_dirs_known(l, e->b, &d1) || !lower_dirs_known(l, e->a->c, &d2))
        return false;
    d1 &= l->board->used;
    d2 &= l->board->used;
    if (d1 != d2 || d1 == 0 || (d1 & (d1 - 1)) != 0)
        return false;
    struct val from = lower_sites(l, e->a->a), within = lower_sites(l, e->a->b), own = lower_sites(l, other);
    if (from.rep != REP_SITE || (within.class & own.class) != 0)
        return false;
    uint16_t reg = lower_pure(l, OP_BEYOND, from.reg, lower_as_set(l, within), 0, lower_steps(l, __builtin_ctzll(d1)));
    *out = lower_meet(l, lower_site_val(reg, CLASS_ANY, false), own);
    return true;
}

/* next(run, d) - run: the site after the run, if the run has any. */
static bool after_run(struct lower *l, const struct expr *e, struct val *out)
{
    uint64_t dirs;
    if (e->op != EX_MINUS || e->a->op != EX_NEXT || e->a->c != NULL || l->without >> PASS_RUNS & 1 ||
        !lower_dirs_known(l, e->a->b, &dirs))
        return false;
    dirs &= l->board->used;
    if (dirs == 0 || (dirs & (dirs - 1)) != 0)
        return false;
    struct val run = lower_sites(l, e->a->a);
    if (run.rep != REP_RUN || run.open || run.dir != __builtin_ctzll(dirs) || !same_val(run, lower_sites(l, e->b)))
        return false;
    const uint16_t *steps = lower_steps(l, run.dir);
    uint16_t reg =
        run.with ? lower_pure(l, OP_STEP, run.to, 0, 0, steps) : lower_pure(l, OP_STEP_IF, run.reg, run.to, 0, steps);
    *out = lower_site_val(reg, CLASS_ANY, false);
    return true;
}

static struct val lower_algebra(struct lower *l, const struct expr *e)
{
    struct val out;
    if (e->op == EX_MEET && (beyond_run(l, e->a, e->b, &out) || beyond_run(l, e->b, e->a, &out)))
        return out;
    if (after_run(l, e, &out))
        return out;
    struct val a = lower_sites(l, e->a), b = lower_sites(l, e->b);
    if (e->op == EX_UNION)
        return lower_join(l, a, b);
    return e->op == EX_MEET ? lower_meet(l, a, b) : lower_minus(l, a, b);
}

static struct val lower_one(struct lower *l, const struct expr *e)
{
    struct val v = lower_sites(l, e->a);
    if (v.rep == REP_SITE)
        return v;
    return lower_site_val(lower_pure(l, OP_ONE, lower_as_set(l, v), 0, 0, NULL), v.class, v.some);
}

/* All that several opponents see. */
static struct val their_sites(struct lower *l, const struct expr *e)
{
    int viewer = l->viewer;
    struct val v = nowhere(l);
    for (unsigned viewers = lower_viewers(l, e); lower_next_viewer(l, &viewers);)
        v = lower_join(l, v, lower_sites(l, e->a));
    l->viewer = viewer;
    return v;
}

static struct val lower_named(struct lower *l, const struct expr *e)
{
    struct look old;
    const struct expr *inner = lower_look(l, e, &old);
    struct val v = inner->op == EX_THEIR ? their_sites(l, inner) : lower_sites(l, inner);
    lower_look_back(l, &old);
    return v;
}

struct val lower_sites(struct lower *l, const struct expr *e)
{
    int players = l->rules->player_count;
    if (l->failed)
        return nowhere(l);
    switch (e->op) {
    case EX_SITES:
        return lower_fixed_set(l, e->sites);
    case EX_LOCAL:
        return l->env->slots[e->index];
    case EX_DEF:
    case EX_PER_PLAYER:
    case EX_THEIR:
    case EX_FOLLOWING:
        return lower_named(l, e);
    case EX_EMPTY:
        return lower_empty(l);
    case EX_OCCUPIED:
        return lower_occupied(l);
    case EX_MINE:
        return part(l, l->viewer);
    case EX_THEIRS:
        return theirs(l);
    case EX_PLAYER:
        return part(l, e->index);
    case EX_NEUTRAL:
        return part(l, players + e->index);
    case EX_PIECE_KIND:
        return part(l, players + l->rules->neutral_count + e->index);
    case EX_PLACED:
        return l->spot.placed;
    case EX_CAPTURED:
        return l->spot.captured;
    case EX_CHANGED:
        return lower_changed(l);
    case EX_LAST_CHANGED:
        return part(l, players + l->rules->neutral_count + l->rules->kind_count);
    case EX_STATE:
        return part(l, state_part(l, e->index));
    case EX_FOUND:
        return found_sites(l, e);
    case EX_UNION:
    case EX_MEET:
    case EX_MINUS:
        return lower_algebra(l, e);
    case EX_NEXT:
    case EX_AHEAD:
        return lower_steps_of(l, e);
    case EX_REACH:
        return lower_reach(l, e);
    case EX_LINES:
        return lower_lines(l, e);
    case EX_ONE:
        return lower_one(l, e);
    case EX_RANK:
    case EX_FILE:
        return lower_rank(l, e);
    case EX_UNITE:
        return lower_unite(l, e);
    case EX_EACH:
        return lower_filter(l, e);
    default:
        lower_fail(l, "an operation on sites");
        return nowhere(l);
    }
}
