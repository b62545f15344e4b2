/* placement.c - is it this shape? Then the tables. */
#include "placement_play.h"

#include "../engine/geometry.h"
#include "shape.h"

struct maker {
    struct arena *arena;
    struct placement *p;
    const struct rules *rules;
    const struct board *board;
    struct placement_after *after; /* what the turn does then; NULL: nothing */
};

/* ---- the turn: choose here in empty, write here, put mine on here ---- */

struct flat { /* the steps of a turn, rules opened */
    const struct step *step[8];
    const struct shape_env *env[8];
    int count;
};

static bool flatten(struct maker *k, const struct step *steps, const struct shape_env *env, struct flat *flat,
                    int depth)
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
        rows[board->y[site] + PLACEMENT_RADIUS] |= 1u << (board->x[site] + PLACEMENT_RADIUS);
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
    if (!shape_is(k->arena, a, s.env, EX_EMPTY) || !shape_sites(k->arena, b, s.env, 2, region) ||
        region[0] != region[1])
        return false;
    rows_of(k->board, region[0], k->p->region);
    return true;
}

static bool find_turn(struct maker *k)
{
    struct flat flat = {0};
    const struct rules *rules = k->rules;
    if (rules->turn_count != 1 || rules->turns[0].when != NULL ||
        !flatten(k, rules->turns[0].steps->body, NULL, &flat, 0) || flat.count != (k->after != NULL ? 4 : 3))
        return false;
    const struct step *choose = flat.step[0], *write = flat.step[1], *put = flat.step[2];
    if (flat.env[0] != flat.env[1] || flat.env[0] != flat.env[2])
        return false;
    if (k->after != NULL)
        *k->after = (struct placement_after){flat.step[3], choose, flat.env[3], flat.env[0]};
    return choose->op == ST_CHOOSE && choose->b == NULL && write->op == ST_WRITE && write->arg_count == 1 &&
           is_choice(write->args[0], choose) && put->op == ST_PUT && put->piece == PIECE_MINE &&
           is_choice(put->a, choose) && find_region(k, choose->a, flat.env[0]);
}

/* ---- goals ---- */

/* By the axes of lines: the directions N, NE, E and SE, as steps. */
static const int axis_x[PLACEMENT_AXES] = {0, 1, 1, 1}, axis_y[PLACEMENT_AXES] = {1, 1, 0, -1};

/* All sites next to a site, in the rows below, of and above it; every direction has its opposite among them. */
static void set_near(const struct board *board, uint64_t dirs, struct placement_link *link)
{
    for (int d = 0; d < PLACEMENT_AXES; d++) {
        if (!((dirs & board->used) >> d & 1))
            continue;
        link->near[1 + axis_y[d]] |= 1u << (1 + axis_x[d]);
        link->near[1 - axis_y[d]] |= 1u << (1 - axis_x[d]);
    }
    link->mask = link->near[0] | link->near[1] << 3 | link->near[2] << 6;
}

static struct placement_link *add_link(struct maker *k, const uint64_t *const *from, uint64_t dirs)
{
    if (k->p->link_count == PLACEMENT_LINKS)
        return NULL;
    struct placement_link *link = &k->p->links[k->p->link_count++];
    for (int p = 0; p < 2; p++)
        rows_of(k->board, from[p], link->from[p]);
    set_near(k->board, dirs, link);
    return link;
}

/* a & b, where one of them is `op`: the other one into *other. */
static bool meets(struct maker *k, struct shape s, enum expr_op op, struct shape *found, const struct expr **other)
{
    if (s.e->op != EX_MEET)
        return false;
    *found = shape_of(k->arena, s.e->a, s.env);
    *other = s.e->b;
    if (found->e->op != op) {
        *found = shape_of(k->arena, s.e->b, s.env);
        *other = s.e->a;
    }
    return found->e->op == op;
}

/* Directions that lead back as well as there. */
static bool both_ways(struct maker *k, const struct expr *e, const struct shape_env *env, uint64_t *dirs)
{
    return shape_dirs(k->arena, e, env, dirs) && board_opposites(k->board, *dirs) == *dirs;
}

