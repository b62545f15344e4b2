/* test_fast.c - the fast path for placing stones against the plain evaluator: in step with it, ply by ply, in every
 * shipped game that has it; how it draws; the same totals for any number of threads. CUT_LONG=1 plays more plies. */
#include "support.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "fast_games.h"
#include "interp/api.h"

enum { PLIES = 20000, PLIES_LONG = 1000000, GAMES_LIMIT = 400 };

/* ---- a game with a machine for it ---- */

struct pair {
    cut_game *game;
    cut_position *position; /* owns the machine */
    struct machine *m;
    struct core *core, *next;
    const struct placement *p;
    struct placement_board board;
    uint64_t random;
    uint64_t plies; /* compared so far */
};

static bool pair_open(struct pair *pair, cut_game *game)
{
    memset(pair, 0, sizeof *pair);
    pair->game = game;
    pair->p = game->fast;
    if (pair->p == NULL)
        return false;
    assert_int_equal(cut_position_new(game, &pair->position), CUT_OK);
    pair->m = &pair->position->machine;
    pair->core = malloc(game->layout.core_size);
    pair->next = malloc(game->layout.core_size);
    return true;
}

static void pair_close(struct pair *pair)
{
    free(pair->core);
    free(pair->next);
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

/* Where the fast path has the site that a move writes. */
static int site_of(const struct pair *pair, const struct turn_move *move)
{
    const struct board *board = pair->game->rules->board;
    int site = board_site(board, move->text, (int)strlen(move->text));
    assert_true(site >= 0);
    return board->y[site] << 5 | board->x[site];
}

/* ---- in step ---- */

/* The sites of the plain moves, as the fast path sees them, have to be the legal ones of its list. */
static void compare_moves(struct pair *pair, const struct turn_list *list, bool legal[PLACEMENT_SITE + 1])
{
    size_t ways = 0, fast = 0;
    memset(legal, 0, PLACEMENT_SITE + 1);
    for (size_t i = 0; i < list->count; i++) {
        if (list->moves[i].sort != MOVE_WAY)
            continue;
        legal[site_of(pair, &list->moves[i])] = true;
        ways++;
    }
    for (int i = 0; i < pair->board.empty_count; i++) {
        int site = pair->board.empty[i];
        bool is_legal = placement_legal(pair->p, &pair->board, site);
        if (is_legal != legal[site & PLACEMENT_SITE])
            fail_msg("%s: site %d is %s on the fast path", cut_game_name(pair->game), site,
                     is_legal ? "legal" : "illegal");
        fast += is_legal;
    }
    assert_int_equal(fast, ways);
    assert_int_equal(placement_count_legal(pair->p, &pair->board, pair->board.to_move), ways);
}

static void compare_end(struct pair *pair, int goal, int mover)
{
    const struct head *head = &pair->core->head;
    if ((head->result != RESULT_NONE) != (goal >= 0))
        fail_msg("%s: goal %d, result %d", cut_game_name(pair->game), goal, (int)head->result);
    if (goal < 0)
        return;
    const struct placement_goal *reached = &pair->p->goals[goal];
    assert_int_equal(head->end, reached->end);
    assert_int_equal(head->result, reached->ending == END_DRAW ? RESULT_DRAW : RESULT_WIN);
    if (reached->ending != END_DRAW)
        assert_int_equal(head->winner, reached->ending == END_WIN ? mover : 1 - mover);
}

/* Nothing is legal: a pass, or the end that the fast path expects. False: the end. */
static bool compare_stuck(struct pair *pair, const struct turn_list *list)
{
    int player = pair->board.to_move;
    bool passes = pair->p->stuck == END_PASS && placement_count_legal(pair->p, &pair->board, 1 - player) > 0;
    struct verdict verdict = turn_verdict(pair->m, pair->core);
    assert_int_equal(list->count, passes ? 1 : 0);
    if (passes) {
        assert_int_equal(list->moves[0].sort, MOVE_STUCK_PASS);
        memcpy(pair->core, list->moves[0].core, pair->game->layout.core_size);
        pair->board.to_move = 1 - player;
        return true;
    }
    enum ending ending = pair->p->stuck == END_PASS ? pair->p->both_stuck : pair->p->stuck;
    int of = pair->p->stuck == END_PASS ? 1 - player : player;
    assert_int_equal(verdict.result, ending == END_DRAW ? RESULT_DRAW : RESULT_WIN);
    if (ending != END_DRAW)
        assert_int_equal(verdict.winner, ending == END_WIN ? of : 1 - of);
    return false;
}

/* One ply; false: the game is over. */
static bool step(struct pair *pair)
{
    struct arena_mark mark = arena_mark(&pair->m->kept);
    struct turn_list list;
    bool legal[PLACEMENT_SITE + 1], goes_on;
    int mover = pair->core->head.to_move;
    turn_moves(pair->m, pair->core, WANT_CORE | WANT_TEXT, false, &list);
    assert_int_equal(pair->board.to_move, mover);
    compare_moves(pair, &list, legal);
    pair->plies++;
    if (list.count == 0 || list.moves[0].sort != MOVE_WAY) {
        goes_on = compare_stuck(pair, &list);
    } else {
        const struct turn_move *move = &list.moves[below(pair, (uint32_t)list.count)];
        memcpy(pair->core, move->core, pair->game->layout.core_size);
        int goal = placement_put(pair->p, &pair->board, site_of(pair, move));
        compare_end(pair, goal, mover);
        goes_on = goal < 0;
    }
    arena_release(&pair->m->kept, mark);
    return goes_on;
}

static void one_game(struct pair *pair)
{
    memcpy(pair->core, pair->game->opening, pair->game->layout.core_size);
    assert_true(placement_begin(pair->p, pair->core, &pair->board));
    while (step(pair))
        continue;
}

/* Any stones anywhere, as a position given as text may have them. */
static void scatter(struct pair *pair)
{
    const struct rules *rules = pair->game->rules;
    uint32_t share = below(pair, 100);
    memcpy(pair->core, pair->game->opening, pair->game->layout.core_size);
    pair->core->head.flags = 0;
    pair->core->head.to_move = (uint8_t)below(pair, 2);
    for (int s = 0; s < rules->board->sites; s++) {
        if (core_piece(rules, &pair->game->layout, pair->core, s) == -1 && below(pair, 100) < share)
            core_place(rules, &pair->game->layout, pair->core, s, (int)below(pair, 2), 0);
    }
    turn_judge_given(pair->m, pair->core);
}

static void scattered_game(struct pair *pair)
{
    scatter(pair);
    if (!placement_begin(pair->p, pair->core, &pair->board))
        return;
    for (int i = 0; i < 8 && step(pair); i++)
        continue;
}

static void play_in_step(cut_game *game, uint64_t plies, uint64_t seed)
{
    struct pair pair;
    if (!pair_open(&pair, game))
        return;
    pair.random = seed;
    do {
        guarded(&pair, one_game);
        for (int i = 0; i < 4; i++)
            guarded(&pair, scattered_game);
    } while (pair.plies < plies);
    pair_close(&pair);
}

/* ---- every shipped game, in several sizes ---- */

typedef void with_game(cut_game *game, void *user);

static const cut_option *size_of(const cut_game *game)
{
    for (size_t i = 0; i < cut_game_option_count(game); i++) {
        if (strcmp(cut_game_option(game, i)->name, "size") == 0)
            return cut_game_option(game, i);
    }
    return NULL;
}

static void each_size(cut_context *context, const char *name, with_game *body, void *user)
{
    static const long sizes[] = {2, 3, 4, 5, 6, 9, 13, 26};
    cut_status status;
    cut_game *standard = try_game(context, name, "-", &status);
    if (standard == NULL)
        return;
    body(standard, user);
    const cut_option *size = size_of(standard);
    for (size_t i = 0; standard->fast != NULL && size != NULL && i < sizeof sizes / sizeof *sizes; i++) {
        char text[32];
        snprintf(text, sizeof text, "size=%ld", sizes[i]);
        cut_game *game =
            sizes[i] >= size->low && sizes[i] <= size->high ? try_game(context, name, text, &status) : NULL;
        if (game != NULL)
            body(game, user);
        cut_game_free(game);
    }
    cut_game_free(standard);
}

static void each_game(with_game *body, void *user)
{
    cut_context *context = cut_context_new(NULL);
    for (size_t i = 0; i < cut_file_count(); i++) {
        const cut_file *file = cut_file_at(i);
        if (strcmp(file->folder, "stdlib") != 0)
            each_size(context, file->name, body, user);
    }
    cut_context_free(context);
}

/* One of the games of fast_games.h. */
static void with_text(size_t number, with_game *body, void *user)
{
    cut_context *context = cut_context_new(NULL);
    const char *text = fast_games[number];
    cut_game *game;
    if (cut_load_text(context, "game", text, strlen(text), NULL, 0, &game) != CUT_OK)
        fail_msg("%s", cut_message_at(context, 0)->rendered);
    if (game->fast == NULL)
        fail_msg("game %d has no fast path", (int)number);
    body(game, user);
    cut_game_free(game);
    cut_context_free(context);
}

static void count_game(cut_game *game, void *user)
{
    int *count = user;
    *count += game->fast != NULL;
}

struct share {
    uint64_t plies, seed;
};

static void share_game(cut_game *game, void *user)
{
    struct share *share = user;
    play_in_step(game, share->plies, share->seed++);
}

static void fast_and_plain_agree(void **state)
{
    (void)state;
    int count = 0;
    each_game(count_game, &count);
    assert_in_range(count, 10, GAMES_LIMIT);
    uint64_t plies = environment_number("CUT_LONG", 0) != 0 ? PLIES_LONG : PLIES;
    struct share share = {plies / (uint64_t)count, 20261129};
    each_game(share_game, &share);
    for (size_t i = 0; i < sizeof fast_games / sizeof *fast_games; i++)
        with_text(i, share_game, &share);
    print_message("%d games and sizes have the fast path\n", count);
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
    uint64_t nodes = 1, random = 7;
    (void)user;
    if (game->fast == NULL)
        return;
    assert_int_equal(cut_position_new(game, &position), CUT_OK);
    for (int round = 0; round < 3; round++) {
        for (int depth = 1; depth <= 8; depth++) {
            nodes = perft_of(position, depth, false, false);
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
    each_game(count_both_ways, NULL);
    for (size_t i = 0; i < sizeof fast_games / sizeof *fast_games; i++)
        with_text(i, count_both_ways, NULL);
}

/* ---- how random games are drawn ---- */

enum { OUTCOMES = 128, SAMPLES = 50000 };

/* The probability of each way to end, by enumeration with the plain evaluator: 4 × plies + 0 draw, 1 and 2 wins. */
static void enumerate(struct pair *pair, const struct core *core, int plies, double weight, double *chance)
{
    struct machine *m = pair->m;
    struct arena_mark mark = arena_mark(&m->kept);
    struct turn_list list = {0};
    enum result result = core->head.result;
    int winner = core->head.winner;
    turn_moves(m, core, WANT_CORE, false, &list);
    for (size_t i = 0; i < list.count; i++)
        enumerate(pair, list.moves[i].core, plies + 1, weight / (double)list.count, chance);
    if (list.count == 0) {
        if (!turn_over(core)) {
            struct verdict verdict = turn_verdict(m, core);
            result = verdict.result;
            winner = verdict.winner;
        }
        chance[4 * plies + (result == RESULT_DRAW ? 0 : 1 + winner)] += weight;
    }
    arena_release(&m->kept, mark);
}

static void tally_games(const struct pair *pair, uint64_t *counts)
{
    for (uint64_t i = 0; i < SAMPLES; i++) {
        struct placement_tally tally = {0};
        struct placement_run run = {pair->p, &pair->board, 12345, i, 1, 1000};
        placement_play(&run, &tally);
        counts[4 * tally.plies + tally.wins[0] + 2 * tally.wins[1]]++;
    }
}

static void compare_chances(struct pair *pair)
{
    double chance[OUTCOMES] = {0}, square = 0;
    uint64_t counts[OUTCOMES] = {0};
    int cells = 0;
    memcpy(pair->core, pair->position->core, pair->game->layout.core_size);
    assert_true(placement_begin(pair->p, pair->core, &pair->board));
    enumerate(pair, pair->core, 0, 1, chance);
    tally_games(pair, counts);
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

enum { LAST = 6, TRIES = 50, SMALL = 64 }; /* LAST: empty sites, few enough to enumerate; SMALL: sites of a board */

static int empty_sites(cut_position *position)
{
    int count = 0;
    for (int s = 0; s < cut_game_site_count(cut_position_game(position)); s++)
        count += cut_position_at(position, s) == -1;
    return count;
}

/* Random games, until one has come near its end without one: is what follows drawn evenly? */
static void check_last_plies(cut_game *game, void *user)
{
    struct pair pair;
    uint64_t random = 1;
    (void)user;
    if (cut_game_site_count(game) > SMALL || !pair_open(&pair, game))
        return;
    for (int i = 0; i < TRIES; i++) {
        cut_position_reset(pair.position);
        while (empty_sites(pair.position) > LAST &&
               cut_position_play_random(pair.position, next_random, &random) == CUT_OK)
            continue;
        memcpy(pair.core, pair.position->core, game->layout.core_size);
        if (empty_sites(pair.position) <= LAST && !turn_over(pair.core)) {
            guarded(&pair, compare_chances);
            break;
        }
    }
    pair_close(&pair);
}

static void last_plies_are_uniform(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof fast_games / sizeof *fast_games; i++)
        with_text(i, check_last_plies, NULL);
    each_game(check_last_plies, NULL);
}

static void draws_are_uniform(void **state)
{
    static const char *const given[][3] = {
        {"crossway", "size=2", ""},
        {"crossway", "size=3", "b2 a1 c3"},
        {"crossway", "size=4", "b2 b3 c3 c2 a1 a2 b4 d3 a4"},
        {"crosswind", "size=3", "a1 b2"},
        {"crosswind", "size=4", "a1 b3 d2 c4 a2 d4 b1"},
        {"hex", "size=3", "b2"},
        {"tictactoe", "-", "b2 a1"},
        {"y", "size=3", ""},
    };
    cut_context *context = cut_context_new(NULL);
    (void)state;
    for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
        struct pair pair;
        char moves[LINE_ROOM], *words[MAX_WORDS];
        cut_game *game = load_game(context, given[i][0], given[i][1]);
        if (pair_open(&pair, game)) {
            snprintf(moves, sizeof moves, "%s", given[i][2]);
            size_t count = split_words(moves, words);
            for (size_t w = 0; w < count; w++)
                cut_position_play(pair.position, words[w]); /* an illegal one is left out */
            guarded(&pair, compare_chances);
            pair_close(&pair);
        }
        cut_game_free(game);
    }
    cut_context_free(context);
}

/* ---- seeds and threads ---- */

static cut_playout_result sample(cut_position *position, uint64_t playouts, uint64_t seed, int threads, bool plain)
{
    cut_playout_options options = {.playouts = playouts, .seed = seed, .threads = threads, .plain = plain};
    cut_playout_result result;
    assert_int_equal(cut_playouts(position, &options, &result), CUT_OK);
    return result;
}

static void check_threads(const char *name, const char *settings, uint64_t playouts, bool plain)
{
    cut_context *context = cut_context_new(NULL);
    cut_game *game = load_game(context, name, settings);
    cut_position *position;
    assert_int_equal(cut_position_new(game, &position), CUT_OK);
    cut_playout_result alone = sample(position, playouts, 1, 0, plain);
    for (int threads = 1; threads <= 5; threads++) {
        cut_playout_result result = sample(position, playouts, 1, threads, plain);
        assert_memory_equal(&result, &alone, sizeof result);
    }
    cut_playout_result other = sample(position, playouts, 2, 1, plain);
    assert_memory_not_equal(&other, &alone, sizeof other);
    assert_int_equal(other.playouts, playouts);
    cut_position_free(position);
    cut_game_free(game);
    cut_context_free(context);
}

static void any_number_of_threads(void **state)
{
    (void)state;
    check_threads("crossway", "size=9", 1001, false);
    check_threads("crossway", "size=4", 51, true);
    check_threads("crossings", "-", 5, true);
    check_threads("hex", "size=5", 63, false);
    check_threads("yavalath", "-", 777, false);
}

static bool a_few_times(void *user)
{
    int *left = user;
    return --*left > 0;
}

static void stops_when_told(void **state)
{
    cut_context *context = cut_context_new(NULL);
    cut_game *game = load_game(context, "crossway", "size=5");
    cut_position *position;
    (void)state;
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
    cut_game_free(game);
    cut_context_free(context);
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
