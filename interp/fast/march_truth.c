/* march_truth.c - sets that look at single sites only, and truths about how many sites they have. */
#include "march_names.h"

enum { TESTS = 24, TERMS = 24, NUMBER_LIMIT = 1000000 };

const struct march_bind *march_bound(const struct march_names *names, struct shape s)
{
    for (int i = names->bind_count - 1; i >= 0; i--) {
        const struct march_bind *bind = &names->binds[i];
        if (bind->env == s.env && bind->step->slot == s.e->index)
            return bind;
    }
    return NULL;
}

struct shape march_look(struct march_names *names, const struct expr *e, const struct shape_env *env)
{
    for (;;) {
        struct shape s = shape_of(names->arena, e, env);
        const struct march_bind *bind = s.e->op == EX_LOCAL && !names->closed ? march_bound(names, s) : NULL;
        if (bind == NULL || bind->step->op != ST_LET)
            return s;
        e = bind->step->a;
        env = bind->env;
    }
}

static bool mentions_slot(const struct expr *e)
{
    if (e == NULL || e->op == EX_LOCAL)
        return e != NULL;
    for (int i = 0; i < e->arg_count; i++) {
        if (mentions_slot(e->args[i]))
            return true;
    }
    return mentions_slot(e->a) || mentions_slot(e->b) || mentions_slot(e->c);
}

/* What the other player sees. What a slot holds was seen by the mover: that is not looked through. */
static bool turned(struct march_names *names, struct shape s, struct shape *inner)
{
    if (mentions_slot(s.e->a))
        return false;
    *inner = march_look(names, s.e->a, s.env);
    return true;
}

/* ---- sets ---- */

static void fill(struct march_names *names, struct march_set *set, int part)
{
    memcpy(set->part[part], names->march->all, sizeof set->part[part]);
}

static void fill_constant(struct march_names *names, const uint64_t *sites, struct march_set *set)
{
    for (SET_EACH(site, names->board->words, sites)) {
        for (int part = 0; part < 3; part++)
            set_add(set->part[part], names->march->bit[site]);
    }
}

static bool algebra(struct march_names *names, struct shape s, int viewer, struct march_set *set)
{
    struct march_set a, b;
    if (s.e->kind != KIND_SITES || !march_set_of(names, march_look(names, s.e->a, s.env), viewer, &a) ||
        !march_set_of(names, march_look(names, s.e->b, s.env), viewer, &b))
        return false;
    for (int part = 0; part < 3; part++) {
        for (int w = 0; w < MARCH_WORDS; w++) {
            uint64_t x = a.part[part][w], y = b.part[part][w];
            set->part[part][w] = s.e->op == EX_UNION ? x | y : s.e->op == EX_MEET ? x & y : x & ~y;
        }
    }
    return true;
}

bool march_set_of(struct march_names *names, struct shape s, int viewer, struct march_set *set)
{
    struct shape inner;
    memset(set, 0, sizeof *set);
    if (--names->budget < 0)
        return false;
    switch (s.e->op) {
    case EX_SITES:
        fill_constant(names, s.e->sites, set);
        return true;
    case EX_PER_PLAYER:
        return march_set_of(names, march_look(names, s.e->args[viewer], s.env), viewer, set);
    case EX_THEIR: /* there are two players, and nobody is ever out */
    case EX_FOLLOWING:
        return turned(names, s, &inner) && march_set_of(names, inner, 1 - viewer, set);
    case EX_EMPTY:
        fill(names, set, 2);
        return true;
    case EX_OCCUPIED:
        fill(names, set, 0);
        fill(names, set, 1);
        return true;
    case EX_MINE:
        fill(names, set, viewer);
        return true;
    case EX_THEIRS:
        fill(names, set, 1 - viewer);
        return true;
    case EX_PLAYER:
        fill(names, set, s.e->index);
        return true;
    case EX_UNION:
    case EX_MEET:
    case EX_MINUS:
        return algebra(names, s, viewer, set);
    default:
        return false;
    }
}

/* ---- sums of numbers of sites ---- */

struct sum {
    int64_t number;
    int term_count;
    struct march_term terms[TERMS];
};

static bool add_count(struct sum *sum, const struct march_set *set, int sign)
{
    for (int part = 0; part < 3; part++) {
        if (!set_some(MARCH_WORDS, set->part[part]))
            continue;
        if (sum->term_count == TERMS)
            return false;
        struct march_term *term = &sum->terms[sum->term_count++];
        term->sign = sign;
        term->part = part;
        memcpy(term->mask, set->part[part], sizeof term->mask);
    }
    return true;
}

static bool add_sites(struct march_names *names, const struct expr *e, const struct shape_env *env, int viewer,
                      int sign, struct sum *sum)
{
    struct march_set set;
    return e->kind == KIND_SITES && march_set_of(names, march_look(names, e, env), viewer, &set) &&
           add_count(sum, &set, sign);
}

static bool add_number(struct march_names *names, struct shape s, int viewer, int sign, struct sum *sum)
{
    struct shape inner;
    if (--names->budget < 0)
        return false;
    switch (s.e->op) {
    case EX_NUMBER:
        if (s.e->number > NUMBER_LIMIT || s.e->number < -NUMBER_LIMIT)
            return false;
        sum->number += sign * s.e->number;
        return true;
    case EX_COUNT:
        return add_sites(names, s.e->a, s.env, viewer, sign, sum);
    case EX_PER_PLAYER:
        return add_number(names, march_look(names, s.e->args[viewer], s.env), viewer, sign, sum);
    case EX_THEIR:
    case EX_FOLLOWING:
        return turned(names, s, &inner) && add_number(names, inner, 1 - viewer, sign, sum);
    case EX_ADD:
    case EX_SUBTRACT:
        return add_number(names, march_look(names, s.e->a, s.env), viewer, sign, sum) &&
               add_number(names, march_look(names, s.e->b, s.env), viewer, s.e->op == EX_ADD ? sign : -sign, sum);
    case EX_NEGATE:
        return add_number(names, march_look(names, s.e->a, s.env), viewer, -sign, sum);
    default:
        return false;
    }
}

