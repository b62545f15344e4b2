/* test_march.c - the fast path for marching lines against the plain evaluator: in step with it, ply by ply, in shipped
 * games and made-up ones; what it refuses; counts; how it draws; any number of threads. */
#include "lockstep.h"

#include <string.h>

#include "march_games.h"

enum { PLIES = 20000, LONGEST = 300, MOVES = 4096, DRAWS = 40000 };

/* ---- which games ---- */

/* Every shipped game of the shape; how many. */
static int each_shipped(with_game *body, void *user)
{
    cut_context *context = cut_context_new(NULL);
    int count = 0;
    for (size_t i = 0; i < cut_file_count(); i++) {
        const cut_file *file = cut_file_at(i);
        cut_game *game = strcmp(file->folder, "stdlib") != 0 ? load_game(context, file->name, "-") : NULL;
        if (game != NULL && game->march != NULL) {
            body(game, user);
            count++;
        }
        cut_game_free(game);
    }
    cut_context_free(context);
    return count;
}

static void each_made_up(with_game *body, void *user)
{
    for (size_t i = 0; i < sizeof march_games / sizeof *march_games; i++)
        with_game_text(march_games[i], body, user);
}

static void fast_and_plain_agree(void **state)
{
    (void)state;
    struct lockstep_share share = {PLIES / 12, 1, LONGEST, 0};
    assert_in_range(each_shipped(lockstep_play_shape, &share), 3, 100);
    share.seed = 100;
    each_made_up(lockstep_play_shape, &share);
    assert_true(share.played >= PLIES);
}

static void refuse(cut_game *game, void *user)
{
    if (game->march != NULL)
        fail_msg("game %d has the fast path", *(int *)user);
}

static void other_shapes(void **state)
{
    (void)state;
    for (int i = 0; i < (int)(sizeof no_march_games / sizeof *no_march_games); i++)
        with_game_text(no_march_games[i], refuse, &i);
}

static void counts_agree(void **state)
{
    (void)state;
    each_shipped(compare_counts, NULL);
    each_made_up(compare_counts, NULL);
}

/* ---- how moves are drawn ---- */

static bool same_move(const struct march_move *a, const struct march_move *b)
{
    return a->lane == b->lane && a->head == b->head && a->length == b->length && a->steps == b->steps;
}

static void draw_evenly(const cut_game *game, const struct core *core)
{
    static const struct march_move none = {0};
    struct march_move moves[MOVES], drawn = none;
    struct march_board board;
    uint64_t counts[MOVES] = {0};
    struct rng rng;
    if (!march_begin(game->march, core, &board))
        return;
    int count = march_list(game->march, &board, moves, MOVES);
    rng_seed(&rng, 99);
    for (int i = 0; i < DRAWS; i++) {
        int at = 0;
        assert_int_equal(march_draw(game->march, &board, &rng, &drawn), count > 0);
        while (at < count && !same_move(&moves[at], &drawn))
            at++;
        if (count == 0)
            return;
        assert_in_range(at, 0, count - 1);
        counts[at]++;
    }
    double expected = (double)DRAWS / count, square = 0;
    for (int i = 0; i < count; i++)
        square += ((double)counts[i] - expected) * ((double)counts[i] - expected) / expected;
    if ((square - count) * (square - count) > 16 * 2.0 * count) /* far beyond chance; the seed is fixed */
        fail_msg("%s: chi-square %.1f for %d moves", cut_game_name(game), square, count);
}

static void draw_game(cut_game *game, void *user)
{
    cut_position *position;
    uint64_t random = 5;
    (void)user;
    assert_int_equal(cut_position_new(game, &position), CUT_OK);
    for (int round = 0; round < 3; round++) {
        draw_evenly(game, position->core);
        for (int i = 0; i < 9; i++)
            cut_position_play_random(position, next_random, &random);
    }
    cut_position_free(position);
}

static void draws_are_even(void **state)
{
    (void)state;
    each_shipped(draw_game, NULL);
    each_made_up(draw_game, NULL);
}

static void sample_game(cut_game *game, void *user)
{
    (void)user;
    compare_samples(game, NULL);
}

static void games_are_alike(void **state)
{
    (void)state;
    each_made_up(sample_game, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fast_and_plain_agree), cmocka_unit_test(other_shapes),    cmocka_unit_test(counts_agree),
        cmocka_unit_test(draws_are_even),       cmocka_unit_test(games_are_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
