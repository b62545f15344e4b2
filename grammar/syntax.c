/* syntax.c - puts syntax errors into words. The cases go from the most telling to the general one. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "parse_ctx.h"
#include "parser.h"

static const char value_help[] = "write `a | b` (either), `a & b` (both) or `a - b` (without)";

/* ---- what was found */

static const struct token *found(const struct parse_ctx *ctx)
{
    return &ctx->look;
}

static bool begins_line(const struct parse_ctx *ctx, const struct token *t)
{
    return token_begins_line(ctx, t->span.begin);
}

static bool is_word(const struct token *t)
{
    return t->kind == TOK_NAME || t->word != NULL;
}

static const char *text_of(const struct token *t)
{
    return t->text != NULL ? t->text : "";
}

/* How a token is called, in a buffer of the caller. */
static const char *describe(const struct token *t, char *buffer, size_t size)
{
    static const char *const plain = "`%.60s`";
    if (t->kind == TOK_NUMBER)
        snprintf(buffer, size, "`%lld`", (long long)t->number);
    else if (t->kind == TOK_TEXT)
        snprintf(buffer, size, "a text in quotes");
    else if (t->text != NULL)
        snprintf(buffer, size, plain, t->text);
    else
        snprintf(buffer, size, "%s", token_name(t->kind));
    return buffer;
}

