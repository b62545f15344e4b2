#include "explain.h"

/* How far from a legal way a violation is: a ban that strikes at the end says more than a choice that never was. */
static int weight(enum violation_kind kind)
{
    switch (kind) {
    case VIOLATION_BAN:
    case VIOLATION_FORBID:
        return 1;
    case VIOLATION_MOST:
    case VIOLATION_FIRST:
        return 4;
    case VIOLATION_REQUIRE:
        return 10;
    case VIOLATION_CONDITION:
        return 12;
    case VIOLATION_CHOICE:
        return 13;
    }
    return 0;
}

static int score(const struct violation *trail, int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += trail[i].weight;
    return sum;
}

bool explain_violation(struct machine *m, enum violation_kind kind, struct span span, atom reason, atom name,
                       enum kind shown, const uint64_t *value)
{
    struct explainer *e = m->explainer;
    int count = m->now->head.violations;
    if (count >= EXPLAIN_LIMIT)
        return false;
    struct violation *v = &e->trail[count];
    v->kind = kind;
    v->span = span;
    v->reason = reason;
    v->name = name;
    v->shown = shown;
    if (shown == KIND_SITES)
        set_copy(m->words, v->sites, value);
    else if (shown == KIND_DIRS)
        v->dirs = value[0];
    else if (shown == KIND_NUMBER)
        v->number = (int64_t)value[0];
    v->weight = weight(kind) - (shown == KIND_DIRS); /* a way that goes in another direction was meant, rather */
    int total = score(e->trail, count + 1);
    if (e->legal || (e->best_count > 0 && total >= e->best_score) || total > 3 * weight(VIOLATION_CHOICE))
        return false;
    m->now->head.violations++;
    m->changes++;
    return true;
}

void explain_way(struct machine *m)
{
    struct explainer *e = m->explainer;
    int count = m->now->head.violations, total = score(e->trail, count);
    if ((size_t)m->now->head.text_size != m->target_size)
        return;
    if (e->best_count > 0 && total >= e->best_score)
        return;
    memcpy(e->best, e->trail, (size_t)count * sizeof *e->best);
    e->best_count = count;
    e->best_score = total;
}

static bool way_is_legal(struct machine *m, void *user)
{
    struct explainer *e = user;
    (void)m;
    e->legal = true;
    return false;
}

/* The walk; a limit that it meets, or rules that break down on a way that is none, end it with what it has. */
static int walk(struct machine *m, const struct core *core)
{
    jmp_buf trap, *outer = m->heap->trap;
    m->heap->trap = &trap;
    int code = setjmp(trap);
    if (code == 0)
        exec_turn(m, core);
    m->heap->trap = outer;
    return code;
}

void explain_move(struct machine *m, const struct core *core, const char *text, struct explainer *explainer)
{
    memset(explainer, 0, sizeof *explainer);
    m->explainer = explainer;
    m->target = text;
    m->target_size = strlen(text);
    m->target_whole = true;
    m->step_limit = LIMIT_EXPLAIN;
    m->on_way = way_is_legal;
    m->on_way_user = explainer;
    int code = walk(m, core);
    m->explainer = NULL;
    m->target = NULL;
    m->pending = NULL;
    m->step_limit = LIMIT_STEPS;
    if (code == TRAP_MEMORY)
        heap_fail(m->heap);
    if (explainer->legal)
        explainer->best_count = 0;
}
