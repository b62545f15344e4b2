/* endless.c - rules that always run themselves: no way through them ever ends. */
#include "sema.h"

enum { ENDLESS_DEPTH = 24 }; /* of rules that always run one another */

/* The step by which a rule, or one that it always runs, runs `target`; NULL if there is none. Only steps that stand in the
 * rule's own block count: what is in an `if`, an `either` or a `first` may be passed by. */
static const struct ast *run_of(const struct checker *c, const struct entry *from, const struct entry *target, int depth)
{
    if (depth > ENDLESS_DEPTH)
        return NULL;
    for (const struct ast *step = from->item->b; step != NULL; step = step->next) {
        if (step->kind != AST_RUN)
            continue;
        const struct entry *next = entry_find(c, from->module, step->name);
        if (next == NULL || next->item->kind != AST_RULE)
            continue;
        if (next == target || (next != from && run_of(c, next, target, depth + 1) != NULL))
            return step;
    }
    return NULL;
}

void endless_check(struct checker *c)
{
    for (int i = 0; i < c->program->entry_count; i++) {
        const struct entry *entry = c->program->entries[i];
        if (entry == NULL || entry->item->kind != AST_RULE)
            continue;
        const struct ast *step = run_of(c, entry, entry, 0);
        if (step == NULL)
            continue;
        struct diag *d = report(c, step->span, "`%s` always runs itself, so no way through it ever ends", entry->name);
        help(c, d, "let it run itself in a block that may be passed by: `if C { %s(...) }`, or `either { ... } or { ... }`",
             entry->name);
    }
}
