/* eval.c - the meaning of expressions, read off the checked rules one node at a time. */
#include "eval_list.h"
#include "geometry.h"
#include "machine.h"

static const struct board *board_of(const struct machine *m)
{
    return m->rules->board;
}

static uint64_t *slot_of(struct machine *m, int index)
{
    return m->frame + index * m->stride;
}

static const uint64_t *stones_of(const struct machine *m, int player)
{
    return m->now->set + m->layout.stones + player * m->words;
}

void machine_use_steps(struct machine *m, struct span span, int64_t steps)
{
    m->steps -= steps;
    if (m->steps < 0)
        machine_fail(m, span, "this turn looks at more than %d steps and choices, the limit of one turn", LIMIT_STEPS);
}

/* ---- frames and viewpoints ---- */

/* Runs a def in a frame of its own; the caller puts the old frame back through leave_def. */
struct def_call {
    uint64_t *frame, *top;
};

static struct def_call enter_def(struct machine *m, const struct expr *e)
{
    struct def_call call = {m->frame, m->top};
    uint64_t *frame = m->top;
    machine_use_steps(m, e->span, 1);
    if (frame + e->def->slots * m->stride > m->stack + LIMIT_STACK)
        machine_fail(m, e->span, "the rules run too deep here: more than %d words of values", LIMIT_STACK);
    m->top = frame + e->def->slots * m->stride;
    for (int i = 0; i < e->arg_count; i++)
        eval_value(m, e->args[i], frame + i * m->stride);
    m->frame = frame;
    return call;
}

static void leave_def(struct machine *m, struct def_call call)
{
    m->frame = call.frame;
    m->top = call.top;
}

/* The players in whose place `their` looks: all but the viewer. Visit each with m->viewer set. */
#define EACH_OPPONENT(m, viewer_was, p)                                                                                \
    for (int viewer_was = (m)->viewer, p = 0; p < (m)->rules->player_count; p++)                                       \
        if (p != viewer_was)

static void switch_viewer_truths(struct machine *m, const struct expr *e, bool *result)
{
    int was = m->viewer;
    *result = false;
    EACH_OPPONENT(m, viewer, p)
    {
        m->viewer = p;
        if (!*result && eval_truth(m, e->a))
            *result = true;
        m->viewer = viewer;
    }
    m->viewer = was;
}

static int following_viewer(const struct machine *m)
{
    return head_following(m->rules, &m->now->head, m->viewer);
}

static const struct expr *per_player(const struct machine *m, const struct expr *e)
{
    return e->args[m->viewer];
}

/* ---- sites ---- */

static void eval_their_sites(struct machine *m, const struct expr *e, uint64_t *out)
{
    set_clear(m->words, out);
    EACH_OPPONENT(m, viewer, p)
    {
        uint64_t part[BITSET_WORDS];
        m->viewer = p;
        eval_sites(m, e->a, part);
        m->viewer = viewer;
        set_or(m->words, out, out, part);
    }
}

static void eval_theirs(struct machine *m, uint64_t *out)
{
    set_clear(m->words, out);
    for (int p = 0; p < m->rules->player_count; p++) {
        if (p != m->viewer)
            set_or(m->words, out, out, stones_of(m, p));
    }
}

static void eval_changed(struct machine *m, uint64_t *out)
{
    if (m->start != NULL)
        core_difference(m->rules, &m->layout, m->now, m->start, out);
    else
        set_copy(m->words, out, board_of(m)->area[AREA_EVERYWHERE]);
}

static const uint64_t *state_value(const struct machine *m, int state)
{
    int player = m->rules->states[state].per_player ? m->viewer : 0;
    return m->now->set + m->layout.state[state] + player * m->layout.state_size[state];
}

static void eval_algebra(struct machine *m, const struct expr *e, uint64_t *out)
{
    uint64_t b[BITSET_WORDS];
    eval_sites(m, e->a, out);
    eval_sites(m, e->b, b);
    if (e->op == EX_UNION)
        set_or(m->words, out, out, b);
    else if (e->op == EX_MEET)
        set_and(m->words, out, out, b);
    else
        set_minus(m->words, out, out, b);
}

