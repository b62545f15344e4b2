/* march.c - is it this shape? Then the tables. */
#include "march_names.h"

enum { CHOSEN_DIR, CHOSEN_HEAD, CHOSEN_LENGTH, CHOSEN_STEPS, CHOSEN_COUNT, FLAT_LIMIT = 32, RULE_DEPTH = 8 };

enum { SEEN_TIP = 1, SEEN_WAY = 2, SEEN_TEXT = 4, SEEN_TARGET = 8, SEEN_ALL = 15 };

struct maker {
    struct arena *arena;
    struct march *m;
    const struct rules *rules;
    const struct board *board;
    struct march_names names;
    const struct march_bind *chosen[CHOSEN_COUNT];
    int chosen_count;
    unsigned seen; /* SEEN_… */
    bool shifted;
};

struct flat { /* steps, rules opened */
    struct march_bind at[FLAT_LIMIT];
    int count;
};

static bool flatten(struct maker *k, const struct step *steps, const struct shape_env *env, struct flat *flat,
                    int depth)
{
    for (const struct step *step = steps; step != NULL; step = step->next) {
        if (step->op == ST_RUN) {
            struct shape_env *inner = ARENA_NEW(k->arena, struct shape_env);
            *inner = (struct shape_env){step->args, step->arg_count, env};
            if (depth > RULE_DEPTH || !flatten(k, step->rule->body, inner, flat, depth + 1))
                return false;
        } else {
            if (flat->count == FLAT_LIMIT)
                return false;
            flat->at[flat->count++] = (struct march_bind){step, env};
        }
    }
    return true;
}

static struct shape look(struct maker *k, const struct expr *e, const struct shape_env *env)
{
    return march_look(&k->names, e, env);
}

/* ---- what depends on the choices ---- */

static bool is_chosen(struct maker *k, const struct expr *e, const struct shape_env *env, int which)
{
    struct shape s = look(k, e, env);
    return s.e->op == EX_LOCAL && which < k->chosen_count && march_bound(&k->names, s) == k->chosen[which];
}

static bool is_opposite(struct maker *k, const struct expr *e, const struct shape_env *env)
{
    struct shape s = look(k, e, env);
    return s.e->op == EX_OPPOSITE && is_chosen(k, s.e->a, s.env, CHOSEN_DIR);
}

/* a × the chosen number + b; NULL stands for 1. */
static bool linear(struct maker *k, const struct expr *e, const struct shape_env *env, int which,
                   struct march_bound *out)
{
    struct march_bound a, b;
    *out = (struct march_bound){0, 1};
    if (e == NULL)
        return true;
    struct shape s = look(k, e, env);
    if (s.e->op == EX_NUMBER) {
        out->b = (int)s.e->number;
        return s.e->number >= -BOARD_SITE_LIMIT && s.e->number <= BOARD_SITE_LIMIT;
    }
    if (s.e->op == EX_ADD || s.e->op == EX_SUBTRACT) {
        int sign = s.e->op == EX_ADD ? 1 : -1;
        if (--k->names.budget < 0 || !linear(k, s.e->a, s.env, which, &a) || !linear(k, s.e->b, s.env, which, &b))
            return false;
        *out = (struct march_bound){a.a + sign * b.a, a.b + sign * b.b};
        return out->b >= -BOARD_SITE_LIMIT && out->b <= BOARD_SITE_LIMIT;
    }
    *out = (struct march_bound){1, 0};
    return is_chosen(k, s.e, s.env, which);
}

static bool is_linear(struct maker *k, const struct expr *e, const struct shape_env *env, int which, int b)
{
    struct march_bound bound;
    return linear(k, e, env, which, &bound) && bound.a == 1 && bound.b == b;
}

/* next(head, d, s) or ahead(head, d, s - 1): so far along the direction. */
static bool is_forward(struct maker *k, struct shape s, enum expr_op op, int less)
{
    return s.e->op == op && is_chosen(k, s.e->a, s.env, CHOSEN_HEAD) && is_chosen(k, s.e->b, s.env, CHOSEN_DIR) &&
           is_linear(k, s.e->c, s.env, CHOSEN_STEPS, -less);
}

