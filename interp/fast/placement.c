/* placement.c - is it this shape? Then the tables. */
#include "placement.h"

#include "../engine/geometry.h"
#include "shape.h"

struct maker {
    struct arena *arena;
    struct placement *p;
    const struct rules *rules;
    const struct board *board;
};

/* ---- the turn: choose here in empty, write here, put mine on here ---- */

struct flat { /* the steps of a turn, rules opened */
    const struct step *step[8];
    const struct shape_env *env[8];
    int count;
};

static bool flatten(struct maker *k, const struct step *steps, const struct shape_env *env, struct flat *flat, int depth)
{
    for (const struct step *step = steps; step != NULL; step = step->next) {
        if (step->op == ST_RUN) {
            struct shape_env *inner = ARENA_NEW(k->arena, struct shape_env);
            *inner = (struct shape_env){step->args, step->arg_count, env};
            if (depth > 8 || !flatten(k, step->rule->body, inner, flat, depth + 1))
                return false;
        } else {
            if (flat->count == 8)
                return false;
            flat->step[flat->count] = step;
            flat->env[flat->count++] = env;
        }
    }
    return true;
}

static bool is_choice(const struct expr *e, const struct step *choose)
{
    return e->op == EX_LOCAL && e->index == choose->slot;
}

static void rows_of(const struct board *board, const uint64_t *set, uint32_t *rows)
{
    for (SET_EACH(site, board->words, set))
        rows[board->y[site] + 1] |= 2u << board->x[site];
}

/* `empty`, or `empty` within a constant region. */
static bool find_region(struct maker *k, const struct expr *e, const struct shape_env *env)
{
    struct shape s = shape_of(k->arena, e, env);
    const uint64_t *region[RULES_PLAYER_LIMIT];
    if (s.e->op == EX_EMPTY) {
        rows_of(k->board, k->board->area[AREA_EVERYWHERE], k->p->region);
        return true;
    }
    if (s.e->op != EX_MEET)
        return false;
    const struct expr *a = s.e->a, *b = s.e->b;
    if (!shape_is(k->arena, a, s.env, EX_EMPTY)) {
        a = s.e->b;
        b = s.e->a;
    }
    if (!shape_is(k->arena, a, s.env, EX_EMPTY) || !shape_sites(k->arena, b, s.env, 2, region) || region[0] != region[1])
        return false;
    rows_of(k->board, region[0], k->p->region);
    return true;
}

static bool find_turn(struct maker *k)
{
    struct flat flat = {0};
    const struct rules *rules = k->rules;
    if (rules->turn_count != 1 || rules->turns[0].when != NULL ||
        !flatten(k, rules->turns[0].steps->body, NULL, &flat, 0) || flat.count != 3)
        return false;
    const struct step *choose = flat.step[0], *write = flat.step[1], *put = flat.step[2];
    if (flat.env[0] != flat.env[1] || flat.env[0] != flat.env[2])
        return false;
    return choose->op == ST_CHOOSE && choose->b == NULL && write->op == ST_WRITE && write->arg_count == 1 &&
           is_choice(write->args[0], choose) && put->op == ST_PUT && put->piece == PIECE_MINE &&
           is_choice(put->a, choose) && find_region(k, choose->a, flat.env[0]);
}

/* ---- goals ---- */

static void add_near(const struct board *board, uint64_t dirs, uint32_t *near)
{
    static const int dx[] = {0, 1, 1, 1, 0, -1, -1, -1}, dy[] = {1, 1, 0, -1, -1, -1, 0, 1};
    for (dirs &= board->used; dirs != 0; dirs &= dirs - 1) {
        int d = __builtin_ctzll(dirs), o = (d + 4) % 8; /* a stone is reached from either side: see find_connection */
        near[dy[d] + 1] |= 1u << (dx[d] + 1);
        near[dy[o] + 1] |= 1u << (dx[o] + 1);
    }
}

