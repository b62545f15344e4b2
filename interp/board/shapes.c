#include "shapes.h"

#include <stdlib.h>

enum { LINE_LIMIT = BOARD_DIR_LIMIT / 2 };

#define BIT(n) ((uint64_t)1 << (n))

static const int8_t compass_dx[DIR_COMPASS] = {0, 1, 1, 1, 0, -1, -1, -1};
static const int8_t compass_dy[DIR_COMPASS] = {1, 1, 0, -1, -1, -1, 0, 1};

static const char *check_side(struct arena *arena, const char *what, int side, int limit)
{
    if (side >= 1 && side <= limit)
        return NULL;
    return arena_format(arena, "the side of %s is 1 to %d sites long, not %d", what, limit, side);
}

static const char *square_lattice(struct arena *arena, const struct board_spec *spec, struct lattice *lattice)
{
    int limit = spec->midpoints ? BOARD_SIDE_LIMIT / 2 : BOARD_SIDE_LIMIT;
    const char *what = spec->midpoints ? "a board with midpoints" : "a square board";
    const char *error = check_side(arena, what, spec->width, limit);
    if (error == NULL)
        error = check_side(arena, what, spec->height, limit);
    if (error != NULL)
        return error;
    lattice->files = spec->midpoints ? 2 * spec->width - 1 : spec->width;
    lattice->ranks = spec->midpoints ? 2 * spec->height - 1 : spec->height;
    for (int y = 0; y < lattice->ranks; y++) {
        for (int x = 0; x < lattice->files; x++)
            lattice->present[y * lattice->files + x] = !spec->midpoints || (x + y) % 2 == 0;
    }
    return NULL;
}

static bool in_hexagonal(enum board_shape shape, int n, int x, int y)
{
    if (shape == BOARD_HEXAGON)
        return x + y >= n - 1 && x + y <= 3 * (n - 1);
    return shape != BOARD_TRIANGLE || x + y <= n - 1;
}

static const char *hexagonal_lattice(struct arena *arena, const struct board_spec *spec, struct lattice *lattice)
{
    static const char *const what[] = {
        [BOARD_HEX] = "a hex board", [BOARD_HEXAGON] = "a hexagon", [BOARD_TRIANGLE] = "a triangle"};
    int n = spec->width, limit = spec->shape == BOARD_HEXAGON ? BOARD_SIDE_LIMIT / 2 : BOARD_SIDE_LIMIT;
    const char *error = check_side(arena, what[spec->shape], n, limit);
    if (error != NULL)
        return error;
    lattice->files = lattice->ranks = spec->shape == BOARD_HEXAGON ? 2 * n - 1 : n;
    for (int y = 0; y < lattice->ranks; y++) {
        for (int x = 0; x < lattice->files; x++)
            lattice->present[y * lattice->files + x] = in_hexagonal(spec->shape, n, x, y);
    }
    return NULL;
}

static const char *picture_lattice(struct arena *arena, const struct board_spec *spec, struct lattice *lattice)
{
    if (spec->width < 1 || spec->height < 1 || spec->present == NULL)
        return "the picture of the board is empty";
    if (spec->width > BOARD_SIDE_LIMIT || spec->height > BOARD_SIDE_LIMIT)
        return arena_format(arena, "the picture of the board is %d x %d; at most %d x %d is possible", spec->width,
                            spec->height, BOARD_SIDE_LIMIT, BOARD_SIDE_LIMIT);
    bool some = false;
    lattice->files = spec->width;
    lattice->ranks = spec->height;
    for (int y = 0; y < spec->height; y++) {
        for (int x = 0; x < spec->width; x++) {
            bool here = spec->present[(spec->height - 1 - y) * spec->width + x];
            lattice->present[y * spec->width + x] = here;
            some |= here;
        }
    }
    return some ? NULL : "the picture of the board has no site";
}

static const char *check_line(struct arena *arena, const struct board_line *line, int number)
{
    if (line->count < 2)
        return arena_format(arena, "line %d of the board has fewer than two points", number);
    for (int i = 0; i < line->count; i++) {
        const struct board_point *p = &line->points[i];
        if (p->x < 0 || p->x >= BOARD_SIDE_LIMIT || p->y < 0 || p->y >= BOARD_SIDE_LIMIT)
            return arena_format(arena, "point %d of line %d is beyond the %d files and ranks of a board", i + 1, number,
                                BOARD_SIDE_LIMIT);
        for (int j = 0; j < i; j++) {
            if (line->points[j].x == p->x && line->points[j].y == p->y)
                return arena_format(arena, "points %d and %d of line %d are the same", j + 1, i + 1, number);
        }
    }
    return NULL;
}

