/* march_run.h - boards of the march shape, inlined into the loops that play and count: `words` is a constant there.
 *
 * Moves are found for all heads at once. `line` are the heads with at least k stones in a row behind them, `end` the
 * sites from which the site so many steps on is one to end on and those between are free. Four directions are dealt
 * with in one vector. */
#ifndef CUT_MARCH_RUN_H
#define CUT_MARCH_RUN_H

#include "march.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))
#define LIKELY(truth) __builtin_expect((truth), 1)
#define UNLIKELY(truth) __builtin_expect((truth), 0)

typedef uint64_t march_four __attribute__((vector_size(32)));

struct march_fours {
    march_four w[MARCH_WORDS];
};

/* The heads that may do each length and number of steps, for each direction. */
struct march_found {
    int count;
    uint32_t total;
    uint32_t upto[MARCH_SETS]; /* moves before those of an element */
    uint8_t length[MARCH_SETS], steps[MARCH_SETS];
    uint64_t set[MARCH_SETS * MARCH_WORDS * MARCH_LANES]; /* by element, word, lane */
};

/* ---- sets ---- */

ALWAYS_INLINE uint64_t part_of(const struct march *m, const struct march_board *board, int part, int w)
{
    return part < 2 ? board->stones[part][w] : m->all[w] & ~(board->stones[0][w] | board->stones[1][w]);
}

ALWAYS_INLINE int64_t sum_of(const struct march *m, const struct march_board *board, const struct march_test *test,
                             int words)
{
    int64_t sum = test->number;
    for (int i = 0; i < test->term_count; i++) {
        const struct march_term *term = &test->terms[i];
        int count = 0;
        for (int w = 0; w < words; w++)
            count += __builtin_popcountll(part_of(m, board, term->part, w) & term->mask[w]);
        sum += term->sign * count;
    }
    return sum;
}

ALWAYS_INLINE bool holds(const struct march *m, const struct march_board *board, const struct march_truth *truth,
                         int words)
{
    uint32_t stack = truth->count == 0;
    for (int i = 0; i < truth->count; i++) {
        const struct march_test *test = &truth->tests[i];
        uint32_t rest = stack >> 1;
        switch (test->op) {
        case MARCH_TRUE:
            stack = stack << 1 | 1;
            break;
        case MARCH_NOT:
            stack ^= 1;
            break;
        case MARCH_AND:
            stack = (rest & ~(uint32_t)1) | (rest & stack & 1);
            break;
        case MARCH_OR:
            stack = rest | (stack & 1);
            break;
        case MARCH_LESS:
            stack = stack << 1 | (sum_of(m, board, test, words) < 0);
            break;
        case MARCH_EQUAL:
            stack = stack << 1 | (sum_of(m, board, test, words) == 0);
            break;
        }
    }
    return stack & 1;
}

/* ---- steps of sets, four directions at a time ---- */

/* Towards higher bits, or lower ones; where that leads into is told by the mask. */
ALWAYS_INLINE void step_fours(struct march_fours *out, const struct march_fours *in, bool up, const march_four *by,
                              const struct march_fours *mask, int words)
{
    struct march_fours to;
    for (int w = 0; w < words; w++) {
        to.w[w] = up ? in->w[w] << *by : in->w[w] >> *by;
        if (up && w > 0)
            to.w[w] |= in->w[w - 1] >> (64 - *by);
        if (!up && w + 1 < words)
            to.w[w] |= in->w[w + 1] << (64 - *by);
        to.w[w] &= mask->w[w];
    }
    for (int w = 0; w < words; w++)
        out->w[w] = to.w[w];
}

ALWAYS_INLINE void load_fours(struct march_fours *to, const uint64_t from[MARCH_WORDS][4], int words)
{
    for (int w = 0; w < words; w++)
        memcpy(&to->w[w], from[w], sizeof to->w[w]);
}

/* The same word in all four. */
#define SPREAD(word) ((march_four){0} + (word))

/* The position as the player to move sees it. */
struct march_view {
    uint64_t stones[MARCH_WORDS], prey[MARCH_WORDS], way[MARCH_WORDS], goal[MARCH_WORDS];
};

ALWAYS_INLINE void look_at(const struct march *m, const struct march_board *board, struct march_view *view, int words)
{
    const struct march_side *side = &m->side[board->to_move];
    for (int w = 0; w < words; w++) {
        uint64_t empty = part_of(m, board, 2, w);
        view->stones[w] = board->stones[board->to_move][w] & side->stones[w];
        view->prey[w] = board->stones[1 - board->to_move][w] & side->prey[w];
        view->way[w] = empty & side->way[w];
        view->goal[w] = empty & side->goal[w];
    }
}

