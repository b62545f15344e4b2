/* api_position.c - positions: made, read, written, played. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api.h"
#include "engine/notation.h"

/* ---- the way in: every call that evaluates passes here ---- */

static void make_machine(cut_position *position)
{
    if (position->has_machine)
        return;
    machine_init(&position->machine, position->game->rules, &position->heap);
    position->machine.history = &position->history;
    position->has_machine = true;
}

cut_status api_guard(cut_position *position, cut_status (*body)(cut_position *position, void *argument), void *argument)
{
    jmp_buf trap, *outer = position->heap.trap;
    cut_status status;
    position->error[0] = '\0';
    position->heap.trap = &trap;
    int code = setjmp(trap);
    if (code == 0) {
        make_machine(position);
        position->machine.fault[0] = '\0';
        status = body(position, argument);
    } else if (code == TRAP_RULES) {
        snprintf(position->error, sizeof position->error, "%s", position->machine.error);
        status = CUT_RULE_ERROR;
    } else {
        snprintf(position->error, sizeof position->error, "memory is short");
        status = CUT_NO_MEMORY;
    }
    position->heap.trap = outer;
    if (position->has_machine) {
        struct machine *m = &position->machine;
        arena_free(&m->scratch);
        arena_free(&m->kept);
        m->explainer = NULL;
        m->target = NULL;
        m->pending = NULL;
    }
    return status;
}

/* ---- making and freeing ---- */

static cut_status make_room(cut_position *position, void *unused)
{
    size_t size = position->game->layout.core_size;
    (void)unused;
    position->core = heap_resize(&position->heap, NULL, 0, size);
    position->next = heap_resize(&position->heap, NULL, 0, size);
    memcpy(position->core, position->game->opening, size);
    turn_remember(&position->machine, &position->history, position->core, &position->heap);
    return CUT_OK;
}

cut_status cut_position_new(const cut_game *game, cut_position **result)
{
    struct heap heap = game->heap;
    *result = NULL;
    if (cut_game_is_library(game))
        return CUT_BAD_CALL;
    heap.trap = NULL;
    cut_position *position = heap_try(&heap, NULL, 0, sizeof *position);
    if (position == NULL)
        return CUT_NO_MEMORY;
    memset(position, 0, sizeof *position);
    position->game = game;
    position->heap = heap;
    strbuf_init(&position->text, &position->heap);
    strbuf_init(&position->last_move, &position->heap);
    arena_init(&position->answer, &position->heap);
    cut_status status = api_guard(position, make_room, NULL);
    if (status == CUT_OK)
        *result = position;
    else
        cut_position_free(position);
    return status;
}

struct copying {
    const cut_position *from;
};

static cut_status copy_from(cut_position *copy, void *argument)
{
    const cut_position *from = ((struct copying *)argument)->from;
    size_t keys = from->history.count;
    memcpy(copy->core, from->core, copy->game->layout.core_size);
    if (copy->history.room < keys) {
        copy->history.keys =
            heap_resize(&copy->heap, copy->history.keys, copy->history.room * sizeof *copy->history.keys,
                        keys * sizeof *copy->history.keys);
        copy->history.room = keys;
    }
    if (keys > 0)
        memcpy(copy->history.keys, from->history.keys, keys * sizeof *copy->history.keys);
    copy->history.count = keys;
    strbuf_clear(&copy->last_move);
    strbuf_puts(&copy->last_move, strbuf_text(&from->last_move));
    return CUT_OK;
}

cut_status cut_position_copy(const cut_position *from, cut_position **copy)
{
    struct copying copying = {from};
    cut_status status = cut_position_new(from->game, copy);
    if (status != CUT_OK)
        return status;
    status = api_guard(*copy, copy_from, &copying);
    if (status != CUT_OK) {
        cut_position_free(*copy);
        *copy = NULL;
    }
    return status;
}

