/* ended.h - how a random game on a path by shape ended. */
#ifndef CUT_ENDED_H
#define CUT_ENDED_H

#include "../engine/position.h"
#include "placement.h"

struct ended {
    enum result result; /* RESULT_NONE: unfinished */
    int winner, plies;
    bool stuck;
};

/* What an end says for `player`. */
static inline void ended_decide(struct ended *ended, enum ending ending, int player)
{
    ended->result = ending == END_DRAW ? RESULT_DRAW : RESULT_WIN;
    ended->winner = ending == END_WIN ? player : 1 - player;
}

static inline void ended_add(struct placement_tally *tally, const struct ended *ended)
{
    tally->plies += (uint64_t)ended->plies;
    tally->stuck += ended->stuck;
    tally->draws += ended->result == RESULT_DRAW;
    tally->unfinished += ended->result == RESULT_NONE;
    tally->wins[ended->winner] += ended->result == RESULT_WIN;
}

#endif
