/* flank.h - a fast path for a second shape of rules: two players in turn put one stone of their own on an empty site,
 * then runs of the other's stones along straight lines from it change colour or go, each run by what stands at its
 * ends. A chain between sides or a row of stones ends the game. Found by what the checked rules do; it gives the same
 * results as the plain evaluator. */
#ifndef CUT_FLANK_H
#define CUT_FLANK_H

#include "placement.h"

enum {
    FLANK_EAST = 2,       /* the axis of the rows */
    FLANK_LINES = 160,    /* of the axes N, NE and SE, each from a first line of its own */
    FLANK_ANY = INT16_MAX /* any number of prey */
};

/* What happens along a direction: from beside the placed stone, or from behind the run of own stones that it heads,
 * a run of `low` to `high` prey. What stands behind the prey decides, by masks that are all ones or nothing. */
struct flank_effect {
    bool removes; /* else the stones change colour */
    bool behind_run;
    int low, high;
    uint32_t own, edge, empty;
};

struct flank;
struct flank_run;
typedef void flank_play_fn(const struct flank_run *run, struct placement_tally *tally);

struct flank {
    const struct placement *frame; /* regions, goals, what becomes of stuck players */
    struct flank_effect effect;
    unsigned forward, backward; /* by axis: towards the higher and the lower bits of its lines */
    flank_play_fn *play;
    uint32_t row_outside[PLACEMENT_ROWS], outside[FLANK_LINES]; /* bits of lines that are no sites */
};

/* Row y is element y + 3, column x is bit x + 3. Lines of other axes: bit y + 3 along N, x + 3 along the diagonals. */
struct flank_board {
    struct placement_chains stones; /* loose and joined ones, of rules with one goal; else all are loose */
    uint32_t line[2][FLANK_LINES];
    int empty_count, to_move;
    uint16_t empty[BOARD_SITE_LIMIT]; /* y << 5 | x */
};

struct flank_run {
    const struct flank *f;
    const struct flank_board *from;
    uint64_t seed, first, count; /* games are numbered; each has random numbers of its own */
    int max_plies;
};

/* NULL if the rules have another shape. In the arena; rules and layout must outlive it. */
const struct flank *flank_make(struct arena *arena, const struct rules *rules, const struct layout *layout);
/* False if the position is none that the fast path can go on from (a goal is reached already). */
bool flank_begin(const struct flank *f, const struct core *core, struct flank_board *board);
/* Puts a stone of the player to move on an empty site. The number of the goal that it reaches, or -1. */
int flank_put(const struct flank *f, struct flank_board *board, int site);
/* Whose stone is on a site: -1 for none. */
int flank_at(const struct flank_board *board, int site);
/* The lines of exactly `depth` plies; swap_in: plies until the swap is offered, negative for never. */
uint64_t flank_perft(const struct flank *f, const struct flank_board *board, int depth, int swap_in);
/* Uniformly random games, added up. */
void flank_play(const struct flank_run *run, struct placement_tally *tally);

#endif
