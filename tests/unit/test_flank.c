/* test_flank.c - the fast path for runs that change hands against the plain evaluator: in step with it, ply by ply;
 * counts; how it draws; any number of threads; what is nearly of its shape is refused. */
#include "lockstep.h"

#include <string.h>

#include "flank_games.h"

enum { PLIES = 20000, LONGEST = 200, COUNT = sizeof flank_games / sizeof *flank_games };

/* ---- games ---- */

static void each_size(int low, int high, with_game *body, void *user)
{
    for (int size = low; size <= high; size++) {
        char settings[32];
        snprintf(settings, sizeof settings, "size=%d", size);
        with_settings("crisscross", settings, body, user);
    }
}

static void each_made_up(with_game *body, void *user)
{
    for (size_t i = 0; i < COUNT; i++)
        with_game_text(flank_games[i], body, user);
}

static void fast_and_plain_agree(void **state)
{
    (void)state;
    struct lockstep_share share = {PLIES / (COUNT + 13) + 1, 20261130, LONGEST, 0};
    each_size(2, 13, lockstep_play_shape, &share);
    with_settings("crisscross", "size=26", lockstep_play_shape, &share);
    each_made_up(lockstep_play_shape, &share);
    assert_true(share.played >= PLIES);
}

static void refused(cut_game *game, void *user)
{
    (void)user;
    if (game->flank != NULL)
        fail_msg("this has the fast path:\n%s", cut_game_text(game));
}

static void others_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof other_games / sizeof *other_games; i++)
        with_game_text(other_games[i], refused, NULL);
}

static void perft_both_ways(void **state)
{
    (void)state;
    each_size(2, 6, compare_counts, NULL);
    each_made_up(compare_counts, NULL);
}

/* ---- how random games are drawn ---- */

enum { LAST = 6, TRIES = 200, SMALL = 64 };

static void draw_on(struct lockstep *t, void *unused)
{
    (void)unused;
    compare_chances(t, &(struct playout){.flank = t->game->flank, .flank_from = t->rivals[0].state}, LAST);
}

/* Random games, until some have come near a full board without an end: is what follows drawn evenly? */
static void check_last_plies(cut_game *game, void *user)
{
    struct lockstep t;
    uint64_t random = 3;
    int found = 0;
    (void)user;
    lockstep_open(&t, game, 1);
    assert_true(rival_add_shape(&t));
    for (int i = 0; i < TRIES && found < 2 && cut_game_site_count(game) <= SMALL; i++) {
        cut_position_reset(t.position);
        for (int j = 0; j < LONGEST && lockstep_empty_sites(&t) > LAST; j++) {
            if (cut_position_play_random(t.position, next_random, &random) != CUT_OK)
                break;
        }
        memcpy(t.core, t.position->core, game->layout.core_size);
        if (lockstep_empty_sites(&t) > LAST || !flank_begin(game->flank, t.core, t.rivals[0].state))
            continue;
        lockstep_guard(&t, draw_on, NULL);
        found++;
    }
    lockstep_close(&t);
}

static void draws_are_uniform(void **state)
{
    (void)state;
    each_size(2, 5, check_last_plies, NULL);
    each_made_up(check_last_plies, NULL);
}

/* ---- seeds and threads ---- */

static void sample_game(cut_game *game, void *user)
{
    compare_samples(game, user);
}

static void threads_and_seeds(void **state)
{
    static char given[] = "5/1RB2/2R2/1B1B1/5 B";
    (void)state;
    with_settings("crisscross", "size=5", sample_game, NULL);
    with_settings("crisscross", "size=5", sample_game, given);
    with_game_text(flank_games[0], sample_game, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fast_and_plain_agree), cmocka_unit_test(others_are_refused), cmocka_unit_test(perft_both_ways),
        cmocka_unit_test(draws_are_uniform),    cmocka_unit_test(threads_and_seeds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
