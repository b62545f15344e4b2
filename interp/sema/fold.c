/* fold.c - what is the same in every position is worked out while checking. */
#include "sema.h"

static bool is_constant(const struct expr *e)
{
    return e->op == EX_SITES || e->op == EX_DIRS || e->op == EX_NUMBER || e->op == EX_TRUTH;
}

/* Does the operation itself look at the viewer or the position? In rules.h those stand together. */
static bool looks(enum expr_op op)
{
    return op >= EX_PER_PLAYER && op <= EX_FOUND;
}

static bool is_fixed(const struct expr *e)
{
    if (looks(e->op) || (e->op == EX_DEF && !e->def->value->fixed))
        return false;
    if ((e->a != NULL && !e->a->fixed) || (e->b != NULL && !e->b->fixed) || (e->c != NULL && !e->c->fixed))
        return false;
    for (int i = 0; i < e->arg_count; i++) {
        if (!e->args[i]->fixed)
            return false;
    }
    return true;
}

/* Only operations with all operands constant: what has locals in it is worked out in play. */
static bool can_fold(const struct expr *e)
{
    if (e->op == EX_RANGE || e->op == EX_EACH || e->op == EX_ANY || e->op == EX_EVERY || e->op == EX_DEF)
        return false;
    if (e->kind != KIND_SITES && e->kind != KIND_DIRS && e->kind != KIND_NUMBER && e->kind != KIND_TRUTH)
        return false;
    if (e->a == NULL || !e->fixed || !is_constant(e->a))
        return false;
    return (e->b == NULL || is_constant(e->b)) && (e->c == NULL || is_constant(e->c));
}

static void become_number(struct expr *e, int64_t number)
{
    e->op = e->kind == KIND_TRUTH ? EX_TRUTH : EX_NUMBER;
    e->number = number;
    e->a = e->b = e->c = NULL;
}

/* Arithmetic needs no board: options are worked out before there is one. Too large a number is left for play. */
static bool fold_numbers(struct expr *e)
{
    int64_t a = e->a->number, b = e->b != NULL ? e->b->number : 0, value = 0;
    bool truths = e->op == EX_NOT || e->op == EX_AND || e->op == EX_OR;
    if (e->a->op != (truths ? EX_TRUTH : EX_NUMBER) || e->c != NULL)
        return false;
    if (e->op == EX_ADD && !__builtin_add_overflow(a, b, &value))
        become_number(e, value);
    else if (e->op == EX_SUBTRACT && !__builtin_sub_overflow(a, b, &value))
        become_number(e, value);
    else if (e->op == EX_TIMES && !__builtin_mul_overflow(a, b, &value))
        become_number(e, value);
    else if (e->op == EX_NEGATE && !__builtin_sub_overflow((int64_t)0, a, &value))
        become_number(e, value);
    else if (e->op == EX_EQ || e->op == EX_NE)
        become_number(e, (a == b) == (e->op == EX_EQ));
    else if (e->op == EX_LT || e->op == EX_GE)
        become_number(e, (a < b) == (e->op == EX_LT));
    else if (e->op == EX_GT || e->op == EX_LE)
        become_number(e, (a > b) == (e->op == EX_GT));
    else if (e->op == EX_NOT)
        become_number(e, a == 0);
    else if (e->op == EX_AND)
        become_number(e, a != 0 && b != 0);
    else if (e->op == EX_OR)
        become_number(e, a != 0 || b != 0);
    else
        return false;
    return true;
}

/* The evaluator's own meaning, on the board. */
bool fold_constant(struct checker *c, struct expr *e)
{
    const struct board *board = c->rules->board;
    if (!c->board_ready || board == NULL || c->load->constant == NULL)
        return false;
    uint64_t *set = ARENA_ARRAY(c->arena, uint64_t, board->words), dirs = 0;
    int64_t number = 0;
    struct arena_mark mark = arena_mark(c->load->scratch);
    bool done = c->load->constant(c->load->scratch, board, e, set, &dirs, &number);
    arena_release(c->load->scratch, mark);
    if (!done)
        return false;
    e->a = e->b = e->c = NULL;
    e->args = NULL;
    e->arg_count = 0;
    e->def = NULL;
    if (e->kind == KIND_SITES) {
        e->op = EX_SITES;
        e->sites = set;
    } else if (e->kind == KIND_DIRS) {
        e->op = EX_DIRS;
        e->dirs = dirs;
    } else {
        become_number(e, number);
    }
    return true;
}

static int deeper(int depth, const struct expr *part)
{
    return part != NULL && part->depth >= depth ? part->depth + 1 : depth;
}

/* The evaluator walks down by recursion: what is deeper than any text wants is refused here. */
static bool is_too_deep(struct checker *c, struct expr *e)
{
    e->depth = deeper(deeper(deeper(1, e->a), e->b), e->c);
    for (int i = 0; i < e->arg_count; i++)
        e->depth = deeper(e->depth, e->args[i]);
    if (e->op == EX_DEF)
        e->depth = deeper(e->depth, e->def->value);
    if (e->depth <= EXPR_DEPTH_LIMIT)
        return false;
    report(c, e->span, "this value is worked out through more than %d others", EXPR_DEPTH_LIMIT);
    e->kind = KIND_BAD;
    e->depth = 1;
    return true;
}

struct expr *finish(struct checker *c, struct expr *e)
{
    if (is_too_deep(c, e))
        return e;
    e->fixed = is_fixed(e);
    if (can_fold(e) && !fold_numbers(e))
        fold_constant(c, e);
    return e;
}
