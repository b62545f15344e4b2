/* board_item.c - the board of the game, from its item. */
#include <string.h>

#include "sema.h"

struct shape_name {
    const char *name, *form;
    enum board_shape shape;
    int least, most;
};

static const struct shape_name shape_names[] = {
    {"square", "square(n) or square(width, height)", BOARD_SQUARE, 1, 2},
    {"hex", "hex(n)", BOARD_HEX, 1, 1},
    {"hexagon", "hexagon(n)", BOARD_HEXAGON, 1, 1},
    {"triangle", "triangle(n)", BOARD_TRIANGLE, 1, 1},
};
enum { SHAPES = sizeof shape_names / sizeof shape_names[0] };

static const struct shape_name *shape_find(struct checker *c, const struct ast *shape)
{
    const char *names[SHAPES];
    for (int i = 0; i < SHAPES; i++) {
        if (strcmp(shape_names[i].name, shape->name) == 0)
            return &shape_names[i];
        names[i] = shape_names[i].name;
    }
    struct diag *d = report(c, shape->span, "there is no board `%s`", shape->name);
    suggest(c, d, shape->name, names, SHAPES);
    if (d->help == NULL)
        help(c, d, "boards are square(n), hex(n), hexagon(n), triangle(n), a picture [. . #] or lines [a1 d1 g1]");
    return NULL;
}

static bool named_board(struct checker *c, const struct item *item, struct board_spec *spec)
{
    const struct ast *shape = item->ast->a;
    const struct shape_name *name = shape_find(c, shape);
    if (name == NULL)
        return false;
    int64_t sizes[2] = {0, 0};
    int given = 0;
    bool good = true;
    for (const struct ast *a = shape->a; a != NULL; a = a->next, given++) {
        int64_t *size = given < 2 ? &sizes[given] : &sizes[1];
        if (!constant_number(c, item->module, a, "the size of the board", size))
            good = false;
        else if (*size < 1 || *size > BOARD_SIDE_LIMIT) {
            report(c, a->span, "a board is 1 to %d sites long on a side, this is %lld", BOARD_SIDE_LIMIT,
                   (long long)*size);
            good = false;
        }
    }
    if (given < name->least || given > name->most) {
        struct diag *d = report(c, shape->span, "`%s` takes %s, here %s %d", name->name,
                                name->most == 1 ? "one size" : "one size or two", given == 1 ? "is" : "are", given);
        help(c, d, "write %s", name->form);
        return false;
    }
    spec->shape = name->shape;
    spec->width = (int)sizes[0];
    spec->height = (int)(given == 2 ? sizes[1] : sizes[0]);
    return good;
}

static bool picture_board(struct checker *c, const struct ast *rows, struct board_spec *spec)
{
    spec->shape = BOARD_PICTURE;
    spec->height = ast_count(rows->a);
    spec->width = rows->a != NULL ? ast_count(rows->a->a) : 0;
    if (spec->height > BOARD_SIDE_LIMIT || spec->width > BOARD_SIDE_LIMIT) {
        report(c, rows->span, "a board is at most %d sites wide and high", BOARD_SIDE_LIMIT);
        return false;
    }
    bool *present = ARENA_ARRAY(c->load->scratch, bool, spec->width * spec->height + 1);
    int i = 0;
    for (const struct ast *row = rows->a; row != NULL; row = row->next) {
        if (!row_fits(c, row, spec->width))
            return false;
        for (const struct ast *cell = row->a; cell != NULL; cell = cell->next) {
            bool site = strcmp(cell->name, ".") == 0;
            if (!site && strcmp(cell->name, "#") != 0) {
                report(c, cell->span, "in the picture of a board `.` is a site and `#` is none, this is `%s`",
                       cell->name);
                return false;
            }
            present[i++] = site;
        }
    }
    spec->present = present;
    return true;
}

/* "c4": file and rank from 0 */
static bool parse_point(const char *text, struct board_point *point)
{
    if (text[0] < 'a' || text[0] > 'z')
        return false;
    point->x = text[0] - 'a';
    int rank = 0;
    for (text++; *text >= '0' && *text <= '9' && rank < 100; text++)
        rank = rank * 10 + (*text - '0');
    point->y = rank - 1;
    return *text == '\0' && rank >= 1 && rank <= BOARD_SIDE_LIMIT;
}

