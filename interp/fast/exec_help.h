/* exec_help.h - parts of exec_run.h that are the same for each width of sets; `words` is always a constant there. */
#ifndef CUT_EXEC_HELP_H
#define CUT_EXEC_HELP_H

#include "../engine/eval_list.h"
#include "../engine/geometry.h"
#include "code.h"

#define UNLIKELY(truth) __builtin_expect((truth), 0)
#define INLINE static inline __attribute__((always_inline))

enum way_fate { WAY_PASSED_OVER, WAY_TAKEN, WAY_FAULT };

/* WAY_TAKEN: it is the first of its kind. */
enum way_fate exec_way_same(struct exec *e, uint64_t key, uint64_t result);
void exec_keep(struct exec *e);
void exec_score(struct exec *e, const struct scores *scores, const uint64_t *f);
void exec_out(struct exec *e, int end, int player);
bool exec_size(struct exec *e, uint64_t *size, int64_t low, int64_t high, uint32_t sites);
bool exec_subset(uint64_t *out, const uint64_t *of, int64_t size, int words);
bool exec_next_subset(uint64_t *subset, const uint64_t *of, int words);
void exec_found(struct exec *e, const struct formed *formed, const uint64_t *f, uint64_t *out, int words);
bool exec_formed(struct exec *e, const struct formed *formed, const uint64_t *f, int words);
uint64_t exec_seen(struct exec *e, const struct seen *seen, const uint64_t *f, int words);
uint64_t exec_text_sites(const struct site_texts *names, uint64_t text, const uint64_t *sites, int words);

INLINE uint64_t exec_text(uint64_t text, const struct text *more, uint64_t last)
{
    return ((text >> 16) * more->power + more->sum) << 16 | last;
}

INLINE uint64_t exec_text_mix(uint64_t text, uint64_t word)
{
    text = (text ^ word) * 0x9E3779B97F4A7C15u;
    text ^= text >> 29;
    return (text * 0xBF58476D1CE4E5B9u) ^ text >> 32;
}

/* Words are stored in pairs: a set is read in pairs soon after, and waits for a pair that was stored in halves. */
typedef uint64_t word_pair __attribute__((vector_size(16), aligned(8), may_alias));

INLINE void store_set(int words, uint64_t *to, const uint64_t *from)
{
    int i = 0;
    for (; i + 1 < words; i += 2) {
        word_pair pair = {from[i], from[i + 1]};
        *(word_pair *)(void *)(to + i) = pair;
    }
    if (i < words)
        to[i] = from[i];
}

/* Uniform below `bound`, without bias (Lemire 2019, as in rng_below). */
INLINE uint32_t below(struct rng *rng, uint32_t bound)
{
    uint64_t product = (rng_next(rng) >> 32) * bound;
    if (__builtin_expect((uint32_t)product < bound, 0)) {
        uint32_t threshold = -bound % bound;
        while ((uint32_t)product < threshold)
            product = (rng_next(rng) >> 32) * bound;
    }
    return (uint32_t)(product >> 32);
}

INLINE uint32_t count_sites(int words, const uint64_t *set)
{
    int count = 0;
    for (int i = 0; i < words; i++)
        count += __builtin_popcountll(set[i]);
    return (uint32_t)count;
}

/* The place of the r-th bit of a word that has as many. */
INLINE uint64_t select_bit(uint64_t w, uint32_t r)
{
    uint64_t at = 0;
    for (unsigned half = 32; half > 0; half /= 2) {
        uint32_t count = (uint32_t)__builtin_popcountll(w & (((uint64_t)1 << half) - 1));
        if (r >= count) {
            r -= count;
            w >>= half;
            at += half;
        }
    }
    return at;
}

/* The word that holds the r-th site of a set; r becomes its number there. */
INLINE int pick_word(int words, const uint64_t *set, uint32_t *r)
{
    for (int i = 0; i < words - 1; i++) {
        uint32_t count = (uint32_t)__builtin_popcountll(set[i]);
        if (*r < count)
            return i;
        *r -= count;
    }
    return words - 1;
}

INLINE int pick_branch(struct exec *e, const struct branches *branches, const uint64_t *f)
{
    uint64_t sum = 0, r;
    if (branches->weights == NULL)
        return (int)below(&e->rng, (uint32_t)branches->count);
    for (int i = 0; i < branches->count; i++)
        sum += f[branches->weights[i]];
    if (sum == 0 || sum > UINT32_MAX)
        return -1;
    r = below(&e->rng, (uint32_t)sum);
    int chosen = 0;
    sum = 0;
    for (int i = 0; i < branches->count - 1; i++) { /* without a jump that nobody can foresee */
        sum += f[branches->weights[i]];
        chosen += r >= sum;
    }
    return chosen;
}

