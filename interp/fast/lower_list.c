/* lower_list.c - going through what an expression gives, and looking behind names. */
#include "lower.h"

struct env *lower_env(struct lower *l, int slots)
{
    struct env *env = ARENA_NEW(l->arena, struct env);
    env->slots = ARENA_ARRAY(l->arena, struct val, slots > 0 ? slots : 1);
    env->count = slots;
    return env;
}

/* ---- whose view ---- */

int lower_following(struct lower *l, int player)
{
    int players = l->rules->player_count;
    l->follows |= players > 2;
    for (int i = 1; i < players; i++) {
        int p = (player + i) % players;
        if (!(l->out >> p & 1))
            return p;
    }
    return player;
}

unsigned lower_viewers(struct lower *l, const struct expr *e)
{
    unsigned all = (1u << l->rules->player_count) - 1;
    return e->op == EX_FOLLOWING ? 1u << lower_following(l, l->viewer) : all & ~(1u << l->viewer);
}

bool lower_next_viewer(struct lower *l, unsigned *viewers)
{
    if (*viewers == 0)
        return false;
    l->viewer = __builtin_ctz(*viewers);
    *viewers &= *viewers - 1;
    return true;
}

/* ---- behind names ---- */

static const struct expr *look_once(struct lower *l, const struct expr *e)
{
    switch (e->op) {
    case EX_DEF: {
        struct env *env = lower_env(l, e->def->slots);
        if (++l->nesting > 200)
            return lower_fail(l, "definitions too deep");
        for (int i = 0; i < e->arg_count; i++)
            env->slots[i] = lower_value(l, e->args[i]);
        l->env = env;
        return e->def->value;
    }
    case EX_PER_PLAYER:
        return e->args[l->viewer];
    case EX_THEIR:
    case EX_FOLLOWING: {
        unsigned viewers = lower_viewers(l, e);
        if ((viewers & (viewers - 1)) != 0)
            return NULL; /* as several see it */
        lower_next_viewer(l, &viewers);
        return e->a;
    }
    case EX_LOCAL:
        if (e->kind == KIND_LIST) {
            const struct thunk *thunk = l->env->slots[e->index].thunk;
            if (thunk == NULL)
                return lower_fail(l, "a list");
            l->env = thunk->env;
            l->spot = thunk->spot; /* nothing that was there then has been overwritten */
            l->viewer = thunk->viewer;
            return thunk->e;
        }
        return NULL;
    default:
        return NULL;
    }
}

const struct expr *lower_look(struct lower *l, const struct expr *e, struct look *old)
{
    int nesting = l->nesting;
    old->env = l->env;
    old->viewer = l->viewer;
    old->moved = e->kind == KIND_LIST;
    if (old->moved)
        old->spot = l->spot;
    for (const struct expr *inner; (inner = look_once(l, e)) != NULL;)
        e = inner;
    l->nesting = nesting;
    return e;
}

void lower_look_back(struct lower *l, const struct look *old)
{
    l->env = old->env;
    l->viewer = old->viewer;
    if (old->moved)
        l->spot = old->spot;
}

/* ---- elements ---- */

struct walk {
    const struct expr *e; /* a filter, or NULL */
    struct env *env;      /* the filter's */
    bool distinct;
    int viewer;
    lower_body body;
    void *user;
};

static void visit(struct lower *l, struct walk *walk, struct val element, struct label *next)
{
    walk->body(l, element, next, walk->user);
}

static void each_known_dir(struct lower *l, uint64_t dirs, struct walk *walk)
{
    for (; dirs != 0 && !l->failed; dirs &= dirs - 1) {
        struct label *next = lower_label(l);
        struct val element = lower_fixed_word((int64_t)(dirs & -dirs));
        element.one = true;
        int level = lower_enter(l);
        visit(l, walk, element, next);
        lower_leave(l, level);
        lower_place(l, next);
    }
}

static void each_dir(struct lower *l, const struct expr *e, struct walk *walk)
{
    uint64_t dirs;
    if (lower_dirs_known(l, e, &dirs) &&
        (__builtin_popcountll(dirs) == 1 || (__builtin_popcountll(dirs) <= 8 && !(l->without >> PASS_UNROLL & 1)))) {
        each_known_dir(l, dirs, walk);
        return;
    }
    struct val all = lower_word(l, e);
    struct label *head = lower_label(l), *done = lower_label(l);
    uint16_t left = lower_reg(l, 1);
    lower_emit(l, OP_NMOVE, left, lower_as_word(l, all), 0);
    lower_loop(l);
    lower_place(l, head);
    uint16_t dir = lower_reg(l, 1);
    lower_jump(l, OP_POP_DIR, left, 0, done)->ins.d = dir;
    visit(l, walk, (struct val){.rep = REP_WORD, .reg = dir, .one = true}, head);
    lower_jump(l, OP_JUMP, 0, 0, head);
    lower_loop_end(l);
    lower_place(l, done);
}

