/* flank_count.c - counting lines of play of the flanking shape. */
#include "flank.h"

/* The board after the swap, and after each stone that ends nothing. */
uint64_t flank_perft(const struct flank *f, const struct flank_board *board, int depth, int swap_in)
{
    struct flank_board after;
    uint64_t total = 0;
    if (depth == 0)
        return 1;
    if (board->empty_count == 0) /* nobody can place: the game is over */
        return 0;
    if (depth == 1)
        return (uint64_t)board->empty_count + (swap_in == 0);
    for (int i = 0; i < board->empty_count; i++) {
        after = *board;
        if (flank_put(f, &after, board->empty[i]) < 0)
            total += flank_perft(f, &after, depth - 1, swap_in - 1);
    }
    if (swap_in == 0)
        total += flank_perft(f, board, depth - 1, -1);
    return total;
}