INLINE void copy_all(const struct copy *copies, int count, const uint64_t *f, uint64_t *frame, int words)
{
    for (int i = 0; i < count; i++) {
        const struct copy *c = &copies[i];
        if (c->words == words)
            set_copy(words, frame + c->to, f + c->from);
        else
            frame[c->to] = f[c->from];
    }
}

/* Every bit of the result hangs on every bit of the word: sums of such results do not cancel out (splitmix64). */
INLINE uint64_t scatter(uint64_t word)
{
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9u;
    word = (word ^ word >> 27) * 0x94D049BB133111EBu;
    return word ^ word >> 31;
}

/* The same for ways to the same position: made of the words that are not as the turn began, which are few. */
INLINE uint64_t way_result(const struct exec *e, const struct way *way, const uint64_t *f)
{
    const struct program *program = e->program;
    uint64_t result = f[way->again] * 2 + f[way->passed];
    for (int i = 0; i < way->result_count; i++) {
        const struct copy *c = &way->copies[i];
        int at = c->to - program->now;
        const uint64_t *now = f + c->from, *start = e->frame + program->start + at;
        for (int w = 0; w < c->words && now != start; w++) {
            uint64_t differ = now[w] ^ start[w];
            if (differ != 0)
                result += scatter(differ + (uint64_t)(at + w + 1) * 0xD1342543DE82EF95u);
        }
    }
    return result;
}

/* Of ways with different results a random one: each result has a random number, and the lowest is taken. So it does not
 * matter how often a result comes, and none has to be kept. */
INLINE enum way_fate lowest_way(struct exec *e, uint64_t result)
{
    if (e->ways++ == 0) {
        e->salt = rng_next(&e->rng);
        e->lowest = UINT64_MAX;
    }
    uint64_t number = scatter(e->salt ^ result);
    if (number >= e->lowest && e->ways > 1)
        return WAY_PASSED_OVER;
    e->lowest = number;
    return WAY_TAKEN;
}

/* Each way that is not one of those before takes the place of the one taken with the chance that it should have. */
INLINE enum way_fate any_way(struct exec *e)
{
    e->ways++;
    return !e->keep_all && e->ways > 1 && below(&e->rng, (uint32_t)e->ways) != 0 ? WAY_PASSED_OVER : WAY_TAKEN;
}

INLINE enum way_fate exec_way(struct exec *e, const struct way *way, const uint64_t *f)
{
    enum way_fate fate;
    if (e->program->dedupes) {
        uint64_t result = way_result(e, way, f);
        enum moves_mode mode = e->program->rules->moves_mode; /* distinct: of strict code */
        if (mode != MOVES_BY_RESULT || e->keep_all) {
            uint64_t text = exec_text_mix(f[way->text] >> 16, 1);
            fate = exec_way_same(e, mode == MOVES_BY_RESULT ? result : text, result);
            if (fate == WAY_TAKEN)
                fate = any_way(e);
            else if (mode == MOVES_DISTINCT)
                fate = WAY_FAULT; /* a mistake of the rules, which the plain evaluator will tell */
        } else {
            fate = lowest_way(e, result);
        }
    } else {
        fate = any_way(e);
    }
    if (fate == WAY_TAKEN) {
        e->frame[e->program->again] = f[way->again];
        e->frame[e->program->passed] = f[way->passed];
    }
    return fate;
}

INLINE void exec_finish(struct exec *e, bool again, bool passed)
{
    struct head *head = &e->head;
    head->ply++;
    head->passes = passed ? head->passes + 1 : 0;
    if (!again)
        head->to_move = e->next[head->to_move];
    head->flags &= (uint8_t)~HEAD_STUCK_PASS;
    e->frame[e->program->ply] = (uint64_t)head->ply;
    e->frame[e->program->passes] = (uint64_t)head->passes;
}

/* ---- whole sets ---- */

INLINE void shift_up(int words, uint64_t *out, const uint64_t *in, int by)
{
    for (int i = words - 1; i > 0; i--)
        out[i] = in[i] << by | in[i - 1] >> (64 - by);
    out[0] = in[0] << by;
}

INLINE void shift_down(int words, uint64_t *out, const uint64_t *in, int by)
{
    for (int i = 0; i < words - 1; i++)
        out[i] = in[i] >> by | in[i + 1] << (64 - by);
    out[words - 1] = in[words - 1] >> by;
}

