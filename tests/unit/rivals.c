/* rivals.c - the ways to play that have to agree with the plain evaluator. */
#include "lockstep.h"

#include <stdlib.h>
#include <string.h>

enum { MARCH_MOVES = 4096, AT_ONCE = 7, AT_ONCE_EACH = 13, JUDGE_EACH = 8 }; /* EACH: plies */

static int shape_site(const struct lockstep *t, int site)
{
    const struct board *board = t->game->rules->board;
    return board->y[site] << 5 | board->x[site];
}

/* The site that a move writes, as the fast paths for placing number it. */
static int written_site(const struct lockstep *t, const struct turn_move *move)
{
    int site = board_site(t->game->rules->board, move->text, (int)strlen(move->text));
    assert_true(site >= 0);
    return shape_site(t, site);
}

/* What a fast path says of the end against what stands in the position. */
static void agree_end(struct lockstep *t, const struct rival *rival, const struct placement_goal *reached, int mover)
{
    const struct head *head = &t->core->head;
    if ((head->result != RESULT_NONE) != (reached != NULL))
        lockstep_differ(t, rival, "it ends for one of both only");
    if (reached == NULL)
        return;
    if (head->end != reached->end || head->result != (reached->ending == END_DRAW ? RESULT_DRAW : RESULT_WIN))
        lockstep_differ(t, rival, "another end");
    if (reached->ending != END_DRAW && head->winner != (reached->ending == END_WIN ? mover : 1 - mover))
        lockstep_differ(t, rival, "another winner");
}

/* ---- placing stones ---- */

static bool placement_rival_begin(struct lockstep *t, struct rival *rival)
{
    return placement_begin(t->game->fast, t->core, rival->state);
}

static void placement_rival_compare(struct lockstep *t, struct rival *rival)
{
    const struct placement *p = t->game->fast;
    struct placement_board *board = rival->state;
    bool legal[PLACEMENT_SITE + 1] = {false};
    size_t count = 0;
    for (size_t i = 0; i < t->list.count; i++) {
        if (t->list.moves[i].sort == MOVE_WAY)
            legal[written_site(t, &t->list.moves[i])] = true;
    }
    for (int i = 0; i < board->empty_count; i++) {
        bool is_legal = placement_legal(p, board, board->empty[i]);
        if (is_legal != legal[board->empty[i] & PLACEMENT_SITE])
            lockstep_differ(t, rival, is_legal ? "a legal site too many" : "a legal site is missing");
        count += is_legal;
    }
    if (board->to_move != t->core->head.to_move || count != t->ways ||
        (size_t)placement_count_legal(p, board, board->to_move) != count)
        lockstep_differ(t, rival, "another number of moves");
    if (t->ways == 0)
        lockstep_agree_stuck(t, rival, &(struct playout){.placement = p, .placement_from = board});
}

static void placement_rival_follow(struct lockstep *t, struct rival *rival, const struct turn_move *move, int mover)
{
    const struct placement *p = t->game->fast;
    struct placement_board *board = rival->state;
    if (move->sort == MOVE_STUCK_PASS) {
        board->to_move = 1 - board->to_move;
        return;
    }
    int goal = placement_put(p, board, written_site(t, move));
    agree_end(t, rival, goal >= 0 ? &p->goals[goal] : NULL, mover);
}

static const struct rival_calls placement_rival = {placement_rival_begin, placement_rival_compare,
                                                   placement_rival_follow};

/* ---- runs that change hands ---- */

static bool flank_rival_begin(struct lockstep *t, struct rival *rival)
{
    return flank_begin(t->game->flank, t->core, rival->state);
}

