/* step.c - the steps of turns and rules. */
#include "sema.h"

static const char *step_word(enum ast_kind kind)
{
    return kind == AST_CHOOSE   ? "choose"
           : kind == AST_EITHER ? "either"
           : kind == AST_FIRST  ? "first"
           : kind == AST_MOST   ? "most"
           : kind == AST_WRITE  ? "write"
           : kind == AST_PASS   ? "pass"
           : kind == AST_AGAIN  ? "again"
                                : "step";
}

static struct step *step_new(struct checker *c, enum step_op op, const struct ast *ast)
{
    struct step *s = ARENA_NEW(c->arena, struct step);
    s->op = op;
    s->span = ast->span;
    return s;
}

/* --- choosing and testing */

static void check_choose(struct checker *c, const struct ast *ast, struct step *s, const char *who)
{
    s->a = expr_through(c, ast->a, who);
    s->slot = local_add(c, ast->name, ast->name_span, element_kind(s->a->kind));
    if (ast->b != NULL)
        s->b = expr_want(c, ast->b, WANT_TRUTH, "`with`");
}

static void check_let(struct checker *c, const struct ast *ast, struct step *s)
{
    s->a = expr_want(c, ast->a, WANT_VALUE, "`let`");
    s->slot = local_add(c, ast->name, ast->name_span, s->a->kind);
}

atom truth_name(const struct ast *truth)
{
    return truth != NULL && (truth->kind == AST_NAME || truth->kind == AST_CALL) ? truth->name : NULL;
}

static void check_forbid(struct checker *c, const struct ast *ast, struct step *s)
{
    int count = ast_count(ast->a);
    struct check *checks = ARENA_ARRAY(c->arena, struct check, count + 1);
    int i = 0;
    for (const struct ast *a = ast->a; a != NULL; a = a->next, i++)
        checks[i] = (struct check){expr_want(c, a->a, WANT_TRUTH, "`forbid`"), a->text, truth_name(a->a), a->span};
    s->checks = checks;
    s->check_count = count;
}

/* --- acting */

static const char *acting_word(enum ast_kind kind)
{
    return kind == AST_PUT      ? "`put`"
           : kind == AST_REMOVE ? "`remove`"
           : kind == AST_FLIP   ? "`flip`"
           : kind == AST_MOVE   ? "`move`"
           : kind == AST_SHIFT  ? "`shift`"
                                : "`promote`";
}

static void check_action(struct checker *c, const struct ast *ast, struct step *s)
{
    const char *who = acting_word(ast->kind);
    if (ast->kind == AST_PUT) {
        piece_check(c, ast->a, true, &s->piece, &s->piece_kind);
        s->a = expr_want(c, ast->b, WANT_SITES, who);
        return;
    }
    s->a = expr_want(c, ast->a, WANT_SITES, who);
    if (ast->kind == AST_MOVE)
        s->b = expr_want(c, ast->b, WANT_SITES, who);
    if (ast->kind == AST_SHIFT) {
        s->b = expr_want(c, ast->b, WANT_DIRS, "`along`");
        s->c = expr_want(c, ast->c, WANT_NUMBER, "`by`");
    }
    if (ast->kind == AST_PROMOTE) {
        s->piece_kind = kind_find(c, ast->name);
        if (s->piece_kind < 0 && !c->library && !c->loader->damaged) {
            struct diag *d =
                report(c, ast->name_span.file != 0 ? ast->name_span : ast->span, "`%s` is no kind of piece", ast->name);
            const char *kinds[RULES_KIND_LIMIT];
            for (int i = 0; i < c->rules->kind_count; i++)
                kinds[i] = c->rules->kinds[i].name;
            suggest(c, d, ast->name, kinds, (size_t)c->rules->kind_count);
            if (d->help == NULL)
                help(c, d, "kinds are named in a line `pieces man, king \"K\"`");
        }
    }
}

static void check_set(struct checker *c, const struct ast *ast, struct step *s)
{
    const struct entry *entry = entry_find(c, c->frame->module, ast->name);
    if (entry == NULL || entry->item->kind != AST_STATE) {
        expr_check(c, ast->a);
        if (c->loader->damaged)
            return;
        struct diag *d =
            report(c, ast->name_span.file != 0 ? ast->name_span : ast->span, "`%s` is no state", ast->name);
        if (local_find(c, ast->name) != NULL)
            help(c, d, "a local keeps its value; `let` another name");
        else
            help(c, d, "what lasts from turn to turn is named in a line `state %s = 0`", ast->name);
        return;
    }
    s->index = state_index(c, entry);
    enum kind kind = s->index >= 0 ? c->rules->states[s->index].kind : KIND_BAD;
    const char *who = arena_format(c->load->scratch, "the state `%s`", ast->name);
    s->a = expr_want(c, ast->a, kind == KIND_BAD ? (unsigned)WANT_VALUE : K(kind), who);
}

