/* lower_draw.c - choices drawn at random: each way with the same chance, or none and another trial. */
#include "lower.h"

#include "../engine/eval_list.h"

static const struct bound one_way = {.k = 1}, no_bound = {.k = 0};

struct bound lower_times(struct bound a, struct bound b)
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

bool lower_fixed_bound(struct bound bound)
{
    return bound.reg[0] == 0;
}

bool lower_same_bound(struct bound a, struct bound b)
{
    bool same = a.k == b.k;
    for (int i = 0; i < BOUND_REGS; i++)
        same &= a.reg[i] == b.reg[i];
    return same;
}

void lower_branch_begin(struct lower *l, struct branching *b, int count)
{
    *b = (struct branching){.branches = ARENA_NEW(l->arena, struct branches)};
    b->branches->aims = ARENA_ARRAY(l->arena, struct aim, count);
    b->branches->weights = ARENA_ARRAY(l->arena, uint16_t, count);
    b->branches->count = count;
    b->bounds = ARENA_ARRAY(l->arena, struct bound, count);
    lower_emit(l, OP_SWITCH, 0, 0, 0)->ins.u.p = b->branches;
    l->branching++;
}

void lower_branch_is(struct lower *l, struct branching *b, struct bound bound)
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

struct bound lower_branch_end(struct lower *l, struct branching *b)
{
    struct bound sum = {0};
    bool same = true, fixed = true;
    l->branching--;
    for (int i = 0; i < b->count; i++) {
        fixed &= lower_fixed_bound(b->bounds[i]);
        sum.k += b->bounds[i].k;
    }
    if (l->unsampled || l->failed || b->count == 0)
        return no_bound;
    drop_common(b);
    for (int i = 1; i < b->count; i++)
        same &= lower_same_bound(b->bounds[i], b->bounds[0]);
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
                              .aim = {.label = l->fail}};
    lower_emit(l, OP_PICK_RUN, site, set.reg, ways)->ins.u.p = draw;
    l->tried = true;
    l->env->slots[step->slot] = lower_site_val(site, set.class, true);
    l->env->slots[second->slot] =
        (struct val){.rep = REP_WORD, .some = true, .reg = length, .max = set.max, .counted = weighted};
    *bound = lower_times((struct bound){.k = 1, .reg = {ways}}, lower_run(l, second->next, up));
    return true;
}

struct bound lower_draw_site(struct lower *l, const struct step *step, const struct up *up)
{
    struct val set = lower_sites(l, step->a);
    struct bound bound = one_way;
    if (draw_run(l, step, up, set, &bound))
        return bound;
    if (lower_draw_pair(l, step, set, up, &bound))
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
            lower_jump(l, OP_PICK, all, count, l->branching == 0 ? l->exhausted : l->fail)->ins.d = site;
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
    return lower_times(bound, lower_run(l, step->next, up));
}

static bool expr_uses(const struct expr *e, int slot)
{
    if (e == NULL)
        return false;
    if (e->op == EX_LOCAL && e->index == slot)
        return true;
    for (int i = 0; i < e->arg_count; i++) {
        if (expr_uses(e->args[i], slot))
            return true;
    }
    return expr_uses(e->a, slot) || expr_uses(e->b, slot) || expr_uses(e->c, slot);
}

static bool steps_use(const struct step *step, int slot)
{
    for (; step != NULL; step = step->next) {
        if (expr_uses(step->a, slot) || expr_uses(step->b, slot) || expr_uses(step->c, slot) ||
            steps_use(step->body, slot) || steps_use(step->other, slot))
            return true;
        for (int i = 0; i < step->arg_count; i++) {
            if (expr_uses(step->args[i], slot))
                return true;
        }
        for (int i = 0; i < step->branch_count; i++) {
            if (steps_use(step->branches[i], slot))
                return true;
        }
        for (int i = 0; i < step->check_count; i++) {
            if (expr_uses(step->checks[i].truth, slot))
                return true;
        }
    }
    return false;
}

