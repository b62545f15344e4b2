/* geometry.h - the functions on sets of sites that know the board's steps. Sets are board->words words; out may not be
 * one of the operands unless said. */
#ifndef CUT_GEOMETRY_H
#define CUT_GEOMETRY_H

#include "../board/board.h"

/* The sites exactly n steps from `from` along a direction of dirs. */
void geometry_next(const struct board *board, const uint64_t *from, uint64_t dirs, int64_t n, uint64_t *out);
/* The sites 1 … n steps from `from`. */
void geometry_ahead(const struct board *board, const uint64_t *from, uint64_t dirs, int64_t n, uint64_t *out);
/* `from` and all that can be reached from it by steps of dirs within `within`. */
void geometry_reach(const struct board *board, const uint64_t *from, const uint64_t *within, uint64_t dirs, uint64_t *out);
/* The sites of `in` that stand in rows of n or more along a direction of dirs. */
void geometry_lines(const struct board *board, const uint64_t *in, int64_t n, uint64_t dirs, uint64_t *out);

#endif