static void flank_rival_compare(struct lockstep *t, struct rival *rival)
{
    struct flank_board *board = rival->state;
    bool legal[PLACEMENT_SITE + 1] = {false};
    for (size_t i = 0; i < t->ways; i++)
        legal[written_site(t, &t->list.moves[i])] = true;
    if (board->to_move != t->core->head.to_move || (size_t)board->empty_count != t->ways)
        lockstep_differ(t, rival, "another number of moves");
    for (int i = 0; i < board->empty_count; i++) {
        if (!legal[board->empty[i]])
            lockstep_differ(t, rival, "a legal site too many");
        legal[board->empty[i]] = false; /* once only */
    }
    if (t->ways == 0)
        lockstep_agree_stuck(t, rival, &(struct playout){.flank = t->game->flank, .flank_from = board});
}

static void flank_rival_follow(struct lockstep *t, struct rival *rival, const struct turn_move *move, int mover)
{
    const struct flank *f = t->game->flank;
    struct flank_board *board = rival->state;
    const struct rules *rules = t->game->rules;
    int goal = flank_put(f, board, written_site(t, move));
    for (int s = 0; s < rules->board->sites; s++) {
        if (core_piece(rules, &t->game->layout, t->core, s) != flank_at(board, shape_site(t, s)))
            lockstep_differ(t, rival, "other stones");
    }
    agree_end(t, rival, goal >= 0 ? &f->frame->goals[goal] : NULL, mover);
}

static const struct rival_calls flank_rival = {flank_rival_begin, flank_rival_compare, flank_rival_follow};

/* ---- lines that march ---- */

static bool march_rival_begin(struct lockstep *t, struct rival *rival)
{
    struct march_board board;
    if (march_begin(t->game->march, t->core, &board) != !turn_over(t->core))
        lockstep_differ(t, rival, "it is over for one of both only");
    return true;
}

/* The position after the move, put together from what the fast path says. */
static void march_after(struct lockstep *t, const struct march_board *from, const struct march_move *move)
{
    const struct march *march = t->game->march;
    const struct layout *layout = &t->game->layout;
    struct march_board board = *from;
    struct core *core = t->other;
    int end = march_put(march, &board, move), mover = t->core->head.to_move;
    memcpy(core, t->core, layout->core_size);
    core->head.ply++;
    core->head.passes = 0;
    core->head.to_move = (uint8_t)board.to_move;
    for (int p = 0; p < 2; p++) {
        uint64_t *stones = core->set + layout->stones + p * layout->words;
        set_clear(layout->words, stones);
        for (int site = 0; site < t->game->rules->board->sites; site++) {
            if (set_has(board.stones[p], march->bit[site]))
                set_add(stones, site);
        }
    }
    core_difference(t->game->rules, layout, core, t->core, core->set + layout->last_changed);
    if (end == MARCH_ON)
        return;
    enum ending ending = march->ends[end].ending;
    core->head.end = (uint8_t)end;
    core->head.result = ending == END_DRAW ? RESULT_DRAW : RESULT_WIN;
    if (ending != END_DRAW)
        core->head.winner = (uint8_t)(ending == END_WIN ? mover : 1 - mover);
}

static void march_rival_compare(struct lockstep *t, struct rival *rival)
{
    const struct march *march = t->game->march;
    struct march_move *moves = rival->state;
    struct march_board board;
    uint64_t sum = 0;
    assert_true(march_begin(march, t->core, &board));
    int count = march_list(march, &board, moves, MARCH_MOVES);
    assert_in_range(count, 0, MARCH_MOVES);
    for (int i = 0; i < count; i++) {
        march_after(t, &board, &moves[i]);
        sum += lockstep_hash(t, t->other);
    }
    lockstep_agree(t, rival, (size_t)count, sum);
    if (count == 0)
        lockstep_agree_stuck(t, rival, &(struct playout){.march = march, .march_from = &board});
}

static const struct rival_calls march_rival = {march_rival_begin, march_rival_compare, NULL};

/* ---- register code ---- */

static bool code_rival_begin(struct lockstep *t, struct rival *rival)
{
    (void)t;
    (void)rival;
    return true;
}

