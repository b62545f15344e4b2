/* api_game.c - games: made of rules, asked about. */
#include <string.h>

#include "api.h"

/* ---- sides that belong to players, for drawing ---- */

struct owners {
    cut_game *game;
    int depth;
};

static bool along_the_edge(const struct board *board, const struct expr *e)
{
    return e->op == EX_SITES && set_some(board->words, e->sites) &&
           set_within(board->words, e->sites, board->area[AREA_EDGE]);
}

static void add_side(cut_game *game, int player, const uint64_t *sites)
{
    for (const struct api_side *side = game->sides; side != NULL; side = side->next) {
        if (side->player == player && set_equal(game->rules->board->words, side->sites, sites))
            return;
    }
    struct api_side *side = ARENA_NEW(&game->arena, struct api_side);
    *side = (struct api_side){player, sites, game->sides};
    game->sides = side;
}

static void own_sides(cut_game *game, const struct expr *e)
{
    const struct board *board = game->rules->board;
    for (int p = 0; p < e->arg_count; p++) {
        if (e->args[p]->kind != KIND_SITES || !along_the_edge(board, e->args[p]))
            return;
    }
    for (int p = 0; p < e->arg_count; p++)
        add_side(game, p, e->args[p]->sites);
}

/* A value given for each player that lies along the edge, somewhere in what ends the game. */
static void find_sides(struct owners *owners, const struct expr *e)
{
    if (e == NULL || owners->depth > 30)
        return;
    owners->depth++;
    if (e->op == EX_PER_PLAYER)
        own_sides(owners->game, e);
    find_sides(owners, e->a);
    find_sides(owners, e->b);
    find_sides(owners, e->c);
    for (int i = 0; i < e->arg_count; i++)
        find_sides(owners, e->args[i]);
    if (e->def != NULL)
        find_sides(owners, e->def->value);
    owners->depth--;
}

static void make_sites(cut_game *game)
{
    const struct rules *rules = game->rules;
    const struct board *board = rules->board;
    struct owners owners = {game, 0};
    if (board->area[AREA_EDGE] != NULL) {
        for (int i = 0; i < rules->end_count; i++)
            find_sides(&owners, rules->ends[i].when);
        for (int i = 0; i < rules->stuck_count; i++)
            find_sides(&owners, rules->stucks[i].when);
    }
    game->sites = ARENA_ARRAY(&game->arena, cut_site, board->sites);
    for (int s = 0; s < board->sites; s++) {
        unsigned sides = 0;
        for (const struct api_side *side = game->sides; side != NULL; side = side->next)
            sides |= (unsigned)set_has(side->sites, s) << side->player;
        game->sites[s] =
            (cut_site){board->name[s], board->x[s], board->y[s], board_draw_x(board, s), board_draw_y(board, s), sides};
    }
}

/* ---- making ---- */

static void make_options(cut_game *game)
{
    const struct rules *rules = game->rules;
    game->option_count = (size_t)rules->option_count;
    game->options = ARENA_ARRAY(&game->arena, cut_option, game->option_count);
    for (size_t i = 0; i < game->option_count; i++) {
        const struct option *option = &rules->options[i];
        game->options[i] = (cut_option){option->name, (long)option->value, (long)option->low, (long)option->high,
                                        (long)option->standard};
    }
}

static void make_opening(cut_game *game)
{
    struct machine m;
    machine_init(&m, game->rules, &game->heap);
    jmp_buf trap, *outer = game->heap.trap;
    game->heap.trap = &trap;
    int code = setjmp(trap);
    if (code == 0)
        turn_opening(&m, game->opening);
    game->heap.trap = outer;
    if (code == TRAP_RULES)
        game->broken = arena_format(&game->arena, "the opening cannot be set up: %s", m.error);
    machine_free(&m);
    if (code != 0)
        longjmp(*outer, code);
}

void api_find_paths(cut_game *game, struct arena *arena)
{
    const struct rules *rules = game->rules;
    game->fast = placement_make(arena, rules, &game->layout);
    game->flank = game->fast == NULL ? flank_make(arena, rules, &game->layout) : NULL;
    game->march = game->fast == NULL && game->flank == NULL ? march_make(arena, rules, &game->layout) : NULL;
}

static void make_game(cut_game *game)
{
    const struct rules *rules = game->rules;
    const struct source *source = sources_get(rules->sources, rules->file);
    game->file = source->name;
    game->text = source->text;
    make_options(game);
    if (rules->board == NULL)
        return;
    for (int p = 0; p < rules->player_count; p++)
        game->players[p] = (cut_player){rules->players[p].name, rules->players[p].symbol};
    make_sites(game);
    layout_make(&game->layout, rules);
    game->opening = arena_alloc(&game->arena, game->layout.core_size);
    make_opening(game);
    api_find_paths(game, &game->arena);
    game->sheet = api_rule_sheet(&game->arena, rules);
}

