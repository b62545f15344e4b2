/* expr.c - expressions: operators, ranges, `each`, values per player. Names and calls are in names.c and call.c. */
#include <string.h>

#include "sema.h"

struct expr *expr_new(struct checker *c, enum expr_op op, enum kind kind, struct span span)
{
    struct expr *e = ARENA_NEW(c->arena, struct expr);
    e->op = op;
    e->kind = kind;
    e->span = span;
    return e;
}

struct expr *expr_bad(struct checker *c, struct span span)
{
    return expr_new(c, EX_TRUTH, KIND_BAD, span);
}

struct expr *expr_number(struct checker *c, int64_t number, struct span span)
{
    struct expr *e = expr_new(c, EX_NUMBER, KIND_NUMBER, span);
    e->number = number;
    e->fixed = true;
    return e;
}

struct expr *expr_want(struct checker *c, const struct ast *ast, unsigned wants, const char *who)
{
    return want(c, expr_check(c, ast), wants, who, "");
}

/* --- operators */

/* Only the operators of expressions come here. */
static const char *op_text(enum ast_op op)
{
    static const char *const texts[] = {
        [OP_OR] = "`or`",     [OP_AND] = "`and`",  [OP_NOT] = "`not`",     [OP_EQ] = "`=`",
        [OP_NE] = "`!=`",     [OP_LT] = "`<`",     [OP_LE] = "`<=`",       [OP_GT] = "`>`",
        [OP_GE] = "`>=`",     [OP_IN] = "`in`",    [OP_SOME] = "`some`",   [OP_NO] = "`no`",
        [OP_UNION] = "`|`",   [OP_ADD] = "`+`",    [OP_MINUS] = "`-`",     [OP_MEET] = "`&`",
        [OP_TIMES] = "`*`",   [OP_NEGATE] = "`-`", [OP_THEIR] = "`their`", [OP_FOLLOWING] = "`following`",
        [OP_EACH] = "`each`", [OP_ANY] = "`any`",  [OP_EVERY] = "`every`",
    };
    return texts[op];
}

static struct expr *binary(struct checker *c, enum expr_op op, enum kind kind, const struct ast *ast, struct expr *a,
                           struct expr *b)
{
    struct expr *e = expr_new(c, op, kind, ast->span);
    e->a = a;
    e->b = b;
    return finish(c, e);
}

static bool is_set_op(const struct ast *ast)
{
    return ast != NULL && ast->kind == AST_BINARY && !ast->parens && (ast->op == OP_UNION || ast->op == OP_MEET);
}

static bool is_bare_minus(const struct ast *ast)
{
    return ast != NULL && ast->kind == AST_BINARY && !ast->parens && ast->op == OP_MINUS;
}

/* `a | b - c` reads in two ways. */
static bool check_minus(struct checker *c, const struct ast *ast)
{
    const struct ast *inner = NULL;
    if (ast->op == OP_MINUS)
        inner = is_set_op(ast->a) ? ast->a : is_set_op(ast->b) ? ast->b : NULL;
    else
        inner = is_bare_minus(ast->a) ? ast->a : is_bare_minus(ast->b) ? ast->b : NULL;
    if (inner == NULL)
        return true;
    enum ast_op other = ast->op == OP_MINUS ? inner->op : ast->op;
    struct diag *d = report(c, ast->span, "`-` beside %s wants parentheses", op_text(other));
    const char *inside = quote(c, inner->span);
    if (strcmp(inside, "…") == 0)
        help(c, d, "put parentheses round one of the two: `(a %c b) - c` or `a %c (b - c)`", other == OP_MEET ? '&' : '|',
             other == OP_MEET ? '&' : '|');
    else
        help(c, d, "write (%s)", inside);
    return false;
}

/* Two operands of one kind out of `wants`: what one of them is, is wanted of the other. */
static enum kind same_kind(struct checker *c, enum ast_op op, unsigned wants, struct expr **a, struct expr **b)
{
    const char *who = op_text(op);
    *a = want(c, *a, wants, who, "");
    *b = want(c, *b, wants, who, "");
    enum kind kind = (*a)->kind != KIND_BAD ? (*a)->kind : (*b)->kind;
    if (kind == KIND_BAD)
        return KIND_BAD;
    if ((*a)->kind == KIND_BAD)
        *a = want(c, *a, K(kind), who, "");
    if ((*b)->kind == KIND_BAD) {
        *b = want(c, *b, K(kind), who, "");
    } else if ((*b)->kind != kind) {
        report(c, (*b)->span, "%s joins two values of one kind: this is %s, the other is %s", who,
               kind_words((*b)->kind), kind_words(kind));
        return KIND_BAD;
    }
    return kind;
}

