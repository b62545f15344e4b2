/* exec.c - the ways through a turn: steps one after another, each choice tried in its order.
 *
 * What follows a block is handed down as a chain of continuations, so that a choice inside a called rule goes on with
 * the caller's steps. Every function here returns false to stop the whole walk. */
#include "actions.h"
#include "machine.h"

enum follow {
    FOLLOW_STEPS, /* the steps after the block */
    FOLLOW_MARK,  /* note that a way led through the block, then go on */
    FOLLOW_PROBE, /* note it and stop */
    FOLLOW_BEST,  /* note the largest value, go on looking */
    FOLLOW_EQUAL  /* go on only with the largest value */
};

struct follow_up {
    enum follow follow;
    const struct step *next;
    uint64_t *frame;
    const struct follow_up *up;
    const struct step *most;
    bool *found;
    int64_t *best;
};

static bool run(struct machine *m, const struct step *step, const struct follow_up *up);

/* ---- saving and restoring the turn's block ---- */

struct saved {
    uint64_t *top;
    uint32_t changes;
    struct core *block;
};

static struct saved save(struct machine *m, struct span span)
{
    struct saved saved = {m->top, m->changes, (struct core *)(void *)m->top};
    size_t words = (m->layout.way_size + sizeof(uint64_t) - 1) / sizeof(uint64_t);
    if (m->top + words > m->stack + LIMIT_STACK)
        machine_fail(m, span, "the rules run too deep here: more than %d words of values", LIMIT_STACK);
    m->top += words;
    memcpy(saved.block, m->now, m->layout.way_size);
    return saved;
}

static void restore(struct machine *m, struct saved *saved)
{
    if (m->changes != saved->changes) {
        memcpy(m->now, saved->block, m->layout.way_size);
        saved->changes = m->changes;
    }
}

static void drop_saved(struct machine *m, const struct saved *saved)
{
    m->top = saved->top;
}

/* ---- writing ---- */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool fits_target(const struct machine *m)
{
    size_t size = (size_t)m->now->head.text_size;
    if (m->target == NULL)
        return true;
    if (m->target_whole && size > m->target_size)
        return false;
    bool digits = m->target_size > 0 && size > m->target_size && is_digit(m->target[m->target_size - 1]) &&
                  is_digit(m->text[m->target_size]);
    if (digits) /* `c1` is no beginning of `c12` */
        return false;
    for (size_t i = 0; i < size && i < m->target_size; i++) {
        unsigned char a = (unsigned char)m->text[i], b = (unsigned char)m->target[i];
        if (a != b && (a | 32) != (b | 32))
            return false;
        if (a != b && !((a | 32) >= 'a' && (a | 32) <= 'z'))
            return false;
    }
    return true;
}

static void write_text(struct machine *m, struct span span, const char *text)
{
    struct head *head = &m->now->head;
    size_t size = strlen(text);
    if ((size_t)head->text_size + size >= LIMIT_TEXT)
        machine_fail(m, span, "the text of this move has more than %d characters, the limit of a move", LIMIT_TEXT);
    memcpy(m->text + head->text_size, text, size + 1);
    head->text_size = (int16_t)(head->text_size + (int)size);
}

static void write_sites(struct machine *m, struct span span, const uint64_t *sites)
{
    struct head *head = &m->now->head;
    for (SET_EACH(site, m->words, sites)) {
        if (site == head->last_site)
            continue;
        if (head->last_site >= 0)
            write_text(m, span, "-");
        write_text(m, span, m->rules->board->name[site]);
        if (head->written >= LIMIT_WRITTEN)
            machine_fail(m, span, "a move may write at most %d sites", LIMIT_WRITTEN);
        m->written[head->written++] = (uint16_t)site;
        head->last_site = (int16_t)site;
    }
}

