/* Patterns: numbers of instances counted by hand, and positions held against a plain reading of the picture. */
#include "fixture.h"

#include <stdlib.h>
#include <string.h>

#include "../../interp/base/rng.h"
#include "../../interp/board/pattern.h"

static struct board *make_board(struct fixture *f, struct board_spec spec)
{
    const char *error;
    struct board *board = board_make(&f->arena, &spec, &error);
    assert_non_null(board);
    return board;
}

static struct board *shape(struct fixture *f, enum board_shape kind, int width, int height)
{
    return make_board(f, (struct board_spec){.shape = kind, .width = width, .height = height});
}

static struct board *square(struct fixture *f, int width, int height)
{
    return shape(f, BOARD_SQUARE, width, height);
}

/* Rows with `/` between them: "x o / !x ." */
static struct pattern_picture draw(struct fixture *f, const char *text)
{
    static const char letters[] = "*xomt.#";
    unsigned char *cell = ARENA_ARRAY(&f->arena, unsigned char, strlen(text) + 1);
    bool *negated = ARENA_ARRAY(&f->arena, bool, strlen(text) + 1);
    int cells = 0, rows = 1;
    for (const char *c = text; *c; c++) {
        if (*c == '/')
            rows++;
        else if (*c == '!')
            negated[cells] = true;
        else if (*c != ' ')
            cell[cells++] = (unsigned char)(strchr(letters, *c) - letters);
    }
    return (struct pattern_picture){cells / rows, rows, cell, negated, false};
}

/* What holds of every view: each site once and in order, no two alike, the index complete. */
static void check_view(const struct board *board, const struct pattern_view *view)
{
    int asked = 0;
    for (int i = 0; i < view->count; i++) {
        const struct pattern_instance *a = &view->instances[i];
        size_t size = (size_t)a->count * sizeof *a->demands;
        assert_true(a->count > 0);
        for (int k = 0; k < a->count; k++) {
            assert_true(a->demands[k].site < board->sites);
            assert_int_not_equal(a->demands[k].allowed, 0);
            if (k > 0)
                assert_true(a->demands[k].site > a->demands[k - 1].site);
        }
        for (int j = 0; j < i && view->count < 2000; j++)
            assert_true(a->count != view->instances[j].count ||
                        memcmp(a->demands, view->instances[j].demands, size) != 0);
        asked += a->count;
    }
    assert_int_equal(view->at_start[0], 0);
    assert_int_equal(view->at_start[board->sites], asked);
    for (int s = 0; s < board->sites; s++) {
        for (int i = view->at_start[s]; i < view->at_start[s + 1]; i++) {
            const struct pattern_instance *a = &view->instances[view->at[i]];
            int k = 0;
            while (k < a->count && a->demands[k].site != s)
                k++;
            assert_true(k < a->count);
            assert_true(i == view->at_start[s] || view->at[i] > view->at[i - 1]);
        }
    }
}

static struct pattern *make(struct fixture *f, const struct board *board, const char *text, int players)
{
    struct pattern_picture picture = draw(f, text);
    struct pattern *pattern = pattern_make(&f->arena, board, &picture, players, "name");
    assert_non_null(pattern);
    for (int p = 0; p < 6; p++) {
        if (pattern->views[p] != NULL)
            check_view(board, pattern->views[p]);
    }
    return pattern;
}

static int count(struct fixture *f, const struct board *board, const char *text, int players)
{
    return make(f, board, text, players)->views[0]->count;
}

static int count_as_drawn(struct fixture *f, const struct board *board, const char *text, int players)
{
    struct pattern_picture picture = draw(f, text);
    picture.as_drawn = true;
    const struct pattern *pattern = pattern_make(&f->arena, board, &picture, players, "name");
    check_view(board, pattern->views[0]);
    return pattern->views[0]->count;
}

