/* names.c - what a bare name or a site is worth as a value. */
#include <string.h>

#include "sema.h"

/* --- built-in values */

static const char *joined(struct checker *c, const char *text, const char *word)
{
    return text == NULL ? word : arena_format(c->load->scratch, "%s, %s", text, word);
}

static const char *sides_of(struct checker *c, const struct board *board)
{
    const char *text = NULL;
    for (int i = 0; i < builtin_count; i++) {
        const struct builtin *b = &builtins[i];
        if (b->sort == BUILTIN_AREA && b->detail <= AREA_SOUTHWEST && board->area[b->detail] != NULL)
            text = joined(c, text, b->name);
    }
    return text != NULL ? text : "none";
}

static const char *ways_of(struct checker *c, const struct board *board)
{
    const char *text = NULL;
    for (int d = 0; d < DIR_COMPASS && board->shape != BOARD_LINES; d++) {
        if (board->used >> d & 1)
            text = joined(c, text, board_dir_name(d));
    }
    return text != NULL ? text : "those of its lines";
}

static struct expr *not_on_board(struct checker *c, const struct builtin *b, struct span span)
{
    const struct board *board = c->rules->board;
    struct diag *d = report(c, span, "this board has no `%s`", b->name);
    if (b->sort == BUILTIN_WAYS)
        help(c, d, "`adjacent` are the directions to the neighbours on every board");
    else if (b->sort == BUILTIN_WAY)
        help(c, d, "its directions are %s", ways_of(c, board));
    else
        help(c, d, "its sides are %s", sides_of(c, board));
    return expr_bad(c, span);
}

/* Before the board is made nothing can be said of it. */
static bool board_is_missing(struct checker *c, struct span span, const char *name)
{
    if (c->board_ready || c->library)
        return false;
    if (c->loader->damaged || c->errors > 0) {
        c->errors++;
        return true;
    }
    report(c, span, "`%s` needs the board, and here the board is still to be made", name);
    return true;
}

static struct expr *dirs_value(struct checker *c, const struct builtin *b, struct span span)
{
    struct expr *e = expr_new(c, EX_DIRS, KIND_DIRS, span);
    e->fixed = true;
    if (c->library)
        return e;
    const struct board *board = c->rules->board;
    if (b->sort == BUILTIN_WAY)
        e->dirs = board->shape == BOARD_LINES ? 0 : board->used & ((uint64_t)1 << b->detail);
    else
        memcpy(&e->dirs, (const char *)board + b->detail, sizeof e->dirs);
    return e->dirs != 0 ? e : not_on_board(c, b, span);
}

static struct expr *area_value(struct checker *c, const struct builtin *b, struct span span)
{
    struct expr *e = expr_new(c, EX_SITES, KIND_SITES, span);
    e->fixed = true;
    if (c->library)
        return e;
    e->sites = c->rules->board->area[b->detail];
    return e->sites != NULL ? e : not_on_board(c, b, span);
}

static struct expr *builtin_value(struct checker *c, const struct builtin *b, struct span span)
{
    if (b->sort == BUILTIN_FUNCTION) {
        struct diag *d = report(c, span, "`%s` is a function", b->name);
        help(c, d, "write %s", b->form);
        return expr_bad(c, span);
    }
    if (board_is_missing(c, span, b->name))
        return expr_bad(c, span);
    if (b->sort == BUILTIN_AREA)
        return area_value(c, b, span);
    if (b->sort == BUILTIN_WAY || b->sort == BUILTIN_WAYS)
        return dirs_value(c, b, span);
    struct expr *e = expr_new(c, b->op, b->kind, span);
    if (b->op == EX_SITES && !c->library)
        e->sites = ARENA_ARRAY(c->arena, uint64_t, c->rules->board->words);
    if (b->op == EX_REPEATED || b->op == EX_BOARD_SEEN || b->op == EX_REPETITIONS)
        c->rules->reads_history = true;
    c->rules->reads_last_changed |= b->op == EX_LAST_CHANGED;
    c->rules->reads_placed |= b->op == EX_PLACED;
    c->rules->reads_captured |= b->op == EX_CAPTURED;
    return finish(c, e);
}

/* --- sites, pieces, entries */