/* False: the way writes something else than the move looked for, or is wrong. */
static bool write_step(struct machine *m, const struct step *step)
{
    uint64_t sites[BITSET_WORDS];
    if (m->now->head.way & WAY_PASSED) {
        machine_fault(m, step->span, "a way that passes may write nothing else");
        return false;
    }
    m->changes++;
    for (int i = 0; i < step->arg_count; i++) {
        const struct expr *e = step->args[i];
        if (e->op == EX_TEXT) {
            write_text(m, e->span, e->name);
            m->now->head.last_site = -1;
        } else {
            eval_sites(m, e, sites);
            write_sites(m, e->span, sites);
        }
    }
    if (m->now->head.text_size > 0)
        m->now->head.way |= WAY_WROTE;
    return fits_target(m);
}

static bool pass_step(struct machine *m, const struct step *step)
{
    struct head *head = &m->now->head;
    if (head->way & (WAY_ACTED | WAY_WROTE | WAY_PASSED)) {
        machine_fault(m, step->span, "`pass` must be the only step of its way that acts or writes");
        return false;
    }
    m->changes++;
    write_text(m, step->span, "pass");
    head->way |= WAY_PASSED | WAY_WROTE;
    return fits_target(m);
}

/* In search of a reason: may the walk go on although a rule is broken? */
static bool passed_over(struct machine *m, enum violation_kind kind, struct span span, atom reason, atom name)
{
    struct violation v = {.kind = kind, .span = span, .reason = reason, .name = name};
    return m->explainer != NULL && explain_violation(m, &v);
}

/* ---- steps that leave no choice: false gives the way up ---- */

static bool require_step(struct machine *m, const struct step *step)
{
    if (eval_truth(m, step->a))
        return true;
    if (m->explainer == NULL)
        return false;
    struct violation v = {.kind = VIOLATION_REQUIRE, .span = step->span, .reason = step->reason, .name = step->a->name};
    if (step->a->op == EX_IN && step->a->a->kind == KIND_SITES)
        violation_show_outside(m, step->a, &v);
    return explain_violation(m, &v);
}

static bool forbid_step(struct machine *m, const struct step *step)
{
    for (int i = 0; i < step->check_count; i++) {
        const struct check *check = &step->checks[i];
        if (!eval_truth(m, check->truth))
            continue;
        if (!passed_over(m, VIOLATION_FORBID, check->span, check->reason, check->name))
            return false;
    }
    return true;
}

static bool settled(struct machine *m, const struct step *steps);

static bool each_rounds(struct machine *m, const struct step *step)
{
    struct iterator it;
    uint64_t *slot = m->frame + step->slot * m->stride;
    iterate(m, &it, step->a);
    while (iterate_next(m, &it, slot)) {
        if (step->b != NULL && !eval_truth(m, step->b))
            continue;
        if (!settled(m, step->body))
            return false;
    }
    return true;
}

/* An `each` inside another adds to the actions that wait already. */
static bool each_step(struct machine *m, const struct step *step)
{
    if (m->pending != NULL)
        return each_rounds(m, step);
    struct arena_mark mark = arena_mark(&m->scratch);
    struct pending pending;
    pending_begin(m, &pending);
    bool ok = each_rounds(m, step);
    m->pending = NULL;
    ok = ok && act_together(m, &pending);
    arena_release(&m->scratch, mark);
    return ok;
}

static uint64_t *enter_rule(struct machine *m, const struct step *step)
{
    uint64_t *frame = m->top, *end = frame + step->rule->slots * m->stride;
    if (++m->calls > LIMIT_CALLS)
        machine_fail(m, step->span, "`%s` runs too deep: more than %d rules in one another, the limit of a turn",
                     step->rule->name, LIMIT_CALLS);
    if (end > m->stack + LIMIT_STACK)
        machine_fail(m, step->span, "the rules run too deep here: more than %d words of values", LIMIT_STACK);
    m->top = end;
    for (int i = 0; i < step->arg_count; i++)
        eval_value(m, step->args[i], frame + i * m->stride);
    return frame;
}

