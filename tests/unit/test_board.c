/* Boards: the facts of each shape, counted by hand. */
#include "fixture.h"

#include <stdlib.h>
#include <string.h>

#include "../../interp/board/board.h"

static struct board *make(struct fixture *f, struct board_spec spec)
{
    if (setjmp(f->trap) != 0)
        return NULL;
    return board_make(&f->arena, &spec, &f->error);
}

static struct board *make_shape(struct fixture *f, enum board_shape shape, int width, int height)
{
    struct board *board = make(f, (struct board_spec){.shape = shape, .width = width, .height = height});
    assert_non_null(board);
    assert_null(f->error);
    return board;
}

static struct board *make_midpoints(struct fixture *f, int n)
{
    struct board_spec spec = {.shape = BOARD_SQUARE, .width = n, .height = n, .midpoints = true};
    struct board *board = make(f, spec);
    assert_non_null(board);
    return board;
}

static int site(const struct board *board, const char *name)
{
    return board_site(board, name, (int)strlen(name));
}

static const char *after(const struct board *board, const char *from, int dir)
{
    int to = board->step[dir * board->sites + site(board, from)];
    return to < 0 ? "off" : board->name[to];
}

static int size_of(const struct board *board, enum board_area area)
{
    return board->area[area] == NULL ? -1 : set_count(board->words, board->area[area]);
}

/* The names in a set, in board order, with blanks between. */
static const char *list(struct fixture *f, const struct board *board, const uint64_t *set)
{
    const char *text = "";
    for (SET_EACH(s, board->words, set))
        text = arena_format(&f->arena, "%s%s%s", text, *text ? " " : "", board->name[s]);
    return text;
}

static const char *area(struct fixture *f, const struct board *board, enum board_area a)
{
    assert_non_null(board->area[a]);
    return list(f, board, board->area[a]);
}

static int neighbours(const struct board *board, int s)
{
    int n = 0;
    for (int d = 0; d < board->dirs; d++)
        n += board->step[d * board->sites + s] >= 0;
    return n;
}

static int steps(const struct board *board)
{
    int n = 0;
    for (int s = 0; s < board->sites; s++)
        n += neighbours(board, s);
    return n;
}

/* What holds of every board. */
static void check(const struct board *board)
{
    int in_rows = 0;
    assert_int_equal(board->words, (board->sites + 63) / 64);
    for (int s = 0; s < board->sites; s++) {
        assert_int_equal(site(board, board->name[s]), s);
        assert_int_equal(board->at[board->y[s] * board->files + board->x[s]], s);
        if (s > 0)
            assert_true(board->y[s] > board->y[s - 1] ||
                        (board->y[s] == board->y[s - 1] && board->x[s] > board->x[s - 1]));
    }
    for (int d = 0; d < board->dirs; d++) {
        assert_int_equal(board_opposite(board, board_opposite(board, d)), d);
        for (int s = 0; s < board->sites; s++) {
            int to = board->step[d * board->sites + s];
            assert_true(to >= -1 && to < board->sites);
            if (to < 0)
                continue;
            assert_true(board->used >> d & 1);
            assert_int_equal(board->step[board_opposite(board, d) * board->sites + to], s);
        }
    }
    for (int r = 0; r < board->row_count; r++) {
        assert_true(board->rows[r].count > 0);
        for (int i = 0; i < board->rows[r].count; i++, in_rows++)
            assert_int_equal(board->y[board->rows[r].sites[i]], board->y[board->rows[r].sites[0]]);
    }
    assert_int_equal(in_rows, board->sites);
    assert_int_equal(size_of(board, AREA_EVERYWHERE), board->sites);
    uint64_t edge[BITSET_WORDS] = {0};
    for (int i = 0; i < board->side_count; i++)
        set_or(board->words, edge, edge, board->side[i]);
    assert_true(set_equal(board->words, edge, board->area[AREA_EDGE]));
    assert_int_equal(board->orthogonal & board->diagonal, 0);
    assert_int_equal(board->orthogonal | board->diagonal, board->compass);
}