struct march_group { /* four directions, while the length grows */
    march_four by;
    struct march_fours arrive, depart;
    struct march_fours open;         /* where one step leads to no own stone */
    struct march_fours line, strong; /* strong: prey in lines that are too long */
};

ALWAYS_INLINE void forward(struct march_fours *out, const struct march_fours *in, const struct march_group *g, int up,
                           int words)
{
    step_fours(out, in, up, &g->by, &g->arrive, words);
}

/* The sites from which a step leads into the set. */
ALWAYS_INLINE void backward(struct march_fours *out, const struct march_fours *in, const struct march_group *g, int up,
                            int words)
{
    step_fours(out, in, !up, &g->by, &g->depart, words);
}

ALWAYS_INLINE void meet_with(struct march_fours *fours, const uint64_t *set, int words)
{
    for (int w = 0; w < words; w++) {
        fours->w[w] &= SPREAD(set[w]);
    }
}

ALWAYS_INLINE void begin_group(struct march_group *g, const struct march *m, const struct march_side *side,
                               const struct march_view *view, int at, int words)
{
    memcpy(&g->by, side->lanes.distance[at], sizeof g->by);
    load_fours(&g->arrive, side->lanes.arrive[at], words);
    load_fours(&g->depart, side->lanes.depart[at], words);
    for (int w = 0; w < words; w++) {
        g->line.w[w] = SPREAD(view->stones[w]);
        g->strong.w[w] = SPREAD(view->prey[w]);
        g->open.w[w] = SPREAD(view->prey[w] | view->goal[w] | view->way[w]);
    }
    backward(&g->open, &g->open, g, at == 0, words);
    if (m->stronger) {
        backward(&g->strong, &g->strong, g, at == 0, words);
        meet_with(&g->strong, view->prey, words);
    }
}

ALWAYS_INLINE void grow_group(struct march_group *g, const struct march_view *view, int at, int words)
{
    forward(&g->line, &g->line, g, at == 0, words);
    meet_with(&g->line, view->stones, words);
    backward(&g->strong, &g->strong, g, at == 0, words);
    meet_with(&g->strong, view->prey, words);
}

/* Where one step leads to an end of the way. */
ALWAYS_INLINE void first_end(struct march_fours *end, const struct march_group *g, const struct march_view *view,
                             int at, int words)
{
    for (int w = 0; w < words; w++) {
        end->w[w] = (SPREAD(view->prey[w]) & ~g->strong.w[w]) | SPREAD(view->goal[w]);
    }
    backward(end, end, g, at == 0, words);
}

/* Some line has a first step that is not off the board nor onto an own stone. */
ALWAYS_INLINE bool is_mobile(const struct march_group *up, const struct march_group *down, int words)
{
    march_four any = {0};
    for (int w = 0; w < words; w++)
        any |= (up->open.w[w] & up->line.w[w]) | (down->open.w[w] & down->line.w[w]);
    return (any[0] | any[1] | any[2] | any[3]) != 0;
}

/* The heads that may do `length` and `steps` are those in `line` and `end`. */
ALWAYS_INLINE void store_heads(struct march_found *found, int length, int steps, const struct march_fours *up,
                               const struct march_fours *down, int words)
{
    uint64_t *set = found->set + found->count * words * MARCH_LANES;
    march_four any = {0};
    for (int w = 0; w < words; w++) {
        memcpy(set + w * MARCH_LANES, &up->w[w], sizeof up->w[w]);
        memcpy(set + w * MARCH_LANES + 4, &down->w[w], sizeof down->w[w]);
        any |= up->w[w] | down->w[w];
    }
    if (words > 1 && (any[0] | any[1] | any[2] | any[3]) == 0)
        return; /* not counted: that would take longer */
    found->length[found->count] = (uint8_t)length;
    found->steps[found->count++] = (uint8_t)steps;
}

/* Through memory: to take a vector apart would keep the units busy that the next steps need. */
ALWAYS_INLINE uint32_t count_fours(const struct march_fours *a, const struct march_fours *b, int words)
{
    int count = 0;
    for (int w = 0; w < words; w++) {
        struct {
            march_four a, b;
        } pair = {a->w[w], b->w[w]};
        uint64_t word[MARCH_LANES];
        memcpy(word, &pair, sizeof word);
        __asm__("" : "+m"(word));
        for (int i = 0; i < MARCH_LANES; i++)
            count += __builtin_popcountll(word[i]);
    }
    return (uint32_t)count;
}