static struct slide *make_slide(struct lower *l, uint64_t dirs)
{
    struct slide *slide = ARENA_NEW(l->arena, struct slide);
    uint32_t *start = ARENA_ARRAY(l->arena, uint32_t, l->none + 1), count = 0;
    for (int pass = 0; pass < 2; pass++) {
        struct slide_target *targets = pass == 1 ? ARENA_ARRAY(l->arena, struct slide_target, count) : NULL;
        count = 0;
        for (int s = 0; s < l->none; s++) {
            start[s] = count;
            for (uint64_t rest = dirs; rest != 0; rest &= rest - 1) {
                int dir = __builtin_ctzll(rest), left = l->none;
                const uint16_t *steps = lower_steps(l, dir);
                for (int to = steps[s]; to != l->none && left-- > 0; to = steps[to]) {
                    if (pass == 1)
                        targets[count] = (struct slide_target){(uint16_t)to, (uint16_t)dir};
                    count++;
                }
            }
            if (count - start[s] > slide->most)
                slide->most = count - start[s];
        }
        start[l->none] = count;
        slide->targets = targets;
    }
    slide->start = start;
    for (uint64_t rest = dirs; rest != 0; rest &= rest - 1)
        slide->rays[__builtin_ctzll(rest)] = lower_rays(l, __builtin_ctzll(rest));
    return slide;
}

bool lower_draw_slide(struct lower *l, const struct step *step, const struct up *up, struct bound *bound)
{
    const struct step *second = step->next;
    uint64_t dirs;
    if (step->b != NULL || second == NULL || second->op != ST_CHOOSE || second->b != NULL ||
        second->a->op != EX_MINUS || second->a->a->op != EX_REACH || l->without >> PASS_RUNS & 1 ||
        l->board->shape == BOARD_LINES || !lower_dirs_known(l, step->a, &dirs))
        return false;
    const struct expr *reach = second->a->a, *site = second->a->b;
    dirs &= l->board->used;
    if ((site->op != EX_LOCAL && site->op != EX_PLACED) || reach->a->op != site->op || reach->a->index != site->index ||
        reach->c->op != EX_LOCAL || reach->c->index != step->slot || expr_uses(reach->b, step->slot) ||
        steps_use(second->next, step->slot) || __builtin_popcountll(dirs) < 2)
        return false;
    struct val from = lower_sites(l, site), within = lower_sites(l, reach->b);
    if (from.rep != REP_SITE || !from.some)
        return false;
    struct slide *slide = make_slide(l, dirs);
    uint16_t to = lower_reg(l, 1);
    if (slide->most == 0)
        return false;
    slide->aim.label = l->fail;
    lower_emit(l, OP_PICK_SLIDE, to, from.reg, lower_as_set(l, within))->ins.u.p = slide;
    l->tried = true;
    l->env->slots[second->slot] = lower_site_val(to, within.class, true);
    *bound = lower_times((struct bound){.k = slide->most}, lower_run(l, second->next, up));
    return true;
}

struct bound lower_draw_dir(struct lower *l, const struct step *step, const struct up *up)
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
        return lower_times(bound, lower_run(l, step->next, up));
    }
    struct branching branching;
    bool tried = l->tried;
    lower_branch_begin(l, &branching, __builtin_popcountll(dirs));
    for (; dirs != 0 && !l->failed; dirs &= dirs - 1) {
        struct spot spot = l->spot;
        struct val element = lower_fixed_word((int64_t)(dirs & -dirs));
        element.one = true;
        lower_place(l, branching.branches->aims[branching.count].label = lower_label(l));
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
        lower_branch_is(l, &branching, lower_run(l, step->next, up));
        lower_leave(l, level);
        l->spot = spot;
    }
    return lower_branch_end(l, &branching);
}

enum { SUBSETS_APART = 1 << 20 };

