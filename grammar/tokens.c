/* tokens.c - the filter between scanner and parser. It keeps the brackets, decides which words open an item, and after
 * a mistake drops or supplies braces so that parser and text stay in step. */
#include <string.h>

#include "parse_ctx.h"
#include "parser.h"

int cut_lex(CUT_STYPE *value, struct span *span, struct parse_ctx *ctx);

static uint32_t skip_blanks(const struct parse_ctx *ctx, uint32_t offset)
{
    const char *text = ctx->source->text;
    return offset + (uint32_t)strspn(text + offset, " \t");
}

bool token_begins_line(const struct parse_ctx *ctx, uint32_t offset)
{
    const char *text = ctx->source->text;
    while (offset > 0 && (text[offset - 1] == ' ' || text[offset - 1] == '\t'))
        offset--;
    return offset == 0 || text[offset - 1] == '\n' || text[offset - 1] == '\r' || (offset == 3 && text[0] == '\xEF');
}

/* How far the line of a token that begins it is indented, in bytes. */
static uint32_t indent(const struct parse_ctx *ctx, uint32_t offset)
{
    const char *text = ctx->source->text;
    uint32_t n = 0;
    while (offset > n && (text[offset - 1 - n] == ' ' || text[offset - 1 - n] == '\t'))
        n++;
    return n;
}

bool token_wants_value(int token)
{
    bool sign = (token >= TOK_EQ && token <= TOK_STAR) || (token >= TOK_COMMA && token <= TOK_DOTDOT);
    bool word = (token >= TOK_AND && token <= TOK_THEIR) || (token >= TOK_ON && token <= TOK_WITH);
    return sign || word;
}

/* ---- from where to start afresh after an error */

/* Errors are news again once this token was taken. */
static void set_sync(struct parse_ctx *ctx, const struct token *t)
{
    ctx->sync = t->span.begin;
}

static bool in_braces(const struct parse_ctx *ctx)
{
    for (int i = ctx->depth; i-- > 0;)
        if (ctx->brackets[i].kind == '{')
            return true;
    return false;
}

static void find_sync(struct parse_ctx *ctx, const struct token *t)
{
    if (!in_braces(ctx) || !token_begins_line(ctx, t->span.begin))
        return;
    bool opens = t->kind == TOK_MOVER || (t->kind == TOK_NAME && !token_wants_value(ctx->look.kind)) ||
                 (t->word != NULL && (t->word->class == WORD_STEP || t->word->class == WORD_FACT));
    if (opens)
        set_sync(ctx, t);
}

/* ---- brackets */

static void push(struct parse_ctx *ctx, const struct token *t, char kind, bool orphan)
{
    if (ctx->depth == PARSE_DEPTH_LIMIT) {
        parse_too_deep(ctx, t->span);
        ctx->ended = true; /* nothing sensible can follow */
        return;
    }
    uint32_t begin = ctx->source->lines[source_line(ctx->source, t->span.begin) - 1];
    ctx->brackets[ctx->depth++] = (struct bracket){
        .offset = t->span.begin,
        .indent = skip_blanks(ctx, begin) - begin,
        .kind = kind,
        .orphan = orphan,
        .after = ctx->mode,
    };
    ctx->mode = SCAN_RULES;
}

static void pop(struct parse_ctx *ctx)
{
    ctx->mode = ctx->brackets[--ctx->depth].after;
}

static bool open_brace(struct parse_ctx *ctx, const struct token *t)
{
    bool orphan = ctx->orphan_next;
    ctx->orphan_next = false;
    push(ctx, t, '{', orphan);
    if (ctx->example_next && ctx->depth == 1)
        ctx->mode = SCAN_FACTS;
    ctx->example_next = false;
    return !orphan;
}

