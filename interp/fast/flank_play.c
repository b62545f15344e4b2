/* flank_play.c - boards of the flank shape, and random games: a loop for what is frequent and one for all. */
#include <stddef.h>

#include "ended.h"
#include "flank_lines.h"
#include "flank_ray.h"

/* ANY: whatever the rules have. CROSS: along ranks and files, from behind runs; one chain in the same directions. */
enum style { STYLE_ANY, STYLE_CROSS };
enum { ON = -1, STUCK = -2 }; /* else the number of the goal that was reached */

static const uint32_t cross_near[3] = {2, 5, 2};

/* ---- the prey on a line ---- */

struct line {
    uint32_t own, other, outside, stone; /* stone: the bit of the placed stone, which is among own */
};

ALWAYS_INLINE uint32_t behind(const struct flank_effect *effect, const struct line *l)
{
    return (l->own & effect->own) | (l->outside & effect->edge) | (~(l->own | l->other | l->outside) & effect->empty);
}

ALWAYS_INLINE uint32_t counted(const struct flank_effect *effect, uint32_t prey)
{
    int count = __builtin_popcount(prey);
    return count >= effect->low && count <= effect->high ? prey : 0;
}

/* Towards the higher bits: a carry runs to the end of a run. */
ALWAYS_INLINE uint32_t prey_above(const struct line *l, uint32_t ends, bool behind_run)
{
    uint32_t first = behind_run ? (l->own + l->stone) & ~l->own : l->stone << 1;
    uint32_t end = (l->other + first) & ~l->other;
    return -(uint32_t)((end & ends) != 0) & (end - first);
}

/* The highest bit below the run of `in` that ends right below `top`. */
ALWAYS_INLINE uint32_t below_run(uint32_t in, uint32_t top)
{
    return 0x80000000u >> __builtin_clz(~in & (top - 1)); /* lines leave some bits at either end free */
}

ALWAYS_INLINE uint32_t prey_below(const struct line *l, uint32_t ends, bool behind_run)
{
    uint32_t first = behind_run ? below_run(l->own, l->stone) : l->stone >> 1;
    uint32_t end = below_run(l->other, first << 1);
    return -(uint32_t)((end & ends) != 0) & ((first - end) << 1);
}

ALWAYS_INLINE uint32_t prey_on(const struct flank *f, const struct line *l, int axis, enum style style)
{
    const struct flank_effect *effect = &f->effect;
    uint32_t ends = behind(effect, l);
    if (style == STYLE_CROSS)
        return prey_above(l, ends, true) | prey_below(l, ends, true);
    uint32_t above = prey_above(l, ends, effect->behind_run), below = prey_below(l, ends, effect->behind_run);
    return (-(f->forward >> axis & 1) & counted(effect, above)) | (-(f->backward >> axis & 1) & counted(effect, below));
}

/* ---- stones ---- */

ALWAYS_INLINE uint32_t row_of_player(const struct flank_board *board, int player, uint32_t row)
{
    return board->stones.loose[player][row] | board->stones.joined[player][row];
}

ALWAYS_INLINE bool uses(const struct flank *f, int axis, enum style style)
{
    return style == STYLE_CROSS ? axis == 0 : ((f->forward | f->backward) >> axis & 1) != 0;
}

/* The lines through a site but for its row. */
ALWAYS_INLINE void turn_lines(const struct flank *f, struct flank_board *board, int player, int x, int y,
                              enum style style)
{
    for (int axis = 0; axis < PLACEMENT_AXES; axis++) {
        if (axis != FLANK_EAST && uses(f, axis, style))
            board->line[player][line_at(axis, x, y)] ^= bit_along(axis, x, y);
    }
}

/* A stone of the other's on (x, y) becomes the player's, or goes. */
ALWAYS_INLINE void take(const struct flank *f, struct flank_board *board, int player, int x, int y, enum style style)
{
    uint32_t row = (uint32_t)y + PLACEMENT_RADIUS, bit = bit_at(x);
    board->stones.loose[1 - player][row] &= ~bit;
    board->stones.joined[1 - player][row] &= ~bit;
    turn_lines(f, board, 1 - player, x, y, style);
    if (style == STYLE_CROSS || !f->effect.removes) {
        board->stones.loose[player][row] |= bit;
        turn_lines(f, board, player, x, y, style);
    } else if ((f->frame->region[row] & bit) != 0) {
        board->empty[board->empty_count++] = (uint16_t)(y << 5 | x);
    }
}

