/* pattern.h - pictures made into instances on a board: every place, rotation, reflection and choice of colours. */
#ifndef CUT_PATTERN_H
#define CUT_PATTERN_H

#include "board.h"

enum pattern_cell {
    CELL_ANY,   /* *  (on the board) */
    CELL_X, CELL_O, CELL_MINE, CELL_THEIRS, CELL_EMPTY, /* x o m t . */
    CELL_OFF    /* # */
};

/* As drawn, row by row, northmost first. */
struct pattern_picture {
    int width, height;
    const unsigned char *cell; /* enum pattern_cell */
    const bool *negated;       /* `!x` */
    bool as_drawn;
};

enum { PATTERN_SIDE_LIMIT = 26 };

/* What may stand on a site, as a bit: empty, a neutral piece, player 0, player 1, … */
enum { CONTENT_EMPTY = 1, CONTENT_NEUTRAL = 2, CONTENT_PLAYER = 4 /* << player */ };

struct pattern_demand {
    uint16_t site;
    uint16_t allowed; /* CONTENT_… bits */
};

/* An instance stands where every demand is met. */
struct pattern_instance {
    int count;
    const struct pattern_demand *demands; /* by site, each site once; `*` asks nothing */
};

/* The same demands around any of the sites `fit`: a variant and a site are an instance. */
struct pattern_offset {
    int16_t dx, dy;
    uint16_t allowed;
};

struct pattern_variant {
    int count;
    const struct pattern_offset *offsets; /* the first is 0, 0 */
    const uint64_t *fit;
};

struct pattern_view { /* the instances as one player sees them */
    int count;
    const struct pattern_instance *instances;
    int variant_count;
    const struct pattern_variant *variants;
    const int *at_start; /* by site: instances[at[at_start[s]]] … instances[at[at_start[s + 1] - 1]] ask of site s */
    const int *at;
    const uint16_t *allowed; /* what instance at[i] allows on that site */
};

struct pattern {
    const char *name;
    bool by_viewer; /* uses m or t: one view for each player; else all views are the same one */
    const struct pattern_view *views[6];
};

/* In the arena. Instances that ask the same of the same sites are one; those with a demand that nothing can meet are
 * dropped. No place for it on the board: zero instances, not an error; zero too if no cell asks anything. `!#` is
 * `*`, and `!*` is never met. The picture is at most PATTERN_SIDE_LIMIT wide and high, the players 1 to 6. On boards
 * by lines returns NULL. */
struct pattern *pattern_make(struct arena *arena, const struct board *board, const struct pattern_picture *picture,
                             int players, const char *name);

#endif
