/* test_flank.c - the fast path for runs that change hands against the plain evaluator: in step with it, ply by ply;
 * how it draws; the same totals for any number of threads; what is nearly of its shape is refused. CUT_LONG=1: more. */
#include "support.h"

#include <stdlib.h>
#include <string.h>

#include "flank_games.h"
#include "interp/api.h"

enum { PLIES = 20000, PLIES_LONG = 1000000, GAME_PLIES = 200, COUNT = sizeof flank_games / sizeof *flank_games };

/* ---- a game with a machine for it ---- */

struct pair {
    cut_game *game;
    cut_position *position; /* owns the machine */
    struct machine *m;
    struct core *core;
    const struct flank *f;
    struct flank_board board;
    uint64_t random, plies;
};

static void pair_open(struct pair *pair, cut_game *game)
{
    memset(pair, 0, sizeof *pair);
    pair->game = game;
    pair->f = game->flank;
    assert_non_null(pair->f);
    assert_int_equal(cut_position_new(game, &pair->position), CUT_OK);
    pair->m = &pair->position->machine;
    pair->core = malloc(game->layout.core_size);
}

static void pair_close(struct pair *pair)
{
    free(pair->core);
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

static int fast_site(const struct pair *pair, int site)
{
    const struct board *board = pair->game->rules->board;
    return board->y[site] << 5 | board->x[site];
}

/* Where the fast path has the site that a move writes. */
static int site_of(const struct pair *pair, const struct turn_move *move)
{
    int site = board_site(pair->game->rules->board, move->text, (int)strlen(move->text));
    assert_true(site >= 0);
    return fast_site(pair, site);
}

/* ---- in step ---- */

static void compare_moves(const struct pair *pair, const struct turn_list *list)
{
    bool legal[PLACEMENT_SITE + 1] = {false};
    size_t ways = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (list->moves[i].sort != MOVE_WAY)
            continue;
        legal[site_of(pair, &list->moves[i])] = true;
        ways++;
    }
    assert_int_equal(pair->board.empty_count, ways);
    for (int i = 0; i < pair->board.empty_count; i++) {
        assert_true(legal[pair->board.empty[i]]);
        legal[pair->board.empty[i]] = false; /* once only */
    }
}

static void compare_stones(const struct pair *pair)
{
    const struct rules *rules = pair->game->rules;
    for (int s = 0; s < rules->board->sites; s++) {
        int plain = core_piece(rules, &pair->game->layout, pair->core, s);
        int fast = flank_at(&pair->board, fast_site(pair, s));
        if (plain != fast)
            fail_msg("%s: %s has %d on the fast path, not %d", cut_game_name(pair->game), rules->board->name[s], fast,
                     plain);
    }
}

static void compare_end(const struct pair *pair, int goal, int mover)
{
    const struct head *head = &pair->core->head;
    if ((head->result != RESULT_NONE) != (goal >= 0))
        fail_msg("%s: goal %d, result %d", cut_game_name(pair->game), goal, (int)head->result);
    if (goal < 0)
        return;
    const struct placement_goal *reached = &pair->f->frame->goals[goal];
    assert_int_equal(head->end, reached->end);
    assert_int_equal(head->result, reached->ending == END_DRAW ? RESULT_DRAW : RESULT_WIN);
    if (reached->ending != END_DRAW)
        assert_int_equal(head->winner, reached->ending == END_WIN ? mover : 1 - mover);
}

/* Nothing is legal: one random game from here has to end as the plain evaluator says. */
static void compare_stuck(const struct pair *pair)
{
    struct placement_tally tally = {0};
    struct flank_run run = {pair->f, &pair->board, 1, 0, 1, 10};
    struct verdict verdict = turn_verdict(pair->m, pair->core);
    flank_play(&run, &tally);
    assert_int_equal(tally.plies, 0);
    assert_int_equal(tally.stuck, 1);
    assert_int_equal(tally.draws, verdict.result == RESULT_DRAW);
    assert_int_equal(tally.wins[verdict.winner], verdict.result == RESULT_WIN);
}

