/* nearest.h - "did you mean": the candidate that is nearest to what somebody typed. */
#ifndef REPL_NEAREST_H
#define REPL_NEAREST_H

#include "text.h"

struct nearest {
    const char *typed;
    char best[64]; /* "" while none is near enough */
    int distance;  /* of the best */
};

struct nearest nearest_begin(const char *typed);
void nearest_try(struct nearest *nearest, const char *candidate);
/* Adds "; did you mean `…`?" if something is near, else "." */
void nearest_end(const struct nearest *nearest, struct text *out);

#endif