static bool settled_rule(struct machine *m, const struct step *step)
{
    uint64_t *frame = m->frame, *top = m->top;
    m->frame = enter_rule(m, step);
    bool ok = settled(m, step->rule->body);
    m->calls--;
    m->frame = frame;
    m->top = top;
    return ok;
}

static bool settled_step(struct machine *m, const struct step *step)
{
    switch (step->op) {
    case ST_LET:
        eval_value(m, step->a, m->frame + step->slot * m->stride);
        return true;
    case ST_REQUIRE:
        return require_step(m, step);
    case ST_FORBID:
        return forbid_step(m, step);
    case ST_PUT:
    case ST_REMOVE:
    case ST_FLIP:
    case ST_MOVE:
    case ST_SHIFT:
    case ST_PROMOTE:
    case ST_SET:
        return act(m, step);
    case ST_IF:
        return settled(m, eval_truth(m, step->a) ? step->body : step->other);
    case ST_EACH:
        return each_step(m, step);
    case ST_RUN:
        return settled_rule(m, step);
    case ST_PASS:
        return pass_step(m, step);
    case ST_AGAIN:
        m->now->head.way |= WAY_AGAIN;
        m->changes++;
        return true;
    case ST_WRITE:
        return write_step(m, step);
    case ST_CHOOSE:
    case ST_EITHER:
    case ST_FIRST:
    case ST_MOST:
        break;
    }
    machine_fail(m, step->span, "there can be no choice here");
}

static bool settled(struct machine *m, const struct step *steps)
{
    for (const struct step *step = steps; step != NULL; step = step->next) {
        machine_use_steps(m, step->span, 1);
        if (!settled_step(m, step))
            return false;
    }
    return true;
}

/* ---- the end of a way ---- */

static bool breaks_ban(struct machine *m)
{
    for (int i = 0; i < m->rules->ban_count; i++) {
        const struct check *ban = &m->rules->bans[i];
        if (!eval_truth(m, ban->truth))
            continue;
        if (m->explainer == NULL)
            return true;
        struct violation v = {.kind = VIOLATION_BAN, .span = ban->span, .reason = ban->reason, .name = ban->name};
        if (ban->truth->op == EX_FORMED) {
            v.shown = KIND_SITES;
            eval_formed(m, ban->truth->index, v.sites);
        }
        if (!explain_violation(m, &v))
            return true;
    }
    return false;
}

static bool way_end(struct machine *m)
{
    struct head *head = &m->now->head;
    struct span turn = m->rules->turns[0].span;
    machine_use_steps(m, turn, 1 + head->text_size / 4); /* texts are compared */
    m->text[head->text_size] = '\0';                     /* an earlier way may have gone on from here */
    if (!(head->way & WAY_WROTE) && head->violations == 0) {
        machine_fault(m, turn, "a way through this turn writes nothing, so the move has no name: add `write`");
        return true;
    }
    if (!(head->way & (WAY_ACTED | WAY_PASSED)) && head->violations == 0) {
        machine_fault(m, turn, "a way through this turn neither acts nor passes");
        return true;
    }
    if (m->target != NULL && m->target_whole && (size_t)head->text_size != m->target_size)
        return true;
    if (!(head->way & WAY_PASSED) && breaks_ban(m))
        return true;
    if (head->violations > 0) {
        explain_way(m);
        return true;
    }
    return m->on_way(m, m->on_way_user);
}

