/* build.c - the constructors that the parser's actions call. */
#include <string.h>

#include "parse_ctx.h"

static struct ast *checked(struct parse_ctx *ctx, struct ast *node)
{
    if (node->nesting < PARSE_DEPTH_LIMIT && node->height < PARSE_HEIGHT_LIMIT)
        return node;
    if (node->nesting < PARSE_DEPTH_LIMIT) {
        if (!ctx->too_deep)
            parse_error(ctx, node->span, "give parts of it names with `def`", "this expression has too many parts");
        ctx->too_deep = true;
    } else {
        parse_too_deep(ctx, node->span);
    }
    return ast_new(ctx->arena, AST_BAD, node->span);
}

struct ast *build(struct parse_ctx *ctx, enum ast_kind kind, struct span span, struct ast *a, struct ast *b,
                  struct ast *c)
{
    struct ast *node = ast_new(ctx->arena, kind, span);
    ast_children(node, a, b, c, NULL);
    return checked(ctx, node);
}

struct ast *build_op(struct parse_ctx *ctx, enum ast_kind kind, enum ast_op op, struct span span, struct ast *a,
                     struct ast *b)
{
    return with_op(build(ctx, kind, span, a, b, NULL), op);
}

struct ast *build_named(struct parse_ctx *ctx, enum ast_kind kind, struct span span, atom name, struct span name_span,
                        struct ast *a, struct ast *b, struct ast *c)
{
    struct ast *node = build(ctx, kind, span, a, b, c);
    node->name = name;
    node->name_span = name_span;
    return node;
}

struct ast *build_name(struct parse_ctx *ctx, atom name, struct span span)
{
    return build_named(ctx, AST_NAME, span, name, span, NULL, NULL, NULL);
}

struct ast *build_text(struct parse_ctx *ctx, enum ast_kind kind, struct span span, atom text)
{
    return with_text(build(ctx, kind, span, NULL, NULL, NULL), text);
}

struct ast *build_number(struct parse_ctx *ctx, struct span span, int64_t number)
{
    return with_number(build(ctx, AST_NUMBER, span, NULL, NULL, NULL), number);
}

struct ast *build_block(struct parse_ctx *ctx, struct span span, struct ast *steps)
{
    return build(ctx, AST_BLOCK, span, steps, NULL, NULL);
}

struct ast *build_range(struct parse_ctx *ctx, struct ast *from, struct ast *to)
{
    return build(ctx, AST_RANGE, span_join(from->span, to->span), from, to, NULL);
}

struct ast *build_piece(struct parse_ctx *ctx, atom owner, struct span owner_span, atom kind, struct span kind_span)
{
    return build_op(ctx, AST_BINARY, OP_MEET, span_join(owner_span, kind_span), build_name(ctx, owner, owner_span),
                    build_name(ctx, kind, kind_span));
}

struct ast *build_join(struct parse_ctx *ctx, struct span span, struct ast *left, struct ast *right)
{
    if (left == NULL)
        return right;
    return build_op(ctx, AST_BINARY, OP_UNION, span_join(left->span, span), left, right);
}

struct ast *build_stray_rows(struct parse_ctx *ctx, struct ast *picture)
{
    parse_error(ctx, picture->span, "write `d4 | e5`", "brackets make a picture, not a set of sites");
    return picture;
}

/* Takes the rows of the diagram off the facts, which they come first of. */
static struct ast *take_diagram(struct parse_ctx *ctx, struct ast_list *facts)
{
    struct ast_list rows = {NULL, NULL}, rest = {NULL, NULL};
    for (struct ast *fact = facts->first, *next; fact != NULL; fact = next) {
        next = fact->next;
        fact->next = NULL;
        if (fact->kind != AST_ROW)
            rest = ast_append(rest, fact);
        else if (rest.first != NULL)
            parse_error(ctx, fact->span, "an example has one diagram", "the diagram stands before the facts");
        else
            rows = ast_append(rows, fact);
    }
    *facts = rest;
    if (rows.first == NULL)
        return NULL;
    return build(ctx, AST_ROWS, span_join(rows.first->span, rows.last->span), rows.first, NULL, NULL);
}

struct ast *build_example(struct parse_ctx *ctx, struct span span, atom text, struct ast *board, struct ast *uses,
                          struct ast_list facts)
{
    struct ast *diagram = take_diagram(ctx, &facts);
    struct ast *node = ast_new(ctx->arena, AST_EXAMPLE, span);
    ast_children(node, board, uses, diagram, facts.first);
    return with_text(checked(ctx, node), text);
}

struct ast *build_mover(struct parse_ctx *ctx, struct span span, atom name)
{
    struct span name_span = {span.file, span.begin, span.begin + (uint32_t)strlen(name)};
    return build_named(ctx, AST_TO_MOVE, span, name, name_span, NULL, NULL, NULL);
}

struct ast *build_digits(struct parse_ctx *ctx, struct span span)
{
    atom name = intern(ctx->interns, ctx->source->text + span.begin, span.end - span.begin);
    return build_named(ctx, AST_WORD, span, name, span, NULL, NULL, NULL);
}

struct ast *build_given_of(struct parse_ctx *ctx, struct span span, atom player, struct ast *value)
{
    struct span name_span = {span.file, span.begin, span.begin + (uint32_t)strlen(player)};
    struct span whole = value != NULL ? span_join(span, value->span) : span;
    return build_named(ctx, AST_OF, whole, player, name_span, value, NULL, NULL);
}

struct ast *with_flag(struct ast *node, bool flag)
{
    node->flag = flag;
    return node;
}

struct ast *with_op(struct ast *node, enum ast_op op)
{
    node->op = op;
    return node;
}

struct ast *with_text(struct ast *node, atom text)
{
    node->text = text;
    return node;
}

struct ast *with_number(struct ast *node, int64_t number)
{
    node->number = number;
    return node;
}

struct ast *with_span(struct ast *node, struct span span)
{
    node->span = span;
    return node;
}

/* The span stays that of what is inside: messages mark the value, joins of spans want it exact. */
struct ast *in_parens(struct ast *node)
{
    node->parens = true;
    return node;
}
