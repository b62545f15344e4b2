/* call.c - functions, defs and rules: first checked without knowing their parameters, then for each use. */
#include <string.h>

#include "sema.h"

/* --- built-in functions */

static const char *const ordinals[] = {"first", "second", "third"};

static unsigned param_wants(char letter)
{
    return letter == 's'   ? WANT_SITES
           : letter == 'd' ? WANT_DIRS
           : letter == 'n' ? WANT_NUMBER
           : letter == 'p' ? WANT_PATTERN
                           : WANT_SETS;
}

static bool count_fits(struct checker *c, const struct builtin *b, const struct ast *ast)
{
    int most = (int)strlen(b->params), given = ast_count(ast->a);
    if (given >= b->least && given <= most)
        return true;
    struct diag *d;
    if (b->least == most)
        d = report(c, ast->span, "`%s` takes %d value%s, here %s %d", b->name, most, plural_s(most),
                   given == 1 ? "is" : "are", given);
    else
        d = report(c, ast->span, "`%s` takes %d or %d values, here %s %d", b->name, b->least, most,
                   given == 1 ? "is" : "are", given);
    help(c, d, "write %s", b->form);
    return false;
}

static struct expr *function_call(struct checker *c, const struct builtin *b, const struct ast *ast)
{
    if (b->params == NULL) {
        struct diag *d = report(c, ast->span, "`%s` is a value, not a function", b->name);
        help(c, d, "write it without ( )");
        return expr_bad(c, ast->span);
    }
    struct expr *args[3] = {NULL, NULL, NULL};
    bool good = count_fits(c, b, ast);
    int i = 0;
    for (const struct ast *a = ast->a; a != NULL; a = a->next, i++) {
        struct expr *arg = expr_check(c, a);
        if (!good || i >= 3)
            continue;
        const char *who = arena_format(c->load->scratch, "`%s`", b->name);
        const char *tail = b->params[1] == '\0' ? "" : arena_format(c->load->scratch, " as its %s value", ordinals[i]);
        args[i] = want(c, arg, param_wants(b->params[i]), who, tail);
        if (b->params[i] == 'p' && arg->kind == KIND_BAD && !c->frame->generic)
            good = false;
    }
    struct expr *e = expr_new(c, b->op, good ? b->kind : KIND_BAD, ast->span);
    if (!good)
        return expr_bad(c, ast->span);
    if (b->op == EX_FOUND) {
        e->index = args[0]->index;
    } else {
        e->a = args[0];
        e->b = args[1];
        e->c = args[2];
    }
    return finish(c, e);
}

/* --- arguments */

struct arguments {
    struct expr *list[SEMA_PARAM_LIMIT];
    int count;
    bool bad;
};

static const char *param_list(struct checker *c, const struct checked *checked)
{
    const char *text = "";
    for (int i = 0; i < checked->param_count; i++)
        text = arena_format(c->load->scratch, "%s%s%s", text, i > 0 ? ", " : "", checked->params[i].name);
    return text;
}

static struct expr *argument(struct checker *c, const struct entry *entry, const struct param *param,
                             const struct ast *ast)
{
    struct expr *e = expr_check(c, ast);
    if (e->kind == KIND_BAD) {
        return param->wants != 0 ? want(c, e, param->wants, "", "") : e;
    }
    if (param->wants != 0 && !fits(param->wants, e->kind)) {
        struct diag *d =
            report(c, e->span, "`%s` wants %s as `%s` (%s), this is %s", entry->name, wants_words(c, param->wants),
                   param->name, place_text(c->load, param->where), kind_words(e->kind));
        if (param->wants == WANT_TRUTH && e->kind == KIND_SITES)
            help(c, d, "`some %s` asks whether there is any", quote(c, e->span));
        return expr_bad(c, e->span);
    }
    if (e->kind == KIND_LIST && !param->listed && (param->wants & WANT_SITES) != 0)
        return unite(c, e);
    return e;
}

static void arguments_check(struct checker *c, const struct entry *entry, const struct ast *list, struct span span,
                            struct arguments *args)
{
    const struct checked *checked = &c->checked[entry->index];
    int given = ast_count(list), i = 0;
    *args = (struct arguments){.count = checked->param_count};
    if (given != checked->param_count) {
        struct diag *d = report(c, span, "`%s` takes %d value%s, here %s %d", entry->name, checked->param_count,
                                plural_s(checked->param_count), given == 1 ? "is" : "are", given);
        if (checked->param_count > 0)
            help(c, d, "write %s(%s)", entry->name, param_list(c, checked));
        args->bad = true;
    }
    for (; list != NULL; list = list->next, i++) {
        if (i >= checked->param_count) {
            expr_check(c, list);
            continue;
        }
        args->list[i] = argument(c, entry, &checked->params[i], list);
        args->bad = args->bad || args->list[i]->kind == KIND_BAD;
    }
}

