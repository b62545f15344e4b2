/* placement_put.h - boards of the placement shape, inlined into the loops that play and count: what is legal, what a
 * stone reaches. Arguments that say what the rules have are constants there. */
#ifndef CUT_PLACEMENT_PUT_H
#define CUT_PLACEMENT_PUT_H

#include "placement.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))
#define LIKELY(truth) __builtin_expect((truth), 1)
#define UNLIKELY(truth) __builtin_expect((truth), 0)

enum legality { LEGAL_ALL, LEGAL_NEAR, LEGAL_FAR };
/* One link among all eight neighbours, one link, rows of one or several lengths, anything. */
enum goals { GOALS_LINK8, GOALS_LINK, GOALS_ROWS, GOALS_ANY };

ALWAYS_INLINE int column_of(int site)
{
    return site & 31;
}
ALWAYS_INLINE int row_of(int site)
{
    return site >> 5 & 31;
}
ALWAYS_INLINE uint32_t half(uint64_t pair, int player)
{
    return (uint32_t)(pair >> 32 * player);
}

/* In 0 … bound - 1 from 32 random bits, and more in the rare case that those would not be fair. */
ALWAYS_INLINE uint32_t below(struct rng *rng, uint32_t bits, uint32_t bound)
{
    uint64_t product = (uint64_t)bits * bound;
    if (UNLIKELY((uint32_t)product < bound)) {
        uint32_t threshold = -bound % bound;
        while ((uint32_t)product < threshold)
            product = (rng_next(rng) >> 32) * bound;
    }
    return (uint32_t)(product >> 32);
}

/* ---- legality ---- */

/* The 3 × 3 sites around (x, y), three bits for each row, of both players. */
ALWAYS_INLINE uint64_t window(const uint64_t *rows, int x, int y)
{
    const uint64_t three = UINT64_C(0x0000000700000007);
    rows += y + PLACEMENT_RADIUS - 1;
    x += PLACEMENT_RADIUS - 1;
    return (rows[0] >> x & three) | (rows[1] >> x & three) << 3 | (rows[2] >> x & three) << 6;
}

/* All rows, without looking whether the first have decided: that is seldom foreseen. */
ALWAYS_INLINE bool looks_far(const struct placement_far *far, const uint64_t *rows, int x, int y, int player)
{
    uint64_t possible = ~UINT64_C(0);
    for (int i = 0; i < far->row_count; i++) {
        uint64_t row = rows[y + far->row[i]] >> x;
        possible &= far->own[i][half(row, player) & 127] & far->other[i][half(row, 1 - player) & 127];
    }
    return possible != 0;
}

ALWAYS_INLINE bool is_legal(const struct placement *p, const uint64_t *stones, int site, int player,
                            enum legality legality)
{
    int x = column_of(site), y = row_of(site);
    if (legality == LEGAL_ALL)
        return true;
    const struct placement_near *near = p->near[player];
    uint64_t w = window(stones, x, y);
    if ((near->own[half(w, player) & 511] & near->other[half(w, 1 - player) & 511]) != 0)
        return false;
    return legality == LEGAL_NEAR || !looks_far(p->far[player], stones, x, y, player);
}

/* ---- links ---- */

/* The runs of `in` that a bit of `some`, all within `in`, is in. */
ALWAYS_INLINE uint32_t whole_runs(uint32_t in, uint32_t some)
{
    some |= in & ~(in + some); /* the carry runs up to the end of a run */
    uint32_t free = in;        /* downwards: the bits with `step` bits of the run above them */
    for (int step = 1; step < 8; step *= 2) {
        some |= free & some >> step;
        free &= free >> step;
    }
    for (int step = 8; UNLIKELY(free != 0); step *= 2) {
        some |= free & some >> step;
        free &= free >> step;
    }
    return some;
}

/* The bits of a row next to f's. */
ALWAYS_INLINE uint32_t beside(uint32_t f, uint32_t near)
{
    return (-(near & 1) & f >> 1) | (-(near >> 1 & 1) & f) | (-(near >> 2) & f << 1);
}

struct wave {
    uint32_t row, bits;
};

/* The loose stone is joined, and all that hangs on it. True if that arrives. */
ALWAYS_INLINE bool spread(uint32_t *loose, uint32_t *joined, const uint32_t *to, const uint32_t *near, uint32_t row,
                          uint32_t bits)
{
    struct wave waiting[BOARD_SITE_LIMIT]; /* each comes from a wave that joined a stone at least */
    int count = 0;
    uint32_t arrived = 0;
    for (;;) {
        uint32_t here = loose[row];
        bits &= here;
        if (bits != 0) {
            uint32_t run = near[1] != 0 ? whole_runs(here, bits) : bits;
            loose[row] = here & ~run;
            joined[row] |= run;
            arrived |= run & to[row];
            uint32_t above = beside(run, near[2]) & loose[row + 1], below = beside(run, near[0]) & loose[row - 1];
            if (above != 0) {
                if (below != 0)
                    waiting[count++] = (struct wave){row - 1, below};
                row++;
                bits = above;
                continue;
            }
            if (below != 0) {
                row--;
                bits = below;
                continue;
            }
        }
        if (count == 0)
            return arrived != 0;
        count--;
        row = waiting[count].row;
        bits = waiting[count].bits;
    }
}

