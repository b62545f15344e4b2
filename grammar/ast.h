/* ast.h - the tree that the parser makes of a text. One node type; the table says what each kind keeps where.
 *
 * Every node has the span of its text. Lists hang together by `next`. Nothing in it is resolved: names are atoms. */
#ifndef CUT_AST_H
#define CUT_AST_H

#include <stdbool.h>
#include <stdint.h>

#include "intern.h"
#include "source.h"

/* kind                  what the node keeps (name: atom, text: atom of a quoted text, a b c d: nodes or lists) */
enum ast_kind {
    /* --- expressions */
    AST_NUMBER,       /* number */
    AST_NAME,         /* name: a def, local, player, built-in value … */
    AST_SITE,         /* name: "d4" */
    AST_TEXT,         /* text: only in write, reasons, symbols */
    AST_CALL,         /* name, a = list of arguments (expressions) */
    AST_UNARY,        /* op; a */
    AST_BINARY,       /* op; a, b */
    AST_EACH,         /* op = EACH, ANY or EVERY; name = x (name_span), a = list, b = condition (NULL for a bare `each`) */
    AST_RANGE,        /* a .. b */
    AST_PER_PLAYER,   /* a = list of AST_OF: `Red: E, Black: E`; the whole value of a def, state, score */
    AST_OF,           /* name = player, a = its expression */
    AST_ROWS,         /* a = list of AST_ROW: a row where an expression was wanted is refused by the checker */
    AST_ROW,          /* a = list of AST_CELL */
    AST_CELL,         /* name: the cell as written, "x", "!x", ".", "W", "WK", "d4" */
    AST_BAD,          /* stands where an error was reported */
    /* --- steps */
    AST_CHOOSE,       /* name, a = list or range, b = condition or NULL */
    AST_LET,          /* name, a */
    AST_REQUIRE,      /* a, text = reason or NULL */
    AST_FORBID,       /* a = list of AST_REASONED */
    AST_REASONED,     /* a, text = reason or NULL: an entry of forbid or ban */
    AST_PUT,          /* a = piece (expression of names: `mine`, `mine & king`), b = where */
    AST_REMOVE,       /* a */
    AST_FLIP,         /* a */
    AST_MOVE,         /* a to b */
    AST_SHIFT,        /* a along b by c */
    AST_PROMOTE,      /* a to name (a kind) */
    AST_SET,          /* name = a */
    AST_IF,           /* a, b = steps, c = else steps (an `else if` is a list of one AST_IF) */
    AST_EACH_DO,      /* name, a, b = condition or NULL, c = steps */
    AST_EITHER,       /* a = list of AST_BLOCK */
    AST_FIRST,        /* a = steps, b = else steps or NULL, text = reason or NULL */
    AST_MOST,         /* a = number, b = steps, text = reason or NULL */
    AST_RUN,          /* name, a = arguments */
    AST_PASS,
    AST_AGAIN,
    AST_WRITE,        /* a = list of expressions and AST_TEXT */
    AST_BLOCK,        /* a = steps */
    /* --- items */
    AST_GAME,         /* text */
    AST_AUTHOR,       /* text, number = year or 0 */
    AST_ABOUT,        /* text */
    AST_USE,          /* name or text */
    AST_EXTENDS,      /* name or text */
    AST_WITHOUT,      /* a = list of AST_NAME (also item kinds: swap, win, stuck …) */
    AST_OPTION,       /* name, a = standard value, b = range */
    AST_BOARD,        /* a = shape: AST_CALL `square(size)`, AST_ROWS (picture) or AST_LINES; b = sites left out, or NULL;
                         flag: with midpoints */
    AST_LINES,        /* a = list of AST_ROW of site names */
    AST_PLAYERS,      /* a = list of AST_PIECE */
    AST_PIECES,       /* a = list of AST_PIECE */
    AST_NEUTRAL,      /* a = list of AST_PIECE */
    AST_PIECE,        /* name, text = symbol or NULL */
    AST_STATE,        /* name, a = start value (may be AST_PER_PLAYER) */
    AST_START,        /* a = piece, b = where; or a = AST_ROWS, b = NULL */
    AST_DEF,          /* name, a = list of AST_PARAM, b = value; flag: written with parentheses */
    AST_PARAM,        /* name */
    AST_PATTERN,      /* name, a = AST_ROWS, flag: as drawn */
    AST_RULE,         /* name, a = list of AST_PARAM, b = steps */
    AST_TURN,         /* name = player or NULL, a = condition or NULL, b = steps */
    AST_BAN,          /* a = list of AST_REASONED */
    AST_SWAP,         /* name = "sides", number = ply */
    AST_END,          /* op = WIN, LOSE, DRAW, END or OUT; a = condition */
    AST_SCORE,        /* a = number (may be AST_PER_PLAYER) */
    AST_STUCK,        /* op = PASSES, LOSES, WINS, DRAWS or ENDS; flag: both; a = condition or NULL */
    AST_MOVES,        /* op = MERGED or BY_RESULT */
    AST_COORDS,       /* name: `coords go` */
    AST_CLAIM,        /* op = WINS (name = player), NEVER_DRAWN or NEVER_STUCK; a = list of AST_FOR; flag: refuted */
    AST_FOR,          /* name = option, a = number or AST_RANGE */
    /* --- examples */
    AST_EXAMPLE,      /* text, a = board (AST_BOARD) or NULL, b = items that it uses or NULL, c = diagram (AST_ROWS) or
                         NULL, d = facts */
    AST_TO_MOVE,      /* name = player */
    AST_GIVEN,        /* name = state or "ply", a = value: `set ply = 4` */
    AST_LEGAL,        /* a = list of AST_WORD; flag: exactly; `exactly no`: a = NULL */
    AST_ILLEGAL,      /* a = list of AST_WORD, b = AST_WORD or AST_TEXT after `by`, or NULL */
    AST_AFTER,        /* a = list of AST_WORD: moves played first, b = what holds then (a fact but TO_MOVE and GIVEN) */
    AST_PLAY,         /* a = list of AST_WORD, b = AST_CAPTURES or NULL, c = AST_RESULT or NULL */
    AST_CAPTURES,     /* a = list of AST_WORD (sites; `no` is none: a = NULL) */
    AST_RESULT,       /* op = WINS, LOSES, DRAWS or ENDS */
    AST_IS_STUCK,
    AST_PERFT,        /* a = depth, b = nodes (AST_NUMBER) */
    AST_HOLDS,        /* a = condition: `holds (count(mine) = 3)`; flag: fails */
    AST_WORD,         /* name: a move or a lower-case letter of the diagram, as written */
    AST_KIND_COUNT
};

