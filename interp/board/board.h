/* board.h - the topology of a board as tables: sites, directions, steps, named sets, rows of a picture.
 *
 * Sites are numbered 0 … sites-1 in board order: a1, b1, … from the South rank upwards. Every site has lattice
 * coordinates x (file) and y (rank), from 0. Squares: direction N is (0,1), NE (1,1), …. Hexagonal boards use axial
 * coordinates: N (0,1), E (1,0), S, W, NW (-1,1), SE (1,-1). A board with midpoints is a lattice twice as fine: the
 * sites with x and y both even are the grid's points, both odd the midpoints. */
#ifndef CUT_BOARD_H
#define CUT_BOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "../base/arena.h"
#include "../base/bitset.h"

enum { BOARD_SIDE_LIMIT = 26, BOARD_SITE_LIMIT = 26 * 26, BOARD_DIR_LIMIT = 64 };

enum board_shape { BOARD_SQUARE, BOARD_HEX, BOARD_HEXAGON, BOARD_TRIANGLE, BOARD_PICTURE, BOARD_LINES };

/* Compass directions by number on squares and hexagons; opposite(d) is d ^ 4 there, d ^ 1 on boards by lines. */
enum board_dir { DIR_N, DIR_NE, DIR_E, DIR_SE, DIR_S, DIR_SW, DIR_W, DIR_NW, DIR_COMPASS };

enum board_area {
    AREA_NORTH, AREA_SOUTH, AREA_EAST, AREA_WEST, AREA_NORTHEAST, AREA_SOUTHWEST, /* sides */
    AREA_CORNERS, AREA_EDGE, AREA_CENTRE, AREA_DARK, AREA_EVERYWHERE, AREA_COUNT
};

/* What the file asks for. */
struct board_spec {
    enum board_shape shape;
    int width, height;        /* square(w, h); hex, hexagon, triangle: width = n; picture: its size */
    bool midpoints;           /* squares only */
    bool skip_i;              /* `coords go`: files a … h, j … */
    bool from_north;          /* `coords hex`: rank numbers count from the North (names only; rank(1) stays South) */
    const bool *present;      /* picture: height rows of width, northmost first */
    int line_count;           /* lines: each a list of points, file and rank from 0 */
    const struct board_line *lines;
};

struct board_line {
    int count;
    const struct board_point *points;
};

struct board_point {
    int x, y;
};

struct board_row {
    int count;
    const int *sites; /* from the West */
};

struct board {
    enum board_shape shape;
    bool hexagonal, midpoints;
    bool skip_i, from_north; /* in names, as in the spec */
    int sites, words;        /* words of a set: (sites + 63) / 64 */
    int files, ranks;        /* extent of the lattice */
    const int *x, *y;        /* by site */
    const char *const *name; /* by site: "c4" */
    const int *at;           /* at[y * files + x]: the site or -1 */
    int dirs;                /* DIR_COMPASS on grids; 2 × lines on boards by lines */
    uint64_t used;           /* the directions that this board has */
    const int16_t *step;     /* step[d * sites + s]: the site one step from s along d, or -1 */
    uint64_t orthogonal, diagonal, compass, adjacent; /* sets of directions; 0 where the board has no such thing */
    const uint64_t *area[AREA_COUNT];                 /* NULL where the board has no such side */
    int side_count;
    const uint64_t *side[6]; /* the sides it has, N S E W NE SW */
    int row_count;           /* rows of pictures, diagrams and position texts, northmost first; none without sites */
    const struct board_row *rows;
};

/* Builds the tables in the arena. On a spec that cannot be (a side < 1 or beyond the limits, ragged or empty picture,
 * a line with a repeated or single point, too many lines, 26 files without an i) returns NULL and *error is a
 * sentence. */
struct board *board_make(struct arena *arena, const struct board_spec *spec, const char **error);
/* The same board with some sites left out (renumbered; coordinates and extent stay). NULL and *error if none is left. */
struct board *board_without(struct arena *arena, const struct board *board, const uint64_t *sites, const char **error);
/* "c4" → site or -1; the text need not be terminated. */
int board_site(const struct board *board, const char *text, int size);
int board_opposite(const struct board *board, int dir);
uint64_t board_opposites(const struct board *board, uint64_t dirs);
/* "NE", or NULL for a direction of a line. */
const char *board_dir_name(int dir);
/* -1 if there is none of that name on any board. */
int board_dir(const char *name);
/* The rank or file with that number (from 1) into set; empty if the board has none. */
void board_rank(const struct board *board, int64_t rank, uint64_t *set);
void board_file(const struct board *board, int64_t file, uint64_t *set);
/* Where a site stands in a drawing, in units of one step: hexagonal boards are sheared (x + y / 2). */
double board_draw_x(const struct board *board, int site);
double board_draw_y(const struct board *board, int site);

#endif