static void square_has_its_topology(void **state)
{
    struct fixture *f = *state;
    struct board *b = make_shape(f, BOARD_SQUARE, 4, 3);
    check(b);
    assert_int_equal(b->sites, 12);
    assert_int_equal(b->dirs, 8);
    assert_int_equal(b->used, 0xff);
    assert_int_equal(b->orthogonal, 1 << DIR_N | 1 << DIR_E | 1 << DIR_S | 1 << DIR_W);
    assert_int_equal(b->adjacent, b->orthogonal);
    assert_int_equal(steps(b), 2 * (3 * 3 + 4 * 2) + 4 * (3 * 2));
    assert_string_equal(b->name[0], "a1");
    assert_string_equal(b->name[4], "a2");
    assert_string_equal(after(b, "b2", DIR_N), "b3");
    assert_string_equal(after(b, "b2", DIR_NE), "c3");
    assert_string_equal(after(b, "b2", DIR_E), "c2");
    assert_string_equal(after(b, "b2", DIR_SE), "c1");
    assert_string_equal(after(b, "b2", DIR_S), "b1");
    assert_string_equal(after(b, "b2", DIR_SW), "a1");
    assert_string_equal(after(b, "b2", DIR_W), "a2");
    assert_string_equal(after(b, "b2", DIR_NW), "a3");
    assert_string_equal(after(b, "d2", DIR_E), "off");
    assert_string_equal(after(b, "a1", DIR_NW), "off");
}

static void square_has_its_areas(void **state)
{
    struct fixture *f = *state;
    struct board *b = make_shape(f, BOARD_SQUARE, 4, 3);
    assert_int_equal(b->side_count, 4);
    assert_ptr_equal(b->side[0], b->area[AREA_NORTH]);
    assert_ptr_equal(b->side[1], b->area[AREA_SOUTH]);
    assert_ptr_equal(b->side[2], b->area[AREA_EAST]);
    assert_ptr_equal(b->side[3], b->area[AREA_WEST]);
    assert_string_equal(area(f, b, AREA_NORTH), "a3 b3 c3 d3");
    assert_string_equal(area(f, b, AREA_SOUTH), "a1 b1 c1 d1");
    assert_string_equal(area(f, b, AREA_EAST), "d1 d2 d3");
    assert_string_equal(area(f, b, AREA_WEST), "a1 a2 a3");
    assert_null(b->area[AREA_NORTHEAST]);
    assert_null(b->area[AREA_SOUTHWEST]);
    assert_string_equal(area(f, b, AREA_CORNERS), "a1 d1 a3 d3");
    assert_int_equal(size_of(b, AREA_EDGE), 10);
    assert_string_equal(area(f, b, AREA_CENTRE), "b2 c2");
    assert_string_equal(area(f, b, AREA_DARK), "a1 c1 b2 d2 a3 c3");
    assert_int_equal(b->row_count, 3);
    assert_int_equal(b->rows[0].count, 4);
    assert_string_equal(b->name[b->rows[0].sites[0]], "a3");
    assert_string_equal(b->name[b->rows[2].sites[3]], "d1");
    assert_int_equal(size_of(make_shape(f, BOARD_SQUARE, 5, 5), AREA_CENTRE), 1);
    assert_int_equal(size_of(make_shape(f, BOARD_SQUARE, 8, 8), AREA_CENTRE), 4);
}