static void eval_geometry(struct machine *m, const struct expr *e, uint64_t *out)
{
    uint64_t a[BITSET_WORDS], within[BITSET_WORDS];
    machine_use_steps(m, e->span, m->words);
    eval_sites(m, e->a, a);
    switch (e->op) {
    case EX_NEXT:
        geometry_next(board_of(m), a, eval_dirs(m, e->b), e->c != NULL ? eval_number(m, e->c) : 1, out);
        break;
    case EX_AHEAD:
        geometry_ahead(board_of(m), a, eval_dirs(m, e->b), eval_number(m, e->c), out);
        break;
    case EX_REACH:
        eval_sites(m, e->b, within);
        geometry_reach(board_of(m), a, within, eval_dirs(m, e->c), out);
        break;
    default:
        geometry_lines(board_of(m), a, eval_number(m, e->b), eval_dirs(m, e->c), out);
        break;
    }
}

static void eval_one(struct machine *m, const struct expr *e, uint64_t *out)
{
    eval_sites(m, e->a, out);
    int first = set_next(m->words, out, 0);
    set_clear(m->words, out);
    if (first >= 0)
        set_add(out, first);
}

static void eval_filter(struct machine *m, const struct expr *e, uint64_t *out)
{
    struct iterator it;
    uint64_t *slot = slot_of(m, e->index);
    struct arena_mark mark = arena_mark(&m->scratch);
    set_clear(m->words, out);
    iterate(m, &it, e->a);
    while (iterate_next(m, &it, slot)) {
        if (e->b == NULL || eval_truth(m, e->b))
            set_or(m->words, out, out, slot);
    }
    arena_release(&m->scratch, mark);
}

static void eval_unite(struct machine *m, const struct expr *e, uint64_t *out)
{
    struct arena_mark mark = arena_mark(&m->scratch);
    struct list *list = eval_list(m, e->a);
    set_clear(m->words, out);
    for (int i = 0; i < list->count; i++)
        set_or(m->words, out, out, list->sets + i * m->words);
    arena_release(&m->scratch, mark);
}

static void eval_found(struct machine *m, const struct expr *e, uint64_t *out)
{
    const struct core *start = m->start;
    m->start = NULL; /* anywhere, not only what the turn formed */
    eval_formed(m, e->index, out);
    m->start = start;
}

void eval_sites(struct machine *m, const struct expr *e, uint64_t *out)
{
    const struct layout *layout = &m->layout;
    switch (e->op) {
    case EX_SITES:
        set_copy(m->words, out, e->sites);
        return;
    case EX_LOCAL:
        set_copy(m->words, out, slot_of(m, e->index));
        return;
    case EX_DEF: {
        struct def_call call = enter_def(m, e);
        eval_sites(m, e->def->value, out);
        leave_def(m, call);
        return;
    }
    case EX_PER_PLAYER:
        eval_sites(m, per_player(m, e), out);
        return;
    case EX_THEIR:
        eval_their_sites(m, e, out);
        return;
    case EX_FOLLOWING: {
        int viewer = m->viewer;
        m->viewer = following_viewer(m);
        eval_sites(m, e->a, out);
        m->viewer = viewer;
        return;
    }
    case EX_EMPTY:
        core_occupied(m->rules, layout, m->now, out);
        set_minus(m->words, out, board_of(m)->area[AREA_EVERYWHERE], out);
        return;
    case EX_OCCUPIED:
        core_occupied(m->rules, layout, m->now, out);
        return;
    case EX_MINE:
        set_copy(m->words, out, stones_of(m, m->viewer));
        return;
    case EX_THEIRS:
        eval_theirs(m, out);
        return;
    case EX_PLAYER:
        set_copy(m->words, out, stones_of(m, e->index));
        return;
    case EX_PIECE_KIND:
        set_copy(m->words, out, m->now->set + layout->kind + e->index * m->words);
        return;
    case EX_NEUTRAL:
        set_copy(m->words, out, m->now->set + layout->neutral + e->index * m->words);
        return;
    case EX_PLACED:
        set_copy(m->words, out, m->now->set + layout->placed);
        return;
    case EX_CAPTURED:
        set_copy(m->words, out, m->now->set + layout->captured);
        return;
    case EX_CHANGED:
        eval_changed(m, out);
        return;
    case EX_LAST_CHANGED:
        set_copy(m->words, out, m->now->set + layout->last_changed);
        return;
    case EX_STATE:
        set_copy(m->words, out, state_value(m, e->index));
        return;
    case EX_FOUND:
        eval_found(m, e, out);
        return;
    case EX_UNION:
    case EX_MEET:
    case EX_MINUS:
        eval_algebra(m, e, out);
        return;
    case EX_NEXT:
    case EX_AHEAD:
    case EX_REACH:
    case EX_LINES:
        eval_geometry(m, e, out);
        return;
    case EX_ONE:
        eval_one(m, e, out);
        return;
    case EX_RANK:
        board_rank(board_of(m), eval_number(m, e->a), out);
        return;
    case EX_FILE:
        board_file(board_of(m), eval_number(m, e->a), out);
        return;
    case EX_UNITE:
        eval_unite(m, e, out);
        return;
    case EX_EACH:
        eval_filter(m, e, out);
        return;
    default:
        machine_fail(m, e->span, "this is no set of sites (operation %d)", (int)e->op);
    }
}

