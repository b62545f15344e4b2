/* playout.h - uniformly random games. */
#ifndef CUT_PLAYOUT_H
#define CUT_PLAYOUT_H

#include "../base/rng.h"
#include "../engine/turn.h"
#include "../fast/code.h"
#include "../fast/flank.h"
#include "../fast/march.h"
#include "../fast/placement.h"

struct playout {
    struct machine *machine;
    struct history *history;                      /* the machine's; put back after each game */
    const struct core *start;                     /* where all games begin; stays as it is */
    struct core *board[2];                        /* room for two positions */
    const struct placement *placement;            /* the fast path for the rules, or NULL */
    const struct placement_board *placement_from; /* the same position for it */
    const struct flank *flank;                    /* the other one, or NULL */
    const struct flank_board *flank_from;
    const struct march *march;                    /* the third, or NULL */
    const struct march_board *march_from;
    struct exec *exec;                            /* the rules as register code, or NULL; after the fast paths */
    uint64_t seed;
    int max_plies;
    bool (*go_on)(void *user); /* or NULL */
    void *user;
    int unasked; /* plies since it was asked */
};

struct playout_tally {
    uint64_t playouts, plies, wins[RULES_PLAYER_LIMIT], draws, unfinished;
    uint64_t stuck; /* games in which a player was stuck */
};

/* Plays the games number first … first + count - 1 and adds them to the tally; each number has random numbers of its
 * own, so the order does not matter. False: go_on said stop; a game that was not over is not in the tally. */
bool playout_games(struct playout *playout, uint64_t first, uint64_t count, struct playout_tally *tally);

#endif
