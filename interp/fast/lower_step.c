/* lower_step.c - the walk through steps with a choice: what follows a block is handed down, as in the plain evaluator.
 */
#include "lower.h"

static const struct bound one_way = {.k = 1}, no_bound = {.k = 0};

/* ---- choices ---- */

static struct bound follow(struct lower *l, const struct up *up);

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

static struct bound run_choose(struct lower *l, const struct step *step, const struct up *up)
{
    struct choosing choosing = {step, up};
    if (l->mode == MODE_ALL) {
        if (lower_repeats(l, step->a))
            lower_fail(l, "a choice among rays");
        uint64_t judged = l->bans_judged;
        if (lower_judges_bans(l, step, up)) {
            lower_each_site(l, lower_unbanned(l, step, up, lower_sites(l, step->a)), choose_one, &choosing);
            l->bans_judged = judged;
        } else if (step->a->kind == KIND_SITES && l->fn->depth == 0) {
            lower_each_site(l, lower_narrow(l, step, lower_sites(l, step->a)), choose_one, &choosing);
        } else {
            l->distinct = true;
            lower_each(l, step->a, choose_one, &choosing);
        }
        return one_way;
    }
    switch (step->a->kind) {
    case KIND_SITES:
        return lower_draw_site(l, step, up);
    case KIND_DIRS: {
        struct bound bound;
        return lower_draw_slide(l, step, up, &bound) ? bound : lower_draw_dir(l, step, up);
    }
    case KIND_RANGE:
        return lower_draw_number(l, step, up);
    default:
        return lower_draw_list(l, step, up);
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
        lower_branch_begin(l, &branching, step->branch_count);
    for (int i = 0; i < step->branch_count && !l->failed; i++) {
        struct spot spot = l->spot;
        struct label *next = lower_label(l);
        if (draws)
            lower_place(l, branching.branches->aims[i].label = lower_label(l));
        else
            l->fail = next;
        int level = lower_enter(l);
        l->tried = tried;
        struct bound bound = lower_run(l, step->branches[i], &after);
        if (draws)
            lower_branch_is(l, &branching, bound);
        lower_leave(l, level);
        lower_place(l, next);
        l->spot = spot;
        l->env = env;
    }
    l->fail = fail;
    return draws ? lower_branch_end(l, &branching) : one_way;
}

/* ---- blocks with a continuation ---- */

static struct node *thin_node(struct lower *l)
{
    struct thin *thin = ARENA_NEW(l->arena, struct thin);
    thin->aim.label = l->fail;
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

/* Two blocks of which one is gone through, as what was drawn before decides: the one with fewer ways is left at
 * lower_times.
 */
static struct bound even_out(struct lower *l, bool tried, struct node *a, struct bound ka, struct node *b,
                             struct bound kb)
{
    a->dead = b->dead = true;
    if (lower_same_bound(ka, kb) && ka.k != 0)
        return ka;
    if (!tried)
        return no_bound; /* each is drawn from by itself */
    if (ka.k == 0 || kb.k == 0 || !lower_fixed_bound(ka) || !lower_fixed_bound(kb) || ka.k > UINT32_MAX ||
        kb.k > UINT32_MAX) {
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
    lower_jump(l, OP_JUMP, 0, 0, l->judge);
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
    if (lower_runs_itself(step->rule)) {
        lower_call(l, step, up);
        return one_way;
    }
    if (l->running_count > 40) {
        lower_fail(l, "rules too deep");
        return no_bound;
    }
    l->running_count++;
    lower_enter_rule(l, step);
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
        struct way *way = lower_spot_list(l, l->fn->wrote);
        lower_emit(l, OP_GO_ON, 0, 0, 0)->ins.u.p = way;
        break;
    }
    }
    l->env = env;
    return bound;
}

static bool may_go_to(const struct node *node, const struct label *label)
{
    int count;
    const struct aim *aims = code_aims(&node->ins, &count);
    if (node->dead || node->ins.op == OP_LABEL)
        return false;
    for (int i = 0; i < count; i++) {
        if (aims[i].label == label)
            return true;
    }
    return node->label == label;
}

/* Trials that cannot fail need no count. */
static void drop_trial(struct node *set, struct node *try, const struct label *retry)
{
    for (const struct node *node = try; node != NULL; node = node->next) {
        if (may_go_to(node, retry))
            return;
    }
    set->dead = try->dead = true;
    for (struct node *node = try->previous; node->ins.op == OP_LABEL; node = node->previous)
        node->dead = true;
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
    struct node *set = lower_emit(l, OP_SET_TRIES, left, 0, 0);
    set->ins.u.j.x = slot;
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
    if (!(l->without >> PASS_FUSE & 1))
        drop_trial(set, try, retry);
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
        lower_settled_step(l, step);
    }
    return follow(l, up);
}
