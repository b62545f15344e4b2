#include "pattern.h"

#include <string.h>

/* A picture is turned into its orientations, each a list of cells around the first cell that asks something. An
 * orientation with colours for x and o is a variant: the demands relative to a site. Variants with the same demands
 * are merged, so an instance is a variant and a site, and no two instances are the same: nothing is left to compare
 * once the board's sites come in. */

enum { SYMMETRIES = 12, PLAYERS = 6, CHOICES = PLAYERS * (PLAYERS - 1), CODES = (CELL_OFF + 1) * 2 };

struct cell {
    int16_t dx, dy;
    uint8_t code; /* enum pattern_cell * 2 + negated */
};

struct orientation {
    struct cell *cells;         /* the asking ones first, in board order; offsets from the first */
    uint64_t fit[BITSET_WORDS]; /* where the first may lie so that all cells on the board are, and those off it off */
};

struct choice {
    uint16_t allowed[CODES]; /* on a cell of that code */
};

struct variant {
    const struct orientation *orientation;
    const struct choice *choice;
    uint64_t fit[BITSET_WORDS];
};

struct maker {
    struct arena *arena;
    const struct board *board;
    const struct pattern_picture *picture;
    int players;
    int cells, asking; /* of the picture */
    bool used[CELL_OFF + 1];
    int orientations;
    struct orientation *orientation;
};

static bool wants_off(const struct cell *cell)
{
    return cell->code == CELL_OFF * 2;
}

static bool asks(const struct cell *cell)
{
    return cell->code != CELL_ANY * 2 && cell->code / 2 != CELL_OFF;
}

static void turn_square(int symmetry, int *x, int *y)
{
    int a = *x, b = *y;
    if (symmetry & 1) {
        int swap = a;
        a = b;
        b = swap;
    }
    *x = symmetry & 2 ? -a : a;
    *y = symmetry & 4 ? -b : b;
}

static void turn_hexagon(int symmetry, int *q, int *r)
{
    int a = symmetry & 1 ? *r : *q, b = symmetry & 1 ? *q : *r;
    for (int turns = symmetry / 2; turns > 0; turns--) { /* by 60 degrees: N to NW to W … */
        int sum = a + b;
        a = -b;
        b = sum;
    }
    *q = a;
    *r = b;
}

static bool before(const struct cell *a, const struct cell *b)
{
    if (asks(a) != asks(b))
        return asks(a);
    return a->dy != b->dy ? a->dy < b->dy : a->dx < b->dx;
}

static void sort_cells(struct cell *cells, int count)
{
    for (int i = 1; i < count; i++) {
        struct cell cell = cells[i];
        int j = i;
        for (; j > 0 && before(&cell, &cells[j - 1]); j--)
            cells[j] = cells[j - 1];
        cells[j] = cell;
    }
}

/* The picture's cells under a symmetry. */
static void orient(const struct maker *maker, int symmetry, struct cell *cells)
{
    const struct pattern_picture *picture = maker->picture;
    for (int i = 0; i < maker->cells; i++) {
        int x = i % picture->width, y = picture->height - 1 - i / picture->width;
        if (maker->board->hexagonal)
            turn_hexagon(symmetry, &x, &y);
        else
            turn_square(symmetry, &x, &y);
        cells[i] = (struct cell){(int16_t)x, (int16_t)y, (uint8_t)(picture->cell[i] * 2 + picture->negated[i])};
    }
    sort_cells(cells, maker->cells);
    int16_t x = cells[0].dx, y = cells[0].dy;
    for (int i = 0; i < maker->cells; i++) {
        cells[i].dx = (int16_t)(cells[i].dx - x);
        cells[i].dy = (int16_t)(cells[i].dy - y);
    }
}

static bool same_cells(const struct cell *a, const struct cell *b, int count)
{
    for (int i = 0; i < count; i++) {
        if (a[i].dx != b[i].dx || a[i].dy != b[i].dy || a[i].code != b[i].code)
            return false;
    }
    return true;
}

static bool fits(const struct maker *maker, const struct cell *cells, int site)
{
    const struct board *board = maker->board;
    for (int i = 0; i < maker->cells; i++) {
        int x = board->x[site] + cells[i].dx, y = board->y[site] + cells[i].dy;
        bool inside = x >= 0 && x < board->files && y >= 0 && y < board->ranks;
        if ((inside && board->at[y * board->files + x] >= 0) == wants_off(&cells[i]))
            return false;
    }
    return true;
}

