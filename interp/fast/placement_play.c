/* placement_play.c - boards of the placement shape, and random games: a loop for each combination of what rules have.
 */
#include "placement_play.h"

#include <stddef.h>

#include "ended.h"
#include "placement_put.h"

enum { MISSES = 32 }; /* draws of an illegal site before the legal ones are listed */

/* ---- boards ---- */

static enum legality legality_of(const struct placement *p)
{
    return p->far[0] != NULL ? LEGAL_FAR : p->near[0] != NULL ? LEGAL_NEAR : LEGAL_ALL;
}

bool placement_legal(const struct placement *p, const struct placement_board *board, int site)
{
    return is_legal(p, board->stones, site, board->to_move, legality_of(p));
}

int placement_count_legal(const struct placement *p, const struct placement_board *board, int player)
{
    enum legality legality = legality_of(p);
    int count = 0;
    if (legality == LEGAL_ALL)
        return board->empty_count;
    for (int i = 0; i < board->empty_count; i++)
        count += is_legal(p, board->stones, board->empty[i], player, legality);
    return count;
}

/* The longest run through the site along one of the axes is long enough. */
static bool in_row(const struct placement *p, const struct placement_goal *goal, const struct placement_board *board,
                   int site, int player)
{
    const struct placement_lines *lines = &p->lines[site & PLACEMENT_SITE];
    for (int a = 0; a < PLACEMENT_AXES; a++) {
        uint32_t line = half(board->line[lines->line[a]], player);
        int low = lines->bit[a], high = low;
        if (!(goal->axes >> a & 1))
            continue;
        while (low > 0 && (line >> (low - 1) & 1))
            low--;
        while (line >> (high + 1) & 1) /* a line has fewer than 31 sites */
            high++;
        if (high - low + 1 >= goal->length)
            return true;
    }
    return false;
}

int placement_judge(const struct placement *p, const struct placement_board *board, int site, int player,
                    unsigned arrived, unsigned joined, bool row)
{
    for (int i = 0; i < p->goal_count; i++) {
        const struct placement_goal *goal = &p->goals[i];
        unsigned links = ((1u << goal->count) - 1) << goal->first;
        if (goal->kind == GOAL_LINK    ? (arrived >> goal->first & 1) != 0
            : goal->kind == GOAL_LINKS ? (joined & links) == links
                                       : row && in_row(p, goal, board, site, player))
            return i;
    }
    return -1;
}

static int put_stone(const struct placement *p, struct placement_board *board, int site, int player)
{
    return put(p, board, site, player, LEGAL_NEAR, GOALS_ANY);
}

int placement_put(const struct placement *p, struct placement_board *board, int site)
{
    int goal = put_stone(p, board, site, board->to_move);
    for (int i = 0; i < board->empty_count; i++) {
        if ((board->empty[i] & PLACEMENT_SITE) == (site & PLACEMENT_SITE))
            board->empty[i--] = board->empty[--board->empty_count];
    }
    board->to_move = 1 - board->to_move;
    return goal;
}

static uint16_t listed(const struct placement *p, int x, int y)
{
    int site = y << 5 | x;
    for (int player = 0; player < 2; player++) {
        if (p->links[0].from[player][y + PLACEMENT_RADIUS] >> (x + PLACEMENT_RADIUS) & 1)
            site |= PLACEMENT_BEGINS << player;
    }
    return (uint16_t)site;
}

static void clear_board(const struct board *b, struct placement_board *board)
{
    memset(board, 0, sizeof *board);
    memset(board->stones, 0xFF, sizeof board->stones);
    for (int s = 0; s < b->sites; s++)
        board->stones[b->y[s] + PLACEMENT_RADIUS] &= ~(UINT64_C(0x100000001) << (b->x[s] + PLACEMENT_RADIUS));
}

bool placement_begin(const struct placement *p, const struct core *core, struct placement_board *board)
{
    const struct board *b = p->rules->board;
    bool reached = core->head.result != RESULT_NONE;
    clear_board(b, board);
    for (int s = 0; s < b->sites; s++) {
        int x = b->x[s], y = b->y[s], piece = core_piece(p->rules, p->layout, core, s);
        if (piece == -1) {
            if (p->region[y + PLACEMENT_RADIUS] >> (x + PLACEMENT_RADIUS) & 1)
                board->empty[board->empty_count++] = listed(p, x, y);
        } else {
            reached |= put_stone(p, board, y << 5 | x, piece) >= 0;
        }
    }
    board->to_move = core->head.to_move;
    return !reached;
}