static void squares_may_be_thin_or_large(void **state)
{
    struct fixture *f = *state;
    struct board *b = make_shape(f, BOARD_SQUARE, 1, 5);
    check(b);
    assert_int_equal(steps(b), 8);
    assert_string_equal(area(f, b, AREA_CORNERS), "a1 a5");
    assert_string_equal(area(f, b, AREA_CENTRE), "a3");
    assert_int_equal(size_of(b, AREA_WEST), 5);
    b = make_shape(f, BOARD_SQUARE, 1, 1);
    check(b);
    assert_string_equal(area(f, b, AREA_CORNERS), "a1");
    assert_string_equal(area(f, b, AREA_CENTRE), "a1");
    b = make_shape(f, BOARD_SQUARE, 26, 26);
    check(b);
    assert_int_equal(b->sites, BOARD_SITE_LIMIT);
    assert_int_equal(b->words, BITSET_WORDS);
    assert_string_equal(b->name[675], "z26");
}

static void hex_is_a_rhombus(void **state)
{
    struct fixture *f = *state;
    struct board *b = make_shape(f, BOARD_HEX, 3, 0);
    check(b);
    assert_true(b->hexagonal);
    assert_int_equal(b->sites, 9);
    assert_int_equal(b->dirs, DIR_COMPASS);
    assert_int_equal(b->used, 0xff & ~(1 << DIR_NE | 1 << DIR_SW));
    assert_int_equal(b->adjacent, b->used);
    assert_int_equal(b->orthogonal | b->diagonal | b->compass, 0);
    assert_int_equal(steps(b), 2 * (6 + 6 + 4));
    assert_int_equal(neighbours(b, site(b, "b2")), 6);
    assert_int_equal(neighbours(b, site(b, "a1")), 2);
    assert_int_equal(neighbours(b, site(b, "c1")), 3);
    assert_string_equal(after(b, "b2", DIR_NW), "a3");
    assert_string_equal(after(b, "b2", DIR_SE), "c1");
    assert_string_equal(after(b, "b2", DIR_NE), "off");
    assert_int_equal(b->side_count, 4);
    assert_null(b->area[AREA_NORTHEAST]);
    assert_string_equal(area(f, b, AREA_CORNERS), "a1 c1 a3 c3");
    assert_string_equal(area(f, b, AREA_CENTRE), "b2");
    assert_string_equal(area(f, make_shape(f, BOARD_HEX, 4, 0), AREA_CENTRE), "b2 c2 b3 c3");
}

static void hexagon_has_six_sides(void **state)
{
    struct fixture *f = *state;
    struct board *b = make_shape(f, BOARD_HEXAGON, 3, 0);
    check(b);
    assert_int_equal(b->sites, 19);
    assert_int_equal(steps(b), 2 * 42);
    assert_int_equal(site(b, "a1"), -1);
    assert_string_equal(b->name[0], "c1");
    assert_int_equal(b->side_count, 6);
    assert_string_equal(area(f, b, AREA_NORTH), "a5 b5 c5");
    assert_string_equal(area(f, b, AREA_SOUTH), "c1 d1 e1");
    assert_string_equal(area(f, b, AREA_EAST), "e1 e2 e3");
    assert_string_equal(area(f, b, AREA_WEST), "a3 a4 a5");
    assert_string_equal(area(f, b, AREA_NORTHEAST), "e3 d4 c5");
    assert_string_equal(area(f, b, AREA_SOUTHWEST), "c1 b2 a3");
    assert_string_equal(area(f, b, AREA_CORNERS), "c1 e1 a3 e3 a5 c5");
    assert_string_equal(area(f, b, AREA_CENTRE), "c3");
    assert_int_equal(size_of(b, AREA_EDGE), 12);
    assert_int_equal(b->row_count, 5);
    assert_int_equal(b->rows[0].count, 3);
    assert_int_equal(b->rows[1].count, 4);
    assert_int_equal(b->rows[2].count, 5);
    assert_string_equal(b->name[b->rows[4].sites[0]], "c1");
    assert_string_equal(after(b, "c3", DIR_NW), "b4");
    assert_string_equal(after(b, "a5", DIR_SE), "b4");
    assert_int_equal(make_shape(f, BOARD_HEXAGON, 5, 0)->sites, 61);
    b = make_shape(f, BOARD_HEXAGON, 13, 0);
    check(b);
    assert_int_equal(b->sites, 469);
    b = make_shape(f, BOARD_HEXAGON, 1, 0);
    check(b);
    assert_string_equal(area(f, b, AREA_CORNERS), "a1");
}

