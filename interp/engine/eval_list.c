#include "eval_list.h"

#include "geometry.h"

static const struct board *board_of(const struct machine *m)
{
    return m->rules->board;
}

/* ---- building lists ---- */

static struct list *list_new(struct machine *m)
{
    return ARENA_NEW(&m->scratch, struct list);
}

static void list_push(struct machine *m, struct list *list, const uint64_t *set)
{
    if (list->count == list->room) {
        list->room = list->room == 0 ? 8 : list->room * 2;
        uint64_t *sets = arena_raw(&m->scratch, (size_t)list->room * (size_t)m->words * sizeof *sets);
        if (list->count > 0)
            memcpy(sets, list->sets, (size_t)list->count * (size_t)m->words * sizeof *sets);
        list->sets = sets;
    }
    set_copy(m->words, list->sets + list->count * m->words, set);
    list->count++;
}

/* Equal elements count once. */
static void list_add(struct machine *m, struct list *list, const uint64_t *set)
{
    for (int i = 0; i < list->count; i++) {
        if (set_equal(m->words, list->sets + i * m->words, set))
            return;
    }
    list_push(m, list, set);
}

static struct list *list_groups(struct machine *m, const struct expr *e)
{
    struct list *list = list_new(m);
    uint64_t in[BITSET_WORDS], group[BITSET_WORDS], seed[BITSET_WORDS];
    eval_sites(m, e->a, in);
    uint64_t dirs = eval_dirs(m, e->b);
    dirs |= board_opposites(board_of(m), dirs); /* connected, whichever way the steps go */
    for (int site = set_next(m->words, in, 0); site >= 0; site = set_next(m->words, in, site)) {
        set_clear(m->words, seed);
        set_add(seed, site);
        geometry_reach(board_of(m), seed, in, dirs, group);
        set_minus(m->words, in, in, group);
        list_push(m, list, group);
    }
    return list;
}

static struct list *list_rays(struct machine *m, const struct expr *e)
{
    struct list *list = list_new(m);
    uint64_t from[BITSET_WORDS], in[BITSET_WORDS], ray[BITSET_WORDS];
    eval_sites(m, e->a, from);
    eval_sites(m, e->b, in);
    for (uint64_t dirs = eval_dirs(m, e->c) & board_of(m)->used; dirs != 0; dirs &= dirs - 1) {
        geometry_reach(board_of(m), from, in, dirs & -dirs, ray);
        set_minus(m->words, ray, ray, from);
        list_add(m, list, ray);
    }
    return list;
}

static struct list *list_sides(struct machine *m)
{
    struct list *list = list_new(m);
    for (int i = 0; i < board_of(m)->side_count; i++)
        list_add(m, list, board_of(m)->side[i]);
    return list;
}

/* All that an iteration gives: for filters, subsets and single sites. */
static struct list *list_collect(struct machine *m, const struct expr *from, const struct expr *filter)
{
    struct list *list = list_new(m);
    struct iterator it;
    uint64_t here[BITSET_WORDS < 2 ? 2 : BITSET_WORDS],
        *slot = filter != NULL ? m->frame + filter->index * m->stride : here;
    iterate(m, &it, from);
    while (iterate_next(m, &it, slot)) {
        if (filter != NULL && filter->b != NULL && !eval_truth(m, filter->b))
            continue;
        if (list->count == LIMIT_LIST)
            machine_fail(m, from->span, "this list has more than %d elements, the limit of a list", LIMIT_LIST);
        list_push(m, list, slot);
    }
    return list;
}

static struct list *list_of_opponents(struct machine *m, const struct expr *e)
{
    struct list *list = list_new(m);
    int viewer = m->viewer;
    for (int p = 0; p < m->rules->player_count; p++) {
        if (p == viewer)
            continue;
        m->viewer = p;
        struct list *part = eval_list(m, e->a);
        m->viewer = viewer;
        for (int i = 0; i < part->count; i++)
            list_add(m, list, part->sets + i * m->words);
    }
    return list;
}

static struct list *list_of_def(struct machine *m, const struct expr *e)
{
    uint64_t *frame = m->frame, *top = m->top, *fresh = m->top;
    machine_use_steps(m, e->span, 1);
    if (fresh + e->def->slots * m->stride > m->stack + LIMIT_STACK)
        machine_fail(m, e->span, "the rules run too deep here: more than %d words of values", LIMIT_STACK);
    m->top = fresh + e->def->slots * m->stride;
    for (int i = 0; i < e->arg_count; i++)
        eval_value(m, e->args[i], fresh + i * m->stride);
    m->frame = fresh;
    struct list *list = eval_list(m, e->def->value);
    m->frame = frame;
    m->top = top;
    return list;
}

