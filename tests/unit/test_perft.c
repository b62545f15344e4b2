/* test_perft.c - the numbers of tests/perft.tsv and tests/corpus.tsv, which other programs found.
 *
 * A line with more than CUT_BUDGET nodes (standard: 4 million) is skipped unless CUT_LONG is set. */
#include "support.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { STANDARD_BUDGET = 4000000 };

struct line {
    char game[64], settings[64], swap[8];
    int depth;
    uint64_t nodes;
};

struct tally {
    int right, wrong, skipped;
};

static bool has_option(const cut_game *game, const char *name)
{
    for (size_t i = 0; i < cut_game_option_count(game); i++)
        if (strcmp(cut_game_option(game, i)->name, name) == 0)
            return true;
    return false;
}

/* A size is an option, except where the board is fixed. */
static cut_game *load_line(cut_context *context, const struct line *line)
{
    if (strncmp(line->settings, "size=", 5) != 0)
        return load_game(context, line->game, line->settings);
    cut_game *game = load_game(context, line->game, "-");
    if (has_option(game, "size")) {
        cut_game_free(game);
        return load_game(context, line->game, line->settings);
    }
    assert_int_equal(cut_game_ranks(game), strtol(line->settings + 5, NULL, 10));
    return game;
}

static void check_line(const cut_game *game, const struct line *line, struct tally *tally)
{
    cut_position *position;
    assert_int_equal(cut_position_new(game, &position), CUT_OK);
    cut_perft_options options = {.without_swap = strcmp(line->swap, "no") == 0};
    uint64_t nodes = 0;
    cut_status status = cut_perft(position, line->depth, &options, &nodes);
    if (status == CUT_OK && nodes == line->nodes) {
        tally->right++;
    } else {
        tally->wrong++;
        print_error("%s %s swap %s: perft %d = %" PRIu64 ", should be %" PRIu64 " (status %d: %s)\n", line->game,
                    line->settings, line->swap, line->depth, nodes, line->nodes, (int)status,
                    cut_position_error(position));
    }
    cut_position_free(position);
}

static bool read_line(FILE *file, struct line *line)
{
    char text[LINE_ROOM];
    while (fgets(text, sizeof text, file) != NULL) {
        if (text[0] == '#')
            continue;
        char settings[56];
        int got =
            sscanf(text, "%63s %55s %7s %d %" SCNu64, line->game, settings, line->swap, &line->depth, &line->nodes);
        if (got != 5)
            fail_msg("not a line of numbers: %s", text);
        bool number = strspn(settings, "0123456789") == strlen(settings);
        snprintf(line->settings, sizeof line->settings, "%s%s", number ? "size=" : "", settings);
        return true;
    }
    return false;
}

static void check_file(const char *path)
{
    FILE *file = source_open(path);
    cut_context *context = cut_context_new(NULL);
    cut_game *game = NULL;
    struct tally tally = {0};
    struct line line, last = {.depth = 0};
    uint64_t budget =
        environment_number("CUT_LONG", 0) != 0 ? UINT64_MAX : environment_number("CUT_BUDGET", STANDARD_BUDGET);
    while (read_line(file, &line)) {
        if (line.nodes > budget) {
            tally.skipped++;
            continue;
        }
        if (strcmp(line.game, last.game) != 0 || strcmp(line.settings, last.settings) != 0) {
            cut_game_free(game);
            game = load_line(context, &line);
            last = line;
        }
        check_line(game, &line, &tally);
    }
    fclose(file);
    cut_game_free(game);
    cut_context_free(context);
    print_message("%s: %d numbers right, %d wrong, %d too large for now\n", path, tally.right, tally.wrong,
                  tally.skipped);
    assert_true(tally.right > 0);
    assert_int_equal(tally.wrong, 0);
}

static void numbers_of_the_rulesets(void **state)
{
    (void)state;
    check_file("tests/perft.tsv");
}

static void numbers_of_the_examples(void **state)
{
    (void)state;
    check_file("tests/corpus.tsv");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_of_the_rulesets),
        cmocka_unit_test(numbers_of_the_examples),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