/* some reach(mine & a, mine, dirs) & b */
static bool find_link(struct maker *k, struct shape s, struct placement_goal *goal)
{
    const uint64_t *from[RULES_PLAYER_LIMIT], *to[RULES_PLAYER_LIMIT];
    const struct expr *far, *near;
    struct shape reach, mine;
    uint64_t dirs;
    if (s.e->op != EX_SOME || !meets(k, shape_of(k->arena, s.e->a, s.env), EX_REACH, &reach, &far) ||
        !shape_is(k->arena, reach.e->b, reach.env, EX_MINE) || !both_ways(k, reach.e->c, reach.env, &dirs) ||
        !shape_sites(k->arena, far, shape_of(k->arena, s.e->a, s.env).env, 2, to))
        return false;
    struct shape seed = shape_of(k->arena, reach.e->a, reach.env);
    if (!meets(k, seed, EX_MINE, &mine, &near) || !shape_sites(k->arena, near, seed.env, 2, from))
        return false;
    struct placement_link *link = add_link(k, from, dirs);
    if (link == NULL)
        return false;
    goal->kind = GOAL_LINK;
    goal->first = k->p->link_count - 1;
    goal->count = 1;
    for (int p = 0; p < 2; p++)
        rows_of(k->board, to[p], link->to[p]);
    return true;
}

/* some CHAIN & PLACE, with the slots of the two */
static bool touches_place(struct maker *k, struct shape s, const struct expr *any, const struct expr *every)
{
    struct shape meet = s.e->op == EX_SOME ? shape_of(k->arena, s.e->a, s.env) : s;
    if (meet.e->op != EX_MEET)
        return false;
    const struct expr *a = meet.e->a, *b = meet.e->b;
    return a->op == EX_LOCAL && b->op == EX_LOCAL &&
           ((a->index == any->index && b->index == every->index) ||
            (a->index == every->index && b->index == any->index));
}

/* any chain in groups(mine, dirs) with every place in sides with some chain & place */
static bool find_links(struct maker *k, struct shape s, struct placement_goal *goal)
{
    const struct board *board = k->board;
    uint64_t dirs;
    if (s.e->op != EX_ANY || s.e->b == NULL)
        return false;
    struct shape groups = shape_of(k->arena, s.e->a, s.env), every = shape_of(k->arena, s.e->b, s.env);
    if (groups.e->op != EX_GROUPS || !shape_is(k->arena, groups.e->a, groups.env, EX_MINE) ||
        !both_ways(k, groups.e->b, groups.env, &dirs) || every.e->op != EX_EVERY || every.e->b == NULL ||
        every.env != s.env || !shape_is(k->arena, every.e->a, every.env, EX_SIDES) ||
        !touches_place(k, (struct shape){every.e->b, every.env}, s.e, every.e))
        return false;
    goal->kind = GOAL_LINKS;
    goal->first = k->p->link_count;
    goal->count = board->side_count;
    for (int side = 0; side < board->side_count; side++) {
        const uint64_t *from[2] = {board->side[side], board->side[side]};
        if (add_link(k, from, dirs) == NULL)
            return false;
    }
    return goal->count > 0;
}

/* some lines(mine, n, dirs) */
static bool find_row(struct maker *k, struct shape s, struct placement_goal *goal)
{
    uint64_t dirs;
    int64_t length;
    if (s.e->op != EX_SOME)
        return false;
    struct shape lines = shape_of(k->arena, s.e->a, s.env);
    if (lines.e->op != EX_LINES || !shape_is(k->arena, lines.e->a, lines.env, EX_MINE) ||
        !shape_number(k->arena, lines.e->b, lines.env, &length) || length < 1 || length > BOARD_SIDE_LIMIT ||
        !shape_dirs(k->arena, lines.e->c, lines.env, &dirs))
        return false;
    goal->kind = GOAL_ROW;
    goal->length = (int)length;
    goal->axes = (unsigned)((dirs | board_opposites(k->board, dirs)) & k->board->used & 15);
    return true;
}

/* The line of an axis that a site is on, from 0 in each axis. */
static int line_of(const struct board *board, int axis, int x, int y)
{
    return axis_x[axis] == 0 ? x : axis_y[axis] == 0 ? y : axis_y[axis] > 0 ? board->ranks - 1 + x - y : x + y;
}

static int lines_of(const struct board *board, int axis)
{
    return axis_x[axis] == 0 ? board->files : axis_y[axis] == 0 ? board->ranks : board->files + board->ranks - 1;
}