/* ---- random games ---- */

enum { ON = -1, STUCK = -2 }; /* else the number of the goal that was reached */

ALWAYS_INLINE uint32_t bits_of(struct rng *rng)
{
    return (uint32_t)(rng_next(rng) >> 32);
}

/* The places in the list of empty sites where the player may put a stone. */
static __attribute__((noinline)) uint32_t list_legal(const struct placement *p, const struct placement_board *board,
                                                     int player, uint16_t *legal)
{
    enum legality legality = legality_of(p);
    uint32_t count = 0;
    for (int i = 0; i < board->empty_count; i++) {
        if (is_legal(p, board->stones, board->empty[i], player, legality))
            legal[count++] = (uint16_t)i;
    }
    return count;
}

/* The place in the list of a uniformly drawn legal site, or STUCK: what is illegal is drawn again. bits: for the first.
 */
ALWAYS_INLINE int draw(const struct placement *p, const struct placement_board *board, int player, struct rng *rng,
                       uint32_t bits, enum legality legality)
{
    uint16_t legal[BOARD_SITE_LIMIT];
    if (UNLIKELY(board->empty_count == 0))
        return STUCK;
    for (int misses = 0; misses < MISSES; misses++) {
        int i = (int)below(rng, bits, (uint32_t)board->empty_count);
        if (LIKELY(is_legal(p, board->stones, board->empty[i], player, legality)))
            return i;
        bits = bits_of(rng);
    }
    uint32_t count = list_legal(p, board, player, legal);
    return count == 0 ? STUCK : legal[below(rng, bits, count)];
}

ALWAYS_INLINE int ply(const struct placement *p, struct placement_board *board, int player, struct rng *rng,
                      uint32_t bits, enum legality legality, enum goals goals)
{
    int i = draw(p, board, player, rng, bits, legality);
    if (UNLIKELY(i == STUCK))
        return STUCK;
    int site = board->empty[i];
    board->empty[i] = board->empty[--board->empty_count];
    return put(p, board, site, player, legality, goals);
}

/* What comes of a ply that was no ordinary one. False: the game is over. */
static __attribute__((noinline)) bool goes_on(const struct placement *p, const struct placement_board *board,
                                              int player, int got, struct ended *ended)
{
    if (got != STUCK) {
        ended_decide(ended, p->goals[got].ending, player);
        ended->plies++;
        return false;
    }
    ended->stuck = true;
    if (p->stuck != END_PASS) {
        ended_decide(ended, p->stuck, player);
        return false;
    }
    if (placement_count_legal(p, board, 1 - player) == 0) {
        ended_decide(ended, p->both_stuck, 1 - player);
        return false;
    }
    return true; /* a pass */
}

ALWAYS_INLINE struct ended game(const struct placement_run *run, struct placement_board *board, struct rng *rng,
                                enum legality legality, enum goals goals)
{
    struct ended ended = {0};
    const struct placement *p = run->p;
    int plies = 0, got;
    uint64_t bits = rng_next(rng); /* for a ply of each player */
    if (run->from->to_move == 1)
        goto second;
    for (;;) {
        if (UNLIKELY(plies >= run->max_plies))
            break;
        got = ply(p, board, 0, rng, (uint32_t)(bits >> 32), legality, goals);
        if (UNLIKELY(got != ON) && !goes_on(p, board, 0, got, &ended))
            break;
        plies++;
    second:
        if (UNLIKELY(plies >= run->max_plies))
            break;
        got = ply(p, board, 1, rng, (uint32_t)bits, legality, goals);
        if (UNLIKELY(got != ON) && !goes_on(p, board, 1, got, &ended))
            break;
        plies++;
        bits = rng_next(rng);
    }
    ended.plies += plies;
    return ended;
}