/* next or ahead(head, opposite(d), k - 1). */
static bool is_backward(struct maker *k, struct shape s, enum expr_op op)
{
    return s.e->op == op && is_chosen(k, s.e->a, s.env, CHOSEN_HEAD) && is_opposite(k, s.e->b, s.env) &&
           is_linear(k, s.e->c, s.env, CHOSEN_LENGTH, -1);
}

static bool is_tip(struct maker *k, const struct expr *e, const struct shape_env *env)
{
    return is_forward(k, look(k, e, env), EX_NEXT, 0);
}

/* The marching stones as they stand: head | ahead(head, opposite(d), k - 1). */
static bool is_line(struct maker *k, const struct expr *e, const struct shape_env *env)
{
    struct shape s = look(k, e, env);
    if (s.e->op != EX_UNION)
        return false;
    const struct expr *a = s.e->a, *b = s.e->b;
    return (is_chosen(k, a, s.env, CHOSEN_HEAD) && is_backward(k, look(k, b, s.env), EX_AHEAD)) ||
           (is_chosen(k, b, s.env, CHOSEN_HEAD) && is_backward(k, look(k, a, s.env), EX_AHEAD));
}

/* ---- sets of sites: only where the mover's stones, only where the others, only where nothing stands ---- */

enum owner { OWNER_MOVER, OWNER_OTHER, OWNER_NOBODY };

static bool is_none(const uint64_t *set)
{
    return !set_some(MARCH_WORDS, set);
}

static bool owned_set(struct maker *k, const struct expr *e, const struct shape_env *env, enum owner owner,
                      uint64_t out[2][MARCH_WORDS])
{
    if (e->kind != KIND_SITES)
        return false;
    for (int p = 0; p < 2; p++) {
        struct march_set set;
        int own = owner == OWNER_NOBODY ? 2 : owner == OWNER_MOVER ? p : 1 - p;
        if (!march_set_of(&k->names, look(k, e, env), p, &set))
            return false;
        for (int part = 0; part < 3; part++) {
            if (part != own && !is_none(set.part[part]))
                return false;
        }
        memcpy(out[p], set.part[own], sizeof out[p]);
    }
    return true;
}

static bool is_set(struct maker *k, const struct expr *e, const struct shape_env *env, enum owner owner)
{
    uint64_t set[2][MARCH_WORDS];
    if (!owned_set(k, e, env, owner, set))
        return false;
    for (int p = 0; p < 2; p++) {
        const uint64_t *wanted = owner == OWNER_MOVER ? k->m->side[p].stones : k->m->side[p].prey;
        if (!set_equal(MARCH_WORDS, set[p], wanted))
            return false;
    }
    return true;
}

/* ---- directions ---- */

/* Each step along the direction leads equally far from bit to bit, and back by the opposite one. */
static bool measure(const struct maker *k, int dir, int *delta)
{
    const struct board *board = k->board;
    int back = board_opposite(board, dir);
    *delta = 0;
    if (!(board->used >> back & 1))
        return false;
    for (int s = 0; s < board->sites; s++) {
        int to = board->step[dir * board->sites + s], from = board->step[back * board->sites + s];
        if (from >= 0 && board->step[dir * board->sites + from] != s)
            return false;
        if (to < 0)
            continue;
        int by = k->m->bit[to] - k->m->bit[s];
        if (board->step[back * board->sites + to] != s || by == 0 || by >= 64 || by <= -64 ||
            (*delta != 0 && by != *delta))
            return false;
        *delta = by;
    }
    return true;
}

static bool add_direction(const struct maker *k, struct march_lanes *lanes, int dir)
{
    const struct board *board = k->board;
    int delta, group, lane = 0;
    if (!measure(k, dir, &delta))
        return false;
    if (delta == 0)
        return true; /* it leads nowhere on this board */
    group = delta > 0 ? 0 : 1;
    while (lane < 4 && lanes->delta[4 * group + lane] != 0)
        lane++;
    if (lane == 4)
        return false;
    lanes->delta[4 * group + lane] = delta;
    lanes->distance[group][lane] = (uint64_t)(delta > 0 ? delta : -delta);
    for (int s = 0; s < board->sites; s++) {
        int to = board->step[dir * board->sites + s];
        if (to < 0)
            continue;
        int a = k->m->bit[s], b = k->m->bit[to];
        lanes->depart[group][a >> 6][lane] |= UINT64_C(1) << (a & 63);
        lanes->arrive[group][b >> 6][lane] |= UINT64_C(1) << (b & 63);
    }
    for (int n = 1; n <= MARCH_LONGEST; n++) {
        int last = (n - 1) * (int)lanes->distance[group][lane];
        uint64_t *pattern = lanes->pattern[4 * group + lane];
        pattern[n] = pattern[n - 1] | (last < 64 ? UINT64_C(1) << last : 0);
    }
    return true;
}