void cut_position_free(cut_position *position)
{
    if (position == NULL)
        return;
    struct heap heap = position->heap;
    size_t size = position->game->layout.core_size;
    if (position->has_machine)
        machine_free(&position->machine);
    heap_free(&heap, position->core, size);
    heap_free(&heap, position->next, size);
    heap_free(&heap, position->history.keys, position->history.room * sizeof *position->history.keys);
    strbuf_free(&position->text);
    strbuf_free(&position->last_move);
    arena_free(&position->answer);
    heap_free(&heap, position, sizeof *position);
}

const cut_game *cut_position_game(const cut_position *position)
{
    return position->game;
}

/* A position without a past: the history holds just itself. Its room never shrinks, so there is room for that. */
static void begin_history(cut_position *position)
{
    position->history.count = 0;
    turn_remember(&position->machine, &position->history, position->core, &position->heap);
    strbuf_clear(&position->last_move);
}

static cut_status reset(cut_position *position, void *unused)
{
    (void)unused;
    memcpy(position->core, position->game->opening, position->game->layout.core_size);
    begin_history(position);
    return CUT_OK;
}

cut_status cut_position_reset(cut_position *position)
{
    return api_guard(position, reset, NULL);
}

/* ---- text ---- */

static cut_status set_text(cut_position *position, void *argument)
{
    const cut_game *game = position->game;
    const char *wrong = notation_parse(game->rules, &game->layout, game->opening, argument, position->next,
                                       position->error, sizeof position->error);
    if (wrong != NULL)
        return CUT_NO;
    turn_judge_given(&position->machine, position->next);
    memcpy(position->core, position->next, game->layout.core_size);
    begin_history(position);
    return CUT_OK;
}

cut_status cut_position_set(cut_position *position, const char *text)
{
    char *copy = (char *)(uintptr_t)text; /* only read */
    return api_guard(position, set_text, copy);
}

static cut_status get_text(cut_position *position, void *unused)
{
    const cut_game *game = position->game;
    (void)unused;
    strbuf_clear(&position->text);
    notation_print(game->rules, &game->layout, position->core, game->opening, &position->text);
    return CUT_OK;
}

const char *cut_position_text(cut_position *position)
{
    char error[sizeof position->error],
        fault[sizeof position->machine.fault]; /* of the latest call that was a question */
    memcpy(error, position->error, sizeof error);
    memcpy(fault, position->machine.fault, sizeof fault);
    if (api_guard(position, get_text, NULL) != CUT_OK)
        return NULL;
    memcpy(position->error, error, sizeof error);
    memcpy(position->machine.fault, fault, sizeof fault);
    return strbuf_text(&position->text);
}

/* ---- what a position says of itself ---- */

int cut_position_to_move(const cut_position *position)
{
    return position->core->head.to_move;
}

int cut_position_ply(const cut_position *position)
{
    return position->core->head.ply;
}

bool cut_position_swapped(const cut_position *position)
{
    return position->core->head.flags & HEAD_SWAPPED;
}

int cut_position_at(const cut_position *position, int site)
{
    return core_piece(position->game->rules, &position->game->layout, position->core, site);
}

const char *cut_position_symbol(const cut_position *position, int site)
{
    /* every symbol that can come is a text of the rules, or joined from two: those are kept with the position */
    cut_position *writable = (cut_position *)(uintptr_t)position;
    return notation_symbol(position->game->rules, &position->game->layout, position->core, site, writable->symbol,
                           sizeof writable->symbol);
}

bool cut_position_changed(const cut_position *position, int site)
{
    return set_has(position->core->set + position->game->layout.last_changed, site);
}

const char *cut_position_last_move(const cut_position *position)
{
    return strbuf_text(&position->last_move);
}

const char *cut_position_error(const cut_position *position)
{
    return position->error;
}

const char *cut_position_fault(const cut_position *position)
{
    return position->has_machine ? position->machine.fault : "";
}

/* ---- moves ---- */