/* --- bodies */

static void open_params(struct checker *c, const struct checked *checked, const struct arguments *args)
{
    for (int i = 0; i < checked->param_count; i++) {
        const struct param *p = &checked->params[i];
        if (args == NULL)
            local_add(c, p->name, p->span, KIND_BAD);
        else if (args->list[i]->kind == KIND_PATTERN)
            local_add_pattern(c, p->name, p->span, args->list[i]->index);
        else
            local_add(c, p->name, p->span, args->list[i]->kind);
    }
}

static const enum kind *kept_kinds(struct checker *c, const struct frame *frame)
{
    enum kind *kinds = ARENA_ARRAY(c->arena, enum kind, frame->slots + 1);
    if (frame->slots > 0)
        memcpy(kinds, frame->kinds, (size_t)frame->slots * sizeof *kinds);
    return kinds;
}

static void frame_for(struct checker *c, struct frame *frame, const struct entry *entry)
{
    frame_open(c, frame, entry->module, entry);
    frame->place = entry->item->kind == AST_DEF ? PLACE_DEF : PLACE_STEPS;
}

static void check_generic(struct checker *c, const struct entry *entry, struct checked *checked)
{
    struct frame frame;
    struct arena *arena = c->arena;
    int errors = c->errors;
    bool history = c->rules->reads_history;
    c->arena = c->load->scratch;
    frame_for(c, &frame, entry);
    frame.generic = true;
    frame.params = checked->params;
    frame.param_count = checked->param_count;
    open_params(c, checked, NULL);
    if (entry->item->kind == AST_DEF)
        checked->kind = value_check(c, entry->item->b, WANT_VALUE, "a def")->kind;
    else
        steps_check(c, entry->item->b);
    frame_close(c);
    checked->forms = frame.forms;
    checked->forms_span = frame.forms_span;
    checked->bad = c->errors > errors;
    c->rules->reads_history = history; /* only what is run counts */
    c->arena = arena;
}

static void fill_def(struct checker *c, const struct entry *entry, struct frame *frame, struct def *def)
{
    struct expr *value = value_check(c, entry->item->b, WANT_VALUE, "a def");
    def->value = value;
    def->name = entry->name;
    def->span = entry->item->span;
    def->slots = frame->slots;
    def->slot_kinds = kept_kinds(c, frame);
    bool one = value->kind == KIND_SITES || value->kind == KIND_DIRS || value->kind == KIND_NUMBER ||
               value->kind == KIND_TRUTH;
    if (def->params > 0 || !value->fixed || !one || frame->slots == 0)
        return;
    struct expr *e = expr_new(c, EX_DEF, value->kind, value->span);
    e->def = def;
    if (fold_constant(c, e))
        def->value = e;
}

static void fill_instance(struct checker *c, const struct entry *entry, struct instance *instance,
                          const struct arguments *args, struct span call)
{
    const struct checked *checked = &c->checked[entry->index];
    struct frame frame;
    struct arena *arena = c->arena;
    c->arena = c->load->arena;
    bool history = c->rules->reads_history;
    c->rules->reads_history = false;
    frame_for(c, &frame, entry);
    if (checked->param_count > 0)
        frame.called_from = call;
    open_params(c, checked, args);
    int params = frame.slots;
    if (instance->def != NULL) {
        instance->def->params = params;
        fill_def(c, entry, &frame, instance->def);
    } else {
        struct rule *rule = instance->rule;
        rule->params = params;
        rule->name = entry->name;
        rule->span = entry->item->span;
        rule->body = steps_check(c, entry->item->b);
        rule->slots = frame.slots;
        rule->slot_kinds = kept_kinds(c, &frame);
    }
    instance->forms = frame.forms;
    instance->history = c->rules->reads_history;
    c->rules->reads_history = history;
    frame_close(c);
    c->arena = arena;
}

/* --- instances */

static bool same_arguments(const struct instance *instance, const struct arguments *args)
{
    for (int i = 0; i < args->count; i++) {
        const struct expr *e = args->list[i];
        if (instance->kinds[i] != e->kind || (e->kind == KIND_PATTERN && instance->patterns[i] != e->index))
            return false;
    }
    return true;
}

static struct instance *instance_new(struct checker *c, const struct entry *entry, const struct arguments *args)
{
    struct checked *checked = &c->checked[entry->index];
    struct instance *instance = ARENA_NEW(c->load->scratch, struct instance);
    for (int i = 0; i < args->count; i++) {
        instance->kinds[i] = args->list[i]->kind;
        instance->patterns[i] = args->list[i]->index;
    }
    if (entry->item->kind == AST_DEF)
        instance->def = ARENA_NEW(c->load->arena, struct def);
    else
        instance->rule = ARENA_NEW(c->load->arena, struct rule);
    instance->next = checked->instances;
    checked->instances = instance;
    return instance;
}

