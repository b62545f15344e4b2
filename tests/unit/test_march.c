/* test_march.c - the fast path for marching lines against the plain evaluator: in step with it, ply by ply, in shipped
 * games and made-up ones; what it refuses; counts; how it draws; any number of threads. CUT_LONG=1 plays more plies. */
#include "support.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "interp/api.h"
#include "march_games.h"

enum { PLIES = 20000, PLIES_LONG = 1000000, MOVES = 4096, DRAWS = 40000 };

struct pair {
    cut_game *game;
    cut_position *position; /* owns the machine */
    struct machine *m;
    struct core *core, *other;
    const struct march *march;
    struct march_board board;
    uint64_t random;
    uint64_t plies, moves, stuck, ends; /* compared so far */
};

static void pair_open(struct pair *pair, cut_game *game)
{
    memset(pair, 0, sizeof *pair);
    pair->game = game;
    pair->march = game->march;
    assert_int_equal(cut_position_new(game, &pair->position), CUT_OK);
    pair->m = &pair->position->machine;
    pair->core = calloc(1, game->layout.core_size);
    pair->other = calloc(1, game->layout.core_size);
}

static void pair_close(struct pair *pair)
{
    free(pair->core);
    free(pair->other);
    cut_position_free(pair->position);
}

/* The machine allocates: there has to be a trap. */
struct guarded {
    void (*body)(struct pair *pair);
    struct pair *pair;
};

static cut_status run_guarded(cut_position *position, void *argument)
{
    struct guarded *guarded = argument;
    (void)position;
    guarded->body(guarded->pair);
    return CUT_OK;
}

static void guarded(struct pair *pair, void (*body)(struct pair *pair))
{
    struct guarded argument = {body, pair};
    assert_int_equal(api_guard(pair->position, run_guarded, &argument), CUT_OK);
}

static uint32_t below(struct pair *pair, uint32_t bound)
{
    return (uint32_t)((next_random(&pair->random) >> 32) * bound >> 32);
}

static uint64_t hash_core(const struct pair *pair, const struct core *core)
{
    const unsigned char *bytes = (const unsigned char *)core;
    uint64_t hash = 7;
    for (size_t i = 0; i < pair->game->layout.core_size; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001B3) ^ hash >> 29;
    return hash;
}

