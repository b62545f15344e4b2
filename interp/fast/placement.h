/* placement.h - a fast path for one shape of rules: two players in turn put one stone of their own on an empty site;
 * local patterns are banned; what ends the game is a chain between sides or a row of stones, which further stones never
 * undo. Found by the shape of the checked rules; it gives the same results as the plain evaluator. */
#ifndef CUT_PLACEMENT_H
#define CUT_PLACEMENT_H

#include "../base/rng.h"
#include "../engine/position.h"

enum {
    PLACEMENT_RADIUS = 3, /* how far from the placed stone a pattern may look; the margin of a board in its rows */
    PLACEMENT_SPAN = 2 * PLACEMENT_RADIUS + 1,
    PLACEMENT_ROWS = 32,
    PLACEMENT_NEAR = 16, /* variants that look no farther than the neighbours */
    PLACEMENT_FAR = 64,
    PLACEMENT_GOALS = 6,
    PLACEMENT_LINKS = 8,
    PLACEMENT_AXES = 4,
    PLACEMENT_LINES = 160 /* ranks, files, diagonals of both kinds of a board of 26 × 26, rounded up */
};

/* A site of a board is y << 5 | x with flags: the stone of a player there begins the first link. */
enum { PLACEMENT_SITE = 0x3FF, PLACEMENT_BEGINS = 0x400 /* << player */ };

/* Banned variants whose demands lie within the 3 × 3 sites around the placed stone. A set bit of own[w] & other[v], w
 * and v the stones of either side there, is a variant that the stone completes. */
struct placement_near {
    uint16_t own[512], other[512];
};

/* Those that look farther: a bit has to be set for the own and the other stones of each row. */
struct placement_far {
    int variants, row_count;
    int row[PLACEMENT_SPAN]; /* from 0, the lowest */
    uint64_t own[PLACEMENT_SPAN][128], other[PLACEMENT_SPAN][128];
};

/* The stones that are joined, stone by stone, to an area of the board. */
struct placement_link {
    uint32_t from[2][PLACEMENT_ROWS], to[2][PLACEMENT_ROWS]; /* by player and row; to: where it counts to arrive */
    uint32_t near[3]; /* which of three sites in the row below, the same, above are neighbours */
    uint32_t mask;    /* the same as one window */
};

enum placement_goal_kind { GOAL_LINK, GOAL_LINKS, GOAL_ROW };

/* Looked for after each stone, for the player who placed it. */
struct placement_goal {
    enum ending ending; /* END_WIN, END_LOSE, END_DRAW */
    int end;            /* its number among the rules' ends */
    enum placement_goal_kind kind;
    int first, count; /* links: the first arrives; or the placed stone is in each of `count` */
    int length;       /* row: at least so many along one of the axes */
    unsigned axes;    /* bits */
};

/* The lines through a site, one for each axis in use, and the site's bit in each. */
struct placement_lines {
    uint8_t line[PLACEMENT_AXES], bit[PLACEMENT_AXES];
};

struct placement_board;
struct placement_tally;
struct placement_run; /* games to play */
typedef void placement_play_fn(const struct placement_run *run, struct placement_tally *tally);

struct placement {
    const struct rules *rules;
    const struct layout *layout;
    placement_play_fn *play;
    const struct placement_near *near[2]; /* by player who places; NULL: none is banned */
    const struct placement_far *far[2];
    uint32_t region[PLACEMENT_ROWS]; /* where stones may be put, by row */
    int link_count, goal_count;
    struct placement_link links[PLACEMENT_LINKS];
    struct placement_goal goals[PLACEMENT_GOALS];
    int line_count, shortest;            /* rows: the length of the shortest that is a goal */
    const struct placement_lines *lines; /* by site; NULL: no goal is a row */
    enum ending stuck, both_stuck;
};

/* The stones of each player that hang together with `from` of a link, and the others. */
struct placement_chains {
    uint32_t loose[2][PLACEMENT_ROWS], joined[2][PLACEMENT_ROWS];
};

/* The board as rows. Row y is element y + 3, column x is bit x + 3; the first player's bits are the low 32 of 64. */
struct placement_board {
    uint64_t stones[PLACEMENT_ROWS]; /* what is no site is set for both */
    struct placement_chains link[PLACEMENT_LINKS];
    uint64_t line[PLACEMENT_LINES];
    int empty_count, to_move;
    uint16_t empty[BOARD_SITE_LIMIT];
};

struct placement_run {
    const struct placement *p;
    const struct placement_board *from;
    uint64_t seed, first, count; /* games are numbered; each has random numbers of its own */
    int max_plies;
};

struct placement_tally {
    uint64_t plies, wins[2], draws, unfinished, stuck;
};

/* NULL if the rules have another shape. In the arena; rules and layout must outlive it. */
const struct placement *placement_make(struct arena *arena, const struct rules *rules, const struct layout *layout);
/* False if the position is none that the fast path can go on from (a goal is reached already). */
bool placement_begin(const struct placement *p, const struct core *core, struct placement_board *board);
bool placement_legal(const struct placement *p, const struct placement_board *board, int site);
int placement_count_legal(const struct placement *p, const struct placement_board *board, int player);
/* Puts a stone of the player to move on an empty site. The number of the goal that it reaches, or -1. */
int placement_put(const struct placement *p, struct placement_board *board, int site);
/* Uniformly random games, added up. */
void placement_play(const struct placement_run *run, struct placement_tally *tally);
/* Lines of exactly `depth` plies; the swap counts as one if it is offered in `swap_in` plies (0: now, -1: not any
 * more). The board is changed meanwhile. */
uint64_t placement_perft(const struct placement *p, struct placement_board *board, int depth, int swap_in);

#endif