/* NULL after an error. */
static struct instance *instance_for(struct checker *c, const struct entry *entry, const struct arguments *args,
                                     struct span call)
{
    struct checked *checked = &c->checked[entry->index];
    for (struct instance *i = checked->instances; i != NULL; i = i->next) {
        if (same_arguments(i, args))
            return i->def != NULL && (i->def->value == NULL || i->def->value->kind == KIND_BAD) ? NULL : i;
    }
    if (c->calls >= SEMA_CALL_LIMIT) {
        report(c, call, "defs and rules run each other more than %d deep here", SEMA_CALL_LIMIT);
        return NULL;
    }
    c->instances += args->count > 0;
    if (c->instances > SEMA_INSTANCE_LIMIT) {
        report(c, call, "there are too many ways to run defs and rules here (more than %d)", SEMA_INSTANCE_LIMIT);
        return NULL;
    }
    c->calls++;
    struct instance *instance = instance_new(c, entry, args);
    fill_instance(c, entry, instance, args, call);
    c->calls--;
    return instance->def != NULL && instance->def->value->kind == KIND_BAD ? NULL : instance;
}

/* --- entries */

static void collect_params(struct checker *c, const struct entry *entry, struct checked *checked)
{
    int count = ast_count(entry->item->a), i = 0;
    if (count > SEMA_PARAM_LIMIT) {
        report(c, entry->item->name_span, "`%s` has more than %d parameters", entry->name, SEMA_PARAM_LIMIT);
        checked->bad = true;
        count = SEMA_PARAM_LIMIT;
    }
    checked->param_count = count;
    checked->params = ARENA_ARRAY(c->load->scratch, struct param, count + 1);
    for (const struct ast *p = entry->item->a; p != NULL && i < count; p = p->next, i++) {
        checked->params[i].name = p->name;
        checked->params[i].span = p->span;
    }
}

struct checked *entry_check(struct checker *c, const struct entry *entry)
{
    struct checked *checked = &c->checked[entry->index];
    if (checked->state != CHECK_FRESH)
        return checked;
    if (c->calls >= SEMA_CALL_LIMIT) {
        report(c, entry->item->name_span, "defs and rules run each other more than %d deep here", SEMA_CALL_LIMIT);
        checked->bad = true;
        checked->state = CHECK_DONE;
        return checked;
    }
    checked->state = CHECK_RUNNING;
    collect_params(c, entry, checked);
    if (checked->bad) {
        checked->kind = KIND_BAD;
    } else if (checked->param_count > 0) {
        c->calls++;
        check_generic(c, entry, checked);
        c->calls--;
    } else {
        struct arguments none = {.count = 0};
        int errors = c->errors;
        const struct instance *instance = instance_for(c, entry, &none, entry->item->span);
        checked->bad = c->errors > errors;
        checked->forms = instance != NULL && instance->forms;
    }
    checked->state = CHECK_DONE;
    return checked;
}

/* --- uses */

static bool is_called_right(struct checker *c, const struct entry *entry, const struct ast *use)
{
    bool wants_values = entry->item->a != NULL, bare = use->kind == AST_NAME;
    if (bare && wants_values) {
        struct diag *d = report(c, use->span, "`%s` takes values in ( )", entry->name);
        help(c, d, "write %s(%s)", entry->name, param_list(c, &c->checked[entry->index]));
        return false;
    }
    if (!bare && !wants_values && use->a == NULL && !entry->item->flag) {
        struct diag *d = report(c, use->span, "`%s` is a value, not a function", entry->name);
        help(c, d, "write it without ( )");
        return false;
    }
    return true;
}

/* The constant itself where a def is one. */
static struct expr *value_of(struct checker *c, const struct def *def, struct span span)
{
    const struct expr *v = def->value;
    bool constant = v->op == EX_SITES || v->op == EX_DIRS || v->op == EX_NUMBER || v->op == EX_TRUTH;
    struct expr *e = expr_new(c, EX_DEF, v->kind, span);
    if (def->params == 0 && constant) {
        *e = *v;
        e->span = span;
    } else {
        e->def = def;
    }
    return e;
}

static void pass_arguments(struct checker *c, const struct arguments *args, const struct expr *const **list, int *count)
{
    const struct expr **kept = ARENA_ARRAY(c->arena, const struct expr *, args->count + 1);
    *count = 0;
    for (int i = 0; i < args->count; i++) {
        if (args->list[i]->kind != KIND_PATTERN)
            kept[(*count)++] = args->list[i];
    }
    *list = kept;
}