/* Two directions must not lead from one site to the same other one: the text of a move names both ends alone. */
static bool lead_apart(const struct board *board, uint64_t dirs)
{
    int x[BOARD_DIR_LIMIT], y[BOARD_DIR_LIMIT], count = 0;
    for (uint64_t rest = dirs; rest != 0; rest &= rest - 1) {
        const int16_t *step = board->step + __builtin_ctzll(rest) * board->sites;
        for (int s = 0; s < board->sites; s++) {
            if (step[s] < 0)
                continue;
            x[count] = board->x[step[s]] - board->x[s];
            y[count++] = board->y[step[s]] - board->y[s];
            break;
        }
    }
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < i; j++) {
            if (x[i] * y[j] == x[j] * y[i] && x[i] * x[j] + y[i] * y[j] > 0)
                return false;
        }
    }
    return true;
}

static bool find_directions(struct maker *k, const struct expr *e, const struct shape_env *env)
{
    struct shape s = look(k, e, env);
    for (int p = 0; p < 2; p++) {
        struct march_lanes *lanes = &k->m->side[p].lanes;
        struct shape own = s.e->op == EX_PER_PLAYER ? look(k, s.e->args[p], s.env) : s;
        if (own.e->op != EX_DIRS)
            return false;
        for (int i = 0; i < 8; i++)
            lanes->distance[i / 4][i % 4] = 1; /* a shift by 64 would have no meaning */
        for (uint64_t rest = own.e->dirs & k->board->used; rest != 0; rest &= rest - 1) {
            if (!add_direction(k, lanes, __builtin_ctzll(rest)))
                return false;
        }
        if (!lead_apart(k->board, own.e->dirs & k->board->used))
            return false;
    }
    return true;
}

/* ---- choices ---- */

/* 1 .. count(reach(head, S, opposite(d))) */
static bool find_length(struct maker *k, const struct expr *e, const struct shape_env *env)
{
    struct shape range = look(k, e, env);
    struct march_bound low;
    if (range.e->op != EX_RANGE || !linear(k, range.e->a, range.env, CHOSEN_COUNT, &low) || low.b != 1)
        return false;
    struct shape count = look(k, range.e->b, range.env);
    if (count.e->op != EX_COUNT)
        return false;
    struct shape reach = look(k, count.e->a, count.env);
    return reach.e->op == EX_REACH && is_chosen(k, reach.e->a, reach.env, CHOSEN_HEAD) &&
           is_set(k, reach.e->b, reach.env, OWNER_MOVER) && is_opposite(k, reach.e->c, reach.env);
}

/* From at least one step, however short the line, to at most its length. */
static bool find_steps(struct maker *k, const struct expr *e, const struct shape_env *env)
{
    struct march_bound *least = &k->m->least, *most = &k->m->most;
    struct shape range = look(k, e, env);
    if (range.e->op != EX_RANGE || !linear(k, range.e->a, range.env, CHOSEN_LENGTH, least) ||
        !linear(k, range.e->b, range.env, CHOSEN_LENGTH, most))
        return false;
    return least->a >= 0 && least->a <= 2 && least->a + least->b >= 1 &&
           ((most->a == 0 && most->b <= 1) || (most->a == 1 && most->b <= 0));
}

static bool find_stones(struct maker *k, const struct expr *e, const struct shape_env *env)
{
    uint64_t set[2][MARCH_WORDS];
    if (!owned_set(k, e, env, OWNER_MOVER, set))
        return false;
    for (int p = 0; p < 2; p++)
        memcpy(k->m->side[p].stones, set[p], sizeof set[p]);
    return true;
}