/* All different ones; a picture that looks the same after a turn gives it once. */
static void make_orientations(struct maker *maker)
{
    int symmetries = maker->picture->as_drawn ? 1 : maker->board->hexagonal ? SYMMETRIES : 8;
    maker->orientation = ARENA_ARRAY(maker->arena, struct orientation, symmetries);
    for (int symmetry = 0; symmetry < symmetries; symmetry++) {
        struct orientation *fresh = &maker->orientation[maker->orientations];
        if (fresh->cells == NULL)
            fresh->cells = ARENA_ARRAY(maker->arena, struct cell, maker->cells);
        orient(maker, symmetry, fresh->cells);
        bool known = false;
        for (int i = 0; i < maker->orientations && !known; i++)
            known = same_cells(maker->orientation[i].cells, fresh->cells, maker->cells);
        if (known)
            continue;
        maker->orientations++;
        for (int s = 0; s < maker->board->sites; s++) {
            if (fits(maker, fresh->cells, s))
                set_add(fresh->fit, s);
        }
    }
}

static void fill_choice(const struct maker *maker, int viewer, int x, int o, struct choice *choice)
{
    unsigned all = ((unsigned)CONTENT_PLAYER << maker->players) - 1, mine = (unsigned)CONTENT_PLAYER << viewer;
    unsigned allowed[CELL_OFF + 1] = {
        [CELL_ANY] = all,
        [CELL_X] = (unsigned)CONTENT_PLAYER << x,
        [CELL_O] = (unsigned)CONTENT_PLAYER << o,
        [CELL_MINE] = mine,
        [CELL_THEIRS] = all & ~(mine | CONTENT_EMPTY | CONTENT_NEUTRAL),
        [CELL_EMPTY] = CONTENT_EMPTY,
    };
    for (int kind = 0; kind <= CELL_OFF; kind++) {
        choice->allowed[kind * 2] = (uint16_t)allowed[kind];
        choice->allowed[kind * 2 + 1] = (uint16_t)(all & ~allowed[kind]);
    }
}

/* A colour that the picture does not use is fixed as player 0. */
static int make_choices(const struct maker *maker, int viewer, struct choice *choices)
{
    bool both = maker->used[CELL_X] && maker->used[CELL_O];
    int count = 0;
    for (int x = 0; x < (maker->used[CELL_X] ? maker->players : 1); x++) {
        for (int o = 0; o < (maker->used[CELL_O] ? maker->players : 1); o++) {
            if (!both || x != o)
                fill_choice(maker, viewer, x, o, &choices[count++]);
        }
    }
    return count;
}

static bool can_be_met(const struct maker *maker, const struct variant *variant)
{
    for (int i = 0; i < maker->asking; i++) {
        if (variant->choice->allowed[variant->orientation->cells[i].code] == 0)
            return false;
    }
    return true;
}

static bool same_demands(const struct maker *maker, const struct variant *a, const struct variant *b)
{
    for (int i = 0; i < maker->asking; i++) {
        const struct cell *m = &a->orientation->cells[i], *n = &b->orientation->cells[i];
        if (m->dx != n->dx || m->dy != n->dy || a->choice->allowed[m->code] != b->choice->allowed[n->code])
            return false;
    }
    return true;
}

static int make_variants(const struct maker *maker, const struct choice *choices, int choice_count,
                         struct variant *variants)
{
    int count = 0, words = maker->board->words;
    for (int i = 0; i < maker->orientations * choice_count; i++) {
        struct variant *fresh = &variants[count];
        fresh->orientation = &maker->orientation[i / choice_count];
        fresh->choice = &choices[i % choice_count];
        if (!can_be_met(maker, fresh))
            continue;
        int known = 0;
        while (!same_demands(maker, &variants[known], fresh)) /* ends at the fresh one itself */
            known++;
        /* the known one may differ in what lies around the demands, so it can fit elsewhere */
        set_or(words, variants[known].fit, variants[known].fit, fresh->orientation->fit);
        if (known == count)
            count++;
    }
    return count;
}

static void place_variant(const struct maker *maker, const struct variant *variant, struct pattern_instance *instances,
                          struct pattern_demand *demands)
{
    const struct board *board = maker->board;
    for (SET_EACH(site, board->words, variant->fit)) {
        for (int i = 0; i < maker->asking; i++) {
            const struct cell *cell = &variant->orientation->cells[i];
            int point = (board->y[site] + cell->dy) * board->files + board->x[site] + cell->dx;
            demands[i] = (struct pattern_demand){(uint16_t)board->at[point], variant->choice->allowed[cell->code]};
        }
        *instances++ = (struct pattern_instance){maker->asking, demands};
        demands += maker->asking;
    }
}