/* ---- directions ---- */

static uint64_t eval_filter_dirs(struct machine *m, const struct expr *e)
{
    struct iterator it;
    uint64_t *slot = slot_of(m, e->index), dirs = 0;
    iterate(m, &it, e->a);
    while (iterate_next(m, &it, slot)) {
        if (e->b == NULL || eval_truth(m, e->b))
            dirs |= slot[0];
    }
    return dirs;
}

static uint64_t eval_dirs_of(struct machine *m, const struct expr *e, int viewer)
{
    int was = m->viewer;
    m->viewer = viewer;
    uint64_t dirs = eval_dirs(m, e);
    m->viewer = was;
    return dirs;
}

uint64_t eval_dirs(struct machine *m, const struct expr *e)
{
    switch (e->op) {
    case EX_DIRS:
        return e->dirs;
    case EX_LOCAL:
        return slot_of(m, e->index)[0];
    case EX_DEF: {
        struct def_call call = enter_def(m, e);
        uint64_t dirs = eval_dirs(m, e->def->value);
        leave_def(m, call);
        return dirs;
    }
    case EX_PER_PLAYER:
        return eval_dirs(m, per_player(m, e));
    case EX_THEIR: {
        uint64_t dirs = 0;
        EACH_OPPONENT(m, viewer, p)
        dirs |= eval_dirs_of(m, e->a, p);
        return dirs;
    }
    case EX_FOLLOWING:
        return eval_dirs_of(m, e->a, following_viewer(m));
    case EX_UNION:
        return eval_dirs(m, e->a) | eval_dirs(m, e->b);
    case EX_MEET:
        return eval_dirs(m, e->a) & eval_dirs(m, e->b);
    case EX_MINUS:
        return eval_dirs(m, e->a) & ~eval_dirs(m, e->b);
    case EX_OPPOSITE:
        return board_opposites(board_of(m), eval_dirs(m, e->a));
    case EX_EACH:
        return eval_filter_dirs(m, e);
    default:
        machine_fail(m, e->span, "this is no set of directions (operation %d)", (int)e->op);
    }
}

/* ---- numbers ---- */

static int64_t eval_arithmetic(struct machine *m, const struct expr *e)
{
    int64_t a = eval_number(m, e->a), b = e->b != NULL ? eval_number(m, e->b) : 0, result;
    bool over;
    if (e->op == EX_ADD)
        over = __builtin_add_overflow(a, b, &result);
    else if (e->op == EX_SUBTRACT)
        over = __builtin_sub_overflow(a, b, &result);
    else if (e->op == EX_TIMES)
        over = __builtin_mul_overflow(a, b, &result);
    else
        over = __builtin_sub_overflow((int64_t)0, a, &result);
    if (over)
        machine_fail(m, e->span, "this number is too large");
    return result;
}

static int64_t eval_count(struct machine *m, const struct expr *e)
{
    uint64_t sites[BITSET_WORDS];
    const struct expr *a = e->a;
    switch (a->kind) {
    case KIND_DIRS:
        return __builtin_popcountll(eval_dirs(m, a));
    case KIND_LIST: {
        struct arena_mark mark = arena_mark(&m->scratch);
        int64_t count = list_count(m, a);
        arena_release(&m->scratch, mark);
        return count;
    }
    case KIND_RANGE: {
        int64_t low = eval_number(m, a->a), high = eval_number(m, a->b);
        return high >= low ? high - low + 1 : 0;
    }
    default:
        eval_sites(m, a, sites);
        return set_count(m->words, sites);
    }
}

static int64_t eval_repetitions(const struct machine *m, bool board_only)
{
    bool again = m->now->head.way & WAY_AGAIN;
    int next = again ? m->mover : head_following(m->rules, &m->now->head, m->mover);
    struct history_key key = history_key(&m->layout, m->now, next);
    int64_t count = 0;
    for (size_t i = 0; m->history != NULL && i < m->history->count; i++) {
        const struct history_key *old = &m->history->keys[i];
        count += old->a == key.a && old->b == key.b && (board_only || old->to_move == key.to_move);
    }
    return count;
}

static int64_t eval_number_of(struct machine *m, const struct expr *e, int viewer)
{
    int was = m->viewer;
    m->viewer = viewer;
    int64_t number = eval_number(m, e);
    m->viewer = was;
    return number;
}

