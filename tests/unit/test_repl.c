/* test_repl.c - the parts of the conversation that transcripts do not show: completion, records, words, arguments. */
#include "support.h"

#include <stdlib.h>
#include <string.h>

#include "../../interp/repl/arguments.h"
#include "../../interp/repl/files.h"
#include "../../interp/repl/nearest.h"
#include "../../interp/repl/record.h"
#include "../../interp/repl/session.h"

static struct session *open_session(const char *game)
{
    struct session_config config = {.seed = 1};
    struct session *session = session_new(&config);
    struct text text = {0};
    assert_non_null(session);
    if (game != NULL)
        assert_true(session_line(session, game, &text));
    text_free(&text);
    return session;
}

/* What completes the line, separated by blanks; and where it begins. */
static void completes(struct session *session, const char *line, size_t begin, const char *wanted)
{
    struct list found = {0};
    struct text got = {0};
    assert_int_equal(session_complete(session, line, &found), begin);
    for (size_t i = 0; i < found.count; i++)
        text_printf(&got, "%s%s", i == 0 ? "" : " ", found.items[i]);
    assert_string_equal(text_get(&got), wanted);
    list_free(&found);
    text_free(&got);
}

static void completion(void **state)
{
    (void)state;
    struct session *session = open_session("new crossway size=3");
    completes(session, "mo", 0, "moves");
    completes(session, "  MO", 2, "moves");
    completes(session, "re", 0, "redo resign");
    completes(session, "b", 0, "b1 b2 b3 board");
    completes(session, "why c", 4, "c1 c2 c3");
    completes(session, "play c3 c", 8, "");
    completes(session, "moves ", 6, "a1 a2 a3 b1 b2 b3 c1 c2 c3");
    completes(session, "new crossi", 4, "crossings crossings_exact");
    completes(session, "new crossings ", 14, "");
    completes(session, "new crosswind s", 14, "size=");
    completes(session, "new nothing s", 12, "");
    completes(session, "new siz", 4, "size=");
    completes(session, "set ", 4, "size=");
    completes(session, "help und", 5, "undo");
    completes(session, "undo ", 5, "");
    completes(session, "doc ste", 4, "step stepping");
    completes(session, "doc che", 4, "checkerboard");
    completes(session, "nothing ", 8, "");
    session_free(session);
    session = open_session(NULL);
    completes(session, "l", 0, "load");
    completes(session, "u", 0, "");
    completes(session, "set s", 4, "");
    session_free(session);
}

static void games_and_prompts(void **state)
{
    (void)state;
    struct session *session = open_session(NULL);
    struct text text = {0};
    session_prompt(session, &text);
    assert_string_equal(text_get(&text), "crosscut> ");
    text_clear(&text);
    assert_true(session_line(session, "games", &text));
    for (size_t i = 0; i < cut_file_count(); i++)
        if (strcmp(cut_file_at(i)->folder, "stdlib") != 0)
            assert_non_null(strstr(text_get(&text), cut_file_at(i)->name));
    assert_true(session_line(session, "new crossway size=2", &text));
    text_clear(&text);
    session_prompt(session, &text);
    assert_string_equal(text_get(&text), "1 Black> ");
    assert_true(session_line(session, "position B1/B1 W", &text));
    text_clear(&text);
    session_prompt(session, &text);
    assert_string_equal(text_get(&text), "over> ");
    assert_false(session_line(session, "quit", &text));
    text_free(&text);
    session_free(session);
}

/* ---- colours and stones ---- */

static void styles(void **state)
{
    (void)state;
    struct session_config config = {.style = {.color = true, .unicode = true}, .live = true};
    struct session *session = session_new(&config);
    struct text text = {0};
    assert_true(session_line(session, "new crossway size=2", &text));
    assert_non_null(strstr(text_get(&text), "· ·"));
    text_clear(&text);
    assert_true(session_line(session, "a1", &text));
    assert_non_null(strstr(text_get(&text), "[\033[1;35m●\033[0m]"));
    assert_non_null(strstr(text_get(&text), "○"));
    text_free(&text);
    session_free(session);
}

static bool always_stop(void *user)
{
    (void)user;
    return false;
}

static void interruption(void **state)
{
    (void)state;
    struct session_config config = {.go_on = always_stop};
    struct session *session = session_new(&config);
    struct text text = {0};
    assert_true(session_line(session, "new crossway size=5", &text));
    text_clear(&text);
    assert_true(session_line(session, "random 10", &text));
    assert_non_null(strstr(text_get(&text), "1. Black"));
    assert_non_null(strstr(text_get(&text), "Stopped.\n"));
    text_clear(&text);
    assert_true(session_line(session, "perft 3", &text));
    assert_string_equal(text_get(&text), "Stopped.\n");
    text_free(&text);
    session_free(session);
}

