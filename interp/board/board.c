#include "board.h"

#include "shapes.h"

/* How files and ranks are written; both ways, so that names are read as they are written. */
static char file_letter(const struct board *board, int x)
{
    return (char)('a' + x + (board->skip_i && x >= 'i' - 'a'));
}

static int rank_number(const struct board *board, int y)
{
    return board->from_north ? board->ranks - y : y + 1;
}

static void number_sites(struct arena *arena, struct board *board, const struct lattice *lattice)
{
    int points = lattice->files * lattice->ranks;
    int *at = ARENA_ARRAY(arena, int, points);
    for (int i = 0; i < points; i++)
        at[i] = lattice->present[i] ? board->sites++ : -1;
    board->files = lattice->files;
    board->ranks = lattice->ranks;
    int *x = ARENA_ARRAY(arena, int, board->sites), *y = ARENA_ARRAY(arena, int, board->sites);
    const char **name = ARENA_ARRAY(arena, const char *, board->sites);
    for (int i = 0; i < points; i++) {
        if (at[i] < 0)
            continue;
        x[at[i]] = i % lattice->files;
        y[at[i]] = i / lattice->files;
        name[at[i]] = arena_format(arena, "%c%d", file_letter(board, x[at[i]]), rank_number(board, y[at[i]]));
    }
    board->words = (board->sites + 63) / 64;
    board->at = at;
    board->x = x;
    board->y = y;
    board->name = name;
}

static void make_rows(struct arena *arena, struct board *board)
{
    int *order = ARENA_ARRAY(arena, int, board->sites), used = 0;
    struct board_row *rows = ARENA_ARRAY(arena, struct board_row, board->ranks);
    for (int y = board->ranks - 1; y >= 0; y--) {
        struct board_row row = {0, order + used};
        for (int x = 0; x < board->files; x++) {
            if (board->at[y * board->files + x] >= 0)
                order[used + row.count++] = board->at[y * board->files + x];
        }
        used += row.count;
        if (row.count > 0)
            rows[board->row_count++] = row;
    }
    board->rows = rows;
}

struct board *board_make(struct arena *arena, const struct board_spec *spec, const char **error)
{
    struct lattice lattice = {0};
    *error = shape_lattice(arena, spec, &lattice);
    if (*error == NULL && spec->skip_i && lattice.files >= BOARD_SIDE_LIMIT)
        *error = "without a file i a board has at most 25 files";
    if (*error != NULL)
        return NULL;
    struct board *board = ARENA_NEW(arena, struct board);
    board->shape = spec->shape;
    board->hexagonal = spec->shape == BOARD_HEX || spec->shape == BOARD_HEXAGON || spec->shape == BOARD_TRIANGLE;
    board->midpoints = spec->shape == BOARD_SQUARE && spec->midpoints;
    board->skip_i = spec->skip_i;
    board->from_north = spec->from_north;
    number_sites(arena, board, &lattice);
    make_rows(arena, board);
    shape_steps(arena, board, spec);
    shape_areas(arena, board);
    return board;
}

/* The site of another board, with the same lattice, where this one has s; -1 if it has none. */
static int same_place(const struct board *to, const struct board *from, int s)
{
    return s < 0 ? -1 : to->at[from->y[s] * from->files + from->x[s]];
}

static void keep_steps(struct arena *arena, struct board *board, const struct board *old)
{
    int16_t *step = ARENA_ARRAY(arena, int16_t, board->dirs * board->sites);
    for (int d = 0; d < board->dirs; d++) {
        for (int s = 0; s < board->sites; s++) {
            int to = old->step[d * old->sites + same_place(old, board, s)];
            step[d * board->sites + s] = (int16_t)same_place(board, old, to);
        }
    }
    board->step = step;
}