/* The stones on a line of (x, y). */
ALWAYS_INLINE void take_along(const struct flank *f, struct flank_board *board, int player, int axis, int x, int y,
                              uint32_t prey, enum style style)
{
    static const int step_x[PLACEMENT_AXES] = {0, 1, 1, 1}, step_y[PLACEMENT_AXES] = {1, 1, 0, -1};
    for (; prey != 0; prey &= prey - 1) {
        int at = __builtin_ctz(prey) - PLACEMENT_RADIUS, by = at - (axis == 0 ? y : x);
        take(f, board, player, x + by * step_x[axis], y + by * step_y[axis], style);
    }
}

/* ---- goals ---- */

/* All is loose; joins what hangs together with `from`. True if it arrives. */
static bool join_all(const struct placement_link *link, uint32_t *loose, uint32_t *joined, int player)
{
    bool arrived = false;
    for (uint32_t row = PLACEMENT_RADIUS; row < PLACEMENT_ROWS - PLACEMENT_RADIUS; row++) {
        uint32_t begin = link->from[player][row] & loose[row];
        if (begin != 0)
            arrived |= spread(loose, joined, link->to[player], link->near, row, begin);
    }
    return arrived;
}

/* Joined stones may have lost what joined them. A chain that seems to arrive: does it? Then all is known again. */
static __attribute__((noinline)) bool confirm(const struct placement_link *link, struct placement_chains *stones,
                                              int player)
{
    for (int row = 0; row < PLACEMENT_ROWS; row++)
        stones->loose[player][row] |= stones->joined[player][row];
    memset(stones->joined[player], 0, sizeof stones->joined[player]);
    return join_all(link, stones->loose[player], stones->joined[player], player);
}

static bool linked(const struct flank *f, const struct flank_board *board, int link, int player)
{
    uint32_t loose[PLACEMENT_ROWS], joined[PLACEMENT_ROWS] = {0};
    for (uint32_t row = 0; row < PLACEMENT_ROWS; row++)
        loose[row] = row_of_player(board, player, row);
    return join_all(&f->frame->links[link], loose, joined, player);
}

static bool has_row(const struct flank_board *board, const struct placement_goal *goal, int player)
{
    static const int step_x[PLACEMENT_AXES] = {0, 1, 1, 1}, step_y[PLACEMENT_AXES] = {1, 1, 0, -1};
    for (int axis = 0; axis < PLACEMENT_AXES; axis++) {
        for (int row = 0; (goal->axes >> axis & 1) != 0 && row < PLACEMENT_ROWS; row++) {
            uint32_t found = UINT32_MAX;
            for (int i = 0, at = row; i < goal->length && found != 0; i++, at += step_y[axis]) {
                bool inside = at >= 0 && at < PLACEMENT_ROWS;
                found &= inside ? row_of_player(board, player, (uint32_t)at) >> i * step_x[axis] : 0;
            }
            if (found != 0)
                return true;
        }
    }
    return false;
}

/* The first goal that is there, or ON. */
static __attribute__((noinline)) int judge(const struct flank *f, const struct flank_board *board, int player)
{
    for (int i = 0; i < f->frame->goal_count; i++) {
        const struct placement_goal *goal = &f->frame->goals[i];
        if (goal->kind == GOAL_LINK ? linked(f, board, goal->first, player) : has_row(board, goal, player))
            return i;
    }
    return ON;
}

/* The new stones of a row that begin a chain or stand next to a joined one join, with all that hangs on them. */
ALWAYS_INLINE bool join_row(const struct placement_link *link, struct placement_chains *stones, int player,
                            uint32_t row, uint32_t fresh, const uint32_t *near)
{
    const uint32_t *joined = stones->joined[player];
    uint32_t next = link->from[player][row] | beside(joined[row - 1], near[2]) | beside(joined[row], near[1]) |
                    beside(joined[row + 1], near[0]);
    fresh &= next;
    return fresh != 0 && spread(stones->loose[player], stones->joined[player], link->to[player], near, row, fresh);
}

/* ---- a stone ---- */