/* Any shift; out is none of the operands. */
INLINE void shift_any(int words, uint64_t *out, const uint64_t *in, const struct shift *shift, int none)
{
    set_clear(words, out);
    if (shift->count == 0) {
        for (SET_EACH(site, words, in)) {
            if (shift->steps[site] != none)
                set_add(out, shift->steps[site]);
        }
        return;
    }
    for (int g = 0; g < shift->count; g++) {
        const struct shift_group *group = &shift->groups[g];
        uint64_t part[BITSET_WORDS], moved[BITSET_WORDS];
        set_and(words, part, in, group->mask);
        int by = group->by;
        if (by > 0 && by < 64) {
            shift_up(words, moved, part, by);
            set_or(words, out, out, moved);
        } else if (by < 0 && by > -64) {
            shift_down(words, moved, part, -by);
            set_or(words, out, out, moved);
        } else {
            for (SET_EACH(site, words, part))
                set_add(out, site + by);
        }
    }
}

INLINE void next_one(int words, uint64_t *out, const uint64_t *in, const struct shift *shift, int none)
{
    const struct shift_group *group = shift->groups;
    if (shift->count != 1 || group->by >= 64 || group->by <= -64) {
        shift_any(words, out, in, shift, none);
        return;
    }
    uint64_t part[BITSET_WORDS];
    set_and(words, part, in, group->mask);
    if (group->by > 0)
        shift_up(words, out, part, group->by);
    else
        shift_down(words, out, part, -group->by);
}

INLINE void next_set(int words, uint64_t *out, const uint64_t *in, const struct dirset *dirset, int none)
{
    set_clear(words, out);
    for (int i = 0; i < dirset->count; i++) {
        uint64_t part[BITSET_WORDS];
        next_one(words, part, in, dirset->shifts[i], none);
        set_or(words, out, out, part);
    }
}

INLINE void shift_times(int words, uint64_t *out, const uint64_t *in, const struct shift *shift, int64_t n, int none)
{
    if (n < 0 || n > none) {
        set_clear(words, out);
        return;
    }
    set_copy(words, out, in);
    for (; n > 0; n--) {
        uint64_t moved[BITSET_WORDS];
        next_one(words, moved, out, shift, none);
        set_copy(words, out, moved);
    }
}

INLINE uint64_t step_times(const uint16_t *steps, uint64_t site, int64_t n, uint64_t none)
{
    if (n < 0)
        return none;
    for (; n > 0 && site != none; n--)
        site = steps[site];
    return site;
}

/* One step from `front` along each direction in turn, and from what it won: rows and bends at once. False: `within` is
 * full. */
INLINE bool spread_wide(int words, uint64_t *out, uint64_t *front, const uint64_t *within, const struct dirset *dirset,
                        int none)
{
    uint64_t wide[BITSET_WORDS], left = 0;
    set_copy(words, wide, front);
    for (int d = 0; d < dirset->count; d++) {
        uint64_t moved[BITSET_WORDS];
        next_one(words, moved, wide, dirset->shifts[d], none);
        for (int i = 0; i < words; i++)
            wide[i] |= moved[i] & within[i];
    }
    for (int i = 0; i < words; i++) {
        front[i] = wide[i] & ~out[i];
        out[i] |= wide[i];
        left |= within[i] & ~out[i];
    }
    return left != 0;
}

/* From `front` (already in out) on: site by site while they are few, else all at once. */
INLINE void spread(int words, uint64_t *out, uint64_t *front, const uint64_t *within, const struct dirset *dirset,
                   int none)
{
    while (set_some(words, front)) {
        if (dirset->count > 1 && (int)count_sites(words, front) <= dirset->count) {
            uint64_t more[BITSET_WORDS];
            set_clear(words, more);
            for (SET_EACH(site, words, front))
                set_or(words, more, more, dirset->near + site * words);
            for (int i = 0; i < words; i++) {
                front[i] = more[i] & within[i] & ~out[i];
                out[i] |= front[i];
            }
        } else if (!spread_wide(words, out, front, within, dirset, none)) {
            return;
        }
    }
}

INLINE void flood(int words, uint64_t *out, const uint64_t *from, const uint64_t *within, const struct dirset *dirset,
                  int none)
{
    uint64_t front[BITSET_WORDS];
    set_copy(words, out, from);
    set_copy(words, front, from);
    spread(words, out, front, within, dirset, none);
}

INLINE void flood_site(int words, uint64_t *out, uint64_t site, const uint64_t *bit, const uint64_t *within,
                       const struct dirset *dirset, int none)
{
    uint64_t front[BITSET_WORDS];
    const uint64_t *near = dirset->near + site * (uint64_t)words;
    for (int i = 0; i < words; i++) {
        front[i] = near[i] & within[i] & ~bit[i];
        out[i] = bit[i] | front[i];
    }
    spread(words, out, front, within, dirset, none);
}

