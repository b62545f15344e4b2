/* depth.h - how deep `perft` counts, in the shell and in a session. */
#ifndef REPL_DEPTH_H
#define REPL_DEPTH_H

#include "text.h"

enum { DEPTH_MOST = 100 };

/* Is this count the last that is worth while? Where none is left, all deeper ones are 0, too: says so in *out if some
 * were asked for. */
bool depth_is_last(int depth, long asked, uint64_t nodes, struct text *out);

#endif
