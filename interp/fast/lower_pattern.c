/* lower_pattern.c - patterns as sets: where a variant stands is what its cells ask, each set shifted by the cell's
 * offset, all at once. What stood as the turn began is made once for each turn. */
#include "lower.h"

enum { PATTERN_CELLS = 400 }; /* of all variants that can change: more is left to exec_formed */

static bool is_piece_set(unsigned allowed)
{
    return !(allowed & CONTENT_EMPTY);
}

/* A cell asks for pieces, or against them: which. */
static unsigned pieces_of(const struct lower *l, unsigned allowed)
{
    unsigned all = ((unsigned)CONTENT_PLAYER << l->rules->player_count) - 1;
    return is_piece_set(allowed) ? allowed : all & ~allowed;
}

static bool has_part(const struct lower *l, unsigned pieces, int part)
{
    int players = l->rules->player_count;
    return pieces >> 2 & (part < players ? 1u << part : 0) || (part >= players && pieces & CONTENT_NEUTRAL);
}

static uint16_t pieces_on(struct lower *l, const uint16_t *parts, unsigned pieces)
{
    uint64_t none[BITSET_WORDS] = {0};
    uint16_t reg = 0;
    for (int i = 0; i < l->rules->player_count + l->rules->neutral_count; i++) {
        if (has_part(l, pieces, i))
            reg = reg == 0 ? parts[i] : lower_pure(l, OP_OR, reg, parts[i], 0, NULL);
    }
    return reg != 0 ? reg : lower_constant(l, none, l->words);
}

static unsigned all_pieces(const struct lower *l, const struct pattern_variant *variant)
{
    unsigned pieces = 0;
    for (int i = 0; i < variant->count; i++)
        pieces |= pieces_of(l, variant->offsets[i].allowed);
    return pieces;
}

/* Since the turn began. */
static bool has_changed(const struct lower *l, const struct pattern_variant *variant)
{
    unsigned pieces = all_pieces(l, variant);
    for (int i = 0; i < l->rules->player_count + l->rules->neutral_count; i++) {
        if (has_part(l, pieces, i) && l->spot.part[i] != l->begin.part[i])
            return true;
    }
    return false;
}

/* Against the offset: the sites from which it leads into the set. */
static const struct shift *back_by(struct lower *l, const struct pattern_offset *offset)
{
    return lower_shift_by(l, -offset->dx, -offset->dy);
}

static uint16_t at_offset(struct lower *l, const uint16_t *parts, const struct pattern_offset *offset)
{
    uint16_t reg = pieces_on(l, parts, pieces_of(l, offset->allowed));
    return offset->dx == 0 && offset->dy == 0 ? reg : lower_shifted(l, reg, back_by(l, offset));
}

/* Do the cells that ask for pieces lie on the board only where the variant fits? */
static bool fits_by_pieces(struct lower *l, const struct pattern_variant *variant)
{
    for (int s = 0; s < l->none; s++) {
        bool lies = !set_has(variant->fit, s);
        for (int i = 0; i < variant->count && lies; i++) {
            const struct pattern_offset *offset = &variant->offsets[i];
            if (is_piece_set(offset->allowed))
                lies = lower_shift_by(l, offset->dx, offset->dy)->steps[s] != l->none;
        }
        if (lies)
            return false;
    }
    return true;
}

/* But for the cell `but`, -1 for none. */
static uint16_t where_stands(struct lower *l, const uint16_t *parts, const struct pattern_variant *variant, int but)
{
    uint64_t fit[BITSET_WORDS] = {0};
    uint16_t reg = 0;
    set_copy(l->board->words, fit, variant->fit);
    if (!fits_by_pieces(l, variant))
        reg = lower_constant(l, fit, l->words);
    for (int pass = 0; pass < 2; pass++) { /* what is asked for, then what is not: the first has no complement */
        for (int i = 0; i < variant->count; i++) {
            const struct pattern_offset *offset = &variant->offsets[i];
            if (i == but || is_piece_set(offset->allowed) != (pass == 0))
                continue;
            uint16_t there = at_offset(l, parts, offset);
            if (reg == 0 && pass == 1)
                reg = lower_constant(l, fit, l->words);
            reg = reg == 0 ? there : lower_pure(l, pass == 0 ? OP_AND : OP_ANDN, reg, there, 0, NULL);
        }
    }
    return reg != 0 ? reg : lower_constant(l, fit, l->words);
}