static bool follow(struct machine *m, const struct follow_up *up)
{
    if (up == NULL)
        return way_end(m);
    uint64_t *frame = m->frame;
    bool go_on = true;
    m->frame = up->frame;
    switch (up->follow) {
    case FOLLOW_STEPS:
        go_on = run(m, up->next, up->up);
        break;
    case FOLLOW_MARK:
        *up->found = true;
        go_on = run(m, up->next, up->up);
        break;
    case FOLLOW_PROBE:
        *up->found = true;
        go_on = false;
        break;
    case FOLLOW_BEST: {
        int64_t value = eval_number(m, up->most->a);
        if (!*up->found || value > *up->best)
            *up->best = value;
        *up->found = true;
        break;
    }
    case FOLLOW_EQUAL:
        if (eval_number(m, up->most->a) == *up->best ||
            passed_over(m, VIOLATION_MOST, up->most->a->span, up->most->reason, NULL))
            go_on = run(m, up->next, up->up);
        break;
    }
    m->frame = frame;
    return go_on;
}

/* ---- steps with a choice ---- */

/* What could have been chosen, had the rules allowed it: to find the way that a refused move meant. */
static bool next_ghost(const struct machine *m, const struct step *step, const struct iterator *allowed, int64_t *at,
                       uint64_t *slot)
{
    const struct board *board = m->rules->board;
    int64_t last = board->files > board->ranks ? board->files : board->ranks;
    for (;; ++*at) {
        switch (step->a->kind) {
        case KIND_SITES:
            if (*at >= board->sites)
                return false;
            if (set_has(allowed->set, (int)*at))
                continue;
            set_clear(m->words, slot);
            set_add(slot, (int)(*at)++);
            return true;
        case KIND_DIRS:
            if (*at >= BOARD_DIR_LIMIT)
                return false;
            slot[0] = (uint64_t)1 << *at;
            if (!(board->used & slot[0]) || (allowed->dirs & slot[0]))
                continue;
            ++*at;
            return true;
        case KIND_RANGE:
            if (*at > last)
                return false;
            if (*at >= allowed->at && *at <= allowed->end)
                continue;
            slot[0] = (uint64_t)(*at)++;
            return true;
        default:
            return false;
        }
    }
}

static enum kind element_kind(enum kind kind)
{
    return kind == KIND_RANGE ? KIND_NUMBER : kind == KIND_LIST ? KIND_SITES : kind;
}

/* No occupied site could be chosen, and something stands on this one. */
static bool wants_empty(struct machine *m, const struct iterator *allowed, const uint64_t *site)
{
    uint64_t occupied[BITSET_WORDS];
    core_occupied(m->rules, &m->layout, m->now, occupied);
    return set_meets(m->words, occupied, site) && !set_meets(m->words, occupied, allowed->set);
}

/* The sites that the move looked for names next, as many as a subset has; false if it does not go on so. */
static bool sites_of_target(const struct machine *m, int count, uint64_t *set)
{
    size_t at = (size_t)m->now->head.text_size;
    set_clear(m->words, set);
    for (int i = 0; i < count; i++) {
        if (at < m->target_size && m->target[at] == '-')
            at++;
        size_t size = at < m->target_size ? strcspn(m->target + at, "-") : 0;
        int site = size > 0 ? board_site(m->rules->board, m->target + at, (int)size) : -1;
        if (site < 0)
            return false;
        set_add(set, site);
        at += size;
    }
    return set_count(m->words, set) == count;
}

/* Subsets are too many to try: only the one that the move names. */
static bool choose_ghost_subset(struct machine *m, const struct step *step, const struct iterator *allowed,
                                struct saved *saved, const struct follow_up *up)
{
    uint64_t *slot = m->frame + step->slot * m->stride, odd[BITSET_WORDS];
    bool go_on = true;
    if (!sites_of_target(m, allowed->subset_size, odd))
        return true;
    set_copy(m->words, slot, odd);
    for (int i = 0; i < allowed->member_count; i++)
        set_remove(odd, allowed->members[i]);
    if (set_some(m->words, odd)) {
        bool occupied = true;
        for (SET_EACH(site, m->words, odd))
            occupied = occupied && core_piece(m->rules, &m->layout, m->now, site) != -1;
        struct violation v = {
            .kind = VIOLATION_CHOICE, .span = step->a->span, .name = occupied ? "occupied" : step->a->name};
        violation_show(m, KIND_SITES, odd, &v);
        if (explain_violation(m, &v))
            go_on = run(m, step->next, up);
        restore(m, saved);
    }
    return go_on;
}

