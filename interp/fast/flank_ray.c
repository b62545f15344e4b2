/* flank_ray.c - what a step does along one ray from the placed stone, found out by running it on small rays.
 *
 * A ray is the placed stone, then a run of own stones, a run of prey, and what stands behind them: an own stone, an
 * empty site, or the edge. Sets are the sites of the ray, what lies beyond is unknown, and nothing unknown may matter.
 * Only runs, steps and comparisons with constants are followed: a run longer than all steps and constants together then
 * behaves like a longer one, so rays a little longer than that speak for all. */
#include <limits.h>

#include "../engine/machine.h"
#include "flank_ray.h"

enum { RAY_SLOTS = 24, RAY_DEPTH = 24, RAY_LONGEST = 20, RAY_BUDGET = 200000 };
enum behind { BEHIND_OWN, BEHIND_EMPTY, BEHIND_EDGE, BEHIND_COUNT };
enum truth { FALSE_, TRUE_, UNKNOWN };

struct sites {
    uint64_t yes, may; /* bit i: i steps from the placed stone; what may be in it contains what is */
    bool off;          /* it may have sites that are not on the ray */
};

struct value {
    enum kind kind; /* BAD: not known here */
    struct sites sites;
    uint64_t dirs;
    bool is_ray; /* DIRS: the direction of the ray */
    int64_t number;
    bool counted; /* NUMBER: not the same on all rays */
    enum truth truth;
};

struct frame {
    struct value slot[RAY_SLOTS];
};

struct walk {
    struct arena *arena;
    const struct rules *rules;
    const struct placement_after *after;
    int mover, viewer, depth;
    bool refused;
    int64_t steps; /* steps and constants on this ray */
    int budget;
    struct sites stones[2], empty, there; /* by player */
    uint64_t prey, flips, removes;
};

struct found { /* what happened on a ray */
    bool flips, removes;
};

static struct value eval(struct walk *w, const struct expr *e, const struct frame *frame);

/* ---- values ---- */

static struct value refuse(struct walk *w)
{
    w->refused = true;
    return (struct value){0};
}

static struct value of_sites(struct sites sites)
{
    return (struct value){.kind = KIND_SITES, .sites = sites};
}

static struct value of_truth(enum truth truth)
{
    return (struct value){.kind = KIND_TRUTH, .truth = truth};
}

static bool definite(struct sites s)
{
    return s.yes == s.may && !s.off;
}

static struct sites sites_of(struct walk *w, const struct expr *e, const struct frame *frame)
{
    struct value v = eval(w, e, frame);
    if (v.kind != KIND_SITES)
        refuse(w);
    return v.sites;
}

/* Sites that a way along the ray starts from. */
static struct sites on_ray(struct walk *w, const struct expr *e, const struct frame *frame)
{
    struct sites s = sites_of(w, e, frame);
    if (s.off)
        refuse(w);
    return s;
}

static bool along_ray(struct walk *w, const struct expr *e, const struct frame *frame)
{
    struct value v = eval(w, e, frame);
    return v.kind == KIND_DIRS && v.is_ray;
}

static int64_t steps_of(struct walk *w, const struct expr *e, const struct frame *frame)
{
    struct value v = {.kind = KIND_NUMBER, .number = 1};
    if (e != NULL)
        v = eval(w, e, frame);
    if (v.kind != KIND_NUMBER || v.counted || v.number < 0 || v.number > RAY_LONGEST) {
        refuse(w);
        return 0;
    }
    w->steps += v.number;
    return v.number;
}

/* ---- sites ---- */

static struct sites shifted(const struct walk *w, struct sites s, int64_t by)
{
    return (struct sites){s.yes << by & w->there.yes, s.may << by & w->there.may, false};
}

static struct sites united(struct sites a, struct sites b)
{
    return (struct sites){a.yes | b.yes, a.may | b.may, a.off || b.off};
}

static struct sites both(struct sites a, struct sites b)
{
    return (struct sites){a.yes & b.yes, a.may & b.may, a.off && b.off};
}