/* Several plies in one go are the same as one by one. */
static void compare_at_once(struct lockstep *t, struct rival *rival)
{
    struct exec *e = rival->state;
    int made;
    if (t->plies % AT_ONCE_EACH != 0 || t->game->rules->reads_history)
        return;
    rng_seed(&e->rng, t->plies);
    exec_load(e, t->core);
    if (exec_moves(e, AT_ONCE, &made) != CODE_DONE)
        return;
    exec_store(e, t->other);
    uint64_t hash = lockstep_hash(t, t->other);
    rng_seed(&e->rng, t->plies);
    exec_load(e, t->core);
    for (int ply = 0; ply < made; ply++) {
        if (exec_move(e) != CODE_DONE)
            lockstep_differ(t, rival, "no move, but one among several");
    }
    exec_store(e, t->other);
    if (hash != lockstep_hash(t, t->other))
        lockstep_differ(t, rival, "several plies at once are not the same");
}

static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 29;
}

/* Of the stones and states after all ways, before they are judged, as the code keeps them. */
static uint64_t kept_sum(const struct exec *e)
{
    const struct program *program = e->program;
    size_t words = (size_t)program->words, block = (size_t)program->block_words;
    size_t changed = (size_t)(program->layout->last_changed / program->layout->words) * words;
    uint64_t sum = 0;
    for (size_t i = 0; i < e->kept_count; i++) {
        const uint64_t *kept = e->kept + i * (block + 2);
        uint64_t hash = 7;
        for (size_t w = 0; w < block - 2 * words; w++) { /* not what was placed and captured */
            if (w < changed || w >= changed + words)
                hash = mix(hash, kept[w]);
        }
        sum += mix(hash, 1);
    }
    return sum;
}

static void agree_judged(struct lockstep *t, struct rival *rival)
{
    struct exec *e = rival->state;
    uint64_t sum = 0;
    size_t count = e->kept_count;
    for (size_t i = 0; i < count; i++) {
        exec_load(e, t->core);
        if (exec_take(e, i) != CODE_DONE)
            lockstep_differ(t, rival, "a way that cannot be judged");
        exec_store(e, t->other);
        sum += lockstep_hash(t, t->other);
    }
    lockstep_agree(t, rival, count, sum);
}

/* The first code of a ply judges all ways, the others leave that to their random move but for some plies. */
static void code_rival_compare(struct lockstep *t, struct rival *rival)
{
    struct exec *e = rival->state;
    exec_load(e, t->core);
    if (exec_all(e) != CODE_STOPPED)
        lockstep_differ(t, rival, "no list of all ways");
    size_t count = e->kept_count;
    uint64_t sum = kept_sum(e);
    if (!t->kept_known || t->plies % JUDGE_EACH == 0)
        agree_judged(t, rival);
    else if (count != t->ways || sum != t->kept_sum)
        lockstep_differ(t, rival, "other ways");
    t->kept_known = true;
    t->kept_sum = sum;
    exec_load(e, t->core);
    if (exec_move(e) != (count > 0 ? CODE_DONE : CODE_STUCK))
        lockstep_differ(t, rival, "a random move where there is none, or none");
    if (count == 0) {
        lockstep_agree_stuck(t, rival, &(struct playout){.exec = e});
        return;
    }
    exec_store(e, t->other);
    if (lockstep_place(t, lockstep_hash(t, t->other)) == SIZE_MAX)
        lockstep_differ(t, rival, "a random move that is not legal");
    compare_at_once(t, rival);
}

static const struct rival_calls code_rival = {code_rival_begin, code_rival_compare, NULL};

/* ---- register code that has to draw evenly ---- */

enum { DRAWS_PER_MOVE = 200, DRAW_EACH = 5 };