static void checkerboards_are_counted(void **state)
{
    struct fixture *f = *state;
    const char *text = "x o / o x";
    assert_int_equal(count(f, square(f, 2, 2), text, 2), 2);
    assert_int_equal(count(f, square(f, 3, 3), text, 2), 4 * 2);
    assert_int_equal(count(f, square(f, 3, 3), text, 3), 4 * 6);
    assert_int_equal(count(f, square(f, 19, 19), text, 2), 18 * 18 * 2);
    assert_int_equal(count(f, square(f, 26, 26), text, 2), 25 * 25 * 2);
    assert_int_equal(count(f, square(f, 1, 9), text, 2), 0);
}

static void an_instance_asks_site_by_site(void **state)
{
    struct fixture *f = *state;
    const struct pattern *pattern = make(f, square(f, 2, 2), "x o / o x", 2);
    const struct pattern_view *view = pattern->views[0];
    assert_string_equal(pattern->name, "name");
    assert_false(pattern->by_viewer);
    for (int p = 1; p < 6; p++)
        assert_ptr_equal(pattern->views[p], view);
    const int white = CONTENT_PLAYER, black = CONTENT_PLAYER << 1;
    for (int i = 0; i < 2; i++) {
        const struct pattern_demand *d = view->instances[i].demands;
        assert_int_equal(view->instances[i].count, 4);
        assert_int_equal(d[0].allowed | d[1].allowed, white | black);
        assert_int_equal(d[0].allowed, d[3].allowed);
        assert_int_equal(d[1].allowed, d[2].allowed);
        assert_int_equal(d[3].site, 3);
    }
}

static void all_symmetries_are_meant(void **state)
{
    struct fixture *f = *state;
    struct board *three = square(f, 3, 3);
    assert_int_equal(count(f, three, ".", 2), 9);
    assert_int_equal(count(f, three, "x", 2), 9 * 2);
    assert_int_equal(count(f, three, "x .", 2), 12 * 2 * 2);
    assert_int_equal(count(f, three, "x x x", 2), 6 * 2);
    assert_int_equal(count(f, three, ". . / . x", 2), 4 * 4 * 2);
    assert_int_equal(count(f, three, "x . o / . . x", 2), 4 * 4 * 2);
    assert_int_equal(count(f, square(f, 4, 4), "x . . o / o . . x", 2), 6 * 2);
}

static void as_drawn_is_not_turned(void **state)
{
    struct fixture *f = *state;
    struct board *row = square(f, 3, 1);
    assert_int_equal(count(f, row, "x .", 2), 2 * 2 * 2);
    assert_int_equal(count_as_drawn(f, row, "x .", 2), 2 * 2);
    assert_int_equal(count_as_drawn(f, row, "x / .", 2), 0);
    struct board *four = square(f, 2, 2);
    struct pattern_picture picture = draw(f, "x . / . .");
    picture.as_drawn = true;
    const struct pattern *pattern = pattern_make(&f->arena, four, &picture, 1, NULL);
    assert_null(pattern->name);
    assert_int_equal(pattern->views[0]->count, 1);
    for (int k = 0; k < 4; k++) /* drawn northmost first: the stone is at a2 */
        assert_int_equal(pattern->views[0]->instances[0].demands[k].allowed, k == 2 ? CONTENT_PLAYER : CONTENT_EMPTY);
}

static void negation_keeps_to_the_board(void **state)
{
    struct fixture *f = *state;
    struct board *one = square(f, 1, 1);
    const struct pattern_view *view = make(f, one, "!x", 2)->views[0];
    assert_int_equal(view->count, 2);
    int neither = CONTENT_EMPTY | CONTENT_NEUTRAL, white = CONTENT_PLAYER, black = CONTENT_PLAYER << 1;
    assert_int_equal(view->instances[0].demands[0].allowed, neither | black);
    assert_int_equal(view->instances[1].demands[0].allowed, neither | white);
    view = make(f, one, "!.", 2)->views[0];
    assert_int_equal(view->count, 1);
    assert_int_equal(view->instances[0].demands[0].allowed, CONTENT_NEUTRAL | white | black);
    assert_int_equal(count(f, square(f, 2, 2), "x !x / !x x", 2), 2 * 2);
    assert_int_equal(count(f, square(f, 5, 5), "x !x / !x x", 2), 16 * 2 * 2);
    assert_int_equal(count(f, one, "!*", 2), 0);
    assert_int_equal(count(f, square(f, 2, 1), "x !#", 2), 2 * 2);
}