static struct sites without(struct sites a, struct sites b)
{
    return (struct sites){a.yes & ~b.may, a.may & ~b.yes, a.off};
}

static struct sites steps_ahead(const struct walk *w, struct sites from, int64_t first, int64_t last)
{
    struct sites all = {0};
    for (int64_t i = first; i <= last; i++)
        all = united(all, shifted(w, from, i));
    return all;
}

static struct sites reached(struct sites from, struct sites within)
{
    for (int i = 0; i < 64; i++) {
        from.yes |= from.yes << 1 & within.yes;
        from.may |= from.may << 1 & within.may;
    }
    return from;
}

/* Nowhere and everywhere; where else a constant set lies is not known on a ray. */
static struct value constant_sites(struct walk *w, const uint64_t *sites)
{
    const struct board *board = w->rules->board;
    struct sites all = w->there;
    all.off = true;
    if (!set_some(board->words, sites))
        return of_sites((struct sites){0});
    return set_equal(board->words, sites, board->area[AREA_EVERYWHERE]) ? of_sites(all) : refuse(w);
}

static struct value algebra(struct walk *w, const struct expr *e, const struct frame *frame)
{
    if (e->kind != KIND_SITES)
        return refuse(w);
    struct sites a = sites_of(w, e->a, frame), b = sites_of(w, e->b, frame);
    return of_sites(e->op == EX_UNION ? united(a, b) : e->op == EX_MEET ? both(a, b) : without(a, b));
}

static struct value along(struct walk *w, const struct expr *e, const struct frame *frame)
{
    struct sites from = on_ray(w, e->a, frame);
    if (e->op == EX_REACH)
        return along_ray(w, e->c, frame) ? of_sites(reached(from, sites_of(w, e->b, frame))) : refuse(w);
    if (!along_ray(w, e->b, frame))
        return refuse(w);
    int64_t n = steps_of(w, e->c, frame);
    return of_sites(steps_ahead(w, from, e->op == EX_NEXT ? n : 1, n));
}

/* ---- truths and numbers ---- */

static enum truth is_some(struct sites s)
{
    return s.yes != 0 ? TRUE_ : s.may == 0 && !s.off ? FALSE_ : UNKNOWN;
}

static enum truth is_within(struct sites a, struct sites b)
{
    return (a.yes & ~b.may) != 0 ? FALSE_ : (a.may & ~b.yes) == 0 && !a.off ? TRUE_ : UNKNOWN;
}

static enum truth not_(enum truth t)
{
    return t == UNKNOWN ? UNKNOWN : t == TRUE_ ? FALSE_ : TRUE_;
}

static enum truth and_(enum truth a, enum truth b)
{
    return a == FALSE_ || b == FALSE_ ? FALSE_ : a == UNKNOWN || b == UNKNOWN ? UNKNOWN : TRUE_;
}

static enum truth truth_of(struct walk *w, const struct expr *e, const struct frame *frame)
{
    struct value v = eval(w, e, frame);
    if (v.kind != KIND_TRUTH)
        refuse(w);
    return v.truth;
}

/* One of the two numbers at least is a constant. */
static struct value compared(struct walk *w, const struct expr *e, const struct frame *frame)
{
    struct value a = eval(w, e->a, frame), b = eval(w, e->b, frame);
    if (a.kind == KIND_SITES && b.kind == KIND_SITES && (e->op == EX_EQ || e->op == EX_NE)) {
        enum truth same = and_(is_within(a.sites, b.sites), is_within(b.sites, a.sites));
        return of_truth(e->op == EX_EQ ? same : not_(same));
    }
    if (a.kind != KIND_NUMBER || b.kind != KIND_NUMBER || (a.counted && b.counted))
        return refuse(w);
    int64_t constant = a.counted ? b.number : a.number;
    if (constant < -RAY_LONGEST || constant > RAY_LONGEST)
        return refuse(w);
    w->steps += constant < 0 ? -constant : constant;
    return of_truth(eval_compare(e->op, a.number, b.number) ? TRUE_ : FALSE_);
}

