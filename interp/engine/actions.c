#include "actions.h"

#include <stdio.h>

#include "geometry.h"

static uint64_t *set_at(struct machine *m, int offset, int index)
{
    return m->now->set + offset + index * m->words;
}

/* A rule error gives the way up; on a way that is only looked at to explain a refusal it is no news. */
static bool give_up(struct machine *m, struct span span, const char *what)
{
    if (m->explainer == NULL || m->now->head.violations == 0)
        machine_fault(m, span, "%s", what);
    else
        explain_way(m);
    return false;
}

/* ---- sites that change ---- */

static void clear_site(struct machine *m, int site)
{
    const struct rules *rules = m->rules;
    for (int i = 0; i < rules->player_count + rules->neutral_count + rules->kind_count; i++)
        set_remove(set_at(m, m->layout.stones, i), site);
    set_remove(set_at(m, m->layout.placed, 0), site);
}

static void capture(struct machine *m, int site, int piece)
{
    if (piece >= 0 && piece != m->mover)
        set_add(set_at(m, m->layout.captured, 0), site);
}

static void remove_sites(struct machine *m, const uint64_t *sites)
{
    for (SET_EACH(site, m->words, sites)) {
        int piece = core_piece(m->rules, &m->layout, m->now, site);
        if (piece == -1)
            continue;
        capture(m, site, piece);
        clear_site(m, site);
    }
}

/* Opponents' stones become the mover's, the mover's the next player's. */
static void flip_sites(struct machine *m, const uint64_t *sites)
{
    for (SET_EACH(site, m->words, sites)) {
        int piece = core_piece(m->rules, &m->layout, m->now, site);
        if (piece < 0)
            continue;
        int owner = piece != m->mover ? m->mover : head_following(m->rules, &m->now->head, m->mover);
        capture(m, site, piece);
        set_remove(set_at(m, m->layout.stones, piece), site);
        set_add(set_at(m, m->layout.stones, owner), site);
    }
}

static int piece_of(const struct machine *m, const struct step *step)
{
    if (step->piece == PIECE_MINE)
        return m->mover;
    if (step->piece == PIECE_THEIRS)
        return head_following(m->rules, &m->now->head, m->mover);
    return step->piece;
}

static bool put_sites(struct machine *m, const struct step *step, const uint64_t *sites)
{
    uint64_t occupied[BITSET_WORDS];
    core_occupied(m->rules, &m->layout, m->now, occupied);
    if (set_meets(m->words, occupied, sites))
        return give_up(m, step->span, "`put` wants empty sites, and something stands here");
    for (SET_EACH(site, m->words, sites)) {
        core_place(m->rules, &m->layout, m->now, site, piece_of(m, step), step->piece_kind);
        set_add(set_at(m, m->layout.placed, 0), site);
    }
    return true;
}

struct content {
    int piece, kind;
};

static struct content lift(struct machine *m, int site)
{
    struct content content = {core_piece(m->rules, &m->layout, m->now, site),
                              core_kind(m->rules, &m->layout, m->now, site)};
    clear_site(m, site);
    return content;
}

static void drop(struct machine *m, int site, struct content content)
{
    int piece = content.piece < -1 ? PIECE_NEUTRAL + (-2 - content.piece) : content.piece;
    core_place(m->rules, &m->layout, m->now, site, piece, content.kind);
    set_add(set_at(m, m->layout.placed, 0), site);
}

static bool move_piece(struct machine *m, const struct step *step, const uint64_t *from, const uint64_t *to)
{
    if (!set_some(m->words, from) || !set_some(m->words, to))
        return true;
    if (set_count(m->words, from) > 1 || set_count(m->words, to) > 1)
        return give_up(m, step->span, "`move` wants one site each; for several stones there is `shift`");
    int a = set_next(m->words, from, 0), b = set_next(m->words, to, 0);
    if (core_piece(m->rules, &m->layout, m->now, a) == -1)
        return give_up(m, step->span, "`move` finds nothing to move: the site is empty");
    if (core_piece(m->rules, &m->layout, m->now, b) != -1)
        return give_up(m, step->span, "`move` wants an empty target, and something stands there");
    drop(m, b, lift(m, a));
    return true;
}