struct expr *def_value(struct checker *c, const struct entry *entry, const struct ast *use)
{
    const struct checked *checked = &c->checked[entry->index];
    if (checked->state == CHECK_RUNNING) {
        report(c, use->span, "`%s` is worked out from itself: a def cannot use itself", entry->name);
        return expr_bad(c, use->span);
    }
    checked = entry_check(c, entry);
    struct arguments args = {.count = 0};
    bool right = is_called_right(c, entry, use);
    if (right)
        arguments_check(c, entry, use->a, use->span, &args);
    if (!right || checked->bad)
        return expr_bad(c, use->span);
    if (c->frame->generic && checked->param_count > 0) {
        struct expr *e = expr_bad(c, use->span);
        e->kind = checked->kind;
        if (checked->forms)
            formed_here(c, use->span, entry->name);
        return e;
    }
    if (args.bad)
        return expr_bad(c, use->span);
    const struct instance *instance = instance_for(c, entry, &args, use->span);
    if (instance == NULL)
        return expr_bad(c, use->span);
    if (instance->forms)
        formed_here(c, use->span, entry->name);
    c->rules->reads_history = c->rules->reads_history || instance->history;
    struct expr *e = value_of(c, instance->def, use->span);
    if (e->op != EX_DEF)
        return e;
    pass_arguments(c, &args, &e->args, &e->arg_count);
    return finish(c, e);
}

struct expr *expr_call(struct checker *c, const struct ast *ast)
{
    struct expr *e;
    const struct entry *entry = local_find(c, ast->name) == NULL ? entry_find(c, c->frame->module, ast->name) : NULL;
    if (entry != NULL && entry->item->kind == AST_DEF) {
        e = def_value(c, entry, ast);
    } else if (entry != NULL && entry->item->kind == AST_RULE) {
        report(c, ast->span, "`%s` is a rule, not a value: a rule is run as a step of its own", ast->name);
        e = expr_bad(c, ast->span);
    } else if (builtin_find(ast->name) != NULL) {
        e = function_call(c, builtin_find(ast->name), ast);
    } else if (entry != NULL || local_find(c, ast->name) != NULL) {
        struct diag *d = report(c, ast->span, "`%s` is not a function", ast->name);
        help(c, d, "write it without ( )");
        e = expr_bad(c, ast->span);
    } else {
        report_unknown(c, ast->name, ast->name_span.file != 0 ? ast->name_span : ast->span, SOUGHT_CALL);
        for (const struct ast *a = ast->a; a != NULL; a = a->next)
            expr_check(c, a);
        e = expr_bad(c, ast->span);
    }
    e->name = ast->name;
    return e;
}

const struct rule *rule_for(struct checker *c, const struct entry *entry, const struct ast *run, struct step *step)
{
    const struct checked *checked = entry_check(c, entry);
    struct arguments args = {.count = 0};
    arguments_check(c, entry, run->a, run->span, &args);
    bool forms = checked->forms;
    const struct instance *instance = NULL;
    if (!checked->bad && !args.bad && !(c->frame->generic && checked->param_count > 0)) {
        instance = instance_for(c, entry, &args, run->span);
        if (instance != NULL)
            forms = instance->forms;
    }
    if (forms)
        formed_here(c, run->span, entry->name);
    if (instance == NULL)
        return NULL;
    c->rules->reads_history = c->rules->reads_history || instance->history;
    pass_arguments(c, &args, &step->args, &step->arg_count);
    return instance->rule;
}

const struct rule *rule_of_steps(struct checker *c, struct module *module, const struct ast *steps, atom name,
                                 struct span span)
{
    struct frame frame;
    struct rule *rule = ARENA_NEW(c->arena, struct rule);
    frame_open(c, &frame, module, NULL);
    frame.place = PLACE_STEPS;
    frame.is_turn = true;
    rule->name = name;
    rule->span = span;
    rule->body = steps_check(c, steps);
    rule->slots = frame.slots;
    rule->slot_kinds = kept_kinds(c, &frame);
    frame_close(c);
    return rule;
}

const struct expr *top_expr(struct checker *c, struct module *module, const struct ast *ast, unsigned wants,
                            const char *who, enum stand place, const char *words)
{
    struct frame frame;
    frame_open(c, &frame, module, NULL);
    frame.place = place;
    frame.words = words;
    struct expr *value = value_check(c, ast, wants, who);
    frame_close(c);
    if (frame.slots == 0 || value->kind == KIND_BAD)
        return value;
    struct def *def = ARENA_NEW(c->arena, struct def); /* its locals need a frame */
    def->value = value;
    def->span = value->span;
    def->slots = frame.slots;
    def->slot_kinds = kept_kinds(c, &frame);
    struct expr *e = expr_new(c, EX_DEF, value->kind, value->span);
    e->def = def;
    e->name = value->name;
    return finish(c, e);
}