static bool close_brace(struct parse_ctx *ctx, const struct token *t)
{
    if (!in_braces(ctx)) {
        parse_slip(ctx, t->span, NULL, "this `}` closes nothing");
        return false;
    }
    leave_parens(ctx);
    struct bracket *open = &ctx->brackets[ctx->depth - 1];
    if (ctx->doubtful == 0 && token_begins_line(ctx, t->span.begin) && indent(ctx, t->span.begin) != open->indent)
        ctx->doubtful = open->offset;
    bool orphan = open->orphan;
    pop(ctx);
    ctx->skip_else = orphan;
    if (!orphan)
        set_sync(ctx, t);
    if (ctx->depth == 0) {
        ctx->recovering = false;
        ctx->doubtful = 0;
    }
    return !orphan;
}

static void close_paren(struct parse_ctx *ctx)
{
    if (ctx->depth > 0 && ctx->brackets[ctx->depth - 1].kind == '(')
        pop(ctx);
}

void leave_parens(struct parse_ctx *ctx)
{
    while (ctx->depth > 0 && ctx->brackets[ctx->depth - 1].kind == '(')
        pop(ctx);
}

void brace_lost(struct parse_ctx *ctx, struct span span)
{
    for (int i = ctx->depth; i-- > 0;)
        if (ctx->brackets[i].offset == span.begin)
            ctx->brackets[i].orphan = true;
}

/* Closing minus opening braces in the rest of the item, as far as a glance tells; stops at `enough`. */
static int surplus(const struct parse_ctx *ctx, uint32_t offset, int enough)
{
    enum { GLANCE = 16 * 1024 };
    const char *text = ctx->source->text;
    int closed = 0;
    for (uint32_t i = offset; i < ctx->source->size && i - offset < GLANCE && closed < enough; i++) {
        if (text[i] == '\n' && text[i + 1] >= 'a' && text[i + 1] <= 'z' && ctx->item_indent == 0)
            break; /* the next item */
        if (text[i] == '"' || (text[i] == '-' && text[i + 1] == '-'))
            i += (uint32_t)strcspn(text + i + 1, text[i] == '"' ? "\"\r\n" : "\r\n") + (text[i] == '"');
        closed += (text[i] == '}') - (text[i] == '{');
    }
    return closed;
}

void brace_missing(struct parse_ctx *ctx)
{
    int open = 1;
    for (int i = 0; i < ctx->depth; i++)
        open += ctx->brackets[i].kind == '{';
    if (ctx->depth < PARSE_DEPTH_LIMIT && surplus(ctx, ctx->look.span.begin, open) >= open)
        push(ctx, &ctx->look, '{', true);
}

/* ---- items */

/* Whether a word that opens items is followed by what follows it there: nobody writes two names side by side. */
static bool followed_as_item(const struct parse_ctx *ctx, const struct token *t)
{
    uint32_t i = skip_blanks(ctx, t->span.end);
    const char *text = ctx->source->text + i;
    size_t size = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
    if (size == 0)
        return *text != '\0' && strchr("\"[{", *text) != NULL && strchr(t->word->follow, *text) != NULL;
    const struct word *next = word_find(text, size);
    if (next != NULL && next->token == TOK_WHEN)
        return strchr(t->word->follow, 'w') != NULL;
    if (next != NULL && next->token == TOK_BY)
        return strchr(t->word->follow, 'b') != NULL;
    return strchr(t->word->follow, 'n') != NULL &&
           (next == NULL || next->class == WORD_ITEM || next->class == WORD_FREE);
}

/* Surely the next item, whatever may be unfinished before it. */
static bool surely_item(const struct parse_ctx *ctx, const struct token *t)
{
    return token_begins_line(ctx, t->span.begin) && indent(ctx, t->span.begin) <= ctx->item_indent &&
           followed_as_item(ctx, t);
}

static void hold(struct parse_ctx *ctx, struct token *t, int instead)
{
    ctx->held = *t;
    ctx->has_held = true;
    *t = (struct token){.kind = instead, .span = {ctx->file, t->span.begin, t->span.begin}};
}