/* One ply; false: the game is over. */
static bool step(struct pair *pair)
{
    struct arena_mark mark = arena_mark(&pair->m->kept);
    struct turn_list list;
    int mover = pair->core->head.to_move, goal = 0;
    turn_moves(pair->m, pair->core, WANT_CORE | WANT_TEXT, false, &list);
    assert_int_equal(pair->board.to_move, mover);
    compare_moves(pair, &list);
    pair->plies++;
    if (list.count == 0) {
        compare_stuck(pair);
    } else {
        const struct turn_move *move = &list.moves[below(pair, (uint32_t)list.count)];
        memcpy(pair->core, move->core, pair->game->layout.core_size);
        goal = flank_put(pair->f, &pair->board, site_of(pair, move));
        compare_stones(pair);
        compare_end(pair, goal, mover);
    }
    arena_release(&pair->m->kept, mark);
    return goal < 0;
}

static void one_game(struct pair *pair)
{
    memcpy(pair->core, pair->game->opening, pair->game->layout.core_size);
    assert_true(flank_begin(pair->f, pair->core, &pair->board));
    for (int i = 0; i < GAME_PLIES && step(pair); i++)
        continue;
}

/* Any stones anywhere, as a position given as text may have them. */
static void scatter(struct pair *pair)
{
    const struct rules *rules = pair->game->rules;
    uint32_t share = below(pair, 100), black = 20 + below(pair, 60);
    memcpy(pair->core, pair->game->opening, pair->game->layout.core_size);
    pair->core->head.flags = 0;
    pair->core->head.to_move = (uint8_t)below(pair, 2);
    for (int s = 0; s < rules->board->sites; s++) {
        if (core_piece(rules, &pair->game->layout, pair->core, s) == -1 && below(pair, 100) < share)
            core_place(rules, &pair->game->layout, pair->core, s, below(pair, 100) < black ? 0 : 1, 0);
    }
    turn_judge_given(pair->m, pair->core);
}

static void scattered_game(struct pair *pair)
{
    scatter(pair);
    if (!flank_begin(pair->f, pair->core, &pair->board))
        return;
    for (int i = 0; i < 8 && step(pair); i++)
        continue;
}

static void play_in_step(cut_game *game, uint64_t plies, uint64_t seed)
{
    struct pair pair;
    pair_open(&pair, game);
    pair.random = seed;
    do {
        guarded(&pair, one_game);
        for (int i = 0; i < 4; i++)
            guarded(&pair, scattered_game);
    } while (pair.plies < plies);
    pair_close(&pair);
}

/* ---- games ---- */

typedef void with_game(cut_game *game, void *user);

static void with_text(const char *text, with_game *body, void *user)
{
    cut_context *context = cut_context_new(NULL);
    cut_game *game;
    if (cut_load_text(context, "game", text, strlen(text), NULL, 0, &game) != CUT_OK)
        fail_msg("%s\n%s", cut_message_at(context, 0)->rendered, text);
    body(game, user);
    cut_game_free(game);
    cut_context_free(context);
}

static void with_size(const char *name, int size, with_game *body, void *user)
{
    cut_context *context = cut_context_new(NULL);
    char settings[32];
    snprintf(settings, sizeof settings, "size=%d", size);
    cut_game *game = load_game(context, name, settings);
    body(game, user);
    cut_game_free(game);
    cut_context_free(context);
}

struct share {
    uint64_t plies, seed;
};

static void share_game(cut_game *game, void *user)
{
    struct share *share = user;
    if (game->flank == NULL)
        fail_msg("%s has no fast path:\n%s", cut_game_name(game), cut_game_text(game));
    play_in_step(game, share->plies, share->seed++);
}