ALWAYS_INLINE int put_cross(const struct flank *f, struct flank_board *board, int site, int player)
{
    int x = column_of(site), y = row_of(site);
    uint32_t row = (uint32_t)y + PLACEMENT_RADIUS, bit = bit_at(x), along = bit_at(y);
    struct placement_chains *stones = &board->stones;
    const struct placement_link *link = &f->frame->links[0];
    stones->loose[player][row] |= bit;
    board->line[player][x] |= along;
    struct line across = {row_of_player(board, player, row), row_of_player(board, 1 - player, row), f->row_outside[row],
                          bit};
    struct line up = {board->line[player][x], board->line[1 - player][x], f->outside[x], along};
    uint32_t a = prey_on(f, &across, FLANK_EAST, STYLE_CROSS), b = prey_on(f, &up, 0, STYLE_CROSS);
    bool arrived = false;
    if (a != 0)
        take_along(f, board, player, FLANK_EAST, x, y, a, STYLE_CROSS);
    if (b != 0) {
        take_along(f, board, player, 0, x, y, b, STYLE_CROSS);
        for (uint32_t rest = b; rest != 0; rest &= rest - 1)
            arrived |= join_row(link, stones, player, (uint32_t)__builtin_ctz(rest), bit, cross_near);
    }
    arrived |= join_row(link, stones, player, row, bit | a, cross_near);
    return UNLIKELY(arrived) && confirm(link, stones, player) ? 0 : ON;
}

ALWAYS_INLINE int put_any_stone(const struct flank *f, struct flank_board *board, int site, int player)
{
    int x = column_of(site), y = row_of(site);
    uint32_t row = (uint32_t)y + PLACEMENT_RADIUS, prey[PLACEMENT_AXES] = {0};
    board->stones.loose[player][row] |= bit_at(x);
    turn_lines(f, board, player, x, y, STYLE_ANY);
    for (int axis = 0; axis < PLACEMENT_AXES; axis++) {
        if (!uses(f, axis, STYLE_ANY))
            continue;
        const int at = axis == FLANK_EAST ? 0 : line_at(axis, x, y);
        struct line line = {board->line[player][at], board->line[1 - player][at], f->outside[at],
                            bit_along(axis, x, y)};
        if (axis == FLANK_EAST)
            line = (struct line){row_of_player(board, player, row), row_of_player(board, 1 - player, row),
                                 f->row_outside[row], bit_at(x)};
        prey[axis] = prey_on(f, &line, axis, STYLE_ANY);
    }
    for (int axis = 0; axis < PLACEMENT_AXES; axis++)
        take_along(f, board, player, axis, x, y, prey[axis], STYLE_ANY);
    return judge(f, board, player);
}

ALWAYS_INLINE int put_stone(const struct flank *f, struct flank_board *board, int site, int player, enum style style)
{
    return style == STYLE_CROSS ? put_cross(f, board, site, player) : put_any_stone(f, board, site, player);
}

static enum style style_of(const struct flank *f)
{
    const struct flank_effect *effect = &f->effect;
    const struct placement *frame = f->frame;
    bool cross = f->forward == (1 | 1 << FLANK_EAST) && f->backward == f->forward && effect->behind_run &&
                 !effect->removes && effect->low == 1 && effect->high == FLANK_ANY && frame->goal_count == 1 &&
                 frame->goals[0].kind == GOAL_LINK && memcmp(frame->links[0].near, cross_near, sizeof cross_near) == 0;
    return cross ? STYLE_CROSS : STYLE_ANY;
}

int flank_put(const struct flank *f, struct flank_board *board, int site)
{
    int player = board->to_move, goal;
    for (int i = 0; i < board->empty_count; i++) {
        if (board->empty[i] == site)
            board->empty[i--] = board->empty[--board->empty_count];
    }
    if (style_of(f) == STYLE_CROSS)
        goal = put_stone(f, board, site, player, STYLE_CROSS);
    else
        goal = put_stone(f, board, site, player, STYLE_ANY);
    board->to_move = 1 - player;
    return goal;
}

int flank_at(const struct flank_board *board, int site)
{
    uint32_t row = (uint32_t)row_of(site) + PLACEMENT_RADIUS, bit = bit_at(column_of(site));
    return (row_of_player(board, 0, row) & bit) != 0 ? 0 : (row_of_player(board, 1, row) & bit) != 0 ? 1 : -1;
}

bool flank_begin(const struct flank *f, const struct core *core, struct flank_board *board)
{
    const struct placement *frame = f->frame;
    const struct board *b = frame->rules->board;
    memset(board, 0, sizeof *board);
    for (int s = 0; s < b->sites; s++) {
        int x = b->x[s], y = b->y[s], piece = core_piece(frame->rules, frame->layout, core, s);
        if (piece >= 0) {
            board->stones.loose[piece][y + PLACEMENT_RADIUS] |= bit_at(x);
            turn_lines(f, board, piece, x, y, STYLE_ANY);
        } else if ((frame->region[y + PLACEMENT_RADIUS] & bit_at(x)) != 0) {
            board->empty[board->empty_count++] = (uint16_t)(y << 5 | x);
        }
    }
    board->to_move = core->head.to_move;
    if (core->head.result != RESULT_NONE || judge(f, board, 0) != ON || judge(f, board, 1) != ON)
        return false;
    for (int player = 0; player < 2 && style_of(f) == STYLE_CROSS; player++)
        confirm(&frame->links[0], &board->stones, player);
    return true;
}

