/* test_compiled.c - compiled rules against the plain evaluator, in lock-step, for every embedded game that compiles.
 *
 * CUT_LONG=1: more plies. CUT_COMPILED_GAME=name: only that one, with a report. */
#include "support.h"

#include <stdlib.h>
#include <string.h>

#include "../../interp/api.h"
#include "../../interp/fast/code.h"

enum { SMALL_SIZE = 6, MOST_MOVES = 60000 }; /* MOST_MOVES: of one game on one board, in the short run */

struct lockstep {
    cut_context *context;
    const char *name, *settings, *text; /* text: a file of no embedded game, or NULL */
    cut_game *game;
    unsigned without;
    bool even; /* only: are draws even? */
    struct heap heap;
    jmp_buf trap;
    struct machine machine;
    struct arena arena;
    struct history history;
    struct exec exec;
    const struct program *program;
    uint64_t random;
    uint64_t plies, moves, stuck, compared;
};

static size_t core_size(const struct lockstep *t)
{
    return t->game->layout.core_size;
}

static int compare_cores(const void *a, const void *b, size_t size)
{
    return memcmp(a, b, size);
}

static void sort_cores(unsigned char *cores, size_t count, size_t size)
{
    /* insertion into a heap-free shell sort: the order only has to be the same on both sides */
    unsigned char *spare = malloc(size);
    assert_non_null(spare);
    for (size_t gap = count / 2; gap > 0; gap /= 2) {
        for (size_t i = gap; i < count; i++) {
            memcpy(spare, cores + i * size, size);
            size_t j = i;
            for (; j >= gap && compare_cores(cores + (j - gap) * size, spare, size) > 0; j -= gap)
                memcpy(cores + j * size, cores + (j - gap) * size, size);
            memcpy(cores + j * size, spare, size);
        }
    }
    free(spare);
}

static void differ(const struct lockstep *t, const char *what)
{
    print_error("%s %s without %x, ply %d: %s\n", t->name, t->settings, t->without, (int)t->plies, what);
    fail();
}

/* The position after each move, by the plain evaluator. */
static unsigned char *plain_results(struct lockstep *t, const struct core *core, size_t *count)
{
    struct turn_list list;
    turn_moves(&t->machine, core, WANT_TEXT | WANT_CORE, false, &list);
    unsigned char *cores = calloc(list.count + 1, core_size(t));
    assert_non_null(cores);
    *count = 0;
    for (size_t i = 0; i < list.count; i++) {
        if (list.moves[i].sort == MOVE_WAY)
            memcpy(cores + (*count)++ * core_size(t), list.moves[i].core, core_size(t));
    }
    return cores;
}

static unsigned char *compiled_results(struct lockstep *t, const struct core *core, size_t *count)
{
    struct exec *e = &t->exec;
    exec_load(e, core);
    enum code_stop stop = exec_all(e);
    if (stop != CODE_STOPPED)
        differ(t, stop == CODE_FAULT ? "a fault" : "no list of all ways");
    *count = e->kept_count;
    unsigned char *cores = calloc(*count + 1, core_size(t));
    assert_non_null(cores);
    for (size_t i = 0; i < *count; i++) {
        exec_load(e, core);
        if (exec_take(e, i) != CODE_DONE)
            differ(t, "a way that cannot be judged");
        exec_store(e, (struct core *)(void *)(cores + i * core_size(t)));
    }
    return cores;
}

static void compare_all(struct lockstep *t, const struct core *core)
{
    size_t plain_count, count, size = core_size(t);
    unsigned char *plain = plain_results(t, core, &plain_count), *compiled = compiled_results(t, core, &count);
    if (count != plain_count) {
        print_error("%d ways, %d in the plain evaluator\n", (int)count, (int)plain_count);
        differ(t, "another number of moves");
    }
    sort_cores(plain, count, size);
    sort_cores(compiled, count, size);
    for (size_t i = 0; i < count * size; i++) {
        if (plain[i] != compiled[i]) {
            print_error("move %d, byte %d: %d, plainly %d\n", (int)(i / size), (int)(i % size), compiled[i], plain[i]);
            differ(t, "other results");
        }
    }
    /* a random move is one of them */
    for (int again = 0; again < 3; again++) {
        struct core *drawn = calloc(1, size);
        assert_non_null(drawn);
        exec_load(&t->exec, core);
        enum code_stop stop = exec_move(&t->exec);
        if (stop != (count > 0 ? CODE_DONE : CODE_STUCK))
            differ(t, "a random move that is none");
        if (count > 0) {
            exec_store(&t->exec, drawn);
            bool found = false;
            for (size_t i = 0; i < count && !found; i++)
                found = memcmp(plain + i * size, drawn, size) == 0;
            if (!found)
                differ(t, "a random move that is not legal");
        }
        free(drawn);
    }
    t->moves += count;
    t->compared++;
    free(plain);
    free(compiled);
}

