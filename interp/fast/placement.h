/* placement.h - a fast path for one shape of rules: two players in turn put one stone of their own on an empty site; local
 * patterns are banned; what ends the game is a connection of two sides or a row of stones, which further stones never
 * undo. Found by the shape of the checked rules; it gives the same results as the plain evaluator. */
#ifndef CUT_PLACEMENT_H
#define CUT_PLACEMENT_H

#include "../base/rng.h"
#include "../engine/position.h"

enum {
    PLACEMENT_RADIUS = 3,  /* how far from the placed stone a pattern may look */
    PLACEMENT_VARIANTS = 64,
    PLACEMENT_CHUNKS = 24,
    PLACEMENT_GOALS = 4,
    PLACEMENT_ROWS = 32    /* of a board, with a margin */
};

/* A goal of the mover, looked for after each stone. */
struct placement_goal {
    enum ending ending; /* END_WIN, END_LOSE, END_DRAW */
    int end;            /* its number among the rules' ends */
    bool connects;
    uint32_t from[2][PLACEMENT_ROWS], to[2][PLACEMENT_ROWS]; /* connects: the sides, by player and row */
    uint32_t near[3];   /* connects: which of three sites in the row below, the same, above are neighbours */
    int length;         /* rows: at least so many along one of the axes */
    int axis_count;
    int axis_x[4], axis_y[4];
};

/* Part of a row near the placed stone, up to four sites of two bits each: by their content, the variants of all
 * patterns that are still possible. */
struct placement_chunk {
    int row, shift; /* row: relative to the stone; shift: of the first site's bits */
    uint32_t mask;
    const uint64_t *possible[2]; /* by player who places */
};

struct placement {
    const struct rules *rules;
    const struct layout *layout;
    uint32_t region[PLACEMENT_ROWS]; /* where stones may be put, by row */
    int chunk_count;
    struct placement_chunk chunks[PLACEMENT_CHUNKS];
    uint64_t variants[2]; /* by player: the bits in use */
    int goal_count, connection_count;
    struct placement_goal goals[PLACEMENT_GOALS];
    enum ending stuck, both_stuck;
};

/* The board as rows; a site is y << 5 | x. Row y is element y + 3 of code, y + 1 of the others; column x is bit x + 1, in
 * code the bits 2x + 6 and 2x + 7: 0 empty, 1 and 2 the players, 3 no site. */
struct placement_board {
    uint64_t code[PLACEMENT_ROWS + 2];
    uint32_t stones[2][PLACEMENT_ROWS];
    uint32_t joined[PLACEMENT_GOALS][2][PLACEMENT_ROWS]; /* the stones joined to `from` */
    uint16_t empty[BOARD_SITE_LIMIT];
    int empty_count, to_move;
};

struct placement_end {
    enum result result;
    int winner, plies;
    bool stuck;
};

/* NULL if the rules have another shape. In the arena; rules and layout must outlive it. */
const struct placement *placement_make(struct arena *arena, const struct rules *rules, const struct layout *layout);
/* False if the position is none that the fast path can go on from (a goal is reached already). */
bool placement_begin(const struct placement *p, const struct core *core, struct placement_board *board);
bool placement_legal(const struct placement *p, const struct placement_board *board, int site);
/* Puts a stone of the player to move on an empty site. The number of the goal that it reaches, or -1. */
int placement_put(const struct placement *p, struct placement_board *board, int site);
/* A uniformly random game from a board, at most max_plies long. */
struct placement_end placement_playout(const struct placement *p, struct placement_board *board, struct rng *rng,
                                       int max_plies);

#endif