/* Where it stands, if it did not as the turn began. */
static uint16_t where_formed(struct lower *l, const struct pattern_variant *variant, int but)
{
    uint16_t before = where_stands(l, l->begin.part, variant, -1);
    return lower_pure(l, OP_ANDN, where_stands(l, l->spot.part, variant, but), before, 0, NULL);
}

static uint16_t either(struct lower *l, uint16_t a, uint16_t b)
{
    return a == 0 ? b : lower_pure(l, OP_OR, a, b, 0, NULL);
}

/* Few cells, each one shift of whole sets? times: a variant is worked out so often for each of its cells. */
static bool is_worth_it(struct lower *l, const struct pattern_view *view, bool times)
{
    int cells = 0;
    if (l->without >> PASS_PATTERNS & 1)
        return false;
    for (int i = 0; i < view->variant_count; i++) {
        const struct pattern_variant *variant = &view->variants[i];
        for (int k = 0; k < variant->count; k++) {
            const struct shift *shift = back_by(l, &variant->offsets[k]);
            cells += shift->count == 0 ? PATTERN_CELLS : shift->count * (times ? variant->count : 1);
        }
        if (cells >= PATTERN_CELLS)
            return false;
    }
    return true;
}

bool lower_if_formed(struct lower *l, const struct pattern_view *view, bool sense, struct label *to)
{
    uint16_t formed = 0;
    if (l->fn != l->main || !is_worth_it(l, view, false))
        return false; /* a rule that runs itself does not reach the start of the turn */
    for (int i = 0; i < view->variant_count; i++) {
        if (has_changed(l, &view->variants[i]))
            formed = either(l, formed, where_formed(l, &view->variants[i], -1));
    }
    if (formed != 0)
        lower_jump(l, sense ? OP_J_SOME : OP_J_NO, formed, 0, to);
    else if (!sense)
        lower_jump(l, OP_JUMP, 0, 0, to);
    return true;
}

bool lower_found(struct lower *l, const struct pattern_view *view, bool anchors, struct val *found)
{
    uint64_t nowhere[BITSET_WORDS] = {0};
    uint16_t all = 0;
    if (!is_worth_it(l, view, false))
        return false;
    for (int v = 0; v < view->variant_count; v++) {
        const struct pattern_variant *variant = &view->variants[v];
        uint16_t from = where_stands(l, l->spot.part, variant, -1);
        for (int i = 0; i < (anchors ? 1 : variant->count); i++) {
            const struct pattern_offset *offset = &variant->offsets[i];
            bool away = offset->dx != 0 || offset->dy != 0;
            all = either(l, all, away ? lower_shifted(l, from, lower_shift_by(l, offset->dx, offset->dy)) : from);
        }
    }
    *found = lower_set_val(l, all != 0 ? all : lower_constant(l, nowhere, l->words), CLASS_ANY, l->none);
    return true;
}

/* ---- bans, where the last thing that a way does is to put a piece on a chosen site ---- */

/* The part of the position that gets the piece, or -1. */
static int part_put_last(struct lower *l, const struct step *choice, const struct up *up)
{
    int part = -1;
    bool wrote = lower_is_known(l->spot.wrote, 1);
    for (const struct step *step = choice->next; step != NULL; step = step->next) {
        const struct expr *e = step->op == ST_WRITE ? step->args[0] : step->a;
        bool here = e != NULL && e->op == EX_LOCAL && e->index == choice->slot;
        if (step->op == ST_WRITE) {
            wrote |= here;
            continue;
        }
        if (step->op != ST_PUT || !here || part >= 0)
            return -1;
        part = lower_piece_part(l, step->piece);
    }
    for (; up != NULL; up = up->up) {
        if (up->op != UP_STEPS || up->next != NULL)
            return -1;
    }
    return wrote ? part : -1;
}