ALWAYS_INLINE bool touches(const uint32_t *joined, uint32_t mask, int x, uint32_t row, bool all_eight)
{
    x += PLACEMENT_RADIUS - 1;
    if (all_eight) /* the site itself is not joined yet */
        return ((joined[row - 1] | joined[row] | joined[row + 1]) >> x & 7) != 0;
    uint32_t w = (joined[row - 1] >> x & 7) | (joined[row] >> x & 7) << 3 | (joined[row + 1] >> x & 7) << 6;
    return (w & mask) != 0;
}

/* A stone on (x, y); begins: it is joined even without neighbours. True if a chain arrives by it. */
ALWAYS_INLINE bool put_link(const struct placement_link *link, uint32_t *loose, uint32_t *joined, int player, int x,
                            int y, bool begins, bool all_eight)
{
    static const uint32_t eight[3] = {7, 5, 7};
    uint32_t row = (uint32_t)y + PLACEMENT_RADIUS, bit = 1u << (x + PLACEMENT_RADIUS);
    loose[row] |= bit;
    if (!(begins | touches(joined, link->mask, x, row, all_eight)))
        return false;
    return spread(loose, joined, link->to[player], all_eight ? eight : link->near, row, bit);
}

/* ---- rows ---- */

/* A bit in each half where `length` bits of it follow each other. */
ALWAYS_INLINE uint64_t runs_of(uint64_t lines, int length)
{
    int have = 1;
    for (; 2 * have <= length; have *= 2)
        lines &= lines >> have;
    return lines & lines >> (length - have);
}

/* Is there a row of the shortest length? Lines are shorter than 32 bits, so two of them share a word. */
ALWAYS_INLINE bool put_row(const struct placement *p, struct placement_board *board, int site, int player)
{
    const struct placement_lines *lines = &p->lines[site & PLACEMENT_SITE];
    uint64_t found = 0;
    for (int a = 0; a < PLACEMENT_AXES; a += 2) {
        uint64_t *one = &board->line[lines->line[a]], *two = &board->line[lines->line[a + 1]];
        uint64_t first = *one |= UINT64_C(1) << (lines->bit[a] + 32 * player);
        uint64_t second = *two |= UINT64_C(1) << (lines->bit[a + 1] + 32 * player);
        uint64_t both = player == 0 ? (first & UINT32_MAX) | second << 32 : first >> 32 | (second >> 32 << 32);
        found |= runs_of(both, p->shortest);
    }
    return found != 0;
}

/* The first goal that the stone reaches, if `row` is known to be there; for all but games of one link. */
int placement_judge(const struct placement *p, const struct placement_board *board, int site, int player,
                    unsigned arrived, unsigned joined, bool row);

/* ---- a stone ---- */

ALWAYS_INLINE int put_any(const struct placement *p, struct placement_board *board, int site, int player)
{
    int x = column_of(site), y = row_of(site), column = x + PLACEMENT_RADIUS, row = y + PLACEMENT_RADIUS;
    unsigned arrived = 0, joined = 0;
    for (int i = 0; i < p->link_count; i++) {
        const struct placement_link *link = &p->links[i];
        bool begins = link->from[player][row] >> column & 1;
        arrived |= (unsigned)put_link(link, board->link[i].loose[player], board->link[i].joined[player], player, x, y,
                                      begins, false)
                   << i;
        joined |= (board->link[i].joined[player][row] >> column & 1) << i;
    }
    bool row_there = p->lines != NULL && put_row(p, board, site, player);
    if (!(row_there | (joined != 0)))
        return -1;
    return placement_judge(p, board, site, player, arrived, joined, row_there);
}

/* The number of the goal that it reaches, or -1. */
ALWAYS_INLINE int put(const struct placement *p, struct placement_board *board, int site, int player,
                      enum legality legality, enum goals goals)
{
    int x = column_of(site), y = row_of(site);
    if (legality != LEGAL_ALL)
        board->stones[y + PLACEMENT_RADIUS] |= UINT64_C(1) << (x + PLACEMENT_RADIUS + 32 * player);
    if (goals == GOALS_LINK8 || goals == GOALS_LINK)
        return put_link(&p->links[0], board->link[0].loose[player], board->link[0].joined[player], player, x, y,
                        (site & PLACEMENT_BEGINS << player) != 0, goals == GOALS_LINK8)
                   ? 0
                   : -1;
    if (goals == GOALS_ROWS)
        return UNLIKELY(put_row(p, board, site, player)) ? placement_judge(p, board, site, player, 0, 0, true) : -1;
    return put_any(p, board, site, player);
}

#endif