static void advise_numbers(struct checker *c, const struct ast *ast, struct expr *a, struct expr *b)
{
    bool truths = a->kind == KIND_TRUTH || b->kind == KIND_TRUTH;
    bool sets = a->kind == KIND_SITES || a->kind == KIND_DIRS;
    struct diag *d = NULL;
    if ((ast->op == OP_UNION || ast->op == OP_MEET) && truths) {
        d = report(c, ast->span, "%s joins sets, this is a truth value", op_text(ast->op));
        help(c, d, "truth values are joined by `%s`", ast->op == OP_UNION ? "or" : "and");
    } else if (ast->op == OP_ADD && sets) {
        d = report(c, ast->span, "`+` adds numbers, this is %s", kind_words(a->kind));
        help(c, d, "sets are joined by `|`");
    }
}

static bool is_misused(struct checker *c, const struct ast *ast, struct expr *a, struct expr *b)
{
    int errors = c->errors;
    advise_numbers(c, ast, a, b);
    return c->errors > errors;
}

static struct expr *set_op(struct checker *c, const struct ast *ast, struct expr *a, struct expr *b)
{
    if (!check_minus(c, ast) || is_misused(c, ast, a, b))
        return expr_bad(c, ast->span);
    unsigned wants = ast->op == OP_MINUS ? WANT_EITHER | WANT_NUMBER : (unsigned)WANT_EITHER;
    int errors = c->errors;
    enum kind kind = same_kind(c, ast->op, wants, &a, &b);
    if (c->errors > errors)
        return expr_bad(c, ast->span);
    enum expr_op op = ast->op == OP_UNION ? EX_UNION : ast->op == OP_MEET ? EX_MEET : EX_MINUS;
    if (kind == KIND_NUMBER)
        op = EX_SUBTRACT;
    return binary(c, op, kind, ast, a, b);
}

static struct expr *arithmetic(struct checker *c, const struct ast *ast, struct expr *a, struct expr *b)
{
    if (is_misused(c, ast, a, b))
        return expr_bad(c, ast->span);
    a = want(c, a, WANT_NUMBER, op_text(ast->op), "");
    b = want(c, b, WANT_NUMBER, op_text(ast->op), "");
    return binary(c, ast->op == OP_ADD ? EX_ADD : EX_TIMES, KIND_NUMBER, ast, a, b);
}

static bool is_asking(const struct ast *ast)
{
    return ast->kind == AST_UNARY && !ast->parens && (ast->op == OP_SOME || ast->op == OP_NO);
}

static struct expr *within(struct checker *c, const struct ast *ast)
{
    if (is_asking(ast->a)) {
        const char *word = ast->a->op == OP_SOME ? "some" : "no";
        struct diag *d = report(c, ast->span, "`%s` belongs to a set, and `in` compares two sets", word);
        help(c, d, "write `%s %s & %s`", word, quote(c, ast->a->a->span), quote(c, ast->b->span));
        return expr_bad(c, ast->span);
    }
    struct expr *a = expr_check(c, ast->a), *b = expr_check(c, ast->b);
    int errors = c->errors;
    same_kind(c, OP_IN, WANT_EITHER, &a, &b);
    if (c->errors > errors)
        return expr_bad(c, ast->span);
    return binary(c, EX_IN, KIND_TRUTH, ast, a, b);
}

static enum expr_op comparison(enum ast_op op)
{
    return op == OP_EQ   ? EX_EQ
           : op == OP_NE ? EX_NE
           : op == OP_LT ? EX_LT
           : op == OP_LE ? EX_LE
           : op == OP_GT ? EX_GT
                         : EX_GE;
}

static struct expr *compare(struct checker *c, const struct ast *ast)
{
    struct expr *a = expr_check(c, ast->a), *b = expr_check(c, ast->b);
    bool order = ast->op != OP_EQ && ast->op != OP_NE;
    unsigned wants = order ? (unsigned)WANT_NUMBER : WANT_EITHER | WANT_NUMBER | WANT_TRUTH;
    int errors = c->errors;
    same_kind(c, ast->op, wants, &a, &b);
    if (c->errors > errors)
        return expr_bad(c, ast->span);
    return binary(c, comparison(ast->op), KIND_TRUTH, ast, a, b);
}

static struct expr *logic(struct checker *c, const struct ast *ast)
{
    struct expr *a = expr_want(c, ast->a, WANT_TRUTH, op_text(ast->op));
    struct expr *b = expr_want(c, ast->b, WANT_TRUTH, op_text(ast->op));
    return binary(c, ast->op == OP_OR ? EX_OR : EX_AND, KIND_TRUTH, ast, a, b);
}