int64_t eval_number(struct machine *m, const struct expr *e)
{
    switch (e->op) {
    case EX_NUMBER:
        return e->number;
    case EX_LOCAL:
        return (int64_t)slot_of(m, e->index)[0];
    case EX_DEF: {
        struct def_call call = enter_def(m, e);
        int64_t number = eval_number(m, e->def->value);
        leave_def(m, call);
        return number;
    }
    case EX_PER_PLAYER:
        return eval_number(m, per_player(m, e));
    case EX_THEIR: /* the checker allows it for two players only */
    case EX_FOLLOWING:
        return eval_number_of(m, e->a, following_viewer(m));
    case EX_PLY:
        return m->now->head.ply;
    case EX_PASSES:
        return m->now->head.passes;
    case EX_REPETITIONS:
        return eval_repetitions(m, false);
    case EX_STATE:
        return (int64_t)state_value(m, e->index)[0];
    case EX_ADD:
    case EX_SUBTRACT:
    case EX_TIMES:
    case EX_NEGATE:
        return eval_arithmetic(m, e);
    case EX_COUNT:
        return eval_count(m, e);
    default:
        machine_fail(m, e->span, "this is no number (operation %d)", (int)e->op);
    }
}

/* ---- truths ---- */

static bool eval_equal(struct machine *m, const struct expr *e)
{
    uint64_t a[BITSET_WORDS], b[BITSET_WORDS];
    switch (e->a->kind) {
    case KIND_NUMBER:
        return eval_number(m, e->a) == eval_number(m, e->b);
    case KIND_TRUTH:
        return eval_truth(m, e->a) == eval_truth(m, e->b);
    case KIND_DIRS:
        return eval_dirs(m, e->a) == eval_dirs(m, e->b);
    default:
        eval_sites(m, e->a, a);
        eval_sites(m, e->b, b);
        return set_equal(m->words, a, b);
    }
}

static bool eval_within(struct machine *m, const struct expr *e)
{
    uint64_t a[BITSET_WORDS], b[BITSET_WORDS];
    if (e->a->kind == KIND_DIRS)
        return (eval_dirs(m, e->a) & ~eval_dirs(m, e->b)) == 0;
    eval_sites(m, e->a, a);
    eval_sites(m, e->b, b);
    return set_within(m->words, a, b);
}

static bool eval_some(struct machine *m, const struct expr *a)
{
    uint64_t sites[BITSET_WORDS];
    if (a->kind == KIND_DIRS)
        return eval_dirs(m, a) != 0;
    if (a->kind == KIND_LIST) {
        struct arena_mark mark = arena_mark(&m->scratch);
        struct list *list = eval_list(m, a);
        bool some = list->count > 0 && set_some(list->count * m->words, list->sets);
        arena_release(&m->scratch, mark);
        return some;
    }
    eval_sites(m, a, sites);
    return set_some(m->words, sites);
}

/* `any` looks for an element with the condition, `every` for one without. */
static bool eval_search(struct machine *m, const struct expr *e, bool wanted)
{
    struct iterator it;
    uint64_t *slot = slot_of(m, e->index);
    struct arena_mark mark = arena_mark(&m->scratch);
    bool found = false;
    iterate(m, &it, e->a);
    while (!found && iterate_next(m, &it, slot))
        found = eval_truth(m, e->b) == wanted;
    arena_release(&m->scratch, mark);
    return found;
}

bool eval_compare(enum expr_op op, int64_t a, int64_t b)
{
    switch (op) {
    case EX_EQ:
        return a == b;
    case EX_NE:
        return a != b;
    case EX_LT:
        return a < b;
    case EX_LE:
        return a <= b;
    case EX_GT:
        return a > b;
    default:
        return a >= b;
    }
}