static bool add_choice(struct maker *k, const struct march_bind *at)
{
    const struct expr *a = at->step->a;
    bool fits = false;
    if (at->step->b != NULL || k->names.bind_count == MARCH_BINDS || k->chosen_count == CHOSEN_COUNT || k->seen != 0)
        return false;
    switch (k->chosen_count) {
    case CHOSEN_DIR:
        fits = a->kind == KIND_DIRS && find_directions(k, a, at->env);
        break;
    case CHOSEN_HEAD:
        fits = find_stones(k, a, at->env);
        break;
    case CHOSEN_LENGTH:
        fits = a->kind == KIND_RANGE && find_length(k, a, at->env);
        break;
    case CHOSEN_STEPS:
        fits = a->kind == KIND_RANGE && find_steps(k, a, at->env);
        break;
    default:
        break;
    }
    struct march_bind *bind = &k->names.binds[k->names.bind_count++];
    *bind = *at;
    k->chosen[k->chosen_count++] = bind;
    return fits;
}

/* ---- requirements and the capture ---- */

/* some tip, or the way is free. */
static bool add_require(struct maker *k, const struct march_bind *at)
{
    struct shape s = look(k, at->step->a, at->env);
    uint64_t set[2][MARCH_WORDS];
    if (k->seen & SEEN_TARGET)
        return false;
    if (s.e->op == EX_SOME && s.e->a->kind == KIND_SITES && is_tip(k, s.e->a, s.env)) {
        k->seen |= SEEN_TIP;
        return true;
    }
    if (s.e->op != EX_IN || s.e->a->kind != KIND_SITES || (k->seen & SEEN_WAY) ||
        !is_forward(k, look(k, s.e->a, s.env), EX_AHEAD, 1) || !owned_set(k, s.e->b, s.env, OWNER_NOBODY, set))
        return false;
    for (int p = 0; p < 2; p++)
        memcpy(k->m->side[p].way, set[p], sizeof set[p]);
    k->seen |= SEEN_WAY;
    return true;
}

static bool add_text(struct maker *k, const struct march_bind *at)
{
    const struct step *step = at->step;
    if ((k->seen & SEEN_TEXT) || step->arg_count != 2 || step->args[0]->op == EX_TEXT || step->args[1]->op == EX_TEXT)
        return false;
    k->seen |= SEEN_TEXT;
    return is_backward(k, look(k, step->args[0], at->env), EX_NEXT) && is_tip(k, step->args[1], at->env);
}

/* The condition: some tip & prey, or tip in prey. */
static bool find_prey(struct maker *k, const struct expr *e, const struct shape_env *env)
{
    struct shape s = look(k, e, env);
    uint64_t set[2][MARCH_WORDS];
    if (s.e->op == EX_SOME && s.e->a->kind == KIND_SITES) {
        s = look(k, s.e->a, s.env);
        if (s.e->op != EX_MEET)
            return false;
    } else if (s.e->op != EX_IN || s.e->a->kind != KIND_SITES) {
        return false;
    }
    const struct expr *tip = s.e->a, *prey = s.e->b;
    if (s.e->op == EX_MEET && !is_tip(k, tip, s.env)) {
        tip = s.e->b;
        prey = s.e->a;
    }
    if (!is_tip(k, tip, s.env) || !owned_set(k, prey, s.env, OWNER_OTHER, set))
        return false;
    for (int p = 0; p < 2; p++)
        memcpy(k->m->side[p].prey, set[p], sizeof set[p]);
    return true;
}

/* reach(tip, prey, d) */
static bool is_prey_run(struct maker *k, const struct expr *e, const struct shape_env *env)
{
    struct shape s = look(k, e, env);
    return s.e->op == EX_REACH && is_tip(k, s.e->a, s.env) && is_set(k, s.e->b, s.env, OWNER_OTHER) &&
           is_chosen(k, s.e->c, s.env, CHOSEN_DIR);
}

/* count(reach(tip, prey, d)) < k, or <= k; or the other way about. */
static bool find_strength(struct maker *k, const struct march_bind *at)
{
    struct shape s = look(k, at->step->a, at->env);
    bool turned = s.e->op == EX_GT || s.e->op == EX_GE;
    if (at->step->op != ST_REQUIRE || (!turned && s.e->op != EX_LT && s.e->op != EX_LE))
        return false;
    const struct expr *count = turned ? s.e->b : s.e->a, *length = turned ? s.e->a : s.e->b;
    struct shape counted = look(k, count, s.env);
    k->m->stronger = s.e->op == EX_LE || s.e->op == EX_GE;
    return counted.e->op == EX_COUNT && is_prey_run(k, counted.e->a, counted.env) &&
           is_linear(k, length, s.env, CHOSEN_LENGTH, 0);
}