static void each_site(struct lower *l, struct val set, struct walk *walk)
{
    struct label *head = lower_label(l), *done = lower_label(l);
    if (set.rep == REP_SITE) {
        if (!set.some)
            lower_if_some(l, set, false, done);
        int level = lower_enter(l);
        set.some = true;
        visit(l, walk, set, done);
        lower_leave(l, level);
        lower_place(l, done);
        return;
    }
    if (set.rep == REP_SET && set.fixed && set.max == 0)
        return;
    uint16_t left = lower_reg(l, l->words);
    lower_emit(l, OP_MOVE, left, lower_as_set(l, set), 0);
    lower_loop(l);
    lower_place(l, head);
    uint16_t site = lower_reg(l, 1);
    lower_jump(l, OP_POP, left, 0, done)->ins.d = site;
    visit(l, walk, lower_site_val(site, set.class, true), head);
    lower_jump(l, OP_JUMP, 0, 0, head);
    lower_loop_end(l);
    lower_place(l, done);
}

static void each_number(struct lower *l, const struct expr *e, struct walk *walk)
{
    struct val low = lower_word(l, e->a), high = lower_word(l, e->b);
    if (low.fixed && high.fixed && high.word - low.word < 4) {
        for (int64_t i = low.word; i <= high.word; i++) {
            struct label *next = lower_label(l);
            int level = lower_enter(l);
            visit(l, walk, lower_fixed_word(i), next);
            lower_leave(l, level);
            lower_place(l, next);
        }
        return;
    }
    struct label *head = lower_label(l), *done = lower_label(l), *next = lower_label(l);
    uint16_t at = lower_reg(l, 1), end = lower_as_word(l, high);
    lower_emit(l, OP_NMOVE, at, lower_as_word(l, low), 0);
    lower_loop(l);
    lower_place(l, head);
    lower_jump(l, OP_J_LT, end, at, done);
    uint16_t number = lower_reg(l, 1);
    lower_emit(l, OP_NMOVE, number, at, 0);
    struct val v = {.rep = REP_WORD, .reg = number, .max = high.fixed ? (int)high.word : high.max};
    v.some = low.fixed && low.word > 0;
    visit(l, walk, v, next);
    lower_place(l, next);
    lower_emit(l, OP_NADD, at, at, lower_number(l, 1));
    lower_jump(l, OP_JUMP, 0, 0, head);
    lower_loop_end(l);
    lower_place(l, done);
}

static void each_group(struct lower *l, const struct expr *e, struct walk *walk)
{
    struct val in = lower_sites(l, e->a);
    uint64_t dirs;
    uint16_t both = 0;
    if (lower_dirs_known(l, e->b, &dirs)) {
        dirs |= board_opposites(l->board, dirs);
    } else {
        uint16_t some = lower_as_word(l, lower_word(l, e->b));
        both = lower_pure(l, OP_NOR, some, lower_pure(l, OP_OPPOSITE, some, 0, 0, NULL), 0, NULL);
    }
    struct label *head = lower_label(l), *done = lower_label(l);
    uint16_t left = lower_reg(l, l->words), all = lower_as_set(l, in);
    lower_emit(l, OP_MOVE, left, all, 0);
    lower_loop(l);
    lower_place(l, head);
    lower_jump(l, OP_J_NO, left, 0, done);
    uint16_t site = lower_reg(l, 1), group = lower_reg(l, l->words);
    lower_emit(l, OP_ONE, site, left, 0);
    if (both == 0)
        lower_emit(l, OP_FLOOD_SITE, group, site, left)->ins.u.p = lower_dirset(l, dirs);
    else
        lower_emit(l, OP_G_REACH, group, lower_pure(l, OP_BIT, site, 0, 0, NULL), left)->ins.u.j.x = both;
    lower_emit(l, OP_ANDN, left, left, group);
    struct val v = lower_set_val(l, group, in.class, in.max);
    v.some = true;
    visit(l, walk, v, head);
    lower_jump(l, OP_JUMP, 0, 0, head);
    lower_loop_end(l);
    lower_place(l, done);
}

struct ray_walk {
    struct walk *walk;
    struct val from, within;
};

static void one_ray(struct lower *l, struct val dir, struct label *next, void *user)
{
    struct ray_walk *rays = user;
    struct val reach = lower_reach_along(l, rays->from, rays->within, dir);
    visit(l, rays->walk, lower_minus(l, reach, rays->from), next);
}