/* Only the axes that some goal asks about have lines; the others share one on which nothing ever grows. */
static void make_lines(struct maker *k)
{
    struct placement *p = k->p;
    const struct board *board = k->board;
    struct placement_lines *lines = ARENA_ARRAY(k->arena, struct placement_lines, PLACEMENT_SITE + 1);
    int base[PLACEMENT_AXES];
    unsigned axes = 0;
    p->line_count = 1;
    for (int i = 0; i < p->goal_count; i++)
        axes |= p->goals[i].axes;
    for (int a = 0; a < PLACEMENT_AXES; a++) {
        base[a] = p->line_count;
        p->line_count += axes >> a & 1 ? lines_of(board, a) : 0;
    }
    for (int s = 0; s < board->sites; s++) {
        int x = board->x[s], y = board->y[s];
        for (int a = 0; a < PLACEMENT_AXES; a++) {
            if (!(axes >> a & 1))
                continue;
            lines[y << 5 | x].line[a] = (uint8_t)(base[a] + line_of(board, a, x, y));
            lines[y << 5 | x].bit[a] = (uint8_t)(axis_x[a] == 0 ? y : x);
        }
    }
    p->lines = lines;
}

/* A truth that options have decided. */
static bool is_known(struct maker *k, struct shape s, const struct expr *e, bool *truth)
{
    struct shape known = shape_of(k->arena, e, s.env);
    *truth = known.e->number != 0;
    return known.e->op == EX_TRUTH;
}

static bool find_goal(struct maker *k, struct shape s, const struct end *end);

/* a and b, where one of them is known. */
static bool find_condition(struct maker *k, struct shape s, const struct end *end)
{
    const struct expr *other = s.e->b;
    bool truth = false, known = is_known(k, s, s.e->a, &truth);
    if (!known) {
        known = is_known(k, s, s.e->b, &truth);
        other = s.e->a;
    }
    return known && (!truth || find_goal(k, shape_of(k->arena, other, s.env), end));
}

static bool find_goal(struct maker *k, struct shape s, const struct end *end)
{
    struct placement *p = k->p;
    if (s.e->op == EX_TRUTH && s.e->number == 0)
        return true;
    if (s.e->op == EX_AND)
        return find_condition(k, s, end);
    if (s.e->op == EX_OR)
        return find_goal(k, shape_of(k->arena, s.e->a, s.env), end) &&
               find_goal(k, shape_of(k->arena, s.e->b, s.env), end);
    if (p->goal_count == PLACEMENT_GOALS)
        return false;
    struct placement_goal *goal = &p->goals[p->goal_count];
    goal->ending = end->ending;
    goal->end = (int)(end - k->rules->ends);
    if (!find_link(k, s, goal) && !find_links(k, s, goal) && !find_row(k, s, goal))
        return false;
    p->goal_count++;
    return true;
}

static bool find_goals(struct maker *k)
{
    const struct rules *rules = k->rules;
    struct placement *p = k->p;
    for (int i = 0; i < rules->end_count; i++) {
        const struct end *end = &rules->ends[i];
        if (end->when == NULL || (end->ending != END_WIN && end->ending != END_LOSE && end->ending != END_DRAW) ||
            !find_goal(k, shape_of(k->arena, end->when, NULL), end))
            return false;
    }
    for (int i = 0; i < p->goal_count; i++) {
        const struct placement_goal *goal = &p->goals[i];
        if (goal->kind == GOAL_ROW && (p->shortest == 0 || goal->length < p->shortest))
            p->shortest = goal->length;
    }
    if (p->shortest > 0)
        make_lines(k);
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

struct placement *placement_frame(struct arena *arena, const struct rules *rules, const struct layout *layout,
                                  struct placement_after *after)
{
    const struct board *board = rules->board;
    if (board == NULL || board->shape == BOARD_LINES || board->midpoints || rules->player_count != 2 ||
        rules->kind_count > 1 || rules->neutral_count > 0 || rules->state_count > 0 || rules->reads_history)
        return NULL;
    struct maker k = {arena, ARENA_NEW(arena, struct placement), rules, board, after};
    k.p->rules = rules;
    k.p->layout = layout;
    return find_turn(&k) && find_goals(&k) && find_stuck(&k) ? k.p : NULL;
}

const struct placement *placement_make(struct arena *arena, const struct rules *rules, const struct layout *layout)
{
    struct placement *p = placement_frame(arena, rules, layout, NULL);
    if (p == NULL || !placement_bans(arena, p))
        return NULL;
    p->play = placement_choose(p);
    return p;
}