static uint64_t draw(void *user)
{
    return next_random(user);
}

static void play(struct lockstep *t, uint64_t plies, int longest)
{
    struct core *board[2] = {calloc(1, core_size(t)), calloc(1, core_size(t))};
    assert_non_null(board[0]);
    assert_non_null(board[1]);
    uint64_t most = getenv("CUT_LONG") != NULL ? MOST_MOVES * 20 : MOST_MOVES;
    for (uint64_t goal = t->plies + plies; t->plies < goal && t->moves < most;) {
        int at = 0, ply = 0;
        memcpy(board[0], t->game->opening, core_size(t));
        t->history.count = 0;
        turn_remember(&t->machine, &t->history, board[0], &t->heap);
        t->machine.history = t->exec.history = &t->history;
        while (!turn_over(board[at]) && ply++ < longest && t->plies < goal && t->moves < most) {
            struct arena_mark mark = arena_mark(&t->machine.kept);
            compare_all(t, board[at]);
            t->plies++;
            bool moved = turn_play_random(&t->machine, board[at], draw, &t->random, board[1 - at], NULL);
            arena_release(&t->machine.kept, mark);
            if (!moved) {
                t->stuck++;
                break;
            }
            at = 1 - at;
            turn_remember(&t->machine, &t->history, board[at], &t->heap);
        }
    }
    free(board[0]);
    free(board[1]);
}

static void play_draws(struct lockstep *t, uint64_t plies);

static void print_line(void *user, const char *text)
{
    (void)user;
    print_message("%s\n", text);
}

static void load(struct lockstep *t)
{
    cut_status status;
    if (t->text != NULL) {
        status = cut_load_text(t->context, t->name, t->text, strlen(t->text), NULL, 0, &t->game);
        if (status != CUT_OK)
            differ(t, "a text that does not load");
        return;
    }
    t->game = try_game(t->context, t->name, t->settings, &status);
    if (t->game == NULL)
        t->game = load_game(t->context, t->name, "");
}

/* False: the game does not compile. */
static bool run_game(struct lockstep *t, uint64_t plies)
{
    load(t);
    heap_init(&t->heap, NULL, NULL);
    t->heap.trap = &t->trap;
    if (setjmp(t->trap) != 0)
        differ(t, t->machine.error);
    arena_init(&t->arena, &t->heap);
    t->program = code_make(&t->arena, t->game->rules, &t->game->layout, t->without);
    bool compiled = t->program != NULL;
    if (compiled && getenv("CUT_COMPILED_PRINT") != NULL)
        code_print(t->program, print_line, NULL);
    if (compiled) {
        machine_init(&t->machine, t->game->rules, &t->heap);
        exec_begin(&t->exec, t->program, &t->arena, &t->machine);
        if (t->even)
            play_draws(t, plies);
        else
            play(t, plies, 300);
        heap_free(&t->heap, t->history.keys, t->history.room * sizeof *t->history.keys);
        machine_free(&t->machine);
    }
    arena_free(&t->arena);
    cut_game_free(t->game);
    return compiled;
}

/* ---- every game ---- */

static void small_settings(cut_context *context, const char *name, char *settings, size_t size)
{
    cut_game *game = load_game(context, name, "-");
    settings[0] = '-';
    settings[1] = '\0';
    for (size_t i = 0; i < cut_game_option_count(game); i++) {
        const cut_option *option = cut_game_option(game, i);
        if (strcmp(option->name, "size") == 0 && option->standard > SMALL_SIZE)
            snprintf(settings, size, "size=%ld", option->low > SMALL_SIZE ? option->low : (long)SMALL_SIZE);
    }
    cut_game_free(game);
}

static uint64_t plies_per_game(void)
{
    return environment_number("CUT_COMPILED_PLIES", getenv("CUT_LONG") != NULL ? 5000 : 200);
}