static void check_write(struct checker *c, const struct ast *ast, struct step *s)
{
    int count = ast_count(ast->a);
    const struct expr **args = ARENA_ARRAY(c->arena, const struct expr *, count + 1);
    for (const struct ast *a = ast->a; a != NULL; a = a->next) {
        if (a->kind == AST_TEXT) {
            struct expr *text = expr_new(c, EX_TEXT, KIND_TEXT, a->span);
            text->name = a->text;
            text->fixed = true;
            args[s->arg_count++] = text;
        } else {
            args[s->arg_count++] = expr_want(c, a, WANT_SITES, "`write`");
        }
    }
    s->args = args;
}

static void check_run(struct checker *c, const struct ast *ast, struct step *s)
{
    struct frame *f = c->frame;
    const struct entry *entry = entry_find(c, f->module, ast->name);
    if (entry == NULL || entry->item->kind != AST_RULE || local_find(c, ast->name) != NULL) {
        struct span span = ast->name_span.file != 0 ? ast->name_span : ast->span;
        for (const struct ast *a = ast->a; a != NULL; a = a->next)
            expr_check(c, a);
        if (entry == NULL && builtin_find(ast->name) == NULL && local_find(c, ast->name) == NULL) {
            report_unknown(c, ast->name, span, SOUGHT_STEP);
            return;
        }
        struct diag *d = report(c, span, "`%s` is a value, not a rule: it does nothing by itself", ast->name);
        help(c, d, "`require` demands a truth, `let` names a value, `put`, `remove`, `move` … act");
        return;
    }
    s->rule = rule_for(c, entry, ast, s);
    const struct ast *single = f->each != NULL ? rule_step(c, entry, step_is_single) : NULL;
    if (single != NULL) {
        struct diag *d = report(c, ast->span, "`%s` cannot run inside `each`: it has the step `%s`", entry->name,
                                step_word(single->kind));
        if (d->note == NULL)
            note(c, d, single->span, "the step");
    }
    if (rule_step(c, entry, step_acts) != NULL)
        *(f->each != NULL ? &f->acts_in_each : &f->may_act) = true;
}

/* --- blocks */

/* What certainly happened inside a block is not certain behind it. */
static const struct step *block_check(struct checker *c, const struct ast *list)
{
    const struct ast *acted = c->frame->acted, *passed = c->frame->passed;
    const struct step *first = steps_check(c, list);
    c->frame->acted = acted;
    c->frame->passed = passed;
    return first;
}

static void check_two(struct checker *c, const struct ast *body, const struct ast *other, struct step *s)
{
    bool before = c->frame->may_act;
    s->body = block_check(c, body);
    bool after = c->frame->may_act;
    c->frame->may_act = before;
    s->other = block_check(c, other);
    c->frame->may_act = c->frame->may_act || after;
}

static void check_either(struct checker *c, const struct ast *ast, struct step *s)
{
    int count = ast_count(ast->a);
    const struct step **branches = ARENA_ARRAY(c->arena, const struct step *, count + 1);
    bool before = c->frame->may_act, after = before;
    for (const struct ast *a = ast->a; a != NULL; a = a->next) {
        c->frame->may_act = before;
        branches[s->branch_count++] = block_check(c, a->a);
        after = after || c->frame->may_act;
    }
    c->frame->may_act = after;
    s->branches = branches;
}

static void check_each_do(struct checker *c, const struct ast *ast, struct step *s)
{
    struct frame *f = c->frame;
    struct local *outside = f->locals;
    const struct ast *each = f->each;
    check_choose(c, ast, s, "`each`");
    if (each == NULL)
        f->acts_in_each = false;
    f->each = ast;
    s->body = block_check(c, ast->c);
    f->each = each;
    f->may_act = f->may_act || (each == NULL && f->acts_in_each);
    locals_end(c, outside);
}

/* --- order */

static void check_pass(struct checker *c, const struct ast *ast)
{
    if (c->frame->acted == NULL)
        return;
    struct diag *d = report(c, ast->span, "`pass` is the only step of its way that acts or writes");
    note(c, d, c->frame->acted->span, "but this goes before");
}

