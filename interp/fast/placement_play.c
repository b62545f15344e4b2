/* placement_play.c - boards of the placement shape: legality by tables, goals from the placed stone, random games. */
#include "placement.h"

enum { MISSES = 32 }; /* draws of an illegal site before the legal ones are listed */

#define ALWAYS_INLINE static inline __attribute__((always_inline))

ALWAYS_INLINE int column_of(int site)
{
    return site & 31;
}
ALWAYS_INLINE int row_of(int site)
{
    return site >> 5;
}

/* ---- legality ---- */

ALWAYS_INLINE bool is_legal(const struct placement *p, const struct placement_board *board, int site, int player)
{
    const uint64_t *rows = board->code + row_of(site);
    int twice = 2 * column_of(site);
    uint64_t possible = p->variants[player];
    for (int i = 0; i < p->chunk_count && possible != 0; i++) {
        const struct placement_chunk *chunk = &p->chunks[i];
        possible &= chunk->possible[player][rows[chunk->row] >> (chunk->shift + twice) & chunk->mask];
    }
    return possible == 0;
}

bool placement_legal(const struct placement *p, const struct placement_board *board, int site)
{
    return is_legal(p, board, site, board->to_move);
}

/* ---- goals ---- */

/* Which of the neighbours of (x, y) are in rows: one row in each three bits. */
ALWAYS_INLINE uint32_t near(const struct placement_goal *goal, const uint32_t *rows, int x, int y)
{
    return (rows[y] >> x & goal->near[0]) | (rows[y + 1] >> x & goal->near[1]) << 3 |
           (rows[y + 2] >> x & goal->near[2]) << 6;
}

/* The stone is joined to `from`: so is all that hangs on it. True if the other side is among it. */
static bool spread(const struct placement_goal *goal, const uint32_t *stones, uint32_t *joined, const uint32_t *to, int site)
{
    uint16_t stack[BOARD_SITE_LIMIT];
    int count = 0;
    bool reached = false;
    stack[count++] = (uint16_t)site;
    joined[row_of(site) + 1] |= 2u << column_of(site);
    while (count > 0) {
        int s = stack[--count], x = column_of(s), y = row_of(s);
        reached |= (to[y + 1] >> (x + 1) & 1) != 0;
        uint32_t next = near(goal, stones, x, y) & ~near(goal, joined, x, y);
        for (; next != 0; next &= next - 1) {
            int bit = __builtin_ctz(next), row = y + bit / 3 - 1, column = x + bit % 3 - 1;
            joined[row + 1] |= 2u << column;
            stack[count++] = (uint16_t)(row << 5 | column);
        }
    }
    return reached;
}

ALWAYS_INLINE bool connects(const struct placement_goal *goal, struct placement_board *board, int number, int player, int x,
                            int y)
{
    uint32_t *joined = board->joined[number][player];
    if (!(goal->from[player][y + 1] >> (x + 1) & 1) && near(goal, joined, x, y) == 0)
        return false;
    return spread(goal, board->stones[player], joined, goal->to[player], y << 5 | x);
}

ALWAYS_INLINE bool makes_row(const struct placement_goal *goal, const uint32_t *stones, int x, int y)
{
    for (int a = 0; a < goal->axis_count; a++) {
        int dx = goal->axis_x[a], dy = goal->axis_y[a], length = 1;
        for (int i = x + dx, j = y + dy; stones[j + 1] >> (i + 1) & 1; i += dx, j += dy)
            length++;
        for (int i = x - dx, j = y - dy; stones[j + 1] >> (i + 1) & 1; i -= dx, j -= dy)
            length++;
        if (length >= goal->length)
            return true;
    }
    return false;
}

ALWAYS_INLINE int put(const struct placement *p, struct placement_board *board, int site, int player)
{
    int x = column_of(site), y = row_of(site), reached = -1;
    board->code[y + 3] |= (uint64_t)(player + 1) << (2 * x + 6);
    board->stones[player][y + 1] |= 2u << x;
    for (int g = p->goal_count - 1; g >= 0; g--) { /* the first that holds counts, but all connections are kept up */
        const struct placement_goal *goal = &p->goals[g];
        if (goal->connects ? connects(goal, board, g, player, x, y) : makes_row(goal, board->stones[player], x, y))
            reached = g;
    }
    return reached;
}

