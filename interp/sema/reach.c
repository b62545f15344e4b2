/* reach.c - what a rule may do, looked up in its steps and in those of the rules that it runs. */
#include "sema.h"

bool step_acts(enum ast_kind kind)
{
    return kind == AST_PUT || kind == AST_REMOVE || kind == AST_FLIP || kind == AST_MOVE || kind == AST_SHIFT ||
           kind == AST_PROMOTE;
}

bool step_is_single(enum ast_kind kind)
{
    return kind == AST_CHOOSE || kind == AST_EITHER || kind == AST_FIRST || kind == AST_MOST || kind == AST_WRITE ||
           kind == AST_PASS || kind == AST_AGAIN;
}

struct search {
    struct checker *c;
    const struct module *module;
    bool (*is)(enum ast_kind kind);
    int depth;
};

static const struct ast *search_steps(const struct search *search, const struct ast *list);

static const struct ast *search_rule(const struct search *search, const struct entry *entry)
{
    struct checked *checked = &search->c->checked[entry->index];
    if (checked->stamp == search->c->stamp || search->depth >= SEMA_CALL_LIMIT)
        return NULL; /* looked at already; or too deep, which the check itself reports */
    checked->stamp = search->c->stamp;
    struct search inner = {search->c, entry->module, search->is, search->depth + 1};
    return search_steps(&inner, entry->item->b);
}

static const struct ast *search_inside(const struct search *search, const struct ast *step)
{
    const struct ast *found = NULL;
    if (step->kind == AST_IF || step->kind == AST_MOST)
        found = search_steps(search, step->b);
    if (step->kind == AST_IF || step->kind == AST_EACH_DO)
        return found != NULL ? found : search_steps(search, step->c);
    if (step->kind == AST_FIRST) {
        found = search_steps(search, step->a);
        return found != NULL ? found : search_steps(search, step->b);
    }
    if (step->kind == AST_EITHER || step->kind == AST_BLOCK)
        return search_steps(search, step->a);
    if (step->kind == AST_RUN && step->name != NULL) {
        const struct entry *entry = entry_find(search->c, search->module, step->name);
        return entry != NULL && entry->item->kind == AST_RULE ? search_rule(search, entry) : NULL;
    }
    return found;
}

static const struct ast *search_steps(const struct search *search, const struct ast *list)
{
    for (const struct ast *step = list; step != NULL; step = step->next) {
        if (search->is(step->kind))
            return step;
        const struct ast *found = search_inside(search, step);
        if (found != NULL)
            return found;
    }
    return NULL;
}

const struct ast *rule_step(struct checker *c, const struct entry *entry, bool (*is)(enum ast_kind kind))
{
    c->stamp++;
    struct search search = {c, entry->module, is, 0};
    return search_rule(&search, entry);
}