/* How many subsets there may be, where something else depends on it; what was drawn before goes on that often. */
static struct bound weigh_subset(struct lower *l, struct val of, struct val size)
{
    int64_t most = size.fixed ? list_binomial(of.max, size.word, SUBSETS_APART) : SUBSETS_APART;
    if (!l->tried && l->branching == 0) /* nothing does */
        return no_bound;
    if (most >= SUBSETS_APART || most == 0) {
        l->unsampled = true;
        return no_bound;
    }
    uint16_t count = lower_pure(l, OP_SUBSETS, lower_as_set(l, of), lower_as_word(l, size), 0, NULL);
    if (!l->tried)
        return (struct bound){.k = 1, .reg = {count}};
    struct node *pick = lower_jump(l, OP_PICK_NUMBER, lower_number(l, 1), count, l->fail);
    pick->ins.d = lower_reg(l, 1);
    pick->ins.u.j.x = (uint32_t)most;
    return (struct bound){.k = (uint64_t)most};
}

static struct bound drawn_subset(struct lower *l, const struct step *step, struct val of, struct val size,
                                 const struct up *up)
{
    struct bound bound = weigh_subset(l, of, size);
    uint16_t subset = lower_reg(l, l->words);
    lower_jump(l, OP_PICK_SET, lower_as_set(l, of), lower_as_word(l, size), l->fail)->ins.d = subset;
    l->tried = true;
    struct val v = lower_set_val(l, subset, of.class, size.fixed && size.word >= 0 ? (int)size.word : l->none);
    v.some = size.fixed && size.word > 0;
    l->env->slots[step->slot] = v;
    if (step->b != NULL)
        lower_if(l, step->b, false, l->fail);
    return lower_times(bound, lower_run(l, step->next, up));
}

/* choose n in A .. B  choose x in subsets(S, n): each n as often as it has subsets. */
static bool draw_size(struct lower *l, const struct step *step, const struct up *up)
{
    const struct step *second = step->next;
    if (l->tried || l->branching > 0 || second == NULL || second->op != ST_CHOOSE || second->a->op != EX_SUBSETS ||
        second->a->b->op != EX_LOCAL || second->a->b->index != step->slot || expr_uses(second->a->a, step->slot))
        return false;
    struct val of = lower_sites(l, second->a->a), low = lower_word(l, step->a->a), high = lower_word(l, step->a->b);
    struct val size = {.rep = REP_WORD, .reg = lower_reg(l, 1), .max = high.fixed ? (int)high.word : high.max};
    uint16_t count = lower_pure(l, OP_COUNT, lower_as_set(l, of), 0, 0, NULL);
    struct node *pick = lower_jump(l, OP_PICK_SIZE, lower_as_word(l, low), lower_as_word(l, high), l->exhausted);
    pick->ins.d = size.reg;
    pick->ins.u.j.x = count;
    l->env->slots[step->slot] = size;
    if (step->b != NULL)
        lower_if(l, step->b, false, l->fail);
    drawn_subset(l, second, of, size, up);
    return true;
}

/* Bounds that are worked out, where nothing depends on how many numbers there are. */
static struct bound draw_between(struct lower *l, const struct step *step, struct val low, struct val high,
                                 const struct up *up)
{
    enum { MANY = 1 << 20 };
    uint16_t from = lower_as_word(l, low), to = lower_as_word(l, high), number = lower_reg(l, 1);
    uint16_t count = lower_pure(l, OP_NADD, lower_pure(l, OP_NSUB, to, from, 0, NULL), lower_number(l, 1), 0, NULL);
    lower_jump(l, OP_J_LT, to, from, l->fail);
    lower_jump(l, OP_J_LE, count, lower_number(l, 0), l->exhausted); /* past the largest number */
    lower_jump(l, OP_J_LT, lower_number(l, MANY), count, l->exhausted);
    lower_jump(l, OP_PICK_UP_TO, from, to, l->fail)->ins.d = number;
    l->fn->last->ins.u.j.x = count;
    l->env->slots[step->slot] = (struct val){.rep = REP_WORD, .some = low.fixed && low.word > 0, .reg = number};
    l->tried = true;
    if (step->b != NULL)
        lower_if(l, step->b, false, l->fail);
    lower_run(l, step->next, up);
    return no_bound;
}

