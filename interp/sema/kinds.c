/* kinds.c - does a value fit where it stands? And if its kind is not known yet: what is wanted of it. */
#include <string.h>

#include "sema.h"

bool fits(unsigned wants, enum kind kind)
{
    if (kind == KIND_BAD || (wants & K(kind)) != 0)
        return true;
    if (kind == KIND_LIST)
        return (wants & WANT_SITES) != 0; /* its union */
    return kind == KIND_PATTERN && (wants & WANT_TRUTH) != 0;
}

struct expr *unite(struct checker *c, struct expr *list)
{
    struct expr *e = expr_new(c, EX_UNITE, KIND_SITES, list->span);
    e->a = list;
    e->name = list->name;
    return finish(c, e);
}

/* --- patterns as truths: they ask what the turn has formed, so something must have been done before */

static void note_formed(struct frame *f, struct span span)
{
    if (!f->forms)
        f->forms_span = span;
    f->forms = true;
}

void formed_here(struct checker *c, struct span span, atom name)
{
    struct frame *f = c->frame;
    switch (f->place) {
    case PLACE_FORMED:
        break;
    case PLACE_DEF:
        note_formed(f, span);
        break;
    case PLACE_STEPS:
        if (!f->may_act && f->is_turn)
            report(c, span, "no pattern can be formed before the first action of the turn");
        else if (!f->may_act)
            note_formed(f, span);
        break;
    case PLACE_OTHER: {
        struct diag *d =
            report(c, span, "a pattern cannot be asked for in %s: it tells what a turn has formed", f->words);
        help(c, d, "it belongs in `ban`, in the ends and in steps after an action; found(%s) are its sites",
             name != NULL ? name : "P");
        break;
    }
    }
}

struct expr *truth_of_pattern(struct checker *c, struct expr *e)
{
    e->kind = KIND_TRUTH;
    formed_here(c, e->span, e->name);
    return e;
}

/* --- parameters of a generic check */

static void clash(struct checker *c, const struct param *param, const struct expr *e, unsigned wants)
{
    struct diag *d = report(c, e->span, "`%s` is wanted as %s here, and elsewhere as %s", param->name,
                            wants_words(c, wants), wants_words(c, param->wants));
    note(c, d, param->where, "there");
}

static void demand_param(struct checker *c, struct param *param, const struct expr *e, unsigned wants)
{
    param->listed = param->listed || (wants & K(KIND_LIST)) != 0;
    if (param->wants == 0) {
        param->wants = wants;
        param->where = e->span;
        return;
    }
    unsigned both = 0;
    for (int k = KIND_SITES; k <= KIND_PATTERN; k++) {
        if (fits(param->wants, (enum kind)k) && fits(wants, (enum kind)k))
            both |= K(k);
    }
    if (both == 0) {
        clash(c, param, e, wants);
    } else if ((both & param->wants) != param->wants && (both & wants) != 0) {
        param->wants = both & wants; /* narrower than before */
        param->where = e->span;
    }
}

/* The kind is not known: what is wanted of the whole is wanted of its parts. */
static void demand(struct checker *c, const struct expr *e, unsigned wants)
{
    struct frame *f = c->frame;
    if (!f->generic)
        return;
    if (e->op == EX_LOCAL && e->index < f->param_count) {
        demand_param(c, &f->params[e->index], e, wants);
    } else if (e->op == EX_UNION || e->op == EX_MEET || e->op == EX_MINUS) {
        demand(c, e->a, wants);
        demand(c, e->b, wants);
    } else if (e->op == EX_THEIR || e->op == EX_FOLLOWING) {
        demand(c, e->a, wants);
    }
}

static void advise(struct checker *c, struct diag *d, const struct expr *e, unsigned wants, const char *who)
{
    const char *text = quote(c, e->span);
    bool set = e->kind == KIND_SITES || e->kind == KIND_DIRS || e->kind == KIND_LIST;
    if (wants == WANT_TRUTH && e->op == EX_PLAYER)
        help(c, d, "`some %s` asks for stones; whose turn it is says `turn %s { … }`, or a def with a value for each player",
             text, text);
    else if (wants == WANT_TRUTH && set)
        help(c, d, "`some %s` asks whether there is any", text);
    else if (wants == WANT_NUMBER && set)
        help(c, d, "`count(%s)` says how many", text);
    else if (e->kind == KIND_PATTERN && (wants & WANT_SITES) != 0)
        help(c, d, "`found(%s)` are its sites", text);
    else if (strcmp(who, "`write`") == 0 && e->kind == KIND_NUMBER)
        help(c, d, "a move is written with sites and texts: give each branch of an `either` a text of its own");
    else if (wants == WANT_TRUTH && e->kind == KIND_NUMBER)
        help(c, d, "compare it: `%s > 0`", text);
}

struct expr *want(struct checker *c, struct expr *e, unsigned wants, const char *who, const char *tail)
{
    if (e->kind == KIND_BAD) {
        demand(c, e, wants);
        return e;
    }
    if (!fits(wants, e->kind)) {
        struct diag *d =
            report(c, e->span, "%s wants %s%s, this is %s", who, wants_words(c, wants), tail, kind_words(e->kind));
        advise(c, d, e, wants, who);
        return expr_bad(c, e->span);
    }
    if ((wants & K(e->kind)) != 0)
        return e;
    return e->kind == KIND_LIST ? unite(c, e) : truth_of_pattern(c, e);
}