static void triangle_has_three_sides(void **state)
{
    struct fixture *f = *state;
    struct board *b = make_shape(f, BOARD_TRIANGLE, 4, 0);
    check(b);
    assert_int_equal(b->sites, 10);
    assert_int_equal(steps(b), 2 * 18);
    assert_null(b->area[AREA_NORTH]);
    assert_null(b->area[AREA_EAST]);
    assert_null(b->area[AREA_SOUTHWEST]);
    assert_int_equal(b->side_count, 3);
    assert_ptr_equal(b->side[0], b->area[AREA_SOUTH]);
    assert_ptr_equal(b->side[1], b->area[AREA_WEST]);
    assert_ptr_equal(b->side[2], b->area[AREA_NORTHEAST]);
    assert_string_equal(area(f, b, AREA_NORTHEAST), "d1 c2 b3 a4");
    assert_string_equal(area(f, b, AREA_CORNERS), "a1 d1 a4");
    assert_string_equal(area(f, b, AREA_CENTRE), "b2");
    assert_int_equal(b->rows[0].count, 1);
    assert_string_equal(area(f, make_shape(f, BOARD_TRIANGLE, 2, 0), AREA_CENTRE), "a1 b1 a2");
    assert_string_equal(area(f, make_shape(f, BOARD_TRIANGLE, 3, 0), AREA_CENTRE), "b1 a2 b2");
    for (int n = 1; n <= 26; n++) {
        b = make_shape(f, BOARD_TRIANGLE, n, 0);
        check(b);
        assert_int_equal(b->sites, n * (n + 1) / 2);
        assert_int_equal(size_of(b, AREA_CENTRE), n % 3 == 1 ? 1 : 3);
        assert_int_equal(size_of(b, AREA_CORNERS), n == 1 ? 1 : 3);
    }
}

static void picture_has_holes(void **state)
{
    struct fixture *f = *state;
    /* clang-format off */
    const bool present[] = {
        1, 1, 0, 0,
        1, 0, 1, 0,
        0, 1, 1, 0,
    };
    /* clang-format on */
    struct board *b = make(f, (struct board_spec){.shape = BOARD_PICTURE, .width = 4, .height = 3, .present = present});
    assert_non_null(b);
    check(b);
    assert_int_equal(b->sites, 6);
    assert_string_equal(list(f, b, b->area[AREA_EVERYWHERE]), "b1 c1 a2 c2 a3 b3");
    assert_string_equal(area(f, b, AREA_NORTH), "a3 b3");
    assert_string_equal(area(f, b, AREA_SOUTH), "b1 c1");
    assert_string_equal(area(f, b, AREA_WEST), "a2 a3");
    assert_string_equal(area(f, b, AREA_EAST), "");
    assert_string_equal(area(f, b, AREA_CORNERS), "a3");
    assert_string_equal(area(f, b, AREA_CENTRE), "c2");
    assert_string_equal(after(b, "b1", DIR_N), "off");
    assert_string_equal(after(b, "b1", DIR_NW), "a2");
    assert_string_equal(after(b, "b1", DIR_NE), "c2");
    assert_int_equal(b->rows[1].count, 2);
    assert_int_equal(b->compass, 0xff);
}

