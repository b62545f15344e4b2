/* lower_act.c - actions: each makes new registers for the parts of the position that it changes. */
#include "lower.h"

/* ---- parts ---- */

static int kind_part(const struct lower *l, int kind)
{
    return l->rules->player_count + l->rules->neutral_count + kind;
}

static int content_parts(const struct lower *l)
{
    return l->rules->player_count + l->rules->neutral_count + l->rules->kind_count;
}

static struct val part_val(const struct lower *l, int index)
{
    return (struct val){.rep = REP_SET, .reg = l->spot.part[index], .class = l->spot.class[index], .max = l->none};
}

static void set_part(struct lower *l, int index, struct val v)
{
    l->spot.part[index] = lower_as_set(l, v);
    l->spot.class[index] = v.class;
}

static bool apart(struct val a, struct val b)
{
    return (a.class & b.class) == 0 || (a.fixed && a.rep == REP_SET && a.max == 0) ||
           (b.fixed && b.rep == REP_SET && b.max == 0);
}

/* A way that does what no way may: the plain evaluator says what. */
static void fault_if(struct lower *l, enum code_op op, int a, int b)
{
    struct label *out = lower_label(l);
    enum code_op opposite = op == OP_J_MEET   ? OP_J_APART
                            : op == OP_J_SITE ? OP_J_NO_SITE
                            : op == OP_J_HAS  ? OP_J_HAS_NOT
                            : op == OP_J_LT   ? OP_J_LE
                                              : OP_J_ZERO; /* of J_NONZERO */
    if (op == OP_J_LT)
        lower_jump(l, opposite, b, a, out);
    else
        lower_jump(l, opposite, a, b, out);
    lower_emit(l, OP_FAULT, 0, 0, 0);
    lower_place(l, out);
}

static void fault_if_meets(struct lower *l, struct val a, struct val b)
{
    if (apart(a, b))
        return;
    if (b.rep == REP_SITE)
        fault_if(l, OP_J_HAS, lower_as_set(l, a), b.reg);
    else
        fault_if(l, OP_J_MEET, lower_as_set(l, a), lower_as_set(l, b));
}

static void capture(struct lower *l, struct val stones)
{
    if (l->keeps_captured)
        l->spot.captured = lower_join(l, l->spot.captured, stones);
}

/* From there to here, each of which may be nowhere. */
static void note_placed(struct lower *l, struct val from, struct val to)
{
    if (l->keeps_placed)
        l->spot.placed = lower_join(l, lower_minus(l, l->spot.placed, from), to);
}

/* ---- one action on known sites ---- */

static void remove_from_all(struct lower *l, struct val sites)
{
    for (int i = 0; i < content_parts(l); i++) {
        if (!apart(part_val(l, i), sites))
            set_part(l, i, lower_minus(l, part_val(l, i), sites));
    }
    note_placed(l, sites, l->nowhere);
}

static void do_remove(struct lower *l, struct val sites)
{
    for (int p = 0; l->keeps_captured && p < l->rules->player_count; p++) {
        if (p != l->mover && !apart(part_val(l, p), sites))
            capture(l, lower_meet(l, part_val(l, p), sites));
    }
    remove_from_all(l, sites);
    l->spot.free_class |= sites.class;
}

static void do_flip(struct lower *l, struct val sites)
{
    int after = lower_following(l, l->mover);
    struct val mine = part_val(l, l->mover), given = lower_meet(l, mine, sites);
    mine = lower_minus(l, mine, given);
    for (int p = 0; p < l->rules->player_count; p++) {
        if (p == l->mover)
            continue;
        struct val enemy = part_val(l, p), taken = lower_meet(l, enemy, sites);
        capture(l, taken);
        mine = lower_join(l, mine, taken);
        enemy = lower_minus(l, enemy, taken);
        set_part(l, p, p == after ? lower_join(l, enemy, given) : enemy);
    }
    set_part(l, l->mover, mine);
}