/* What the game will read of the board that it begins with. */
ALWAYS_INLINE void copy_board(const struct placement *p, struct placement_board *board,
                              const struct placement_board *from, enum goals goals)
{
    memcpy(board->stones, from->stones, sizeof board->stones);
    if (goals == GOALS_LINK8 || goals == GOALS_LINK)
        memcpy(board->link, from->link, sizeof board->link[0]);
    if (goals == GOALS_ANY)
        memcpy(board->link, from->link, (size_t)p->link_count * sizeof board->link[0]);
    if (goals == GOALS_ROWS || goals == GOALS_ANY)
        memcpy(board->line, from->line, (size_t)p->line_count * sizeof board->line[0]);
    board->empty_count = from->empty_count;
    memcpy(board->empty, from->empty, (size_t)from->empty_count * sizeof board->empty[0]);
}

ALWAYS_INLINE void games(const struct placement_run *run, struct placement_tally *tally, enum legality legality,
                         enum goals goals)
{
    struct placement_board board;
    for (uint64_t i = 0; i < run->count; i++) {
        struct rng seeded;
        rng_seed(&seeded, run->seed + (run->first + i) * RNG_STRIDE);
        struct rng rng = seeded; /* its address stays here, so it can live in registers */
        copy_board(run->p, &board, run->from, goals);
        struct ended ended = game(run, &board, &rng, legality, goals);
        ended_add(tally, &ended);
    }
}

/* ---- one loop for each combination, and the same for processors with more instructions ---- */

#define LOOP(name, target, legality, goals)                                                                            \
    static target void name(const struct placement_run *run, struct placement_tally *tally)                            \
    {                                                                                                                  \
        games(run, tally, legality, goals);                                                                            \
    }
#define LOOPS(prefix, target)                                                                                          \
    LOOP(prefix##_all_link8, target, LEGAL_ALL, GOALS_LINK8)                                                           \
    LOOP(prefix##_all_link, target, LEGAL_ALL, GOALS_LINK)                                                             \
    LOOP(prefix##_all_rows, target, LEGAL_ALL, GOALS_ROWS)                                                             \
    LOOP(prefix##_all_any, target, LEGAL_ALL, GOALS_ANY)                                                               \
    LOOP(prefix##_near_link8, target, LEGAL_NEAR, GOALS_LINK8)                                                         \
    LOOP(prefix##_near_link, target, LEGAL_NEAR, GOALS_LINK)                                                           \
    LOOP(prefix##_near_any, target, LEGAL_NEAR, GOALS_ANY)                                                             \
    LOOP(prefix##_far_link8, target, LEGAL_FAR, GOALS_LINK8)                                                           \
    LOOP(prefix##_far_link, target, LEGAL_FAR, GOALS_LINK)                                                             \
    LOOP(prefix##_far_any, target, LEGAL_FAR, GOALS_ANY)                                                               \
    static placement_play_fn *const prefix##_loops[3][4] = {                                                           \
        {prefix##_all_link8, prefix##_all_link, prefix##_all_rows, prefix##_all_any},                                  \
        {prefix##_near_link8, prefix##_near_link, prefix##_near_any, prefix##_near_any},                               \
        {prefix##_far_link8, prefix##_far_link, prefix##_far_any, prefix##_far_any},                                   \
    };

LOOPS(plain, )
#ifdef __x86_64__
LOOPS(wide, __attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt"))))
#endif

static enum goals goals_of(const struct placement *p)
{
    bool rows = p->goal_count > 0;
    for (int i = 0; i < p->goal_count; i++)
        rows &= p->goals[i].kind == GOAL_ROW;
    if (p->goal_count == 1 && p->goals[0].kind == GOAL_LINK)
        return p->links[0].mask == 0757 ? GOALS_LINK8 : GOALS_LINK;
    return rows ? GOALS_ROWS : GOALS_ANY;
}

placement_play_fn *placement_choose(const struct placement *p)
{
    enum legality legality = legality_of(p);
    enum goals goals = goals_of(p);
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
        __builtin_cpu_supports("popcnt"))
        return wide_loops[legality][goals];
#endif
    return plain_loops[legality][goals];
}

void placement_play(const struct placement_run *run, struct placement_tally *tally)
{
    run->p->play(run, tally);
}
