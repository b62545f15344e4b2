/* example.h - the examples of a rule file, run against the rules. */
#ifndef CUT_EXAMPLE_H
#define CUT_EXAMPLE_H

#include "turn.h"

struct example_run {
    struct heap *heap;
    /* A fact that does not hold: its place and a sentence. */
    void (*report)(void *user, const struct example *example, struct span span, const char *text);
    void *user;
    /* Counts lines of moves, for `perft`: set by the caller (search/ has it). */
    uint64_t (*perft)(struct machine *m, struct history *history, const struct core *core, int depth);
};

/* True if all its facts hold. Jumps when memory is short; a breakdown of the rules is reported as a failure. */
bool example_check(struct example_run *run, const struct example *example);

#endif
