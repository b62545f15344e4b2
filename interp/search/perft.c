#include "perft.h"

static uint64_t count_below(struct perft *perft, const struct core *core, int depth, bool divide);

static uint64_t count_after(struct perft *perft, const struct turn_move *move, int depth)
{
    struct machine *m = perft->machine;
    size_t remembered = perft->history->count;
    if (depth == 0)
        return 1;
    turn_remember(m, perft->history, move->core, m->heap);
    uint64_t nodes = count_below(perft, move->core, depth, false);
    perft->history->count = remembered;
    return nodes;
}

static uint64_t count_below(struct perft *perft, const struct core *core, int depth, bool divide)
{
    struct machine *m = perft->machine;
    struct arena_mark mark = arena_mark(&m->kept);
    struct turn_list list;
    uint64_t total = 0;
    turn_moves(m, core, depth > 1 ? WANT_CORE : 0, perft->with_swap, &list);
    if (depth == 1 && !divide) {
        total = list.count;
    } else {
        for (size_t i = 0; i < list.count && !perft->stopped; i++) {
            uint64_t nodes = count_after(perft, &list.moves[i], depth - 1);
            total += nodes;
            if (divide && !perft->divide(perft->user, list.moves[i].text, nodes))
                perft->stopped = true;
        }
    }
    arena_release(&m->kept, mark);
    return total;
}

uint64_t perft_count(struct perft *perft, const struct core *core, int depth)
{
    perft->stopped = false;
    if (depth == 0)
        return 1;
    return count_below(perft, core, depth, perft->divide != NULL);
}
