/* test_laws.c - what must hold in every position of every game: random games of each embedded file.
 *
 * Each game gets CUT_LAWS_MS of processor time (standard: 500), on a small board where its size is an option. */
#include "support.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { STANDARD_MS = 500, MAX_PLIES = 150, SAMPLES = 6, SMALL_SIZE = 6 };

struct walk {
    const cut_game *game;
    cut_position *position, *other; /* other: for trials */
    uint64_t seed, random;
    int ply;
};

#define LAW(walk, truth, detail)                                                                                       \
    do {                                                                                                               \
        if (!(truth))                                                                                                  \
            broken((walk), #truth, (detail), __LINE__);                                                                \
    } while (0)

static void broken(struct walk *walk, const char *law, const char *detail, int line)
{
    print_error("test_laws.c:%d: %s, seed %d, ply %d: %s (%s)\n    %s\n    %s\n", line, cut_game_name(walk->game),
                (int)walk->seed, walk->ply, law, detail, cut_position_text(walk->position),
                cut_position_error(walk->position));
    fail();
}

static char *copy_text(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    assert_non_null(copy);
    return memcpy(copy, text, size);
}

/* The legal moves as texts of our own. */
static char **list_moves(struct walk *walk, cut_position *position, size_t *count)
{
    const cut_move *moves;
    LAW(walk, cut_position_moves(position, &moves, count) == CUT_OK, "");
    char **texts = calloc(*count + 1, sizeof *texts);
    assert_non_null(texts);
    for (size_t i = 0; i < *count; i++) {
        texts[i] = copy_text(moves[i].text);
        LAW(walk, *texts[i] != '\0', "a move without text");
        LAW(walk, i == 0 || strcmp(texts[i - 1], texts[i]) < 0, texts[i]);
        for (size_t j = 0; j < moves[i].capture_count; j++)
            LAW(walk, cut_game_site(walk->game, moves[i].captures[j]) != NULL, texts[i]);
    }
    uint64_t counted = 0;
    LAW(walk, cut_position_count_moves(position, &counted) == CUT_OK, "");
    LAW(walk, counted == *count, "");
    return texts;
}

static void free_moves(char **texts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(texts[i]);
    free(texts);
}

static void check_text(struct walk *walk)
{
    char *text = copy_text(cut_position_text(walk->position));
    LAW(walk, cut_position_set(walk->other, text) == CUT_OK, cut_position_error(walk->other));
    LAW(walk, strcmp(cut_position_text(walk->other), text) == 0, cut_position_text(walk->other));
    LAW(walk, cut_position_to_move(walk->other) == cut_position_to_move(walk->position), text);
    LAW(walk, cut_position_set(walk->other, "nonsense") == CUT_NO, text);
    LAW(walk, *cut_position_error(walk->other) != '\0', text);
    LAW(walk, strcmp(cut_position_text(walk->other), text) == 0, "a refused text changed the position");
    for (int site = 0; site < cut_game_site_count(walk->game); site++) {
        LAW(walk, cut_position_at(walk->position, site) == cut_position_at(walk->other, site), text);
        LAW(walk, strcmp(cut_position_symbol(walk->position, site), cut_position_symbol(walk->other, site)) == 0, text);
    }
    free(text);
}

static void check_illegal(struct walk *walk)
{
    static const char *const texts[] = {"", "zz99", "a1-", "nonsense", "a1 b2 c3 d4 e5 f6", "\xff\xfe"};
    char *before = copy_text(cut_position_text(walk->position));
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        bool legal = true;
        const cut_reason *reasons;
        size_t count = 0;
        LAW(walk, cut_position_play(walk->position, texts[i]) == CUT_NO, texts[i]);
        LAW(walk, cut_position_explain(walk->position, texts[i], &legal, &reasons, &count) == CUT_OK, texts[i]);
        LAW(walk, !legal && count > 0, texts[i]);
    }
    LAW(walk, strcmp(cut_position_text(walk->position), before) == 0, before);
    free(before);
}

