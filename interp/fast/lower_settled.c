/* lower_settled.c - steps that leave no choice, and what can be seen of rules without going through them. */
#include "lower.h"

/* ---- what a rule may do ---- */

enum { RULES_SEEN = 100 };

static bool rule_meets(const struct rule *rule, const struct rule *goal, const struct rule **seen, int *count);

static bool steps_meet(const struct step *step, const struct rule *goal, const struct rule **seen, int *count)
{
    for (; step != NULL; step = step->next) {
        if (step->op == ST_RUN && rule_meets(step->rule, goal, seen, count))
            return true;
        if (steps_meet(step->body, goal, seen, count) || steps_meet(step->other, goal, seen, count))
            return true;
        for (int i = 0; i < step->branch_count; i++) {
            if (steps_meet(step->branches[i], goal, seen, count))
                return true;
        }
    }
    return false;
}

static bool rule_meets(const struct rule *rule, const struct rule *goal, const struct rule **seen, int *count)
{
    if (rule == goal)
        return true;
    for (int i = 0; i < *count; i++) {
        if (seen[i] == rule)
            return false;
    }
    if (*count == RULES_SEEN)
        return true;
    seen[(*count)++] = rule;
    return steps_meet(rule->body, goal, seen, count);
}

bool lower_runs_itself(const struct rule *rule)
{
    const struct rule *seen[RULES_SEEN];
    int count = 0;
    return steps_meet(rule->body, rule, seen, &count);
}

bool lower_has_choice(const struct step *step, int depth)
{
    for (; step != NULL; step = step->next) {
        if (step->op == ST_CHOOSE || step->op == ST_EITHER || step->op == ST_FIRST || step->op == ST_MOST)
            return true;
        if (step->op == ST_RUN && (depth > 20 || lower_has_choice(step->rule->body, depth + 1)))
            return true;
        if (step->op == ST_IF && (lower_has_choice(step->body, depth) || lower_has_choice(step->other, depth)))
            return true;
    }
    return false;
}

static bool uses(const struct step *step, enum step_op op, const struct rule **seen, int *count)
{
    for (; step != NULL; step = step->next) {
        if (step->op == op || uses(step->body, op, seen, count) || uses(step->other, op, seen, count))
            return true;
        for (int i = 0; i < step->branch_count; i++) {
            if (uses(step->branches[i], op, seen, count))
                return true;
        }
        if (step->op != ST_RUN)
            continue;
        bool known = false;
        for (int i = 0; i < *count; i++)
            known |= seen[i] == step->rule;
        if (known)
            continue;
        if (*count == RULES_SEEN)
            return true;
        seen[(*count)++] = step->rule;
        if (uses(step->rule->body, op, seen, count))
            return true;
    }
    return false;
}

bool lower_uses(const struct step *steps, enum step_op op)
{
    const struct rule *seen[RULES_SEEN];
    int count = 0;
    return uses(steps, op, seen, &count);
}

/* ---- the position as a list of registers ---- */

void lower_add_part(struct way *way, uint16_t reg, int size)
{
    way->parts[way->part_count] = reg;
    way->sizes[way->part_count++] = (uint16_t)size;
}

int lower_changed_part(const struct lower *l)
{
    return l->rules->player_count + l->rules->neutral_count + l->rules->kind_count;
}

struct way *lower_way(struct lower *l, bool whole)
{
    struct way *way = ARENA_NEW(l->arena, struct way);
    int room = l->part_count + 8;
    way->parts = ARENA_ARRAY(l->arena, uint16_t, room);
    way->sizes = ARENA_ARRAY(l->arena, uint16_t, room);
    way->copies = ARENA_ARRAY(l->arena, struct copy, room);
    way->player = l->mover;
    for (int i = 0; i < l->part_count - 2; i++) {
        if (whole || l->keeps_changed || i != lower_changed_part(l))
            lower_add_part(way, l->spot.part[i], l->part_size[i]);
    }
    if (whole) {
        lower_add_part(way, lower_as_set(l, l->spot.placed), l->words);
        lower_add_part(way, lower_as_set(l, l->spot.captured), l->words);
        way->again = lower_as_word(l, l->spot.again);
        way->passed = lower_as_word(l, l->spot.passed);
        way->text = lower_as_word(l, l->spot.text);
    }
    return way;
}

/* ---- settled steps ---- */

struct val lower_unknown(uint16_t reg)
{
    return (struct val){.rep = REP_WORD, .reg = reg};
}

/* After `require some x`. */
static void note_some(struct lower *l, const struct expr *e)
{
    if (e->op != EX_SOME || e->a->op != EX_LOCAL || e->a->kind != KIND_SITES)
        return;
    struct val v = l->env->slots[e->a->index];
    if ((v.rep == REP_SITE || v.rep == REP_SET) && !v.fixed && l->spot.some_count < SPOT_SOME)
        l->spot.some[l->spot.some_count++] = v.reg;
}