/* some reach(mine & a, mine, dirs) & b, dirs with their opposites */
static bool find_connection(struct maker *k, struct shape s, struct placement_goal *goal)
{
    const uint64_t *from[RULES_PLAYER_LIMIT], *to[RULES_PLAYER_LIMIT];
    uint64_t dirs;
    if (s.e->op != EX_SOME)
        return false;
    struct shape meet = shape_of(k->arena, s.e->a, s.env);
    if (meet.e->op != EX_MEET)
        return false;
    struct shape reach = shape_of(k->arena, meet.e->a, meet.env);
    const struct expr *far = meet.e->b;
    if (reach.e->op != EX_REACH) {
        reach = shape_of(k->arena, meet.e->b, meet.env);
        far = meet.e->a;
    }
    if (reach.e->op != EX_REACH || !shape_is(k->arena, reach.e->b, reach.env, EX_MINE) ||
        !shape_dirs(k->arena, reach.e->c, reach.env, &dirs) || board_opposites(k->board, dirs) != dirs ||
        !shape_sites(k->arena, far, meet.env, 2, to))
        return false;
    struct shape seed = shape_of(k->arena, reach.e->a, reach.env);
    if (seed.e->op != EX_MEET)
        return false;
    const struct expr *mine = seed.e->a, *side = seed.e->b;
    if (!shape_is(k->arena, mine, seed.env, EX_MINE)) {
        mine = seed.e->b;
        side = seed.e->a;
    }
    if (!shape_is(k->arena, mine, seed.env, EX_MINE) || !shape_sites(k->arena, side, seed.env, 2, from))
        return false;
    goal->connects = true;
    for (int p = 0; p < 2; p++) {
        rows_of(k->board, from[p], goal->from[p]);
        rows_of(k->board, to[p], goal->to[p]);
    }
    add_near(k->board, dirs, goal->near);
    k->p->connection_count++;
    return true;
}

/* some lines(mine, n, dirs) */
static bool find_rows(struct maker *k, struct shape s, struct placement_goal *goal)
{
    static const int dx[] = {0, 1, 1, 1}, dy[] = {1, 1, 0, -1};
    uint64_t dirs;
    int64_t length;
    if (s.e->op != EX_SOME)
        return false;
    struct shape lines = shape_of(k->arena, s.e->a, s.env);
    if (lines.e->op != EX_LINES || !shape_is(k->arena, lines.e->a, lines.env, EX_MINE) ||
        !shape_number(k->arena, lines.e->b, lines.env, &length) || length < 1 || length > BOARD_SIDE_LIMIT ||
        !shape_dirs(k->arena, lines.e->c, lines.env, &dirs))
        return false;
    dirs = (dirs | board_opposites(k->board, dirs)) & k->board->used;
    goal->length = (int)length;
    for (int d = 0; d < 4; d++) {
        if (!(dirs >> d & 1))
            continue;
        goal->axis_x[goal->axis_count] = dx[d];
        goal->axis_y[goal->axis_count++] = dy[d];
    }
    return true;
}

static bool find_goals(struct maker *k)
{
    const struct rules *rules = k->rules;
    for (int i = 0; i < rules->end_count; i++) {
        const struct end *end = &rules->ends[i];
        struct placement_goal *goal = &k->p->goals[k->p->goal_count];
        if (k->p->goal_count == PLACEMENT_GOALS || end->when == NULL ||
            (end->ending != END_WIN && end->ending != END_LOSE && end->ending != END_DRAW))
            return false;
        struct shape s = shape_of(k->arena, end->when, NULL);
        goal->ending = end->ending;
        goal->end = i;
        if (!find_connection(k, s, goal) && !find_rows(k, s, goal))
            return false;
        k->p->goal_count++;
    }
    return true;
}

static bool plain_ending(enum ending ending, bool passes)
{
    return ending == END_WIN || ending == END_LOSE || ending == END_DRAW || (passes && ending == END_PASS);
}

