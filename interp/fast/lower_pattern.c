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

static bool can_change(const struct lower *l, const struct pattern_variant *variant)
{
    unsigned pieces = 0;
    for (int i = 0; i < variant->count; i++)
        pieces |= pieces_of(l, variant->offsets[i].allowed);
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

static uint16_t where_stands(struct lower *l, const uint16_t *parts, const struct pattern_variant *variant)
{
    uint64_t fit[BITSET_WORDS] = {0};
    uint16_t reg = 0;
    set_copy(l->board->words, fit, variant->fit);
    if (!fits_by_pieces(l, variant))
        reg = lower_constant(l, fit, l->words);
    for (int pass = 0; pass < 2; pass++) { /* what is asked for, then what is not: the first has no complement */
        for (int i = 0; i < variant->count; i++) {
            const struct pattern_offset *offset = &variant->offsets[i];
            if (is_piece_set(offset->allowed) != (pass == 0))
                continue;
            uint16_t there = at_offset(l, parts, offset);
            reg = reg == 0 ? there : lower_pure(l, pass == 0 ? OP_AND : OP_ANDN, reg, there, 0, NULL);
        }
    }
    return reg;
}

/* Few cells, each one shift of whole sets? */
static bool is_worth_it(struct lower *l, const struct pattern_view *view)
{
    int cells = 0;
    for (int i = 0; i < view->variant_count; i++) {
        const struct pattern_variant *variant = &view->variants[i];
        for (int k = 0; k < variant->count && can_change(l, variant); k++) {
            const struct shift *shift = back_by(l, &variant->offsets[k]);
            cells += shift->count == 0 ? PATTERN_CELLS : shift->count;
        }
        if (cells >= PATTERN_CELLS)
            return false;
    }
    return true;
}

bool lower_if_formed(struct lower *l, const struct pattern_view *view, bool sense, struct label *to)
{
    uint16_t formed = 0;
    if (l->fn != l->main || l->without >> PASS_PATTERNS & 1 || !is_worth_it(l, view))
        return false; /* a rule that runs itself does not reach the start of the turn */
    for (int i = 0; i < view->variant_count; i++) {
        const struct pattern_variant *variant = &view->variants[i];
        if (!can_change(l, variant))
            continue;
        uint16_t before = where_stands(l, l->begin.part, variant), now = where_stands(l, l->spot.part, variant);
        uint16_t fresh = lower_pure(l, OP_ANDN, now, before, 0, NULL);
        formed = formed == 0 ? fresh : lower_pure(l, OP_OR, formed, fresh, 0, NULL);
    }
    if (formed != 0)
        lower_jump(l, sense ? OP_J_SOME : OP_J_NO, formed, 0, to);
    else if (!sense)
        lower_jump(l, OP_JUMP, 0, 0, to);
    return true;
}
