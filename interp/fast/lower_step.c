/* lower_step.c - steps: those that leave no choice, and the walk through those that do. */
#include "lower.h"

/* ---- what a rule may do ---- */

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
    if (*count == 100)
        return true;
    seen[(*count)++] = rule;
    return steps_meet(rule->body, goal, seen, count);
}

static bool runs_itself(const struct rule *rule)
{
    const struct rule *seen[100];
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

bool lower_uses(const struct step *step, enum step_op op, int depth)
{
    for (; step != NULL; step = step->next) {
        if (step->op == op || depth > 20 || lower_uses(step->body, op, depth) || lower_uses(step->other, op, depth))
            return true;
        if (step->op == ST_RUN && lower_uses(step->rule->body, op, depth + 1))
            return true;
        for (int i = 0; i < step->branch_count; i++) {
            if (lower_uses(step->branches[i], op, depth))
                return true;
        }
    }
    return false;
}

/* ---- the position as a list of registers ---- */

static void add_part(struct way *way, uint16_t reg, int size)
{
    way->parts[way->part_count] = reg;
    way->sizes[way->part_count++] = (uint16_t)size;
}

struct way *lower_way(struct lower *l, bool whole)
{
    struct way *way = ARENA_NEW(l->arena, struct way);
    int room = l->part_count + 8;
    way->parts = ARENA_ARRAY(l->arena, uint16_t, room);
    way->sizes = ARENA_ARRAY(l->arena, uint16_t, room);
    way->copies = ARENA_ARRAY(l->arena, struct copy, room);
    way->player = l->mover;
    for (int i = 0; i < l->part_count - 2; i++)
        add_part(way, l->spot.part[i], l->part_size[i]);
    if (whole) {
        add_part(way, lower_as_set(l, l->spot.placed), l->words);
        add_part(way, lower_as_set(l, l->spot.captured), l->words);
        way->again = lower_as_word(l, l->spot.again);
        way->passed = lower_as_word(l, l->spot.passed);
        way->text = lower_as_word(l, l->spot.text);
    }
    return way;
}

/* ---- settled steps ---- */

static struct val unknown_word(uint16_t reg)
{
    return (struct val){.rep = REP_WORD, .reg = reg};
}

static void write_sites(struct lower *l, const struct expr *e)
{
    struct val sites = lower_sites(l, e);
    if (l->rules->moves_mode == MOVES_MERGED) {
        uint16_t reg = lower_reg(l, 1);
        lower_emit(l, OP_TEXT_SITES, reg, lower_as_word(l, l->spot.text), lower_as_set(l, sites));
        l->spot.text = unknown_word(reg);
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
    l->spot.wrote = unknown_word(reg);
}

static void lower_write(struct lower *l, const struct step *step)
{
    if (!l->spot.passed.fixed || l->spot.passed.word != 0) {
        lower_fail(l, "`write` after a pass");
        return;
    }
    for (int i = 0; i < step->arg_count; i++) {
        const struct expr *e = step->args[i];
        if (e->op != EX_TEXT) {
            write_sites(l, e);
            continue;
        }
        if (e->name[0] != '\0')
            l->spot.wrote = lower_fixed_word(1);
        if (l->rules->moves_mode == MOVES_MERGED) {
            uint64_t sum = 0x9E3779B97F4A7C15u;
            for (const char *c = e->name; *c != '\0'; c++)
                sum = (sum ^ (unsigned char)*c) * 0x100000001B3u;
            uint16_t reg = lower_reg(l, 1);
            lower_emit(l, OP_TEXT, reg, lower_as_word(l, l->spot.text), 0)->ins.u.j.x = (uint32_t)(sum >> 16);
            l->spot.text = unknown_word(reg);
        }
    }
}

static bool is_known(struct val v, int64_t word)
{
    return v.fixed && v.word == word;
}

static void lower_pass(struct lower *l)
{
    if (!is_known(l->spot.acted, 0) || !is_known(l->spot.wrote, 0) || !is_known(l->spot.passed, 0)) {
        lower_fail(l, "a pass after something else");
        return;
    }
    l->spot.passed = l->spot.wrote = lower_fixed_word(1);
    l->spot.text = lower_fixed_word(0x1ffff);
}

static void set_env_of_rule(struct lower *l, const struct step *step)
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
    set_env_of_rule(l, step);
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
    return unknown_word(reg);
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

static void settled_step(struct lower *l, const struct step *step)
{
    switch (step->op) {
    case ST_LET:
        l->env->slots[step->slot] = lower_value(l, step->a);
        return;
    case ST_REQUIRE:
        lower_if(l, step->a, false, l->fail);
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
        settled_step(l, step);
}

/* ---- rules that run themselves ---- */

static struct val as_parameter(struct lower *l, struct val v)
{
    switch (v.rep) {
    case REP_SITE:
        return (struct val){.rep = REP_SITE, .some = v.some, .class = CLASS_ANY, .max = 1};
    case REP_WORD:
        if (v.fixed && v.one) /* a direction */
            return v;
        return (struct val){.rep = REP_WORD, .one = v.one, .max = v.fixed ? 0 : v.max};
    case REP_LIST:
        lower_fail(l, "a list as an argument of a rule that runs itself");
        return v;
    default:
        return (struct val){.rep = REP_SET, .class = CLASS_ANY, .max = l->none};
    }
}

static bool fits(const struct val *a, const struct val *b)
{
    return a->rep == b->rep && a->fixed == b->fixed && a->word == b->word && a->one == b->one && a->some == b->some;
}

static struct rule_code *find_code(struct lower *l, const struct rule *rule, const struct val *params)
{
    for (int i = 0; i < l->procedure_count; i++) {
        struct rule_code *code = l->rule_codes[i];
        bool same = code->rule == rule && code->mover == l->mover;
        for (int j = 0; same && j < rule->params; j++)
            same = fits(&code->params[j], &params[j]);
        if (same)
            return code;
    }
    return NULL;
}

/* Registers for a position in the current function. */
static void fresh_spot(struct lower *l, struct spot *spot)
{
    for (int i = 0; i < l->part_count - 2; i++) {
        spot->part[i] = lower_reg(l, l->part_size[i]);
        spot->class[i] = CLASS_ANY;
    }
    spot->free_class = CLASS_ANY;
    spot->placed = lower_set_val(l, lower_reg(l, l->words), CLASS_ANY, l->none);
    spot->captured = lower_set_val(l, lower_reg(l, l->words), CLASS_ANY, l->none);
    struct val *words[] = {&spot->acted, &spot->passed, &spot->again, &spot->wrote, &spot->text};
    for (int i = 0; i < 5; i++)
        *words[i] = unknown_word(lower_reg(l, 1));
    spot->passed = lower_fixed_word(0); /* a pass is the only step of its way */
}

enum { SPOT_WORDS = 4 };

static struct rule_code *make_code(struct lower *l, const struct rule *rule, const struct val *params)
{
    struct rule_code *code = ARENA_NEW(l->arena, struct rule_code), **end = &l->pending_code;
    struct function *fn = l->fn;
    if (l->procedure_count == LOWER_PROCEDURES || rule->params > 16)
        return lower_fail(l, "too many rules that run themselves");
    l->rule_codes[l->procedure_count++] = code;
    code->rule = rule;
    code->mover = l->mover;
    code->label = lower_label(l);
    code->procedure = ARENA_NEW(l->arena, struct procedure);
    code->fn = l->fn = lower_function(l);
    for (int i = 0; i < rule->params; i++) {
        code->params[i] = params[i];
        if (!params[i].fixed)
            code->params[i].reg = lower_reg(l, params[i].rep == REP_SET ? l->words : 1);
    }
    fresh_spot(l, &code->spot);
    l->fn = fn;
    while (*end != NULL)
        end = &(*end)->next;
    *end = code;
    return code;
}

static void add_copy(struct call *call, uint16_t from, uint16_t to, int words)
{
    call->copies[call->count++] = (struct copy){from, to, (uint16_t)words};
}

static void copy_spot(struct lower *l, struct call *call, const struct spot *to)
{
    const struct spot *from = &l->spot;
    for (int i = 0; i < l->part_count - 2; i++)
        add_copy(call, from->part[i], to->part[i], l->part_size[i]);
    add_copy(call, lower_as_set(l, from->placed), to->placed.reg, l->words);
    add_copy(call, lower_as_set(l, from->captured), to->captured.reg, l->words);
    add_copy(call, lower_as_word(l, from->acted), to->acted.reg, 1);
    add_copy(call, lower_as_word(l, from->again), to->again.reg, 1);
    add_copy(call, lower_as_word(l, from->wrote), to->wrote.reg, 1);
    add_copy(call, lower_as_word(l, from->text), to->text.reg, 1);
}

/* The whole spot in registers, in one order for GO_ON and ARRIVE. */
static struct way *spot_list(struct lower *l)
{
    struct way *way = lower_way(l, false);
    add_part(way, lower_as_set(l, l->spot.placed), l->words);
    add_part(way, lower_as_set(l, l->spot.captured), l->words);
    add_part(way, lower_as_word(l, l->spot.acted), 1);
    add_part(way, lower_as_word(l, l->spot.again), 1);
    add_part(way, lower_as_word(l, l->spot.wrote), 1);
    add_part(way, lower_as_word(l, l->spot.text), 1);
    return way;
}

static void lower_call(struct lower *l, const struct step *step, const struct up *up)
{
    struct val args[16], params[16];
    if (l->mode == MODE_RANDOM || l->probing) {
        l->unsampled = true;
        return;
    }
    if (step->rule->params > 16 || !is_known(l->spot.passed, 0)) {
        lower_fail(l, "a rule that runs itself");
        return;
    }
    for (int i = 0; i < step->arg_count; i++) {
        args[i] = lower_value(l, step->args[i]);
        params[i] = as_parameter(l, args[i]);
    }
    struct rule_code *code = find_code(l, step->rule, params);
    if (code == NULL)
        code = make_code(l, step->rule, params);
    if (code == NULL || l->failed)
        return;
    struct call *call = ARENA_NEW(l->arena, struct call);
    call->copies = ARENA_ARRAY(l->arena, struct copy, l->part_count + 16 + 8);
    call->procedure = code->procedure;
    call->label = code->label;
    call->next_label = lower_label(l);
    for (int i = 0; i < step->arg_count; i++) {
        if (code->params[i].fixed)
            continue;
        if (params[i].rep == REP_SET)
            add_copy(call, lower_as_set(l, args[i]), code->params[i].reg, l->words);
        else
            add_copy(call, params[i].rep == REP_SITE ? args[i].reg : lower_as_word(l, args[i]), code->params[i].reg, 1);
    }
    copy_spot(l, call, &code->spot);
    struct label *after = lower_label(l), *fail = l->fail;
    struct spot spot = l->spot;
    lower_emit(l, OP_CALL, 0, 0, 0)->ins.u.p = call;
    lower_jump(l, OP_JUMP, 0, 0, after);
    int level = lower_enter(l);
    lower_place(l, call->next_label);
    fresh_spot(l, &l->spot);
    struct way *arrival = spot_list(l);
    lower_emit(l, OP_ARRIVE, 0, 0, 0)->ins.u.p = arrival;
    l->fail = lower_label(l);
    lower_run(l, step->next, up);
    lower_place(l, l->fail);
    lower_emit(l, OP_RETURN, 0, 0, 0);
    lower_leave(l, level);
    lower_place(l, after);
    l->spot = spot;
    l->fail = fail;
}

/* ---- choices ---- */

static struct bound follow(struct lower *l, const struct up *up);

static const struct bound one_way = {.k = 1}, no_bound = {.k = 0};

struct choosing {
    const struct step *step;
    const struct up *up;
};

static void choose_one(struct lower *l, struct val element, struct label *next, void *user)
{
    struct choosing *choosing = user;
    struct label *fail = l->fail;
    struct spot spot = l->spot;
    struct env *env = l->env;
    l->env->slots[choosing->step->slot] = element;
    l->fail = next;
    if (choosing->step->b != NULL)
        lower_if(l, choosing->step->b, false, next);
    lower_run(l, choosing->step->next, choosing->up);
    l->fail = fail;
    l->spot = spot;
    l->env = env;
}

static bool repeats_elements(struct lower *l, const struct expr *e)
{
    struct look old;
    if (e->kind != KIND_LIST)
        return false;
    const struct expr *inner = lower_look(l, e, &old);
    bool repeats = inner->op == EX_RAYS || (inner->op == EX_EACH && repeats_elements(l, inner->a));
    lower_look_back(l, &old);
    return repeats;
}

/* ---- drawing ---- */

static struct bound times(struct bound a, struct bound b)
{
    struct bound out = {0};
    int n = 0;
    if (a.k == 0 || b.k == 0 || __builtin_mul_overflow(a.k, b.k, &out.k) || out.k > (uint64_t)1 << 40)
        return no_bound;
    for (int i = 0; i < 2 * BOUND_REGS; i++) {
        uint16_t reg = i < BOUND_REGS ? a.reg[i] : b.reg[i - BOUND_REGS];
        if (reg == 0)
            continue;
        if (n == BOUND_REGS)
            return no_bound;
        out.reg[n++] = reg;
    }
    return out;
}

static bool is_fixed(struct bound bound)
{
    return bound.reg[0] == 0;
}

static bool same_bound(struct bound a, struct bound b)
{
    bool same = a.k == b.k;
    for (int i = 0; i < BOUND_REGS; i++)
        same &= a.reg[i] == b.reg[i];
    return same;
}

/* Branches drawn by the number of ways that they have at most. */
struct branching {
    struct branches *branches;
    struct bound *bounds;
    int count;
};

static void branch_begin(struct lower *l, struct branching *b, int count)
{
    *b = (struct branching){.branches = ARENA_NEW(l->arena, struct branches)};
    b->branches->labels = ARENA_ARRAY(l->arena, struct label *, count);
    b->branches->targets = ARENA_ARRAY(l->arena, int32_t, count);
    b->branches->weights = ARENA_ARRAY(l->arena, uint16_t, count);
    b->branches->count = count;
    b->bounds = ARENA_ARRAY(l->arena, struct bound, count);
    lower_emit(l, OP_SWITCH, 0, 0, 0)->ins.u.p = b->branches;
    l->branching++;
}

static void branch_is(struct lower *l, struct branching *b, struct bound bound)
{
    if (bound.k == 0 || bound.k > UINT32_MAX >> 10)
        l->unsampled = true; /* the weight is not known where the branch is drawn */
    for (int i = 0; i < BOUND_REGS; i++) {
        if (bound.reg[i] != 0 && l->fn->depth_of[bound.reg[i]] >= l->fn->depth)
            l->unsampled = true;
    }
    b->bounds[b->count++] = bound;
}

/* What all branches are multiplied by does not matter. */
static void drop_common(struct branching *b)
{
    for (bool again = true; again && b->bounds[0].reg[0] != 0;) {
        uint16_t reg = b->bounds[0].reg[0];
        for (int i = 0; i < b->count; i++)
            again &= b->bounds[i].reg[0] == reg;
        for (int i = 0; again && i < b->count; i++) {
            memmove(b->bounds[i].reg, b->bounds[i].reg + 1, (BOUND_REGS - 1) * sizeof(uint16_t));
            b->bounds[i].reg[BOUND_REGS - 1] = 0;
        }
    }
}

static struct bound branch_end(struct lower *l, struct branching *b)
{
    struct bound sum = {0};
    bool same = true, fixed = true;
    l->branching--;
    for (int i = 0; i < b->count; i++) {
        fixed &= is_fixed(b->bounds[i]);
        sum.k += b->bounds[i].k;
    }
    if (l->unsampled || l->failed || b->count == 0)
        return no_bound;
    drop_common(b);
    for (int i = 1; i < b->count; i++)
        same &= same_bound(b->bounds[i], b->bounds[0]);
    for (int i = 0; i < b->count && !same; i++) {
        uint16_t weight = lower_number(l, (int64_t)b->bounds[i].k);
        for (int r = 0; r < BOUND_REGS && b->bounds[i].reg[r] != 0; r++)
            weight = lower_pure(l, OP_NMUL, weight, b->bounds[i].reg[r], 0, NULL);
        if (l->fn->depth_of[weight] >= l->fn->depth)
            l->unsampled = true;
        b->branches->weights[i] = weight;
    }
    if (same)
        b->branches->weights = NULL;
    return fixed ? sum : no_bound;
}

/* The same draws for both directions of an axis weigh the same. */
static const struct run_draw *weight_draw(struct lower *l, int dir, bool weighted)
{
    int back = board_opposite(l->board, dir), axis = back < dir ? back : dir, i = axis * 2 + weighted;
    if (l->run_draws[i] == NULL) {
        struct run_draw *draw = ARENA_NEW(l->arena, struct run_draw);
        draw->shift = lower_shift(l, axis);
        draw->weighted = weighted;
        l->run_draws[i] = draw;
    }
    return l->run_draws[i];
}

static bool is_choice_up_to(struct lower *l, const struct step *step, int slot)
{
    int64_t low;
    return step != NULL && step->op == ST_CHOOSE && step->a->kind == KIND_RANGE && step->a->op == EX_RANGE &&
           step->a->b->op == EX_LOCAL && step->a->b->index == slot && lower_number_known(l, step->a->a, &low) &&
           low == 1;
}

/* choose x in S  choose k in 1 .. count(reach(x, S, d)): both at once, by the runs in S. */
static bool draw_run(struct lower *l, const struct step *step, const struct up *up, struct val set, struct bound *bound)
{
    const struct step *second = step->next;
    int64_t low;
    uint64_t dirs;
    if (l->tried || set.rep != REP_SET || set.fixed || step->b != NULL || second == NULL || second->op != ST_CHOOSE ||
        second->a->op != EX_RANGE || second->b != NULL || l->without >> PASS_RUNS & 1)
        return false;
    const struct expr *count = second->a->b, *reach = count->a;
    if (count->op != EX_COUNT || reach->op != EX_REACH || reach->a->op != EX_LOCAL || reach->a->index != step->slot ||
        !lower_number_known(l, second->a->a, &low) || low != 1 || !lower_dirs_known(l, reach->c, &dirs))
        return false;
    dirs &= l->board->used;
    struct val within = lower_sites(l, reach->b);
    if (dirs == 0 || (dirs & (dirs - 1)) != 0 || within.rep != REP_SET || within.fixed || within.reg != set.reg)
        return false;
    int dir = __builtin_ctzll(dirs);
    bool weighted = is_choice_up_to(l, second->next, second->slot);
    uint16_t ways = lower_pure(l, OP_RUN_WEIGHT, set.reg, 0, 0, weight_draw(l, dir, weighted));
    struct run_draw *draw = ARENA_NEW(l->arena, struct run_draw);
    uint16_t site = lower_reg(l, 1), length = lower_reg(l, 1);
    *draw = (struct run_draw){.shift = lower_shift(l, board_opposite(l->board, dir)),
                              .weighted = weighted,
                              .length = length,
                              .label = l->fail};
    lower_emit(l, OP_PICK_RUN, site, set.reg, ways)->ins.u.p = draw;
    l->tried = true;
    l->env->slots[step->slot] = lower_site_val(site, set.class, true);
    l->env->slots[second->slot] = (struct val){.rep = REP_WORD, .reg = length, .max = set.max, .counted = weighted};
    *bound = times((struct bound){.k = 1, .reg = {ways}}, lower_run(l, second->next, up));
    return true;
}

static struct bound draw_site(struct lower *l, const struct step *step, const struct up *up)
{
    struct val set = lower_sites(l, step->a);
    struct bound bound = one_way;
    if (draw_run(l, step, up, set, &bound))
        return bound;
    if (!l->tried)
        set = lower_narrow(l, step, set);
    struct val element = set;
    if (set.rep == REP_SITE) {
        if (!set.some)
            lower_if_some(l, set, false, l->fail);
        element.some = true;
    } else {
        uint16_t all = lower_as_set(l, set), site;
        if (!l->tried) {
            uint16_t count = lower_pure(l, OP_COUNT, all, 0, 0, NULL);
            bound.reg[0] = count;
            site = lower_reg(l, 1);
            lower_jump(l, OP_PICK, all, count, l->fail)->ins.d = site;
        } else {
            bound.k = (uint64_t)(set.max > 0 ? set.max : 1);
            site = lower_reg(l, 1);
            lower_jump(l, OP_PICK_OF, all, 0, l->fail)->ins.d = site;
            l->fn->last->ins.u.j.x = (uint32_t)bound.k;
        }
        l->tried = true;
        element = lower_site_val(site, set.class, true);
        element.drawn = all;
    }
    l->env->slots[step->slot] = element;
    if (step->b != NULL)
        lower_if(l, step->b, false, l->fail);
    return times(bound, lower_run(l, step->next, up));
}

static struct bound draw_dir(struct lower *l, const struct step *step, const struct up *up)
{
    struct look old;
    uint64_t dirs;
    const struct expr *inner = lower_look(l, step->a, &old), *condition = NULL;
    struct env *env = l->env;
    int viewer = l->viewer;
    bool known = lower_dirs_known(l, inner, &dirs);
    if (!known && inner->op == EX_EACH && inner->b != NULL && lower_dirs_known(l, inner->a, &dirs)) {
        known = true;
        condition = inner->b;
    }
    lower_look_back(l, &old);
    if (!known || __builtin_popcountll(dirs) > 8 || dirs == 0) {
        struct val all = lower_word(l, step->a);
        uint16_t dir = lower_reg(l, 1);
        struct bound bound = {.k = (uint64_t)__builtin_popcountll(l->board->used)};
        lower_jump(l, OP_PICK_DIR, lower_as_word(l, all), 0, l->fail)->ins.d = dir;
        l->fn->last->ins.u.j.x = (uint32_t)bound.k;
        l->tried = true;
        l->env->slots[step->slot] = (struct val){.rep = REP_WORD, .reg = dir, .one = true};
        if (step->b != NULL)
            lower_if(l, step->b, false, l->fail);
        return times(bound, lower_run(l, step->next, up));
    }
    struct branching branching;
    bool tried = l->tried;
    branch_begin(l, &branching, __builtin_popcountll(dirs));
    for (; dirs != 0 && !l->failed; dirs &= dirs - 1) {
        struct spot spot = l->spot;
        struct val element = lower_fixed_word((int64_t)(dirs & -dirs));
        element.one = true;
        lower_place(l, branching.branches->labels[branching.count] = lower_label(l));
        int level = lower_enter(l);
        if (condition != NULL) {
            struct env *here = l->env;
            int seen_by = l->viewer;
            l->env = env;
            l->viewer = viewer;
            env->slots[inner->index] = element;
            lower_if(l, condition, false, l->fail);
            l->env = here;
            l->viewer = seen_by;
        }
        l->env->slots[step->slot] = element;
        l->tried = tried;
        if (step->b != NULL)
            lower_if(l, step->b, false, l->fail);
        branch_is(l, &branching, lower_run(l, step->next, up));
        lower_leave(l, level);
        l->spot = spot;
    }
    return branch_end(l, &branching);
}

static struct bound draw_number(struct lower *l, const struct step *step, const struct up *up)
{
    struct val low = lower_word(l, step->a->a), high = lower_word(l, step->a->b);
    int64_t most = high.fixed ? high.word : high.max;
    struct bound bound = one_way;
    if (!low.fixed && low.reg == high.reg) {
        l->env->slots[step->slot] = high;
    } else {
        if (!low.fixed || (!high.fixed && high.max == 0) || most - low.word > 1000) {
            l->unsampled = true;
            return no_bound;
        }
        bool counted = high.counted && low.word == 1;
        bool dynamic = counted || (high.most != 0 && low.word == 1 && l->fn->depth_of[high.most] < l->fn->depth);
        uint16_t upper = counted ? high.reg : high.most;
        uint16_t number = lower_reg(l, 1);
        bound.k = dynamic || most < low.word ? 1 : (uint64_t)(most - low.word + 1);
        bound.reg[0] = dynamic && !counted ? upper : 0;
        lower_jump(l, dynamic ? OP_PICK_UP_TO : OP_PICK_NUMBER, lower_as_word(l, low), lower_as_word(l, high), l->fail)
            ->ins.d = number;
        l->fn->last->ins.u.j.x = dynamic ? upper : (uint32_t)bound.k;
        l->env->slots[step->slot] = (struct val){.rep = REP_WORD, .reg = number, .max = (int)most, .most = high.most};
        l->tried = true;
    }
    if (step->b != NULL)
        lower_if(l, step->b, false, l->fail);
    return times(bound, lower_run(l, step->next, up));
}

static struct bound draw_subset(struct lower *l, const struct step *step, const struct up *up)
{
    struct val size = lower_word(l, step->a->b);
    if (step->a->op != EX_SUBSETS || l->tried || l->branching > 0 || !size.fixed || size.word < 1 || size.word > 6) {
        l->unsampled = true;
        return no_bound;
    }
    struct val of = lower_sites(l, step->a->a);
    uint16_t subset = lower_reg(l, l->words);
    lower_jump(l, OP_PICK_SET, lower_as_set(l, of), 0, l->fail)->ins.d = subset;
    l->fn->last->ins.u.j.x = (uint32_t)size.word;
    l->tried = true;
    l->env->slots[step->slot] = lower_set_val(l, subset, of.class, (int)size.word);
    l->env->slots[step->slot].some = true;
    if (step->b != NULL)
        lower_if(l, step->b, false, l->fail);
    lower_run(l, step->next, up);
    return no_bound;
}

static struct bound run_choose(struct lower *l, const struct step *step, const struct up *up)
{
    struct choosing choosing = {step, up};
    if (l->mode == MODE_ALL) {
        if (repeats_elements(l, step->a))
            lower_fail(l, "a choice among rays");
        if (step->a->kind == KIND_SITES && l->fn->depth == 0)
            lower_each_site(l, lower_narrow(l, step, lower_sites(l, step->a)), choose_one, &choosing);
        else
            lower_each(l, step->a, choose_one, &choosing);
        return one_way;
    }
    switch (step->a->kind) {
    case KIND_SITES:
        return draw_site(l, step, up);
    case KIND_DIRS:
        return draw_dir(l, step, up);
    case KIND_RANGE:
        return draw_number(l, step, up);
    default:
        return draw_subset(l, step, up);
    }
}

static struct bound run_either(struct lower *l, const struct step *step, const struct up *up)
{
    struct up after = {.op = UP_STEPS, .next = step->next, .env = l->env, .up = up};
    struct branching branching;
    bool tried = l->tried, draws = l->mode == MODE_RANDOM;
    struct label *fail = l->fail;
    struct env *env = l->env;
    if (draws)
        branch_begin(l, &branching, step->branch_count);
    for (int i = 0; i < step->branch_count && !l->failed; i++) {
        struct spot spot = l->spot;
        struct label *next = lower_label(l);
        if (draws)
            lower_place(l, branching.branches->labels[i] = lower_label(l));
        else
            l->fail = next;
        int level = lower_enter(l);
        l->tried = tried;
        struct bound bound = lower_run(l, step->branches[i], &after);
        if (draws)
            branch_is(l, &branching, bound);
        lower_leave(l, level);
        lower_place(l, next);
        l->spot = spot;
        l->env = env;
    }
    l->fail = fail;
    return draws ? branch_end(l, &branching) : one_way;
}

/* ---- blocks with a continuation ---- */

static struct node *thin_node(struct lower *l)
{
    struct thin *thin = ARENA_NEW(l->arena, struct thin);
    thin->label = l->fail;
    struct node *node = lower_emit(l, OP_THIN, 0, 0, 0);
    node->ins.u.p = thin;
    return node;
}

static void set_thin(struct node *node, uint64_t keep, uint64_t of)
{
    struct thin *thin;
    memcpy(&thin, &node->ins.u.p, sizeof thin);
    thin->keep = keep;
    thin->of = of;
    node->dead = keep == of;
}

/* Two blocks of which one is gone through, as what was drawn before decides: the one with fewer ways is left at times.
 */
static struct bound even_out(struct lower *l, bool tried, struct node *a, struct bound ka, struct node *b,
                             struct bound kb)
{
    a->dead = b->dead = true;
    if (same_bound(ka, kb) && ka.k != 0)
        return ka;
    if (!tried)
        return no_bound; /* each is drawn from by itself */
    if (ka.k == 0 || kb.k == 0 || !is_fixed(ka) || !is_fixed(kb) || ka.k > UINT32_MAX || kb.k > UINT32_MAX) {
        l->unsampled = true;
        return no_bound;
    }
    struct bound most = ka.k > kb.k ? ka : kb;
    set_thin(a, ka.k, most.k);
    set_thin(b, kb.k, most.k);
    return most;
}

static struct bound run_if(struct lower *l, const struct step *step, const struct up *up)
{
    struct up after = {.op = UP_STEPS, .next = step->next, .env = l->env, .up = up};
    int known = lower_truth_known(l, step->a);
    if (known >= 0)
        return lower_run(l, known ? step->body : step->other, &after);
    struct label *other = lower_label(l), *out = lower_label(l), *fail = l->fail;
    struct spot spot = l->spot;
    struct env *env = l->env;
    bool tried = l->tried, draws = l->mode == MODE_RANDOM;
    struct node *thin[2] = {NULL, NULL};
    struct bound bound[2];
    int level = lower_enter(l);
    lower_if(l, step->a, false, other);
    if (draws)
        thin[0] = thin_node(l);
    else
        l->fail = out;
    bound[0] = lower_run(l, step->body, &after);
    if (!draws)
        lower_jump(l, OP_JUMP, 0, 0, out);
    lower_leave(l, level);
    lower_place(l, other);
    l->spot = spot;
    l->env = env;
    l->tried = tried;
    level = lower_enter(l);
    if (draws)
        thin[1] = thin_node(l);
    bound[1] = lower_run(l, step->other, &after);
    lower_leave(l, level);
    lower_place(l, out);
    l->spot = spot;
    l->env = env;
    l->fail = fail;
    return draws ? even_out(l, tried, thin[0], bound[0], thin[1], bound[1]) : one_way;
}

static void all_first(struct lower *l, const struct step *step, const struct up *up)
{
    struct up after = {.op = UP_FOUND, .next = step->next, .env = l->env, .up = up};
    struct label *fail = l->fail, *second = lower_label(l), *out = lower_label(l);
    struct spot spot = l->spot;
    struct env *env = l->env;
    after.found = lower_reg(l, 1);
    lower_emit(l, OP_NMOVE, after.found, lower_number(l, 0), 0);
    int level = lower_enter(l);
    l->fail = second;
    lower_run(l, step->body, &after);
    lower_leave(l, level);
    lower_place(l, second);
    l->spot = spot;
    l->env = env;
    lower_jump(l, OP_J_NONZERO, after.found, 0, out);
    level = lower_enter(l);
    l->fail = out;
    after.op = UP_STEPS;
    lower_run(l, step->other, &after);
    lower_leave(l, level);
    lower_place(l, out);
    l->spot = spot;
    l->env = env;
    l->fail = fail;
}

/* Before anything is drawn: all ways through the first block; if there are none, the second is drawn from. */
static struct bound first_at_top(struct lower *l, const struct step *step, const struct up *up)
{
    struct up after = {.op = UP_FOUND, .next = step->next, .env = l->env, .up = up};
    struct label *fail = l->fail, *second = lower_label(l), *none = lower_label(l);
    struct spot spot = l->spot;
    struct env *env = l->env;
    after.found = lower_reg(l, 1);
    lower_emit(l, OP_NMOVE, after.found, lower_number(l, 0), 0);
    lower_emit(l, OP_BEGIN, 0, 0, 0);
    int level = lower_enter(l);
    l->mode = MODE_ALL;
    l->fail = none;
    lower_run(l, step->body, &after);
    lower_place(l, none);
    lower_leave(l, level);
    l->mode = MODE_RANDOM;
    l->spot = spot;
    l->env = env;
    l->fail = fail;
    lower_jump(l, OP_J_ZERO, after.found, 0, second);
    lower_jump(l, OP_J_NO_WAY, 0, 0, l->exhausted);
    lower_jump(l, OP_JUMP, 0, 0, l->judge[l->mover]);
    lower_place(l, second);
    after.op = UP_STEPS;
    level = lower_enter(l);
    struct bound bound = lower_run(l, step->other, &after);
    lower_leave(l, level);
    return bound;
}

static struct bound draw_first(struct lower *l, const struct step *step, const struct up *up)
{
    struct label *found = lower_label(l), *none = lower_label(l), *fail = l->fail;
    struct up probe = {.op = UP_PROBE, .env = l->env, .label = found};
    struct up after = {.op = UP_STEPS, .next = step->next, .env = l->env, .up = up};
    struct spot spot = l->spot;
    struct env *env = l->env;
    bool tried = l->tried, probing = l->probing;
    int level = lower_enter(l);
    l->mode = MODE_ALL;
    l->probing = true;
    l->fail = none;
    lower_run(l, step->body, &probe);
    lower_leave(l, level);
    lower_place(l, none);
    l->mode = MODE_RANDOM;
    l->probing = probing;
    struct node *thin[2];
    struct bound bound[2];
    for (int i = 0; i < 2 && !l->failed; i++) {
        l->spot = spot;
        l->env = env;
        l->tried = tried;
        l->fail = fail;
        level = lower_enter(l);
        thin[i] = thin_node(l);
        bound[i] = lower_run(l, i == 0 ? step->other : step->body, &after);
        lower_leave(l, level);
        if (i == 0)
            lower_place(l, found);
    }
    l->spot = spot;
    return l->failed ? no_bound : even_out(l, tried, thin[0], bound[0], thin[1], bound[1]);
}

static struct bound run_first(struct lower *l, const struct step *step, const struct up *up)
{
    if (l->mode == MODE_ALL) {
        all_first(l, step, up);
        return one_way;
    }
    if (!l->trial && l->branching == 0 && !l->tried)
        return first_at_top(l, step, up);
    return draw_first(l, step, up);
}

static void run_most(struct lower *l, const struct step *step, const struct up *up)
{
    struct up best = {.op = UP_BEST, .env = l->env, .most = step};
    struct label *fail = l->fail, *next = lower_label(l), *out = lower_label(l);
    struct spot spot = l->spot;
    struct env *env = l->env;
    if (l->mode == MODE_RANDOM) {
        l->unsampled = true;
        return;
    }
    best.found = lower_reg(l, 1);
    best.best = lower_reg(l, 1);
    lower_emit(l, OP_NMOVE, best.found, lower_number(l, 0), 0);
    lower_emit(l, OP_NMOVE, best.best, lower_number(l, 0), 0);
    int level = lower_enter(l);
    l->fail = next;
    lower_run(l, step->body, &best);
    lower_leave(l, level);
    lower_place(l, next);
    lower_jump(l, OP_J_ZERO, best.found, 0, out);
    l->spot = spot;
    l->env = env;
    l->fail = out;
    level = lower_enter(l);
    struct up equal = best;
    equal.op = UP_EQUAL;
    equal.next = step->next;
    equal.up = up;
    lower_run(l, step->body, &equal);
    lower_leave(l, level);
    lower_place(l, out);
    l->spot = spot;
    l->env = env;
    l->fail = fail;
}

static struct bound run_rule(struct lower *l, const struct step *step, const struct up *up)
{
    struct up after = {.op = UP_STEPS, .next = step->next, .env = l->env, .up = up};
    struct env *env = l->env;
    if (runs_itself(step->rule)) {
        lower_call(l, step, up);
        return one_way;
    }
    if (l->running_count > 40) {
        lower_fail(l, "rules too deep");
        return no_bound;
    }
    l->running_count++;
    set_env_of_rule(l, step);
    struct bound bound = lower_run(l, step->rule->body, &after);
    l->running_count--;
    l->env = env;
    return bound;
}

static void note_best(struct lower *l, const struct up *up)
{
    struct label *take = lower_label(l), *out = lower_label(l);
    uint16_t value = lower_as_word(l, lower_word(l, up->most->a));
    lower_jump(l, OP_J_ZERO, up->found, 0, take);
    lower_jump(l, OP_J_LE, value, up->best, out);
    lower_place(l, take);
    lower_emit(l, OP_NMOVE, up->best, value, 0);
    lower_emit(l, OP_NMOVE, up->found, lower_number(l, 1), 0);
    lower_place(l, out);
}

static struct bound follow(struct lower *l, const struct up *up)
{
    struct env *env = l->env;
    struct bound bound = one_way;
    if (up == NULL) {
        lower_way_end(l);
        return one_way;
    }
    l->env = up->env;
    switch (up->op) {
    case UP_FOUND:
        lower_emit(l, OP_NMOVE, up->found, lower_number(l, 1), 0);
        bound = lower_run(l, up->next, up->up);
        break;
    case UP_STEPS:
        bound = lower_run(l, up->next, up->up);
        break;
    case UP_PROBE:
        lower_jump(l, OP_JUMP, 0, 0, up->label);
        break;
    case UP_BEST:
        note_best(l, up);
        break;
    case UP_EQUAL:
        lower_jump(l, OP_J_NE, lower_as_word(l, lower_word(l, up->most->a)), up->best, l->fail);
        bound = lower_run(l, up->next, up->up);
        break;
    case UP_RETURN: {
        struct way *way = spot_list(l);
        lower_emit(l, OP_GO_ON, 0, 0, 0)->ins.u.p = way;
        break;
    }
    }
    l->env = env;
    return bound;
}

/* The first draw of a way opens the loop of trials. */
static struct bound run_trial(struct lower *l, const struct step *step, const struct up *up)
{
    struct label *retry = lower_label(l), *fail = l->fail;
    uint16_t left = lower_reg(l, 1);
    if (l->trial_count == CODE_TRIALS_LIMIT) {
        l->unsampled = true;
        return no_bound;
    }
    uint32_t slot = (uint32_t)l->trial_count++;
    lower_emit(l, OP_SET_TRIES, left, 0, 0)->ins.u.j.x = slot;
    lower_loop(l);
    lower_place(l, retry);
    struct node *try = lower_jump(l, OP_TRY, 0, 0, l->exhausted);
    try->ins.d = left;
    try->ins.u.j.x = slot;
    l->fail = retry;
    l->trial = true;
    struct bound bound = step->op == ST_CHOOSE ? run_choose(l, step, up) : run_either(l, step, up);
    l->trial = false;
    l->fail = fail;
    lower_loop_end(l);
    return bound;
}

struct bound lower_run(struct lower *l, const struct step *step, const struct up *up)
{
    for (; step != NULL; step = step->next) {
        if (l->failed || l->unsampled)
            return no_bound;
        switch (step->op) {
        case ST_CHOOSE:
        case ST_EITHER:
            if (l->mode == MODE_RANDOM && !l->trial)
                return run_trial(l, step, up);
            return step->op == ST_CHOOSE ? run_choose(l, step, up) : run_either(l, step, up);
        case ST_FIRST:
            return run_first(l, step, up);
        case ST_MOST:
            run_most(l, step, up);
            return one_way;
        case ST_RUN:
            if (lower_has_choice(step->rule->body, 0))
                return run_rule(l, step, up);
            break;
        case ST_IF:
            if (lower_has_choice(step->body, 0) || lower_has_choice(step->other, 0))
                return run_if(l, step, up);
            break;
        default:
            break;
        }
        settled_step(l, step);
    }
    return follow(l, up);
}