static bool is_some(const struct lower *l, struct val v)
{
    bool some = v.some;
    for (int i = 0; i < l->spot.some_count; i++)
        some |= (v.rep == REP_SITE || v.rep == REP_SET) && !v.fixed && v.reg == l->spot.some[i];
    return some;
}

static void write_sites(struct lower *l, const struct expr *e)
{
    struct val sites = lower_sites(l, e);
    if (l->keeps_text) {
        uint16_t reg = lower_reg(l, 1);
        lower_emit(l, OP_TEXT_SITES, reg, lower_as_word(l, l->spot.text), lower_as_set(l, sites))
            ->ins.u.p = lower_site_texts(l);
        l->spot.text = lower_unknown(reg);
    }
    if (l->spot.wrote.fixed && l->spot.wrote.word == 1)
        return;
    if (sites.some) {
        l->spot.wrote = lower_fixed_word(1);
        return;
    }
    struct label *out = lower_label(l);
    uint16_t reg = lower_reg(l, 1);
    lower_emit(l, OP_NMOVE, reg, lower_as_word(l, l->spot.wrote), 0);
    int level = lower_enter(l);
    lower_if_some(l, sites, false, out);
    lower_emit(l, OP_NMOVE, reg, lower_number(l, 1), 0);
    lower_leave(l, level);
    lower_place(l, out);
    l->spot.wrote = lower_unknown(reg);
}

void lower_wrong(struct lower *l, struct val truth)
{
    struct label *out = lower_label(l);
    if (lower_is_known(truth, 0))
        return;
    if (!truth.fixed)
        lower_jump(l, OP_J_ZERO, truth.reg, 0, out);
    lower_emit(l, OP_FAULT, 0, 0, 0);
    lower_place(l, out);
}

static void lower_write(struct lower *l, const struct step *step)
{
    lower_wrong(l, l->spot.passed);             /* nothing is written after a pass */
    for (int i = 0; i < step->arg_count; i++) { /* what is never nowhere makes the rest of no account */
        const struct expr *e = step->args[i];
        if (e->op == EX_LOCAL && is_some(l, l->env->slots[e->index]))
            l->spot.wrote = lower_fixed_word(1);
    }
    for (int i = 0; i < step->arg_count; i++) {
        const struct expr *e = step->args[i];
        if (e->op != EX_TEXT) {
            write_sites(l, e);
            continue;
        }
        if (e->name[0] != '\0')
            l->spot.wrote = lower_fixed_word(1);
        if (l->keeps_text) {
            struct text *text = ARENA_NEW(l->arena, struct text);
            *text = lower_text("", e->name);
            uint16_t reg = lower_reg(l, 1);
            lower_emit(l, OP_TEXT, reg, lower_as_word(l, l->spot.text), 0)->ins.u.p = text;
            l->spot.text = lower_unknown(reg);
        }
    }
}

bool lower_is_known(struct val v, int64_t word)
{
    return v.fixed && v.word == word;
}

static void lower_pass(struct lower *l)
{
    if (l->fn != l->main)
        lower_fail(l, "a pass in a rule that runs itself");
    lower_wrong(l, l->spot.acted); /* a pass is the only step of its way */
    lower_wrong(l, l->spot.wrote);
    lower_wrong(l, l->spot.passed);
    l->spot.passed = l->spot.wrote = lower_fixed_word(1);
    l->spot.text = lower_fixed_word((int64_t)(lower_text("", "pass").sum << 16 | TEXT_NO_SITE));
}

void lower_enter_rule(struct lower *l, const struct step *step)
{
    struct env *env = lower_env(l, step->rule->slots);
    for (int i = 0; i < step->arg_count; i++)
        env->slots[i] = lower_value(l, step->args[i]);
    l->env = env;
}

static void settled_rule(struct lower *l, const struct step *step)
{
    struct env *env = l->env;
    if (l->running_count > 40) {
        lower_fail(l, "rules too deep");
        return;
    }
    l->running_count++;
    lower_enter_rule(l, step);
    lower_settled(l, step->rule->body);
    l->env = env;
    l->running_count--;
}

/* ---- two branches that meet ---- */

static bool same_set(struct val a, struct val b)
{
    return a.rep == b.rep && a.fixed == b.fixed && a.reg == b.reg && a.to == b.to && a.with == b.with &&
           a.dir == b.dir && a.set == b.set;
}

static void emit_at(struct lower *l, struct node *where, uint16_t reg, struct val v)
{
    struct node *cursor = l->fn->cursor;
    l->fn->cursor = where;
    lower_into(l, reg, v);
    l->fn->cursor = cursor;
}

struct meeting {
    struct node *a, *b;
};

