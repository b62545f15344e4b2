/* parse_ctx.h - what scanner, token filter and parser of one parse share. Internal to grammar/.
 *
 * scanner (lexer.l) -> filter (tokens.c) -> parser (parser.y), whose actions call the constructors of build.c and whose
 * syntax errors are put into words by syntax.c. The filter keeps the brackets, and after a mistake drops or adds the
 * tokens that keep the parser in step with the text. */
#ifndef CUT_PARSE_CTX_H
#define CUT_PARSE_CTX_H

#include "parse.h"

enum word_class { WORD_STEP, WORD_JOINER, WORD_OPERATOR, WORD_ITEM, WORD_FREE, WORD_FACT };

/* A word of the language. */
struct word {
    const char *text;
    int token;
    enum word_class class;
    const char *follow; /* of an item word: what comes after it, see words.c */
};

/* Words of the rules outside examples; NULL if it is a plain name. */
const struct word *word_find(const char *text, size_t size);
/* Words of the facts of an example. */
const struct word *word_find_fact(const char *text, size_t size);
const struct word *word_of_token(int token);
/* The words of a class, at most `room`; returns how many. */
size_t word_list(enum word_class class, const char **texts, size_t room);

/* A word or feature of other languages. */
struct foreign_word {
    const char *text, *message, *help;
};
const struct foreign_word *word_foreign(const char *text);

struct token {
    int kind;
    struct span span;
    atom text; /* of names, sites, texts, cells, words */
    int64_t number;
    const struct word *word; /* if it is a word of the language */
};

enum scan_mode { SCAN_RULES, SCAN_ROW, SCAN_FACTS };

struct bracket {
    uint32_t offset, indent; /* of its line */
    char kind;               /* '(' or '{' */
    bool orphan;             /* the parser does not know of it */
    enum scan_mode after;    /* how to go on behind its end */
};

struct parse_ctx {
    struct arena *arena;
    struct interns *interns;
    struct diags *diags;
    const struct source *source;
    uint32_t file;
    struct arena scratch; /* for the scanner */
    jmp_buf *trap;        /* the caller's */
    /* scanner */
    void *scanner;
    uint32_t at;
    enum scan_mode mode, row_after;
    bool semicolon_seen;
    /* filter */
    int start;                          /* pseudo-token to begin with */
    bool plain_names;                   /* no items here: words that open items are names */
    struct token look, before, earlier; /* the last three tokens that the parser took */
    struct token held;
    bool has_held, ended;
    int closing; /* closing braces to be supplied before the held token */
    struct bracket brackets[PARSE_DEPTH_LIMIT];
    int depth;
    uint32_t item_indent;
    uint32_t doubtful;   /* a brace whose closing brace is indented otherwise, or 0 */
    uint32_t lost_paren; /* an opening parenthesis that was given up at the next item, or 0 */
    bool skip_else, orphan_next, example_next;
    /* errors */
    bool lossy;      /* something of the text may be missing in the tree, or stand there as something else */
    bool quiet;      /* after a syntax error, until a token comes from where to start afresh */
    bool recovering; /* an item was given up */
    uint32_t sync;   /* the latest token from where to start afresh */
    int error_line, slip_line; /* of the latest message */
    bool too_deep;
    /* parser */
    struct ast *result;
};

/* ---- scanner */
int scan_token(struct token *token, void *scanner);
void scan_open(struct parse_ctx *ctx);

/* ---- errors; NULL if the error is likely a consequence of an earlier one */
struct diag *parse_error(struct parse_ctx *ctx, struct span span, const char *help, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The same for an error that is read as what it means: nothing of the text is lost by it. */
struct diag *parse_slip(struct parse_ctx *ctx, struct span span, const char *help, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Puts a syntax error at the last token into words; expected is indexed by token. */
void syntax_error(struct parse_ctx *ctx, const bool *expected);
void unknown_item(struct parse_ctx *ctx, const struct token *t);
void parse_too_deep(struct parse_ctx *ctx, struct span span);
/* How a token is called in messages. */
const char *token_name(int token);

/* ---- filter */
bool token_begins_line(const struct parse_ctx *ctx, uint32_t offset);
/* After such a token a value must come. */
bool token_wants_value(int token);
/* Closes the parentheses that are open in the innermost block. */
void leave_parens(struct parse_ctx *ctx);
/* The parser gave up an opening brace: its closing brace is not for the parser either. */
void brace_lost(struct parse_ctx *ctx, struct span span);
/* An opening brace is missing here: if its closing brace is there, the filter takes it away. */
void brace_missing(struct parse_ctx *ctx);

/* ---- constructors */
struct ast *build(struct parse_ctx *ctx, enum ast_kind kind, struct span span, struct ast *a, struct ast *b,
                  struct ast *c);
struct ast *build_op(struct parse_ctx *ctx, enum ast_kind kind, enum ast_op op, struct span span, struct ast *a,
                     struct ast *b);
struct ast *build_named(struct parse_ctx *ctx, enum ast_kind kind, struct span span, atom name, struct span name_span,
                        struct ast *a, struct ast *b, struct ast *c);
struct ast *build_name(struct parse_ctx *ctx, atom name, struct span span);
struct ast *build_text(struct parse_ctx *ctx, enum ast_kind kind, struct span span, atom text);
struct ast *build_number(struct parse_ctx *ctx, struct span span, int64_t number);
struct ast *build_block(struct parse_ctx *ctx, struct span span, struct ast *steps);
struct ast *build_range(struct parse_ctx *ctx, struct ast *from, struct ast *to);
/* `White king` in a start: as if an `&` stood between. */
struct ast *build_piece(struct parse_ctx *ctx, atom owner, struct span owner_span, atom kind, struct span kind_span);
struct ast *build_join(struct parse_ctx *ctx, struct span span, struct ast *left, struct ast *right);
/* Rows where a set of sites was meant. */
struct ast *build_stray_rows(struct parse_ctx *ctx, struct ast *picture);
struct ast *build_example(struct parse_ctx *ctx, struct span span, atom text, struct ast *board, struct ast *uses,
                          struct ast_list facts);
struct ast *build_mover(struct parse_ctx *ctx, struct span span, atom name);
/* A move of digits, as it is written. */
struct ast *build_digits(struct parse_ctx *ctx, struct span span);
struct ast *build_given_of(struct parse_ctx *ctx, struct span span, atom player, struct ast *value);
struct ast *with_flag(struct ast *node, bool flag);
struct ast *with_op(struct ast *node, enum ast_op op);
struct ast *with_text(struct ast *node, atom text);
struct ast *with_number(struct ast *node, int64_t number);
struct ast *with_span(struct ast *node, struct span span);
struct ast *in_parens(struct ast *node);

#endif