static void lines_give_two_directions_each(void **state)
{
    struct fixture *f = *state;
    const struct board_point up[] = {{1, 1}, {1, 3}, {1, 6}}, across[] = {{1, 3}, {4, 3}}, side[] = {{4, 1}, {4, 3}};
    const struct board_line lines[] = {{3, up}, {2, across}, {2, side}};
    struct board *b = make(f, (struct board_spec){.shape = BOARD_LINES, .line_count = 3, .lines = lines});
    assert_non_null(b);
    check(b);
    assert_int_equal(b->sites, 5);
    assert_string_equal(list(f, b, b->area[AREA_EVERYWHERE]), "b2 e2 b4 e4 b7");
    assert_int_equal(b->dirs, 6);
    assert_int_equal(b->used, 0x3f);
    assert_int_equal(b->adjacent, 0x3f);
    assert_int_equal(b->compass, 0);
    assert_int_equal(steps(b), 2 * (2 + 1 + 1));
    assert_string_equal(after(b, "b2", 0), "b4");
    assert_string_equal(after(b, "b4", 0), "b7");
    assert_string_equal(after(b, "b7", 0), "off");
    assert_string_equal(after(b, "b7", 1), "b4");
    assert_string_equal(after(b, "b4", 2), "e4");
    assert_string_equal(after(b, "e4", 5), "e2");
    assert_int_equal(board_opposite(b, 2), 3);
    assert_int_equal(board_opposites(b, 1 << 2 | 1 << 5), 1 << 3 | 1 << 4);
    assert_string_equal(area(f, b, AREA_SOUTH), "b2 e2");
    assert_string_equal(area(f, b, AREA_NORTH), "b7");
    assert_string_equal(area(f, b, AREA_WEST), "b2 b4 b7");
    assert_string_equal(area(f, b, AREA_CORNERS), "b2 e2 b7");
    assert_string_equal(area(f, b, AREA_CENTRE), "");
    assert_int_equal(b->row_count, 3);
    assert_int_equal(b->rows[0].count, 1);
    assert_int_equal(site(b, "c4"), -1);
}

static void lines_may_be_thirty_two(void **state)
{
    struct fixture *f = *state;
    const struct board_point points[] = {{0, 0}, {25, 25}};
    struct board_line lines[33];
    for (int i = 0; i < 33; i++)
        lines[i] = (struct board_line){2, points};
    struct board *b = make(f, (struct board_spec){.shape = BOARD_LINES, .line_count = 32, .lines = lines});
    assert_non_null(b);
    check(b);
    assert_int_equal(b->dirs, BOARD_DIR_LIMIT);
    assert_true(b->used == ~(uint64_t)0);
    assert_int_equal(b->row_count, 2);
    assert_null(make(f, (struct board_spec){.shape = BOARD_LINES, .line_count = 33, .lines = lines}));
    assert_string_equal(f->error, "a board by lines has at most 32 lines, not 33");
}

static void midpoints_make_a_finer_lattice(void **state)
{
    struct fixture *f = *state;
    struct board *b = make_midpoints(f, 3);
    check(b);
    assert_int_equal(b->sites, 9 + 4);
    assert_int_equal(b->files, 5);
    assert_int_equal(steps(b), 2 * 12 + 2 * 16);
    assert_string_equal(after(b, "a1", DIR_E), "c1");
    assert_string_equal(after(b, "a1", DIR_NE), "b2");
    assert_string_equal(after(b, "b2", DIR_NE), "c3");
    assert_string_equal(after(b, "b2", DIR_N), "off");
    assert_string_equal(after(b, "b2", DIR_E), "off");
    assert_int_equal(site(b, "b1"), -1);
    assert_int_equal(neighbours(b, site(b, "c3")), 8);
    assert_string_equal(area(f, b, AREA_SOUTH), "a1 c1 e1");
    assert_string_equal(area(f, b, AREA_CORNERS), "a1 e1 a5 e5");
    assert_string_equal(area(f, b, AREA_CENTRE), "c3");
    assert_string_equal(area(f, make_midpoints(f, 2), AREA_CENTRE), "b2");
    assert_int_equal(b->row_count, 5);
    assert_int_equal(b->rows[1].count, 2);
    b = make_midpoints(f, 13);
    check(b);
    assert_int_equal(b->sites, 169 + 144);
    struct board_spec spec = {.shape = BOARD_SQUARE, .width = 3, .height = 2, .midpoints = true};
    b = make(f, spec);
    assert_non_null(b);
    assert_string_equal(area(f, b, AREA_CENTRE), "c1 b2 d2 c3");
}