/* A piece on an empty site completes an instance around it. */
static uint16_t where_completed(struct lower *l, const struct pattern_view *view, int part)
{
    uint16_t bad = 0;
    for (int v = 0; v < view->variant_count; v++) {
        const struct pattern_variant *variant = &view->variants[v];
        for (int i = 0; i < variant->count; i++) {
            const struct pattern_offset *offset = &variant->offsets[i];
            if (!is_piece_set(offset->allowed) || !has_part(l, offset->allowed, part))
                continue;
            uint16_t from = where_formed(l, variant, i);
            bool away = offset->dx != 0 || offset->dy != 0;
            bad = either(l, bad, away ? lower_shifted(l, from, lower_shift_by(l, offset->dx, offset->dy)) : from);
        }
    }
    return bad;
}

struct formed_before {
    uint16_t bad;
    const uint64_t *table;
};

static void add_from_table(struct lower *l, struct val anchor, struct label *next, void *user)
{
    struct formed_before *formed = user;
    (void)next;
    uint16_t others = lower_pure(l, OP_TABLE, anchor.reg, 0, 0, formed->table);
    lower_emit(l, OP_INTO, formed->bad, formed->bad, others);
}

/* What stands before the piece comes goes on to stand if the piece does not lie on a cell that forbids it: by anchor,
 * all other sites. */
static const uint64_t *make_others(struct lower *l, const struct pattern_variant *variant, int part)
{
    uint64_t *table = ARENA_ARRAY(l->arena, uint64_t, (l->none + 1) * l->words);
    for (int s = 0; s < l->none; s++) {
        uint64_t *others = table + s * l->words;
        set_copy(l->board->words, others, l->board->area[AREA_EVERYWHERE]);
        for (int i = 0; i < variant->count; i++) {
            const struct pattern_offset *offset = &variant->offsets[i];
            int to = lower_shift_by(l, offset->dx, offset->dy)->steps[s];
            if (to != l->none && !is_piece_set(offset->allowed) && has_part(l, pieces_of(l, offset->allowed), part))
                set_remove(others, to);
        }
    }
    return table;
}

static void add_formed_before(struct lower *l, const struct pattern_view *view, int part, uint16_t bad)
{
    for (int v = 0; v < view->variant_count; v++) {
        const struct pattern_variant *variant = &view->variants[v];
        if (!has_changed(l, variant))
            continue;
        struct val formed = lower_set_val(l, where_formed(l, variant, -1), CLASS_ANY, l->none);
        struct formed_before before = {bad, make_others(l, variant, part)};
        lower_each_site(l, formed, add_from_table, &before);
    }
}

/* NULL: a ban that cannot be judged before its way. */
static const struct pattern_view *view_of_ban(struct lower *l, int i)
{
    const struct expr *ban = l->rules->bans[i].truth;
    if (ban->op != EX_FORMED || i >= 64)
        return NULL;
    const struct pattern_view *view = l->rules->patterns[ban->index]->views[l->mover];
    return is_worth_it(l, view, true) ? view : NULL;
}

bool lower_judges_bans(struct lower *l, const struct step *choice, const struct up *up)
{
    if (choice->a->kind != KIND_SITES || l->fn != l->main || l->gather != NULL || !lower_is_known(l->spot.passed, 0) ||
        part_put_last(l, choice, up) < 0)
        return false;
    for (int i = 0; i < l->rules->ban_count; i++) {
        if (view_of_ban(l, i) != NULL)
            return true;
    }
    return false;
}

struct val lower_unbanned(struct lower *l, const struct step *choice, const struct up *up, struct val set)
{
    int part = part_put_last(l, choice, up);
    if (set.rep != REP_SET)
        return set;
    for (int i = 0; i < l->rules->ban_count; i++) {
        const struct pattern_view *view = view_of_ban(l, i);
        if (view == NULL)
            continue;
        uint64_t nowhere[BITSET_WORDS] = {0};
        uint16_t bad = lower_reg(l, l->words), completed = where_completed(l, view, part);
        lower_emit(l, OP_MOVE, bad, completed != 0 ? completed : lower_constant(l, nowhere, l->words), 0);
        add_formed_before(l, view, part, bad);
        uint16_t empty = lower_as_set(l, lower_empty(l)); /* to put a piece elsewhere is a fault, banned or not */
        bad = lower_pure(l, OP_AND, bad, empty, 0, NULL);
        uint16_t rest = lower_pure(l, OP_ANDN, lower_as_set(l, set), bad, 0, NULL);
        set = lower_set_val(l, rest, set.class, set.max);
        l->bans_judged |= (uint64_t)1 << i;
    }
    return set;
}
