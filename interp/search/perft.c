#include "perft.h"

enum {
    ASK_EVERY = 4096,     /* moves between two questions whether to go on */
    UNASKED = 4 * 1000000 /* positions that the fast path may play through without a question */
};

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

/* Plies until the swap is offered; negative: never. */
static int swap_in(const struct perft *perft, const struct core *core)
{
    int ply = perft->machine->rules->swap_ply;
    if (!perft->with_swap || ply == 0 || !(core->head.flags & HEAD_HISTORY))
        return -1;
    return ply - core->head.ply;
}

static bool goes_on(struct perft *perft, uint64_t moves)
{
    perft->looked_at += moves + 1;
    if (perft->go_on != NULL && perft->looked_at >= ASK_EVERY) {
        perft->looked_at = 0;
        perft->stopped = perft->stopped || !perft->go_on(perft->user);
    }
    return !perft->stopped;
}

/* The fast path asks nobody: where somebody wants to be asked it gets trees of a moderate size. */
static bool fits_fast(const struct perft *perft, int depth)
{
    double positions = 1;
    bool any = perft->placement != NULL || perft->flank != NULL || (perft->march != NULL && depth <= MARCH_DEEPEST);
    if (!any || perft->go_on == NULL)
        return any;
    for (int i = 1; i < depth && positions <= UNASKED; i++)
        positions *= perft->machine->rules->board->sites;
    return positions <= UNASKED;
}

static bool count_flank(struct perft *perft, const struct core *core, int depth, uint64_t *total)
{
    struct arena_mark mark = arena_mark(&perft->machine->kept);
    struct flank_board *board = arena_raw(&perft->machine->kept, sizeof *board);
    bool begun = flank_begin(perft->flank, core, board);
    if (begun)
        *total = flank_perft(perft->flank, board, depth, swap_in(perft, core));
    arena_release(&perft->machine->kept, mark);
    return begun;
}

static bool count_march(const struct perft *perft, const struct core *core, int depth, uint64_t *total)
{
    struct march_board board;
    bool begun = march_begin(perft->march, core, &board);
    if (begun)
        *total = march_perft(perft->march, &board, depth);
    return begun;
}

static bool count_fast(struct perft *perft, const struct core *core, int depth, uint64_t *total)
{
    if (perft->placement == NULL)
        return perft->flank != NULL ? count_flank(perft, core, depth, total) : count_march(perft, core, depth, total);

    struct arena_mark mark = arena_mark(&perft->machine->kept);
    struct placement_board *board = arena_raw(&perft->machine->kept, sizeof *board);
    bool begun = placement_begin(perft->placement, core, board);
    if (begun)
        *total = placement_perft(perft->placement, board, depth, swap_in(perft, core));
    arena_release(&perft->machine->kept, mark);
    return begun;
}

/* The legal moves by register code, without their texts; with the positions after them if asked. False: this is for the
 * plain evaluator. */
static bool list_by_code(struct perft *perft, const struct core *core, bool cores, struct turn_list *list)
{
    struct machine *m = perft->machine;
    struct exec *e = perft->exec;
    struct turn_list specials = {0};
    *list = (struct turn_list){0};
    if (e == NULL || turn_over(core))
        return e != NULL;
    if (perft->with_swap && turn_swap_offered(m, core)) /* no way may be written so: texts are for the plain evaluator */
        return false;
    exec_load(e, core);
    if (exec_all(e) != CODE_STOPPED)
        return false;
    size_t ways = e->kept_count;
    turn_specials(m, core, ways > 0, perft->with_swap, &specials);
    list->count = ways + specials.count;
    if (!cores)
        return true;
    list->moves = ARENA_ARRAY(&m->kept, struct turn_move, list->count);
    for (size_t i = 0; i < ways; i++) {
        exec_load(e, core);
        if (exec_take(e, i) != CODE_DONE)
            return false;
        list->moves[i].core = arena_raw(&m->kept, m->layout.core_size);
        exec_store(e, list->moves[i].core);
    }
    for (size_t i = 0; i < specials.count; i++)
        list->moves[ways + i] = specials.moves[i];
    return true;
}

static uint64_t count_below(struct perft *perft, const struct core *core, int depth, bool divide)
{
    struct machine *m = perft->machine;
    struct arena_mark mark = arena_mark(&m->kept);
    struct turn_list list;
    uint64_t total = 0;
    if (fits_fast(perft, depth) && !divide && count_fast(perft, core, depth, &total)) {
        goes_on(perft, total);
        return total;
    }
    if (divide || !list_by_code(perft, core, depth > 1, &list))
        turn_moves(m, core, depth > 1 ? WANT_CORE : 0, perft->with_swap, &list);
    if (!goes_on(perft, list.count)) {
        total = 0;
    } else if (depth == 1 && !divide) {
        total = list.count;
    } else {
        for (size_t i = 0; i < list.count && !perft->stopped; i++) {
            uint64_t nodes = count_after(perft, &list.moves[i], depth - 1);
            total += nodes;
            if (divide && !perft->stopped && !perft->divide(perft->user, list.moves[i].text, nodes))
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