struct listing {
    const cut_move **moves;
    size_t *count;
};

static int by_text(const void *a, const void *b)
{
    return strcmp(((const cut_move *)a)->text, ((const cut_move *)b)->text);
}

static int by_site_name(const void *a, const void *b, const struct board *board)
{
    return strcmp(board->name[*(const int *)a], board->name[*(const int *)b]);
}

/* Captures in the order of the sites' names; they are few. */
static void sort_captures(int *sites, size_t count, const struct board *board)
{
    for (size_t i = 1; i < count; i++) {
        for (size_t j = i; j > 0 && by_site_name(&sites[j], &sites[j - 1], board) < 0; j--) {
            int site = sites[j];
            sites[j] = sites[j - 1];
            sites[j - 1] = site;
        }
    }
}

static void describe_move(cut_position *position, const char *text, const uint64_t *captured, cut_move *move)
{
    const struct board *board = position->game->rules->board;
    int *sites = ARENA_ARRAY(&position->answer, int, set_count(board->words, captured));
    move->text = arena_text(&position->answer, text, strlen(text));
    move->captures = sites;
    move->capture_count = 0;
    for (SET_EACH(site, board->words, captured))
        sites[move->capture_count++] = site;
    sort_captures(sites, move->capture_count, board);
}

static cut_status list_moves(cut_position *position, void *argument)
{
    struct listing *listing = argument;
    struct turn_list list;
    arena_free(&position->answer);
    turn_moves(&position->machine, position->core, WANT_TEXT | WANT_CAPTURES, true, &list);
    cut_move *moves = ARENA_ARRAY(&position->answer, cut_move, list.count);
    for (size_t i = 0; i < list.count; i++)
        describe_move(position, list.moves[i].text, list.moves[i].captured, &moves[i]);
    if (list.count > 0)
        qsort(moves, list.count, sizeof *moves, by_text);
    *listing->moves = moves;
    *listing->count = list.count;
    return CUT_OK;
}

cut_status cut_position_moves(cut_position *position, const cut_move **moves, size_t *count)
{
    struct listing listing = {moves, count};
    *moves = NULL;
    *count = 0;
    return api_guard(position, list_moves, &listing);
}

static cut_status count_moves(cut_position *position, void *argument)
{
    struct turn_list list;
    turn_moves(&position->machine, position->core, 0, true, &list);
    *(uint64_t *)argument = list.count;
    return CUT_OK;
}

cut_status cut_position_count_moves(cut_position *position, uint64_t *count)
{
    *count = 0;
    return api_guard(position, count_moves, count);
}

struct search {
    const char *prefix;
    bool (*each)(void *user, const cut_move *move);
    void *user;
};

struct giving {
    cut_position *position;
    const struct search *search;
};

static bool give_way(struct machine *m, void *user)
{
    const struct giving *giving = user;
    cut_position *position = giving->position;
    cut_move move;
    struct arena_mark mark = arena_mark(&position->answer);
    describe_move(position, m->text, m->now->set + m->layout.captured, &move);
    bool go_on = giving->search->each(giving->search->user, &move);
    arena_release(&position->answer, mark);
    return go_on;
}

static bool begins_with(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

static void give_list(cut_position *position, const struct search *search, const struct turn_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        cut_move move;
        if (!begins_with(list->moves[i].text, search->prefix))
            continue;
        describe_move(position, list->moves[i].text, list->moves[i].captured, &move);
        if (!search->each(search->user, &move))
            return;
    }
}