static void sites_can_be_left_out(void **state)
{
    struct fixture *f = *state;
    struct board *whole = make_shape(f, BOARD_SQUARE, 9, 9);
    struct board *b = board_without(&f->arena, whole, whole->area[AREA_CORNERS], &f->error);
    assert_non_null(b);
    assert_null(f->error);
    check(b);
    assert_int_equal(b->sites, 77);
    assert_int_equal(b->files, 9);
    assert_int_equal(site(b, "a1"), -1);
    assert_int_equal(site(b, "b1"), 0);
    assert_int_equal(size_of(b, AREA_NORTH), 7);
    assert_int_equal(size_of(b, AREA_CORNERS), 0);
    assert_int_equal(size_of(b, AREA_EDGE), 28);
    assert_string_equal(area(f, b, AREA_CENTRE), "e5");
    assert_string_equal(after(b, "b2", DIR_SW), "off");
    assert_string_equal(after(b, "b2", DIR_S), "b1");
    assert_int_equal(b->rows[0].count, 7);
    assert_int_equal(b->side_count, 4);
    b = board_without(&f->arena, b, b->area[AREA_NORTH], &f->error);
    assert_non_null(b);
    check(b);
    assert_int_equal(b->sites, 70);
    assert_int_equal(b->ranks, 9);
    assert_int_equal(b->row_count, 8);
    assert_int_equal(size_of(b, AREA_NORTH), 0);
    assert_null(board_without(&f->arena, b, b->area[AREA_EVERYWHERE], &f->error));
    assert_string_equal(f->error, "no site is left on the board");
}

static void a_line_breaks_where_a_site_is_left_out(void **state)
{
    struct fixture *f = *state;
    const struct board_point points[] = {{0, 0}, {1, 0}, {2, 0}, {3, 0}};
    const struct board_line line = {4, points};
    struct board *whole = make(f, (struct board_spec){.shape = BOARD_LINES, .line_count = 1, .lines = &line});
    assert_non_null(whole);
    uint64_t gone[BITSET_WORDS] = {0};
    set_add(gone, site(whole, "a1"));
    set_add(gone, site(whole, "c1"));
    struct board *b = board_without(&f->arena, whole, gone, &f->error);
    assert_non_null(b);
    check(b);
    assert_int_equal(b->sites, 2);
    assert_int_equal(steps(b), 0);
    assert_string_equal(area(f, b, AREA_WEST), "");
    assert_string_equal(area(f, b, AREA_EAST), "d1");
}