/* Pearson's sum for the draws of one position is near the number of moves; far off, and some are favoured. */
static void check_sum(const struct lockstep *t, const struct rival *rival, const uint64_t *counts)
{
    double sum = 0, free_ones = -1, expected = DRAWS_PER_MOVE;
    for (size_t i = 0, same; i < t->ways; i += same) {
        for (same = 1; i + same < t->ways && t->hashes[i + same] == t->hashes[i];)
            same++; /* several ways to one position */
        double off = (double)counts[i] - expected * (double)same;
        sum += off * off / (expected * (double)same);
        free_ones++;
    }
    double off = sum - free_ones;
    if (free_ones > 0 && off * off > 36.0 * 2.0 * free_ones + 36.0) {
        print_error("sum %f for %d moves\n", sum, (int)t->ways);
        lockstep_differ(t, rival, "random moves that are not evenly drawn");
    }
}

static void draw_many(struct lockstep *t, struct rival *rival)
{
    struct exec *e = rival->state;
    if (t->ways == 0 || t->plies % DRAW_EACH != DRAW_EACH - 1)
        return;
    uint64_t *counts = calloc(t->ways, sizeof *counts);
    assert_non_null(counts);
    for (size_t i = 0; i < t->ways * DRAWS_PER_MOVE; i++) {
        exec_load(e, t->core);
        if (exec_move(e) != CODE_DONE)
            lockstep_differ(t, rival, "no random move");
        exec_store(e, t->other);
        size_t place = lockstep_place(t, lockstep_hash(t, t->other));
        assert_true(place < t->ways);
        counts[place]++;
    }
    check_sum(t, rival, counts);
    free(counts);
}

static const struct rival_calls draw_rival = {code_rival_begin, draw_many, NULL};

/* ---- adding them ---- */

static void make_code(struct lockstep *t, void *unused)
{
    (void)unused;
    struct rival *rival = &t->rivals[t->rival_count];
    const struct program *program = code_make(&t->arena, t->game->rules, &t->game->layout, rival->without);
    if (program == NULL)
        return;
    struct exec *e = ARENA_NEW(&t->arena, struct exec);
    exec_begin(e, program, &t->arena, t->m);
    e->history = &t->position->history;
    rng_seed(&e->rng, 1 + rival->without);
    rival->state = e;
}

static bool add_code(struct lockstep *t, const struct rival_calls *calls, unsigned without)
{
    assert_in_range(t->rival_count, 0, RIVALS - 1);
    t->rivals[t->rival_count] = (struct rival){.calls = calls, .without = without};
    lockstep_guard(t, make_code, NULL);
    bool compiled = t->rivals[t->rival_count].state != NULL;
    t->rival_count += compiled;
    return compiled;
}

bool rival_add_code(struct lockstep *t, unsigned without)
{
    return add_code(t, &code_rival, without);
}

void rival_add_codes(struct lockstep *t)
{
    assert_true(rival_add_code(t, 0));
    for (unsigned pass = 0; pass < PASS_COUNT; pass++)
        assert_true(rival_add_code(t, 1u << pass));
    assert_true(rival_add_code(t, (1u << PASS_COUNT) - 1));
}

bool rival_add_draws(struct lockstep *t)
{
    return add_code(t, &draw_rival, 0);
}

static void make_shape(struct lockstep *t, void *unused)
{
    (void)unused;
    struct rival *rival = &t->rivals[t->rival_count];
    const cut_game *game = t->game;
    if (game->fast != NULL)
        *rival = (struct rival){.calls = &placement_rival, .state = ARENA_NEW(&t->arena, struct placement_board)};
    else if (game->flank != NULL)
        *rival = (struct rival){.calls = &flank_rival, .state = ARENA_NEW(&t->arena, struct flank_board)};
    else
        *rival = (struct rival){.calls = &march_rival, .state = ARENA_ARRAY(&t->arena, struct march_move, MARCH_MOVES)};
}

bool rival_add_shape(struct lockstep *t)
{
    assert_in_range(t->rival_count, 0, RIVALS - 1);
    if (t->game->fast == NULL && t->game->flank == NULL && t->game->march == NULL)
        return false;
    lockstep_guard(t, make_shape, NULL);
    t->rival_count++;
    return true;
}