/* Where several ways are one move the list has to be made; else the ways are given as they are found. */
static cut_status each_move(cut_position *position, void *argument)
{
    struct search *search = argument;
    struct machine *m = &position->machine;
    struct giving giving = {position, search};
    struct turn_list list = {0};
    arena_free(&position->answer);
    if (turn_over(position->core))
        return CUT_OK;
    if (position->game->rules->moves_mode != MOVES_DISTINCT) {
        turn_moves(m, position->core, WANT_TEXT | WANT_CAPTURES, true, &list);
        give_list(position, search, &list);
        return CUT_OK;
    }
    m->target = search->prefix;
    m->target_size = strlen(search->prefix);
    m->target_whole = false;
    m->on_way = give_way;
    m->on_way_user = &giving;
    bool finished = exec_turn(m, position->core);
    m->target = NULL;
    if (finished && (begins_with("swap", search->prefix) || begins_with("pass", search->prefix))) {
        turn_specials(m, position->core, turn_has_way(m, position->core), true, &list);
        give_list(position, search, &list);
    }
    return CUT_OK;
}

cut_status cut_position_each_move(cut_position *position, const char *prefix,
                                  bool (*each)(void *user, const cut_move *move), void *user)
{
    struct search search = {prefix, each, user};
    return api_guard(position, each_move, &search);
}

/* ---- playing ---- */

/* All that may run out of memory comes first, so that the position is as it was if it does. */
static void take_next(cut_position *position, const char *text)
{
    struct core *old = position->core;
    strbuf_reserve(&position->last_move, strlen(text));
    turn_remember(&position->machine, &position->history, position->next, &position->heap);
    strbuf_clear(&position->last_move);
    strbuf_puts(&position->last_move, text);
    position->core = position->next;
    position->next = old;
}

/* Without outer blanks. */
static const char *trimmed(cut_position *position, const char *text)
{
    size_t size;
    while (*text == ' ' || *text == '\t')
        text++;
    size = strlen(text);
    while (size > 0 && (text[size - 1] == ' ' || text[size - 1] == '\t'))
        size--;
    return arena_text(&position->machine.scratch, text, size);
}

static cut_status play(cut_position *position, void *argument)
{
    const char *text = trimmed(position, argument);
    if (turn_over(position->core)) {
        snprintf(position->error, sizeof position->error, "the game is over");
        return CUT_NO;
    }
    if (!turn_play(&position->machine, position->core, text, position->next)) {
        snprintf(position->error, sizeof position->error, "`%.100s` is not a legal move", text);
        return CUT_NO;
    }
    take_next(position, position->next->head.flags & HEAD_STUCK_PASS ? "pass" : text);
    return CUT_OK;
}

cut_status cut_position_play(cut_position *position, const char *text)
{
    return api_guard(position, play, (char *)(uintptr_t)text);
}

struct chance {
    uint64_t (*random)(void *user);
    void *user;
};

static cut_status play_random(cut_position *position, void *argument)
{
    struct chance *chance = argument;
    struct machine *m = &position->machine;
    char *text = arena_raw(&m->kept, LIMIT_TEXT);
    if (!turn_play_random(m, position->core, chance->random, chance->user, position->next, text)) {
        snprintf(position->error, sizeof position->error, "there is no legal move");
        return CUT_NO;
    }
    take_next(position, text);
    return CUT_OK;
}

cut_status cut_position_play_random(cut_position *position, uint64_t (*random)(void *user), void *user)
{
    struct chance chance = {random, user};
    return api_guard(position, play_random, &chance);
}

struct scoring {
    bool *scored;
    int64_t *scores;
};

static cut_status score(cut_position *position, void *argument)
{
    struct scoring *scoring = argument;
    struct verdict verdict = turn_verdict(&position->machine, position->core);
    int64_t scores[RULES_PLAYER_LIMIT];
    *scoring->scored = turn_scores(&position->machine, position->core, &verdict, scores);
    if (*scoring->scored)
        memcpy(scoring->scores, scores, (size_t)position->game->rules->player_count * sizeof *scores);
    return CUT_OK;
}

cut_status cut_position_scores(cut_position *position, bool *scored, int64_t *scores)
{
    struct scoring scoring = {scored, scores};
    *scored = false;
    return api_guard(position, score, &scoring);
}
