/* playout.h - uniformly random games. */
#ifndef CUT_PLAYOUT_H
#define CUT_PLAYOUT_H

#include "../engine/turn.h"
#include "../fast/placement.h"

struct playout {
    struct machine *machine;
    struct history *history; /* the machine's; put back after each game */
    uint64_t (*random)(void *user);
    void *random_user;
    int max_plies;
    bool (*go_on)(void *user); /* or NULL */
    void *user;
};

struct playout_end {
    enum result result; /* RESULT_NONE: unfinished */
    int winner, plies;
    bool stuck, stopped;
};

/* One game by the fast path, from a board that it has begun. */
struct playout_end playout_fast(const struct placement *fast, const struct placement_board *from, struct rng *rng,
                                int max_plies);

/* One game from core, which stays as it is. `board` is room for two positions. */
struct playout_end playout_run(struct playout *playout, const struct core *core, struct core *board[2]);

#endif
