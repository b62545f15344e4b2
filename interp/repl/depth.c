#include "depth.h"

bool depth_is_last(int depth, long asked, uint64_t nodes, struct text *out)
{
    if (nodes == 0 && depth < asked && depth == 1)
        text_puts(out, "There is no move here: deeper counts are 0, too.\n");
    else if (nodes == 0 && depth < asked)
        text_printf(out, "No line of play is longer than %d %s: deeper counts are 0, too.\n", depth - 1,
                    depth == 2 ? "ply" : "plies");
    return nodes == 0 || depth >= asked;
}