/* Which instances ask something of a site. */
static void index_view(const struct maker *maker, struct pattern_view *view)
{
    int sites = maker->board->sites, demands = view->count * maker->asking;
    int *start = ARENA_ARRAY(maker->arena, int, sites + 1);
    int *at = arena_raw(maker->arena, (size_t)demands * sizeof *at);
    uint16_t *allowed = arena_raw(maker->arena, (size_t)demands * sizeof *allowed);
    for (int i = 0; i < view->count; i++) {
        for (int k = 0; k < maker->asking; k++)
            start[view->instances[i].demands[k].site]++;
    }
    for (int s = 0, sum = 0; s <= sites; s++) /* each the end of its part … */
        start[s] = sum += start[s];
    for (int i = view->count - 1; i >= 0; i--) { /* … which moves down to its beginning */
        for (int k = 0; k < maker->asking; k++) {
            struct pattern_demand demand = view->instances[i].demands[k];
            int to = --start[demand.site];
            at[to] = i;
            allowed[to] = demand.allowed;
        }
    }
    view->at_start = start;
    view->at = at;
    view->allowed = allowed;
}

static void keep_variants(const struct maker *maker, const struct variant *variants, struct pattern_view *view)
{
    int words = maker->board->words;
    struct pattern_variant *kept = ARENA_ARRAY(maker->arena, struct pattern_variant, view->variant_count + 1);
    for (int i = 0; i < view->variant_count; i++) {
        struct pattern_offset *offsets = ARENA_ARRAY(maker->arena, struct pattern_offset, maker->asking);
        uint64_t *fit = ARENA_ARRAY(maker->arena, uint64_t, words);
        for (int k = 0; k < maker->asking; k++) {
            const struct cell *cell = &variants[i].orientation->cells[k];
            offsets[k] = (struct pattern_offset){cell->dx, cell->dy, variants[i].choice->allowed[cell->code]};
        }
        set_copy(words, fit, variants[i].fit);
        kept[i] = (struct pattern_variant){maker->asking, offsets, fit};
    }
    view->variants = kept;
}

static const struct pattern_view *make_view(const struct maker *maker, int viewer)
{
    struct choice choices[CHOICES];
    int choice_count = make_choices(maker, viewer, choices);
    struct variant *variants = ARENA_ARRAY(maker->arena, struct variant, maker->orientations * choice_count + 1);
    int variant_count = make_variants(maker, choices, choice_count, variants);

    struct pattern_view *view = ARENA_NEW(maker->arena, struct pattern_view);
    int words = maker->board->words;
    for (int i = 0; i < variant_count; i++)
        view->count += set_count(words, variants[i].fit);
    size_t count = (size_t)view->count, demand_count = count * (size_t)maker->asking;
    struct pattern_instance *instances = arena_raw(maker->arena, count * sizeof *instances);
    struct pattern_demand *demands = arena_raw(maker->arena, demand_count * sizeof *demands);
    view->instances = instances;
    for (int i = 0; i < variant_count; i++) {
        int placed = set_count(words, variants[i].fit);
        place_variant(maker, &variants[i], instances, demands);
        instances += placed;
        demands += placed * maker->asking;
    }
    index_view(maker, view);
    view->variant_count = variant_count;
    keep_variants(maker, variants, view);
    return view;
}

static void survey(struct maker *maker)
{
    const struct pattern_picture *picture = maker->picture;
    maker->cells = picture->width * picture->height;
    for (int i = 0; i < maker->cells; i++) {
        struct cell cell = {0, 0, (uint8_t)(picture->cell[i] * 2 + picture->negated[i])};
        maker->used[picture->cell[i]] = true;
        maker->asking += asks(&cell);
    }
}

struct pattern *pattern_make(struct arena *arena, const struct board *board, const struct pattern_picture *picture,
                             int players, const char *name)
{
    if (board->shape == BOARD_LINES)
        return NULL;
    struct maker maker = {.arena = arena, .board = board, .picture = picture, .players = players};
    survey(&maker);
    if (maker.asking > 0) /* else it could never come to stand: no orientation, no instance */
        make_orientations(&maker);
    struct pattern *pattern = ARENA_NEW(arena, struct pattern);
    pattern->name = name != NULL ? arena_text(arena, name, strlen(name)) : NULL;
    pattern->by_viewer = maker.used[CELL_MINE] || maker.used[CELL_THEIRS];
    for (int p = 0; p < PLAYERS; p++) {
        if (p == 0 || (pattern->by_viewer && p < players))
            pattern->views[p] = make_view(&maker, p);
        else if (!pattern->by_viewer)
            pattern->views[p] = pattern->views[0];
    }
    return pattern;
}