static const char *lines_lattice(struct arena *arena, const struct board_spec *spec, struct lattice *lattice)
{
    if (spec->line_count < 1)
        return "a board by lines has at least one line";
    if (spec->line_count > LINE_LIMIT)
        return arena_format(arena, "a board by lines has at most %d lines, not %d", LINE_LIMIT, spec->line_count);
    for (int k = 0; k < spec->line_count; k++) {
        const struct board_line *line = &spec->lines[k];
        const char *error = check_line(arena, line, k + 1);
        if (error != NULL)
            return error;
        for (int i = 0; i < line->count; i++) {
            if (line->points[i].x >= lattice->files)
                lattice->files = line->points[i].x + 1;
            if (line->points[i].y >= lattice->ranks)
                lattice->ranks = line->points[i].y + 1;
        }
    }
    for (int k = 0; k < spec->line_count; k++) {
        const struct board_line *line = &spec->lines[k];
        for (int i = 0; i < line->count; i++)
            lattice->present[line->points[i].y * lattice->files + line->points[i].x] = true;
    }
    return NULL;
}

const char *shape_lattice(struct arena *arena, const struct board_spec *spec, struct lattice *lattice)
{
    switch (spec->shape) {
    case BOARD_SQUARE:
        return square_lattice(arena, spec, lattice);
    case BOARD_HEX:
    case BOARD_HEXAGON:
    case BOARD_TRIANGLE:
        return hexagonal_lattice(arena, spec, lattice);
    case BOARD_PICTURE:
        return picture_lattice(arena, spec, lattice);
    case BOARD_LINES:
        return lines_lattice(arena, spec, lattice);
    }
    return "there is no board of that shape";
}

/* The site at a point of the lattice or beyond it, or -1. */
static int site_at(const struct board *board, int x, int y)
{
    if (x < 0 || x >= board->files || y < 0 || y >= board->ranks)
        return -1;
    return board->at[y * board->files + x];
}

static void grid_dirs(struct board *board)
{
    uint64_t orthogonal = BIT(DIR_N) | BIT(DIR_E) | BIT(DIR_S) | BIT(DIR_W);
    board->dirs = DIR_COMPASS;
    if (board->hexagonal) {
        board->used = board->adjacent = orthogonal | BIT(DIR_NW) | BIT(DIR_SE);
        return;
    }
    board->used = board->compass = BIT(DIR_COMPASS) - 1;
    board->orthogonal = board->adjacent = orthogonal;
    board->diagonal = board->compass & ~orthogonal;
}

static void grid_steps(const struct board *board, int16_t *step)
{
    for (int d = 0; d < board->dirs; d++) {
        /* from a midpoint an orthogonal stride would reach the next midpoint, but there is no line between them */
        int stride = board->midpoints && (board->orthogonal & BIT(d)) ? 2 : 1;
        for (int s = 0; s < board->sites; s++) {
            bool none = !(board->used & BIT(d)) || (stride == 2 && board->x[s] % 2 == 1);
            int to = site_at(board, board->x[s] + stride * compass_dx[d], board->y[s] + stride * compass_dy[d]);
            step[d * board->sites + s] = (int16_t)(none ? -1 : to);
        }
    }
}

static void line_steps(const struct board *board, const struct board_spec *spec, int16_t *step)
{
    for (int i = 0; i < board->dirs * board->sites; i++)
        step[i] = -1;
    for (int k = 0; k < spec->line_count; k++) {
        const struct board_point *p = spec->lines[k].points;
        for (int i = 1; i < spec->lines[k].count; i++) {
            int from = site_at(board, p[i - 1].x, p[i - 1].y), to = site_at(board, p[i].x, p[i].y);
            step[2 * k * board->sites + from] = (int16_t)to;
            step[(2 * k + 1) * board->sites + to] = (int16_t)from;
        }
    }
}

void shape_steps(struct arena *arena, struct board *board, const struct board_spec *spec)
{
    if (board->shape == BOARD_LINES) {
        board->dirs = 2 * spec->line_count;
        board->used = board->adjacent = ~(uint64_t)0 >> (BOARD_DIR_LIMIT - board->dirs);
    } else {
        grid_dirs(board);
    }
    int16_t *step = ARENA_ARRAY(arena, int16_t, board->dirs * board->sites);
    if (board->shape == BOARD_LINES)
        line_steps(board, spec, step);
    else
        grid_steps(board, step);
    board->step = step;
}