static void note_order(struct checker *c, const struct ast *ast)
{
    struct frame *f = c->frame;
    bool acts = step_acts(ast->kind);
    if (acts || ast->kind == AST_WRITE) {
        if (f->passed != NULL) {
            struct diag *d = report(c, ast->span, "behind a `pass` nothing acts or writes");
            note(c, d, f->passed->span, "the `pass`");
        }
        f->acted = ast;
    }
    if (acts)
        *(f->each != NULL ? &f->acts_in_each : &f->may_act) = true;
    if (ast->kind == AST_PASS)
        f->passed = ast;
}

static void refuse_inside_each(struct checker *c, const struct ast *ast)
{
    struct diag *d =
        report(c, ast->span, "`%s` cannot stand inside `each`: all its rounds are one way", step_word(ast->kind));
    if (d->note == NULL) {
        struct span span = c->frame->each->span;
        if (c->frame->each->name_span.file != 0)
            span.end = c->frame->each->name_span.end;
        note(c, d, span, "this `each`");
    }
}

static struct step *check_step(struct checker *c, const struct ast *ast)
{
    static const enum step_op ops[AST_KIND_COUNT] = {
        [AST_CHOOSE] = ST_CHOOSE, [AST_LET] = ST_LET,         [AST_REQUIRE] = ST_REQUIRE, [AST_FORBID] = ST_FORBID,
        [AST_PUT] = ST_PUT,       [AST_REMOVE] = ST_REMOVE,   [AST_FLIP] = ST_FLIP,       [AST_MOVE] = ST_MOVE,
        [AST_SHIFT] = ST_SHIFT,   [AST_PROMOTE] = ST_PROMOTE, [AST_SET] = ST_SET,         [AST_IF] = ST_IF,
        [AST_EACH_DO] = ST_EACH,  [AST_EITHER] = ST_EITHER,   [AST_FIRST] = ST_FIRST,     [AST_MOST] = ST_MOST,
        [AST_RUN] = ST_RUN,       [AST_PASS] = ST_PASS,       [AST_AGAIN] = ST_AGAIN,     [AST_WRITE] = ST_WRITE,
    };
    struct step *s = step_new(c, ops[ast->kind], ast);
    if (c->frame->each != NULL && step_is_single(ast->kind))
        refuse_inside_each(c, ast);
    if (step_acts(ast->kind)) {
        check_action(c, ast, s);
    } else if (ast->kind == AST_CHOOSE) {
        check_choose(c, ast, s, "`choose`");
    } else if (ast->kind == AST_LET) {
        check_let(c, ast, s);
    } else if (ast->kind == AST_REQUIRE) {
        s->a = expr_want(c, ast->a, WANT_TRUTH, "`require`");
        s->reason = ast->text;
    } else if (ast->kind == AST_FORBID) {
        check_forbid(c, ast, s);
    } else if (ast->kind == AST_SET) {
        check_set(c, ast, s);
    } else if (ast->kind == AST_IF) {
        s->a = expr_want(c, ast->a, WANT_TRUTH, "`if`");
        check_two(c, ast->b, ast->c, s);
    } else if (ast->kind == AST_EACH_DO) {
        check_each_do(c, ast, s);
    } else if (ast->kind == AST_EITHER) {
        check_either(c, ast, s);
    } else if (ast->kind == AST_FIRST) {
        check_two(c, ast->a, ast->b, s);
        s->reason = ast->text;
    } else if (ast->kind == AST_MOST) {
        s->reason = ast->text;
        s->body = block_check(c, ast->b);
        s->a = expr_want(c, ast->a, WANT_NUMBER, "`most`");
    } else if (ast->kind == AST_RUN) {
        check_run(c, ast, s);
    } else if (ast->kind == AST_PASS) {
        check_pass(c, ast);
    } else if (ast->kind == AST_WRITE) {
        check_write(c, ast, s);
    }
    note_order(c, ast);
    return s;
}

const struct step *steps_check(struct checker *c, const struct ast *list)
{
    struct local *outside = c->frame->locals;
    const struct step *first = NULL, **tail = &first;
    if (c->depth >= SEMA_DEPTH_LIMIT) {
        if (list != NULL)
            report(c, list->span, "this is nested too deeply");
        return NULL;
    }
    c->depth++;
    for (const struct ast *ast = list; ast != NULL; ast = ast->next) {
        if (ast->kind == AST_BAD) {
            c->errors++;
            continue;
        }
        struct step *s = check_step(c, ast);
        *tail = s;
        tail = &s->next;
    }
    c->depth--;
    locals_end(c, outside);
    return first;
}
