/* flank.c - is it this shape? Then the lines of the board. */
#include "flank.h"

#include "flank_lines.h"
#include "flank_ray.h"

/* The directions as axes, each with the way towards higher bits and the way back. */
static void set_axes(struct flank *f, uint64_t dirs)
{
    for (int a = 0; a < PLACEMENT_AXES; a++) {
        f->forward |= (unsigned)(dirs >> a & 1) << a;
        f->backward |= (unsigned)(dirs >> (a + 4) & 1) << a;
    }
}

static void set_outside(struct flank *f, const struct board *board)
{
    memset(f->row_outside, 0xFF, sizeof f->row_outside);
    memset(f->outside, 0xFF, sizeof f->outside);
    for (int s = 0; s < board->sites; s++) {
        int x = board->x[s], y = board->y[s];
        f->row_outside[y + PLACEMENT_RADIUS] &= ~bit_at(x);
        for (int a = 0; a < PLACEMENT_AXES; a++) {
            if (a != FLANK_EAST)
                f->outside[line_at(a, x, y)] &= ~bit_along(a, x, y);
        }
    }
}

static bool fits(const struct placement *frame)
{
    for (int i = 0; i < frame->goal_count; i++) {
        if (frame->goals[i].kind == GOAL_LINKS)
            return false;
    }
    return frame->rules->ban_count == 0;
}

const struct flank *flank_make(struct arena *arena, const struct rules *rules, const struct layout *layout)
{
    struct placement_after after;
    const struct placement *frame = placement_frame(arena, rules, layout, &after);
    uint64_t dirs;
    if (frame == NULL || !fits(frame))
        return NULL;
    struct flank *f = ARENA_NEW(arena, struct flank);
    f->frame = frame;
    if (!flank_effect(arena, rules, &after, &f->effect, &dirs))
        return NULL;
    set_axes(f, dirs & rules->board->used);
    set_outside(f, rules->board);
    f->play = flank_choose(f);
    return f;
}