int placement_put(const struct placement *p, struct placement_board *board, int site)
{
    int goal = put(p, board, site, board->to_move);
    for (int i = 0; i < board->empty_count; i++) {
        if (board->empty[i] == site)
            board->empty[i--] = board->empty[--board->empty_count];
    }
    board->to_move = 1 - board->to_move;
    return goal;
}

/* ---- beginning ---- */

static void clear_board(const struct placement *p, struct placement_board *board)
{
    const struct board *b = p->rules->board;
    memset(board, 0, sizeof *board);
    memset(board->code, 0xFF, sizeof board->code);
    for (int s = 0; s < b->sites; s++)
        board->code[b->y[s] + 3] &= ~((uint64_t)3 << (2 * b->x[s] + 6));
}

bool placement_begin(const struct placement *p, const struct core *core, struct placement_board *board)
{
    const struct board *b = p->rules->board;
    clear_board(p, board);
    for (int s = 0; s < b->sites; s++) {
        int x = b->x[s], y = b->y[s], piece = core_piece(p->rules, p->layout, core, s);
        if (piece == -1) {
            if (p->region[y + 1] >> (x + 1) & 1)
                board->empty[board->empty_count++] = (uint16_t)(y << 5 | x);
        } else if (put(p, board, y << 5 | x, piece) >= 0) {
            return false;
        }
    }
    board->to_move = core->head.to_move;
    return core->head.result == RESULT_NONE;
}

/* ---- random games ---- */

ALWAYS_INLINE uint32_t below(struct rng *rng, uint32_t bound)
{
    uint64_t product = (rng_next(rng) >> 32) * bound;
    if (__builtin_expect((uint32_t)product < bound, 0)) {
        uint32_t threshold = -bound % bound;
        while ((uint32_t)product < threshold)
            product = (rng_next(rng) >> 32) * bound;
    }
    return (uint32_t)(product >> 32);
}

/* The legal ones are listed and one is drawn; -1: there is none. */
static __attribute__((noinline)) int draw_from_list(const struct placement *p, const struct placement_board *board,
                                                    int player, struct rng *rng)
{
    uint16_t legal[BOARD_SITE_LIMIT];
    uint32_t count = 0;
    for (int i = 0; i < board->empty_count; i++) {
        if (is_legal(p, board, board->empty[i], player))
            legal[count++] = (uint16_t)i;
    }
    return count > 0 ? legal[below(rng, count)] : -1;
}

/* The place in the list of empty sites of a uniformly drawn legal one: a draw that is illegal is drawn again. */
ALWAYS_INLINE int draw(const struct placement *p, const struct placement_board *board, int player, struct rng *rng)
{
    if (board->empty_count == 0)
        return -1;
    for (int misses = 0; misses < MISSES; misses++) {
        int i = (int)below(rng, (uint32_t)board->empty_count);
        if (is_legal(p, board, board->empty[i], player))
            return i;
    }
    return draw_from_list(p, board, player, rng);
}

static void decide(struct placement_end *end, enum ending ending, int player)
{
    end->result = ending == END_DRAW ? RESULT_DRAW : RESULT_WIN;
    end->winner = ending == END_WIN ? player : 1 - player;
}

/* The player to move has no site. False: the game is over. */
static bool pass_if_stuck(const struct placement *p, struct placement_board *board, struct placement_end *end,
                          struct rng *rng)
{
    int stuck = board->to_move;
    end->stuck = true;
    if (p->stuck != END_PASS) {
        decide(end, p->stuck, stuck);
        return false;
    }
    if (draw_from_list(p, board, 1 - stuck, rng) < 0) {
        decide(end, p->both_stuck, 1 - stuck);
        return false;
    }
    board->to_move = 1 - stuck;
    end->plies++;
    return true;
}

struct placement_end placement_playout(const struct placement *p, struct placement_board *board, struct rng *rng,
                                       int max_plies)
{
    struct placement_end end = {0};
    while (end.plies < max_plies) {
        int player = board->to_move, i = draw(p, board, player, rng);
        if (__builtin_expect(i < 0, 0)) {
            if (!pass_if_stuck(p, board, &end, rng))
                return end;
            continue;
        }
        int site = board->empty[i];
        board->empty[i] = board->empty[--board->empty_count];
        end.plies++;
        int goal = put(p, board, site, player);
        if (__builtin_expect(goal >= 0, 0)) {
            decide(&end, p->goals[goal].ending, player);
            return end;
        }
        board->to_move = 1 - player;
    }
    return end;
}
