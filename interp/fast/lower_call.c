/* lower_call.c - rules that run themselves: procedures with a frame of their own, called with what comes after. */
#include "lower.h"

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
        bool same = code->rule == rule && code->mover == l->mover && code->out == l->out &&
                    code->wrote == lower_is_known(l->spot.wrote, 1);
        for (int j = 0; same && j < rule->params; j++)
            same = fits(&code->params[j], &params[j]);
        if (same)
            return code;
    }
    return NULL;
}

/* Registers for a position in the current function; `wrote`: something was written before, for sure. */
static void fresh_spot(struct lower *l, struct spot *spot, bool wrote)
{
    uint64_t none[BITSET_WORDS] = {0};
    for (int i = 0; i < l->part_count - 2; i++) {
        spot->part[i] = lower_reg(l, l->part_size[i]);
        spot->class[i] = CLASS_ANY;
    }
    spot->free_class = CLASS_ANY;
    spot->placed = spot->captured = lower_fixed_set(l, none);
    if (l->keeps_placed)
        spot->placed = lower_set_val(l, lower_reg(l, l->words), CLASS_ANY, l->none);
    if (l->keeps_captured)
        spot->captured = lower_set_val(l, lower_reg(l, l->words), CLASS_ANY, l->none);
    spot->acted = lower_unknown(lower_reg(l, 1));
    spot->again = l->keeps_again ? lower_unknown(lower_reg(l, 1)) : lower_fixed_word(0);
    spot->wrote = wrote ? lower_fixed_word(1) : lower_unknown(lower_reg(l, 1));
    spot->text = l->keeps_text ? lower_unknown(lower_reg(l, 1)) : lower_fixed_word(TEXT_NO_SITE);
    spot->passed = lower_fixed_word(0); /* a pass is the only step of its way */
}

static struct rule_code *make_code(struct lower *l, const struct rule *rule, const struct val *params)
{
    struct rule_code *code = ARENA_NEW(l->arena, struct rule_code), **end = &l->pending_code;
    struct function *fn = l->fn;
    if (l->procedure_count == LOWER_PROCEDURES || rule->params > 16)
        return lower_fail(l, "too many rules that run themselves");
    l->rule_codes[l->procedure_count++] = code;
    code->rule = rule;
    code->mover = l->mover;
    code->out = l->out;
    code->label = lower_label(l);
    code->procedure = ARENA_NEW(l->arena, struct procedure);
    code->fn = l->fn = lower_function(l);
    l->fn->ply = lower_reg(l, 1);
    l->fn->passes = lower_reg(l, 1);
    for (int i = 0; i < rule->params; i++) {
        code->params[i] = params[i];
        if (!params[i].fixed)
            code->params[i].reg = lower_reg(l, params[i].rep == REP_SET ? l->words : 1);
    }
    code->wrote = code->fn->wrote = lower_is_known(l->spot.wrote, 1);
    fresh_spot(l, &code->spot, code->wrote);
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
    for (int i = 0; i < l->part_count - 2; i++) {
        if (l->keeps_changed || i != lower_changed_part(l))
            add_copy(call, from->part[i], to->part[i], l->part_size[i]);
    }
    if (l->keeps_placed)
        add_copy(call, lower_as_set(l, from->placed), to->placed.reg, l->words);
    if (l->keeps_captured)
        add_copy(call, lower_as_set(l, from->captured), to->captured.reg, l->words);
    add_copy(call, lower_as_word(l, from->acted), to->acted.reg, 1);
    if (l->keeps_again)
        add_copy(call, lower_as_word(l, from->again), to->again.reg, 1);
    if (!to->wrote.fixed)
        add_copy(call, lower_as_word(l, from->wrote), to->wrote.reg, 1);
    if (l->keeps_text)
        add_copy(call, lower_as_word(l, from->text), to->text.reg, 1);
}

/* The spot in registers, in one order for GO_ON and ARRIVE; `wrote`: as before the rule. */
struct way *lower_spot_list(struct lower *l, bool wrote)
{
    struct way *way = lower_way(l, false);
    if (l->keeps_placed)
        lower_add_part(way, lower_as_set(l, l->spot.placed), l->words);
    if (l->keeps_captured)
        lower_add_part(way, lower_as_set(l, l->spot.captured), l->words);
    lower_add_part(way, lower_as_word(l, l->spot.acted), 1);
    if (l->keeps_again)
        lower_add_part(way, lower_as_word(l, l->spot.again), 1);
    if (!wrote)
        lower_add_part(way, lower_as_word(l, l->spot.wrote), 1);
    if (l->keeps_text)
        lower_add_part(way, lower_as_word(l, l->spot.text), 1);
    return way;
}

void lower_call(struct lower *l, const struct step *step, const struct up *up)
{
    struct val args[16], params[16];
    if (l->mode == MODE_RANDOM || l->probing) {
        l->unsampled = true;
        return;
    }
    if (step->rule->params > 16 || !lower_is_known(l->spot.passed, 0)) {
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
    call->aims[CALL_ENTRY].label = code->label;
    call->aims[CALL_NEXT].label = lower_label(l);
    for (int i = 0; i < step->arg_count; i++) {
        if (code->params[i].fixed)
            continue;
        if (params[i].rep == REP_SET)
            add_copy(call, lower_as_set(l, args[i]), code->params[i].reg, l->words);
        else
            add_copy(call, params[i].rep == REP_SITE ? args[i].reg : lower_as_word(l, args[i]), code->params[i].reg, 1);
    }
    copy_spot(l, call, &code->spot);
    add_copy(call, l->fn->ply, code->fn->ply, 1);
    add_copy(call, l->fn->passes, code->fn->passes, 1);
    struct label *after = lower_label(l), *fail = l->fail;
    struct spot spot = l->spot;
    lower_emit(l, OP_CALL, 0, 0, 0)->ins.u.p = call;
    lower_jump(l, OP_JUMP, 0, 0, after);
    int level = lower_enter(l);
    lower_place(l, call->aims[CALL_NEXT].label);
    fresh_spot(l, &l->spot, code->wrote);
    if (!l->keeps_changed)
        l->spot.part[lower_changed_part(l)] = spot.part[lower_changed_part(l)];
    struct way *arrival = lower_spot_list(l, code->wrote);
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