static bool shift_pieces(struct machine *m, const struct step *step, const uint64_t *sites, uint64_t dirs, int64_t by)
{
    uint64_t stones[BITSET_WORDS], target[BITSET_WORDS], free[BITSET_WORDS];
    core_occupied(m->rules, &m->layout, m->now, stones);
    set_minus(m->words, free, m->rules->board->area[AREA_EVERYWHERE], stones);
    set_and(m->words, stones, stones, sites);
    if (!set_some(m->words, stones) || by == 0)
        return true;
    if (__builtin_popcountll(dirs) != 1 || by < 0)
        return give_up(m, step->span, "`shift` wants one direction and a number of steps that is not negative");
    geometry_next(m->rules->board, stones, dirs, by, target);
    set_or(m->words, free, free, stones);
    if (set_count(m->words, target) != set_count(m->words, stones) || !set_within(m->words, target, free))
        return give_up(m, step->span, "`shift` wants room for all: a stone would leave the board or meet another");
    const int16_t *along = m->rules->board->step + __builtin_ctzll(dirs) * m->rules->board->sites;
    struct content contents[BOARD_SITE_LIMIT];
    int count = 0;
    for (SET_EACH(site, m->words, stones))
        contents[count++] = lift(m, site);
    count = 0;
    for (SET_EACH(site, m->words, stones)) {
        int to = site;
        for (int64_t i = 0; i < by; i++)
            to = along[to];
        drop(m, to, contents[count++]);
    }
    return true;
}

static void promote_sites(struct machine *m, const uint64_t *sites, int kind)
{
    for (SET_EACH(site, m->words, sites)) {
        if (core_piece(m->rules, &m->layout, m->now, site) < 0)
            continue;
        for (int k = 0; k < m->rules->kind_count; k++)
            set_remove(set_at(m, m->layout.kind, k), site);
        set_add(set_at(m, m->layout.kind, kind), site);
    }
}

static void set_state(struct machine *m, int state, const uint64_t *value)
{
    int player = m->rules->states[state].per_player ? m->mover : 0, size = m->layout.state_size[state];
    set_copy(size, m->now->set + m->layout.state[state] + player * size, value);
}

/* ---- one action ---- */

static void evaluate(struct machine *m, const struct step *step, struct pending_action *action, uint64_t *a,
                     uint64_t *b)
{
    action->step = step;
    action->sites = a;
    action->target = b;
    if (step->op == ST_SET) {
        eval_value(m, step->a, a);
        return;
    }
    eval_sites(m, step->a, a);
    if (step->op == ST_MOVE)
        eval_sites(m, step->b, b);
    if (step->op == ST_SHIFT) {
        action->dirs = eval_dirs(m, step->b);
        action->number = eval_number(m, step->c);
    }
}

static bool apply(struct machine *m, const struct pending_action *action)
{
    const struct step *step = action->step;
    m->changes++;
    switch (step->op) {
    case ST_REMOVE:
        remove_sites(m, action->sites);
        return true;
    case ST_FLIP:
        flip_sites(m, action->sites);
        return true;
    case ST_PUT:
        return put_sites(m, step, action->sites);
    case ST_MOVE:
        return move_piece(m, step, action->sites, action->target);
    case ST_SHIFT:
        return shift_pieces(m, step, action->sites, action->dirs, action->number);
    case ST_PROMOTE:
        promote_sites(m, action->sites, step->piece_kind);
        return true;
    case ST_SET:
        set_state(m, step->index, action->sites);
        return true;
    default:
        machine_fail(m, step->span, "this step is no action");
    }
}

/* ---- actions that wait ---- */

void pending_begin(struct machine *m, struct pending *pending)
{
    *pending = (struct pending){0};
    pending->claim = ARENA_ARRAY(&m->scratch, int, m->rules->board->sites);
    m->pending = pending;
}

static bool same_step(const struct step *a, const struct step *b)
{
    return a->op == b->op && a->piece == b->piece && a->piece_kind == b->piece_kind && a->index == b->index;
}