/* The first sites of rows long enough; no jumps, for nobody can foresee them. */
INLINE void row_starts(int words, uint64_t *out, const uint64_t *in, const struct rows *rows, int axis, int none)
{
    set_copy(words, out, in);
    for (int n = 0; n < rows->plan_count; n++) {
        uint64_t moved[BITSET_WORDS];
        next_one(words, moved, out, rows->plan[axis][n], none);
        set_and(words, out, out, moved);
    }
}

INLINE uint64_t longest_row(int words, const uint64_t *in, const struct shift *shift, int none)
{
    uint64_t row[BITSET_WORDS], length = 0;
    set_copy(words, row, in);
    while (set_some(words, row)) {
        uint64_t moved[BITSET_WORDS];
        length++;
        next_one(words, moved, row, shift, none);
        set_and(words, row, in, moved);
    }
    return length;
}

INLINE uint64_t run_weight(int words, const uint64_t *in, const struct run_draw *draw, int none)
{
    uint64_t row[BITSET_WORDS], sum = 0, count;
    set_copy(words, row, in);
    for (uint64_t k = 1; (count = count_sites(words, row)) != 0; k++) {
        uint64_t moved[BITSET_WORDS];
        sum += draw->weighted ? count * k : count;
        next_one(words, moved, row, draw->shift, none);
        set_and(words, row, in, moved);
    }
    return sum;
}

INLINE void find_lines(int words, uint64_t *out, const uint64_t *in, const struct rows *rows, int none)
{
    set_clear(words, out);
    for (int d = 0; d < rows->count; d++) {
        uint64_t row[BITSET_WORDS], moved[BITSET_WORDS];
        row_starts(words, row, in, rows, d, none);
        for (int n = 0; n < rows->length && set_some(words, row); n++) {
            set_or(words, out, out, row);
            next_one(words, moved, row, rows->shifts[d], none);
            set_copy(words, row, moved);
        }
    }
}

INLINE bool some_turned_line(uint64_t in, const struct rows *rows)
{
    uint64_t any = 0;
    for (int d = 0; d < rows->count; d++) {
        uint64_t row = in;
        for (int n = 0; n < rows->plan_count; n++) {
            int by = rows->turn[d][n];
            row &= row << by | row >> (-by & 63);
        }
        any |= row & rows->room[d];
    }
    return any != 0;
}

INLINE bool some_line(int words, const uint64_t *in, const struct rows *rows, int none)
{
    uint64_t any[BITSET_WORDS];
    if (words == 1 && rows->turns)
        return some_turned_line(in[0], rows);
    set_clear(words, any);
    for (int d = 0; d < rows->count; d++) {
        uint64_t row[BITSET_WORDS];
        row_starts(words, row, in, rows, d, none);
        set_or(words, any, any, row);
    }
    return set_some(words, any);
}

/* A chain without a fresh stone and next to none that went was there at the last look. */
INLINE void chain_seeds(int words, struct exec *e, const struct chains *chains, const uint64_t *stones, uint64_t *out)
{
    const uint64_t *looked = e->looked[chains->slot];
    uint64_t changed[BITSET_WORDS];
    for (int i = 0; i < words; i++)
        out[i] = changed[i] = stones[i] ^ looked[i];
    for (SET_EACH(site, words, changed))
        set_or(words, out, out, chains->dirset->near + site * words);
    set_and(words, out, out, stones);
}

/* What is joined to `from` grows with the stones that came since the last look; stones that went are taken out, but not
 * what they held, so it may be too much: when it seems to reach `to`, it is made anew. */
INLINE bool joins(int words, struct exec *e, const struct joins *joins, const uint64_t *stones, int none)
{
    uint64_t *looked = e->looked[joins->slot], *joined = e->joined[joins->slot];
    uint64_t fresh[BITSET_WORDS], front[BITSET_WORDS];
    set_clear(words, front);
    set_minus(words, fresh, stones, looked);
    set_copy(words, looked, stones);
    set_and(words, joined, joined, stones);
    for (SET_EACH(site, words, fresh)) {
        if (set_has(joins->from, site) || set_meets(words, joins->dirset->near + site * words, joined))
            set_add(front, site);
    }
    if (set_some(words, front)) {
        set_or(words, joined, joined, front);
        spread(words, joined, front, stones, joins->dirset, none);
    }
    if (!set_meets(words, joined, joins->to))
        return false;
    set_and(words, front, stones, joins->from);
    flood(words, joined, front, stones, joins->dirset, none);
    return set_meets(words, joined, joins->to);
}

#endif