static void report_unclosed(struct parse_ctx *ctx, struct span span, const char *before)
{
    int i = ctx->depth - 1;
    while (ctx->brackets[i].kind != '{')
        i--;
    uint32_t place = ctx->doubtful != 0 ? ctx->doubtful : ctx->brackets[i].offset;
    struct diag *diag = parse_error(ctx, span, NULL, "`}` is missing before %s", before);
    if (diag != NULL)
        diag_note(ctx->diags, diag, (struct span){ctx->file, place, place + 1}, "this `{` is not closed");
}

/* Leaves all brackets before the token and has the parser close its blocks. True if there were any. */
static bool leave_brackets(struct parse_ctx *ctx, struct token *t, struct span span, const char *before)
{
    if (!in_braces(ctx)) {
        ctx->lost_paren = ctx->brackets[ctx->depth - 1].offset;
        ctx->depth = 0;
        ctx->mode = SCAN_RULES;
        return false;
    }
    report_unclosed(ctx, span, before);
    while (ctx->depth > 0) {
        const struct bracket *open = &ctx->brackets[ctx->depth - 1];
        ctx->closing += open->kind == '{' && !open->orphan;
        pop(ctx);
    }
    ctx->doubtful = 0;
    if (ctx->closing == 0)
        return false;
    hold(ctx, t, TOK_RBRACE);
    ctx->closing--;
    return true;
}

static void begin_item(struct parse_ctx *ctx, const struct token *t)
{
    ctx->recovering = false;
    ctx->item_indent = indent(ctx, t->span.begin);
    set_sync(ctx, t);
}

static void note_example(struct parse_ctx *ctx, const struct token *t)
{
    uint32_t next = skip_blanks(ctx, t->span.end);
    int before = ctx->look.kind;
    bool banned = before == TOK_BAN && !token_begins_line(ctx, t->span.begin); /* not the end of `without ban` */
    /* Other quotes are read as the plain ones. */
    unsigned char quote = (unsigned char)ctx->source->text[next];
    bool text = quote == '"' || quote == '\'' || quote >= 0x80;
    ctx->example_next = text && before != TOK_COMMA && !banned;
}

static void admit_item_word(struct parse_ctx *ctx, struct token *t)
{
    if (ctx->plain_names) {
        t->kind = t->kind == TOK_STUCK ? TOK_STUCK : TOK_NAME;
        return;
    }
    bool sure = t->word->class == WORD_ITEM && surely_item(ctx, t);
    bool unfinished = ctx->depth > 0 || token_wants_value(ctx->look.kind);
    if (sure && ctx->depth > 0) {
        char before[32] = "this item";
        if (strlen(t->word->text) < 20)
            strcat(strcat(strcpy(before, "`"), t->word->text), "`");
        if (leave_brackets(ctx, t, t->span, before))
            return;
    }
    if (sure && unfinished && ctx->look.kind != TOK_BREAK) {
        hold(ctx, t, TOK_BREAK);
        return;
    }
    if (ctx->depth > 0 || (ctx->recovering && !token_begins_line(ctx, t->span.begin)))
        t->kind = t->kind == TOK_STUCK ? TOK_STUCK : TOK_NAME;
    else if (token_begins_line(ctx, t->span.begin))
        begin_item(ctx, t);
    if (t->kind == TOK_EXAMPLE)
        note_example(ctx, t);
}

/* In the facts of an example every word may be a move; only what surely is an item ends them. */
static bool admit_fact_word(struct parse_ctx *ctx, struct token *t)
{
    const struct word *word = word_find(t->text, strlen(t->text));
    if (word == NULL || word->class != WORD_ITEM || ctx->mode != SCAN_FACTS)
        return false;
    struct token item = *t;
    item.word = word;
    if (!surely_item(ctx, &item))
        return false;
    item.kind = word->token;
    *t = item;
    admit_item_word(ctx, t);
    return true;
}

