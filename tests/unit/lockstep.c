#include "lockstep.h"

#include <stdlib.h>
#include <string.h>

enum { SCATTERED_PLIES = 12 };

_Noreturn void lockstep_differ(const struct lockstep *t, const struct rival *rival, const char *what)
{
    print_error("%s, %d sites, without %x, ply %d of all: %s\n", cut_game_name(t->game), cut_game_site_count(t->game),
                rival != NULL ? rival->without : 0, (int)t->plies, what);
    memcpy(t->position->core, t->core, t->game->layout.core_size);
    print_error("%s\n", cut_position_text(t->position));
    fail();
    abort(); /* fail() does not return */
}

uint64_t lockstep_hash(const struct lockstep *t, const struct core *core)
{
    const uint64_t *words = (const uint64_t *)(const void *)core;
    uint64_t hash = 7;
    for (size_t i = 0; i < t->game->layout.core_size / sizeof *words; i++) {
        hash = (hash ^ words[i]) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 29;
    }
    hash *= UINT64_C(0xBF58476D1CE4E5B9);
    return hash ^ hash >> 32;
}

void lockstep_agree(const struct lockstep *t, const struct rival *rival, size_t count, uint64_t sum)
{
    if (count != t->ways) {
        print_error("%d ways, %d in the plain evaluator\n", (int)count, (int)t->ways);
        lockstep_differ(t, rival, "another number of moves");
    }
    if (sum != t->sum)
        lockstep_differ(t, rival, "other results");
}

static int compare_hashes(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

size_t lockstep_place(const struct lockstep *t, uint64_t hash)
{
    size_t low = 0, high = t->ways;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (t->hashes[middle] < hash)
            low = middle + 1;
        else
            high = middle;
    }
    return low < t->ways && t->hashes[low] == hash ? low : SIZE_MAX;
}

void lockstep_sample(struct lockstep *t, const struct playout *way, uint64_t number, int longest,
                     struct playout_tally *tally)
{
    struct playout playout = *way;
    playout.machine = t->m;
    playout.history = &t->position->history;
    playout.start = t->core;
    playout.board[0] = t->other;
    playout.board[1] = t->position->next;
    playout.seed = 12345;
    playout.max_plies = longest;
    playout_games(&playout, number, 1, tally);
}

void lockstep_agree_stuck(struct lockstep *t, const struct rival *rival, const struct playout *way)
{
    struct playout_tally tally = {0}, plain = {.playouts = 1, .stuck = 1};
    struct verdict verdict = turn_verdict(t->m, t->core);
    if (t->list.count > 0) { /* the pass that the rules supply */
        const struct head *head = &t->list.moves[0].core->head;
        verdict = (struct verdict){.result = head->result, .winner = head->winner};
        plain.plies = 1;
    }
    if (verdict.result == RESULT_WIN)
        plain.wins[verdict.winner] = 1;
    else
        *(verdict.result == RESULT_DRAW ? &plain.draws : &plain.unfinished) = 1;
    lockstep_sample(t, way, 0, 1, &tally);
    if (memcmp(&tally, &plain, sizeof tally) != 0)
        lockstep_differ(t, rival, "another fate of a player who is stuck");
}

int lockstep_empty_sites(const struct lockstep *t)
{
    int count = 0;
    for (int s = 0; s < cut_game_site_count(t->game); s++)
        count += cut_position_at(t->position, s) == -1;
    return count;
}

uint32_t lockstep_below(struct lockstep *t, uint32_t bound)
{
    return (uint32_t)((next_random(&t->random) >> 32) * bound >> 32);
}

/* ---- a game ---- */

static void list_moves(struct lockstep *t)
{
    turn_moves(t->m, t->core, WANT_CORE | WANT_TEXT, false, &t->list);
    assert_string_equal(t->m->fault, "");
    if (t->list.count > t->hash_room) {
        t->hash_room = t->list.count * 2;
        t->hashes = realloc(t->hashes, t->hash_room * sizeof *t->hashes);
        assert_non_null(t->hashes);
    }
    t->ways = 0;
    t->sum = 0;
    t->kept_known = false;
    for (size_t i = 0; i < t->list.count; i++) {
        if (t->list.moves[i].sort != MOVE_WAY)
            continue;
        uint64_t hash = lockstep_hash(t, t->list.moves[i].core);
        t->hashes[t->ways++] = hash;
        t->sum += hash;
    }
    if (t->ways > 1)
        qsort(t->hashes, t->ways, sizeof *t->hashes, compare_hashes);
}

static bool its_turn(const struct lockstep *t, int rival)
{
    uint64_t others = (uint64_t)(t->rival_count - 1);
    return rival == 0 || !t->in_turn || (uint64_t)rival == 1 + t->plies % others;
}

static void compare_ply(struct lockstep *t)
{
    for (int i = 0; i < t->rival_count; i++) {
        struct rival *rival = &t->rivals[i];
        if (!rival->plays || !its_turn(t, i))
            continue;
        rival->calls->compare(t, rival);
        rival->plies++;
    }
    t->plies++;
    t->moves += t->ways;
    t->stuck += t->ways == 0;
}

