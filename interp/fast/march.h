/* march.h - a fast path for one shape of rules: a line of the mover's stones, chosen by direction, head and length,
 * advances along itself over empty sites and may end on a stone of the other player, if the line that begins there is
 * shorter. Found by the shape of the checked rules; it gives the same results as the plain evaluator. */
#ifndef CUT_MARCH_H
#define CUT_MARCH_H

#include "placement.h"

enum {
    MARCH_WORDS = 4,    /* of a set: the lattice of the board, row by row */
    MARCH_LANES = 8,    /* directions: 0 … 3 to higher bits, 4 … 7 to lower ones */
    MARCH_LONGEST = 26, /* a line */
    MARCH_SETS = MARCH_LONGEST * (MARCH_LONGEST + 1) / 2,
    MARCH_CHECKS = 4,
    MARCH_ENDS = 8,
    MARCH_DEEPEST = 12 /* plies that are counted on this path: it keeps all moves of each on the stack */
};

/* What a set is where a stone of the first player stands, where one of the second does, where nothing does: all sets
 * that look at single sites only are of this form. */
struct march_set {
    uint64_t part[3][MARCH_WORDS];
};

/* Truths about numbers of sites, in postfix order on a stack of bits. */
enum march_op { MARCH_TRUE, MARCH_NOT, MARCH_AND, MARCH_OR, MARCH_LESS, MARCH_EQUAL /* the sum: than 0, to 0 */ };

struct march_term {
    int sign, part;
    uint64_t mask[MARCH_WORDS];
};

struct march_test {
    enum march_op op;
    int term_count;
    int64_t number; /* the sum is this and the terms */
    const struct march_term *terms;
};

struct march_truth {
    int count; /* 0: true */
    const struct march_test *tests;
};

/* a × length + b */
struct march_bound {
    int a, b;
};

/* A group is four directions: those of the lanes 0 … 3, of the lanes 4 … 7. */
struct march_lanes {
    int delta[MARCH_LANES];                                        /* from bit to bit; 0: no direction */
    uint64_t distance[2][4];                                       /* the same, positive */
    uint64_t arrive[2][MARCH_WORDS][4], depart[2][MARCH_WORDS][4]; /* where a step leads to, where one is */
    uint64_t pattern[MARCH_LANES][MARCH_LONGEST + 1];              /* one word: so many sites in a row, from bit 0 */
};

/* By player who moves. */
struct march_side {
    struct march_lanes lanes;
    uint64_t stones[MARCH_WORDS];                 /* of the own ones: those that march */
    uint64_t prey[MARCH_WORDS];                   /* of the others: those that may be taken */
    uint64_t way[MARCH_WORDS], goal[MARCH_WORDS]; /* of the empty sites: those passed, those to end on */
};

struct march_check { /* after the move, if the guard held before it; truths by player who moves */
    struct march_truth guard[2], truth[2];
};

struct march_end {
    enum ending ending;
    struct march_truth when[2];
};

struct march_board {
    uint64_t stones[2][MARCH_WORDS];
    int to_move;
};

struct march_move {
    int lane, head, length, steps;
};

struct march;

struct march_run {
    const struct march *m;
    const struct march_board *from;
    uint64_t seed, first, count; /* games are numbered; each has random numbers of its own */
    int max_plies;
};

enum { MARCH_ON = -1 }; /* else the number of an end */

struct march_calls { /* the same for each number of words */
    void (*play)(const struct march_run *run, struct placement_tally *tally);
    uint64_t (*perft)(const struct march *m, const struct march_board *board, int depth);
    bool (*draw)(const struct march *m, const struct march_board *board, struct rng *rng, struct march_move *move);
    int (*list)(const struct march *m, const struct march_board *board, struct march_move *moves, int room);
    int (*put)(const struct march *m, struct march_board *board, const struct march_move *move);
    int (*stuck)(const struct march *m, const struct march_board *board);
};

struct march {
    const struct rules *rules;
    const struct layout *layout;
    const struct march_calls *calls;
    int words;
    const uint16_t *bit; /* by site */
    uint64_t all[MARCH_WORDS];
    struct march_side side[2];
    struct march_bound least, most; /* steps of a line */
    int stronger;                   /* a line of k takes one that is shorter than k + stronger: 0 or 1 */
    bool takes_run;                 /* the whole line along the direction, not its first stone only */
    int check_count, end_count, stuck_count;
    struct march_check checks[MARCH_CHECKS];
    struct march_end ends[MARCH_ENDS], stucks[MARCH_ENDS];
};

/* NULL if the rules have another shape. In the arena; rules and layout must outlive it. */
const struct march *march_make(struct arena *arena, const struct rules *rules, const struct layout *layout);
/* False if the position is none that the fast path can go on from (the game is over). */
bool march_begin(const struct march *m, const struct core *core, struct march_board *board);
/* Uniformly random games, added up. */
void march_play(const struct march_run *run, struct placement_tally *tally);
/* Lines of exactly `depth` plies, at most MARCH_DEEPEST. */
uint64_t march_perft(const struct march *m, const struct march_board *board, int depth);
/* A uniformly drawn legal move; false: there is none. */
bool march_draw(const struct march *m, const struct march_board *board, struct rng *rng, struct march_move *move);
/* All legal moves, the first `room` of them into `moves`; how many there are. */
int march_list(const struct march *m, const struct march_board *board, struct march_move *moves, int room);
/* Makes a move. The number of the end that holds then, or MARCH_ON. */
int march_put(const struct march *m, struct march_board *board, const struct march_move *move);
/* The number of the line that says what becomes of a player without a move; MARCH_ON: none, a draw. */
int march_stuck(const struct march *m, const struct march_board *board);

/* march_play.c */
const struct march_calls *march_choose(int words);

#endif
