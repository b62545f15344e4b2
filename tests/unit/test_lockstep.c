/* test_lockstep.c - every embedded game, and every example of the library, by the plain evaluator and, ply by ply, by
 * each faster way: the path of its shape, register code, register code made without each pass.
 *
 * CUT_LOCKSTEP_PLIES=1000000: so many plies of each, all ways at each ply, however long it takes; with
 * CUT_LOCKSTEP_IN_TURN=1 the first way at each ply and one of the others in turn, as is usual for few.
 * CUT_LOCKSTEP_FILE=name: only those of one file. */
#include "lockstep.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "interp/engine/example.h"

/* SMALL: sites of the board of a game with sizes; a thousandth of the plies is played on the usual one. */
enum { PLIES = 20000, SMALL = 36, LONGEST = 300, LONGEST_EXAMPLE = 20 };

struct share {
    uint64_t plies;
    const char *settings;
};

/* All that was to be compared was: by the first way at each ply, by each other in its turn. */
static void check_plies(const struct lockstep *t, uint64_t plies)
{
    assert_int_equal(t->plies, plies);
    assert_int_equal(t->rivals[0].plies, plies);
    for (int i = 1; i < t->rival_count; i++)
        assert_true(t->rivals[i].plies >= (t->in_turn ? plies / (uint64_t)t->rival_count : plies));
}

static void play(struct lockstep *t, const char *name, const struct share *share, int longest)
{
    clock_t start = clock();
    t->in_turn =
        environment_number("CUT_LOCKSTEP_PLIES", PLIES) <= PLIES || environment_number("CUT_LOCKSTEP_IN_TURN", 0);
    rival_add_shape(t);
    rival_add_codes(t);
    if (!turn_over(t->game->opening)) {
        lockstep_play(t, share->plies, longest);
        check_plies(t, share->plies);
    }
    print_message("%s %s: %" PRIu64 " plies, %" PRIu64 " moves, %" PRIu64 " stuck, %" PRIu64 " ends; %d ways, %.1f s\n",
                  name, share->settings, t->plies, t->moves, t->stuck, t->ends, t->rival_count,
                  (double)(clock() - start) / CLOCKS_PER_SEC);
}

/* ---- games ---- */

static void play_game(cut_game *game, void *user)
{
    struct lockstep t;
    lockstep_open(&t, game, 20261130);
    play(&t, cut_game_name(game), user, LONGEST);
    lockstep_close(&t);
}

/* The largest size of a small board. */
static void small_settings(const char *name, char *settings, size_t room)
{
    cut_context *context = cut_context_new(NULL);
    cut_game *game = load_game(context, name, "-");
    const cut_option *size = size_option(game);
    snprintf(settings, room, "-");
    for (long value = size != NULL ? size->standard : 0; size != NULL && value >= size->low; value--) {
        char text[64];
        cut_status status;
        snprintf(text, sizeof text, "size=%ld", value);
        cut_game *other = try_game(context, name, text, &status);
        bool small = other != NULL && cut_game_site_count(other) <= SMALL;
        cut_game_free(other);
        if (other != NULL)
            snprintf(settings, room, "%s", value == size->standard ? "-" : text);
        if (small)
            break;
    }
    cut_game_free(game);
    cut_context_free(context);
}

static void play_file(const char *name, uint64_t plies)
{
    char settings[64];
    small_settings(name, settings, sizeof settings);
    with_settings(name, settings, play_game, &(struct share){plies, settings});
    with_settings(name, settings, compare_counts, NULL);
    if (strcmp(settings, "-") != 0)
        with_settings(name, "-", play_game, &(struct share){plies / 1000 + 1, "-"});
}

/* ---- examples of the library ---- */

static void begin_example(struct lockstep *t, void *user)
{
    const struct example *const *example = user;
    example_position(t->m, *example, t->game->opening);
    api_find_paths(t->game, &t->arena);
}

/* As a game of its own, from where it begins. */
static void play_example(const char *file, const struct example *example, uint64_t plies)
{
    cut_game game = {.rules = example->rules};
    char name[200];
    struct lockstep t;
    heap_init(&game.heap, NULL, NULL);
    layout_make(&game.layout, game.rules);
    game.opening = calloc(1, game.layout.core_size);
    assert_non_null(game.opening);
    lockstep_open(&t, &game, 20261130);
    lockstep_guard(&t, begin_example, &example);
    snprintf(name, sizeof name, "%s, %s", file, example->name);
    play(&t, name, &(struct share){plies, ""}, LONGEST_EXAMPLE);
    lockstep_close(&t);
    free(game.opening);
}

static void play_library(const char *name, uint64_t plies)
{
    cut_context *context = cut_context_new(NULL);
    struct api_load request = {.name = name, .examples = true};
    const struct rules *rules;
    struct arena arena;
    arena_init(&arena, &context->heap);
    assert_int_equal(api_load_rules(context, &request, &arena, &rules), CUT_OK);
    for (int i = 0; i < rules->example_count; i++) {
        const struct example *example = &rules->examples[i];
        if (example->rules->turns[0].steps->body != NULL) /* else it is about values only */
            play_example(name, example, plies);
    }
    arena_free(&arena);
    cut_context_free(context);
}

static void every_file(void **state)
{
    const char *only = getenv("CUT_LOCKSTEP_FILE");
    uint64_t plies = environment_number("CUT_LOCKSTEP_PLIES", PLIES);
    (void)state;
    for (size_t i = 0; i < cut_file_count(); i++) {
        const cut_file *file = cut_file_at(i);
        if (only != NULL && strcmp(only, file->name) != 0)
            continue;
        if (strcmp(file->folder, "stdlib") == 0)
            play_library(file->name, plies);
        else
            play_file(file->name, plies);
    }
}

/* ---- drawing evenly ---- */

static void draws_are_even(void **state)
{
    static const char *const games[][2] = {{"crossings", "-"},
                                           {"breakthrough", "size=5"},
                                           {"reversi", "-"},
                                           {"draughts", "-"},
                                           {"amazons6", "-"},
                                           {"go", "size=5"},
                                           {"pente", "size=6"},
                                           {"morris", "-"},
                                           {"ataxx", "size=4"},
                                           {"chess", "-"},
                                           {"loa", "size=6"},
                                           {"order_and_chaos", "-"},
                                           {"abalone", "-"},
                                           {"connect6", "size=6"},
                                           {"tablut", "-"},
                                           {"teeko", "-"},
                                           {"three_musketeers", "-"},
                                           {"halma", "-"},
                                           {"crossings_exact", "-"},
                                           {"clobber", "-"},
                                           {"isola", "-"},
                                           {"dodgem", "-"},
                                           {"fox_and_hounds", "-"},
                                           {"catchup", "size=2"},
                                           {"yavalath3", "size=3"},
                                           {"slither", "size=4"},
                                           {"international_draughts", "-"}};
    (void)state;
    struct lockstep_share share = {.plies = 25, .seed = 7, .longest = 25};
    if (getenv("CUT_LOCKSTEP_FILE") != NULL)
        return;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        with_settings(games[i][0], games[i][1], lockstep_play_draws, &share);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_file), cmocka_unit_test(draws_are_even)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
