/* test_code_games.c - made-up rules as register code against the plain evaluator: in lock-step, and whole random games.
 */
#include "support.h"

#include <stdlib.h>
#include <string.h>

#include "code_games.h"
#include "interp/api.h"
#include "interp/fast/code.h"

enum { PLIES = 400, PLIES_LONG = 8000, GAMES = 4000, DRAWS = 60 };

struct pair {
    cut_game *game;
    cut_position *position;
    unsigned without;
    struct core *core, *other;
    struct exec exec;
    uint64_t random, plies, left, size;
};

static int compare_cores(const void *a, const void *b)
{
    const struct core *x = *(const struct core *const *)a, *y = *(const struct core *const *)b;
    return memcmp(x, y, sizeof x->head) != 0 ? memcmp(x, y, sizeof x->head) : memcmp(x->set, y->set, x->head.unused);
}

static struct core **some_cores(size_t count, size_t size)
{
    struct core **cores = calloc(count + 1, sizeof *cores);
    assert_non_null(cores);
    for (size_t i = 0; i < count; i++)
        cores[i] = calloc(1, size);
    return cores;
}

/* For compare_cores: how many bytes the sets have. */
static void sort_cores(struct core **cores, size_t count, size_t size)
{
    for (size_t i = 0; i < count; i++)
        cores[i]->head.unused = (uint16_t)(size - sizeof(struct core));
    qsort(cores, count, sizeof *cores, compare_cores);
}

static void free_cores(struct core **cores, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(cores[i]);
    free(cores);
}

/* Every way leads to the same position, judged alike; three random moves are among them. */
static void compare_moves(struct pair *pair)
{
    struct machine *m = &pair->position->machine;
    struct exec *e = &pair->exec;
    struct turn_list list;
    size_t size = pair->game->layout.core_size, count = 0;
    turn_moves(m, pair->core, WANT_TEXT | WANT_CORE, false, &list);
    exec_load(e, pair->core);
    assert_int_equal(exec_all(e), CODE_STOPPED);
    size_t made = e->kept_count;
    struct core **plain = some_cores(list.count, size), **code = some_cores(made + 3, size);
    for (size_t i = 0; i < list.count; i++) {
        if (list.moves[i].sort == MOVE_WAY)
            memcpy(plain[count++], list.moves[i].core, size);
    }
    assert_int_equal(made, count);
    for (size_t i = 0; i < made + 3 && count > 0; i++) {
        exec_load(e, pair->core);
        assert_int_equal(i < made ? exec_take(e, i) : exec_move(e), CODE_DONE);
        exec_store(e, code[i]);
    }
    if (count == 0)
        assert_int_equal(exec_move(e), CODE_STUCK);
    sort_cores(plain, count, size);
    sort_cores(code, made, size);
    for (size_t i = 0; i < count; i++)
        assert_memory_equal(plain[i], code[i], size);
    for (size_t i = 0; i < 3 && count > 0; i++) {
        sort_cores(code + made + i, 1, size);
        assert_non_null(bsearch(code + made + i, plain, count, sizeof *plain, compare_cores));
    }
    free_cores(plain, list.count);
    free_cores(code, made + 3);
}

/* Where the positions that are the same as this one begin. */
static size_t place_of(struct core **cores, size_t count, struct core *core)
{
    struct core **found = bsearch(&core, cores, count, sizeof *cores, compare_cores);
    assert_non_null(found);
    while (found > cores && compare_cores(found - 1, found) == 0)
        found--;
    return (size_t)(found - cores);
}

/* Pearson's sum over the positions that random moves lead to is near their number, unless some are favoured. */
static void check_draws(struct pair *pair)
{
    struct exec *e = &pair->exec;
    size_t size = pair->game->layout.core_size, places = 0;
    exec_load(e, pair->core);
    assert_int_equal(exec_all(e), CODE_STOPPED);
    size_t count = e->kept_count;
    struct core **cores = some_cores(count + 1, size);
    double *expected = calloc(count + 1, sizeof *expected), *drawn = calloc(count + 1, sizeof *drawn), sum = 0;
    for (size_t i = 0; i < count; i++) {
        exec_load(e, pair->core);
        exec_take(e, i);
        exec_store(e, cores[i]);
    }
    sort_cores(cores, count, size);
    for (size_t i = 0; i < count; i++)
        expected[place_of(cores, count, cores[i])] += DRAWS;
    for (size_t i = 0; i < count * DRAWS; i++) {
        exec_load(e, pair->core);
        assert_int_equal(exec_move(e), CODE_DONE);
        exec_store(e, cores[count]);
        sort_cores(cores + count, 1, size);
        drawn[place_of(cores, count, cores[count])]++;
    }
    for (size_t i = 0; i < count; i++) {
        places += expected[i] > 0;
        sum += expected[i] > 0 ? (drawn[i] - expected[i]) * (drawn[i] - expected[i]) / expected[i] : 0;
    }
    double off = places > 0 ? sum - (double)(places - 1) : 0;
    if (off > 0 && off * off > 36.0 * 2.0 * (double)places + 36.0)
        fail_msg("random moves that are not evenly drawn: %f for %d\n%s", sum, (int)places, cut_game_text(pair->game));
    free_cores(cores, count + 1);
    free(expected);
    free(drawn);
}