struct list *eval_list(struct machine *m, const struct expr *e)
{
    struct list *list;
    int viewer = m->viewer;
    switch (e->op) {
    case EX_LOCAL:
        memcpy(&list, m->frame + e->index * m->stride, sizeof list);
        return list;
    case EX_DEF:
        return list_of_def(m, e);
    case EX_PER_PLAYER:
        return eval_list(m, e->args[m->viewer]);
    case EX_THEIR:
        return list_of_opponents(m, e);
    case EX_FOLLOWING:
        m->viewer = head_following(m->rules, &m->now->head, viewer);
        list = eval_list(m, e->a);
        m->viewer = viewer;
        return list;
    case EX_SIDES:
        return list_sides(m);
    case EX_GROUPS:
        return list_groups(m, e);
    case EX_RAYS:
        return list_rays(m, e);
    case EX_SUBSETS:
        return list_collect(m, e, NULL);
    case EX_EACH:
        return list_collect(m, e->a, e);
    default:
        if (e->kind == KIND_SITES)
            return list_collect(m, e, NULL);
        machine_fail(m, e->span, "this is no list (operation %d)", (int)e->op);
    }
}

int64_t list_binomial(int64_t n, int64_t k, int64_t limit)
{
    int64_t c = 1;
    if (k < 0 || k > n)
        return 0;
    for (int64_t i = 1; i <= k; i++) {
        if (__builtin_mul_overflow(c, n - k + i, &c))
            return limit;
        c /= i;
    }
    return c;
}

int64_t list_count(struct machine *m, const struct expr *e)
{
    if (e->op == EX_SUBSETS) {
        uint64_t of[BITSET_WORDS];
        eval_sites(m, e->a, of);
        return list_binomial(set_count(m->words, of), eval_number(m, e->b), INT64_MAX);
    }
    return eval_list(m, e)->count;
}

/* ---- going through ---- */

static void iterate_subsets(struct machine *m, struct iterator *it, const struct expr *e)
{
    uint64_t of[BITSET_WORDS];
    eval_sites(m, e->a, of);
    int64_t size = eval_number(m, e->b);
    it->member_count = 0;
    it->members = ARENA_ARRAY(&m->scratch, int, set_count(m->words, of) + 1);
    for (SET_EACH(site, m->words, of))
        it->members[it->member_count++] = site;
    it->subset_state = size < 0 || size > it->member_count ? -1 : 0;
    it->subset_size = it->subset_state < 0 ? 0 : (int)size;
    it->subset = ARENA_ARRAY(&m->scratch, int, it->subset_size + 1);
    for (int i = 0; i < it->subset_size; i++)
        it->subset[i] = i;
}

void iterate(struct machine *m, struct iterator *it, const struct expr *e)
{
    it->expr = e;
    it->kind = e->kind;
    switch (e->kind) {
    case KIND_SITES:
        eval_sites(m, e, it->set);
        it->at = 0;
        return;
    case KIND_DIRS:
        it->dirs = eval_dirs(m, e);
        return;
    case KIND_RANGE:
        it->at = eval_number(m, e->a);
        it->end = eval_number(m, e->b);
        return;
    case KIND_LIST:
        if (e->op == EX_SUBSETS) {
            iterate_subsets(m, it, e);
            return;
        }
        it->subset = NULL;
        it->list = eval_list(m, e);
        it->at = 0;
        return;
    case KIND_BAD:
    case KIND_NUMBER:
    case KIND_TRUTH:
    case KIND_PATTERN:
    case KIND_TEXT:
        break;
    }
    machine_fail(m, e->span, "there is nothing to go through here");
}

/* The next combination in lexicographic order of indexes. */
static bool next_subset(struct machine *m, struct iterator *it, uint64_t *slot)
{
    if (it->subset_state < 0)
        return false;
    machine_use_steps(m, it->expr->span, m->words + it->subset_size / 8);
    set_clear(m->words, slot);
    for (int i = 0; i < it->subset_size; i++)
        set_add(slot, it->members[it->subset[i]]);
    int i = it->subset_size - 1;
    while (i >= 0 && it->subset[i] == it->member_count - it->subset_size + i)
        i--;
    if (i < 0) {
        it->subset_state = -1;
        return true;
    }
    it->subset[i]++;
    for (int j = i + 1; j < it->subset_size; j++)
        it->subset[j] = it->subset[j - 1] + 1;
    return true;
}

bool iterate_next(struct machine *m, struct iterator *it, uint64_t *slot)
{
    machine_use_steps(m, it->expr->span, 1);
    switch (it->kind) {
    case KIND_SITES: {
        int site = set_next(m->words, it->set, (int)it->at);
        if (site < 0)
            return false;
        it->at = site + 1;
        set_clear(m->words, slot);
        set_add(slot, site);
        return true;
    }
    case KIND_DIRS:
        slot[0] = it->dirs & -it->dirs;
        it->dirs &= it->dirs - 1;
        return slot[0] != 0;
    case KIND_RANGE:
        if (it->at > it->end)
            return false;
        slot[0] = (uint64_t)it->at++;
        return true;
    default:
        if (it->expr->op == EX_SUBSETS)
            return next_subset(m, it, slot);
        if (it->at >= it->list->count)
            return false;
        set_copy(m->words, slot, it->list->sets + it->at++ * m->words);
        return true;
    }
}