enum ast_op {
    OP_NONE,
    OP_OR, OP_AND, OP_NOT,
    OP_EQ, OP_NE, OP_LT, OP_LE, OP_GT, OP_GE, OP_IN,
    OP_SOME, OP_NO,
    OP_UNION, OP_ADD, OP_MINUS, OP_MEET, OP_TIMES, /* | + - & * ; OP_MINUS is difference or subtraction, by kind */
    OP_NEGATE,                                     /* -1 */
    OP_THEIR, OP_FOLLOWING,
    OP_EACH, OP_ANY, OP_EVERY,
    OP_WIN, OP_LOSE, OP_DRAW, OP_END, OP_OUT,
    OP_PASSES, OP_WINS, OP_LOSES, OP_DRAWS, OP_ENDS,
    OP_MERGED, OP_BY_RESULT,
    OP_NEVER_DRAWN, OP_NEVER_STUCK
};

struct ast {
    enum ast_kind kind;
    enum ast_op op;
    bool flag;   /* see the table */
    bool parens; /* an expression that stood in parentheses */
    int64_t number;
    atom name, text;
    struct span span, name_span;
    struct ast *a, *b, *c, *d;
    struct ast *next;
    int nesting; /* of what is below: a chain `a | b | c` counts once */
    int height;  /* of what is below: how deep a walk goes down */
};

/* A list under construction; lists are built left to right. */
struct ast_list {
    struct ast *first, *last;
};

struct ast *ast_new(struct arena *arena, enum ast_kind kind, struct span span);
/* Hangs children on a new node and counts its nesting and height. */
void ast_children(struct ast *node, struct ast *a, struct ast *b, struct ast *c, struct ast *d);
/* The list with one more node at its end; NULL adds nothing. */
struct ast_list ast_append(struct ast_list list, struct ast *node);
/* Words for tests and for messages to programmers: "each_do", "|". */
const char *ast_kind_name(enum ast_kind kind);
const char *ast_op_name(enum ast_op op);

#endif
