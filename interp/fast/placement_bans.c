/* placement_bans.c - banned patterns as what a placed stone may complete, seen from that stone. */
#include "placement_play.h"

enum {
    RADIUS = PLACEMENT_RADIUS,
    SPAN = PLACEMENT_SPAN,
    VARIANTS = 128, /* of one player */
    DEMANDS = 16
};

/* What may stand on a site, seen by the one who places. */
enum { IS_EMPTY = 1, IS_OWN = 2, IS_OTHER = 4 };

/* The demands of a pattern on the other sites once the stone is its i-th. */
struct variant {
    int count;
    uint8_t place[DEMANDS];   /* dy * SPAN + dx, from the corner of the sites within RADIUS */
    uint8_t allowed[DEMANDS]; /* IS_… */
    uint32_t key;
    int instances; /* of it on the board */
};

struct variants {
    struct variant *list;
    int count;
};

struct maker {
    struct arena *arena;
    struct placement *p;
    const struct board *board;
};

static uint8_t seen_by(unsigned content, int player)
{
    unsigned own = (unsigned)CONTENT_PLAYER << player, other = (unsigned)CONTENT_PLAYER << (1 - player);
    return (uint8_t)((content & CONTENT_EMPTY ? IS_EMPTY : 0) | (content & own ? IS_OWN : 0) |
                     (content & other ? IS_OTHER : 0));
}

/* False if it reaches too far. Demands come by site, so that equal variants list them in the same order. */
static bool make_variant(struct maker *k, const struct pattern_instance *instance, int i, int player,
                         struct variant *variant)
{
    const struct board *board = k->board;
    int x = board->x[instance->demands[i].site], y = board->y[instance->demands[i].site];
    *variant = (struct variant){.instances = 1};
    for (int j = 0; j < instance->count; j++) {
        int dx = board->x[instance->demands[j].site] - x, dy = board->y[instance->demands[j].site] - y;
        if (j == i)
            continue;
        if (dx < -RADIUS || dx > RADIUS || dy < -RADIUS || dy > RADIUS || variant->count == DEMANDS)
            return false;
        uint8_t place = (uint8_t)((dy + RADIUS) * SPAN + dx + RADIUS);
        uint8_t allowed = seen_by(instance->demands[j].allowed, player);
        variant->place[variant->count] = place;
        variant->allowed[variant->count++] = allowed;
        variant->key = (variant->key ^ (uint32_t)(place << 3 | allowed)) * 0x9E3779B1u;
    }
    return true;
}

static bool same_variant(const struct variant *a, const struct variant *b)
{
    return a->key == b->key && a->count == b->count && memcmp(a->place, b->place, sizeof a->place) == 0 &&
           memcmp(a->allowed, b->allowed, sizeof a->allowed) == 0;
}

static bool add_variant(struct variants *variants, const struct variant *variant)
{
    for (int i = 0; i < variants->count; i++) {
        if (same_variant(&variants->list[i], variant)) {
            variants->list[i].instances += variant->instances;
            return true;
        }
    }
    if (variants->count == VARIANTS)
        return false;
    variants->list[variants->count++] = *variant;
    return true;
}

/* A site that may be empty as well in this place makes no new instance when a stone comes. */
static bool completes(const struct pattern_demand *demand, int player)
{
    return (demand->allowed & (CONTENT_PLAYER << player)) && !(demand->allowed & CONTENT_EMPTY);
}

static bool collect(struct maker *k, int player, struct variants *variants)
{
    const struct rules *rules = k->p->rules;
    for (int b = 0; b < rules->ban_count; b++) {
        const struct expr *truth = rules->bans[b].truth;
        if (truth->op != EX_FORMED)
            return false;
        const struct pattern_view *view = rules->patterns[truth->index]->views[player];
        for (int i = 0; i < view->count; i++) {
            const struct pattern_instance *instance = &view->instances[i];
            for (int j = 0; j < instance->count; j++) {
                struct variant variant;
                if (!completes(&instance->demands[j], player))
                    continue;
                if (!make_variant(k, instance, j, player, &variant) || !add_variant(variants, &variant))
                    return false;
            }
        }
    }
    return true;
}

/* ---- does it stand in every place where it fits? ---- */

static bool fits_at(const struct board *board, const struct variant *variant, int site)
{
    for (int i = 0; i < variant->count; i++) {
        int x = board->x[site] + variant->place[i] % SPAN - RADIUS,
            y = board->y[site] + variant->place[i] / SPAN - RADIUS;
        if (x < 0 || x >= board->files || y < 0 || y >= board->ranks || board->at[y * board->files + x] < 0)
            return false;
    }
    return true;
}

/* A pattern with `#`, or `*` beyond its stones, does not: then the tables would be wrong. */
static bool stands_everywhere(const struct board *board, const struct variants *variants)
{
    for (int v = 0; v < variants->count; v++) {
        int places = 0;
        for (int site = 0; site < board->sites; site++)
            places += fits_at(board, &variants->list[v], site);
        if (places != variants->list[v].instances)
            return false;
    }
    return true;
}

/* ---- tables ---- */

/* What a variant asks of the own and of the other stones: bits that have to be set, bits that may not. With both asked
 * at once, "a stone of either" and "anything on the board" cannot be said: those variants are split. Off the board both
 * are set, which fits nothing. */
struct asked {
    uint64_t own, not_own, other, not_other; /* by place */
};

struct splits {
    struct asked *list;
    int count;
};