static void off_the_board_is_beyond_the_edge_or_a_hole(void **state)
{
    struct fixture *f = *state;
    const bool ring[] = {1, 1, 1, 1, 0, 1, 1, 1, 1};
    struct board_spec spec = {.shape = BOARD_PICTURE, .width = 3, .height = 3, .present = ring};
    assert_int_equal(count(f, square(f, 3, 3), "# x", 2), 8 * 2);
    assert_int_equal(count(f, square(f, 4, 4), "# # / # x", 2), 4 * 2);
    assert_int_equal(count(f, square(f, 4, 4), "# x #", 2), 0);
    assert_int_equal(count(f, square(f, 3, 1), "# x #", 2), 3 * 2);
    assert_int_equal(count(f, make_board(f, spec), "# x", 2), 8 * 2);
    assert_int_equal(count(f, make_board(f, spec), "x # x", 2), 2 * 2);
    assert_int_equal(count(f, make_board(f, spec), "x x x", 2), 4 * 2);
    assert_int_equal(count_as_drawn(f, square(f, 3, 3), "# / x", 2), 3 * 2);
}

static void a_star_asks_nothing_but_lies_on_the_board(void **state)
{
    struct fixture *f = *state;
    const struct pattern_view *view = make(f, square(f, 3, 1), "x * o", 2)->views[0];
    assert_int_equal(view->count, 2);
    assert_int_equal(view->instances[0].count, 2);
    assert_int_equal(view->at_start[1], view->at_start[2]);
    assert_int_equal(count_as_drawn(f, square(f, 3, 3), "x *", 2), 6 * 2);
    /* the stars on either side fit at different places, which overlap */
    assert_int_equal(count(f, square(f, 3, 1), "x *", 2), 3 * 2);
    assert_int_equal(count(f, square(f, 3, 3), "*", 2), 0);
    assert_int_equal(count(f, square(f, 3, 3), "# *", 2), 0);
    assert_int_equal(count(f, square(f, 3, 3), "#", 2), 0);
}

static void mine_and_theirs_are_seen_by_the_viewer(void **state)
{
    struct fixture *f = *state;
    const struct pattern *pattern = make(f, square(f, 2, 2), "m t", 2);
    assert_true(pattern->by_viewer);
    assert_int_equal(pattern->views[0]->count, 8);
    assert_int_equal(pattern->views[1]->count, 8);
    assert_null(pattern->views[2]);
    pattern = make(f, square(f, 1, 1), "t", 3);
    assert_int_equal(pattern->views[1]->instances[0].demands[0].allowed, CONTENT_PLAYER | CONTENT_PLAYER << 2);
    pattern = make(f, square(f, 1, 1), "m", 3);
    assert_int_equal(pattern->views[2]->instances[0].demands[0].allowed, CONTENT_PLAYER << 2);
    pattern = make(f, square(f, 1, 1), "!m", 2);
    assert_true(pattern->by_viewer);
    assert_int_equal(pattern->views[1]->instances[0].demands[0].allowed,
                     CONTENT_EMPTY | CONTENT_NEUTRAL | CONTENT_PLAYER);
    pattern = make(f, square(f, 1, 1), "!t", 2);
    assert_int_equal(pattern->views[1]->instances[0].demands[0].allowed,
                     CONTENT_EMPTY | CONTENT_NEUTRAL | CONTENT_PLAYER << 1);
    assert_int_equal(count(f, square(f, 2, 1), "m x", 2), 2 + 1); /* x may be mine */
}