/* A copy is equal, and goes on alike; what is legal is explained so, and may be typed in capitals between blanks. */
static void check_move(struct walk *walk, const char *move)
{
    bool legal = false;
    const cut_reason *reasons;
    size_t count = 0;
    LAW(walk, cut_position_explain(walk->position, move, &legal, &reasons, &count) == CUT_OK && legal, move);
    cut_position *first, *second;
    assert_int_equal(cut_position_copy(walk->position, &first), CUT_OK);
    assert_int_equal(cut_position_copy(walk->position, &second), CUT_OK);
    LAW(walk, strcmp(cut_position_text(first), cut_position_text(walk->position)) == 0, move);
    LAW(walk, cut_position_play(first, move) == CUT_OK, move);
    LAW(walk, strcmp(cut_position_last_move(first), move) == 0, move);
    char typed[LINE_ROOM];
    snprintf(typed, sizeof typed, "  %s ", move);
    for (char *c = typed; *c != '\0'; c++)
        *c = (char)toupper((unsigned char)*c);
    LAW(walk, cut_position_play(second, typed) == CUT_OK, typed);
    LAW(walk, strcmp(cut_position_text(first), cut_position_text(second)) == 0, move);
    LAW(walk, cut_position_ply(first) == cut_position_ply(walk->position) + 1, move);
    cut_position_free(first);
    cut_position_free(second);
}

struct prefixed {
    char **texts;
    size_t count, found;
    bool strange;
};

static bool count_prefixed(void *user, const cut_move *move)
{
    struct prefixed *prefixed = user;
    const char *text = move->text;
    char **at = bsearch(&text, prefixed->texts, prefixed->count, sizeof *prefixed->texts, compare_texts);
    if (at == NULL)
        prefixed->strange = true;
    else
        prefixed->found++;
    return true;
}

static void check_prefix(struct walk *walk, char **texts, size_t count)
{
    char prefix[3] = "";
    const char *model = texts[next_random(&walk->random) % count];
    snprintf(prefix, sizeof prefix, "%.2s", model);
    size_t wanted = 0, size = strlen(prefix);
    bool number = size > 0 && prefix[size - 1] >= '0' && prefix[size - 1] <= '9'; /* `a1` is no beginning of `a12` */
    for (size_t i = 0; i < count; i++)
        wanted += strncmp(texts[i], prefix, size) == 0 && !(number && texts[i][size] >= '0' && texts[i][size] <= '9');
    struct prefixed prefixed = {.texts = texts, .count = count};
    LAW(walk, cut_position_each_move(walk->position, prefix, count_prefixed, &prefixed) == CUT_OK, prefix);
    LAW(walk, !prefixed.strange, prefix);
    LAW(walk, prefixed.found >= wanted, prefix);
}

static void check_end(struct walk *walk, const cut_outcome *outcome, size_t count)
{
    bool over = outcome->result != CUT_GOES_ON;
    LAW(walk, over == (count == 0), outcome->reason);
    LAW(walk, over == (*outcome->reason != '\0'), outcome->reason);
    LAW(walk, (outcome->result == CUT_WON) == (outcome->winner >= 0), outcome->reason);
    LAW(walk, outcome->winner < cut_game_player_count(walk->game), outcome->reason);
    if (over) {
        LAW(walk, cut_position_play_random(walk->position, next_random, &walk->random) == CUT_NO, outcome->reason);
        check_illegal(walk);
    }
}

