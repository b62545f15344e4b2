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

/* Where an example begins, into core (core_size bytes); the machine is for its rules. */
void example_position(struct machine *m, const struct example *example, struct core *core);

/* Plays some random games from the opening and looks for mistakes of the rules that show only in play: ways without a
 * text, two moves written alike, steps that cannot be done. Reports the first, with the moves that led there, through
 * run->report (with a NULL example). True if there was none. Stops after a million steps. *games is how many there
 * were. */
bool example_try(struct example_run *run, const struct rules *rules, uint64_t *games);

#endif
