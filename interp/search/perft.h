/* perft.h - counting the legal move sequences of a given length. */
#ifndef CUT_PERFT_H
#define CUT_PERFT_H

#include "../engine/turn.h"
#include "../fast/code.h"
#include "../fast/flank.h"
#include "../fast/march.h"

struct perft {
    struct machine *machine;
    struct history *history;           /* the machine's; grows and shrinks with the walk */
    const struct placement *placement; /* the fast path for the rules, or NULL */
    const struct flank *flank;         /* the other one, or NULL */
    const struct march *march;         /* the third, or NULL */
    struct exec *exec;                 /* the rules as register code, or NULL; after the fast paths */
    bool with_swap;
    bool (*divide)(void *user, const char *move, uint64_t nodes); /* or NULL; false stops */
    bool (*go_on)(void *user); /* or NULL; asked every few thousand positions, false stops */
    void *user;
    uint64_t looked_at; /* since it was asked */
    bool stopped;
};

/* Depth 0 counts 1. Every line counts that has exactly `depth` plies; the last ply is counted without being played. */
uint64_t perft_count(struct perft *perft, const struct core *core, int depth);

#endif
