#include "print.h"

static void print_row(struct strbuf *out, const struct ast *row)
{
    strbuf_putc(out, '[');
    for (const struct ast *cell = row->a; cell != NULL; cell = cell->next) {
        strbuf_puts(out, cell->name);
        if (cell->next != NULL)
            strbuf_putc(out, ' ');
    }
    strbuf_putc(out, ']');
}

static bool print_leaf(struct strbuf *out, const struct ast *node)
{
    switch (node->kind) {
    case AST_NUMBER:
        strbuf_printf(out, "%lld", (long long)node->number);
        return true;
    case AST_NAME:
    case AST_SITE:
    case AST_WORD:
    case AST_PARAM:
        strbuf_puts(out, node->name);
        return true;
    case AST_TEXT:
        strbuf_printf(out, "\"%s\"", node->text);
        return true;
    case AST_ROW:
        print_row(out, node);
        return true;
    default:
        return false;
    }
}

static void print_child(struct strbuf *out, const struct ast *child)
{
    strbuf_putc(out, ' ');
    if (child == NULL) {
        strbuf_putc(out, '_');
    } else if (child->next == NULL) {
        ast_print(out, child);
    } else {
        for (const struct ast *n = child; n != NULL; n = n->next) {
            strbuf_putc(out, n == child ? '{' : ' ');
            ast_print(out, n);
        }
        strbuf_putc(out, '}');
    }
}

static void print_children(struct strbuf *out, const struct ast *node)
{
    const struct ast *children[] = {node->a, node->b, node->c, node->d};
    int count = 4;
    while (count > 0 && children[count - 1] == NULL)
        count--;
    for (int i = 0; i < count; i++)
        print_child(out, children[i]);
}

void ast_print(struct strbuf *out, const struct ast *node)
{
    if (print_leaf(out, node))
        return;
    bool operation = node->kind == AST_UNARY || node->kind == AST_BINARY;
    strbuf_printf(out, "(%s", operation ? ast_op_name(node->op) : ast_kind_name(node->kind));
    if (node->op != OP_NONE && !operation)
        strbuf_printf(out, " %s", ast_op_name(node->op));
    if (node->name != NULL)
        strbuf_printf(out, " %s", node->name);
    if (node->text != NULL)
        strbuf_printf(out, " \"%s\"", node->text);
    if (node->number != 0)
        strbuf_printf(out, " %lld", (long long)node->number);
    if (node->flag)
        strbuf_puts(out, " !");
    print_children(out, node);
    strbuf_putc(out, ')');
}

void ast_print_list(struct strbuf *out, const struct ast *list)
{
    for (const struct ast *node = list; node != NULL; node = node->next) {
        ast_print(out, node);
        strbuf_putc(out, '\n');
    }
}