static void players_limit_the_colours(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(count(f, square(f, 2, 1), "x o", 1), 0);
    assert_int_equal(count(f, square(f, 2, 1), "x x", 1), 1);
    assert_int_equal(count(f, square(f, 2, 1), "o o", 3), 3);
    assert_int_equal(count(f, square(f, 2, 1), "x o", 3), 6);
    assert_int_equal(count(f, square(f, 2, 1), "x o", 6), 30);
    assert_int_equal(count(f, square(f, 1, 1), "t", 1), 0);
}

static void hexagons_have_twelve_symmetries(void **state)
{
    struct fixture *f = *state;
    struct board *seven = shape(f, BOARD_HEXAGON, 2, 0), *five = shape(f, BOARD_HEXAGON, 5, 0);
    assert_int_equal(count(f, seven, "x x", 2), 12 * 2);
    assert_int_equal(count(f, seven, "x o", 2), 12 * 2);
    assert_int_equal(count(f, seven, "x x x", 2), 3 * 2);
    assert_int_equal(count(f, seven, "x . .", 2), 3 * 2 * 2);
    assert_int_equal(count(f, shape(f, BOARD_HEX, 2, 0), "x x", 2), 5 * 2);
    assert_int_equal(count(f, shape(f, BOARD_TRIANGLE, 4, 0), "x x", 2), 18 * 2);
    /* the six triangles around the middle, each with a star beside two of its edges */
    assert_int_equal(count(f, seven, "x * / x x", 2), 6 * 2);
    assert_int_equal(count(f, seven, "x # / x x", 2), 6 * 2);
    assert_int_equal(count(f, seven, "x x / x x", 2), 6 * 2);
    assert_int_equal(count(f, five, "x", 2), 61 * 2);
    assert_int_equal(count_as_drawn(f, seven, "x x", 2), 4 * 2);
    assert_int_equal(count_as_drawn(f, seven, "x * / * x", 2), 2 * 2);
}

static void an_uneven_picture_on_hexagons_has_twelve_forms(void **state)
{
    struct fixture *f = *state;
    struct board *five = shape(f, BOARD_HEXAGON, 5, 0);
    const struct pattern_view *view = make(f, five, "x . o", 2)->views[0];
    assert_int_equal(view->count, 3 * 2 * (61 - 2 * 9)); /* along each axis 9 lines of n sites hold n - 2 */
    int middle = board_site(five, "e5", 2), as_first = 0;
    view = make(f, five, "m t * / * * .", 2)->views[0];
    for (int i = view->at_start[middle]; i < view->at_start[middle + 1]; i++) {
        const struct pattern_instance *a = &view->instances[view->at[i]];
        for (int k = 0; k < a->count; k++)
            as_first += a->demands[k].site == middle && a->demands[k].allowed == CONTENT_PLAYER;
    }
    assert_int_equal(as_first, 12);
}

static void midpoints_are_drawn_on_the_lattice(void **state)
{
    struct fixture *f = *state;
    struct board *two =
        make_board(f, (struct board_spec){.shape = BOARD_SQUARE, .width = 2, .height = 2, .midpoints = true});
    assert_int_equal(count(f, two, "x # x / # o # / x # x", 2), 2);
    assert_int_equal(count(f, two, "x # / # o", 2), 4 * 2);
    assert_int_equal(count(f, two, "x * / * o", 2), 0);
    assert_int_equal(count(f, two, "x # o", 2), 4 * 2);
}

static void boards_by_lines_have_no_pictures(void **state)
{
    struct fixture *f = *state;
    const struct board_point points[] = {{0, 0}, {1, 0}};
    const struct board_line line = {2, points};
    struct board *board = make_board(f, (struct board_spec){.shape = BOARD_LINES, .line_count = 1, .lines = &line});
    struct pattern_picture picture = draw(f, "x");
    assert_null(pattern_make(&f->arena, board, &picture, 2, "name"));
}