static void fast_and_plain_agree(void **state)
{
    (void)state;
    uint64_t plies = environment_number("CUT_LONG", 0) != 0 ? PLIES_LONG : PLIES;
    struct share share = {plies / (COUNT + 13), 20261130};
    for (int size = 2; size <= 13; size++)
        with_size("crisscross", size, share_game, &share);
    with_size("crisscross", 26, share_game, &share);
    for (size_t i = 0; i < COUNT; i++)
        with_text(flank_games[i], share_game, &share);
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
        with_text(other_games[i], refused, NULL);
}

/* ---- perft ---- */

static uint64_t perft_of(cut_position *position, int depth, bool without_swap, bool plain)
{
    cut_perft_options options = {.without_swap = without_swap, .plain = plain};
    uint64_t nodes;
    assert_int_equal(cut_perft(position, depth, &options, &nodes), CUT_OK);
    return nodes;
}

/* As deep as the plain evaluator can count in a moment. */
static void count_both_ways(cut_game *game, void *user)
{
    cut_position *position;
    uint64_t random = 7;
    (void)user;
    assert_int_equal(cut_position_new(game, &position), CUT_OK);
    for (int round = 0; round < 4; round++) {
        for (int depth = 0; depth <= 8; depth++) {
            uint64_t nodes = perft_of(position, depth, false, false);
            if (nodes > 3000)
                break;
            assert_int_equal(nodes, perft_of(position, depth, false, true));
            assert_int_equal(perft_of(position, depth, true, false), perft_of(position, depth, true, true));
        }
        for (int i = 0; i <= 4 * round; i++)
            cut_position_play_random(position, next_random, &random);
    }
    cut_position_free(position);
}

static void perft_both_ways(void **state)
{
    (void)state;
    for (int size = 2; size <= 6; size++)
        with_size("crisscross", size, count_both_ways, NULL);
    for (size_t i = 0; i < COUNT; i++)
        with_text(flank_games[i], count_both_ways, NULL);
}

/* ---- how random games are drawn ---- */

enum { OUTCOMES = 256, SAMPLES = 50000, LAST = 6, TRIES = 200, SMALL = 64 };

/* The probability of each way to end, by enumeration with the plain evaluator: 4 × plies + 0 draw, 1 and 2 wins, 3 if
 * it goes on after LAST plies. */
static void enumerate(struct pair *pair, const struct core *core, int plies, double weight, double *chance)
{
    struct machine *m = pair->m;
    struct arena_mark mark = arena_mark(&m->kept);
    struct turn_list list = {0};
    struct verdict verdict = {.result = core->head.result, .winner = core->head.winner};
    if (plies == LAST && !turn_over(core)) {
        chance[4 * plies + 3] += weight;
        return;
    }
    turn_moves(m, core, WANT_CORE, false, &list);
    for (size_t i = 0; i < list.count; i++)
        enumerate(pair, list.moves[i].core, plies + 1, weight / (double)list.count, chance);
    if (list.count == 0) {
        if (!turn_over(core))
            verdict = turn_verdict(m, core);
        chance[4 * plies + (verdict.result == RESULT_DRAW ? 0 : 1 + verdict.winner)] += weight;
    }
    arena_release(&m->kept, mark);
}

static void compare_chances(struct pair *pair)
{
    double chance[OUTCOMES] = {0}, square = 0;
    uint64_t counts[OUTCOMES] = {0};
    int cells = 0;
    enumerate(pair, pair->core, 0, 1, chance);
    for (uint64_t i = 0; i < SAMPLES; i++) {
        struct placement_tally tally = {0};
        struct flank_run run = {pair->f, &pair->board, 12345, i, 1, LAST};
        flank_play(&run, &tally);
        counts[4 * tally.plies + tally.wins[0] + 2 * tally.wins[1] + 3 * tally.unfinished]++;
    }
    for (int i = 0; i < OUTCOMES; i++) {
        double expected = chance[i] * SAMPLES, off = (double)counts[i] - expected;
        assert_true(expected > 0 || counts[i] == 0);
        if (expected < 5)
            continue;
        square += off * off / expected;
        cells++;
    }
    if (square > cells + 4 * 1.4142 * cells) /* far beyond chance; the seed is fixed */
        fail_msg("%s: chi-square %.1f in %d cells", cut_game_name(pair->game), square, cells);
}