int lower_piece_part(struct lower *l, int piece)
{
    if (piece == PIECE_MINE)
        return l->mover;
    if (piece == PIECE_THEIRS)
        return lower_following(l, l->mover);
    return piece >= PIECE_NEUTRAL ? l->rules->player_count + piece - PIECE_NEUTRAL : piece;
}

static void do_put(struct lower *l, const struct step *step, struct val sites)
{
    int index = lower_piece_part(l, step->piece);
    fault_if_meets(l, lower_occupied(l), sites);
    set_part(l, index, lower_join(l, part_val(l, index), sites));
    if (index < l->rules->player_count && l->rules->kind_count > 0) {
        int kind = kind_part(l, step->piece_kind);
        set_part(l, kind, lower_join(l, part_val(l, kind), sites));
    }
    note_placed(l, l->nowhere, sites);
}

static void do_promote(struct lower *l, struct val sites, int kind)
{
    struct val stones = part_val(l, 0);
    for (int p = 1; p < l->rules->player_count; p++)
        stones = lower_join(l, stones, part_val(l, p));
    sites = lower_meet(l, sites, stones);
    for (int k = 0; k < l->rules->kind_count; k++) {
        int index = kind_part(l, k);
        set_part(l, index,
                 k == kind ? lower_join(l, part_val(l, index), sites) : lower_minus(l, part_val(l, index), sites));
    }
}

/* One site as a number; more than one is a fault. */
static struct val single(struct lower *l, struct val v)
{
    if (v.rep == REP_SITE)
        return v;
    uint16_t set = lower_as_set(l, v);
    if (v.max > 1)
        fault_if(l, OP_J_LT, lower_number(l, 1), lower_pure(l, OP_COUNT, set, 0, 0, NULL));
    return lower_site_val(lower_pure(l, OP_ONE, set, 0, 0, NULL), v.class, v.some);
}

static void do_move(struct lower *l, struct val from, struct val to)
{
    if ((from.rep == REP_SET && from.fixed && from.max == 0) || (to.rep == REP_SET && to.fixed && to.max == 0))
        return;
    from = single(l, from);
    to = single(l, to);
    if (!to.some)
        from.reg = lower_pure(l, OP_SITE_IF, from.reg, to.reg, 0, NULL);
    if (!from.some)
        to.reg = lower_pure(l, OP_SITE_IF, to.reg, from.reg, 0, NULL);
    fault_if_meets(l, lower_occupied(l), to);
    if (!apart(from, lower_empty(l)))
        fault_if(l, OP_J_HAS, lower_as_set(l, lower_empty(l)), from.reg);
    for (int i = 0; i < content_parts(l); i++) {
        struct val part = part_val(l, i);
        if (apart(part, from))
            continue;
        if (i == l->mover && (from.class & ~(CLASS_PLAYER << l->mover)) == 0 &&
            l->spot.part[i] == l->begin.part[i]) { /* it is ours for sure */
            set_part(l, i, lower_join(l, lower_minus(l, part, from), to));
            continue;
        }
        struct val moved = part;
        moved.reg = lower_pure(l, OP_CARRY_SITE, lower_as_set(l, part), from.reg, to.reg, NULL);
        moved.class |= to.class;
        set_part(l, i, moved);
    }
    note_placed(l, from, to);
    l->spot.free_class |= from.class;
}

static struct val shifted(struct lower *l, struct val v, struct val dir, struct val by)
{
    uint16_t n = lower_as_word(l, by), set = lower_as_set(l, v);
    if (!dir.fixed)
        return lower_set_val(l, lower_pure(l, OP_G_NEXT, set, dir.reg, n, NULL), CLASS_ANY, v.max);
    int d = __builtin_ctzll((uint64_t)dir.word);
    if (by.fixed && by.word == 1)
        return lower_next(l, (struct val){.rep = REP_SET, .reg = set, .class = v.class, .max = v.max}, d);
    return lower_set_val(l, lower_pure(l, OP_SHIFT_TIMES, set, n, 0, lower_shift(l, d)), CLASS_ANY, v.max);
}