/* While an item is given up, a line that begins like an item of an unknown kind is worth a message of its own. */
static void find_unknown_item(struct parse_ctx *ctx, const struct token *t)
{
    bool outside = ctx->recovering && ctx->depth == 0 && !ctx->plain_names;
    if (!outside || t->kind != TOK_NAME || token_wants_value(ctx->look.kind) || !token_begins_line(ctx, t->span.begin))
        return;
    const char *text = ctx->source->text;
    uint32_t next = skip_blanks(ctx, t->span.end);
    bool follows = (text[next] >= 'A' && text[next] <= 'Z') || (text[next] >= 'a' && text[next] <= 'z') ||
                   text[next] == '"' || text[next] == '{' || text[next] == '[';
    if (!follows || indent(ctx, t->span.begin) > ctx->item_indent)
        return;
    ctx->quiet = false;
    unknown_item(ctx, t);
    ctx->quiet = true;
}

/* ---- the stream */

static void fetch(struct parse_ctx *ctx, struct token *t)
{
    *t = (struct token){.span = {ctx->file, ctx->at, ctx->at}};
    if (ctx->ended)
        t->kind = TOK_YYEOF;
    else if (ctx->has_held) {
        *t = ctx->held;
        ctx->has_held = false;
    } else {
        scan_token(t, ctx->scanner);
    }
}

/* After a block that the parser does not know of, its `else` and `or` are not for the parser either. */
static bool skip_branch(struct parse_ctx *ctx, const struct token *t)
{
    bool skip = ctx->skip_else && (t->kind == TOK_ELSE || t->kind == TOK_OR);
    if (ctx->orphan_next && t->kind != TOK_LBRACE)
        ctx->orphan_next = false;
    if (skip)
        ctx->orphan_next = true;
    ctx->skip_else = false;
    return skip;
}

/* False if the token is not for the parser. */
static bool admit(struct parse_ctx *ctx, struct token *t)
{
    if (skip_branch(ctx, t))
        return false;
    find_sync(ctx, t);
    switch (t->kind) {
    case TOK_LBRACE:
        return open_brace(ctx, t);
    case TOK_RBRACE:
        return close_brace(ctx, t);
    case TOK_LPAREN:
        push(ctx, t, '(', false);
        return true;
    case TOK_RPAREN:
        close_paren(ctx);
        return true;
    case TOK_YYEOF:
        if (!ctx->ended && in_braces(ctx))
            leave_brackets(ctx, t, (struct span){ctx->file, ctx->look.span.end, ctx->look.span.end},
                           token_name(TOK_YYEOF));
        return true;
    default:
        break;
    }
    if (t->text != NULL && (t->kind == TOK_WORD || (t->word != NULL && t->kind == TOK_FACT_STUCK)) &&
        admit_fact_word(ctx, t))
        return true;
    if (t->word != NULL && (t->word->class == WORD_ITEM || t->word->class == WORD_FREE) && t->kind < TOK_WORD)
        admit_item_word(ctx, t);
    find_unknown_item(ctx, t);
    return true;
}

static void next_token(struct parse_ctx *ctx, struct token *t)
{
    if (ctx->start != 0) {
        *t = (struct token){.kind = ctx->start, .span = {ctx->file, ctx->at, ctx->at}};
        ctx->start = 0;
    } else if (ctx->closing > 0) {
        ctx->closing--;
        *t = (struct token){.kind = TOK_RBRACE, .span = {ctx->file, ctx->held.span.begin, ctx->held.span.begin}};
    } else {
        do
            fetch(ctx, t);
        while (!admit(ctx, t));
    }
}

int cut_lex(CUT_STYPE *value, struct span *span, struct parse_ctx *ctx)
{
    struct token t;
    if (ctx->look.span.begin == ctx->sync)
        ctx->quiet = false;
    next_token(ctx, &t);
    ctx->earlier = ctx->before;
    ctx->before = ctx->look;
    ctx->look = t;
    *span = t.span;
    if (t.kind == TOK_NUMBER)
        value->number = t.number;
    else
        value->text = t.text;
    return t.kind;
}