/* ---- random games ---- */

/* Every empty site is legal: a player who is stuck could not go on after a pass. */
static __attribute__((noinline)) void end_game(const struct placement *frame, int player, int got, struct ended *ended)
{
    if (got != STUCK) {
        ended_decide(ended, frame->goals[got].ending, player);
        ended->plies++;
        return;
    }
    ended->stuck = true;
    if (frame->stuck == END_PASS)
        ended_decide(ended, frame->both_stuck, 1 - player);
    else
        ended_decide(ended, frame->stuck, player);
}

ALWAYS_INLINE int ply(const struct flank *f, struct flank_board *board, int player, struct rng *rng, uint32_t bits,
                      enum style style)
{
    if (UNLIKELY(board->empty_count == 0))
        return STUCK;
    uint32_t i = below(rng, bits, (uint32_t)board->empty_count);
    int site = board->empty[i];
    board->empty[i] = board->empty[--board->empty_count];
    return put_stone(f, board, site, player, style);
}

ALWAYS_INLINE struct ended game(const struct flank_run *run, struct flank_board *board, struct rng *rng,
                                enum style style)
{
    struct ended ended = {0};
    int plies = 0, got = ON;
    uint64_t bits = rng_next(rng); /* each number serves for a ply of each player */
    if (run->from->to_move == 1)
        goto second;
    for (;;) {
        if (UNLIKELY(plies >= run->max_plies))
            break;
        got = ply(run->f, board, 0, rng, (uint32_t)(bits >> 32), style);
        if (UNLIKELY(got != ON)) {
            end_game(run->f->frame, 0, got, &ended);
            break;
        }
        plies++;
    second:
        if (UNLIKELY(plies >= run->max_plies))
            break;
        got = ply(run->f, board, 1, rng, (uint32_t)bits, style);
        if (UNLIKELY(got != ON)) {
            end_game(run->f->frame, 1, got, &ended);
            break;
        }
        plies++;
        bits = rng_next(rng);
    }
    ended.plies += plies;
    return ended;
}

ALWAYS_INLINE void copy_board(struct flank_board *board, const struct flank_board *from, enum style style)
{
    board->stones = from->stones;
    for (int player = 0; player < 2; player++)
        memcpy(board->line[player], from->line[player], (style == STYLE_CROSS ? 32 : FLANK_LINES) * sizeof(uint32_t));
    board->empty_count = from->empty_count;
    memcpy(board->empty, from->empty, (size_t)from->empty_count * sizeof board->empty[0]);
}

ALWAYS_INLINE void games(const struct flank_run *run, struct placement_tally *tally, enum style style)
{
    struct flank_board board;
    for (uint64_t i = 0; i < run->count; i++) {
        struct rng seeded;
        rng_seed(&seeded, run->seed + (run->first + i) * RNG_STRIDE);
        struct rng rng = seeded; /* its address stays here, so it can live in registers */
        copy_board(&board, run->from, style);
        struct ended ended = game(run, &board, &rng, style);
        ended_add(tally, &ended);
    }
}

/* ---- a loop for each style, and the same for processors with more instructions ---- */

#define LOOP(name, target, style)                                                                                      \
    static target void name(const struct flank_run *run, struct placement_tally *tally)                                \
    {                                                                                                                  \
        games(run, tally, style);                                                                                      \
    }

LOOP(plain_any, , STYLE_ANY)
LOOP(plain_cross, , STYLE_CROSS)
#ifdef __x86_64__
LOOP(wide_any, __attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt"))), STYLE_ANY)
LOOP(wide_cross, __attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt"))), STYLE_CROSS)
#endif

flank_play_fn *flank_choose(const struct flank *f)
{
    bool cross = style_of(f) == STYLE_CROSS;
#ifdef __x86_64__ /* who has bmi2 has lzcnt, about which not every compiler can ask */
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
        __builtin_cpu_supports("popcnt"))
        return cross ? wide_cross : wide_any;
#endif
    return cross ? plain_cross : plain_any;
}

void flank_play(const struct flank_run *run, struct placement_tally *tally)
{
    run->f->play(run, tally);
}