static struct expr *check_binary(struct checker *c, const struct ast *ast)
{
    if (ast->op == OP_OR || ast->op == OP_AND)
        return logic(c, ast);
    if (ast->op == OP_IN)
        return within(c, ast);
    if (ast->op >= OP_EQ && ast->op <= OP_GE)
        return compare(c, ast);
    struct expr *a = expr_check(c, ast->a), *b = expr_check(c, ast->b);
    if (ast->op == OP_ADD || ast->op == OP_TIMES)
        return arithmetic(c, ast, a, b);
    return set_op(c, ast, a, b);
}

/* --- one operand */

static struct expr *seen_by(struct checker *c, const struct ast *ast)
{
    struct expr *a = want(c, expr_check(c, ast->a), WANT_VALUE, op_text(ast->op), "");
    if (a->op == EX_SITES || a->op == EX_DIRS || a->op == EX_NUMBER || a->op == EX_TRUTH)
        return a; /* the same from every viewpoint */
    if (a->kind == KIND_NUMBER && ast->op == OP_THEIR && c->rules->player_count > 2) {
        struct diag *d =
            report(c, ast->span, "with %d players `their` does not say whose number is meant", c->rules->player_count);
        help(c, d, "`following %s` is as the next player sees it", quote(c, ast->a->span));
        return expr_bad(c, ast->span);
    }
    struct expr *e = expr_new(c, ast->op == OP_THEIR ? EX_THEIR : EX_FOLLOWING, a->kind, ast->span);
    e->a = a;
    return finish(c, e);
}

static struct expr *check_unary(struct checker *c, const struct ast *ast)
{
    if (ast->op == OP_THEIR || ast->op == OP_FOLLOWING)
        return seen_by(c, ast);
    bool asks = ast->op == OP_SOME || ast->op == OP_NO;
    unsigned wants = asks ? WANT_SETS : ast->op == OP_NOT ? WANT_TRUTH : WANT_NUMBER;
    struct expr *a = expr_want(c, ast->a, wants, op_text(ast->op));
    enum expr_op op = ast->op == OP_SOME ? EX_SOME : ast->op == OP_NO ? EX_NO : ast->op == OP_NOT ? EX_NOT : EX_NEGATE;
    struct expr *e = expr_new(c, op, op == EX_NEGATE ? KIND_NUMBER : KIND_TRUTH, ast->span);
    e->a = a;
    return finish(c, e);
}

/* --- going through */

static struct expr *range(struct checker *c, const struct ast *ast)
{
    struct expr *e = expr_new(c, EX_RANGE, KIND_RANGE, ast->span);
    e->a = expr_want(c, ast->a, WANT_NUMBER, "a range");
    e->b = expr_want(c, ast->b, WANT_NUMBER, "a range");
    return finish(c, e);
}

struct expr *expr_through(struct checker *c, const struct ast *ast, const char *who)
{
    struct expr *e = ast->kind == AST_RANGE ? range(c, ast) : expr_check(c, ast);
    return want(c, e, WANT_THROUGH, who, "");
}

enum kind element_kind(enum kind kind)
{
    return kind == KIND_LIST ? KIND_SITES : kind == KIND_RANGE ? KIND_NUMBER : kind;
}

static struct expr *check_each(struct checker *c, const struct ast *ast)
{
    const char *who = op_text(ast->op);
    struct expr *a = expr_through(c, ast->a, who);
    if (ast->op == OP_EACH && a->kind == KIND_RANGE) {
        report(c, a->span, "`each` as a value goes through a set or a list, this is a range of numbers");
        a = expr_bad(c, a->span);
    }
    if (ast->b == NULL) {
        if (ast->op != OP_EACH)
            report(c, ast->span, "%s wants a condition: %s x in L with C", who, ast->op == OP_ANY ? "any" : "every");
        return a; /* each of a list is the list */
    }
    struct local *outside = c->frame->locals;
    enum kind kind = ast->op == OP_EACH ? a->kind : KIND_TRUTH;
    struct expr *e = expr_new(c, ast->op == OP_EACH ? EX_EACH : ast->op == OP_ANY ? EX_ANY : EX_EVERY, kind, ast->span);
    e->a = a;
    e->index = local_add(c, ast->name, ast->name_span, element_kind(a->kind));
    e->b = expr_want(c, ast->b, WANT_TRUTH, "`with`");
    locals_end(c, outside);
    return finish(c, e);
}

/* --- what is no value */