/* False: there is nothing to do, or nothing that may be done. */
static bool may_shift(struct lower *l, struct val stones, struct val dirs, struct val by)
{
    if (by.fixed && by.word == 0)
        return false;
    if ((by.fixed && by.word < 0) || (dirs.fixed && __builtin_popcountll((uint64_t)dirs.word) != 1)) {
        fault_if(l, OP_J_NONZERO, lower_pure(l, OP_COUNT, lower_as_set(l, stones), 0, 0, NULL), 0);
        return false;
    }
    uint16_t one = lower_number(l, 1);
    if (!by.fixed && !by.some)
        fault_if(l, OP_J_LT, by.reg, lower_number(l, 0));
    if (!dirs.fixed && !dirs.one) {
        uint16_t count = lower_pure(l, OP_COUNT_BITS, dirs.reg, 0, 0, NULL);
        fault_if(l, OP_J_LT, one, count);
        fault_if(l, OP_J_LT, count, one);
    }
    return true;
}

static void do_shift(struct lower *l, struct val sites, struct val dir, struct val by)
{
    struct val stones = lower_meet(l, sites, lower_occupied(l)), placed = l->spot.placed;
    if (!may_shift(l, stones, dir, by))
        return;
    struct val target = shifted(l, stones, dir, by);
    struct val free = lower_join(l, lower_empty(l), stones);
    fault_if(l, OP_J_LT, lower_pure(l, OP_COUNT, lower_as_set(l, target), 0, 0, NULL),
             lower_pure(l, OP_COUNT, lower_as_set(l, stones), 0, 0, NULL));
    fault_if_meets(l, lower_minus(l, target, free), lower_fixed_set(l, l->board->area[AREA_EVERYWHERE]));
    for (int i = 0; i < content_parts(l); i++) {
        struct val part = part_val(l, i);
        if (apart(part, stones))
            continue;
        struct val moving = lower_meet(l, part, stones);
        set_part(l, i, lower_join(l, lower_minus(l, part, stones), shifted(l, moving, dir, by)));
    }
    note_placed(l, stones, target);
    l->spot.free_class = CLASS_ANY;
    if (by.fixed || by.some || !l->keeps_placed)
        return;
    struct label *moved = lower_label(l); /* no steps, no arrival */
    uint16_t reg = lower_reg(l, l->words), before = lower_as_set(l, placed);
    lower_emit(l, OP_MOVE, reg, lower_as_set(l, l->spot.placed), 0);
    lower_jump(l, OP_J_NONZERO, by.reg, 0, moved);
    lower_emit(l, OP_MOVE, reg, before, 0);
    lower_place(l, moved);
    l->spot.placed = lower_set_val(l, reg, CLASS_ANY, l->none);
}

/* The part of a state, of its mover's value. */
static int state_part(const struct lower *l, const struct step *step)
{
    int index = content_parts(l) + 1;
    for (int i = 0; i < step->index; i++)
        index += l->rules->states[i].per_player ? l->rules->player_count : 1;
    return index + (l->rules->states[step->index].per_player ? l->mover : 0);
}

static void do_set(struct lower *l, const struct step *step)
{
    const struct state *state = &l->rules->states[step->index];
    int index = state_part(l, step);
    if (state->kind == KIND_SITES)
        set_part(l, index, lower_sites(l, step->a));
    else
        l->spot.part[index] = lower_as_word(l, lower_word(l, step->a));
    l->spot.class[index] = CLASS_ANY;
}

/* ---- actions that wait for the end of an `each` ---- */

enum { CONTENT_PARTS = RULES_PLAYER_LIMIT + RULES_NEUTRAL_LIMIT + RULES_KIND_LIMIT };