static bool find_stuck(struct maker *k)
{
    const struct rules *rules = k->rules;
    k->p->both_stuck = END_DRAW;
    if (rules->stuck_count < 1 || rules->stucks[0].when != NULL || !plain_ending(rules->stucks[0].ending, true))
        return false;
    k->p->stuck = rules->stucks[0].ending;
    if (rules->both_stuck_count > 0) {
        if (rules->both_stucks[0].when != NULL || !plain_ending(rules->both_stucks[0].ending, false))
            return false;
        k->p->both_stuck = rules->both_stucks[0].ending;
    }
    return rules->score == NULL;
}

/* ---- banned patterns as variants around the placed stone ---- */

enum { SPAN = 2 * PLACEMENT_RADIUS + 1 };

struct variant {
    uint8_t allowed[SPAN * SPAN]; /* codes allowed at (dx, dy), as bits 0 … 3; 0: not asked */
    int count;                    /* instances of it on the board */
};

struct variants {
    struct variant *list;
    int count;
};

/* The bits of codes 0 (empty), 1, 2 (players) for content bits. */
static uint8_t codes_of(unsigned content)
{
    return (uint8_t)((content & CONTENT_EMPTY ? 1 : 0) | (content & CONTENT_PLAYER ? 2 : 0) |
                     (content & CONTENT_PLAYER << 1 ? 4 : 0));
}

/* The instance as seen from its i-th site; false if it reaches too far. */
static bool make_variant(struct maker *k, const struct pattern_instance *instance, int i, struct variant *variant)
{
    int x = k->board->x[instance->demands[i].site], y = k->board->y[instance->demands[i].site];
    *variant = (struct variant){.count = 1};
    for (int j = 0; j < instance->count; j++) {
        int dx = k->board->x[instance->demands[j].site] - x, dy = k->board->y[instance->demands[j].site] - y;
        if (dx < -PLACEMENT_RADIUS || dx > PLACEMENT_RADIUS || dy < -PLACEMENT_RADIUS || dy > PLACEMENT_RADIUS)
            return false;
        if (j != i)
            variant->allowed[(dy + PLACEMENT_RADIUS) * SPAN + dx + PLACEMENT_RADIUS] =
                codes_of(instance->demands[j].allowed);
    }
    return true;
}

static bool add_variant(struct variants *variants, const struct variant *variant)
{
    for (int i = 0; i < variants->count; i++) {
        if (memcmp(variants->list[i].allowed, variant->allowed, sizeof variant->allowed) == 0) {
            variants->list[i].count++;
            return true;
        }
    }
    if (variants->count == PLACEMENT_VARIANTS)
        return false;
    variants->list[variants->count++] = *variant;
    return true;
}

/* A site that may be empty as well in this place makes no new instance when a stone comes. */
static bool completes(const struct pattern_demand *demand, int player)
{
    return (demand->allowed & (CONTENT_PLAYER << player)) && !(demand->allowed & CONTENT_EMPTY);
}

static bool collect_variants(struct maker *k, int player, struct variants *variants)
{
    for (int b = 0; b < k->rules->ban_count; b++) {
        const struct expr *truth = k->rules->bans[b].truth;
        if (truth->op != EX_FORMED)
            return false;
        const struct pattern_view *view = k->rules->patterns[truth->index]->views[player];
        for (int i = 0; i < view->count; i++) {
            const struct pattern_instance *instance = &view->instances[i];
            for (int j = 0; j < instance->count; j++) {
                struct variant variant;
                if (!completes(&instance->demands[j], player))
                    continue;
                if (!make_variant(k, instance, j, &variant) || !add_variant(variants, &variant))
                    return false;
            }
        }
    }
    return true;
}

static bool fits_at(const struct board *board, const struct variant *variant, int site)
{
    for (int i = 0; i < SPAN * SPAN; i++) {
        if (variant->allowed[i] == 0)
            continue;
        int x = board->x[site] + i % SPAN - PLACEMENT_RADIUS, y = board->y[site] + i / SPAN - PLACEMENT_RADIUS;
        if (x < 0 || x >= board->files || y < 0 || y >= board->ranks || board->at[y * board->files + x] < 0)
            return false;
    }
    return true;
}