bool eval_truth(struct machine *m, const struct expr *e)
{
    bool result;
    switch (e->op) {
    case EX_TRUTH:
        return e->number != 0;
    case EX_LOCAL:
        return slot_of(m, e->index)[0] != 0;
    case EX_DEF: {
        struct def_call call = enter_def(m, e);
        result = eval_truth(m, e->def->value);
        leave_def(m, call);
        return result;
    }
    case EX_PER_PLAYER:
        return eval_truth(m, per_player(m, e));
    case EX_THEIR:
        switch_viewer_truths(m, e, &result);
        return result;
    case EX_FOLLOWING: {
        int viewer = m->viewer;
        m->viewer = following_viewer(m);
        result = eval_truth(m, e->a);
        m->viewer = viewer;
        return result;
    }
    case EX_REPEATED:
        return eval_repetitions(m, false) > 0;
    case EX_BOARD_SEEN:
        return eval_repetitions(m, true) > 0;
    case EX_STATE:
        return state_value(m, e->index)[0] != 0;
    case EX_FORMED:
        return eval_formed(m, e->index, NULL);
    case EX_EQ:
        return eval_equal(m, e);
    case EX_NE:
        return !eval_equal(m, e);
    case EX_LT:
    case EX_LE:
    case EX_GT:
    case EX_GE: {
        int64_t left = eval_number(m, e->a);
        return eval_compare(e->op, left, eval_number(m, e->b));
    }
    case EX_IN:
        return eval_within(m, e);
    case EX_SOME:
        return eval_some(m, e->a);
    case EX_NO:
        return !eval_some(m, e->a);
    case EX_NOT:
        return !eval_truth(m, e->a);
    case EX_AND:
        return eval_truth(m, e->a) && eval_truth(m, e->b);
    case EX_OR:
        return eval_truth(m, e->a) || eval_truth(m, e->b);
    case EX_ANY:
        return eval_search(m, e, true);
    case EX_EVERY:
        return !eval_search(m, e, false);
    default:
        machine_fail(m, e->span, "this is no truth value (operation %d)", (int)e->op);
    }
}

/* ---- patterns ---- */

/* As core_piece, in the terms of patterns: a turn asks for it more often than for anything else. */
static unsigned content(const struct machine *m, const struct core *core, int site)
{
    const uint64_t *set = core->set + m->layout.stones;
    for (int p = 0; p < m->rules->player_count; p++, set += m->words) {
        if (set_has(set, site))
            return (unsigned)CONTENT_PLAYER << p;
    }
    set = core->set + m->layout.neutral;
    for (int n = 0; n < m->rules->neutral_count; n++, set += m->words) {
        if (set_has(set, site))
            return CONTENT_NEUTRAL;
    }
    return CONTENT_EMPTY;
}

static bool stands(const struct machine *m, const struct pattern_instance *instance, const struct core *core)
{
    for (int i = 0; i < instance->count; i++) {
        if (!(content(m, core, instance->demands[i].site) & instance->demands[i].allowed))
            return false;
    }
    return true;
}

static void add_demands(const struct pattern_instance *instance, uint64_t *sites)
{
    for (int i = 0; i < instance->count; i++)
        set_add(sites, instance->demands[i].site);
}

bool eval_formed(struct machine *m, int pattern, uint64_t *sites)
{
    const struct pattern_view *view = m->rules->patterns[pattern]->views[m->viewer];
    uint64_t changed[BITSET_WORDS];
    bool formed = false;
    if (sites != NULL)
        set_clear(m->words, sites);
    if (m->start == NULL) { /* nothing stood before: every instance counts */
        for (int i = 0; i < view->count && (!formed || sites != NULL); i++) {
            if (stands(m, &view->instances[i], m->now)) {
                formed = true;
                if (sites != NULL)
                    add_demands(&view->instances[i], sites);
            }
        }
        return formed;
    }
    core_difference(m->rules, &m->layout, m->now, m->start, changed);
    for (SET_EACH(site, m->words, changed)) { /* what was not touched stood already */
        unsigned here = content(m, m->now, site);
        for (int i = view->at_start[site]; i < view->at_start[site + 1]; i++) {
            const struct pattern_instance *instance = &view->instances[view->at[i]];
            if (!(view->allowed[i] & here) || !stands(m, instance, m->now) || stands(m, instance, m->start))
                continue;
            if (sites == NULL)
                return true;
            formed = true;
            add_demands(instance, sites);
        }
    }
    return formed;
}

/* ---- values in slots ---- */

void eval_value(struct machine *m, const struct expr *e, uint64_t *slot)
{
    switch (e->kind) {
    case KIND_SITES:
        eval_sites(m, e, slot);
        return;
    case KIND_DIRS:
        slot[0] = eval_dirs(m, e);
        return;
    case KIND_NUMBER:
        slot[0] = (uint64_t)eval_number(m, e);
        return;
    case KIND_TRUTH:
        slot[0] = eval_truth(m, e);
        return;
    case KIND_LIST: {
        struct list *list = eval_list(m, e);
        memcpy(slot, &list, sizeof list);
        return;
    }
    case KIND_BAD:
    case KIND_RANGE:
    case KIND_PATTERN:
    case KIND_TEXT:
        break;
    }
    machine_fail(m, e->span, "this cannot be kept as a value");
}