static void help(struct parse_ctx *ctx, struct diag *diag, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void help(struct parse_ctx *ctx, struct diag *diag, const char *format, ...)
{
    if (diag == NULL)
        return; /* a consequence of an earlier error */
    char text[300];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    diag_help(ctx->diags, diag, "%s", text);
}

static bool ends_value(const struct token *t)
{
    return t->kind == TOK_NAME || t->kind == TOK_SITE || t->kind == TOK_NUMBER || t->kind == TOK_RPAREN ||
           (t->word != NULL && t->word->class == WORD_FREE);
}

static bool begins_value(const struct token *t)
{
    bool joins = t->kind == TOK_AND || t->kind == TOK_OR || t->kind == TOK_IN;
    return t->kind == TOK_NAME || t->kind == TOK_SITE || t->kind == TOK_TEXT || t->kind == TOK_NUMBER ||
           t->kind == TOK_LPAREN || (t->kind >= TOK_AND && t->kind <= TOK_THEIR && !joins);
}

/* ---- what was expected */

static bool wants_step(const bool *expected)
{
    return expected[TOK_CHOOSE] && expected[TOK_LET];
}

static bool wants_item(const bool *expected)
{
    return expected[TOK_GAME] && expected[TOK_OPTION] && expected[TOK_STUCK];
}

static bool wants_value(const bool *expected)
{
    return expected[TOK_NUMBER] && expected[TOK_LPAREN] && expected[TOK_SOME];
}

static bool wants_operator(const bool *expected)
{
    return expected[TOK_PIPE];
}

static bool wants_name(const bool *expected)
{
    return expected[TOK_NAME] && !wants_value(expected) && !wants_step(expected);
}

static bool belongs_to_category(const bool *expected, int t)
{
    const struct word *word = word_of_token(t);
    if (t == TOK_NAME || t == TOK_BREAK || t == TOK_START_FILE || t == TOK_START_EXPRESSION)
        return true;
    if (wants_operator(expected) &&
        (t == TOK_LPAREN || (t >= TOK_EQ && t <= TOK_STAR) || t == TOK_AND || t == TOK_OR || t == TOK_IN))
        return true;
    if (wants_value(expected) && (t == TOK_NUMBER || t == TOK_SITE || t == TOK_LPAREN || t == TOK_LBRACKET ||
                                  t == TOK_MINUS || t == TOK_EACH || (word != NULL && word->class == WORD_OPERATOR)))
        return true;
    if (wants_item(expected) && ((word != NULL && word->class == WORD_ITEM) || t == TOK_YYEOF))
        return true;
    if (expected[TOK_NAME] && word != NULL && (word->class == WORD_ITEM || word->class == WORD_FREE))
        return true;
    if (wants_step(expected) && word != NULL && word->class == WORD_STEP)
        return true;
    return expected[TOK_FACT_LEGAL] && (t >= TOK_WORD && t != TOK_FACT_BY && t != TOK_FACT_CAPTURES);
}

enum { CHOICES = 6 }; /* named in one message */

struct choices {
    char text[300];
    int count;
};

static void add_choice(struct choices *choices, const char *text)
{
    size_t used = strlen(choices->text), room = sizeof choices->text - used, size = strlen(text);
    size -= size > 0 && text[size - 1] == ' '; /* see the names of the tokens */
    if (choices->count < CHOICES && room > size + 8)
        snprintf(choices->text + used, room, "%s%.*s", choices->count > 0 ? " or " : "", (int)size, text);
    choices->count++;
}

static struct choices list_choices(const bool *expected)
{
    struct choices choices = {.count = 0};
    for (int t = 0; t <= TOK_FACT_WINS; t++)
        if (expected[t] && !belongs_to_category(expected, t))
            add_choice(&choices, token_name(t));
    if (wants_value(expected))
        add_choice(&choices, "a value");
    else if (wants_name(expected))
        add_choice(&choices, "a name");
    if (wants_item(expected))
        add_choice(&choices, "the next item");
    if (wants_step(expected))
        add_choice(&choices, "a step");
    if (expected[TOK_FACT_LEGAL] && expected[TOK_MOVER])
        add_choice(&choices, "the next fact");
    if (choices.count == 0 && wants_operator(expected))
        add_choice(&choices, "an operator");
    return choices;
}

/* ---- the cases; each returns whether it was the one */

static bool foreign_case(struct parse_ctx *ctx, const bool *expected)
{
    const struct token *t = found(ctx), *before = &ctx->before;
    const struct foreign_word *word = t->kind == TOK_NAME || t->kind == TOK_WORD ? word_foreign(text_of(t)) : NULL;
    bool opens = is_word(before) && expected[TOK_LPAREN] && !wants_value(expected); /* it stands where a step begins */
    if (word == NULL && opens && before->text != NULL) {
        word = word_foreign(before->text);
        t = before;
    }
    if (word == NULL)
        return false;
    parse_error(ctx, t->span, word->help, "%s", word->message);
    return true;
}

static void nearest_help(struct parse_ctx *ctx, struct diag *diag, const char *text, enum word_class class,
                         const char *other)
{
    const char *words[64];
    const char *near = diag_nearest(text, words, word_list(class, words, 64));
    if (near != NULL)
        help(ctx, diag, "did you mean `%s`?", near);
    else
        help(ctx, diag, "%s", other);
}

void unknown_item(struct parse_ctx *ctx, const struct token *t)
{
    const struct foreign_word *word = word_foreign(t->text);
    if (word != NULL) {
        parse_error(ctx, t->span, word->help, "%s", word->message);
        return;
    }
    struct diag *diag = parse_error(ctx, t->span, NULL, "`%.60s` does not begin an item", t->text);
    nearest_help(
        ctx, diag, t->text, WORD_ITEM,
        "a file is a list of items: game, board, players, start, def, pattern, rule, turn, ban, win, stuck, ...");
}

static bool item_case(struct parse_ctx *ctx, const bool *expected)
{
    const struct token *t = found(ctx);
    if (!wants_item(expected) || !begins_line(ctx, t))
        return false;
    if (t->word != NULL && (t->word->class == WORD_STEP || t->kind == TOK_ELSE)) {
        parse_error(ctx, t->span, "steps stand in the braces of `turn { ... }` or `rule NAME { ... }`",
                    "%s is a step, not an item", token_name(t->kind));
        return true;
    }
    if (t->kind != TOK_NAME)
        return false;
    unknown_item(ctx, t);
    return true;
}

/* Among steps the second may be the name of a rule of another file. */
static void report_side_by_side(struct parse_ctx *ctx, const struct token *left, const struct token *right,
                                bool among_steps)
{
    static const char *const functions[] = {"next",  "ahead", "reach", "groups", "rays",     "subsets", "lines",
                                            "count", "one",   "rank",  "file",   "opposite", "found"};
    char a[80], b[80];
    struct diag *diag =
        parse_error(ctx, span_join(left->span, right->span), value_help, "an operator is missing between %s and %s",
                    describe(left, a, sizeof a), describe(right, b, sizeof b));
    if (among_steps)
        help(ctx, diag, "%s; if `%.60s` is a rule, `%.60s()` runs it", value_help, text_of(right), text_of(right));
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (is_word(left) && strcmp(text_of(left), functions[i]) == 0)
            help(ctx, diag, "write `%s(...)`", functions[i]);
}

static bool side_by_side_case(struct parse_ctx *ctx, const bool *expected)
{
    const struct token *t = found(ctx), *before = &ctx->before;
    bool bounds = expected[TOK_DOTDOT] && t->kind == TOK_NUMBER; /* of a range: the dots are missing */
    bool joined = expected[TOK_TO] || expected[TOK_ALONG] || expected[TOK_BY] || t->kind == TOK_TEXT;
    if (!wants_operator(expected) || bounds || joined || !ends_value(before) || !begins_value(t) || begins_line(ctx, t))
        return false;
    report_side_by_side(ctx, before, t, false);
    return true;
}

static bool is_name_char(char c)
{
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* How a rule of that name is run, if the file has one as far as a glance tells: "()" or "(...)"; else NULL. */
static const char *parens_of_rule(const struct parse_ctx *ctx, const char *name)
{
    static const char rule[] = "rule ";
    const char *text = ctx->source->text;
    bool unread = ctx->quiet || ctx->diags->errors > DIAG_LIMIT; /* the message is not kept */
    for (const char *p = unread ? NULL : strstr(text, rule); p != NULL; p = strstr(p + 1, rule)) {
        const char *at = p + strlen(rule), *end;
        at += strspn(at, " \t");
        end = at + strlen(name);
        if (token_begins_line(ctx, (uint32_t)(p - text)) && strncmp(at, name, strlen(name)) == 0 && !is_name_char(*end))
            return end[strspn(end, " \t")] == '(' ? "(...)" : "()";
    }
    return NULL;
}

static void report_rule_without_parens(struct parse_ctx *ctx, const struct token *t, const char *parens)
{
    struct diag *diag = parse_error(ctx, t->span, NULL, "a rule is run with parentheses");
    help(ctx, diag, "write `%.60s%s`", text_of(t), parens != NULL ? parens : "()");
}

/* A name where a step begins, without parentheses. */
static bool call_case(struct parse_ctx *ctx, const bool *expected)
{
    const struct token *t = found(ctx), *before = &ctx->before;
    bool only_paren = expected[TOK_LPAREN] && !wants_value(expected) && !wants_operator(expected) &&
                      !expected[TOK_LBRACE] && !expected[TOK_EQ];
    int earlier = ctx->earlier.kind;
    bool shape = earlier == TOK_BOARD || earlier == TOK_ON || earlier == TOK_USING || earlier == TOK_COMMA;
    if (!only_paren || before->kind != TOK_NAME || shape)
        return false;
    const char *name = text_of(before), *parens = parens_of_rule(ctx, name);
    const struct word *word = word_find(name, strlen(name));
    if (parens != NULL) {
        report_rule_without_parens(ctx, before, parens);
    } else if (!begins_line(ctx, before) && ends_value(&ctx->earlier)) {
        report_side_by_side(ctx, &ctx->earlier, before, true);
    } else if (t->kind == TOK_EQ) {
        struct diag *diag = parse_error(ctx, before->span, NULL, "a step does not begin with a name and `=`");
        help(ctx, diag, "write `let %.60s = ...` for a new name, `set %.60s = ...` for a state", name, name);
    } else if (word != NULL && word->class == WORD_ITEM && !begins_line(ctx, t)) {
        parse_error(ctx, before->span, "items stand outside of the braces of others",
                    "`%s` begins an item and cannot stand among steps", name);
    } else if (begins_line(ctx, t) || t->kind == TOK_RBRACE) {
        report_rule_without_parens(ctx, before, NULL);
    } else {
        struct diag *diag = parse_error(ctx, before->span, NULL, "`%.60s` does not begin a step", name);
        char other[120];
        snprintf(other, sizeof other, "a rule is run with parentheses: `%.60s(...)`", name);
        nearest_help(ctx, diag, name, WORD_STEP, other);
    }
    return true;
}

static bool branch_case(struct parse_ctx *ctx, const bool *expected)
{
    const struct token *t = found(ctx);
    if (!wants_step(expected) || (t->kind != TOK_ELSE && t->kind != TOK_OR) || ctx->before.kind == TOK_NAME)
        return false;
    if (t->kind == TOK_ELSE)
        parse_error(ctx, t->span, "`else` follows the block of an `if` or a `first`", "this `else` belongs to nothing");
    else
        parse_error(ctx, t->span, "`or { ... }` follows the block of an `either`", "this `or` belongs to nothing");
    return true;
}

static bool stuck_case(struct parse_ctx *ctx, const bool *expected)
{
    const struct token *t = found(ctx);
    if ((t->kind != TOK_STUCK && t->kind != TOK_DRAWN) || !wants_value(expected))
        return false;
    parse_error(ctx, t->span,
                "say outside of all blocks what a player without a move does: `stuck passes`, `stuck loses when C`",
                "%s is not a value", token_name(t->kind));
    return true;
}

static bool name_case(struct parse_ctx *ctx, const bool *expected)
{
    const struct token *t = found(ctx);
    if (!wants_name(expected))
        return false;
    if (t->kind == TOK_SITE)
        parse_error(ctx, t->span, "take two letters or more, or an underscore",
                    "`%.60s` is a site and cannot be a name", t->text);
    else if (ctx->before.kind == TOK_SET && t->kind == TOK_THEIR)
        parse_error(ctx, t->span, "make the state shared, with one value for both, to change it for the opponent",
                    "`set` changes a shared state, or the mover's own");
    else if (ctx->before.kind == TOK_PUT)
        parse_error(ctx, t->span,
                    "write `put mine on S`; `theirs`, a player or a neutral piece may stand there, and `& KIND`",
                    "what is put is named, not computed");
    else if (t->word != NULL && t->word->class != WORD_ITEM && t->word->class != WORD_FREE && !expected[TOK_LBRACKET] &&
             !expected[TOK_LBRACE])
        parse_error(ctx, t->span, "use another word", "`%s` is a word of the language and cannot be a name",
                    t->word->text);
    else
        return false;
    return true;
}

static bool chain_case(struct parse_ctx *ctx, const bool *expected)
{
    const struct token *t = found(ctx);
    bool compares = (t->kind >= TOK_EQ && t->kind <= TOK_GE) || t->kind == TOK_IN;
    if (!compares || !wants_operator(expected) || expected[t->kind])
        return false;
    parse_error(ctx, t->span, "write `a < b and b < c`", "comparisons do not chain");
    return true;
}

static bool value_of_rule_case(struct parse_ctx *ctx, const bool *expected)
{
    const struct token *t = found(ctx);
    if (t->kind == TOK_EQ && expected[TOK_LBRACE] && !wants_operator(expected))
        parse_error(ctx, t->span, "write `def NAME(...) = ...` for a value", "a `rule` is a block of steps");
    else if (t->kind == TOK_LBRACE && expected[TOK_EQ] && !wants_operator(expected))
        parse_error(ctx, t->span, "write `rule NAME(...) { ... }` for steps", "a `def` is a value: `=` is missing");
    else
        return false;
    return true;
}

/* ---- the general case */

static const char *general_help(const struct parse_ctx *ctx, const bool *expected)
{
    const struct token *t = found(ctx);
    if (expected[TOK_LBRACE] && t->kind != TOK_LBRACE)
        return "steps stand in braces: `{ ... }`";
    if (t->kind == TOK_COMMA && expected[TOK_TEXT] && !expected[TOK_WORD])
        return "a reason follows its condition without a comma";
    if (t->kind == TOK_TEXT && expected[TOK_COMMA])
        return "a comma separates what is written: `write a, \"text\", b`";
    if (expected[TOK_ELSE] && !wants_step(expected))
        return "write `first { ... } else { ... }`: the second block is for when no way leads through the first";
    if (expected[TOK_OR] && !wants_step(expected) && !wants_operator(expected))
        return "write `either { ... } or { ... }`";
    if (expected[TOK_DOTDOT] && (t->kind == TOK_NUMBER || !wants_operator(expected)))
        return "a range is written `2 .. 26`";
    if (t->kind == TOK_WORD && strchr(t->text, '=') != NULL)
        return "put blanks around `=`";
    if (t->kind == TOK_IF && wants_value(expected))
        return "values have no `if`: filter, `each s in S with flying or s in next(here, D)`, or take two ways, "
               "`either { require flying ... } or { ... }`";
    if (expected[TOK_ON] && expected[TOK_AMP])
        return "write `put mine on S` or `start NAME on S`; `& KIND` may follow the name";
    if (wants_item(expected) && (t->kind == TOK_WINS || t->kind == TOK_LOSES || t->kind == TOK_DRAWS || t->kind == TOK_ENDS))
        return "the ends are `win when C`, `lose when C`, `draw when C`, `end when C`; `stuck loses` is for a player "
               "without a move";
    if (expected[TOK_WHEN] && !wants_item(expected))
        return "write `win when C`, `lose when C`, `draw when C`, `end when C`";
    if (t->kind == TOK_WORD && expected[TOK_FACT_LEGAL])
        return "a fact begins with legal, illegal, play, after, stuck, perft, set, holds, fails, or says `Black to move`";
    if (t->kind == TOK_COMMA && expected[TOK_WORD])
        return "moves stand side by side, without commas";
    return NULL;
}

static void note_paren(struct parse_ctx *ctx, struct diag *diag)
{
    uint32_t place = ctx->lost_paren;
    for (int i = ctx->depth; i-- > 0 && place == 0;) {
        const struct bracket *open = &ctx->brackets[i];
        if (open->kind == '(' && open->offset < ctx->look.span.begin)
            place = open->offset;
        else if (open->kind == '{')
            break;
    }
    if (diag != NULL && place != 0)
        diag_note(ctx->diags, diag, (struct span){ctx->file, place, place + 1}, "this `(` is not closed");
}

static void general_case(struct parse_ctx *ctx, const bool *expected)
{
    const struct token *t = found(ctx);
    char buffer[100];
    struct choices choices = list_choices(expected);
    struct span span = t->span;
    if (t->kind == TOK_BREAK || (begins_line(ctx, t) && ctx->before.span.end > 0)) /* mark the end of the line before */
        span = (struct span){ctx->file, ctx->before.span.end, ctx->before.span.end};
    const char *what = describe(t, buffer, sizeof buffer);
    struct diag *diag;
    bool complete = wants_item(expected) || wants_step(expected) || expected[TOK_FACT_LEGAL];
    if (complete || choices.count == 0 || choices.count > CHOICES)
        diag = parse_error(ctx, t->span, general_help(ctx, expected), "%s cannot stand here", what);
    else
        diag = parse_error(ctx, span, general_help(ctx, expected), "%s is expected before %s", choices.text, what);
    if (expected[TOK_RPAREN])
        note_paren(ctx, diag);
}

void syntax_error(struct parse_ctx *ctx, const bool *expected)
{
    ctx->lossy = true;
    if (ctx->look.span.begin != ctx->sync || ctx->depth > 0)
        ctx->recovering = true; /* unless the next item begins with this very token */
    bool was_quiet = ctx->quiet;
    if (!foreign_case(ctx, expected) && !item_case(ctx, expected) && !call_case(ctx, expected) &&
        !branch_case(ctx, expected) && !stuck_case(ctx, expected) && !name_case(ctx, expected) &&
        !side_by_side_case(ctx, expected) && !chain_case(ctx, expected) && !value_of_rule_case(ctx, expected))
        general_case(ctx, expected);
    const struct token *t = found(ctx);
    bool bracket = t->kind == TOK_RBRACE || t->kind == TOK_LPAREN || t->kind == TOK_LBRACE || t->kind == TOK_BREAK;
    if (!was_quiet && expected[TOK_LBRACE] && ctx->depth > 0 && !bracket)
        brace_missing(ctx);
    if (begins_line(ctx, t))
        leave_parens(ctx); /* so that what comes is read as it stands outside of them */
    ctx->lost_paren = 0;
    ctx->quiet = true;
}