enum { RAYS_APART = 8 };

/* Rays may be equal: none is visited that was before. */
static void each_ray_once(struct lower *l, uint64_t dirs, const struct ray_walk *rays)
{
    struct val ray[RAYS_APART];
    int count = 0;
    for (dirs &= l->board->used; dirs != 0; dirs &= dirs - 1) {
        struct val reach = lower_reach_all(l, rays->from, rays->within, dirs & -dirs);
        struct val v = lower_minus(l, reach, rays->from);
        ray[count++] = lower_set_val(l, lower_as_set(l, v), v.class, v.max);
    }
    for (int i = 0; i < count && !l->failed; i++) {
        struct label *next = lower_label(l);
        int level = lower_enter(l);
        for (int j = 0; j < i; j++)
            lower_jump(l, OP_J_SAME, ray[j].reg, ray[i].reg, next);
        visit(l, rays->walk, ray[i], next);
        lower_leave(l, level);
        lower_place(l, next);
    }
}

static bool known_rays(struct lower *l, const struct expr *e, uint64_t *dirs)
{
    return lower_dirs_known(l, e->c, dirs) && __builtin_popcountll(*dirs & l->board->used) <= RAYS_APART;
}

static void each_ray(struct lower *l, const struct expr *e, struct walk *walk)
{
    struct ray_walk rays = {walk, lower_sites(l, e->a), lower_sites(l, e->b)};
    uint64_t dirs;
    if (walk->distinct && known_rays(l, e, &dirs))
        each_ray_once(l, dirs, &rays);
    else
        lower_each(l, e->c, one_ray, &rays);
}

static void each_side(struct lower *l, struct walk *walk)
{
    const struct board *board = l->board;
    for (int i = 0; i < board->side_count; i++) {
        bool again = false;
        for (int j = 0; j < i; j++)
            again |= set_equal(board->words, board->side[i], board->side[j]);
        if (again)
            continue;
        struct label *next = lower_label(l);
        int level = lower_enter(l);
        visit(l, walk, lower_fixed_set(l, board->side[i]), next);
        lower_leave(l, level);
        lower_place(l, next);
    }
}

/* Pairs and so on: loops in one another, each over what comes after the site before. */
static void each_subset(struct lower *l, struct walk *walk, uint16_t left, struct val chosen, int64_t size,
                        struct label *out)
{
    struct label *head = lower_label(l), *done = lower_label(l);
    if (size == 0) {
        visit(l, walk, chosen, out);
        return;
    }
    uint16_t rest = lower_reg(l, l->words);
    lower_emit(l, OP_MOVE, rest, left, 0);
    lower_loop(l);
    lower_place(l, head);
    uint16_t site = lower_reg(l, 1);
    lower_jump(l, OP_POP, rest, 0, done)->ins.d = site;
    each_subset(l, walk, rest, lower_join(l, chosen, lower_site_val(site, CLASS_ANY, true)), size - 1, head);
    lower_jump(l, OP_JUMP, 0, 0, head);
    lower_loop_end(l);
    lower_place(l, done);
}

/* One after another, for sizes that are not known or large. */
static void each_subset_sized(struct lower *l, uint16_t of, struct val size, struct walk *walk, unsigned class)
{
    struct label *head = lower_label(l), *done = lower_label(l), *next = lower_label(l);
    uint16_t at = lower_reg(l, l->words);
    lower_jump(l, OP_SUBSET, of, lower_as_word(l, size), done)->ins.d = at;
    lower_loop(l);
    lower_place(l, head);
    uint16_t subset = lower_reg(l, l->words);
    lower_emit(l, OP_MOVE, subset, at, 0);
    struct val v = lower_set_val(l, subset, class, size.fixed ? (int)size.word : l->none);
    v.some = size.fixed && size.word > 0;
    visit(l, walk, v, next);
    lower_place(l, next);
    lower_jump(l, OP_NEXT_SUBSET, of, 0, done)->ins.d = at;
    lower_jump(l, OP_JUMP, 0, 0, head);
    lower_loop_end(l);
    lower_place(l, done);
}

static void each_subset_of(struct lower *l, const struct expr *e, struct walk *walk)
{
    struct val of = lower_sites(l, e->a), size = lower_word(l, e->b);
    uint64_t none[BITSET_WORDS] = {0};
    if (!size.fixed || size.word < 0 || size.word > 3) {
        each_subset_sized(l, lower_as_set(l, of), size, walk, of.class);
        return;
    }
    struct label *next = lower_label(l);
    int level = lower_enter(l);
    struct val chosen = lower_fixed_set(l, none);
    chosen.class = of.class;
    each_subset(l, walk, lower_as_set(l, of), chosen, size.word, next);
    lower_leave(l, level);
    lower_place(l, next);
}