static bool choose_ghosts(struct machine *m, const struct step *step, const struct iterator *allowed,
                          struct saved *saved, const struct follow_up *up)
{
    uint64_t *slot = m->frame + step->slot * m->stride;
    int64_t at = step->a->kind == KIND_RANGE ? 1 : 0;
    if (step->a->op == EX_SUBSETS)
        return choose_ghost_subset(m, step, allowed, saved, up);
    bool go_on = true, sites = step->a->kind == KIND_SITES;
    while (go_on && next_ghost(m, step, allowed, &at, slot)) {
        machine_use_steps(m, step->span, 1);
        struct violation v = {.kind = VIOLATION_CHOICE, .span = step->a->span, .name = step->a->name};
        if (sites && wants_empty(m, allowed, slot))
            v.name = "occupied";
        violation_show(m, element_kind(step->a->kind), slot, &v);
        violation_show_allowed(m, allowed, &v);
        if (explain_violation(m, &v))
            go_on = run(m, step->next, up);
        restore(m, saved);
    }
    return go_on;
}

/* In search of a reason, elements without what `with` asks for are gone on with too. */
static bool lacks_condition(struct machine *m, const struct step *step, const uint64_t *slot)
{
    struct violation v = {.kind = VIOLATION_CONDITION, .span = step->b->span, .name = step->b->name};
    if (m->explainer == NULL)
        return false;
    violation_show(m, element_kind(step->a->kind), slot, &v);
    return explain_violation(m, &v);
}

static bool run_chosen(struct machine *m, const struct step *next, const struct follow_up *up)
{
    struct explainer *explainer = m->explainer;
    if (explainer != NULL)
        explain_chosen(explainer, 1);
    bool go_on = run(m, next, up);
    if (explainer != NULL)
        explain_chosen(explainer, -1);
    return go_on;
}

static bool choose_step(struct machine *m, const struct step *step, const struct follow_up *up)
{
    struct arena_mark mark = arena_mark(&m->scratch);
    struct iterator it, allowed;
    uint64_t *slot = m->frame + step->slot * m->stride;
    struct saved saved = save(m, step->span);
    bool go_on = true;
    iterate(m, &it, step->a);
    allowed = it;
    struct arena_mark round = arena_mark(&m->scratch);
    while (go_on && iterate_next(m, &it, slot)) {
        if (step->b == NULL || eval_truth(m, step->b))
            go_on = run_chosen(m, step->next, up);
        else if (lacks_condition(m, step, slot))
            go_on = run(m, step->next, up);
        restore(m, &saved);
        arena_release(&m->scratch, round);
    }
    if (go_on && m->explainer != NULL)
        go_on = choose_ghosts(m, step, &allowed, &saved, up);
    drop_saved(m, &saved);
    arena_release(&m->scratch, mark);
    return go_on;
}

static bool either_step(struct machine *m, const struct step *step, const struct follow_up *up)
{
    struct saved saved = save(m, step->span);
    struct follow_up after = {.follow = FOLLOW_STEPS, .next = step->next, .frame = m->frame, .up = up};
    bool go_on = true;
    for (int i = 0; i < step->branch_count && go_on; i++) {
        go_on = run(m, step->branches[i], &after);
        restore(m, &saved);
    }
    drop_saved(m, &saved);
    return go_on;
}

/* Looks through a block for its own sake: no move is looked for, nothing is explained. */
static void look_through(struct machine *m, const struct step *body, const struct follow_up *probe, struct saved *saved)
{
    const char *target = m->target;
    struct explainer *explainer = m->explainer;
    m->target = NULL;
    m->explainer = NULL;
    run(m, body, probe);
    m->target = target;
    m->explainer = explainer;
    restore(m, saved);
}