/* ---- truths ---- */

struct tests {
    int count;
    struct march_test test[TESTS];
};

static bool add_test(struct march_names *names, struct tests *tests, enum march_op op, const struct sum *sum)
{
    if (tests->count == TESTS)
        return false;
    struct march_test *test = &tests->test[tests->count++];
    *test = (struct march_test){.op = op};
    if (sum != NULL) {
        struct march_term *terms = ARENA_ARRAY(names->arena, struct march_term, sum->term_count + 1);
        memcpy(terms, sum->terms, (size_t)sum->term_count * sizeof *terms);
        test->terms = terms;
        test->term_count = sum->term_count;
        test->number = sum->number;
    }
    return true;
}

/* a < b, or for `equal`, a - b against 0; more: added to a. */
static bool compare(struct march_names *names, struct shape s, int viewer, enum march_op op, bool swapped, int more,
                    struct tests *tests)
{
    struct sum sum = {.number = more};
    if (s.e->a->kind != KIND_NUMBER)
        return false;
    return add_number(names, march_look(names, s.e->a, s.env), viewer, swapped ? -1 : 1, &sum) &&
           add_number(names, march_look(names, s.e->b, s.env), viewer, swapped ? 1 : -1, &sum) &&
           add_test(names, tests, op, &sum);
}

/* There is some site in e: -count < 0. */
static bool some(struct march_names *names, struct shape s, int viewer, struct tests *tests)
{
    struct sum sum = {0};
    return add_sites(names, s.e->a, s.env, viewer, -1, &sum) && add_test(names, tests, MARCH_LESS, &sum);
}

/* No site is in a alone; and for two sets that are equal, in b alone. */
static bool within(struct march_names *names, struct shape s, int viewer, bool both, struct tests *tests)
{
    struct march_set a, b;
    struct sum sum = {0};
    if (s.e->a->kind != KIND_SITES || !march_set_of(names, march_look(names, s.e->a, s.env), viewer, &a) ||
        !march_set_of(names, march_look(names, s.e->b, s.env), viewer, &b))
        return false;
    for (int part = 0; part < 3; part++) {
        for (int w = 0; w < MARCH_WORDS; w++)
            a.part[part][w] = both ? a.part[part][w] ^ b.part[part][w] : a.part[part][w] & ~b.part[part][w];
    }
    return add_count(&sum, &a, 1) && add_test(names, tests, MARCH_EQUAL, &sum);
}

static bool equal(struct march_names *names, struct shape s, int viewer, struct tests *tests)
{
    return s.e->a->kind == KIND_SITES ? within(names, s, viewer, true, tests)
                                      : compare(names, s, viewer, MARCH_EQUAL, false, 0, tests);
}

static bool add_truth(struct march_names *names, struct shape s, int viewer, struct tests *tests)
{
    struct shape inner;
    if (--names->budget < 0)
        return false;
    switch (s.e->op) {
    case EX_TRUTH:
        return add_test(names, tests, MARCH_TRUE, NULL) &&
               (s.e->number != 0 || add_test(names, tests, MARCH_NOT, NULL));
    case EX_PER_PLAYER:
        return add_truth(names, march_look(names, s.e->args[viewer], s.env), viewer, tests);
    case EX_THEIR:
    case EX_FOLLOWING:
        return turned(names, s, &inner) && add_truth(names, inner, 1 - viewer, tests);
    case EX_NOT:
        return add_truth(names, march_look(names, s.e->a, s.env), viewer, tests) &&
               add_test(names, tests, MARCH_NOT, NULL);
    case EX_AND:
    case EX_OR:
        return add_truth(names, march_look(names, s.e->a, s.env), viewer, tests) &&
               add_truth(names, march_look(names, s.e->b, s.env), viewer, tests) &&
               add_test(names, tests, s.e->op == EX_AND ? MARCH_AND : MARCH_OR, NULL);
    case EX_LT:
        return compare(names, s, viewer, MARCH_LESS, false, 0, tests);
    case EX_GT:
        return compare(names, s, viewer, MARCH_LESS, true, 0, tests);
    case EX_LE:
        return compare(names, s, viewer, MARCH_LESS, false, -1, tests);
    case EX_GE:
        return compare(names, s, viewer, MARCH_LESS, true, -1, tests);
    case EX_EQ:
        return equal(names, s, viewer, tests);
    case EX_NE:
        return equal(names, s, viewer, tests) && add_test(names, tests, MARCH_NOT, NULL);
    case EX_IN:
        return within(names, s, viewer, false, tests);
    case EX_SOME:
        return some(names, s, viewer, tests);
    case EX_NO:
        return some(names, s, viewer, tests) && add_test(names, tests, MARCH_NOT, NULL);
    default:
        return false;
    }
}

bool march_truth_of(struct march_names *names, struct shape s, int viewer, struct march_truth *truth)
{
    struct tests tests = {0};
    if (!add_truth(names, s, viewer, &tests))
        return false;
    struct march_test *kept = ARENA_ARRAY(names->arena, struct march_test, tests.count);
    memcpy(kept, tests.test, (size_t)tests.count * sizeof *kept);
    truth->count = tests.count;
    truth->tests = kept;
    return true;
}