/* A pattern with `#`, or `*` beyond its stones, does not stand in every place where its stones fit: not this shape. */
static bool stands_everywhere(const struct board *board, const struct variants *variants)
{
    for (int v = 0; v < variants->count; v++) {
        int places = 0;
        for (int site = 0; site < board->sites; site++)
            places += fits_at(board, &variants->list[v], site);
        if (places != variants->list[v].count)
            return false;
    }
    return true;
}

/* ---- tables ---- */

static const uint64_t *make_table(struct maker *k, const struct variants *variants, int row, int first, int width)
{
    uint64_t *table = ARENA_ARRAY(k->arena, uint64_t, 1 << 2 * width);
    for (int content = 0; content < 1 << 2 * width; content++) {
        for (int v = 0; v < variants->count; v++) {
            bool possible = true;
            for (int i = 0; i < width && possible; i++) {
                uint8_t allowed = variants->list[v].allowed[(row + PLACEMENT_RADIUS) * SPAN + first + i];
                possible = allowed == 0 || (allowed >> (content >> 2 * i & 3) & 1);
            }
            table[content] |= (uint64_t)possible << v;
        }
    }
    return table;
}

static bool asks(const struct variants *variants, int row, int column)
{
    for (int v = 0; v < variants->count; v++) {
        if (variants->list[v].allowed[(row + PLACEMENT_RADIUS) * SPAN + column] != 0)
            return true;
    }
    return false;
}

/* Splits each row of the neighbourhood into chunks of at most four sites; the nearest rows first, they decide most. */
static void make_chunks(struct maker *k, const struct variants variants[2])
{
    static const int order[SPAN] = {1, -1, 0, 2, -2, 3, -3};
    for (int o = 0; o < SPAN; o++) {
        int row = order[o];
        for (int first = 0; first < SPAN;) {
            int width = 0;
            if (!asks(&variants[0], row, first) && !asks(&variants[1], row, first)) {
                first++;
                continue;
            }
            for (int i = 0; i < 4 && first + i < SPAN; i++) {
                if (asks(&variants[0], row, first + i) || asks(&variants[1], row, first + i))
                    width = i + 1;
            }
            struct placement_chunk *chunk = &k->p->chunks[k->p->chunk_count++];
            chunk->row = row + PLACEMENT_RADIUS;
            chunk->shift = 2 * first;
            chunk->mask = (1u << 2 * width) - 1;
            for (int player = 0; player < 2; player++)
                chunk->possible[player] = make_table(k, &variants[player], row, first, width);
            first += width;
        }
    }
}

static bool find_bans(struct maker *k)
{
    struct variants variants[2];
    for (int player = 0; player < 2; player++) {
        variants[player] = (struct variants){ARENA_ARRAY(k->arena, struct variant, PLACEMENT_VARIANTS), 0};
        if (!collect_variants(k, player, &variants[player]) || !stands_everywhere(k->board, &variants[player]))
            return false;
        int count = variants[player].count;
        k->p->variants[player] = count == 0 ? 0 : ~(uint64_t)0 >> (64 - count);
    }
    make_chunks(k, variants);
    return true;
}

const struct placement *placement_make(struct arena *arena, const struct rules *rules, const struct layout *layout)
{
    const struct board *board = rules->board;
    struct maker k = {arena, ARENA_NEW(arena, struct placement), rules, board};
    if (board == NULL || board->shape == BOARD_LINES || board->midpoints || rules->player_count != 2 ||
        rules->kind_count > 1 || rules->neutral_count > 0 || rules->state_count > 0 || rules->reads_history)
        return NULL;
    k.p->rules = rules;
    k.p->layout = layout;
    if (!find_turn(&k) || !find_goals(&k) || !find_stuck(&k) || !find_bans(&k))
        return NULL;
    return k.p;
}
