/* diagram.c - rows of cells: the start of a game, the diagrams of examples. */
#include <string.h>

#include "sema.h"

bool row_fits(struct checker *c, const struct ast *row, int width)
{
    int cells = ast_count(row->a);
    if (cells != width)
        report(c, row->span, "this row has %d cell%s, the first one %d", cells, plural_s(cells), width);
    return cells == width;
}

/* Is a row as wide as the whole board, with `#` for what is missing? */
static bool is_full_width(const struct ast *row, const struct board *board, int sites)
{
    int cells = ast_count(row->a), off = 0;
    for (const struct ast *cell = row->a; cell != NULL; cell = cell->next)
        off += strcmp(cell->name, "#") == 0;
    return off > 0 && cells - off == sites && (board->hexagonal || cells == board->files);
}

/* The cells of one row with their sites; `#` is passed over. */
static bool row_sites(struct checker *c, const struct ast *row, const struct board_row *sites, const struct ast **cells)
{
    const struct board *board = c->rules->board;
    bool full = is_full_width(row, board, sites->count);
    int n = 0, given = ast_count(row->a);
    if (!full && given != sites->count) {
        struct diag *d =
            report(c, row->span, "this row has %d cell%s, the board has %d site%s there", given, plural_s(given),
                   sites->count, plural_s(sites->count));
        if (given == board->files)
            help(c, d, "`#` may stand where the board has no site");
        return false;
    }
    int x = 0;
    for (const struct ast *cell = row->a; cell != NULL; cell = cell->next, x++) {
        bool off = strcmp(cell->name, "#") == 0;
        if (full && !board->hexagonal && off != (n >= sites->count || board->x[sites->sites[n]] != x)) {
            report(c, cell->span, off ? "there is a site here, not `#`" : "there is no site here: write `#`");
            return false;
        }
        if (!full && off) {
            report(c, cell->span, "there is a site here, not `#`");
            return false;
        }
        if (!off)
            cells[n++] = cell;
    }
    return n == sites->count;
}

static void report_cell(struct checker *c, const struct ast *cell, bool marks)
{
    const struct rules *r = c->rules;
    const char *symbols = ".";
    for (int i = 0; i < r->player_count; i++)
        symbols = arena_format(c->load->scratch, "%s %s", symbols, r->players[i].symbol);
    for (int i = 0; i < r->neutral_count; i++)
        symbols = arena_format(c->load->scratch, "%s %s", symbols, r->neutrals[i].symbol);
    struct diag *d = report(c, cell->span, "`%s` is no cell of a diagram", cell->name);
    help(c, d, "cells are %s%s%s", symbols, r->kind_count > 0 ? ", behind a player's symbol that of a kind" : "",
         marks ? ", and ? or a lower-case letter for an empty site that the facts name" : "");
}

static bool is_mark(const char *cell)
{
    return cell[1] == '\0' && (cell[0] == '?' || (cell[0] >= 'a' && cell[0] <= 'z'));
}

static bool cell_check(struct checker *c, const struct ast *cell, int site, struct diagram_cell *cells, int *count,
                       char *marks)
{
    int piece, kind;
    if (strcmp(cell->name, ".") == 0)
        return true;
    if (marks != NULL && is_mark(cell->name)) {
        marks[site] = cell->name[0];
        return true;
    }
    if (!cell_piece(c->rules, cell->name, &piece, &kind)) {
        if (!c->symbols_bad)
            report_cell(c, cell, marks != NULL);
        return false;
    }
    cells[(*count)++] = (struct diagram_cell){site, piece, kind};
    return true;
}

bool diagram_check(struct checker *c, const struct ast *rows, struct diagram_cell **cells, int *count, char *marks)
{
    const struct board *board = c->rules->board;
    int given = ast_count(rows->a), r = 0;
    bool good = true;
    *cells = ARENA_ARRAY(c->load->arena, struct diagram_cell, board->sites + 1);
    *count = 0;
    if (given != board->row_count) {
        report(c, rows->span, "the diagram has %d row%s, the board %d", given, plural_s(given), board->row_count);
        return false;
    }
    const struct ast **line = ARENA_ARRAY(c->load->scratch, const struct ast *, board->files + 1);
    for (const struct ast *row = rows->a; row != NULL; row = row->next, r++) {
        const struct board_row *sites = &board->rows[r];
        if (!row_sites(c, row, sites, line)) {
            good = false;
            continue;
        }
        for (int i = 0; i < sites->count; i++)
            good = cell_check(c, line[i], sites->sites[i], *cells, count, marks) && good;
    }
    return good;
}

/* --- start */

static void start_rows(struct checker *c, const struct ast *ast, struct start *starts)
{
    struct diagram_cell *cells;
    int count;
    if (!c->board_ready || !diagram_check(c, ast->a, &cells, &count, NULL))
        return;
    for (int i = 0; i < count; i++) {
        struct expr *e = expr_new(c, EX_SITES, KIND_SITES, ast->a->span);
        uint64_t *sites = ARENA_ARRAY(c->arena, uint64_t, c->rules->board->words);
        set_add(sites, cells[i].site);
        e->sites = sites;
        e->fixed = true;
        starts[c->rules->start_count++] = (struct start){cells[i].piece, cells[i].piece_kind, e, ast->span};
    }
}

static void start_line(struct checker *c, const struct item *item, struct start *start)
{
    struct frame frame;
    frame_open(c, &frame, item->module, NULL);
    piece_check(c, item->ast->a, false, &start->piece, &start->piece_kind);
    frame_close(c);
    start->where = top_expr(c, item->module, item->ast->b, WANT_SITES, "`start`", PLACE_OTHER, "`start`");
    start->span = item->ast->span;
}

void starts_check(struct checker *c)
{
    const struct item *list = c->program->groups[GROUP_START];
    size_t room = 1, sites = c->rules->board != NULL ? (size_t)c->rules->board->sites : 0;
    for (const struct item *i = list; i != NULL; i = i->next)
        room += i->ast->a != NULL && i->ast->a->kind == AST_ROWS ? sites : 1;
    struct start *starts = ARENA_ARRAY(c->arena, struct start, room);
    c->rules->starts = starts;
    for (const struct item *i = list; i != NULL; i = i->next) {
        if (i->ast->a == NULL)
            continue;
        if (i->ast->a->kind == AST_ROWS)
            start_rows(c, i->ast, starts);
        else
            start_line(c, i, &starts[c->rules->start_count++]);
    }
}