static bool find_capture(struct maker *k, const struct march_bind *at)
{
    if (at->step->op != ST_REMOVE)
        return false;
    k->m->takes_run = !is_tip(k, at->step->a, at->env);
    return !k->m->takes_run || is_prey_run(k, at->step->a, at->env);
}

/* if some tip & prey { require …; remove … } else { require tip in empty } */
static bool add_target(struct maker *k, const struct march_bind *at)
{
    struct flat body = {0}, other = {0};
    uint64_t set[2][MARCH_WORDS];
    if (k->chosen_count != CHOSEN_COUNT || !find_prey(k, at->step->a, at->env) ||
        !flatten(k, at->step->body, at->env, &body, 0) || !flatten(k, at->step->other, at->env, &other, 0) ||
        body.count != 2 || other.count != 1 || other.at[0].step->op != ST_REQUIRE || !find_strength(k, &body.at[0]) ||
        !find_capture(k, &body.at[1]))
        return false;
    struct shape s = look(k, other.at[0].step->a, other.at[0].env);
    if (s.e->op != EX_IN || s.e->a->kind != KIND_SITES || !is_tip(k, s.e->a, s.env) ||
        !owned_set(k, s.e->b, s.env, OWNER_NOBODY, set))
        return false;
    for (int p = 0; p < 2; p++)
        memcpy(k->m->side[p].goal, set[p], sizeof set[p]);
    k->seen |= SEEN_TARGET;
    return true;
}

static bool add_shift(struct maker *k, const struct march_bind *at)
{
    const struct step *step = at->step;
    k->shifted = true;
    return k->seen == SEEN_ALL && is_line(k, step->a, at->env) && is_chosen(k, step->b, at->env, CHOSEN_DIR) &&
           is_linear(k, step->c, at->env, CHOSEN_STEPS, 0);
}

/* ---- after the move ---- */

static bool truths(struct maker *k, const struct expr *e, struct march_truth truth[2])
{
    for (int p = 0; p < 2; p++) {
        if (!march_truth_of(&k->names, look(k, e, NULL), p, &truth[p]))
            return false;
    }
    return true;
}

static bool add_check(struct maker *k, const struct step *step, const struct march_check *guard)
{
    if (step->op != ST_REQUIRE || k->m->check_count == MARCH_CHECKS)
        return false;
    struct march_check *check = &k->m->checks[k->m->check_count++];
    *check = *guard;
    k->names.closed = true;
    bool fits = truths(k, step->a, check->truth);
    k->names.closed = false;
    return fits;
}

/* require …, or if FLAG { require … }, where FLAG was kept before the move. In the turn itself: what a rule was given
 * was seen before the move too. */
static bool add_checks(struct maker *k, const struct march_bind *at)
{
    struct march_check guard = {0};
    const struct step *step = at->step;
    if (at->env != NULL)
        return false;
    if (step->op == ST_REQUIRE)
        return add_check(k, step, &guard);
    const struct march_bind *flag =
        step->op == ST_IF && step->a->op == EX_LOCAL ? march_bound(&k->names, (struct shape){step->a, NULL}) : NULL;
    if (flag == NULL || flag->step->op != ST_LET || step->other != NULL || !truths(k, step->a, guard.guard))
        return false;
    for (const struct step *inner = step->body; inner != NULL; inner = inner->next) {
        if (!add_check(k, inner, &guard))
            return false;
    }
    return true;
}

/* ---- the turn ---- */

/* What is kept in a slot may be used or not, but to find it must not break down. */
static bool add_let(struct maker *k, const struct march_bind *at)
{
    struct shape s = look(k, at->step->a, at->env);
    bool fits = s.e->kind == KIND_TRUTH || s.e->op == EX_DIRS || s.e->op == EX_NUMBER;
    if (k->names.bind_count == MARCH_BINDS || (k->seen & SEEN_TARGET))
        return false;
    for (int p = 0; p < 2 && s.e->kind == KIND_TRUTH; p++) {
        struct march_truth truth;
        fits = fits && march_truth_of(&k->names, s, p, &truth);
    }
    if (s.e->kind == KIND_SITES) {
        struct march_set set;
        fits = is_forward(k, s, EX_NEXT, 0) || is_backward(k, s, EX_NEXT) || is_line(k, s.e, s.env) ||
               (march_set_of(&k->names, s, 0, &set) && march_set_of(&k->names, s, 1, &set));
    }
    k->names.binds[k->names.bind_count++] = *at;
    return fits;
}

