/* flank_lines.h - where a site stands in the lines through it. */
#ifndef CUT_FLANK_LINES_H
#define CUT_FLANK_LINES_H

#include "flank.h"
#include "placement_put.h"

ALWAYS_INLINE uint32_t bit_at(int i)
{
    return 1u << (i + PLACEMENT_RADIUS);
}
/* Axes are numbered like the directions N, NE, E, SE that they go along. Not for E: rows are kept apart. */
ALWAYS_INLINE int line_at(int axis, int x, int y)
{
    return axis == 0 ? x : axis == 1 ? 64 + x - y : 96 + x + y;
}
ALWAYS_INLINE uint32_t bit_along(int axis, int x, int y)
{
    return bit_at(axis == 0 ? y : x);
}

#endif