struct gathered {
    const struct step *step;
    uint16_t reg, given;                             /* given: of `set`, a truth */
    uint16_t moved, arrived, carried[CONTENT_PARTS]; /* of `move` and `shift`; reg: what they touch */
    unsigned class;
    struct gathered *next;
};

struct gather {
    struct gathered *first, *last;
    struct node *before; /* where the registers are cleared */
    struct spot spot;
};

static bool same_step(const struct step *a, const struct step *b)
{
    return a->op == b->op && a->piece == b->piece && a->piece_kind == b->piece_kind && a->index == b->index;
}

static struct gathered *gathered_for(struct lower *l, const struct step *step)
{
    struct gather *gather = l->gather;
    struct gathered *g = gather->first;
    while (g != NULL && !same_step(g->step, step))
        g = g->next;
    if (g != NULL)
        return g;
    g = ARENA_NEW(l->arena, struct gathered);
    g->step = step;
    g->reg = lower_reg(l, l->words);
    l->fn->depth_of[g->reg] = (uint8_t)l->fn->depth;
    uint16_t zero = lower_number(l, 0);
    struct node *cursor = l->fn->cursor;
    l->fn->cursor = gather->before;
    if (step->op == ST_SET)
        lower_emit(l, OP_NMOVE, g->given = lower_reg(l, 1), zero, 0);
    else
        lower_emit(l, OP_CLEAR, g->reg, 0, 0);
    l->fn->cursor = cursor;
    if (gather->last != NULL)
        gather->last->next = g;
    else
        gather->first = g;
    gather->last = g;
    return g;
}

/* Twice the same value is well, two values are a fault. */
static void gather_set(struct lower *l, const struct step *step)
{
    struct gathered *g = gathered_for(l, step);
    struct val value = lower_value(l, step->a);
    struct label *first = lower_label(l), *out = lower_label(l);
    bool sites = l->rules->states[step->index].kind == KIND_SITES;
    uint16_t reg = sites ? lower_as_set(l, value) : lower_as_word(l, value);
    lower_jump(l, OP_J_ZERO, g->given, 0, first);
    lower_jump(l, sites ? OP_J_SAME : OP_J_EQ, g->reg, reg, out);
    lower_emit(l, OP_FAULT, 0, 0, 0);
    lower_place(l, first);
    lower_emit(l, sites ? OP_MOVE : OP_NMOVE, g->reg, reg, 0);
    lower_emit(l, OP_NMOVE, g->given, lower_number(l, 1), 0);
    lower_place(l, out);
}

/* ---- moves and shifts that wait: what they carry is put together ---- */

static uint16_t clear_reg(struct lower *l)
{
    uint16_t reg = lower_reg(l, l->words);
    lower_emit(l, OP_CLEAR, reg, 0, 0);
    return reg;
}

static struct gathered *carried_for(struct lower *l, const struct step *step)
{
    struct gathered *g = gathered_for(l, step);
    if (g->moved != 0)
        return g;
    struct node *cursor = l->fn->cursor;
    l->fn->cursor = l->gather->before;
    g->moved = clear_reg(l);
    g->arrived = clear_reg(l);
    for (int i = 0; i < content_parts(l); i++)
        g->carried[i] = clear_reg(l);
    l->fn->cursor = cursor;
    return g;
}

static void add_to(struct lower *l, uint16_t reg, struct val sites)
{
    if (sites.rep == REP_SITE)
        lower_emit(l, OP_INTO_SITE, reg, reg, sites.reg);
    else
        lower_emit(l, OP_INTO, reg, reg, lower_as_set(l, sites));
}

/* Two of them may not touch one site. */
static void claim(struct lower *l, struct gathered *g, struct val sites)
{
    fault_if(l, OP_J_MEET, g->reg, lower_as_set(l, sites));
    add_to(l, g->reg, sites);
}