static int empty_sites(cut_position *position)
{
    int count = 0;
    for (int s = 0; s < cut_game_site_count(cut_position_game(position)); s++)
        count += cut_position_at(position, s) == -1;
    return count;
}

/* Random games, until some have come near a full board without an end: is what follows drawn evenly? */
static void check_last_plies(cut_game *game, void *user)
{
    struct pair pair;
    uint64_t random = 3;
    int found = 0;
    (void)user;
    pair_open(&pair, game);
    for (int i = 0; i < TRIES && found < 2 && cut_game_site_count(game) <= SMALL; i++) {
        cut_position_reset(pair.position);
        for (int j = 0; j < GAME_PLIES && empty_sites(pair.position) > LAST; j++) {
            if (cut_position_play_random(pair.position, next_random, &random) != CUT_OK)
                break;
        }
        memcpy(pair.core, pair.position->core, game->layout.core_size);
        if (empty_sites(pair.position) > LAST || !flank_begin(pair.f, pair.core, &pair.board))
            continue;
        guarded(&pair, compare_chances);
        found++;
    }
    pair_close(&pair);
}

static void draws_are_uniform(void **state)
{
    (void)state;
    for (int size = 2; size <= 5; size++)
        with_size("crisscross", size, check_last_plies, NULL);
    for (size_t i = 0; i < COUNT; i++)
        with_text(flank_games[i], check_last_plies, NULL);
}

/* ---- seeds and threads ---- */

static cut_playout_result sample(cut_position *position, const char *start, cut_playout_options options)
{
    cut_playout_result result;
    cut_position_reset(position);
    if (start != NULL)
        assert_int_equal(cut_position_set(position, start), CUT_OK);
    assert_int_equal(cut_playouts(position, &options, &result), CUT_OK);
    return result;
}

/* Two ways to sum up the same games evenly: they agree as far as chance lets them. */
static void compare_means(const cut_playout_result *fast, const cut_playout_result *slow)
{
    double a = (double)fast->plies / (double)fast->playouts, b = (double)slow->plies / (double)slow->playouts;
    double first = (double)fast->wins[0] / (double)fast->playouts;
    double other = (double)slow->wins[0] / (double)slow->playouts;
    assert_true(a - b < 1.5 && b - a < 1.5);
    assert_true(first - other < 0.1 && other - first < 0.1);
}

static void any_number_of_threads(cut_game *game, void *user)
{
    const char *start = user;
    cut_position *position;
    assert_int_equal(cut_position_new(game, &position), CUT_OK);
    cut_playout_options options = {.playouts = 1001, .seed = 1};
    cut_playout_result alone = sample(position, start, options);
    assert_int_equal(alone.playouts, alone.wins[0] + alone.wins[1] + alone.draws + alone.unfinished);
    for (int threads = 1; threads <= 5; threads++) {
        options.threads = threads;
        cut_playout_result result = sample(position, start, options);
        assert_memory_equal(&result, &alone, sizeof result);
    }
    options.seed = 2;
    cut_playout_result other = sample(position, start, options);
    assert_memory_not_equal(&other, &alone, sizeof other);
    cut_playout_options plain = {.playouts = 1001, .seed = 1, .plain = true};
    cut_playout_result slow = sample(position, start, plain);
    compare_means(&alone, &slow);
    cut_position_free(position);
}

static void threads_and_seeds(void **state)
{
    static char given[] = "5/1RB2/2R2/1B1B1/5 B";
    (void)state;
    with_size("crisscross", 5, any_number_of_threads, NULL);
    with_size("crisscross", 5, any_number_of_threads, given);
    with_text(flank_games[0], any_number_of_threads, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fast_and_plain_agree), cmocka_unit_test(others_are_refused), cmocka_unit_test(perft_both_ways),
        cmocka_unit_test(draws_are_uniform),    cmocka_unit_test(threads_and_seeds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