static struct value counted(struct walk *w, const struct expr *e, const struct frame *frame)
{
    struct sites s = sites_of(w, e->a, frame);
    if (!definite(s))
        return refuse(w);
    return (struct value){.kind = KIND_NUMBER, .number = __builtin_popcountll(s.yes), .counted = true};
}

static struct value arithmetic(struct walk *w, const struct expr *e, const struct frame *frame)
{
    struct value a = eval(w, e->a, frame), b = eval(w, e->b, frame);
    bool small =
        a.number >= -RAY_LONGEST && a.number <= RAY_LONGEST && b.number >= -RAY_LONGEST && b.number <= RAY_LONGEST;
    if (a.kind != KIND_NUMBER || b.kind != KIND_NUMBER || a.counted || b.counted || !small)
        return refuse(w);
    a.number += e->op == EX_ADD ? b.number : -b.number;
    return a;
}

static struct value truth(struct walk *w, const struct expr *e, const struct frame *frame)
{
    switch (e->op) {
    case EX_TRUTH:
        return of_truth(e->number != 0 ? TRUE_ : FALSE_);
    case EX_SOME:
        return of_truth(is_some(sites_of(w, e->a, frame)));
    case EX_NO:
        return of_truth(not_(is_some(sites_of(w, e->a, frame))));
    case EX_IN: {
        struct sites a = sites_of(w, e->a, frame);
        return of_truth(is_within(a, sites_of(w, e->b, frame)));
    }
    case EX_NOT:
        return of_truth(not_(truth_of(w, e->a, frame)));
    case EX_AND:
        return of_truth(and_(truth_of(w, e->a, frame), truth_of(w, e->b, frame)));
    case EX_OR:
        return of_truth(not_(and_(not_(truth_of(w, e->a, frame)), not_(truth_of(w, e->b, frame)))));
    default:
        return compared(w, e, frame);
    }
}

/* ---- names ---- */

static struct value as_viewer(struct walk *w, const struct expr *e, const struct frame *frame)
{
    w->viewer = 1 - w->viewer;
    struct value v = eval(w, e->a, frame);
    w->viewer = 1 - w->viewer;
    return v;
}

static struct value called(struct walk *w, const struct expr *e, const struct frame *frame)
{
    struct frame inner = {0};
    if (e->def->slots > RAY_SLOTS)
        return refuse(w);
    for (int i = 0; i < e->arg_count; i++)
        inner.slot[i] = eval(w, e->args[i], frame);
    return eval(w, e->def->value, &inner);
}

/* A name that is not known here is an error only if it is used. */
static struct value local(struct walk *w, const struct expr *e, const struct frame *frame)
{
    if (e->index >= RAY_SLOTS || frame->slot[e->index].kind == KIND_BAD)
        return refuse(w);
    return frame->slot[e->index];
}

static struct value evaluate(struct walk *w, const struct expr *e, const struct frame *frame)
{
    switch (e->op) {
    case EX_LOCAL:
        return local(w, e, frame);
    case EX_DEF:
        return called(w, e, frame);
    case EX_PER_PLAYER:
        return eval(w, e->args[w->viewer], frame);
    case EX_THEIR:
    case EX_FOLLOWING:
        return as_viewer(w, e, frame);
    case EX_SITES:
        return constant_sites(w, e->sites);
    case EX_DIRS:
        return (struct value){.kind = KIND_DIRS, .dirs = e->dirs};
    case EX_NUMBER:
        return (struct value){.kind = KIND_NUMBER, .number = e->number};
    case EX_EMPTY:
        return of_sites(w->empty);
    case EX_OCCUPIED:
        return of_sites(united(w->stones[0], w->stones[1]));
    case EX_MINE:
        return of_sites(w->stones[w->viewer]);
    case EX_THEIRS:
        return of_sites(w->stones[1 - w->viewer]);
    case EX_PLAYER:
        return of_sites(w->stones[e->index]);
    case EX_PLACED:
        return of_sites((struct sites){1, 1, false});
    case EX_UNION:
    case EX_MEET:
    case EX_MINUS:
        return algebra(w, e, frame);
    case EX_NEXT:
    case EX_AHEAD:
    case EX_REACH:
        return along(w, e, frame);
    case EX_ADD:
    case EX_SUBTRACT:
        return arithmetic(w, e, frame);
    case EX_COUNT:
        return counted(w, e, frame);
    default:
        return e->kind == KIND_TRUTH ? truth(w, e, frame) : refuse(w);
    }
}