static void keep_areas(struct arena *arena, struct board *board, const struct board *old)
{
    for (int a = 0; a < AREA_COUNT; a++) {
        if (old->area[a] == NULL)
            continue;
        uint64_t *set = ARENA_ARRAY(arena, uint64_t, board->words);
        for (int s = 0; s < board->sites; s++) {
            if (set_has(old->area[a], same_place(old, board, s)))
                set_add(set, s);
        }
        board->area[a] = set;
        if (a < AREA_CORNERS)
            board->side[board->side_count++] = set;
    }
}

struct board *board_without(struct arena *arena, const struct board *old, const uint64_t *sites, const char **error)
{
    struct lattice lattice = {.files = old->files, .ranks = old->ranks};
    bool some = false;
    for (int s = 0; s < old->sites; s++) {
        bool stays = !set_has(sites, s);
        lattice.present[old->y[s] * old->files + old->x[s]] = stays;
        some |= stays;
    }
    *error = some ? NULL : "no site is left on the board";
    if (!some)
        return NULL;
    struct board *board = ARENA_NEW(arena, struct board);
    *board = *old; /* the shape, its directions and coordinates; what follows is about the sites */
    board->sites = board->row_count = board->side_count = 0;
    number_sites(arena, board, &lattice);
    make_rows(arena, board);
    keep_steps(arena, board, old);
    keep_areas(arena, board, old);
    return board;
}

int board_site(const struct board *board, const char *text, int size)
{
    if (size < 2 || size > 3 || text[0] < 'a' || text[0] > 'z' || text[1] == '0' || (board->skip_i && text[0] == 'i'))
        return -1;
    int rank = 0;
    for (int i = 1; i < size; i++) {
        if (text[i] < '0' || text[i] > '9')
            return -1;
        rank = rank * 10 + (text[i] - '0');
    }
    int x = text[0] - 'a' - (board->skip_i && text[0] > 'i');
    int y = board->from_north ? board->ranks - rank : rank - 1;
    return x < board->files && y >= 0 && y < board->ranks ? board->at[y * board->files + x] : -1;
}

int board_opposite(const struct board *board, int dir)
{
    return board->shape == BOARD_LINES ? dir ^ 1 : dir ^ 4;
}

uint64_t board_opposites(const struct board *board, uint64_t dirs)
{
    const uint64_t even = 0x5555555555555555u; /* lines: directions come in pairs; grids: a turn by four of eight */
    if (board->shape == BOARD_LINES)
        return (dirs & even) << 1 | (dirs >> 1 & even);
    return (dirs << 4 | dirs >> 4) & 0xFF;
}

static const char *const dir_names[DIR_COMPASS] = {"N", "NE", "E", "SE", "S", "SW", "W", "NW"};

const char *board_dir_name(int dir)
{
    return dir >= 0 && dir < DIR_COMPASS ? dir_names[dir] : NULL;
}

int board_dir(const char *name)
{
    for (int d = 0; d < DIR_COMPASS; d++) {
        if (strcmp(dir_names[d], name) == 0)
            return d;
    }
    return -1;
}

void board_rank(const struct board *board, int64_t rank, uint64_t *set)
{
    set_clear(board->words, set);
    for (int s = 0; s < board->sites; s++) {
        if (board->y[s] + 1 == rank)
            set_add(set, s);
    }
}

void board_file(const struct board *board, int64_t file, uint64_t *set)
{
    set_clear(board->words, set);
    for (int s = 0; s < board->sites; s++) {
        if (board->x[s] + 1 == file)
            set_add(set, s);
    }
}

double board_draw_x(const struct board *board, int site)
{
    double x = board->x[site], y = board->y[site];
    if (board->hexagonal)
        return x + y / 2;
    return board->midpoints ? x / 2 : x;
}

double board_draw_y(const struct board *board, int site)
{
    double y = board->y[site], row_height = 0.86602540378443865; /* of hexagons one apart: sqrt(3) / 2 */
    if (board->hexagonal)
        return y * row_height;
    return board->midpoints ? y / 2 : y;
}