/* The files and ranks farthest out. */
struct extremes {
    int west, south, east, north;
};

static struct extremes find_extremes(const struct board *board)
{
    struct extremes e = {0, 0, board->files - 1, board->ranks - 1};
    if (board->shape != BOARD_LINES)
        return e;
    /* lines need not begin at a1 */
    e.west = e.east;
    e.south = e.north;
    for (int s = 0; s < board->sites; s++) {
        e.west = board->x[s] < e.west ? board->x[s] : e.west;
        e.south = board->y[s] < e.south ? board->y[s] : e.south;
    }
    return e;
}

static bool has_side(const struct board *board, enum board_area side)
{
    if (board->shape == BOARD_TRIANGLE)
        return side == AREA_SOUTH || side == AREA_WEST || side == AREA_NORTHEAST;
    return side <= AREA_WEST || board->shape == BOARD_HEXAGON;
}

static bool on_side(const struct board *board, const struct extremes *e, enum board_area side, int x, int y)
{
    if (!has_side(board, side))
        return false;
    if (side == AREA_NORTH)
        return y == e->north;
    if (side == AREA_SOUTH)
        return y == e->south;
    if (side == AREA_EAST)
        return x == e->east;
    if (side == AREA_WEST)
        return x == e->west;
    /* n - 1 is files / 2 of a hexagon, files - 1 of a triangle */
    if (side == AREA_SOUTHWEST)
        return x + y == board->files / 2;
    return x + y == (board->shape == BOARD_HEXAGON ? board->files / 2 * 3 : board->files - 1);
}

static bool on_corner(const struct board *board, const struct extremes *e, int x, int y)
{
    if (board->shape != BOARD_HEXAGON && board->shape != BOARD_TRIANGLE)
        return (x == e->west || x == e->east) && (y == e->south || y == e->north);
    int sides = 0;
    for (int side = 0; side < AREA_CORNERS; side++)
        sides += on_side(board, e, (enum board_area)side, x, y);
    return sides >= 2;
}

/* The sites on the middle file or two and on the middle rank or two, of a rhombus too: 1, 2 or 4; on a picture or on
 * lines those of them that are sites. Where the middle of a board with midpoints is no site, the points and
 * midpoints beside it. Of a triangle the one or three sites nearest to its centre of gravity. */
static bool on_centre(const struct board *board, const struct extremes *e, int x, int y)
{
    if (board->shape == BOARD_TRIANGLE) {
        int last = board->files - 1, dx = abs(3 * x - last), dy = abs(3 * y - last), dz = abs(3 * (x + y) - 2 * last);
        return dx <= 2 && dy <= 2 && dz <= 2;
    }
    int dx = abs(2 * x - e->west - e->east), dy = abs(2 * y - e->south - e->north);
    return board->midpoints ? dx + dy <= 2 : dx <= 1 && dy <= 1;
}

static bool in_area(const struct board *board, const struct extremes *e, enum board_area area, int s)
{
    int x = board->x[s], y = board->y[s];
    if (area < AREA_CORNERS)
        return on_side(board, e, area, x, y);
    if (area == AREA_CORNERS)
        return on_corner(board, e, x, y);
    if (area == AREA_CENTRE)
        return on_centre(board, e, x, y);
    if (area == AREA_DARK)
        return (x + y) % 2 == 0;
    if (area == AREA_EVERYWHERE)
        return true;
    for (int side = 0; side < AREA_CORNERS; side++) {
        if (on_side(board, e, (enum board_area)side, x, y))
            return true;
    }
    return false;
}

void shape_areas(struct arena *arena, struct board *board)
{
    struct extremes e = find_extremes(board);
    for (int a = 0; a < AREA_COUNT; a++) {
        enum board_area area = (enum board_area)a;
        if (area < AREA_CORNERS && !has_side(board, area))
            continue;
        uint64_t *set = ARENA_ARRAY(arena, uint64_t, board->words);
        for (int s = 0; s < board->sites; s++) {
            if (in_area(board, &e, area, s))
                set_add(set, s);
        }
        board->area[area] = set;
        if (area < AREA_CORNERS)
            board->side[board->side_count++] = set;
    }
}
