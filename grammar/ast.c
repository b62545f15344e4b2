#include "ast.h"

struct ast *ast_new(struct arena *arena, enum ast_kind kind, struct span span)
{
    struct ast *node = ARENA_NEW(arena, struct ast);
    node->kind = kind;
    node->span = span;
    return node;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

/* A binary operator at the left end of another makes a chain, not a nest. */
static void count(struct ast *node, const struct ast *list, bool chain)
{
    for (const struct ast *n = list; n != NULL; n = n->next) {
        chain = chain && n->kind == AST_BINARY && !n->parens;
        node->nesting = larger(node->nesting, n->nesting + !chain);
        node->height = larger(node->height, n->height + 1);
    }
}

void ast_children(struct ast *node, struct ast *a, struct ast *b, struct ast *c, struct ast *d)
{
    node->a = a;
    node->b = b;
    node->c = c;
    node->d = d;
    count(node, a, node->kind == AST_BINARY);
    count(node, b, false);
    count(node, c, false);
    count(node, d, false);
}

struct ast_list ast_append(struct ast_list list, struct ast *node)
{
    if (node == NULL)
        return list;
    if (list.last != NULL)
        list.last->next = node;
    else
        list.first = node;
    list.last = node;
    return list;
}

const char *ast_kind_name(enum ast_kind kind)
{
    /* clang-format off */
    static const char *const names[AST_KIND_COUNT] = {
        [AST_NUMBER] = "number", [AST_NAME] = "name", [AST_SITE] = "site", [AST_TEXT] = "text",
        [AST_CALL] = "call", [AST_UNARY] = "unary", [AST_BINARY] = "binary", [AST_EACH] = "each",
        [AST_RANGE] = "range", [AST_PER_PLAYER] = "per_player", [AST_OF] = "of", [AST_ROWS] = "rows",
        [AST_ROW] = "row", [AST_CELL] = "cell", [AST_BAD] = "bad", [AST_CHOOSE] = "choose", [AST_LET] = "let",
        [AST_REQUIRE] = "require", [AST_FORBID] = "forbid", [AST_REASONED] = "reasoned", [AST_PUT] = "put",
        [AST_REMOVE] = "remove", [AST_FLIP] = "flip", [AST_MOVE] = "move", [AST_SHIFT] = "shift",
        [AST_PROMOTE] = "promote", [AST_SET] = "set", [AST_IF] = "if", [AST_EACH_DO] = "each_do",
        [AST_EITHER] = "either", [AST_FIRST] = "first", [AST_MOST] = "most", [AST_RUN] = "run",
        [AST_PASS] = "pass", [AST_AGAIN] = "again", [AST_WRITE] = "write", [AST_BLOCK] = "block",
        [AST_GAME] = "game", [AST_AUTHOR] = "author", [AST_ABOUT] = "about", [AST_USE] = "use",
        [AST_EXTENDS] = "extends", [AST_WITHOUT] = "without", [AST_OPTION] = "option", [AST_BOARD] = "board",
        [AST_LINES] = "lines", [AST_PLAYERS] = "players", [AST_PIECES] = "pieces", [AST_NEUTRAL] = "neutral",
        [AST_PIECE] = "piece", [AST_STATE] = "state", [AST_START] = "start", [AST_DEF] = "def",
        [AST_PARAM] = "param", [AST_PATTERN] = "pattern", [AST_RULE] = "rule", [AST_TURN] = "turn",
        [AST_BAN] = "ban", [AST_SWAP] = "swap", [AST_END] = "end", [AST_SCORE] = "score", [AST_STUCK] = "stuck",
        [AST_MOVES] = "moves", [AST_COORDS] = "coords", [AST_CLAIM] = "claim", [AST_FOR] = "for",
        [AST_EXAMPLE] = "example", [AST_TO_MOVE] = "to_move", [AST_GIVEN] = "given", [AST_LEGAL] = "legal",
        [AST_ILLEGAL] = "illegal", [AST_AFTER] = "after", [AST_PLAY] = "play", [AST_CAPTURES] = "captures", [AST_RESULT] = "result",
        [AST_IS_STUCK] = "is_stuck", [AST_PERFT] = "perft", [AST_HOLDS] = "holds", [AST_WORD] = "word",
    };
    /* clang-format on */
    return names[kind];
}

const char *ast_op_name(enum ast_op op)
{
    /* clang-format off */
    static const char *const names[] = {
        [OP_NONE] = "",          [OP_OR] = "or",          [OP_AND] = "and",
        [OP_NOT] = "not",        [OP_EQ] = "=",           [OP_NE] = "!=",
        [OP_LT] = "<",           [OP_LE] = "<=",          [OP_GT] = ">",
        [OP_GE] = ">=",          [OP_IN] = "in",          [OP_SOME] = "some",
        [OP_NO] = "no",          [OP_UNION] = "|",        [OP_ADD] = "+",
        [OP_MINUS] = "-",        [OP_MEET] = "&",         [OP_TIMES] = "*",
        [OP_NEGATE] = "-",       [OP_THEIR] = "their",    [OP_FOLLOWING] = "following",
        [OP_EACH] = "each",      [OP_ANY] = "any",        [OP_EVERY] = "every",
        [OP_WIN] = "win",        [OP_LOSE] = "lose",      [OP_DRAW] = "draw",
        [OP_END] = "end",        [OP_OUT] = "out",        [OP_PASSES] = "passes",
        [OP_WINS] = "wins",      [OP_LOSES] = "loses",    [OP_DRAWS] = "draws",
        [OP_ENDS] = "ends",      [OP_MERGED] = "merged",  [OP_BY_RESULT] = "by result",
        [OP_NEVER_DRAWN] = "never drawn",
        [OP_NEVER_STUCK] = "never stuck",
    };
    /* clang-format on */
    return names[op];
}