static struct value eval(struct walk *w, const struct expr *e, const struct frame *frame)
{
    if (w->refused || w->depth == RAY_DEPTH || w->budget-- <= 0)
        return refuse(w);
    w->depth++;
    struct value v = evaluate(w, e, frame);
    w->depth--;
    return v;
}

/* ---- steps ---- */

/* Only prey may change, so what two rays do cannot meet. */
static void change(struct walk *w, struct sites s, bool removes)
{
    if (!definite(s) || (s.yes & ~w->prey) != 0)
        refuse(w);
    *(removes ? &w->removes : &w->flips) |= s.yes;
}

static void run_steps(struct walk *w, const struct step *steps, struct frame *frame);

static void run_rule(struct walk *w, const struct step *step, const struct frame *frame)
{
    struct frame inner = {0};
    if (step->rule->slots > RAY_SLOTS || w->depth == RAY_DEPTH) {
        refuse(w);
        return;
    }
    for (int i = 0; i < step->arg_count; i++)
        inner.slot[i] = eval(w, step->args[i], frame);
    w->depth++;
    run_steps(w, step->rule->body, &inner);
    w->depth--;
}

static void run_if(struct walk *w, const struct step *step, struct frame *frame)
{
    enum truth t = truth_of(w, step->a, frame);
    if (t == UNKNOWN || w->depth == RAY_DEPTH) {
        refuse(w);
        return;
    }
    w->depth++;
    run_steps(w, t == TRUE_ ? step->body : step->other, frame);
    w->depth--;
}

static void run_steps(struct walk *w, const struct step *steps, struct frame *frame)
{
    for (const struct step *step = steps; step != NULL && !w->refused; step = step->next) {
        if (step->op == ST_LET && step->slot < RAY_SLOTS)
            frame->slot[step->slot] = eval(w, step->a, frame);
        else if (step->op == ST_FLIP || step->op == ST_REMOVE)
            change(w, sites_of(w, step->a, frame), step->op == ST_REMOVE);
        else if (step->op == ST_IF)
            run_if(w, step, frame);
        else if (step->op == ST_RUN)
            run_rule(w, step, frame);
        else
            refuse(w);
    }
}

/* ---- the step as a whole: each d in DIRS ..., or flip or remove what lies along each d in DIRS with ... ---- */

struct whole {
    const struct expr *dirs; /* EACH of directions, or NULL */
    const struct step *each;
    const struct expr *set; /* RAYS or AHEAD along dirs */
    const struct shape_env *env;
};

/* The names in a rule or def, by what they were called with. */
static void fill_frame(struct walk *w, const struct shape_env *env, struct frame *frame)
{
    const struct placement_after *after = w->after;
    *frame = (struct frame){0};
    if (env == after->choose_env && after->choose->slot < RAY_SLOTS)
        frame->slot[after->choose->slot] = of_sites((struct sites){1, 1, false});
    if (env == NULL)
        return;
    if (env->count > RAY_SLOTS || w->depth == RAY_DEPTH) {
        refuse(w);
        return;
    }
    struct frame up;
    w->depth++;
    fill_frame(w, env->up, &up);
    w->depth--;
    for (int i = 0; i < env->count; i++) {
        if (env->args[i]->kind != KIND_PATTERN)
            frame->slot[i] = eval(w, env->args[i], &up);
    }
}

