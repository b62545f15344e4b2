/* position.h - positions as flat blocks without pointers, so that a copy is a memcpy.
 *
 * A block is a head and then sets of sites, `words` 64-bit words each, at the offsets of the layout: the stones of each
 * player, each neutral piece, each piece kind, last_changed, then the states. A block of a turn goes on with the sets
 * `placed` and `captured`. Two positions are the same if their blocks are the same bytes. */
#ifndef CUT_POSITION_H
#define CUT_POSITION_H

#include <stddef.h>

#include "../sema/rules.h"

enum result { RESULT_NONE, RESULT_WIN, RESULT_DRAW };

enum {
    HEAD_HISTORY = 1, /* the game was played from its opening: a swap may be offered */
    HEAD_SWAPPED = 2,
    HEAD_STUCK_PASS = 4 /* the latest move was the pass that `stuck passes` supplies */
};

enum { WAY_ACTED = 1, WAY_PASSED = 2, WAY_AGAIN = 4, WAY_WROTE = 8 };

struct head {
    int32_t ply;    /* of the move to come; the first is 1 */
    int32_t passes; /* made in a row */
    uint8_t to_move;
    uint8_t out;    /* bit p: player p is out of the game */
    uint8_t flags;  /* HEAD_… */
    uint8_t result; /* enum result: what the ends said after the latest move */
    uint8_t winner;
    uint8_t end; /* the number of the end that held */
    /* of the way through a turn; all 0 between turns */
    uint8_t way;        /* WAY_… */
    uint8_t violations; /* on the explainer's trail */
    int16_t text_size, last_site;
    uint16_t written; /* sites */
    uint16_t unused;
};

struct core {
    struct head head;
    uint64_t set[];
};

struct layout {
    int words;
    int stones, neutral, kind, last_changed; /* offsets of the first of each in core.set */
    int state[RULES_STATE_LIMIT];            /* of player 0's value */
    int state_size[RULES_STATE_LIMIT];       /* words of one value */
    int placed, captured;                    /* of a turn's block */
    size_t core_size, way_size;              /* bytes of a position, of a turn's block */
};

void layout_make(struct layout *layout, const struct rules *rules);

/* What stands on a site: a player, -1 for nothing, -2 - n for neutral piece n. */
int core_piece(const struct rules *rules, const struct layout *layout, const struct core *core, int site);
/* The piece's kind, 0 for the plain one. */
int core_kind(const struct rules *rules, const struct layout *layout, const struct core *core, int site);
/* Puts a piece (player, or PIECE_NEUTRAL + n) on an empty site. */
void core_place(const struct rules *rules, const struct layout *layout, struct core *core, int site, int piece,
                int kind);
/* The player who moves after `player`: the next who is not out. */
int head_following(const struct rules *rules, const struct head *head, int player);
void head_win(struct head *head, int winner);
/* The highest score wins if it is alone, else it is a draw; scores by player. */
void head_score(struct head *head, const int64_t *scores, int count);
/* A player leaves the game; the last one left has won. */
void head_put_out(const struct rules *rules, struct head *head, int player);
/* All sites with something on them. */
void core_occupied(const struct rules *rules, const struct layout *layout, const struct core *core, uint64_t *set);
/* The sites whose content differs. */
void core_difference(const struct rules *rules, const struct layout *layout, const struct core *a, const struct core *b,
                     uint64_t *set);
/* Is the value of state i, of every player, the same in both? */
bool core_state_equal(const struct rules *rules, const struct layout *layout, const struct core *a,
                      const struct core *b, int state);

/* Earlier positions of a game, for repetition: 128-bit keys of board and player to move. */
struct history_key {
    uint64_t a, b;
    uint32_t to_move;
};

struct history {
    struct history_key *keys;
    size_t count, room;
};

/* The key of the board (stones, kinds, neutral pieces) with a player to move. */
struct history_key history_key(const struct layout *layout, const struct core *core, int to_move);

#endif
