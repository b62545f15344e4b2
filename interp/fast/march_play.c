/* march_play.c - random games and counts of the march shape: a loop for each number of words. */
#include "ended.h"
#include "march_run.h"

static void decide_stuck(const struct march *m, struct ended *ended, int line, int player)
{
    ended->stuck = true;
    ended_decide(ended, line == MARCH_ON ? END_DRAW : m->stucks[line].ending, player);
}

ALWAYS_INLINE struct ended game(const struct march_run *run, struct march_board *board, struct march_found *found,
                                struct rng *rng, int words, bool wide)
{
    const struct march *m = run->m;
    struct ended over = {0};
    struct march_move move;
    while (over.plies < run->max_plies) {
        find_moves(m, board, found, words);
        if (UNLIKELY(found->total == 0)) {
            decide_stuck(m, &over, stuck_end(m, board, words), board->to_move);
            break;
        }
        nth_move(found, draw_below(rng, found->total), &move, words, wide);
        make_move(m, board, &move, words);
        over.plies++;
        int end = ended(m, board, words);
        if (UNLIKELY(end != MARCH_ON)) {
            ended_decide(&over, m->ends[end].ending, 1 - board->to_move);
            break;
        }
    }
    return over;
}

ALWAYS_INLINE void games(const struct march_run *run, struct placement_tally *tally, int words, bool wide)
{
    struct march_found found;
    for (uint64_t i = 0; i < run->count; i++) {
        struct rng seeded;
        rng_seed(&seeded, run->seed + (run->first + i) * RNG_STRIDE);
        struct rng rng = seeded; /* its address stays here, so it can live in registers */
        struct march_board board = *run->from;
        struct ended ended = game(run, &board, &found, &rng, words, wide);
        ended_add(tally, &ended);
    }
}

/* ---- lists and counts ---- */

ALWAYS_INLINE int list(const struct march *m, const struct march_board *board, struct march_move *moves, int room,
                       int words)
{
    struct march_found found;
    find_moves(m, board, &found, words);
    for (int i = 0; i < room && i < (int)found.total; i++)
        nth_move(&found, (uint32_t)i, &moves[i], words, false);
    return (int)found.total;
}

ALWAYS_INLINE bool draw(const struct march *m, const struct march_board *board, struct rng *rng,
                        struct march_move *move, int words, bool wide)
{
    struct march_found found;
    find_moves(m, board, &found, words);
    if (found.total > 0)
        nth_move(&found, draw_below(rng, found.total), move, words, wide);
    return found.total > 0;
}

typedef uint64_t count_fn(const struct march *m, const struct march_board *board, int depth);

/* The last ply is counted without being played. */
ALWAYS_INLINE uint64_t count(const struct march *m, const struct march_board *board, int depth, count_fn *below,
                             int words)
{
    struct march_found found;
    uint64_t total = 0;
    if (depth == 0)
        return 1;
    if (depth == 1 && LIKELY(guards(m, board, words) == 0))
        return find_heads(m, board, NULL, words);
    find_moves(m, board, &found, words);
    if (depth == 1)
        return found.total;
    for (int i = 0; i < found.count; i++) {
        for (int j = 0; j < words * MARCH_LANES; j++) {
            for (uint64_t rest = found.set[i * words * MARCH_LANES + j]; rest != 0; rest &= rest - 1) {
                int head = (j / MARCH_LANES) * 64 + __builtin_ctzll(rest);
                struct march_move move = {j % MARCH_LANES, head, found.length[i], found.steps[i]};
                struct march_board after = *board;
                make_move(m, &after, &move, words);
                if (ended(m, &after, words) == MARCH_ON)
                    total += below(m, &after, depth - 1);
            }
        }
    }
    return total;
}

/* ---- one of each for each number of words, and the same for processors with more instructions ---- */

#define CALLS(name, target, words, wide)                                                                               \
    static target void name##_play(const struct march_run *run, struct placement_tally *tally)                         \
    {                                                                                                                  \
        games(run, tally, words, wide);                                                                                \
    }                                                                                                                  \
    static target uint64_t name##_perft(const struct march *m, const struct march_board *board, int depth)             \
    {                                                                                                                  \
        return count(m, board, depth, name##_perft, words);                                                            \
    }                                                                                                                  \
    static target bool name##_draw(const struct march *m, const struct march_board *board, struct rng *rng,            \
                                   struct march_move *move)                                                            \
    {                                                                                                                  \
        return draw(m, board, rng, move, words, wide);                                                                 \
    }                                                                                                                  \
    static target int name##_list(const struct march *m, const struct march_board *board, struct march_move *moves,    \
                                  int room)                                                                            \
    {                                                                                                                  \
        return list(m, board, moves, room, words);                                                                     \
    }                                                                                                                  \
    static target int name##_put(const struct march *m, struct march_board *board, const struct march_move *move)      \
    {                                                                                                                  \
        make_move(m, board, move, words);                                                                              \
        return ended(m, board, words);                                                                                 \
    }                                                                                                                  \
    static target int name##_stuck(const struct march *m, const struct march_board *board)                             \
    {                                                                                                                  \
        return stuck_end(m, board, words);                                                                             \
    }                                                                                                                  \
    static const struct march_calls name = {name##_play, name##_perft, name##_draw,                                    \
                                            name##_list, name##_put,   name##_stuck};

CALLS(plain_1, , 1, false)
CALLS(plain_2, , 2, false)
CALLS(plain_3, , 3, false)
CALLS(plain_4, , 4, false)
static const struct march_calls *const plain[MARCH_WORDS] = {&plain_1, &plain_2, &plain_3, &plain_4};

#ifdef __x86_64__
#define WIDE __attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt")))
CALLS(wide_1, WIDE, 1, true)
CALLS(wide_2, WIDE, 2, true)
CALLS(wide_3, WIDE, 3, true)
CALLS(wide_4, WIDE, 4, true)
static const struct march_calls *const wide[MARCH_WORDS] = {&wide_1, &wide_2, &wide_3, &wide_4};
#endif

const struct march_calls *march_choose(int words)
{
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
        __builtin_cpu_supports("popcnt"))
        return wide[words - 1];
#endif
    return plain[words - 1];
}

void march_play(const struct march_run *run, struct placement_tally *tally)
{
    run->m->calls->play(run, tally);
}

uint64_t march_perft(const struct march *m, const struct march_board *board, int depth)
{
    return m->calls->perft(m, board, depth);
}

bool march_draw(const struct march *m, const struct march_board *board, struct rng *rng, struct march_move *move)
{
    return m->calls->draw(m, board, rng, move);
}

int march_list(const struct march *m, const struct march_board *board, struct march_move *moves, int room)
{
    return m->calls->list(m, board, moves, room);
}

int march_put(const struct march *m, struct march_board *board, const struct march_move *move)
{
    return m->calls->put(m, board, move);
}

int march_stuck(const struct march *m, const struct march_board *board)
{
    return m->calls->stuck(m, board);
}
