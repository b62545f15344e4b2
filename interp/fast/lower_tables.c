/* lower_tables.c - the board as tables for the code: steps, rays, shifts of whole sets. */
#include "lower.h"

enum { GROUP_LIMIT = 8 };

#define TEXT_PLACE UINT64_C(0x9E3779B97F4A7C15)

uint64_t *lower_set(struct lower *l)
{
    return ARENA_ARRAY(l->arena, uint64_t, BITSET_WORDS);
}

const uint16_t *lower_steps(struct lower *l, int dir)
{
    if (l->steps[dir] == NULL) {
        uint16_t *steps = ARENA_ARRAY(l->arena, uint16_t, l->none + 1);
        for (int s = 0; s < l->none; s++) {
            int to = l->board->step[dir * l->board->sites + s];
            steps[s] = (uint16_t)(to < 0 ? l->none : to);
        }
        steps[l->none] = (uint16_t)l->none;
        l->steps[dir] = steps;
    }
    return l->steps[dir];
}

/* A polynomial of the characters at one odd place, so that a text has one sum however it was put together. */
struct text lower_text(const char *before, const char *text)
{
    struct text made = {1, 0};
    const char *const parts[] = {before, text};
    for (int i = 0; i < 2; i++) {
        for (const char *c = parts[i]; *c != '\0'; c++) {
            made.power *= TEXT_PLACE;
            made.sum = made.sum * TEXT_PLACE + (unsigned char)*c;
        }
    }
    return made;
}

const struct site_texts *lower_site_texts(struct lower *l)
{
    if (l->site_texts == NULL) {
        struct site_texts *names = ARENA_NEW(l->arena, struct site_texts);
        struct text *first = ARENA_ARRAY(l->arena, struct text, 2 * l->none), *after = first + l->none;
        for (int s = 0; s < l->none; s++) {
            first[s] = lower_text("", l->board->name[s]);
            after[s] = lower_text("-", l->board->name[s]);
        }
        *names = (struct site_texts){first, after};
        l->site_texts = names;
    }
    return l->site_texts;
}

const uint64_t *lower_rays(struct lower *l, int dir)
{
    if (l->rays[dir] == NULL) {
        const uint16_t *steps = lower_steps(l, dir);
        uint64_t *rays = ARENA_ARRAY(l->arena, uint64_t, (l->none + 1) * l->words);
        for (int s = 0; s < l->none; s++) {
            int left = l->none;
            for (int to = steps[s]; to != l->none && left-- > 0; to = steps[to])
                set_add(rays + s * l->words, to);
        }
        l->rays[dir] = rays;
    }
    return l->rays[dir];
}

static const struct shift *make_shift(struct lower *l, const uint16_t *steps)
{
    struct shift_group groups[GROUP_LIMIT];
    int count = 0;
    memset(groups, 0, sizeof groups);
    for (int s = 0; s < l->none && count <= GROUP_LIMIT; s++) {
        int by = steps[s] - s, g = 0;
        if (steps[s] == l->none)
            continue;
        while (g < count && groups[g].by != by)
            g++;
        if (g == count && ++count > GROUP_LIMIT)
            break;
        groups[g].by = by;
        set_add(groups[g].mask, s);
    }
    struct shift *shift = ARENA_NEW(l->arena, struct shift);
    shift->steps = steps;
    if (count > GROUP_LIMIT)
        return shift;
    if (count == 0) { /* nowhere has a step in this direction */
        count = 1;
        groups[0].by = 1;
    }
    shift->count = count;
    struct shift_group *kept = ARENA_ARRAY(l->arena, struct shift_group, count);
    memcpy(kept, groups, (size_t)count * sizeof *kept);
    shift->groups = kept;
    return shift;
}

/* So many steps at once. */
const struct shift *lower_shift_far(struct lower *l, int dir, int far)
{
    const uint16_t *one = lower_steps(l, dir);
    uint16_t *steps = ARENA_ARRAY(l->arena, uint16_t, l->none + 1);
    for (int s = 0; s <= l->none; s++) {
        steps[s] = (uint16_t)s;
        for (int i = 0; i < far; i++)
            steps[s] = one[steps[s]];
    }
    return make_shift(l, steps);
}

const struct shift *lower_shift_by(struct lower *l, int dx, int dy)
{
    const struct board *board = l->board;
    struct offset_shift *known = l->offset_shifts;
    while (known != NULL && (known->dx != dx || known->dy != dy))
        known = known->next;
    if (known != NULL)
        return known->shift;
    uint16_t *steps = ARENA_ARRAY(l->arena, uint16_t, l->none + 1);
    for (int s = 0; s < l->none; s++) {
        int x = board->x[s] + dx, y = board->y[s] + dy;
        bool inside = x >= 0 && x < board->files && y >= 0 && y < board->ranks;
        int to = inside ? board->at[y * board->files + x] : -1;
        steps[s] = (uint16_t)(to < 0 ? l->none : to);
    }
    steps[l->none] = (uint16_t)l->none;
    known = ARENA_NEW(l->arena, struct offset_shift);
    *known = (struct offset_shift){dx, dy, make_shift(l, steps), l->offset_shifts};
    l->offset_shifts = known;
    return known->shift;
}

const struct shift *lower_shift(struct lower *l, int dir)
{
    if (l->shifts[dir] == NULL)
        l->shifts[dir] = lower_shift_far(l, dir, 1);
    return l->shifts[dir];
}

const struct dirset *lower_dirset(struct lower *l, uint64_t dirs)
{
    dirs &= l->board->used;
    for (int i = 0; i < l->dirset_count; i++) {
        if (l->dirsets[i]->dirs == dirs)
            return l->dirsets[i];
    }
    struct dirset *set = ARENA_NEW(l->arena, struct dirset);
    uint64_t *near = ARENA_ARRAY(l->arena, uint64_t, (l->none + 1) * l->words);
    set->dirs = dirs;
    for (uint64_t rest = dirs; rest != 0; rest &= rest - 1) {
        int dir = __builtin_ctzll(rest);
        const uint16_t *steps = lower_steps(l, dir);
        set->shifts[set->count++] = lower_shift(l, dir);
        for (int s = 0; s < l->none; s++) {
            if (steps[s] != l->none)
                set_add(near + s * l->words, steps[s]);
        }
    }
    set->near = near;
    if (l->dirset_count == 64)
        return lower_fail(l, "too many sets of directions") == NULL ? set : NULL;
    l->dirsets[l->dirset_count++] = set;
    return set;
}

/* For each site what is reached from it along `dirs` on the whole board. */
const uint64_t *lower_all_along(struct lower *l, uint64_t dirs)
{
    for (int i = 0; i < l->all_along_count; i++) {
        if (l->all_along_dirs[i] == dirs)
            return l->all_along[i];
    }
    if (l->all_along_count == 16)
        return lower_fail(l, "too many sets of directions");
    uint64_t *table = ARENA_ARRAY(l->arena, uint64_t, (l->none + 1) * l->words);
    const struct dirset *set = lower_dirset(l, dirs);
    for (int s = 0; s < l->none; s++) {
        uint64_t *out = table + s * l->words, front[BITSET_WORDS] = {0};
        set_add(out, s);
        set_add(front, s);
        for (int at; (at = set_next(l->words, front, 0)) >= 0;) {
            set_remove(front, at);
            for (int w = 0; w < l->words; w++) {
                front[w] |= set->near[at * l->words + w] & ~out[w];
                out[w] |= set->near[at * l->words + w];
            }
        }
    }
    l->all_along_dirs[l->all_along_count] = dirs;
    l->all_along[l->all_along_count++] = table;
    return table;
}