/* ---- filters ---- */

static void visit_filtered(struct lower *l, struct val element, struct label *next, void *user)
{
    struct walk *walk = user;
    struct env *env = l->env;
    int viewer = l->viewer;
    l->env = walk->env;
    l->viewer = walk->viewer;
    walk->env->slots[walk->e->index] = element;
    if (walk->e->b != NULL)
        lower_if(l, walk->e->b, false, next);
    l->env = env;
    l->viewer = viewer;
    walk->body(l, element, next, walk->user);
}

/* The body runs in the environment of the caller, whatever the elements were looked for in. */
struct outside {
    lower_body body;
    void *user;
    struct env *env;
    int viewer;
    const struct spot *spot;
};

static void visit_outside(struct lower *l, struct val element, struct label *next, void *user)
{
    struct outside *outside = user;
    struct env *env = l->env;
    int viewer = l->viewer;
    struct spot spot;
    if (outside->spot != NULL) {
        spot = l->spot;
        l->spot = *outside->spot;
    }
    l->env = outside->env;
    l->viewer = outside->viewer;
    outside->body(l, element, next, outside->user);
    l->env = env;
    l->viewer = viewer;
    if (outside->spot != NULL)
        l->spot = spot;
}

static void each_theirs(struct lower *l, const struct expr *e, struct walk *walk)
{
    int viewer = l->viewer;
    for (unsigned viewers = lower_viewers(l, e); lower_next_viewer(l, &viewers);) {
        int level = lower_enter(l);
        lower_each(l, e->a, walk->body, walk->user);
        lower_leave(l, level);
    }
    l->viewer = viewer;
}

bool lower_repeats(struct lower *l, const struct expr *e)
{
    struct look old;
    if (e->kind != KIND_LIST)
        return false;
    const struct expr *inner = lower_look(l, e, &old);
    uint64_t dirs;
    bool repeats = (inner->op == EX_RAYS && !known_rays(l, inner, &dirs)) || inner->op == EX_THEIR ||
                   (inner->op == EX_EACH && lower_repeats(l, inner->a));
    lower_look_back(l, &old);
    return repeats;
}

static void each_of(struct lower *l, const struct expr *e, struct walk *walk)
{
    switch (e->kind) {
    case KIND_SITES:
        each_site(l, lower_sites(l, e), walk);
        return;
    case KIND_DIRS:
        each_dir(l, e, walk);
        return;
    case KIND_RANGE:
        each_number(l, e, walk);
        return;
    case KIND_LIST:
        break;
    default:
        lower_fail(l, "nothing to go through");
        return;
    }
    switch (e->op) {
    case EX_SIDES:
        each_side(l, walk);
        return;
    case EX_GROUPS:
        each_group(l, e, walk);
        return;
    case EX_RAYS:
        each_ray(l, e, walk);
        return;
    case EX_SUBSETS:
        each_subset_of(l, e, walk);
        return;
    case EX_THEIR:
        each_theirs(l, e, walk);
        return;
    default:
        lower_fail(l, "a list");
        return;
    }
}

void lower_each_site(struct lower *l, struct val set, lower_body body, void *user)
{
    struct walk walk = {.body = body, .user = user};
    each_site(l, set, &walk);
}

void lower_each(struct lower *l, const struct expr *e, lower_body body, void *user)
{
    struct outside outside = {body, user, l->env, l->viewer, e->kind == KIND_LIST ? &l->spot : NULL};
    struct look old;
    struct spot spot;
    bool distinct = l->distinct;
    l->distinct = false;
    if (l->failed)
        return;
    const struct expr *inner = e;
    if (e->kind == KIND_LIST) {
        spot = l->spot;
        outside.spot = &spot;
    }
    if (e->kind != KIND_SITES && e->kind != KIND_RANGE)
        inner = lower_look(l, e, &old);
    else
        old = (struct look){.env = l->env, .viewer = l->viewer};
    if (++l->nesting > 200) {
        lower_fail(l, "too much in one another");
    } else if (inner->op == EX_EACH && (inner->b != NULL || inner->kind == KIND_LIST)) {
        struct walk filter = {.e = inner, .env = l->env, .viewer = l->viewer, .body = visit_outside, .user = &outside};
        l->distinct = distinct;
        lower_each(l, inner->a, visit_filtered, &filter);
    } else {
        struct walk walk = {.distinct = distinct, .body = visit_outside, .user = &outside};
        each_of(l, inner, &walk);
    }
    l->nesting--;
    lower_look_back(l, &old);
}