static void names_are_read(void **state)
{
    struct fixture *f = *state;
    struct board *b = make_shape(f, BOARD_SQUARE, 12, 12);
    assert_int_equal(board_site(b, "c4-d5", 2), 3 * 12 + 2);
    assert_int_equal(site(b, "l12"), 143);
    const char *bad[] = {"", "a", "a0", "a01", "m1", "a13", "A1", "4c", "a1x", "aa1", "a-1", "a100", "a99", "a 1"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(site(b, bad[i]), -1);
}

static void files_may_skip_i(void **state)
{
    struct fixture *f = *state;
    struct board *b = make(f, (struct board_spec){.shape = BOARD_SQUARE, .width = 19, .height = 19, .skip_i = true});
    assert_non_null(b);
    check(b);
    assert_string_equal(b->name[7], "h1");
    assert_string_equal(b->name[8], "j1");
    assert_string_equal(b->name[18], "t1");
    assert_int_equal(site(b, "i1"), -1);
    assert_int_equal(site(b, "u1"), -1);
    b = board_without(&f->arena, b, b->area[AREA_CORNERS], &f->error);
    check(b);
    assert_string_equal(b->name[7], "j1");
    b = make(f, (struct board_spec){.shape = BOARD_SQUARE, .width = 25, .height = 26, .skip_i = true});
    assert_non_null(b);
    assert_string_equal(b->name[24], "z1");
    assert_null(make(f, (struct board_spec){.shape = BOARD_SQUARE, .width = 26, .height = 1, .skip_i = true}));
    assert_string_equal(f->error, "without a file i a board has at most 25 files");
}

static void ranks_may_count_from_the_north(void **state)
{
    struct fixture *f = *state;
    struct board *b = make(f, (struct board_spec){.shape = BOARD_HEX, .width = 11, .from_north = true});
    assert_non_null(b);
    check(b);
    assert_string_equal(b->name[0], "a11");
    assert_string_equal(b->name[120], "k1");
    assert_string_equal(after(b, "b2", DIR_N), "b1");
    assert_int_equal(site(b, "a12"), -1);
    uint64_t set[BITSET_WORDS];
    board_rank(b, 1, set);
    assert_true(set_equal(b->words, set, b->area[AREA_SOUTH]));
}

static void directions_have_names(void **state)
{
    struct fixture *f = *state;
    const char *names[] = {"N", "NE", "E", "SE", "S", "SW", "W", "NW"};
    struct board *b = make_shape(f, BOARD_SQUARE, 3, 3);
    for (int d = 0; d < DIR_COMPASS; d++) {
        assert_string_equal(board_dir_name(d), names[d]);
        assert_int_equal(board_dir(names[d]), d);
    }
    assert_null(board_dir_name(DIR_COMPASS));
    assert_null(board_dir_name(-1));
    assert_int_equal(board_dir("north"), -1);
    assert_int_equal(board_dir("n"), -1);
    assert_int_equal(board_opposite(b, DIR_NE), DIR_SW);
    assert_int_equal(board_opposites(b, b->orthogonal), b->orthogonal);
    assert_int_equal(board_opposites(b, 1 << DIR_N | 1 << DIR_NE), 1 << DIR_S | 1 << DIR_SW);
    assert_int_equal(board_opposites(b, 0), 0);
}

static void ranks_and_files_are_sets(void **state)
{
    struct fixture *f = *state;
    struct board *b = make_shape(f, BOARD_HEXAGON, 2, 0);
    uint64_t set[BITSET_WORDS];
    board_rank(b, 1, set);
    assert_string_equal(list(f, b, set), "b1 c1");
    board_rank(b, 2, set);
    assert_string_equal(list(f, b, set), "a2 b2 c2");
    board_file(b, 3, set);
    assert_string_equal(list(f, b, set), "c1 c2");
    const int64_t none[] = {0, -1, 4, INT64_MAX, INT64_MIN};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        board_rank(b, none[i], set);
        assert_false(set_some(b->words, set));
        board_file(b, none[i], set);
        assert_false(set_some(b->words, set));
    }
}

static void drawn(const struct board *board, const char *name, double x, double y)
{
    double dx = board_draw_x(board, site(board, name)) - x, dy = board_draw_y(board, site(board, name)) - y;
    assert_true(dx * dx + dy * dy < 1e-12);
}

static void sites_have_a_place_in_a_drawing(void **state)
{
    struct fixture *f = *state;
    drawn(make_shape(f, BOARD_SQUARE, 3, 3), "c2", 2, 1);
    drawn(make_shape(f, BOARD_HEX, 3, 0), "c2", 2.5, 0.86602540378443865);
    drawn(make_midpoints(f, 3), "d2", 1.5, 0.5);
}

static void refuse(struct fixture *f, struct board_spec spec, const char *error)
{
    assert_null(make(f, spec));
    assert_string_equal(f->error, error);
}

