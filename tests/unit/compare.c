#include "lockstep.h"

#include <string.h>

/* ---- counts ---- */

enum { ROUNDS = 4, DEEPEST = 8, FEW = 2500 };

static uint64_t perft_of(cut_position *position, int depth, bool without_swap, bool plain)
{
    cut_perft_options options = {.without_swap = without_swap, .plain = plain};
    uint64_t nodes;
    assert_int_equal(cut_perft(position, depth, &options, &nodes), CUT_OK);
    return nodes;
}

void compare_counts(cut_game *game, void *unused)
{
    cut_position *position;
    uint64_t random = 7;
    (void)unused;
    assert_int_equal(cut_position_new(game, &position), CUT_OK);
    for (int round = 0; round < ROUNDS; round++) {
        for (int depth = 0; depth <= DEEPEST; depth++) {
            uint64_t nodes = perft_of(position, depth, false, false);
            if (nodes > FEW)
                break;
            assert_int_equal(nodes, perft_of(position, depth, false, true));
            assert_int_equal(perft_of(position, depth, true, false), perft_of(position, depth, true, true));
        }
        for (int i = 0; i <= 6 * round; i++)
            cut_position_play_random(position, next_random, &random);
    }
    cut_position_free(position);
}

/* ---- how games are drawn ---- */

enum { OUTCOMES = 128, SAMPLES = 50000 };

/* The chance of each way to end: 4 × plies + 0 draw, 1 and 2 wins, 3 if it goes on after `left` plies. */
static void enumerate(struct lockstep *t, const struct core *core, int plies, int left, double weight, double *chance)
{
    struct arena_mark mark = arena_mark(&t->m->kept);
    struct turn_list list = {0};
    if (left == 0 && !turn_over(core)) {
        chance[4 * plies + 3] += weight;
        return;
    }
    turn_moves(t->m, core, WANT_CORE, false, &list);
    for (size_t i = 0; i < list.count; i++)
        enumerate(t, list.moves[i].core, plies + 1, left - 1, weight / (double)list.count, chance);
    if (list.count == 0) {
        struct verdict verdict = turn_verdict(t->m, core);
        chance[4 * plies + (verdict.result == RESULT_DRAW ? 0 : 1 + verdict.winner)] += weight;
    }
    arena_release(&t->m->kept, mark);
}

void compare_chances(struct lockstep *t, const struct playout *way, int longest)
{
    double chance[OUTCOMES] = {0}, square = 0;
    uint64_t counts[OUTCOMES] = {0};
    int cells = 0;
    assert_in_range(longest, 1, OUTCOMES / 4 - 1);
    enumerate(t, t->core, 0, longest, 1, chance);
    for (uint64_t i = 0; i < SAMPLES; i++) {
        struct playout_tally tally = {0};
        lockstep_sample(t, way, i, longest, &tally);
        counts[4 * tally.plies + tally.wins[0] + 2 * tally.wins[1] + 3 * tally.unfinished]++;
    }
    for (int i = 0; i < OUTCOMES; i++) {
        double expected = chance[i] * SAMPLES, off = (double)counts[i] - expected;
        assert_true(expected > 0 || counts[i] == 0);
        if (expected < 5)
            continue;
        square += off * off / expected;
        cells++;
    }
    if (square > cells + 4 * 1.4142 * cells) /* far beyond chance; the seed is fixed */
        fail_msg("%s: chi-square %.1f in %d cells", cut_game_name(t->game), square, cells);
}

/* ---- seeds, threads, sums ---- */

enum { MANY = 1001, PLAIN_GAMES = 60, SMALL_BOARD = 64, LONGEST = 400 };

static cut_playout_result sample(cut_position *position, uint64_t playouts, uint64_t seed, int threads, bool plain)
{
    cut_playout_options options = {
        .playouts = playouts, .seed = seed, .threads = threads, .plain = plain, .max_plies = LONGEST};
    cut_playout_result result;
    assert_int_equal(cut_playouts(position, &options, &result), CUT_OK);
    return result;
}

static double share_of(uint64_t part, const cut_playout_result *of)
{
    return (double)part / (double)of->playouts;
}

/* Two ways to sum up games that are drawn evenly: they agree as far as chance lets them. */
static void compare_sums(const char *name, const cut_playout_result *fast, const cut_playout_result *plain)
{
    double off[] = {share_of(fast->wins[0], fast) - share_of(plain->wins[0], plain),
                    share_of(fast->wins[1], fast) - share_of(plain->wins[1], plain),
                    share_of(fast->draws, fast) - share_of(plain->draws, plain),
                    share_of(fast->unfinished, fast) - share_of(plain->unfinished, plain),
                    share_of(fast->stuck, fast) - share_of(plain->stuck, plain)};
    for (size_t i = 0; i < sizeof off / sizeof *off; i++) {
        if (off[i] > 0.28 || off[i] < -0.28) /* more than four deviations of 60 games */
            fail_msg("%s: share %d is off by %f", name, (int)i, off[i]);
    }
    double length = share_of(fast->plies, fast), plainly = share_of(plain->plies, plain);
    assert_true(length < 1.4 * plainly && plainly < 1.4 * length);
}

void compare_samples(cut_game *game, const char *start)
{
    cut_position *position;
    assert_int_equal(cut_position_new(game, &position), CUT_OK);
    if (start != NULL)
        assert_int_equal(cut_position_set(position, start), CUT_OK);
    cut_playout_result alone = sample(position, MANY, 1, 0, false);
    assert_int_equal(alone.playouts, MANY);
    assert_int_equal(MANY, alone.wins[0] + alone.wins[1] + alone.draws + alone.unfinished);
    for (int threads = 2; threads <= 5; threads += 3) {
        cut_playout_result result = sample(position, MANY, 1, threads, false);
        assert_memory_equal(&result, &alone, sizeof result);
    }
    cut_playout_result other = sample(position, MANY, 2, 1, false);
    if (alone.wins[0] > 0 && alone.wins[1] > 0) /* else all games may be alike */
        assert_memory_not_equal(&other, &alone, sizeof other);
    if (cut_game_site_count(game) <= SMALL_BOARD) { /* on others plain games take long */
        cut_playout_result plain = sample(position, PLAIN_GAMES, 1, 2, true);
        compare_sums(cut_game_name(game), &alone, &plain);
    }
    cut_position_free(position);
}