static uint64_t draw(void *user)
{
    return next_random(user);
}

static cut_status play(cut_position *position, void *argument)
{
    struct pair *pair = argument;
    struct machine *m = &position->machine;
    struct arena arena;
    arena_init(&arena, m->heap);
    const struct program *program = code_make(&arena, pair->game->rules, &pair->game->layout, pair->without);
    assert_non_null(program);
    exec_begin(&pair->exec, program, &arena, m);
    pair->exec.history = m->history;
    uint64_t most = environment_number("CUT_LONG", 0) != 0 ? PLIES_LONG : PLIES;
    while (pair->plies < most) {
        memcpy(pair->core, pair->game->opening, pair->game->layout.core_size);
        for (bool moved = true; moved && !turn_over(pair->core); pair->plies++) {
            struct arena_mark mark = arena_mark(&m->kept);
            compare_moves(pair);
            if (pair->without == 0 && pair->plies % 128 < 2)
                check_draws(pair);
            moved = turn_play_random(m, pair->core, draw, &pair->random, pair->other, NULL);
            pair->left += moved && pair->other->head.out != pair->core->head.out;
            if (moved)
                memcpy(pair->core, pair->other, pair->game->layout.core_size);
            arena_release(&m->kept, mark);
        }
    }
    arena_free(&arena);
    return CUT_OK;
}

static cut_game *load(cut_context *context, const char *text)
{
    cut_game *game;
    if (cut_load_text(context, "game", text, strlen(text), NULL, 0, &game) != CUT_OK)
        fail_msg("%s\n%s", cut_message_at(context, 0)->rendered, text);
    return game;
}

static void lockstep(const char *text, unsigned without)
{
    cut_context *context = cut_context_new(NULL);
    struct pair pair = {.game = load(context, text), .without = without, .random = 5};
    size_t size = pair.game->layout.core_size;
    pair.core = calloc(1, size);
    pair.other = calloc(1, size);
    assert_int_equal(cut_position_new(pair.game, &pair.position), CUT_OK);
    cut_status status = api_guard(pair.position, play, &pair);
    if (status != CUT_OK)
        fail_msg("%s\n%s", cut_position_error(pair.position), text);
    if (without == 0)
        print_message("%d plies, %d left the game\n", (int)pair.plies, (int)pair.left);
    cut_position_free(pair.position);
    free(pair.core);
    free(pair.other);
    cut_game_free(pair.game);
    cut_context_free(context);
}

static void code_and_plain_agree(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof code_games / sizeof *code_games; i++) {
        lockstep(code_games[i], 0);
        lockstep(code_games[i], (1u << PASS_COUNT) - 1);
    }
    for (size_t i = 0; i < sizeof settled_games / sizeof *settled_games; i++)
        lockstep(settled_games[i], 0);
}

/* ---- whole games ---- */

static cut_playout_result playouts(const char *text, bool plain)
{
    cut_context *context = cut_context_new(NULL);
    cut_game *game = load(context, text);
    cut_position *position;
    cut_playout_result result;
    cut_playout_options options = {.playouts = GAMES, .seed = 3, .plain = plain};
    assert_int_equal(cut_position_new(game, &position), CUT_OK);
    assert_int_equal(cut_playouts(position, &options, &result), CUT_OK);
    cut_position_free(position);
    cut_game_free(game);
    cut_context_free(context);
    return result;
}

static void near(const char *text, const char *what, uint64_t a, uint64_t b)
{
    double share = (double)(a + b) / (2.0 * GAMES), difference = (double)a - (double)b;
    if (difference * difference > 30.0 * (2.0 * GAMES * share * (1.0 - share) + 1.0))
        fail_msg("%s: %d and %d\n%s", what, (int)a, (int)b, text);
}

static void whole_games_end_alike(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof settled_games / sizeof *settled_games; i++) {
        cut_playout_result plain = playouts(settled_games[i], true), code = playouts(settled_games[i], false);
        assert_memory_equal(&plain, &code, sizeof plain);
    }
    for (size_t i = 0; i < sizeof code_games / sizeof *code_games; i++) {
        cut_playout_result plain = playouts(code_games[i], true), code = playouts(code_games[i], false);
        for (int p = 0; p < 6; p++)
            near(code_games[i], "wins", plain.wins[p], code.wins[p]);
        near(code_games[i], "draws", plain.draws, code.draws);
        near(code_games[i], "stuck", plain.stuck, code.stuck);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(code_and_plain_agree), cmocka_unit_test(whole_games_end_alike)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