struct bound lower_draw_number(struct lower *l, const struct step *step, const struct up *up)
{
    if (draw_size(l, step, up))
        return no_bound;
    struct val low = lower_word(l, step->a->a), high = lower_word(l, step->a->b);
    int64_t most = high.fixed ? high.word : high.max;
    struct bound bound = one_way;
    if (!low.fixed && low.reg == high.reg) {
        l->env->slots[step->slot] = high;
    } else {
        if (!low.fixed || (!high.fixed && high.max == 0) || most - low.word > 1000) {
            if (!l->tried && l->branching == 0)
                return draw_between(l, step, low, high, up);
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
        l->env->slots[step->slot].some = low.word > 0;
        l->tried = true;
    }
    if (step->b != NULL)
        lower_if(l, step->b, false, l->fail);
    return lower_times(bound, lower_run(l, step->next, up));
}

/* ---- an element of a list: they are counted, then the one drawn is looked for ---- */

struct listed {
    uint16_t count, set;
    struct label *found; /* NULL: only count */
    unsigned class;
    int max;
    bool some;
};

static void listed_one(struct lower *l, struct val element, struct label *next, void *user)
{
    struct listed *listed = user;
    if (listed->found == NULL) {
        lower_emit(l, OP_NADD, listed->count, listed->count, lower_number(l, 1));
        return;
    }
    lower_emit(l, OP_NSUB, listed->count, listed->count, lower_number(l, 1));
    lower_jump(l, OP_J_NONZERO, listed->count, 0, next);
    lower_into(l, listed->set, element);
    listed->class |= element.class;
    listed->max = element.max > listed->max ? element.max : listed->max;
    listed->some &= element.some;
    lower_jump(l, OP_JUMP, 0, 0, listed->found);
}

/* At most so many elements; 0: who knows. */
static uint64_t list_most(struct lower *l, const struct expr *e)
{
    struct look old;
    e = lower_look(l, e, &old);
    uint64_t most = e->op == EX_SIDES    ? (uint64_t)l->board->side_count
                    : e->op == EX_GROUPS ? (uint64_t)l->none
                    : e->op == EX_RAYS   ? (uint64_t)__builtin_popcountll(l->board->used)
                    : e->op == EX_EACH   ? list_most(l, e->a)
                                         : 0;
    lower_look_back(l, &old);
    return most;
}

static struct bound draw_element(struct lower *l, const struct step *step, const struct up *up)
{
    struct bound bound = {.k = list_most(l, step->a)};
    bool first = !l->tried && l->branching == 0; /* any number will do */
    struct listed listed = {.count = lower_reg(l, 1), .set = lower_reg(l, l->words), .some = true};
    if (lower_repeats(l, step->a) || (!first && bound.k == 0)) {
        l->unsampled = true;
        return no_bound;
    }
    lower_emit(l, OP_NMOVE, listed.count, lower_number(l, 0), 0);
    l->distinct = true;
    lower_each(l, step->a, listed_one, &listed);
    uint16_t one = lower_number(l, 1), number = lower_reg(l, 1);
    lower_jump(l, OP_J_ZERO, listed.count, 0, l->fail);
    lower_jump(l, first ? OP_PICK_UP_TO : OP_PICK_NUMBER, one, listed.count, l->fail)->ins.d = number;
    l->fn->last->ins.u.j.x = first ? listed.count : (uint32_t)bound.k;
    lower_emit(l, OP_NMOVE, listed.count, number, 0);
    listed.found = lower_label(l);
    l->distinct = true;
    lower_each(l, step->a, listed_one, &listed);
    lower_jump(l, OP_JUMP, 0, 0, l->fail);
    lower_place(l, listed.found);
    l->tried = true;
    struct val v = lower_set_val(l, listed.set, listed.class, listed.max);
    v.some = listed.some;
    l->env->slots[step->slot] = v;
    if (step->b != NULL)
        lower_if(l, step->b, false, l->fail);
    bound = lower_times(bound, lower_run(l, step->next, up));
    return first ? no_bound : bound;
}

struct bound lower_draw_list(struct lower *l, const struct step *step, const struct up *up)
{
    if (step->a->op != EX_SUBSETS)
        return draw_element(l, step, up);
    struct val of = lower_sites(l, step->a->a), size = lower_word(l, step->a->b);
    return drawn_subset(l, step, of, size, up);
}
