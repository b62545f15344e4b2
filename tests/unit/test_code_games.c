/* test_code_games.c - made-up rules as register code against the plain evaluator: in lock-step, and whole random games.
 */
#include "lockstep.h"

#include "code_games.h"

enum {
    PLIES = 400,
    DRAW_PLIES = 60,
    LONGEST = 200,
    GAMES = 400,
    COUNT = sizeof code_games / sizeof *code_games,
    SETTLED = sizeof settled_games / sizeof *settled_games
};

static void play_game(cut_game *game, void *unused)
{
    struct lockstep t;
    (void)unused;
    lockstep_open(&t, game, 5);
    t.in_turn = true;
    rival_add_codes(&t);
    lockstep_play(&t, PLIES, LONGEST);
    lockstep_close(&t);
}

static void code_and_plain_agree(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT; i++)
        with_game_text(code_games[i], play_game, NULL);
    for (size_t i = 0; i < SETTLED; i++)
        with_game_text(settled_games[i], play_game, NULL);
}

static void draws_are_even(void **state)
{
    struct lockstep_share share = {.plies = DRAW_PLIES, .seed = 7, .longest = LONGEST};
    (void)state;
    for (size_t i = 0; i < COUNT; i++)
        with_game_text(code_games[i], lockstep_play_draws, &share);
}

/* ---- whole games ---- */

static cut_playout_result playouts(cut_game *game, bool plain)
{
    cut_position *position;
    cut_playout_result result;
    cut_playout_options options = {.playouts = GAMES, .seed = 3, .plain = plain};
    assert_int_equal(cut_position_new(game, &position), CUT_OK);
    assert_int_equal(cut_playouts(position, &options, &result), CUT_OK);
    cut_position_free(position);
    return result;
}

static void near(const cut_game *game, const char *what, uint64_t a, uint64_t b)
{
    double share = (double)(a + b) / (2.0 * GAMES), difference = (double)a - (double)b;
    if (difference * difference > 30.0 * (2.0 * GAMES * share * (1.0 - share) + 1.0))
        fail_msg("%s: %d and %d\n%s", what, (int)a, (int)b, cut_game_text(game));
}

static void sum_alike(cut_game *game, void *unused)
{
    cut_playout_result plain = playouts(game, true), code = playouts(game, false);
    (void)unused;
    for (int p = 0; p < CUT_MAX_PLAYERS; p++)
        near(game, "wins", plain.wins[p], code.wins[p]);
    near(game, "draws", plain.draws, code.draws);
    near(game, "stuck", plain.stuck, code.stuck);
}

static void sum_same(cut_game *game, void *unused)
{
    cut_playout_result plain = playouts(game, true), code = playouts(game, false);
    (void)unused;
    assert_memory_equal(&plain, &code, sizeof plain);
}

static void whole_games_end_alike(void **state)
{
    (void)state;
    for (size_t i = 0; i < SETTLED; i++)
        with_game_text(settled_games[i], sum_same, NULL);
    for (size_t i = 0; i < COUNT; i++)
        with_game_text(code_games[i], sum_alike, NULL);
}

/* ---- counting ---- */

/* From the second ply: the first that is counted is listed by the plain evaluator. */
static void mistake_is_told(cut_game *game, void *unused)
{
    cut_position *plain, *code;
    uint64_t nodes[2];
    (void)unused;
    assert_int_equal(cut_position_new(game, &plain), CUT_OK);
    assert_int_equal(cut_position_new(game, &code), CUT_OK);
    assert_int_equal(cut_perft(plain, 2, &(cut_perft_options){.plain = true}, &nodes[0]), CUT_OK);
    assert_int_equal(cut_perft(code, 2, &(cut_perft_options){0}, &nodes[1]), CUT_OK);
    assert_int_equal(nodes[0], nodes[1]);
    assert_string_not_equal(cut_position_fault(plain), "");
    assert_string_equal(cut_position_fault(plain), cut_position_fault(code));
    cut_position_free(plain);
    cut_position_free(code);
}

static void counts_agree(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT; i++)
        with_game_text(code_games[i], compare_counts, NULL);
    for (size_t i = 0; i < sizeof wrong_games / sizeof *wrong_games; i++)
        with_game_text(wrong_games[i], mistake_is_told, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(code_and_plain_agree), cmocka_unit_test(draws_are_even),
                                       cmocka_unit_test(whole_games_end_alike), cmocka_unit_test(counts_agree)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