static cut_status load_game(cut_context *context, const struct api_load *request, cut_game **result)
{
    cut_game *game = heap_try(&context->heap, NULL, 0, sizeof *game);
    *result = NULL;
    if (game == NULL)
        return CUT_NO_MEMORY;
    memset(game, 0, sizeof *game);
    arena_init(&game->arena, &context->heap);
    cut_status status = api_load_rules(context, request, &game->arena, &game->rules);
    game->heap = context->heap;
    game->arena.heap = &game->heap;
    if (status == CUT_OK) {
        jmp_buf trap;
        game->heap.trap = &trap;
        int code = setjmp(trap);
        if (code == 0)
            make_game(game);
        else
            status = code == TRAP_MEMORY ? CUT_NO_MEMORY : CUT_RULE_ERROR;
        game->heap.trap = NULL;
    }
    if (status == CUT_RULE_ERROR && game->broken != NULL)
        status = api_add_message(context, game->broken);
    if (status == CUT_OK)
        *result = game;
    else
        cut_game_free(game);
    return status;
}

cut_status cut_load(cut_context *context, const char *name, const cut_setting *settings, size_t count, cut_game **game)
{
    struct api_load request = {.name = name, .settings = settings, .setting_count = count};
    return load_game(context, &request, game);
}

cut_status cut_load_text(cut_context *context, const char *name, const char *text, size_t size,
                         const cut_setting *settings, size_t count, cut_game **game)
{
    struct api_load request = {.name = name, .text = text, .size = size, .settings = settings, .setting_count = count};
    return load_game(context, &request, game);
}

cut_status cut_load_for(cut_context *context, const char *name, const cut_setting *settings, size_t count,
                        const char *position, cut_game **game)
{
    struct api_load request = {.name = name, .settings = settings, .setting_count = count, .position = position};
    return load_game(context, &request, game);
}

cut_status cut_check(cut_context *context, const char *name, const cut_setting *settings, size_t count)
{
    struct api_load request = {.name = name, .settings = settings, .setting_count = count, .examples = true};
    cut_game *game;
    cut_status status = load_game(context, &request, &game);
    cut_game_free(game);
    return status;
}

void cut_game_free(cut_game *game)
{
    if (game == NULL)
        return;
    struct heap heap = game->heap;
    game->arena.heap = &heap;
    arena_free(&game->arena);
    heap_free(&heap, game, sizeof *game);
}

/* ---- asking ---- */

static const char *or_nothing(const char *text)
{
    return text != NULL ? text : "";
}

const char *cut_game_name(const cut_game *game)
{
    return game->rules->name;
}

const char *cut_game_title(const cut_game *game)
{
    return game->rules->title != NULL ? game->rules->title : game->rules->name;
}

const char *cut_game_author(const cut_game *game)
{
    return or_nothing(game->rules->author);
}

const char *cut_game_after(const cut_game *game)
{
    return or_nothing(game->rules->after);
}

int cut_game_year(const cut_game *game)
{
    return game->rules->year;
}

const char *cut_game_about(const cut_game *game)
{
    return or_nothing(game->rules->about);
}

const char *cut_game_file(const cut_game *game)
{
    return game->file;
}

const char *cut_game_text(const cut_game *game)
{
    return game->text;
}

const char *cut_game_rules(const cut_game *game)
{
    return or_nothing(game->sheet);
}

size_t cut_game_option_count(const cut_game *game)
{
    return game->option_count;
}

const cut_option *cut_game_option(const cut_game *game, size_t index)
{
    return index < game->option_count ? &game->options[index] : NULL;
}

int cut_game_player_count(const cut_game *game)
{
    return game->rules->player_count;
}

const cut_player *cut_game_player(const cut_game *game, int player)
{
    return player >= 0 && player < game->rules->player_count ? &game->players[player] : NULL;
}

bool cut_game_has_swap(const cut_game *game)
{
    return game->rules->swap_ply != 0;
}

bool cut_game_is_library(const cut_game *game)
{
    return game->rules->board == NULL;
}

int cut_game_site_count(const cut_game *game)
{
    return game->rules->board != NULL ? game->rules->board->sites : 0;
}

const cut_site *cut_game_site(const cut_game *game, int site)
{
    return site >= 0 && site < cut_game_site_count(game) ? &game->sites[site] : NULL;
}

int cut_game_side_owner(const cut_game *game, int site, int other)
{
    int owner = -1, count = cut_game_site_count(game);
    if (site < 0 || site >= count || other < 0 || other >= count)
        return -1;
    for (const struct api_side *side = game->sides; side != NULL; side = side->next) {
        if (!set_has(side->sites, site) || !set_has(side->sites, other) || side->player == owner)
            continue;
        if (owner >= 0)
            return -1;
        owner = side->player;
    }
    return owner;
}

int cut_game_files(const cut_game *game)
{
    return game->rules->board != NULL ? game->rules->board->files : 0;
}

int cut_game_ranks(const cut_game *game)
{
    return game->rules->board != NULL ? game->rules->board->ranks : 0;
}

bool cut_game_is_hexagonal(const cut_game *game)
{
    return game->rules->board != NULL && game->rules->board->hexagonal;
}