/* A plain reading of a picture on a position: content is 0 empty, 1 neutral, 2 + player. */
static bool cell_holds(const struct board *board, const int *content, int x, int y, int cell, bool negated,
                       const int *colour)
{
    bool inside = x >= 0 && x < board->files && y >= 0 && y < board->ranks;
    int s = inside ? board->at[y * board->files + x] : -1;
    if (cell == CELL_OFF)
        return (s < 0) != negated;
    if (s < 0)
        return false;
    int c = content[s], viewer = 2 + colour[2];
    bool holds = cell == CELL_ANY || (cell == CELL_X && c == 2 + colour[0]) || (cell == CELL_O && c == 2 + colour[1]) ||
                 (cell == CELL_MINE && c == viewer) || (cell == CELL_THEIRS && c >= 2 && c != viewer) ||
                 (cell == CELL_EMPTY && c == 0);
    return holds != negated;
}

/* Marks the asked sites if the picture, with its columns and rows taken as `form` says, stands with the top left
 * corner at (left, top). */
static void read_at(const struct board *board, const struct pattern_picture *p, const int *content, int left, int top,
                    int form, const int *colour, uint64_t *found)
{
    uint64_t sites[BITSET_WORDS] = {0};
    int width = form & 1 ? p->height : p->width, height = form & 1 ? p->width : p->height;
    for (int r = 0; r < height; r++) {
        for (int c = 0; c < width; c++) {
            int column = form & 2 ? width - 1 - c : c, row = form & 4 ? height - 1 - r : r;
            int i = form & 1 ? column * p->width + row : row * p->width + column;
            if (!cell_holds(board, content, left + c, top - r, p->cell[i], p->negated[i], colour))
                return;
            if (p->cell[i] != CELL_ANY && p->cell[i] != CELL_OFF)
                set_add(sites, board->at[(top - r) * board->files + left + c]);
        }
    }
    set_or(board->words, found, found, sites);
}

static void read_plainly(const struct board *board, const struct pattern_picture *p, const int *content, int players,
                         int viewer, uint64_t *found)
{
    int reach = p->width > p->height ? p->width : p->height;
    for (int pair = 0; pair < players * players; pair++) {
        const int colour[] = {pair / players, pair % players, viewer};
        for (int form = 0; form < 8 && colour[0] != colour[1]; form++) {
            for (int top = -reach; top < board->ranks + reach; top++) {
                for (int left = -reach; left < board->files + reach; left++)
                    read_at(board, p, content, left, top, form, colour, found);
            }
        }
    }
}

static void find(const struct pattern_view *view, const int *content, uint64_t *found)
{
    for (int i = 0; i < view->count; i++) {
        const struct pattern_instance *a = &view->instances[i];
        bool stands = true;
        for (int k = 0; k < a->count; k++)
            stands &= a->demands[k].allowed >> content[a->demands[k].site] & 1;
        for (int k = 0; k < a->count && stands; k++)
            set_add(found, a->demands[k].site);
    }
}

static void compare(struct fixture *f, const struct board *board, const char *text, int players, struct rng *rng)
{
    const struct pattern_picture picture = draw(f, text);
    const struct pattern *pattern = make(f, board, text, players);
    int content[BOARD_SITE_LIMIT];
    for (int round = 0; round < 30; round++) {
        for (int s = 0; s < board->sites; s++)
            content[s] = (int)((rng_next(rng) >> 8) % (unsigned)(players + 2));
        int viewer = round % players;
        uint64_t plain[BITSET_WORDS] = {0}, found[BITSET_WORDS] = {0};
        read_plainly(board, &picture, content, players, viewer, plain);
        find(pattern->views[viewer], content, found);
        assert_true(set_equal(board->words, plain, found));
    }
}