static int compare_hashes(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* The position after the move, put together from what the fast path says. */
static void play_fast(struct pair *pair, const struct march_move *move, struct core *core)
{
    const struct march *march = pair->march;
    const struct layout *layout = &pair->game->layout;
    struct march_board board = pair->board;
    int end = march_put(march, &board, move), mover = pair->core->head.to_move;
    memcpy(core, pair->core, layout->core_size);
    core->head.ply++;
    core->head.passes = 0;
    core->head.to_move = (uint8_t)board.to_move;
    for (int p = 0; p < 2; p++) {
        uint64_t *stones = core->set + layout->stones + p * layout->words;
        set_clear(layout->words, stones);
        for (int site = 0; site < pair->game->rules->board->sites; site++) {
            if (set_has(board.stones[p], march->bit[site]))
                set_add(stones, site);
        }
    }
    core_difference(pair->game->rules, layout, core, pair->core, core->set + layout->last_changed);
    if (end != MARCH_ON) {
        enum ending ending = march->ends[end].ending;
        core->head.end = (uint8_t)end;
        core->head.result = ending == END_DRAW ? RESULT_DRAW : RESULT_WIN;
        if (ending != END_DRAW)
            core->head.winner = (uint8_t)(ending == END_WIN ? mover : 1 - mover);
        pair->ends++;
    }
}

static void compare_stuck(struct pair *pair)
{
    const struct rules *rules = pair->game->rules;
    int line = march_stuck(pair->march, &pair->board), mover = pair->core->head.to_move;
    struct verdict verdict = turn_verdict(pair->m, pair->core);
    assert_true(verdict.stuck);
    assert_true(verdict.end == (line == MARCH_ON ? NULL : &rules->stucks[line]));
    enum ending ending = line == MARCH_ON ? END_DRAW : pair->march->stucks[line].ending;
    assert_int_equal(verdict.result, ending == END_DRAW ? RESULT_DRAW : RESULT_WIN);
    if (ending != END_DRAW)
        assert_int_equal(verdict.winner, ending == END_WIN ? mover : 1 - mover);
    pair->stuck++;
}

/* One ply; false: the game is over. */
static bool step(struct pair *pair)
{
    static const size_t size = MOVES * sizeof(uint64_t);
    struct arena_mark mark = arena_mark(&pair->m->kept);
    struct turn_list list;
    struct march_move *moves = calloc(MOVES, sizeof *moves);
    uint64_t *plain = calloc(1, size), *fast = calloc(1, size);
    turn_moves(pair->m, pair->core, WANT_CORE | WANT_TEXT, false, &list);
    assert_string_equal(pair->m->fault, "");
    assert_true(march_begin(pair->march, pair->core, &pair->board));
    int count = march_list(pair->march, &pair->board, moves, MOVES);
    assert_in_range(count, 0, MOVES);
    assert_int_equal(count, list.count);
    for (int i = 0; i < count; i++) {
        plain[i] = hash_core(pair, list.moves[i].core);
        play_fast(pair, &moves[i], pair->other);
        fast[i] = hash_core(pair, pair->other);
    }
    qsort(plain, (size_t)count, sizeof *plain, compare_hashes);
    qsort(fast, (size_t)count, sizeof *fast, compare_hashes);
    assert_memory_equal(plain, fast, (size_t)count * sizeof *plain);
    pair->plies++;
    pair->moves += (uint64_t)count;
    if (count == 0)
        compare_stuck(pair);
    else
        memcpy(pair->core, list.moves[below(pair, (uint32_t)count)].core, pair->game->layout.core_size);
    arena_release(&pair->m->kept, mark);
    free(moves);
    free(plain);
    free(fast);
    return count > 0 && !turn_over(pair->core);
}

static void one_game(struct pair *pair)
{
    memcpy(pair->core, pair->game->opening, pair->game->layout.core_size);
    for (int i = 0; i < 300 && step(pair); i++)
        continue;
}

/* Any stones anywhere, as a position given as text may have them. */
static void scattered_game(struct pair *pair)
{
    const struct rules *rules = pair->game->rules;
    const struct layout *layout = &pair->game->layout;
    uint32_t share = 3 + below(pair, 70), mine = 20 + below(pair, 60);
    memset(pair->core, 0, layout->core_size);
    pair->core->head.ply = 3;
    pair->core->head.to_move = (uint8_t)below(pair, 2);
    for (int s = 0; s < rules->board->sites; s++) {
        if (below(pair, 100) < share)
            core_place(rules, layout, pair->core, s, below(pair, 100) < mine, 0);
    }
    turn_judge_given(pair->m, pair->core);
    assert_int_equal(march_begin(pair->march, pair->core, &pair->board), !turn_over(pair->core));
    for (int i = 0; i < 12 && !turn_over(pair->core) && step(pair); i++)
        continue;
}

static void play_in_step(cut_game *game, uint64_t plies, uint64_t seed)
{
    struct pair pair;
    pair_open(&pair, game);
    pair.random = seed;
    do {
        guarded(&pair, one_game);
        for (int i = 0; i < 8; i++)
            guarded(&pair, scattered_game);
    } while (pair.plies < plies);
    print_message("%s: %d plies, %d moves, %d stuck, %d with an end\n", cut_game_name(game), (int)pair.plies,
                  (int)pair.moves, (int)pair.stuck, (int)pair.ends);
    pair_close(&pair);
}

/* ---- which games ---- */

typedef void with_game(cut_game *game, void *user);

/* Every shipped game of the shape; how many. */
static int each_shipped(with_game *body, void *user)
{
    cut_context *context = cut_context_new(NULL);
    int count = 0;
    for (size_t i = 0; i < cut_file_count(); i++) {
        cut_status status;
        const cut_file *file = cut_file_at(i);
        cut_game *game = strcmp(file->folder, "stdlib") != 0 ? try_game(context, file->name, "-", &status) : NULL;
        if (game != NULL && game->march != NULL) {
            body(game, user);
            count++;
        }
        cut_game_free(game);
    }
    cut_context_free(context);
    return count;
}

static void with_text(const char *text, with_game *body, void *user)
{
    cut_context *context = cut_context_new(NULL);
    cut_game *game;
    if (cut_load_text(context, "game", text, strlen(text), NULL, 0, &game) != CUT_OK)
        fail_msg("%s", cut_message_at(context, 0)->rendered);
    body(game, user);
    cut_game_free(game);
    cut_context_free(context);
}

static void each_made_up(with_game *body, void *user)
{
    for (size_t i = 0; i < sizeof march_games / sizeof *march_games; i++)
        with_text(march_games[i], body, user);
}

struct share {
    uint64_t plies, seed;
};

static void share_game(cut_game *game, void *user)
{
    struct share *share = user;
    if (game->march == NULL)
        fail_msg("no fast path: game %d", (int)share->seed);
    play_in_step(game, share->plies, share->seed++);
}

static void fast_and_plain_agree(void **state)
{
    (void)state;
    uint64_t plies = environment_number("CUT_LONG", 0) != 0 ? PLIES_LONG : PLIES;
    struct share share = {plies / 12, 1};
    assert_in_range(each_shipped(share_game, &share), 3, 100);
    share.seed = 100;
    each_made_up(share_game, &share);
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
        with_text(no_march_games[i], refuse, &i);
}

/* ---- counts ---- */

static uint64_t perft_of(cut_position *position, int depth, bool plain)
{
    cut_perft_options options = {.plain = plain};
    uint64_t nodes;
    assert_int_equal(cut_perft(position, depth, &options, &nodes), CUT_OK);
    return nodes;
}

static void count_both_ways(cut_game *game, void *user)
{
    cut_position *position;
    uint64_t random = 11;
    (void)user;
    assert_int_equal(cut_position_new(game, &position), CUT_OK);
    for (int round = 0; round < 4; round++) {
        for (int depth = 0; depth <= 6; depth++) {
            uint64_t nodes = perft_of(position, depth, false);
            if (nodes > 4000)
                break;
            assert_int_equal(nodes, perft_of(position, depth, true));
        }
        for (int i = 0; i <= 12 * round; i++)
            cut_position_play_random(position, next_random, &random);
    }
    cut_position_free(position);
}

static void counts_agree(void **state)
{
    (void)state;
    each_shipped(count_both_ways, NULL);
    each_made_up(count_both_ways, NULL);
}

/* ---- how moves are drawn ---- */

static bool same_move(const struct march_move *a, const struct march_move *b)
{
    return a->lane == b->lane && a->head == b->head && a->length == b->length && a->steps == b->steps;
}

static void draw_evenly(struct pair *pair)
{
    static const struct march_move none = {0};
    struct march_move moves[MOVES], drawn = none;
    uint64_t counts[MOVES] = {0};
    struct rng rng;
    memcpy(pair->core, pair->position->core, pair->game->layout.core_size);
    if (!march_begin(pair->march, pair->core, &pair->board))
        return;
    int count = march_list(pair->march, &pair->board, moves, MOVES);
    rng_seed(&rng, 99);
    for (int i = 0; i < DRAWS; i++) {
        int at = 0;
        assert_int_equal(march_draw(pair->march, &pair->board, &rng, &drawn), count > 0);
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
        fail_msg("%s: chi-square %.1f for %d moves", cut_game_name(pair->game), square, count);
}

static void draw_game(cut_game *game, void *user)
{
    struct pair pair;
    uint64_t random = 5;
    (void)user;
    pair_open(&pair, game);
    for (int round = 0; round < 3; round++) {
        guarded(&pair, draw_evenly);
        for (int i = 0; i < 9; i++)
            cut_position_play_random(pair.position, next_random, &random);
    }
    pair_close(&pair);
}

static void draws_are_even(void **state)
{
    (void)state;
    each_shipped(draw_game, NULL);
    each_made_up(draw_game, NULL);
}

/* ---- games ---- */

static cut_playout_result sample(cut_position *position, uint64_t playouts, int threads, bool plain)
{
    cut_playout_options options = {
        .playouts = playouts, .seed = 3, .threads = threads, .plain = plain, .max_plies = 400};
    cut_playout_result result;
    assert_int_equal(cut_playouts(position, &options, &result), CUT_OK);
    return result;
}

static double share_of(uint64_t part, const cut_playout_result *of)
{
    return (double)part / (double)of->playouts;
}

/* The same for any number of threads; and like the plain games, as far as 60 of those tell. */
static void sample_game(cut_game *game, void *user)
{
    cut_position *position;
    (void)user;
    assert_int_equal(cut_position_new(game, &position), CUT_OK);
    cut_playout_result alone = sample(position, 1001, 0, false);
    for (int threads = 2; threads <= 3; threads++) {
        cut_playout_result result = sample(position, 1001, threads, false);
        assert_memory_equal(&result, &alone, sizeof result);
    }
    if (game->rules->board->sites > 64) { /* plain games would take long */
        cut_position_free(position);
        return;
    }
    cut_playout_result plain = sample(position, 60, 0, true);
    double off[] = {share_of(alone.wins[0], &alone) - share_of(plain.wins[0], &plain),
                    share_of(alone.wins[1], &alone) - share_of(plain.wins[1], &plain),
                    share_of(alone.draws, &alone) - share_of(plain.draws, &plain),
                    share_of(alone.unfinished, &alone) - share_of(plain.unfinished, &plain),
                    share_of(alone.stuck, &alone) - share_of(plain.stuck, &plain)};
    for (size_t i = 0; i < sizeof off / sizeof *off; i++) {
        if (off[i] > 0.28 || off[i] < -0.28) /* more than four deviations */
            fail_msg("%s: share %d is off by %f", cut_game_name(game), (int)i, off[i]);
    }
    double length = share_of(alone.plies, &alone), plainly = share_of(plain.plies, &plain);
    assert_true(length < 1.4 * plainly && plainly < 1.4 * length);
    cut_position_free(position);
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