static void impossible_boards_are_refused(void **state)
{
    struct fixture *f = *state;
    const bool nothing[4] = {0};
    const struct board_point twice[] = {{0, 0}, {1, 0}, {0, 0}}, far[] = {{0, 0}, {26, 0}};
    const struct board_line repeated = {3, twice}, single = {1, twice}, beyond = {2, far};
    refuse(f, (struct board_spec){.shape = BOARD_SQUARE, .width = 0, .height = 5},
           "the side of a square board is 1 to 26 sites long, not 0");
    refuse(f, (struct board_spec){.shape = BOARD_SQUARE, .width = 5, .height = 27},
           "the side of a square board is 1 to 26 sites long, not 27");
    refuse(f, (struct board_spec){.shape = BOARD_SQUARE, .width = 14, .height = 14, .midpoints = true},
           "the side of a board with midpoints is 1 to 13 sites long, not 14");
    refuse(f, (struct board_spec){.shape = BOARD_HEX, .width = 27},
           "the side of a hex board is 1 to 26 sites long, not 27");
    refuse(f, (struct board_spec){.shape = BOARD_HEXAGON, .width = 14},
           "the side of a hexagon is 1 to 13 sites long, not 14");
    refuse(f, (struct board_spec){.shape = BOARD_TRIANGLE, .width = INT32_MIN},
           "the side of a triangle is 1 to 26 sites long, not -2147483648");
    refuse(f, (struct board_spec){.shape = BOARD_PICTURE}, "the picture of the board is empty");
    refuse(f, (struct board_spec){.shape = BOARD_PICTURE, .width = 2, .height = 2, .present = nothing},
           "the picture of the board has no site");
    refuse(f, (struct board_spec){.shape = BOARD_PICTURE, .width = 2, .height = 27, .present = nothing},
           "the picture of the board is 2 x 27; at most 26 x 26 is possible");
    refuse(f, (struct board_spec){.shape = BOARD_LINES}, "a board by lines has at least one line");
    refuse(f, (struct board_spec){.shape = BOARD_LINES, .line_count = 1, .lines = &repeated},
           "points 1 and 3 of line 1 are the same");
    refuse(f, (struct board_spec){.shape = BOARD_LINES, .line_count = 1, .lines = &single},
           "line 1 of the board has fewer than two points");
    refuse(f, (struct board_spec){.shape = BOARD_LINES, .line_count = 1, .lines = &beyond},
           "point 2 of line 1 is beyond the 26 files and ranks of a board");
}

/* NULL if memory was short. */
static const struct board *try_both(struct fixture *f, const struct board_spec *spec)
{
    if (setjmp(f->trap) != 0)
        return NULL;
    struct board *whole = board_make(&f->arena, spec, &f->error);
    return board_without(&f->arena, whole, whole->area[AREA_CORNERS], &f->error);
}

static void short_memory_is_survived(void **state)
{
    struct fixture *f = *state;
    const struct board_spec spec = {.shape = BOARD_SQUARE, .width = 26, .height = 26};
    const struct board *board = NULL;
    long allocations = 0;
    for (; board == NULL; allocations++) {
        assert_true(allocations < 100);
        arena_free(&f->arena);
        f->left = allocations;
        board = try_both(f, &spec);
    }
    assert_true(allocations > 3);
    check(board);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_set_up, fixture_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(square_has_its_topology),
        TEST(square_has_its_areas),
        TEST(squares_may_be_thin_or_large),
        TEST(hex_is_a_rhombus),
        TEST(hexagon_has_six_sides),
        TEST(triangle_has_three_sides),
        TEST(picture_has_holes),
        TEST(lines_give_two_directions_each),
        TEST(lines_may_be_thirty_two),
        TEST(midpoints_make_a_finer_lattice),
        TEST(sites_can_be_left_out),
        TEST(a_line_breaks_where_a_site_is_left_out),
        TEST(names_are_read),
        TEST(files_may_skip_i),
        TEST(ranks_may_count_from_the_north),
        TEST(directions_have_names),
        TEST(ranks_and_files_are_sets),
        TEST(sites_have_a_place_in_a_drawing),
        TEST(impossible_boards_are_refused),
        TEST(short_memory_is_survived),
    };
    return cmocka_run_group_tests_name("board", tests, NULL, NULL);
}