/* Returns false at the end of the game. */
static bool check_ply(struct walk *walk)
{
    size_t count;
    char **texts = list_moves(walk, walk->position, &count);
    cut_outcome outcome;
    LAW(walk, cut_position_outcome(walk->position, &outcome) == CUT_OK, "");
    check_end(walk, &outcome, count);
    check_text(walk);
    if (walk->ply % 8 == 0)
        check_illegal(walk);
    for (int i = 0; i < SAMPLES && count > 0; i++)
        check_move(walk, texts[next_random(&walk->random) % count]);
    if (count > 0)
        check_prefix(walk, texts, count);
    bool goes_on = count > 0;
    if (goes_on) {
        const char *move = texts[next_random(&walk->random) % count];
        if (walk->ply % 2 == 0)
            LAW(walk, cut_position_play(walk->position, move) == CUT_OK, move);
        else
            goes_on = cut_position_play_random(walk->position, next_random, &walk->random) == CUT_OK;
        LAW(walk, goes_on, "no random move");
    }
    free_moves(texts, count);
    return goes_on;
}

static bool time_is_up(clock_t start, uint64_t ms)
{
    return (uint64_t)(clock() - start) * 1000 / CLOCKS_PER_SEC >= ms;
}

static void check_playouts(struct walk *walk)
{
    cut_playout_options options = {.playouts = 3, .seed = 7, .max_plies = 60};
    cut_playout_result first, second;
    LAW(walk, cut_position_reset(walk->position) == CUT_OK, "");
    LAW(walk, cut_playouts(walk->position, &options, &first) == CUT_OK, "");
    LAW(walk, cut_playouts(walk->position, &options, &second) == CUT_OK, "");
    uint64_t games = first.draws + first.unfinished;
    for (int player = 0; player < CUT_MAX_PLAYERS; player++) {
        games += first.wins[player];
        LAW(walk, first.wins[player] == second.wins[player], "");
    }
    LAW(walk, games == options.playouts && first.playouts == options.playouts, "");
    LAW(walk, first.plies == second.plies && first.draws == second.draws, "");
    LAW(walk, first.unfinished == second.unfinished && first.stuck == second.stuck, "");
}

static int walk_game(const cut_game *game, uint64_t ms)
{
    struct walk walk = {.game = game};
    assert_int_equal(cut_position_new(game, &walk.position), CUT_OK);
    assert_int_equal(cut_position_new(game, &walk.other), CUT_OK);
    int plies = 0;
    clock_t start = clock();
    for (walk.seed = 1; !time_is_up(start, ms); walk.seed++) {
        walk.random = walk.seed;
        LAW(&walk, cut_position_reset(walk.position) == CUT_OK, "");
        for (walk.ply = 1; walk.ply <= MAX_PLIES && !time_is_up(start, ms); walk.ply++, plies++)
            if (!check_ply(&walk))
                break;
    }
    check_playouts(&walk);
    cut_position_free(walk.position);
    cut_position_free(walk.other);
    return plies;
}

/* With the board small if its size can be chosen, else as it is. */
static cut_game *load_small(cut_context *context, const char *name)
{
    cut_game *game = load_game(context, name, "-");
    for (size_t i = 0; i < cut_game_option_count(game); i++) {
        const cut_option *option = cut_game_option(game, i);
        if (strcmp(option->name, "size") != 0 || option->standard <= SMALL_SIZE)
            continue;
        char settings[64];
        snprintf(settings, sizeof settings, "size=%ld", option->low > SMALL_SIZE ? option->low : (long)SMALL_SIZE);
        cut_status status;
        cut_game *small = try_game(context, name, settings, &status);
        if (small != NULL) {
            cut_game_free(game);
            return small;
        }
    }
    return game;
}

static void laws_of_every_game(void **state)
{
    (void)state;
    uint64_t ms = environment_number("CUT_LAWS_MS", STANDARD_MS);
    int games = 0, plies = 0;
    for (size_t i = 0; i < cut_file_count(); i++) {
        const cut_file *file = cut_file_at(i);
        cut_context *context = cut_context_new(NULL);
        cut_game *game = load_small(context, file->name);
        if (!cut_game_is_library(game)) {
            int walked = walk_game(game, ms);
            assert_true(walked > 0);
            plies += walked;
            games++;
        }
        cut_game_free(game);
        cut_context_free(context);
    }
    print_message("%d games, %d positions\n", games, plies);
    assert_true(games > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(laws_of_every_game)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