static bool ask_three_times(void *user)
{
    int *left = user;
    return --*left > 0;
}

/* Counting is stopped within a move's subtree too, on the fast path and off it. */
static void interrupted_counts(void **state)
{
    (void)state;
    cut_context *context = cut_context_new(NULL);
    cut_game *game = load_game(context, "crossway", "size=9");
    cut_position *position;
    uint64_t nodes;
    assert_int_equal(cut_position_new(game, &position), CUT_OK);
    for (int plain = 0; plain < 2; plain++) {
        int left = 3;
        cut_perft_options options = {.go_on = ask_three_times, .user = &left, .plain = plain};
        assert_int_equal(cut_perft(position, 20, &options, &nodes), CUT_STOPPED);
        assert_int_equal(left, 0);
        left = 1 << 30;
        assert_int_equal(cut_perft(position, 2, &options, &nodes), CUT_OK);
        assert_int_equal(nodes, 81 * 81);
    }
    cut_position_free(position);
    cut_game_free(game);
    cut_context_free(context);
}

/* ---- records ---- */

static void records(void **state)
{
    (void)state;
    static const char written[] = "Game: weave\r\nset: size=5 depth=2\nposition: 5/5 B\nresult: draw\n\n"
                                  "1.f6 2. swap\n3. m16 # a remark\n4...a1 b2\nresult: too late\n";
    struct record record = {0};
    struct text text = {0};
    assert_true(record_read(&record, written, sizeof written - 1, &text));
    assert_string_equal(record.game, "weave");
    assert_string_equal(record.position, "5/5 B");
    assert_string_equal(record.result, "draw");
    assert_int_equal(record.settings.count, 2);
    assert_int_equal(record.moves.count, 8);
    assert_string_equal(record.moves.items[2], "m16");
    assert_string_equal(record.moves.items[4], "b2");
    list_cut(&record.moves, 3);
    record_print(&record, 7, &text);
    assert_string_equal(text_get(&text), "game: weave\nset: size=5 depth=2\nposition: 5/5 B\nresult: draw\n\n"
                                         "7. f6 8. swap 9. m16\n");
    text_clear(&text);
    record_print_moves(&record.moves, 3, 1, 12, &text);
    assert_string_equal(text_get(&text), "1. f6\n2. swap\n3. m16\n");
    record_free(&record);
    assert_false(record_read(&record, "a\0b", 3, &text));
    record_free(&record);
    assert_false(record_read(&record, "set: size\n", 10, &text));
    record_free(&record);
    assert_true(record_read(&record, "", 0, &text));
    record_free(&record);
    text_free(&text);
}

static void files_on_disk(void **state)
{
    (void)state;
    struct text why = {0};
    char folder[] = "/tmp/crosscut-test-XXXXXX";
    assert_non_null(mkdtemp(folder));
    struct text path = {0};
    text_printf(&path, "%s/one/two", folder);
    assert_true(files_make_directories(text_get(&path)));
    assert_true(files_make_directories(text_get(&path)));
    cut_reader reader = files_reader();
    size_t size;
    assert_null(reader.read(reader.user, text_get(&path), &size)); /* a directory is no file */
    assert_false(files_write(NULL, text_get(&path), "x", 1, &why));
    text_puts(&path, "/file");
    assert_null(reader.read(reader.user, text_get(&path), &size));
    assert_true(files_write(NULL, text_get(&path), "", 0, &why));
    const char *chars = reader.read(reader.user, text_get(&path), &size);
    assert_non_null(chars);
    assert_int_equal(size, 0);
    reader.done(reader.user, chars, size);
    assert_true(files_write(NULL, text_get(&path), "a\0b", 3, &why));
    chars = reader.read(reader.user, text_get(&path), &size);
    assert_int_equal(size, 3);
    assert_memory_equal(chars, "a\0b", 3);
    reader.done(reader.user, chars, size);
    assert_false(files_make_directories(text_get(&path)));
    text_puts(&path, "/below");
    text_clear(&why);
    assert_false(files_write(NULL, text_get(&path), "x", 1, &why));
    assert_true(why.size > 0);
    struct text remove_all = {0};
    text_printf(&remove_all, "rm -r '%s'", folder);
    assert_int_equal(system(text_get(&remove_all)), 0);
    text_free(&remove_all);
    text_free(&path);
    text_free(&why);
}

/* ---- words ---- */

static void nearest_is(const char *typed, const char *wanted)
{
    static const char *const words[] = {"undo", "redo", "moves", "board", "position", "d4", "d5"};
    struct nearest nearest = nearest_begin(typed);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        nearest_try(&nearest, words[i]);
    assert_string_equal(nearest.best, wanted);
}