static bool lines_board(struct checker *c, const struct ast *shape, struct board_spec *spec)
{
    spec->shape = BOARD_LINES;
    spec->line_count = ast_count(shape->a);
    struct board_line *lines = ARENA_ARRAY(c->load->scratch, struct board_line, spec->line_count + 1);
    int i = 0;
    for (const struct ast *row = shape->a; row != NULL; row = row->next, i++) {
        int n = 0;
        struct board_point *points = ARENA_ARRAY(c->load->scratch, struct board_point, ast_count(row->a) + 1);
        for (const struct ast *cell = row->a; cell != NULL; cell = cell->next, n++) {
            if (!parse_point(cell->name, &points[n])) {
                report(c, cell->span, "a line is a row of points such as d4, this is `%s`", cell->name);
                return false;
            }
        }
        lines[i] = (struct board_line){n, points};
    }
    spec->lines = lines;
    return true;
}

static void coords_check(struct checker *c, struct board_spec *spec)
{
    const struct item *coords = c->program->groups[GROUP_COORDS];
    if (coords == NULL)
        return;
    const char *name = coords->ast->name;
    if (strcmp(name, "go") == 0)
        spec->skip_i = true;
    else if (strcmp(name, "hex") == 0)
        spec->from_north = true;
    else
        report(c, coords->ast->span,
               "there are no coordinates `%s`: `coords go` leaves out the file i, `coords hex` "
               "counts ranks from the North",
               name);
}

static bool spec_check(struct checker *c, const struct item *item, struct board_spec *spec)
{
    const struct ast *shape = item->ast->a;
    coords_check(c, spec);
    spec->midpoints = item->ast->flag;
    if (shape->kind == AST_CALL && !named_board(c, item, spec))
        return false;
    if (shape->kind == AST_ROWS && !picture_board(c, shape, spec))
        return false;
    if (shape->kind == AST_LINES && !lines_board(c, shape, spec))
        return false;
    if (spec->midpoints && spec->shape != BOARD_SQUARE) {
        report(c, item->ast->span, "only a square board has midpoints");
        return false;
    }
    return shape->kind == AST_CALL || shape->kind == AST_ROWS || shape->kind == AST_LINES;
}

int64_t size_by_rows(const struct ast *board, int64_t rows)
{
    bool half = board->flag || strcmp(board->a->name, "hexagon") == 0; /* midpoints have rows of their own */
    return half ? (rows + 1) / 2 : rows;
}

/* `board X - E`: E is read on the whole board. */
static const struct board *without_sites(struct checker *c, const struct item *item, const struct board *board)
{
    int errors = c->errors;
    const char *fault = NULL;
    const struct expr *e = top_expr(c, item->module, item->ast->b, WANT_SITES, "`board … -`", PLACE_OTHER, "the board");
    if (c->errors > errors || e->kind == KIND_BAD)
        return NULL;
    uint64_t *sites = ARENA_ARRAY(c->load->scratch, uint64_t, board->words), dirs;
    int64_t number;
    if (e->op == EX_SITES) {
        set_copy(board->words, sites, e->sites);
    } else if (!e->fixed || c->load->constant == NULL ||
               !c->load->constant(c->load->scratch, board, e, sites, &dirs, &number)) {
        report(c, e->span, "the sites left out are the same in every position: this depends on the pieces");
        return NULL;
    }
    const struct board *rest = board_without(c->load->arena, board, sites, &fault);
    if (rest == NULL)
        report(c, item->ast->span, "%s", fault);
    return rest;
}

void board_check(struct checker *c)
{
    const struct item *item = c->program->groups[GROUP_BOARD];
    struct board_spec spec = {.shape = BOARD_SQUARE};
    const char *fault = NULL;
    if (item == NULL || item->ast->a == NULL || !spec_check(c, item, &spec))
        return;
    const struct board *board = board_make(c->load->arena, &spec, &fault);
    if (board == NULL) {
        report(c, item->ast->span, "%s", fault);
        return;
    }
    c->rules->board = board;
    c->board_ready = true;
    if (item->ast->b != NULL) {
        c->rules->board = without_sites(c, item, board);
        c->board_ready = c->rules->board != NULL;
    }
}
