/* test_fast.c - the fast path for placing stones against the plain evaluator: in step with it, ply by ply, in every
 * shipped game that has it and in made-up ones; counts; how it draws; any number of threads. */
#include "lockstep.h"

#include <string.h>

#include "fast_games.h"

enum { PLIES = 20000, LONGEST = 700, COUNT = sizeof fast_games / sizeof *fast_games };

/* ---- every shipped game, in several sizes ---- */

static void each_size(const char *name, with_game *body, void *user)
{
    static const long sizes[] = {2, 3, 4, 5, 6, 9, 13, 26};
    cut_context *context = cut_context_new(NULL);
    cut_game *standard = load_game(context, name, "-");
    if (standard->fast != NULL)
        body(standard, user);
    const cut_option *size = size_option(standard);
    for (size_t i = 0; standard->fast != NULL && size != NULL && i < sizeof sizes / sizeof *sizes; i++) {
        char text[32];
        cut_status status;
        snprintf(text, sizeof text, "size=%ld", sizes[i]);
        cut_game *game =
            sizes[i] >= size->low && sizes[i] <= size->high ? try_game(context, name, text, &status) : NULL;
        if (game != NULL && game->fast != NULL)
            body(game, user);
        cut_game_free(game);
    }
    cut_game_free(standard);
    cut_context_free(context);
}

static void each_game(with_game *body, void *user)
{
    for (size_t i = 0; i < cut_file_count(); i++) {
        const cut_file *file = cut_file_at(i);
        if (strcmp(file->folder, "stdlib") != 0)
            each_size(file->name, body, user);
    }
    for (size_t i = 0; i < COUNT; i++)
        with_game_text(fast_games[i], body, user);
}

static void count_game(cut_game *game, void *user)
{
    int *count = user;
    if (game->fast == NULL)
        fail_msg("no fast path:\n%s", cut_game_text(game));
    (*count)++;
}

static void fast_and_plain_agree(void **state)
{
    (void)state;
    int count = 0;
    each_game(count_game, &count);
    assert_in_range(count, 10 + COUNT, 400);
    struct lockstep_share share = {PLIES / (uint64_t)count + 1, 20261129, LONGEST, 0};
    each_game(lockstep_play_shape, &share);
    assert_true(share.played >= PLIES);
    print_message("%d games and sizes have the fast path\n", count);
}

static void perft_both_ways(void **state)
{
    (void)state;
    each_game(compare_counts, NULL);
}

/* ---- how random games are drawn ---- */

enum { LAST = 6, TRIES = 50, SMALL = 64 }; /* LAST: empty sites, few enough to enumerate; SMALL: sites of a board */

static void draw_on(struct lockstep *t, void *unused)
{
    struct placement_board *board = t->rivals[0].state;
    (void)unused;
    assert_true(placement_begin(t->game->fast, t->core, board));
    compare_chances(t, &(struct playout){.placement = t->game->fast, .placement_from = board}, 20);
}

/* Random games, until one has come near its end without one: is what follows drawn evenly? */
static void check_last_plies(cut_game *game, void *user)
{
    struct lockstep t;
    uint64_t random = 1;
    (void)user;
    if (cut_game_site_count(game) > SMALL)
        return;
    lockstep_open(&t, game, 1);
    assert_true(rival_add_shape(&t));
    for (int i = 0; i < TRIES; i++) {
        cut_position_reset(t.position);
        while (lockstep_empty_sites(&t) > LAST && cut_position_play_random(t.position, next_random, &random) == CUT_OK)
            continue;
        memcpy(t.core, t.position->core, game->layout.core_size);
        if (lockstep_empty_sites(&t) <= LAST && !turn_over(t.core)) {
            lockstep_guard(&t, draw_on, NULL);
            break;
        }
    }
    lockstep_close(&t);
}

static void last_plies_are_uniform(void **state)
{
    (void)state;
    each_game(check_last_plies, NULL);
}

static void draw_after(cut_game *game, void *user)
{
    struct lockstep t;
    char moves[LINE_ROOM], *words[MAX_WORDS];
    snprintf(moves, sizeof moves, "%s", (const char *)user);
    size_t count = split_words(moves, words);
    lockstep_open(&t, game, 1);
    assert_true(rival_add_shape(&t));
    for (size_t w = 0; w < count; w++)
        cut_position_play(t.position, words[w]); /* an illegal one is left out */
    memcpy(t.core, t.position->core, game->layout.core_size);
    lockstep_guard(&t, draw_on, NULL);
    lockstep_close(&t);
}

static void draws_are_uniform(void **state)
{
    static char given[][3][32] = {
        {"crossway", "size=2", ""},
        {"crossway", "size=3", "b2 a1 c3"},
        {"crossway", "size=4", "b2 b3 c3 c2 a1 a2 b4 d3 a4"},
        {"crosswind", "size=3", "a1 b2"},
        {"crosswind", "size=4", "a1 b3 d2 c4 a2 d4 b1"},
        {"hex", "size=3", "b2"},
        {"tictactoe", "-", "b2 a1"},
        {"y", "size=3", ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof given / sizeof *given; i++)
        with_settings(given[i][0], given[i][1], draw_after, given[i][2]);
}

/* ---- seeds and threads ---- */

static void sample_game(cut_game *game, void *user)
{
    (void)user;
    compare_samples(game, NULL);
}

static void any_number_of_threads(void **state)
{
    (void)state;
    with_settings("crossway", "size=9", sample_game, NULL);
    with_settings("crossway", "size=4", sample_game, NULL);
    with_settings("hex", "size=5", sample_game, NULL);
    with_settings("yavalath", "-", sample_game, NULL);
}

static bool a_few_times(void *user)
{
    int *left = user;
    return --*left > 0;
}

static void stop_game(cut_game *game, void *user)
{
    cut_position *position;
    (void)user;
    assert_int_equal(cut_position_new(game, &position), CUT_OK);
    for (int threads = 0; threads <= 2; threads++) {
        int left = 10;
        cut_playout_options options = {.go_on = a_few_times, .user = &left, .threads = threads};
        cut_playout_result result;
        assert_int_equal(cut_playouts(position, &options, &result), CUT_STOPPED);
        assert_true(result.playouts > 0);
        assert_int_equal(result.playouts, result.wins[0] + result.wins[1] + result.draws + result.unfinished);
    }
    cut_playout_options none = {.threads = 1};
    cut_playout_result result;
    assert_int_equal(cut_playouts(position, &none, &result), CUT_BAD_CALL);
    cut_position_free(position);
}

static void stops_when_told(void **state)
{
    (void)state;
    with_settings("crossway", "size=5", stop_game, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fast_and_plain_agree),  cmocka_unit_test(perft_both_ways),
        cmocka_unit_test(draws_are_uniform),     cmocka_unit_test(last_plies_are_uniform),
        cmocka_unit_test(any_number_of_threads), cmocka_unit_test(stops_when_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