static bool is_library(cut_context *context, const char *name)
{
    cut_game *game = load_game(context, name, "-");
    bool library = cut_game_is_library(game);
    cut_game_free(game);
    return library;
}

static void check_game(const char *name, unsigned without, uint64_t plies, int *games)
{
    char settings[64];
    cut_context *context = cut_context_new(NULL);
    if (!is_library(context, name)) {
        small_settings(context, name, settings, sizeof settings);
        for (int full = 0; full < 2; full++) {
            struct lockstep t = {
                .context = context, .name = name, .settings = full ? "-" : settings, .without = without, .random = 1};
            bool compiled = run_game(&t, full ? plies / 4 + 1 : plies);
            *games += compiled && full;
            if (getenv("CUT_COMPILED_GAME") != NULL || !compiled)
                print_message("%s %s: %s, %d plies, %d moves, %d stuck\n", name, t.settings,
                              compiled ? "compiled" : "plain", (int)t.plies, (int)t.moves, (int)t.stuck);
        }
    }
    cut_context_free(context);
}

static void check_games(unsigned without, uint64_t plies)
{
    const char *only = getenv("CUT_COMPILED_GAME");
    int games = 0;
    for (size_t i = 0; i < cut_file_count(); i++) {
        const cut_file *file = cut_file_at(i);
        if (only == NULL || strcmp(only, file->name) == 0)
            check_game(file->name, without, plies, &games);
    }
    print_message("%d games compiled\n", games);
    assert_true(games > 0);
}

static void every_game(void **state)
{
    (void)state;
    check_games(0, plies_per_game());
}

static void every_pass(void **state)
{
    (void)state;
    if (getenv("CUT_COMPILED_GAME") != NULL && getenv("CUT_LONG") == NULL)
        return;
    for (int pass = 0; pass < PASS_COUNT; pass++) {
        print_message("without %s\n", code_pass_name[pass]);
        check_games(1u << pass, plies_per_game() / 20 + 1);
    }
    check_games((1u << PASS_COUNT) - 1, plies_per_game() / 20 + 1);
}

/* ---- patterns and chains that no embedded game has ---- */

static const char *const odd_games[] = {
    /* neutral pieces, any stone, empty, off the board; a stone that moves or goes */
    "game \"a\" board square(5, 6) players Black, White neutral stone \"*\" use connection\n"
    "pattern p\n [m t]\n [. *]\npattern q\n [# x !x o]\n as drawn\npattern r\n [!. !t !.]\n"
    "pattern s\n [!m !m]\n [. .]\n"
    "turn { either { place(empty) } or { choose s in mine choose x in next(s, compass) & empty write s, x "
    "move s to x } or { choose x in theirs write x remove x choose y in empty write y put stone on y } }\n"
    "ban p, q\nwin when r\nlose when s and ply > 30\ndraw when count(found(s) & mine) > 4\nstuck draws\n",
    /* ways with one result */
    "game \"b\" board hexagon(3) players Black, White use connection\n"
    "pattern p\n [m m]\n [m !m]\npattern q\n [x * o]\npattern r\n [t m t]\n [# * *]\n"
    "turn { choose x in empty write x put mine on x if ply > 1 { choose y in empty write y put mine on y } }\n"
    "moves by result\nban p, q\nlose when r\ndraw when some found(q) and ply > 5\nstuck wins\n",
    /* a rule that runs itself */
    "game \"c\" board square(4) players Black, White\npattern p\n [m m]\npattern q\n [!x x !x]\n [* o *]\n"
    "rule more(n) { choose x in empty write x put mine on x if p { flip x } "
    "if some found(q) { remove found(q) & x } if n > 1 { more(n - 1) } }\n"
    "turn { more(2) }\nban q\nstuck draws\n",
    /* chains that grow, move and are cut; what is asked of them is known beforehand, or changes, or is of the place */
    "game \"d\" board square(5, 4) players Black, White\ndef long(chain, n) = count(chain) >= n\n"
    "turn { either { choose x in empty write x put mine on x } or { choose x in theirs write x remove x } "
    "or { choose s in mine choose x in next(s, compass) & empty write s, x move s to x } }\n"
    "win when any chain in groups(mine, orthogonal) with long(chain, 5) "
    "or (some chain & north and some chain & south)\n"
    "lose when any chain in groups(mine, N | E) with count(chain) > 3 and some chain & placed\n"
    "draw when ply > 9 and every chain in groups(theirs, compass) with some chain & corners\nstuck draws\n",
};