static bool add_step(struct maker *k, const struct march_bind *at)
{
    if (k->shifted)
        return add_checks(k, at);
    switch (at->step->op) {
    case ST_LET:
        return add_let(k, at);
    case ST_CHOOSE:
        return add_choice(k, at);
    case ST_REQUIRE:
        return add_require(k, at);
    case ST_WRITE:
        return add_text(k, at);
    case ST_IF:
        return !(k->seen & SEEN_TARGET) && add_target(k, at);
    case ST_SHIFT:
        return add_shift(k, at);
    default:
        return false;
    }
}

static bool find_turn(struct maker *k)
{
    struct flat flat = {0};
    const struct rules *rules = k->rules;
    if (rules->turn_count != 1 || rules->turns[0].when != NULL ||
        !flatten(k, rules->turns[0].steps->body, NULL, &flat, 0))
        return false;
    for (int i = 0; i < flat.count; i++) {
        if (!add_step(k, &flat.at[i]))
            return false;
    }
    return k->shifted;
}

static bool find_ends(struct maker *k, const struct end *ends, int count, struct march_end *out, int *out_count)
{
    k->names.closed = true;
    k->names.bind_count = 0;
    if (count > MARCH_ENDS)
        return false;
    for (int i = 0; i < count; i++) {
        out[i].ending = ends[i].ending;
        if ((ends[i].ending != END_WIN && ends[i].ending != END_LOSE && ends[i].ending != END_DRAW) ||
            (ends[i].when != NULL && !truths(k, ends[i].when, out[i].when)))
            return false;
    }
    *out_count = count;
    return true;
}

static bool lay_out(struct maker *k)
{
    const struct board *board = k->board;
    uint16_t *bit = ARENA_ARRAY(k->arena, uint16_t, board->sites);
    k->m->words = (board->files * board->ranks + 63) / 64;
    k->m->bit = bit;
    if (k->m->words > MARCH_WORDS || board->files > MARCH_LONGEST || board->ranks > MARCH_LONGEST)
        return false;
    for (int s = 0; s < board->sites; s++) {
        bit[s] = (uint16_t)(board->y[s] * board->files + board->x[s]);
        set_add(k->m->all, bit[s]);
    }
    return true;
}

const struct march *march_make(struct arena *arena, const struct rules *rules, const struct layout *layout)
{
    const struct board *board = rules->board;
    if (board == NULL || board->shape == BOARD_LINES || rules->player_count != 2 || rules->kind_count > 0 ||
        rules->neutral_count > 0 || rules->state_count > 0 || rules->reads_history || rules->swap_ply != 0 ||
        rules->ban_count > 0 || rules->score != NULL || rules->moves_mode == MOVES_BY_RESULT)
        return NULL;
    struct maker k = {.arena = arena, .m = ARENA_NEW(arena, struct march), .rules = rules, .board = board};
    k.names = (struct march_names){.arena = arena, .march = k.m, .board = board, .budget = MARCH_BUDGET};
    k.m->rules = rules;
    k.m->layout = layout;
    if (!lay_out(&k) || !find_turn(&k) || !find_ends(&k, rules->ends, rules->end_count, k.m->ends, &k.m->end_count) ||
        !find_ends(&k, rules->stucks, rules->stuck_count, k.m->stucks, &k.m->stuck_count))
        return NULL;
    k.m->calls = march_choose(k.m->words);
    return k.m;
}

bool march_begin(const struct march *m, const struct core *core, struct march_board *board)
{
    memset(board, 0, sizeof *board);
    for (int p = 0; p < 2; p++) {
        for (SET_EACH(site, m->layout->words, core->set + m->layout->stones + p * m->layout->words))
            set_add(board->stones[p], m->bit[site]);
    }
    board->to_move = core->head.to_move;
    return core->head.result == RESULT_NONE && core->head.out == 0;
}