static bool find_whole(struct arena *arena, const struct placement_after *after, struct whole *whole, uint64_t *dirs)
{
    const struct step *step = after->step;
    *whole = (struct whole){.each = step, .env = after->env};
    if (step->op == ST_EACH)
        return step->a->kind == KIND_DIRS && shape_dirs(arena, step->a, after->env, dirs);
    if (step->op != ST_FLIP && step->op != ST_REMOVE)
        return false;
    struct shape s = shape_of(arena, step->a, after->env);
    if (s.e->op == EX_UNITE)
        s = shape_of(arena, s.e->a, s.env);
    if (s.e->op != EX_RAYS && s.e->op != EX_AHEAD)
        return false;
    whole->set = s.e;
    whole->env = s.env;
    struct shape each = shape_of(arena, s.e->op == EX_RAYS ? s.e->c : s.e->b, s.env);
    whole->dirs = each.e;
    return each.e->op == EX_EACH && each.env == s.env && each.e->kind == KIND_DIRS &&
           shape_dirs(arena, each.e->a, each.env, dirs);
}

static void run_set(struct walk *w, const struct whole *whole, struct frame *frame)
{
    const struct expr *set = whole->set;
    struct sites from = on_ray(w, set->a, frame);
    if (from.yes != 1 || from.may != 1) { /* each ray goes on from one stone */
        refuse(w);
        return;
    }
    if (set->op == EX_RAYS) {
        change(w, without(reached(from, sites_of(w, set->b, frame)), from), whole->each->op == ST_REMOVE);
    } else {
        int64_t n = steps_of(w, set->c, frame);
        change(w, steps_ahead(w, from, 1, n), whole->each->op == ST_REMOVE);
    }
}

static void run_whole(struct walk *w, const struct whole *whole)
{
    struct frame frame;
    const struct step *each = whole->each;
    int slot = whole->set != NULL ? whole->dirs->index : each->slot;
    const struct expr *with = whole->set != NULL ? whole->dirs->b : each->b;
    fill_frame(w, whole->env, &frame);
    if (slot >= RAY_SLOTS) {
        refuse(w);
        return;
    }
    frame.slot[slot] = (struct value){.kind = KIND_DIRS, .is_ray = true};
    enum truth holds = with != NULL ? truth_of(w, with, &frame) : TRUE_;
    if (holds == UNKNOWN)
        refuse(w);
    if (holds == FALSE_)
        return;
    if (whole->set != NULL)
        run_set(w, whole, &frame);
    else
        run_steps(w, each->body, &frame);
}

/* ---- rays ---- */

static uint64_t ones(int from, int count)
{
    return (((uint64_t)1 << count) - 1) << from;
}

/* Lays out a ray; own and prey: how long the runs are behind the placed stone. */
static void lay_out(struct walk *w, int own, int prey, enum behind behind)
{
    int end = 1 + own + prey;
    uint64_t beyond = behind == BEHIND_EDGE ? 0 : ~(uint64_t)0 << (end + 1), last = (uint64_t)1 << end;
    struct sites mine = {ones(0, 1 + own), 0, true}, theirs = {ones(1 + own, prey), 0, true}, empty = {0, 0, true};
    struct sites there = {ones(0, end), 0, true};
    if (behind != BEHIND_EDGE)
        there.yes |= last;
    if (behind == BEHIND_OWN)
        mine.yes |= last;
    if (behind == BEHIND_EMPTY)
        empty.yes |= last;
    w->prey = theirs.yes;
    mine.may = mine.yes | beyond;
    theirs.may = theirs.yes | beyond;
    empty.may = empty.yes | beyond;
    there.may = there.yes | beyond;
    w->stones[w->mover] = mine;
    w->stones[1 - w->mover] = theirs;
    w->empty = empty;
    w->there = there;
    w->viewer = w->mover;
    w->flips = w->removes = 0;
    w->steps = 0;
}