static void gather_move(struct lower *l, const struct step *step)
{
    struct gathered *g = carried_for(l, step);
    struct label *out = lower_label(l);
    struct val from = single(l, lower_sites(l, step->a)), to = single(l, lower_sites(l, step->b));
    uint16_t occupied = lower_as_set(l, lower_occupied(l));
    claim(l, g, from);
    if (!from.some)
        lower_jump(l, OP_J_NO_SITE, from.reg, 0, out);
    fault_if(l, OP_J_HAS, g->reg, to.reg);
    add_to(l, g->reg, to);
    if (!to.some)
        lower_jump(l, OP_J_NO_SITE, to.reg, 0, out);
    fault_if(l, OP_J_HAS, occupied, to.reg);
    struct label *stands = lower_label(l);
    lower_jump(l, OP_J_HAS, occupied, from.reg, stands);
    lower_emit(l, OP_FAULT, 0, 0, 0);
    lower_place(l, stands);
    add_to(l, g->moved, from);
    add_to(l, g->arrived, to);
    for (int i = 0; i < content_parts(l); i++) {
        struct label *other = lower_label(l);
        lower_jump(l, OP_J_HAS_NOT, l->spot.part[i], from.reg, other);
        add_to(l, g->carried[i], to);
        lower_place(l, other);
    }
    lower_place(l, out);
}

static void gather_shift(struct lower *l, const struct step *step)
{
    struct gathered *g = carried_for(l, step);
    struct label *out = lower_label(l);
    struct val sites = lower_sites(l, step->a), dir = lower_word(l, step->b), by = lower_word(l, step->c);
    struct val stones = lower_meet(l, sites, lower_occupied(l)), free = lower_join(l, lower_empty(l), stones);
    if (!may_shift(l, stones, dir, by))
        return;
    struct val target = shifted(l, stones, dir, by);
    struct val touched = lower_join(l, sites, shifted(l, sites, dir, by));
    uint16_t all = lower_pure(l, OP_COUNT, lower_as_set(l, stones), 0, 0, NULL);
    uint16_t left = lower_pure(l, OP_COUNT, lower_as_set(l, target), 0, 0, NULL);
    struct val into[CONTENT_PARTS];
    for (int i = 0; i < content_parts(l); i++)
        into[i] = shifted(l, lower_meet(l, part_val(l, i), stones), dir, by);
    uint16_t blocked = lower_as_set(l, lower_minus(l, target, free)), from = lower_as_set(l, stones);
    claim(l, g, touched);
    lower_jump(l, OP_J_ZERO, lower_as_word(l, by), 0, out);
    fault_if(l, OP_J_LT, left, all);
    fault_if(l, OP_J_MEET, blocked, blocked);
    lower_emit(l, OP_INTO, g->moved, g->moved, from);
    lower_emit(l, OP_INTO, g->arrived, g->arrived, lower_as_set(l, target));
    for (int i = 0; i < content_parts(l); i++)
        add_to(l, g->carried[i], into[i]);
    lower_place(l, out);
}

static void carry_gathered(struct lower *l, const struct gathered *g)
{
    struct val moved = lower_set_val(l, g->moved, CLASS_ANY, l->none);
    for (int i = 0; i < content_parts(l); i++) {
        struct val carried = lower_set_val(l, g->carried[i], CLASS_ANY, l->none);
        set_part(l, i, lower_join(l, lower_minus(l, part_val(l, i), moved), carried));
    }
    l->spot.placed =
        lower_join(l, lower_minus(l, l->spot.placed, moved), lower_set_val(l, g->arrived, CLASS_ANY, l->none));
    l->spot.free_class = CLASS_ANY;
}

static void gather_action(struct lower *l, const struct step *step)
{
    if (step->op == ST_SET) {
        gather_set(l, step);
        return;
    }
    if (step->op == ST_MOVE || step->op == ST_SHIFT) {
        (step->op == ST_MOVE ? gather_move : gather_shift)(l, step);
        return;
    }
    struct val sites = lower_sites(l, step->a);
    struct gathered *g = gathered_for(l, step);
    g->class |= sites.class;
    add_to(l, g->reg, sites);
}