ALWAYS_INLINE void meet_fours(struct march_fours *out, const struct march_fours *a, const struct march_fours *b,
                              int words)
{
    for (int w = 0; w < words; w++)
        out->w[w] = a->w[w] & b->w[w];
}

/* Into `found`; NULL: only counted. */
ALWAYS_INLINE uint32_t find_heads(const struct march *m, const struct march_board *board, struct march_found *found,
                                  int words)
{
    const struct march_side *side = &m->side[board->to_move];
    struct march_view view;
    struct march_group up = {0}, down = {0};
    uint32_t total = 0;
    look_at(m, board, &view, words);
    begin_group(&up, m, side, &view, 0, words);
    begin_group(&down, m, side, &view, 1, words);
    for (int length = 1; length <= MARCH_LONGEST && is_mobile(&up, &down, words); length++) {
        struct march_fours end_up, end_down, heads_up, heads_down;
        int least = m->least.a * length + m->least.b, most = m->most.a * length + m->most.b;
        first_end(&end_up, &up, &view, 0, words);
        first_end(&end_down, &down, &view, 1, words);
        for (int steps = 1; steps <= most; steps++) {
            if (steps > 1) {
                meet_with(&end_up, view.way, words);
                backward(&end_up, &end_up, &up, true, words);
                meet_with(&end_down, view.way, words);
                backward(&end_down, &end_down, &down, false, words);
            }
            if (steps < least)
                continue;
            meet_fours(&heads_up, &up.line, &end_up, words);
            meet_fours(&heads_down, &down.line, &end_down, words);
            if (found != NULL)
                store_heads(found, length, steps, &heads_up, &heads_down, words);
            else
                total += count_fours(&heads_up, &heads_down, words);
        }
        grow_group(&up, &view, 0, words);
        grow_group(&down, &view, 1, words);
    }
    return total;
}

ALWAYS_INLINE void count_heads(struct march_found *found, int words)
{
    uint32_t total = 0;
    for (int i = 0; i < found->count; i++) {
        const uint64_t *set = found->set + i * words * MARCH_LANES;
        uint32_t count = 0;
        for (int j = 0; j < words * MARCH_LANES; j++)
            count += (uint32_t)__builtin_popcountll(set[j]);
        found->upto[i] = total;
        total += count;
    }
    found->total = total;
}

/* ---- moves ---- */

ALWAYS_INLINE void clear_bit(uint64_t *set, int bit, int words)
{
    set[words == 1 ? 0 : bit >> 6] &= ~(UINT64_C(1) << (bit & 63));
}

ALWAYS_INLINE void add_bit(uint64_t *set, int bit, int words)
{
    set[words == 1 ? 0 : bit >> 6] |= UINT64_C(1) << (bit & 63);
}

ALWAYS_INLINE void take_run(const struct march *m, struct march_board *board, const struct march_move *move, int tip,
                            int words)
{
    const struct march_side *side = &m->side[board->to_move];
    uint64_t *prey = board->stones[1 - board->to_move];
    int delta = side->lanes.delta[move->lane];
    for (int at = tip;; at += delta) {
        int w = words == 1 ? 0 : at >> 6;
        if (!(prey[w] & side->prey[w] & UINT64_C(1) << (at & 63)))
            break;
        clear_bit(prey, at, words);
        if (!(side->lanes.depart[move->lane >> 2][w][move->lane & 3] >> (at & 63) & 1))
            break;
    }
}

/* The line leaves as many sites at its tail as it enters before its head. */
ALWAYS_INLINE void make_move(const struct march *m, struct march_board *board, const struct march_move *move, int words)
{
    const struct march_lanes *lanes = &m->side[board->to_move].lanes;
    uint64_t *own = board->stones[board->to_move];
    int delta = lanes->delta[move->lane], steps = move->steps;
    int tip = move->head + steps * delta, tail = move->head - (move->length - 1) * delta;
    if (m->takes_run)
        take_run(m, board, move, tip, words);
    else
        clear_bit(board->stones[1 - board->to_move], tip, words);
    if (words == 1) { /* from the lowest of the sites left and of those entered */
        uint64_t row = lanes->pattern[move->lane][steps];
        int left = delta > 0 ? tail : tail + (steps - 1) * delta, entered = delta > 0 ? move->head + delta : tip;
        own[0] = (own[0] & ~(row << left)) | row << entered;
    } else {
        for (int i = 0; i < steps; i++) {
            clear_bit(own, tail + i * delta, words);
            add_bit(own, tip - i * delta, words);
        }
    }
    board->to_move = 1 - board->to_move;
}