static struct expr *refuse(struct checker *c, const struct ast *ast)
{
    if (ast->kind == AST_TEXT) {
        report(c, ast->span, "a text stands in `write` or as a reason, not here");
    } else if (ast->kind == AST_RANGE) {
        struct diag *d = report(c, ast->span, "a range is only to go through: `choose k in 1 .. n`");
        help(c, d, "compare with `<=` to ask whether a number lies in it");
    } else if (ast->kind == AST_PER_PLAYER) {
        report(c, ast->span, "a value for each player is the whole of a `def`, `state` or `score`");
    } else if (ast->kind != AST_BAD && ast->kind != AST_ROWS) {
        report(c, ast->span, "a value was expected here");
    } else {
        c->errors++; /* the parser has said it */
    }
    return expr_bad(c, ast->span);
}

static struct expr *dispatch(struct checker *c, const struct ast *ast)
{
    if (ast->kind == AST_NUMBER)
        return expr_number(c, ast->number, ast->span);
    if (ast->kind == AST_NAME || ast->kind == AST_SITE)
        return expr_name(c, ast);
    if (ast->kind == AST_CALL)
        return expr_call(c, ast);
    if (ast->kind == AST_UNARY)
        return check_unary(c, ast);
    if (ast->kind == AST_BINARY)
        return check_binary(c, ast);
    if (ast->kind == AST_EACH)
        return check_each(c, ast);
    return refuse(c, ast);
}

struct expr *expr_check(struct checker *c, const struct ast *ast)
{
    if (ast == NULL)
        return expr_bad(c, no_span());
    if (c->depth >= SEMA_DEPTH_LIMIT) {
        report(c, ast->span, "this is nested too deeply");
        return expr_bad(c, ast->span);
    }
    c->depth++;
    struct expr *e = dispatch(c, ast);
    c->depth--;
    return e;
}

/* --- values per player */

/* The place of the player in `seen`, or -1 after an error. */
static int player_once(struct checker *c, const struct ast *of, bool *seen)
{
    int player = player_find(c, c->frame->module, of->name);
    if (player < 0) {
        if (c->library || c->loader->damaged)
            return -1;
        struct diag *d = report(c, of->name_span.file != 0 ? of->name_span : of->span, "`%s` is no player", of->name);
        const char *names[RULES_PLAYER_LIMIT];
        for (int i = 0; i < c->rules->player_count; i++)
            names[i] = c->rules->players[i].name;
        suggest(c, d, of->name, names, (size_t)c->rules->player_count);
        return -1;
    }
    if (seen[player])
        report(c, of->span, "`%s` has two values", of->name);
    seen[player] = true;
    return player;
}

static void check_all_named(struct checker *c, const struct ast *ast, const bool *seen, int errors)
{
    for (int i = 0; i < c->rules->player_count && c->errors == errors; i++) {
        if (!seen[i])
            report(c, ast->span, "`%s` has no value: a value per player names each of them", c->rules->players[i].name);
    }
}

static struct expr *per_player(struct checker *c, const struct ast *ast, unsigned wants, const char *who)
{
    bool seen[RULES_PLAYER_LIMIT] = {false};
    struct expr *values[RULES_PLAYER_LIMIT] = {NULL};
    enum kind kind = KIND_BAD;
    int errors = c->errors;
    for (const struct ast *of = ast->a; of != NULL; of = of->next) {
        int player = player_once(c, of, seen);
        struct expr *value = expr_want(c, of->a, wants, who);
        if (value->kind == KIND_LIST)
            value = unite(c, value);
        if (value->kind == KIND_PATTERN)
            value = truth_of_pattern(c, value);
        if (kind != KIND_BAD && value->kind != KIND_BAD && value->kind != kind)
            report(c, value->span, "the players' values are of one kind: this is %s, the one before %s",
                   kind_words(value->kind), kind_words(kind));
        kind = kind == KIND_BAD ? value->kind : kind;
        if (player >= 0)
            values[player] = value;
    }
    if (!c->library && !c->loader->damaged)
        check_all_named(c, ast, seen, errors);
    struct expr *e = expr_new(c, EX_PER_PLAYER, kind, ast->span);
    if (c->errors > errors || c->library || c->rules->player_count == 0)
        return e;
    const struct expr **args = ARENA_ARRAY(c->arena, const struct expr *, c->rules->player_count);
    for (int i = 0; i < c->rules->player_count; i++)
        args[i] = values[i];
    e->args = args;
    e->arg_count = c->rules->player_count;
    return finish(c, e);
}

struct expr *value_check(struct checker *c, const struct ast *ast, unsigned wants, const char *who)
{
    if (ast != NULL && ast->kind == AST_PER_PLAYER)
        return per_player(c, ast, wants, who);
    return expr_want(c, ast, wants, who);
}
