#include "geometry.h"

static const int16_t *steps_along(const struct board *board, uint64_t dirs)
{
    return board->step + __builtin_ctzll(dirs) * board->sites;
}

void geometry_next(const struct board *board, const uint64_t *from, uint64_t dirs, int64_t n, uint64_t *out)
{
    set_clear(board->words, out);
    if (n == 0) {
        set_copy(board->words, out, from);
        return;
    }
    if (n < 0 || n > BOARD_SITE_LIMIT)
        return;
    for (dirs &= board->used; dirs != 0; dirs &= dirs - 1) {
        const int16_t *step = steps_along(board, dirs);
        for (SET_EACH(site, board->words, from)) {
            int s = site;
            for (int64_t i = 0; i < n && s >= 0; i++)
                s = step[s];
            if (s >= 0)
                set_add(out, s);
        }
    }
}

void geometry_ahead(const struct board *board, const uint64_t *from, uint64_t dirs, int64_t n, uint64_t *out)
{
    set_clear(board->words, out);
    for (dirs &= board->used; dirs != 0; dirs &= dirs - 1) {
        const int16_t *step = steps_along(board, dirs);
        for (SET_EACH(site, board->words, from)) {
            int s = step[site];
            for (int64_t i = 0; i < n && s >= 0; i++) {
                set_add(out, s);
                s = step[s];
            }
        }
    }
}

/* With one direction a reach is a run: no queue is needed. */
static void reach_along(const struct board *board, const uint64_t *from, const uint64_t *within, const int16_t *step,
                        uint64_t *out)
{
    for (SET_EACH(site, board->words, from)) {
        for (int s = step[site]; s >= 0 && set_has(within, s) && !set_has(out, s); s = step[s])
            set_add(out, s);
    }
}

void geometry_reach(const struct board *board, const uint64_t *from, const uint64_t *within, uint64_t dirs, uint64_t *out)
{
    int16_t queue[BOARD_SITE_LIMIT];
    uint64_t left[BITSET_WORDS];
    const int16_t *steps[BOARD_DIR_LIMIT];
    int head = 0, tail = 0, count = 0;
    set_copy(board->words, out, from);
    dirs &= board->used;
    if (dirs == 0)
        return;
    if ((dirs & (dirs - 1)) == 0) {
        reach_along(board, from, within, steps_along(board, dirs), out);
        return;
    }
    for (; dirs != 0; dirs &= dirs - 1)
        steps[count++] = steps_along(board, dirs);
    set_minus(board->words, left, within, from);
    for (SET_EACH(site, board->words, from))
        queue[tail++] = (int16_t)site;
    while (head < tail) {
        int site = queue[head++];
        for (int d = 0; d < count; d++) {
            int s = steps[d][site];
            if (s >= 0 && set_has(left, s)) {
                set_remove(left, s);
                set_add(out, s);
                queue[tail++] = (int16_t)s;
            }
        }
    }
}

void geometry_lines(const struct board *board, const uint64_t *in, int64_t n, uint64_t dirs, uint64_t *out)
{
    set_clear(board->words, out);
    if (n < 1)
        n = 1;
    for (dirs &= board->used; dirs != 0; dirs &= dirs - 1) {
        int dir = __builtin_ctzll(dirs), back = board_opposite(board, dir);
        if (back < dir && (dirs | (uint64_t)1 << back) == dirs)
            continue;
        const int16_t *step = board->step + dir * board->sites, *before = board->step + back * board->sites;
        for (SET_EACH(site, board->words, in)) {
            if (before[site] >= 0 && set_has(in, before[site]))
                continue; /* not the first of its row */
            int64_t length = 0;
            for (int s = site; s >= 0 && set_has(in, s); s = step[s])
                length++;
            int s = site;
            for (int64_t i = 0; length >= n && i < length; i++, s = step[s])
                set_add(out, s);
        }
    }
}