/* After a move: the first end that holds, as its mover sees it. */
ALWAYS_INLINE int ended(const struct march *m, const struct march_board *board, int words)
{
    for (int i = 0; i < m->end_count; i++) {
        if (holds(m, board, &m->ends[i].when[1 - board->to_move], words))
            return i;
    }
    return MARCH_ON;
}

ALWAYS_INLINE int stuck_end(const struct march *m, const struct march_board *board, int words)
{
    for (int i = 0; i < m->stuck_count; i++) {
        if (holds(m, board, &m->stucks[i].when[board->to_move], words))
            return i;
    }
    return MARCH_ON;
}

/* Leaves the moves out after which a check fails whose guard holds now. */
ALWAYS_INLINE bool passes(const struct march *m, const struct march_board *board, const struct march_move *move,
                          unsigned guarded, int words)
{
    struct march_board after = *board;
    make_move(m, &after, move, words);
    for (int i = 0; i < m->check_count; i++) {
        if ((guarded >> i & 1) && !holds(m, &after, &m->checks[i].truth[board->to_move], words))
            return false;
    }
    return true;
}

ALWAYS_INLINE void filter(const struct march *m, const struct march_board *board, struct march_found *found,
                          unsigned guarded, int words)
{
    for (int i = 0; i < found->count; i++) {
        for (int j = 0; j < words * MARCH_LANES; j++) {
            uint64_t *set = &found->set[i * words * MARCH_LANES + j];
            for (uint64_t rest = *set; rest != 0; rest &= rest - 1) {
                int head = (j / MARCH_LANES) * 64 + __builtin_ctzll(rest);
                struct march_move move = {j % MARCH_LANES, head, found->length[i], found->steps[i]};
                if (!passes(m, board, &move, guarded, words))
                    *set &= ~(rest & -rest);
            }
        }
    }
}

/* The checks that the next move has to pass. */
ALWAYS_INLINE unsigned guards(const struct march *m, const struct march_board *board, int words)
{
    unsigned guarded = 0;
    for (int i = 0; i < m->check_count; i++)
        guarded |= (unsigned)holds(m, board, &m->checks[i].guard[board->to_move], words) << i;
    return guarded;
}

/* All legal moves, counted. */
ALWAYS_INLINE void find_moves(const struct march *m, const struct march_board *board, struct march_found *found,
                              int words)
{
    unsigned guarded = guards(m, board, words);
    found->count = 0;
    find_heads(m, board, found, words);
    if (UNLIKELY(guarded != 0))
        filter(m, board, found, guarded, words);
    count_heads(found, words);
}

/* The place of the n-th set bit, from 0. */
ALWAYS_INLINE int nth_bit(uint64_t word, uint32_t n, bool wide)
{
#ifdef __x86_64__
    if (wide) {
        uint64_t bit;
        __asm__("pdep %2, %1, %0" : "=r"(bit) : "r"(UINT64_C(1) << n), "r"(word));
        return __builtin_ctzll(bit);
    }
#endif
    for (; n > 0; n--)
        word &= word - 1;
    (void)wide;
    return __builtin_ctzll(word);
}

/* The n-th of the moves that were found. Counting instead of searching: nothing to be foreseen. */
ALWAYS_INLINE void nth_move(const struct march_found *found, uint32_t n, struct march_move *move, int words, bool wide)
{
    int i = 0, place = 0;
    uint32_t sum = 0, before = 0;
    for (int j = 1; j < found->count; j++)
        i += n >= found->upto[j];
    n -= found->upto[i];
    const uint64_t *set = found->set + i * words * MARCH_LANES;
    for (int j = 0; j < words * MARCH_LANES - 1; j++) {
        sum += (uint32_t)__builtin_popcountll(set[j]);
        bool past = n >= sum;
        place += past;
        before = past ? sum : before;
    }
    *move = (struct march_move){place % MARCH_LANES, (place / MARCH_LANES) * 64 + nth_bit(set[place], n - before, wide),
                                found->length[i], found->steps[i]};
}

/* In 0 … bound - 1, without bias. */
ALWAYS_INLINE uint32_t draw_below(struct rng *rng, uint32_t bound)
{
    uint64_t product = (rng_next(rng) >> 32) * bound;
    if (UNLIKELY((uint32_t)product < bound)) {
        uint32_t threshold = -bound % bound;
        while ((uint32_t)product < threshold)
            product = (rng_next(rng) >> 32) * bound;
    }
    return (uint32_t)(product >> 32);
}

#endif