static void odd_rules(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof odd_games / sizeof *odd_games; i++) {
        for (int pass = 0; pass <= PASS_COUNT; pass++) {
            cut_context *context = cut_context_new(NULL);
            struct lockstep t = {.context = context,
                                 .name = "text",
                                 .settings = "-",
                                 .text = odd_games[i],
                                 .without = pass < PASS_COUNT ? 1u << pass : 0,
                                 .random = 3};
            assert_true(run_game(&t, 60));
            t = (struct lockstep){.context = context, .name = "text", .settings = "-", .text = odd_games[i]};
            t.random = 5;
            t.even = pass == PASS_COUNT;
            assert_true(run_game(&t, 10));
            cut_context_free(context);
        }
    }
}

/* So many that a key of results with too little in it takes two for one. */
static void many_results(void **state)
{
    cut_context *context = cut_context_new(NULL);
    struct lockstep t = {.context = context, .name = "text", .settings = "-", .random = 1};
    (void)state;
    t.text = "game \"e\" board square(12) players Black, White\n"
             "turn { choose x in empty write x put mine on x choose y in empty write y put mine on y }\n"
             "moves by result\nstuck draws\n";
    assert_true(run_game(&t, 3));
    cut_context_free(context);
}

/* ---- drawing evenly ---- */

enum { DRAWS_PER_MOVE = 200 };

/* Pearson's sum for the draws of one position is near the number of moves; far off, and some are favoured. */
static void check_draws(struct lockstep *t, const struct core *core)
{
    size_t count, size = core_size(t);
    unsigned char *results = compiled_results(t, core, &count);
    uint64_t *drawn = calloc(count + 1, sizeof *drawn);
    struct core *after = calloc(1, size);
    assert_non_null(drawn);
    assert_non_null(after);
    sort_cores(results, count, size);
    for (size_t i = 0; i < count * DRAWS_PER_MOVE; i++) {
        exec_load(&t->exec, core);
        if (exec_move(&t->exec) != CODE_DONE)
            differ(t, "no random move");
        exec_store(&t->exec, after);
        for (size_t j = 0; j < count; j++) {
            if (memcmp(results + j * size, after, size) == 0) {
                size_t same = 1; /* several ways to one position share its draws */
                while (j + same < count && memcmp(results + (j + same) * size, after, size) == 0)
                    same++;
                drawn[j + i % same]++;
                break;
            }
        }
    }
    double sum = 0, expected = DRAWS_PER_MOVE;
    for (size_t j = 0; j < count; j++)
        sum += ((double)drawn[j] - expected) * ((double)drawn[j] - expected) / expected;
    if (count > 1 &&
        (sum - (double)(count - 1)) * (sum - (double)(count - 1)) > 36.0 * 2.0 * (double)(count - 1) + 36.0) {
        print_error("sum %f for %d moves\n", sum, (int)count);
        differ(t, "random moves that are not evenly drawn");
    }
    free(results);
    free(drawn);
    free(after);
}

static void play_draws(struct lockstep *t, uint64_t plies)
{
    struct core *board[2] = {calloc(1, core_size(t)), calloc(1, core_size(t))};
    assert_non_null(board[0]);
    assert_non_null(board[1]);
    int at = 0;
    memcpy(board[0], t->game->opening, core_size(t));
    for (uint64_t ply = 0; ply < plies && !turn_over(board[at]); ply++) {
        if (!turn_play_random(&t->machine, board[at], draw, &t->random, board[1 - at], NULL))
            break;
        at = 1 - at;
        if (ply % 5 == 4 && !turn_over(board[at]) && turn_has_way(&t->machine, board[at]))
            check_draws(t, board[at]);
        t->plies++;
    }
    free(board[0]);
    free(board[1]);
}

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
                                           {"slither", "size=4"},
                                           {"international_draughts", "-"}};
    (void)state;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        cut_context *context = cut_context_new(NULL);
        struct lockstep t = {
            .context = context, .name = games[i][0], .settings = games[i][1], .random = 7, .even = true};
        assert_true(run_game(&t, 25));
        cut_context_free(context);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_game), cmocka_unit_test(every_pass),
                                       cmocka_unit_test(odd_rules), cmocka_unit_test(many_results),
                                       cmocka_unit_test(draws_are_even)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