static bool same_action(const struct machine *m, const struct pending_action *a, const struct pending_action *b)
{
    int size = a->step->op == ST_SET ? m->layout.state_size[a->step->index] : m->words;
    return same_step(a->step, b->step) && a->dirs == b->dirs && a->number == b->number &&
           set_equal(size, a->sites, b->sites) && (a->step->op != ST_MOVE || set_equal(m->words, a->target, b->target));
}

static const struct pending_action *claimant(const struct pending *pending, int number)
{
    const struct pending_action *action = pending->first;
    while (--number > 0)
        action = action->next;
    return action;
}

/* The sites that an action touches: moves and shifts have their targets too. */
static void touched(struct machine *m, const struct pending_action *action, uint64_t *sites)
{
    set_copy(m->words, sites, action->sites);
    if (action->step->op == ST_MOVE)
        set_or(m->words, sites, sites, action->target);
    if (action->step->op == ST_SHIFT) {
        uint64_t target[BITSET_WORDS];
        geometry_next(m->rules->board, action->sites, action->dirs, action->number, target);
        set_or(m->words, sites, sites, target);
    }
}

static bool whole(const struct step *step)
{
    return step->op == ST_MOVE || step->op == ST_SHIFT;
}

static bool give_up_at(struct machine *m, struct span span, int site)
{
    char what[100];
    snprintf(what, sizeof what, "inside `each` two different actions meet on %s", m->rules->board->name[site]);
    return give_up(m, span, what);
}

/* Claims the sites of an action; those that the same action has already are left out of it. */
static bool claim_sites(struct machine *m, struct pending_action *action, uint64_t *own)
{
    struct pending *pending = m->pending;
    uint64_t sites[BITSET_WORDS];
    touched(m, action, sites);
    for (SET_EACH(site, m->words, sites)) {
        if (pending->claim[site] == 0)
            continue;
        const struct pending_action *other = claimant(pending, pending->claim[site]);
        if (whole(action->step) || !same_step(action->step, other->step))
            return give_up_at(m, action->step->span, site);
        set_remove(own, site);
    }
    for (SET_EACH(site, m->words, sites)) {
        if (pending->claim[site] == 0)
            pending->claim[site] = pending->claims + 1;
    }
    return true;
}

static bool wait(struct machine *m, const struct pending_action *action)
{
    struct pending *pending = m->pending;
    for (const struct pending_action *other = pending->first; other != NULL; other = other->next) {
        if (same_action(m, action, other))
            return true;
        if (action->step->op == ST_SET && other->step->op == ST_SET && action->step->index == other->step->index)
            return give_up(m, action->step->span, "inside `each` one state is set to two different values");
    }
    struct pending_action *kept = ARENA_NEW(&m->scratch, struct pending_action);
    uint64_t *sites = ARENA_ARRAY(&m->scratch, uint64_t, 2 * BITSET_WORDS), *target = sites + BITSET_WORDS;
    *kept = *action;
    kept->sites = sites;
    kept->target = target;
    set_copy(action->step->op == ST_SET ? m->layout.state_size[action->step->index] : m->words, sites, action->sites);
    if (action->step->op == ST_MOVE)
        set_copy(m->words, target, action->target);
    if (action->step->op != ST_SET && !claim_sites(m, kept, sites))
        return false;
    if (pending->last != NULL)
        pending->last->next = kept;
    else
        pending->first = kept;
    pending->last = kept;
    pending->claims++;
    return true;
}

bool act_together(struct machine *m, struct pending *pending)
{
    m->pending = NULL;
    for (const struct pending_action *action = pending->first; action != NULL; action = action->next) {
        if (!apply(m, action))
            return false;
    }
    return true;
}

bool act(struct machine *m, const struct step *step)
{
    uint64_t a[BITSET_WORDS], b[BITSET_WORDS];
    struct pending_action action = {0};
    if (m->now->head.way & WAY_PASSED)
        return give_up(m, step->span, "a way that passes may do nothing else");
    evaluate(m, step, &action, a, b);
    m->now->head.way |= WAY_ACTED;
    m->changes++;
    return m->pending != NULL ? wait(m, &action) : apply(m, &action);
}