static struct val meet_sets(struct lower *l, struct meeting *at, struct val a, struct val b)
{
    if (same_set(a, b))
        return a;
    uint16_t reg = lower_reg(l, l->words);
    emit_at(l, at->a, reg, a);
    emit_at(l, at->b, reg, b);
    return lower_set_val(l, reg, a.class | b.class, a.max > b.max ? a.max : b.max);
}

static struct val meet_words(struct lower *l, struct meeting *at, struct val a, struct val b)
{
    if (a.fixed == b.fixed && a.reg == b.reg && a.word == b.word)
        return a;
    uint16_t reg = lower_reg(l, 1);
    emit_at(l, at->a, reg, a);
    emit_at(l, at->b, reg, b);
    return lower_unknown(reg);
}

static void meet_spots(struct lower *l, struct meeting *at, const struct spot *a, const struct spot *b)
{
    struct spot *out = &l->spot;
    for (int i = 0; i < l->part_count - 2; i++) {
        out->class[i] = a->class[i] | b->class[i];
        if (a->part[i] == b->part[i]) {
            out->part[i] = a->part[i];
            continue;
        }
        bool word = l->part_size[i] == 1 && i > l->rules->player_count + l->rules->neutral_count + l->rules->kind_count;
        enum rep rep = word && l->words != 1 ? REP_WORD : REP_SET;
        uint16_t reg = lower_reg(l, l->part_size[i]);
        emit_at(l, at->a, reg, (struct val){.rep = rep, .reg = a->part[i]});
        emit_at(l, at->b, reg, (struct val){.rep = rep, .reg = b->part[i]});
        out->part[i] = reg;
    }
    out->free_class = a->free_class | b->free_class;
    out->some_count = 0;
    for (int i = 0; i < a->some_count; i++) {
        for (int j = 0; j < b->some_count; j++) {
            if (a->some[i] == b->some[j] && out->some_count < SPOT_SOME)
                out->some[out->some_count++] = a->some[i];
        }
    }
    out->placed = meet_sets(l, at, a->placed, b->placed);
    out->captured = meet_sets(l, at, a->captured, b->captured);
    out->acted = meet_words(l, at, a->acted, b->acted);
    out->passed = meet_words(l, at, a->passed, b->passed);
    out->again = meet_words(l, at, a->again, b->again);
    out->wrote = meet_words(l, at, a->wrote, b->wrote);
    out->text = meet_words(l, at, a->text, b->text);
}

static struct node *marker(struct lower *l)
{
    struct node *node = lower_emit(l, (enum code_op)OP_LABEL, 0, 0, 0);
    node->label = lower_label(l);
    return node;
}

static void settled_if(struct lower *l, const struct step *step)
{
    int known = lower_truth_known(l, step->a);
    if (known >= 0) {
        lower_settled(l, known ? step->body : step->other);
        return;
    }
    struct label *other = lower_label(l), *out = lower_label(l);
    struct spot before = l->spot;
    struct meeting at;
    int level = lower_enter(l);
    lower_if(l, step->a, false, other);
    lower_settled(l, step->body);
    struct spot a = l->spot;
    at.a = marker(l);
    lower_jump(l, OP_JUMP, 0, 0, out);
    lower_leave(l, level);
    lower_place(l, other);
    l->spot = before;
    level = lower_enter(l);
    lower_settled(l, step->other);
    struct spot b = l->spot;
    at.b = marker(l);
    lower_leave(l, level);
    lower_place(l, out);
    meet_spots(l, &at, &a, &b);
}

void lower_settled_step(struct lower *l, const struct step *step)
{
    switch (step->op) {
    case ST_LET:
        l->env->slots[step->slot] = lower_value(l, step->a);
        return;
    case ST_REQUIRE:
        lower_if(l, step->a, false, l->fail);
        note_some(l, step->a);
        return;
    case ST_FORBID:
        for (int i = 0; i < step->check_count; i++)
            lower_if(l, step->checks[i].truth, true, l->fail);
        return;
    case ST_PUT:
    case ST_REMOVE:
    case ST_FLIP:
    case ST_MOVE:
    case ST_SHIFT:
    case ST_PROMOTE:
    case ST_SET:
        lower_act(l, step);
        return;
    case ST_IF:
        settled_if(l, step);
        return;
    case ST_EACH:
        lower_each_step(l, step);
        return;
    case ST_RUN:
        settled_rule(l, step);
        return;
    case ST_PASS:
        lower_pass(l);
        return;
    case ST_AGAIN:
        l->spot.again = lower_fixed_word(1);
        return;
    case ST_WRITE:
        lower_write(l, step);
        return;
    default:
        lower_fail(l, "a choice where there can be none");
        return;
    }
}

void lower_settled(struct lower *l, const struct step *steps)
{
    for (const struct step *step = steps; step != NULL && !l->failed; step = step->next)
        lower_settled_step(l, step);
}