static bool split(const struct variant *variant, int i, struct asked asked, struct splits *splits)
{
    if (i == variant->count) {
        if (splits->count == VARIANTS)
            return false;
        splits->list[splits->count++] = asked;
        return true;
    }
    uint64_t bit = UINT64_C(1) << variant->place[i];
    struct asked own = asked;
    own.own |= bit;
    own.not_other |= bit;
    switch (variant->allowed[i]) {
    case IS_EMPTY:
        asked.not_own |= bit;
        asked.not_other |= bit;
        break;
    case IS_OWN:
        asked = own;
        break;
    case IS_OTHER:
        asked.other |= bit;
        asked.not_own |= bit;
        break;
    case IS_EMPTY | IS_OWN:
        asked.not_other |= bit;
        break;
    case IS_EMPTY | IS_OTHER:
        asked.not_own |= bit;
        break;
    case IS_OWN | IS_OTHER:
        asked.other |= bit;
        asked.not_own |= bit;
        return split(variant, i + 1, own, splits) && split(variant, i + 1, asked, splits);
    case IS_EMPTY | IS_OWN | IS_OTHER:
        asked.not_own |= bit;
        return split(variant, i + 1, own, splits) && split(variant, i + 1, asked, splits);
    default: /* a neutral piece: there is none */
        return true;
    }
    return split(variant, i + 1, asked, splits);
}

/* The rows below, of and above the placed stone, three sites each, as the nine bits of a window. */
static unsigned window_of(uint64_t places)
{
    unsigned window = 0;
    for (int row = 0; row < 3; row++)
        window |= (unsigned)(places >> ((RADIUS - 1 + row) * SPAN + RADIUS - 1) & 7) << 3 * row;
    return window;
}

static bool is_near(const struct asked *asked)
{
    uint64_t all = asked->own | asked->not_own | asked->other | asked->not_other, near = 0;
    for (int row = RADIUS - 1; row <= RADIUS + 1; row++)
        near |= UINT64_C(7) << (row * SPAN + RADIUS - 1);
    return (all & ~near) == 0;
}

static bool fits(unsigned content, uint64_t set, uint64_t unset)
{
    return (content & set) == set && (content & unset) == 0;
}

static void add_near(struct placement_near *near, const struct asked *asked, int number)
{
    unsigned own = window_of(asked->own), not_own = window_of(asked->not_own);
    unsigned other = window_of(asked->other), not_other = window_of(asked->not_other);
    for (unsigned content = 0; content < 512; content++) {
        near->own[content] |= (uint16_t)(fits(content, own, not_own) << number);
        near->other[content] |= (uint16_t)(fits(content, other, not_other) << number);
    }
}

static unsigned row_part(uint64_t places, int row)
{
    return (unsigned)(places >> row * SPAN & 127);
}

static void add_far(struct placement_far *far, const struct asked *asked, int number)
{
    for (int i = 0; i < far->row_count; i++) {
        int row = far->row[i];
        unsigned own = row_part(asked->own, row), not_own = row_part(asked->not_own, row);
        unsigned other = row_part(asked->other, row), not_other = row_part(asked->not_other, row);
        for (unsigned content = 0; content < 128; content++) {
            far->own[i][content] |= (uint64_t)fits(content, own, not_own) << number;
            far->other[i][content] |= (uint64_t)fits(content, other, not_other) << number;
        }
    }
}

/* The rows that some variant asks about; all variants have a bit in each. */
static void choose_rows(struct placement_far *far, const struct splits *splits)
{
    uint64_t all = 0;
    for (int i = 0; i < splits->count; i++)
        all |= splits->list[i].own | splits->list[i].not_own | splits->list[i].other | splits->list[i].not_other;
    for (int row = 0; row < SPAN; row++) {
        if (row_part(all, row) != 0)
            far->row[far->row_count++] = row;
    }
    if (far->row_count == 0) /* only the other player has some: then one row that has none */
        far->row_count = 1;
    far->variants = splits->count;
}

static bool make_tables(struct maker *k, int player, const struct splits *splits)
{
    struct placement_near *near = ARENA_NEW(k->arena, struct placement_near);
    struct placement_far *far = ARENA_NEW(k->arena, struct placement_far);
    struct asked list[VARIANTS];
    struct splits distant = {list, 0};
    int nears = 0;
    for (int i = 0; i < splits->count; i++) {
        if (is_near(&splits->list[i]) && nears < PLACEMENT_NEAR)
            add_near(near, &splits->list[i], nears++);
        else
            distant.list[distant.count++] = splits->list[i];
    }
    if (distant.count > PLACEMENT_FAR)
        return false;
    choose_rows(far, &distant);
    for (int i = 0; i < distant.count; i++)
        add_far(far, &distant.list[i], i);
    k->p->near[player] = near;
    k->p->far[player] = far;
    return true;
}

/* Most patterns are the same for both players; then so are the tables, and they stay in the cache. */
static void share_tables(struct placement *p)
{
    if (memcmp(p->near[0], p->near[1], sizeof *p->near[0]) == 0)
        p->near[1] = p->near[0];
    if (memcmp(p->far[0], p->far[1], sizeof *p->far[0]) == 0)
        p->far[1] = p->far[0];
    if (p->far[0]->variants == 0 && p->far[1]->variants == 0)
        p->far[0] = p->far[1] = NULL;
}

bool placement_bans(struct arena *arena, struct placement *p)
{
    struct maker k = {arena, p, p->rules->board};
    if (p->rules->ban_count == 0)
        return true;
    for (int player = 0; player < 2; player++) {
        struct variant variant_list[VARIANTS];
        struct asked split_list[VARIANTS];
        struct variants variants = {variant_list, 0};
        struct splits splits = {split_list, 0};
        if (!collect(&k, player, &variants) || !stands_everywhere(k.board, &variants))
            return false;
        for (int v = 0; v < variants.count; v++) {
            if (!split(&variants.list[v], 0, (struct asked){0}, &splits))
                return false;
        }
        if (!make_tables(&k, player, &splits))
            return false;
    }
    share_tables(p);
    return true;
}
