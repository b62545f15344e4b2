/* placement_count.c - counting lines of play of the placement shape. */
#include "placement.h"
#include "placement_put.h"

/* The rows of a board, kept while a stone is tried; the list of empty sites is put back instead. */
struct kept {
    uint64_t stones[PLACEMENT_ROWS];
    uint64_t line[PLACEMENT_LINES];
    struct placement_chains link[PLACEMENT_LINKS];
};

static void keep(const struct placement *p, struct kept *kept, const struct placement_board *board)
{
    memcpy(kept->stones, board->stones, sizeof kept->stones);
    memcpy(kept->line, board->line, (size_t)p->line_count * sizeof kept->line[0]);
    memcpy(kept->link, board->link, (size_t)p->link_count * sizeof kept->link[0]);
}

static void put_back(const struct placement *p, const struct kept *kept, struct placement_board *board)
{
    memcpy(board->stones, kept->stones, sizeof kept->stones);
    memcpy(board->line, kept->line, (size_t)p->line_count * sizeof kept->line[0]);
    memcpy(board->link, kept->link, (size_t)p->link_count * sizeof kept->link[0]);
}

/* The last ply: moves are counted, not made. */
static uint64_t count_moves(const struct placement *p, const struct placement_board *board, int swap_in)
{
    int player = board->to_move;
    int count = placement_count_legal(p, board, player);
    if (count > 0)
        return (uint64_t)count + (swap_in == 0);
    return p->stuck == END_PASS && placement_count_legal(p, board, 1 - player) > 0;
}

static uint64_t count_stones(const struct placement *p, struct placement_board *board, int depth, int swap_in,
                             bool *some)
{
    struct kept kept;
    uint64_t total = 0;
    int player = board->to_move, last = board->empty_count - 1;
    keep(p, &kept, board);
    for (int i = 0; i <= last; i++) {
        uint16_t site = board->empty[i];
        if (!placement_legal(p, board, site))
            continue;
        *some = true;
        if (put_any(p, board, site, player) < 0) {
            board->stones[row_of(site) + PLACEMENT_RADIUS] |= UINT64_C(1)
                                                              << (column_of(site) + PLACEMENT_RADIUS + 32 * player);
            board->empty[i] = board->empty[last];
            board->empty_count = last;
            board->to_move = 1 - player;
            total += placement_perft(p, board, depth - 1, swap_in - 1);
            board->empty[last] = board->empty[i];
            board->empty[i] = site;
            board->empty_count = last + 1;
            board->to_move = player;
        }
        put_back(p, &kept, board);
    }
    return total;
}

uint64_t placement_perft(const struct placement *p, struct placement_board *board, int depth, int swap_in)
{
    bool some = false;
    int player = board->to_move;
    if (depth == 0)
        return 1;
    if (depth == 1)
        return count_moves(p, board, swap_in);
    uint64_t total = count_stones(p, board, depth, swap_in, &some);
    if (some && swap_in == 0)
        total += placement_perft(p, board, depth - 1, -1);
    if (!some && p->stuck == END_PASS && placement_count_legal(p, board, 1 - player) > 0) {
        board->to_move = 1 - player;
        total = placement_perft(p, board, depth - 1, swap_in - 1);
        board->to_move = player;
    }
    return total;
}