static void suggestions(void **state)
{
    (void)state;
    nearest_is("udno", "undo");
    nearest_is("mvoes", "moves");
    nearest_is("BORD", "board");
    nearest_is("pos", "position");
    nearest_is("d3", "d4");
    nearest_is("x", "");
    nearest_is("", "");
    nearest_is("elephant", "");
    char longest[200];
    memset(longest, 'm', sizeof longest);
    longest[sizeof longest - 1] = '\0';
    nearest_is(longest, "");
}

static void words(void **state)
{
    (void)state;
    char line[] = "  one\ttwo  ";
    char *rest = line;
    assert_string_equal(next_word(&rest), "one");
    assert_string_equal(next_word(&rest), "two");
    assert_string_equal(next_word(&rest), "");
    long value = 5;
    assert_true(read_whole("-12", -20, 20, &value));
    assert_int_equal(value, -12);
    assert_false(read_whole("99999999999999999999999", -20, 20, &value));
    assert_false(read_whole("-", -20, 20, &value));
    assert_false(read_whole("1x", -20, 20, &value));
    assert_false(read_whole("21", -20, 20, &value));
    assert_int_equal(value, -12);
    uint64_t natural = 5;
    assert_true(read_natural("18446744073709551615", 0, UINT64_MAX, &natural));
    assert_true(natural == UINT64_MAX);
    assert_false(read_natural("18446744073709551616", 0, UINT64_MAX, &natural));
    assert_false(read_natural("0", 1, 9, &natural));
    assert_false(read_natural("-1", 0, UINT64_MAX, &natural));
    assert_true(natural == UINT64_MAX);
    assert_true(is_whole("-99999999999999999999999"));
    assert_false(is_whole("-"));
    assert_false(is_whole("9-"));
    struct list list = {0};
    struct text text = {0};
    const char *const items[] = {"c", "a", "bb", "a"};
    for (size_t i = 0; i < 4; i++)
        list_add(&list, items[i]);
    list_sort(&list);
    list_print(&list, 8, &text);
    assert_string_equal(text_get(&text), "  a  bb\n  c\n");
    text_clear(&text);
    list_print(&list, 1, &text);
    assert_string_equal(text_get(&text), "  a\n  bb\n  c\n");
    assert_int_equal(text_width("●○x"), 3);
    list_free(&list);
    text_free(&text);
}

/* ---- arguments ---- */

static bool reads(struct arguments *arguments, unsigned allowed, char *line, struct text *why)
{
    char *each[MAX_WORDS];
    *arguments = (struct arguments){.verb = "test"};
    text_clear(why);
    return arguments_read(arguments, (int)split_words(line, each), each, allowed, why);
}

static void command_line(void **state)
{
    (void)state;
    struct arguments arguments;
    struct text why = {0};
    unsigned all = OPTION_SET | OPTION_NUMBER | OPTION_SECONDS | OPTION_SEED | OPTION_JSON | OPTION_COLOR;
    char fine[] = "one --set size=5 -n20 --seed=18446744073709551615 --seconds 0.5 --json --color never -- -two";
    assert_true(reads(&arguments, all, fine, &why));
    assert_int_equal(arguments.count, 2);
    assert_string_equal(arguments.words[1], "-two");
    assert_int_equal(arguments.settings.items[0].value, 5);
    assert_int_equal(arguments.number, 20);
    assert_true(arguments.seed == UINT64_MAX);
    assert_true(arguments.seconds == 0.5);
    assert_true(arguments.color == COLOR_NEVER);
    assert_true(arguments.given == all);
    arguments_free(&arguments);
    char large[] = "-n 9007199254740992 --seconds 1e9";
    assert_true(reads(&arguments, all, large, &why));
    assert_true(arguments.number == (uint64_t)1 << 53);
    arguments_free(&arguments);
    char bad[][40] = {"--set",
                      "--set size",
                      "--jsn",
                      "--json=1",
                      "-n 0",
                      "-n x",
                      "-n 9007199254740993",
                      "--set size=99999999999999999999",
                      "--seconds 1e400",
                      "--seconds -1",
                      "--seconds nan",
                      "--seed -1",
                      "--color pink",
                      "-x",
                      "--position x",
                      "--seed 18446744073709551616"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(reads(&arguments, all, bad[i], &why));
        assert_true(why.size > 0);
        arguments_free(&arguments);
    }
    text_free(&why);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(completion),    cmocka_unit_test(games_and_prompts),  cmocka_unit_test(styles),
        cmocka_unit_test(interruption),  cmocka_unit_test(interrupted_counts), cmocka_unit_test(records),
        cmocka_unit_test(files_on_disk), cmocka_unit_test(suggestions),        cmocka_unit_test(words),
        cmocka_unit_test(command_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