/* All prey or none, in one way. */
static struct found try_ray(struct walk *w, const struct whole *whole, int own, int prey, enum behind behind)
{
    lay_out(w, own, prey, behind);
    run_whole(w, whole);
    if ((w->flips != 0 && w->removes != 0) || ((w->flips | w->removes) != 0 && (w->flips | w->removes) != w->prey))
        refuse(w);
    return (struct found){w->flips != 0, w->removes != 0};
}

/* A ray without prey whose own run is followed by an own stone is laid out otherwise. */
#define EACH_RAY(own, prey, behind, longest)                                                                           \
    for (int own = 0; own <= (longest); own++)                                                                         \
        for (int prey = 0; prey <= (longest); prey++)                                                                  \
            for (enum behind behind = prey == 0 ? BEHIND_EMPTY : BEHIND_OWN; behind < BEHIND_COUNT; behind++)

static void admit(struct flank_effect *effect, int own, int prey, enum behind behind)
{
    effect->low = prey < effect->low ? prey : effect->low;
    effect->high = prey > effect->high ? prey : effect->high;
    effect->behind_run = effect->behind_run || own > 0;
    *(behind == BEHIND_OWN ? &effect->own : behind == BEHIND_EDGE ? &effect->edge : &effect->empty) = UINT32_MAX;
}

static bool foretells(const struct flank_effect *effect, int own, int prey, enum behind behind)
{
    uint32_t end = behind == BEHIND_OWN ? effect->own : behind == BEHIND_EDGE ? effect->edge : effect->empty;
    return end != 0 && prey >= effect->low && prey <= effect->high && (own == 0 || effect->behind_run);
}

/* On rays up to this length: what is there in common? Returns how long they should have been. */
static int64_t learn(struct walk *w, const struct whole *whole, int longest, struct flank_effect *effect)
{
    int64_t steps = 0;
    bool flips = false;
    *effect = (struct flank_effect){.low = INT_MAX};
    EACH_RAY(own, prey, behind, longest)
    {
        struct found found = try_ray(w, whole, own, prey, behind);
        steps = w->steps > steps ? w->steps : steps;
        flips = flips || found.flips;
        effect->removes = effect->removes || found.removes;
        if (found.flips || found.removes)
            admit(effect, own, prey, behind);
        if (w->refused)
            return 0;
    }
    if (effect->low == INT_MAX || (flips && effect->removes))
        refuse(w);
    return steps + 3;
}

/* Does it do exactly this? */
static bool does(struct walk *w, const struct whole *whole, int longest, const struct flank_effect *effect)
{
    EACH_RAY(own, prey, behind, longest)
    {
        struct found found = try_ray(w, whole, own, prey, behind);
        if (w->refused || (found.flips || found.removes) != foretells(effect, own, prey, behind))
            return false;
    }
    return true;
}

static bool learn_all(struct walk *w, const struct whole *whole, struct flank_effect *effect)
{
    int64_t longest = 3, wanted = 3;
    do {
        longest = wanted;
        wanted = learn(w, whole, (int)longest, effect);
        if (w->refused || wanted > RAY_LONGEST)
            return false;
    } while (wanted > longest);
    if (!does(w, whole, (int)longest, effect))
        return false;
    if (effect->high == longest)
        effect->high = FLANK_ANY;
    return true;
}

static bool same_effect(const struct flank_effect *a, const struct flank_effect *b)
{
    return a->removes == b->removes && a->behind_run == b->behind_run && a->low == b->low && a->high == b->high &&
           a->own == b->own && a->edge == b->edge && a->empty == b->empty;
}

bool flank_effect(struct arena *arena, const struct rules *rules, const struct placement_after *after,
                  struct flank_effect *effect, uint64_t *dirs)
{
    struct whole whole;
    struct flank_effect effects[2];
    if (!find_whole(arena, after, &whole, dirs))
        return false;
    for (int mover = 0; mover < 2; mover++) {
        struct walk w = {.arena = arena, .rules = rules, .after = after, .mover = mover, .budget = RAY_BUDGET};
        if (!learn_all(&w, &whole, &effects[mover]))
            return false;
    }
    *effect = effects[0];
    return same_effect(&effects[0], &effects[1]);
}