static void set_gathered(struct lower *l, const struct gathered *g)
{
    int index = state_part(l, g->step), size = l->part_size[index];
    enum code_op op = l->rules->states[g->step->index].kind == KIND_SITES ? OP_MOVE : OP_NMOVE;
    struct label *out = lower_label(l);
    uint16_t reg = lower_reg(l, size);
    lower_emit(l, op, reg, l->spot.part[index], 0);
    lower_jump(l, OP_J_ZERO, g->given, 0, out);
    lower_emit(l, op, reg, g->reg, 0);
    lower_place(l, out);
    l->spot.part[index] = reg;
    l->spot.class[index] = CLASS_ANY;
}

static void act_on(struct lower *l, const struct step *step, struct val sites)
{
    switch (step->op) {
    case ST_REMOVE:
        do_remove(l, sites);
        return;
    case ST_FLIP:
        do_flip(l, sites);
        return;
    case ST_PUT:
        do_put(l, step, sites);
        return;
    default:
        do_promote(l, sites, step->piece_kind);
        return;
    }
}

void lower_act(struct lower *l, const struct step *step)
{
    lower_wrong(l, l->spot.passed); /* a pass is the only step of its way */
    if (!lower_is_known(l->spot.acted, 1) && l->gather != NULL)
        lower_emit(l, OP_NMOVE, l->spot.acted.reg, lower_number(l, 1), 0);
    if (l->gather != NULL) {
        gather_action(l, step);
        return;
    }
    l->spot.acted = lower_fixed_word(1);
    switch (step->op) {
    case ST_MOVE:
        do_move(l, lower_sites(l, step->a), lower_sites(l, step->b));
        return;
    case ST_SHIFT:
        do_shift(l, lower_sites(l, step->a), lower_word(l, step->b), lower_word(l, step->c));
        return;
    case ST_SET:
        do_set(l, step);
        return;
    default:
        act_on(l, step, lower_sites(l, step->a));
        return;
    }
}

static void each_round(struct lower *l, struct val element, struct label *next, void *user)
{
    const struct step *step = user;
    l->env->slots[step->slot] = element;
    if (step->b != NULL)
        lower_if(l, step->b, false, next);
    lower_settled(l, step->body);
}

void lower_each_step(struct lower *l, const struct step *step)
{
    struct gather gather = {0};
    if (l->gather != NULL) { /* an `each` inside another adds to its actions */
        lower_each(l, step->a, each_round, (void *)(uintptr_t)step);
        return;
    }
    gather.before = lower_emit(l, (enum code_op)OP_LABEL, 0, 0, 0);
    gather.before->label = lower_label(l);
    if (!(l->spot.acted.fixed && l->spot.acted.word == 1)) {
        uint16_t reg = lower_reg(l, 1);
        lower_emit(l, OP_NMOVE, reg, lower_as_word(l, l->spot.acted), 0);
        l->spot.acted = (struct val){.rep = REP_WORD, .reg = reg};
    }
    int depth = l->fn->depth;
    l->gather = &gather;
    lower_each(l, step->a, each_round, (void *)(uintptr_t)step);
    l->gather = NULL;
    for (struct gathered *g = gather.first; g != NULL && !l->failed; g = g->next) {
        l->fn->depth_of[g->reg] = (uint8_t)depth;
        for (struct gathered *other = gather.first; other != g; other = other->next) {
            if (g->step->op != ST_SET && other->step->op != ST_SET)
                fault_if(l, OP_J_MEET, g->reg, other->reg);
        }
    }
    for (struct gathered *g = gather.first; g != NULL && !l->failed; g = g->next) {
        if (g->step->op == ST_SET)
            set_gathered(l, g);
        else if (g->moved != 0)
            carry_gathered(l, g);
        else
            act_on(l, g->step, lower_set_val(l, g->reg, g->class, l->none));
    }
}
