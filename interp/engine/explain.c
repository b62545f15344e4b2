#include "explain.h"

enum { HEAVIEST = 13 }; /* three of it are too far from any way */

void violation_show(const struct machine *m, enum kind kind, const uint64_t *slot, struct violation *v)
{
    v->shown = kind;
    if (kind == KIND_SITES)
        set_copy(m->words, v->sites, slot);
    else if (kind == KIND_DIRS)
        v->dirs = slot[0];
    else if (kind == KIND_NUMBER)
        v->number = (int64_t)slot[0];
}

void violation_show_allowed(const struct machine *m, const struct iterator *allowed, struct violation *v)
{
    v->low = allowed->at;
    v->high = allowed->end;
    v->nothing = v->shown == KIND_SITES  ? !set_some(m->words, allowed->set)
                 : v->shown == KIND_DIRS ? allowed->dirs == 0
                                         : v->low > v->high;
}

void violation_show_outside(struct machine *m, const struct expr *in, struct violation *v)
{
    uint64_t allowed[BITSET_WORDS];
    eval_sites(m, in->a, v->sites);
    eval_sites(m, in->b, allowed);
    set_minus(m->words, v->sites, v->sites, allowed);
    v->shown = KIND_SITES;
}

void explain_chosen(struct explainer *explainer, int change)
{
    explainer->chosen += change;
}

/* Does the text name one of these sites that is not written yet? */
static bool is_named_next(const struct machine *m, const uint64_t *sites)
{
    uint64_t named[BITSET_WORDS];
    set_copy(m->words, named, m->explainer->named);
    for (int i = 0; i < m->now->head.written; i++)
        set_remove(named, m->written[i]);
    return set_meets(m->words, named, sites);
}

/* How far from a legal way a violation is: a ban that strikes at the end says more than a choice that never was; a way
 * that goes in another direction was meant, rather; one on which nothing could be chosen was hardly meant. A choice
 * that was wrong after others that were right is nearer; one of a site that the text does not name next is further. */
static int weight(const struct machine *m, const struct violation *v)
{
    const struct explainer *e = m->explainer;
    switch (v->kind) {
    case VIOLATION_BAN:
    case VIOLATION_FORBID:
        return 1;
    case VIOLATION_MOST:
    case VIOLATION_FIRST:
        return 4;
    case VIOLATION_REQUIRE:
        return 10;
    case VIOLATION_CONDITION:
        return v->shown == KIND_DIRS ? 11 : 12;
    case VIOLATION_CHOICE:
        return (v->shown == KIND_DIRS ? 12 : 13) + (v->nothing ? 3 : 0) - (e->chosen < 3 ? e->chosen : 3) +
               (v->shown == KIND_SITES && !is_named_next(m, v->sites) ? 2 : 0);
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

bool explain_violation(struct machine *m, const struct violation *violation)
{
    struct explainer *e = m->explainer;
    int count = m->now->head.violations;
    if (count >= EXPLAIN_LIMIT)
        return false;
    struct violation *v = &e->trail[count];
    *v = *violation;
    v->weight = weight(m, v);
    int site = v->shown == KIND_SITES ? set_next(m->words, v->sites, 0) : -1;
    v->piece = site >= 0 ? core_piece(m->rules, &m->layout, m->now, site) : -1;
    int total = score(e->trail, count + 1);
    if (e->legal || (e->best_count > 0 && total >= e->best_score) || total > 3 * HEAVIEST)
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

/* The walk, no longer than a reason is worth; false if it met a limit, or rules that break down on a way that is none.
 * Mistakes on ways that are only tried out are no news. */
static bool walk(struct machine *m, const struct core *core)
{
    jmp_buf trap, *outer = m->heap->trap;
    char fault[sizeof m->fault];
    memcpy(fault, m->fault, sizeof fault);
    m->heap->trap = &trap;
    m->step_limit = LIMIT_EXPLAIN;
    int code = setjmp(trap);
    if (code == 0)
        exec_turn(m, core);
    m->heap->trap = outer;
    m->step_limit = LIMIT_STEPS;
    m->pending = NULL;
    memcpy(m->fault, fault, sizeof fault);
    if (code == TRAP_MEMORY)
        heap_fail(m->heap);
    return code == 0;
}

static void find_named(const struct board *board, const char *text, uint64_t *named)
{
    while (*text != '\0') {
        size_t size = strcspn(text, "-");
        int site = board_site(board, text, (int)size);
        if (site >= 0)
            set_add(named, site);
        text += size + (text[size] == '-');
    }
}

void explain_move(struct machine *m, const struct core *core, const char *text, struct explainer *explainer)
{
    memset(explainer, 0, sizeof *explainer);
    find_named(m->rules->board, text, explainer->named);
    m->explainer = explainer;
    m->target = text;
    m->target_size = strlen(text);
    m->target_whole = true;
    m->on_way = way_is_legal;
    m->on_way_user = explainer;
    walk(m, core);
    m->explainer = NULL;
    m->target = NULL;
    if (explainer->legal)
        explainer->best_count = 0;
}

/* ---- a site alone ---- */

struct beginning {
    const char *site;
    char *example;
    bool longer;
};

static bool look_at_way(struct machine *m, void *user)
{
    struct beginning *b = user;
    size_t size = strlen(b->site);
    if (*b->example == '\0' && strncmp(m->text, b->site, size) == 0 && !(m->text[size] >= '0' && m->text[size] <= '9'))
        memcpy(b->example, m->text, strlen(m->text) + 1);
    b->longer = strchr(m->text, '-') != NULL || board_site(m->rules->board, m->text, (int)strlen(m->text)) < 0;
    return b->longer;
}

bool explain_beginning(struct machine *m, const struct core *core, const char *site, char *example)
{
    struct beginning b = {site, example, false};
    *example = '\0';
    m->on_way = look_at_way;
    m->on_way_user = &b;
    return walk(m, core) && b.longer;
}