static void instances_agree_with_a_plain_reading(void **state)
{
    struct fixture *f = *state;
    const char *texts[] = {"x o / o x", "x !x / !x x", "x . o / . . x",     "# x / . *",
                           "m t .",     "!m * / x !.", "x * / o !o / # !t", "# # x / # o *",
                           "x !# *",    "o",           "m # # / # * t"};
    const bool holes[] = {1, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1};
    struct board_spec spec = {.shape = BOARD_PICTURE, .width = 5, .height = 4, .present = holes};
    const struct board *boards[] = {square(f, 4, 4), square(f, 2, 5), make_board(f, spec)};
    struct rng rng;
    rng_seed(&rng, 1);
    for (size_t b = 0; b < sizeof boards / sizeof *boards; b++) {
        for (size_t t = 0; t < sizeof texts / sizeof *texts; t++) {
            compare(f, boards[b], texts[t], 2, &rng);
            compare(f, boards[b], texts[t], 3, &rng);
        }
    }
}

static void the_largest_picture_is_possible(void **state)
{
    struct fixture *f = *state;
    unsigned char cell[PATTERN_SIDE_LIMIT * PATTERN_SIDE_LIMIT];
    bool negated[sizeof cell] = {0};
    for (size_t i = 0; i < sizeof cell; i++)
        cell[i] = i % 7 == 0 ? CELL_X : CELL_O;
    struct pattern_picture picture = {PATTERN_SIDE_LIMIT, PATTERN_SIDE_LIMIT, cell, negated, false};
    const struct pattern *pattern = pattern_make(&f->arena, square(f, 26, 26), &picture, 6, "name");
    assert_int_equal(pattern->views[0]->count, 8 * 30);
    check_view(square(f, 26, 26), pattern->views[0]);
    pattern = pattern_make(&f->arena, shape(f, BOARD_HEX, 26, 0), &picture, 2, "name");
    check_view(shape(f, BOARD_HEX, 26, 0), pattern->views[0]);
    assert_true(pattern->views[0]->count >= 2);
}

static const struct pattern *try_make(struct fixture *f)
{
    if (setjmp(f->trap) != 0)
        return NULL;
    const struct board_spec spec = {.shape = BOARD_HEX, .width = 20};
    const char *error;
    const struct board *board = board_make(&f->arena, &spec, &error);
    struct pattern_picture picture = draw(f, "# m t / # * !x");
    return pattern_make(&f->arena, board, &picture, 2, "name");
}

static void short_memory_is_survived(void **state)
{
    struct fixture *f = *state;
    const struct pattern *pattern = NULL;
    long allocations = 0;
    for (; pattern == NULL; allocations++) {
        assert_true(allocations < 200);
        arena_free(&f->arena);
        f->left = allocations;
        pattern = try_make(f);
    }
    assert_true(allocations > 3);
    assert_true(pattern->views[0]->count > 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_set_up, fixture_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(checkerboards_are_counted),
        TEST(an_instance_asks_site_by_site),
        TEST(all_symmetries_are_meant),
        TEST(as_drawn_is_not_turned),
        TEST(negation_keeps_to_the_board),
        TEST(off_the_board_is_beyond_the_edge_or_a_hole),
        TEST(a_star_asks_nothing_but_lies_on_the_board),
        TEST(mine_and_theirs_are_seen_by_the_viewer),
        TEST(players_limit_the_colours),
        TEST(hexagons_have_twelve_symmetries),
        TEST(an_uneven_picture_on_hexagons_has_twelve_forms),
        TEST(midpoints_are_drawn_on_the_lattice),
        TEST(boards_by_lines_have_no_pictures),
        TEST(instances_agree_with_a_plain_reading),
        TEST(the_largest_picture_is_possible),
        TEST(short_memory_is_survived),
    };
    return cmocka_run_group_tests_name("pattern", tests, NULL, NULL);
}