/* False: the game is over. */
static bool step(struct lockstep *t)
{
    struct arena_mark mark = arena_mark(&t->m->kept);
    list_moves(t);
    compare_ply(t);
    bool moves = t->list.count > 0;
    if (moves) {
        const struct turn_move *move = &t->list.moves[lockstep_below(t, (uint32_t)t->list.count)];
        int mover = t->core->head.to_move;
        memcpy(t->core, move->core, t->game->layout.core_size);
        turn_remember(t->m, &t->position->history, t->core, t->m->heap);
        for (int i = 0; i < t->rival_count; i++) {
            struct rival *rival = &t->rivals[i];
            if (rival->plays && rival->calls->follow != NULL)
                rival->calls->follow(t, rival, move, mover);
        }
        t->ends += turn_over(t->core);
    }
    arena_release(&t->m->kept, mark);
    return moves && !turn_over(t->core);
}

/* How many take part? */
static int begin(struct lockstep *t)
{
    int count = 0;
    t->position->history.count = 0;
    turn_remember(t->m, &t->position->history, t->core, t->m->heap);
    for (int i = 0; i < t->rival_count; i++) {
        t->rivals[i].plays = t->rivals[i].calls->begin(t, &t->rivals[i]);
        count += t->rivals[i].plays;
    }
    return count;
}

/* Any stones anywhere, as a position given as text may have them. */
static void scatter(struct lockstep *t)
{
    const struct rules *rules = t->game->rules;
    const struct layout *layout = &t->game->layout;
    uint32_t share = lockstep_below(t, 100), first = 20 + lockstep_below(t, 60);
    memcpy(t->core, t->game->opening, layout->core_size);
    if (lockstep_below(t, 2) == 0)
        set_clear(rules->player_count * layout->words, t->core->set + layout->stones);
    t->core->head.flags = 0;
    t->core->head.to_move = (uint8_t)lockstep_below(t, 2);
    for (int s = 0; s < rules->board->sites; s++) {
        if (core_piece(rules, layout, t->core, s) == -1 && lockstep_below(t, 100) < share)
            core_place(rules, layout, t->core, s, lockstep_below(t, 100) < first ? 0 : 1, 0);
    }
    turn_judge_given(t->m, t->core);
}

struct body {
    void (*run)(struct lockstep *t, void *user);
    struct lockstep *t;
    void *user;
};

static cut_status run_body(cut_position *position, void *argument)
{
    const struct body *body = argument;
    (void)position;
    body->run(body->t, body->user);
    return CUT_OK;
}

void lockstep_guard(struct lockstep *t, void (*run)(struct lockstep *t, void *user), void *user)
{
    struct body body = {run, t, user};
    if (api_guard(t->position, run_body, &body) != CUT_OK)
        fail_msg("%s: %s", cut_game_name(t->game), cut_position_error(t->position));
}

struct playing {
    uint64_t goal; /* plies */
    int longest;
};

static void play(struct lockstep *t, void *user)
{
    const struct playing *playing = user;
    if (turn_over(t->game->opening))
        return;
    for (int game = 0; t->plies < playing->goal; game++) {
        bool scattered = t->scatters && game % 5 != 0;
        if (scattered)
            scatter(t);
        else
            memcpy(t->core, t->game->opening, t->game->layout.core_size);
        int rivals = begin(t);
        assert_true(rivals > 0 || scattered);
        if (rivals == 0)
            continue;
        int most = scattered ? SCATTERED_PLIES : playing->longest;
        for (int i = 0; i < most && t->plies < playing->goal && !turn_over(t->core) && step(t); i++)
            continue;
    }
}

void lockstep_play(struct lockstep *t, uint64_t plies, int longest)
{
    lockstep_guard(t, play, &(struct playing){t->plies + plies, longest});
}

void lockstep_open(struct lockstep *t, cut_game *game, uint64_t seed)
{
    memset(t, 0, sizeof *t);
    t->game = game;
    t->random = seed;
    assert_int_equal(cut_position_new(game, &t->position), CUT_OK);
    t->m = &t->position->machine;
    t->core = calloc(1, game->layout.core_size);
    t->other = calloc(1, game->layout.core_size);
    assert_non_null(t->core);
    assert_non_null(t->other);
    memcpy(t->core, game->opening, game->layout.core_size);
    arena_init(&t->arena, &t->position->heap);
}

void lockstep_close(struct lockstep *t)
{
    arena_free(&t->arena);
    free(t->core);
    free(t->other);
    free(t->hashes);
    cut_position_free(t->position);
}

void lockstep_play_shape(cut_game *game, void *user)
{
    struct lockstep_share *share = user;
    struct lockstep t;
    lockstep_open(&t, game, share->seed++);
    t.scatters = true;
    if (!rival_add_shape(&t))
        fail_msg("no path by shape:\n%s", cut_game_text(game));
    lockstep_play(&t, share->plies, share->longest);
    assert_int_equal(t.rivals[0].plies, t.plies);
    share->played += t.plies;
    lockstep_close(&t);
}

void lockstep_play_draws(cut_game *game, void *user)
{
    struct lockstep_share *share = user;
    struct lockstep t;
    lockstep_open(&t, game, share->seed);
    assert_true(rival_add_draws(&t));
    lockstep_play(&t, share->plies, share->longest);
    share->played += t.plies;
    lockstep_close(&t);
}