static bool first_step(struct machine *m, const struct step *step, const struct follow_up *up)
{
    struct saved saved = save(m, step->span);
    bool found = false;
    struct follow_up probe = {.follow = FOLLOW_PROBE, .frame = m->frame, .found = &found};
    struct follow_up after = {.follow = FOLLOW_MARK, .next = step->next, .frame = m->frame, .up = up, .found = &found};
    if (m->target != NULL) /* ways that write something else count too */
        look_through(m, step->body, &probe, &saved);
    bool go_on = run(m, step->body, &after);
    restore(m, &saved);
    after.follow = FOLLOW_STEPS;
    if (go_on && (!found || passed_over(m, VIOLATION_FIRST, step->span, step->reason, NULL)))
        go_on = run(m, step->other, &after);
    restore(m, &saved);
    drop_saved(m, &saved);
    return go_on;
}

static bool most_step(struct machine *m, const struct step *step, const struct follow_up *up)
{
    struct saved saved = save(m, step->span);
    bool found = false, go_on = true;
    int64_t best = 0;
    struct follow_up probe = {.follow = FOLLOW_BEST, .frame = m->frame, .most = step, .found = &found, .best = &best};
    struct follow_up after = {
        .follow = FOLLOW_EQUAL, .next = step->next, .frame = m->frame, .up = up, .most = step, .best = &best};
    look_through(m, step->body, &probe, &saved);
    if (found)
        go_on = run(m, step->body, &after);
    restore(m, &saved);
    drop_saved(m, &saved);
    return go_on;
}

static bool run_rule(struct machine *m, const struct step *step, const struct follow_up *up)
{
    struct arena_mark mark = arena_mark(&m->scratch);
    uint64_t *frame = m->frame, *top = m->top;
    struct follow_up after = {.follow = FOLLOW_STEPS, .next = step->next, .frame = frame, .up = up};
    m->frame = enter_rule(m, step);
    bool go_on = run(m, step->rule->body, &after);
    m->calls--;
    m->frame = frame;
    m->top = top;
    arena_release(&m->scratch, mark);
    return go_on;
}

static bool run(struct machine *m, const struct step *step, const struct follow_up *up)
{
    for (; step != NULL; step = step->next) {
        machine_use_steps(m, step->span, 1);
        switch (step->op) {
        case ST_CHOOSE:
            return choose_step(m, step, up);
        case ST_EITHER:
            return either_step(m, step, up);
        case ST_FIRST:
            return first_step(m, step, up);
        case ST_MOST:
            return most_step(m, step, up);
        case ST_RUN:
            return run_rule(m, step, up);
        case ST_IF: {
            struct follow_up after = {.follow = FOLLOW_STEPS, .next = step->next, .frame = m->frame, .up = up};
            return run(m, eval_truth(m, step->a) ? step->body : step->other, &after);
        }
        default:
            if (!settled_step(m, step))
                return true;
        }
    }
    return follow(m, up);
}

bool exec_turn(struct machine *m, const struct core *core)
{
    memcpy(m->now, core, m->layout.core_size);
    set_clear(2 * m->words, m->now->set + m->layout.placed);
    m->now->head.last_site = -1;
    m->now->head.result = RESULT_NONE;
    m->start = core;
    m->mover = m->viewer = core->head.to_move;
    m->calls = 0;
    m->pending = NULL;
    m->steps = m->step_limit;
    m->text[0] = '\0';
    for (int i = 0; i < m->rules->turn_count; i++) {
        const struct turn *turn = &m->rules->turns[i];
        m->frame = m->stack;
        m->top = m->stack + turn->steps->slots * m->stride;
        if (turn->when == NULL || eval_truth(m, turn->when))
            return run(m, turn->steps->body, NULL);
    }
    return true;
}