static struct expr *site_value(struct checker *c, const struct ast *ast)
{
    struct expr *e = expr_new(c, EX_SITES, KIND_SITES, ast->span);
    e->fixed = true;
    if (c->library)
        return e;
    if (board_is_missing(c, ast->span, ast->name))
        return expr_bad(c, ast->span);
    const struct board *board = c->rules->board;
    int site = board_site(board, ast->name, (int)strlen(ast->name));
    if (site < 0) {
        report(c, ast->span, "`%s` is not on the board, which goes from %s to %s", ast->name, board->name[0],
               board->name[board->sites - 1]);
        return expr_bad(c, ast->span);
    }
    uint64_t *sites = ARENA_ARRAY(c->arena, uint64_t, board->words);
    set_add(sites, site);
    e->sites = sites;
    return e;
}

static struct expr *indexed(struct checker *c, enum expr_op op, enum kind kind, int index, struct span span)
{
    if (board_is_missing(c, span, "a set of stones"))
        return expr_bad(c, span);
    struct expr *e = expr_new(c, op, kind, span);
    e->index = index;
    return finish(c, e);
}

static struct expr *piece_value(struct checker *c, const struct ast *ast)
{
    int i = player_find(c, c->frame->module, ast->name);
    if (i >= 0)
        return indexed(c, EX_PLAYER, KIND_SITES, i, ast->span);
    i = kind_find(c, ast->name);
    if (i >= 0)
        return indexed(c, EX_PIECE_KIND, KIND_SITES, i, ast->span);
    i = neutral_find(c, ast->name);
    return i >= 0 ? indexed(c, EX_NEUTRAL, KIND_SITES, i, ast->span) : NULL;
}

static struct expr *state_value(struct checker *c, const struct entry *entry, const struct ast *ast)
{
    int index = state_index(c, entry);
    if (index < 0)
        return expr_bad(c, ast->span);
    return indexed(c, EX_STATE, c->rules->states[index].kind, index, ast->span);
}

static struct expr *pattern_value(struct checker *c, const struct entry *entry, const struct ast *ast)
{
    int index = pattern_index(c, entry);
    if (index < 0)
        return expr_bad(c, ast->span);
    struct expr *e = expr_new(c, EX_FORMED, KIND_PATTERN, ast->span);
    e->index = index;
    return e;
}

static struct expr *option_value(struct checker *c, const struct entry *entry, const struct ast *ast)
{
    int index = c->checked[entry->index].index;
    if (index < 0)
        return expr_bad(c, ast->span);
    return expr_number(c, c->rules->options[index].value, ast->span);
}

static struct expr *refuse_rule(struct checker *c, const struct ast *ast)
{
    struct diag *d = report(c, ast->span, "`%s` is a rule, not a value", ast->name);
    help(c, d, "a rule is run as a step of its own: %s(…)", ast->name);
    return expr_bad(c, ast->span);
}

static struct expr *entry_value(struct checker *c, const struct entry *entry, const struct ast *ast)
{
    switch (entry->item->kind) {
    case AST_OPTION:
        return option_value(c, entry, ast);
    case AST_STATE:
        return state_value(c, entry, ast);
    case AST_PATTERN:
        return pattern_value(c, entry, ast);
    case AST_DEF:
        return def_value(c, entry, ast);
    default: /* the other kinds of items have no entry */
        return refuse_rule(c, ast);
    }
}

static struct expr *local_value(struct checker *c, const struct local *local, struct span span)
{
    bool pattern = local->kind == KIND_PATTERN && local->slot < 0;
    struct expr *e = expr_new(c, pattern ? EX_FORMED : EX_LOCAL, local->kind, span);
    e->index = pattern ? local->pattern : local->slot;
    e->fixed = !pattern;
    return e;
}

static struct expr *named_value(struct checker *c, const struct ast *ast)
{
    const struct local *local = local_find(c, ast->name);
    if (local != NULL)
        return local_value(c, local, ast->span);
    const struct entry *entry = entry_find(c, c->frame->module, ast->name);
    if (entry != NULL)
        return entry_value(c, entry, ast);
    struct expr *piece = piece_value(c, ast);
    if (piece != NULL)
        return piece;
    const struct builtin *b = builtin_find(ast->name);
    if (b != NULL)
        return builtin_value(c, b, ast->span);
    report_unknown(c, ast->name, ast->span, SOUGHT_VALUE);
    return expr_bad(c, ast->span);
}

struct expr *expr_name(struct checker *c, const struct ast *ast)
{
    struct expr *e = ast->kind == AST_SITE ? site_value(c, ast) : named_value(c, ast);
    e->name = ast->name;
    return e;
}
