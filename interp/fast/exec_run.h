/* exec_run.h - the loop that runs register code, for sets of W words: included once for each width with W and NAME
 * defined (and RUN_ATTRIBUTE, for a processor's instructions). */
#include "exec_help.h"

#define CASE(name) L_##name:
#define DISPATCH goto *go[ip->op]
#define NEXT          \
    do {              \
        ip++;         \
        DISPATCH;     \
    } while (0)
#define JUMP                    \
    do {                        \
        ip = code + ip->u.j.t;  \
        DISPATCH;               \
    } while (0)
#define JUMP_IF(truth) \
    do {               \
        if (truth)     \
            JUMP;      \
        NEXT;          \
    } while (0)
#define D (f + ip->d)
#define A (f + ip->a)
#define B (f + ip->b)
#define EACH_WORD(i) for (int i = 0; i < W; i++)
#define SITE_IN(set, site) ((site) < none && ((set)[(site) >> 6] >> ((site) & 63) & 1))
#define COMBINE(expression)              \
    do {                                 \
        uint64_t t[W];                   \
        const uint64_t *a = A, *b = B;   \
        (void)b;                         \
        EACH_WORD(i)                     \
        t[i] = (expression);             \
        store_set(W, D, t);              \
        NEXT;                            \
    } while (0)

#define PICK_SITE(to, set, r)                          \
    do {                                               \
        int word = pick_word(W, (set), &(r));          \
        (to) = SELECT_BIT((set)[word], (r)) + (uint64_t)word * 64; \
    } while (0)


#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
#define APART static RUN_ATTRIBUTE __attribute__((noinline))
#define HELPER(name) PASTE(NAME, name)

/* What takes many registers of the processor stands apart, so that the loop keeps its own. */
APART void HELPER(_shift)(uint64_t *out, const uint64_t *in, const struct shift *shift, int none)
{
    uint64_t t[W];
    shift_any(W, t, in, shift, none);
    store_set(W, out, t);
}

APART void HELPER(_shift_times)(uint64_t *out, const uint64_t *in, const struct shift *shift, int64_t n, int none)
{
    uint64_t t[W];
    shift_times(W, t, in, shift, n, none);
    store_set(W, out, t);
}

APART void HELPER(_next_set)(uint64_t *out, const uint64_t *in, const struct dirset *dirset, int none)
{
    uint64_t t[W];
    next_set(W, t, in, dirset, none);
    store_set(W, out, t);
}

APART void HELPER(_flood)(uint64_t *out, const uint64_t *from, const uint64_t *within, const struct dirset *dirset,
                          int none)
{
    uint64_t t[W];
    flood(W, t, from, within, dirset, none);
    store_set(W, out, t);
}

APART void HELPER(_flood_site)(uint64_t *out, uint64_t site, const uint64_t *bits, const uint64_t *within,
                               const struct dirset *dirset, int none)
{
    uint64_t t[W];
    flood_site(W, t, site, bits + site * W, within, dirset, none);
    store_set(W, out, t);
}

APART void HELPER(_lines)(uint64_t *out, const uint64_t *in, const struct rows *rows, int none)
{
    uint64_t t[W];
    find_lines(W, t, in, rows, none);
    store_set(W, out, t);
}

APART bool HELPER(_some_line)(const uint64_t *in, const struct rows *rows, int none)
{
    return some_line(W, in, rows, none);
}

APART uint64_t HELPER(_longest)(const uint64_t *in, const struct shift *shift, int none)
{
    return longest_row(W, in, shift, none);
}

APART uint64_t HELPER(_run_weight)(const uint64_t *in, const struct run_draw *draw, int none)
{
    return run_weight(W, in, draw, none);
}

/* The site; the length into *length. */
APART uint64_t HELPER(_pick_run)(struct exec *e, const uint64_t *in, uint64_t ways, const struct run_draw *draw,
                                 uint64_t *length, int none)
{
    uint64_t row[W], r = below(&e->rng, (uint32_t)ways), site;
    set_copy(W, row, in);
    for (uint64_t k = 1;; k++) {
        uint64_t count = count_sites(W, row), weight = draw->weighted ? count * k : count, moved[W];
        if (r < weight || count == 0) {
            uint32_t i = (uint32_t)(draw->weighted ? r / k : r);
            *length = k;
            PICK_SITE(site, row, i);
            return site;
        }
        r -= weight;
        next_one(W, moved, row, draw->shift, none);
        set_and(W, row, in, moved);
    }
}

APART bool HELPER(_joins)(struct exec *e, const struct joins *test, const uint64_t *stones, int none)
{
    return joins(W, e, test, stones, none);
}

APART enum way_fate HELPER(_way)(struct exec *e, const struct way *way, const uint64_t *f)
{
    enum way_fate fate = exec_way(e, way, f, W);
    if (fate == WAY_TAKEN) {
        copy_way(way, f, e->frame, W);
        if (e->keep_all)
            exec_keep(e);
    }
    return fate;
}

APART int HELPER(_branch)(struct exec *e, const struct branches *branches, const uint64_t *f)
{
    return pick_branch(e, branches, f);
}

/* False: the set has fewer sites. */
APART bool HELPER(_subset)(struct exec *e, uint64_t *out, const uint64_t *of, int64_t size)
{
    uint64_t rest[W], chosen[W];
    uint32_t count = count_sites(W, of);
    if (size < 0 || count < size)
        return false;
    set_copy(W, rest, of);
    set_clear(W, chosen);
    for (; size > 0; size--) {
        uint32_t r = below(&e->rng, count--);
        uint64_t site;
        PICK_SITE(site, rest, r);
        set_add(chosen, (int)site);
        set_remove(rest, (int)site);
    }
    store_set(W, out, chosen);
    return true;
}

/* The new frame, or NULL: no room. */
APART uint64_t *HELPER(_call)(struct exec *e, const struct call *call, const uint64_t *f, uint64_t *frame)
{
    const struct procedure *procedure = call->procedure;
    if (frame + procedure->frame_size > e->frames_end)
        return NULL;
    for (int i = 0; i < procedure->constant_count; i++) {
        const struct constant *c = &procedure->constants[i];
        set_copy(c->words, frame + c->reg, c->value);
    }
    for (int i = 0; i < call->count; i++) {
        const struct copy *c = &call->copies[i];
        if (c->words == W)
            set_copy(W, frame + c->to, f + c->from);
        else
            frame[c->to] = f[c->from];
    }
    frame[0] = (uint64_t)call->next;
    frame[1] = (uint64_t)(f - e->frame);
    return frame;
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"

RUN_ATTRIBUTE
enum code_stop NAME(struct exec *e, int32_t entry)
{
    static const void *const go[] = {
#define OP(name, operands, pure) &&L_##name,
#include "ops.def"
#undef OP
    };
    const struct program *program = e->program;
    const struct ins *code = program->code, *ip = code + entry;
    const uint64_t none = (uint64_t)program->none, *bits = program->bits;
    uint64_t *f = e->frame, *top = f + program->frame_size;
    struct activation *stack = e->stack, *stack_end = stack + e->stack_room;
    DISPATCH;

    CASE(MOVE) COMBINE(a[i]);
    CASE(CLEAR)
    {
        set_clear(W, D);
        NEXT;
    }
    CASE(AND) COMBINE(a[i] & b[i]);
    CASE(OR) COMBINE(a[i] | b[i]);
    CASE(INTO) COMBINE(a[i] | b[i]);
    CASE(ANDN) COMBINE(a[i] & ~b[i]);
    CASE(XOR) COMBINE(a[i] ^ b[i]);
    CASE(BIT)
    {
        set_copy(W, D, bits + A[0] * W);
        NEXT;
    }
    CASE(ADD_SITE) CASE(INTO_SITE)
    {
        const uint64_t *bit = bits + B[0] * W;
        COMBINE(a[i] | bit[i]);
    }
    CASE(DROP_SITE)
    {
        const uint64_t *bit = bits + B[0] * W;
        COMBINE(a[i] & ~bit[i]);
    }
    CASE(CARRY_SITE)
    {
        const uint64_t *from = bits + B[0] * W, *to = bits + f[ip->u.j.x] * W;
        if (SITE_IN(A, B[0]))
            COMBINE((a[i] & ~from[i]) | to[i]);
        COMBINE(a[i]);
    }
    CASE(SHIFT_UP)
    {
        const struct shift_group *g = ((const struct shift *)ip->u.p)->groups;
        uint64_t t[W];
        EACH_WORD(i)
        t[i] = A[i] & g->mask[i];
        uint64_t moved[W];
        shift_up(W, moved, t, g->by);
        store_set(W, D, moved);
        NEXT;
    }
    CASE(SHIFT_DOWN)
    {
        const struct shift_group *g = ((const struct shift *)ip->u.p)->groups;
        uint64_t t[W];
        EACH_WORD(i)
        t[i] = A[i] & g->mask[i];
        uint64_t moved[W];
        shift_down(W, moved, t, -g->by);
        store_set(W, D, moved);
        NEXT;
    }
    CASE(SHIFT)
    {
        HELPER(_shift)(D, A, ip->u.p, (int)none);
        NEXT;
    }
    CASE(SHIFT_TIMES)
    {
        HELPER(_shift_times)(D, A, ip->u.p, (int64_t)B[0], (int)none);
        NEXT;
    }
    CASE(NEXT_SET)
    {
        HELPER(_next_set)(D, A, ip->u.p, (int)none);
        NEXT;
    }
    CASE(TABLE)
    {
        set_copy(W, D, (const uint64_t *)ip->u.p + A[0] * W);
        NEXT;
    }
    CASE(RUN_SET)
    {
        const uint64_t *rays = ip->u.p, *from = rays + A[0] * W, *beyond = rays + B[0] * W;
        uint64_t t[W];
        EACH_WORD(i)
        t[i] = from[i] & ~beyond[i];
        store_set(W, D, t);
        NEXT;
    }
    CASE(RUN_WITH)
    {
        const uint64_t *rays = ip->u.p, *from = rays + A[0] * W, *beyond = rays + B[0] * W, *bit = bits + A[0] * W;
        uint64_t t[W];
        EACH_WORD(i)
        t[i] = (from[i] & ~beyond[i]) | bit[i];
        store_set(W, D, t);
        NEXT;
    }
    CASE(FLOOD)
    {
        HELPER(_flood)(D, A, B, ip->u.p, (int)none);
        NEXT;
    }
    CASE(FLOOD_SITE)
    {
        HELPER(_flood_site)(D, A[0], bits, B, ip->u.p, (int)none);
        NEXT;
    }
    CASE(LINES)
    {
        HELPER(_lines)(D, A, ip->u.p, (int)none);
        NEXT;
    }
    CASE(SOME_LINE)
    {
        D[0] = HELPER(_some_line)(A, ip->u.p, (int)none);
        NEXT;
    }
    CASE(G_NEXT)
    {
        uint64_t t[BITSET_WORDS] = {0};
        geometry_next(program->rules->board, A, B[0], (int64_t)f[ip->u.j.x], t);
        store_set(W, D, t);
        NEXT;
    }
    CASE(G_AHEAD)
    {
        uint64_t t[BITSET_WORDS] = {0};
        geometry_ahead(program->rules->board, A, B[0], (int64_t)f[ip->u.j.x], t);
        store_set(W, D, t);
        NEXT;
    }
    CASE(G_REACH)
    {
        uint64_t t[BITSET_WORDS] = {0};
        geometry_reach(program->rules->board, A, B, f[ip->u.j.x], t);
        store_set(W, D, t);
        NEXT;
    }
    CASE(G_LINES)
    {
        uint64_t t[BITSET_WORDS] = {0};
        geometry_lines(program->rules->board, A, (int64_t)B[0], f[ip->u.j.x], t);
        store_set(W, D, t);
        NEXT;
    }
    CASE(RANK) CASE(FILE_)
    {
        uint64_t t[BITSET_WORDS] = {0};
        if (ip->op == OP_RANK)
            board_rank(program->rules->board, (int64_t)A[0], t);
        else
            board_file(program->rules->board, (int64_t)A[0], t);
        store_set(W, D, t);
        NEXT;
    }
    CASE(FOUND)
    {
        exec_found(e, ip->u.p, f, D, W);
        NEXT;
    }
    CASE(FORMED)
    {
        D[0] = exec_formed(e, ip->u.p, f, W);
        NEXT;
    }
    CASE(SEEN)
    {
        D[0] = exec_seen(e, ip->u.p, f, W);
        NEXT;
    }
    CASE(NMOVE)
    {
        D[0] = A[0];
        NEXT;
    }
    CASE(NADD)
    {
        D[0] = A[0] + B[0];
        NEXT;
    }
    CASE(NSUB)
    {
        D[0] = A[0] - B[0];
        NEXT;
    }
    CASE(NMUL)
    {
        D[0] = A[0] * B[0];
        NEXT;
    }
    CASE(NAND)
    {
        D[0] = A[0] & B[0];
        NEXT;
    }
    CASE(NOR)
    {
        D[0] = A[0] | B[0];
        NEXT;
    }
    CASE(NANDN)
    {
        D[0] = A[0] & ~B[0];
        NEXT;
    }
    CASE(OPPOSITE)
    {
        D[0] = board_opposites(program->rules->board, A[0]);
        NEXT;
    }
    CASE(COUNT)
    {
        D[0] = (uint64_t)count_sites(W, A);
        NEXT;
    }
    CASE(COUNT_BITS)
    {
        D[0] = (uint64_t)__builtin_popcountll(A[0]);
        NEXT;
    }
    CASE(LONGEST)
    {
        D[0] = HELPER(_longest)(A, ip->u.p, (int)none);
        NEXT;
    }
    CASE(IS_SITE)
    {
        D[0] = A[0] != none;
        NEXT;
    }
    CASE(ONE)
    {
        int site = set_next(W, A, 0);
        D[0] = site < 0 ? none : (uint64_t)site;
        NEXT;
    }
    CASE(SITE_AND)
    {
        uint64_t site = A[0];
        D[0] = SITE_IN(B, site) ? site : none;
        NEXT;
    }
    CASE(SITE_ANDN)
    {
        uint64_t site = A[0];
        D[0] = SITE_IN(B, site) ? none : site;
        NEXT;
    }
    CASE(SITE_IF)
    {
        D[0] = B[0] == none ? none : A[0];
        NEXT;
    }
    CASE(STEP)
    {
        D[0] = ((const uint16_t *)ip->u.p)[A[0]];
        NEXT;
    }
    CASE(STEP_TIMES)
    {
        D[0] = step_times(ip->u.p, A[0], (int64_t)B[0], none);
        NEXT;
    }
    CASE(STEP_AHEAD)
    {
        D[0] = (int64_t)B[0] <= 0 ? A[0] : step_times(ip->u.p, A[0], (int64_t)B[0], none);
        NEXT;
    }
    CASE(STEP_ALONG)
    {
        uint64_t site = A[0], dirs = B[0] & program->rules->board->used;
        int to = site == none || dirs == 0 ? -1 : program->step[(uint64_t)__builtin_ctzll(dirs) * none + site];
        D[0] = to < 0 ? none : (uint64_t)to;
        NEXT;
    }
    CASE(LAST)
    {
        const uint16_t *steps = ip->u.p;
        const uint64_t *within = B;
        uint64_t site = A[0], to = steps[site];
        while (SITE_IN(within, to)) {
            site = to;
            to = steps[site];
        }
        D[0] = site;
        NEXT;
    }
    CASE(BEYOND)
    {
        const uint16_t *steps = ip->u.p;
        const uint64_t *within = B;
        uint64_t to = steps[A[0]];
        while (SITE_IN(within, to))
            to = steps[to];
        D[0] = to;
        NEXT;
    }
    CASE(STEP_IF)
    {
        D[0] = A[0] == B[0] ? none : ((const uint16_t *)ip->u.p)[B[0]];
        NEXT;
    }
    CASE(JOINS)
    {
        D[0] = HELPER(_joins)(e, ip->u.p, A, (int)none);
        NEXT;
    }
    CASE(TEXT_SITES)
    {
        D[0] = exec_text(A[0], B, W);
        NEXT;
    }
    CASE(TEXT)
    {
        D[0] = exec_text_mix(A[0] | 0xffff, ip->u.j.x) | 0xffff;
        NEXT;
    }

    CASE(JUMP) JUMP;
    CASE(J_ZERO) JUMP_IF(A[0] == 0);
    CASE(J_NONZERO) JUMP_IF(A[0] != 0);
    CASE(J_SOME) JUMP_IF(set_some(W, A));
    CASE(J_NO) JUMP_IF(!set_some(W, A));
    CASE(J_IN) JUMP_IF(set_within(W, A, B));
    CASE(J_NOT_IN) JUMP_IF(!set_within(W, A, B));
    CASE(J_MEET) JUMP_IF(set_meets(W, A, B));
    CASE(J_APART) JUMP_IF(!set_meets(W, A, B));
    CASE(J_SAME) JUMP_IF(set_equal(W, A, B));
    CASE(J_DIFFER) JUMP_IF(!set_equal(W, A, B));
    CASE(J_HAS) JUMP_IF(SITE_IN(A, B[0]));
    CASE(J_HAS_NOT) JUMP_IF(!SITE_IN(A, B[0]));
    CASE(J_OUTSIDE) JUMP_IF(B[0] != none && !SITE_IN(A, B[0]));
    CASE(J_NOT_OUTSIDE) JUMP_IF(B[0] == none || SITE_IN(A, B[0]));
    CASE(J_SITE) JUMP_IF(A[0] != none);
    CASE(J_NO_SITE) JUMP_IF(A[0] == none);
    CASE(J_EQ) JUMP_IF(A[0] == B[0]);
    CASE(J_NE) JUMP_IF(A[0] != B[0]);
    CASE(J_LT) JUMP_IF((int64_t)A[0] < (int64_t)B[0]);
    CASE(J_LE) JUMP_IF((int64_t)A[0] <= (int64_t)B[0]);
    CASE(J_DIR_IN) JUMP_IF((A[0] & ~B[0]) == 0);
    CASE(J_NDIR_IN) JUMP_IF((A[0] & ~B[0]) != 0);
    CASE(POP)
    {
        uint64_t *a = A;
        EACH_WORD(i)
        {
            if (a[i] != 0) {
                D[0] = (uint64_t)(i * 64 + __builtin_ctzll(a[i]));
                a[i] &= a[i] - 1;
                NEXT;
            }
        }
        JUMP;
    }
    CASE(POP_DIR)
    {
        uint64_t *a = A;
        if (a[0] == 0)
            JUMP;
        D[0] = a[0] & -a[0];
        a[0] &= a[0] - 1;
        NEXT;
    }
    CASE(PICK)
    {
        if (B[0] == 0)
            JUMP;
        uint32_t r = below(&e->rng, (uint32_t)B[0]);
        PICK_SITE(D[0], A, r);
        NEXT;
    }
    CASE(PICK_OF)
    {
        uint32_t r = below(&e->rng, ip->u.j.x);
        if (r >= (uint32_t)count_sites(W, A))
            JUMP;
        PICK_SITE(D[0], A, r);
        NEXT;
    }
    CASE(PICK_DIR)
    {
        uint64_t dirs = A[0];
        uint32_t r = below(&e->rng, ip->u.j.x);
        for (; r > 0 && dirs != 0; r--)
            dirs &= dirs - 1;
        if (dirs == 0)
            JUMP;
        D[0] = dirs & -dirs;
        NEXT;
    }
    CASE(PICK_NUMBER)
    {
        int64_t number = (int64_t)A[0] + below(&e->rng, ip->u.j.x);
        if (number > (int64_t)B[0])
            JUMP;
        D[0] = (uint64_t)number;
        NEXT;
    }
    CASE(PICK_UP_TO)
    {
        int64_t number = (int64_t)A[0] + below(&e->rng, (uint32_t)f[ip->u.j.x]);
        if (number > (int64_t)B[0])
            JUMP;
        D[0] = (uint64_t)number;
        NEXT;
    }
    CASE(RUN_WEIGHT)
    {
        D[0] = HELPER(_run_weight)(A, ip->u.p, (int)none);
        NEXT;
    }
    CASE(PICK_RUN)
    {
        const struct run_draw *draw = ip->u.p;
        if (B[0] == 0 || B[0] > UINT32_MAX) {
            ip = code + draw->target;
            DISPATCH;
        }
        D[0] = HELPER(_pick_run)(e, A, B[0], draw, f + draw->length, (int)none);
        NEXT;
    }
    CASE(PICK_SLIDE)
    {
        const struct slide *slide = ip->u.p;
        uint64_t from = A[0], out = 0;
        uint32_t r = below(&e->rng, slide->most), first = slide->start[from];
        if (r >= slide->start[from + 1] - first) {
            ip = code + slide->target;
            DISPATCH;
        }
        struct slide_target to = slide->targets[first + r];
        const uint64_t *ray = slide->rays[to.dir] + from * W, *beyond = slide->rays[to.dir] + (uint64_t)to.site * W;
        EACH_WORD(i)
        out |= ray[i] & ~beyond[i] & ~B[i];
        if (out != 0) {
            ip = code + slide->target;
            DISPATCH;
        }
        D[0] = to.site;
        NEXT;
    }
    CASE(PICK_SET)
    {
        if (!HELPER(_subset)(e, D, A, (int64_t)B[0]))
            JUMP;
        NEXT;
    }
    CASE(SWITCH)
    {
        const struct branches *branches = ip->u.p;
        int i = HELPER(_branch)(e, branches, f);
        if (i < 0) /* no branch has a way: all are gone through, to the same end */
            i = 0;
        ip = code + branches->targets[i];
        DISPATCH;
    }
    CASE(THIN)
    {
        const struct thin *thin = ip->u.p;
        if (below(&e->rng, (uint32_t)thin->of) >= thin->keep) {
            ip = code + thin->target;
            DISPATCH;
        }
        NEXT;
    }
    CASE(SET_TRIES)
    {
        uint32_t *tries = &e->tries[ip->u.j.x];
        D[0] = *tries;
        *tries = *tries >= CODE_TRIES - CODE_TRIES / 4 ? CODE_TRIES : *tries + *tries / 4;
        NEXT;
    }
    CASE(TRY)
    {
        if (D[0]-- != 0)
            NEXT;
        uint32_t *tries = &e->tries[ip->u.j.x];
        *tries = *tries >= 64 ? *tries / 4 : 16;
        JUMP;
    }
    CASE(BEGIN)
    {
        e->ways = 0;
        NEXT;
    }
    CASE(WAY)
    {
        if (HELPER(_way)(e, ip->u.p, f) == WAY_FAULT)
            return CODE_FAULT;
        NEXT;
    }
    CASE(J_NO_WAY) JUMP_IF(e->ways == 0);
    CASE(CALL)
    {
        const struct call *call = ip->u.p;
        uint64_t *frame = HELPER(_call)(e, call, f, top);
        if (stack == stack_end || frame == NULL)
            return CODE_FAULT;
        *stack++ = (struct activation){ip + 1, f, top};
        f = frame;
        top = frame + call->procedure->frame_size;
        ip = code + call->entry;
        DISPATCH;
    }
    CASE(GO_ON)
    {
        const struct way *from = ip->u.p;
        uint64_t *frame = e->frame + f[1];
        const struct ins *to = code + f[0];
        const struct way *arrive = to->u.p;
        if (stack == stack_end)
            return CODE_FAULT;
        for (int i = 0; i < from->part_count; i++) {
            if (from->sizes[i] == W)
                set_copy(W, frame + arrive->parts[i], f + from->parts[i]);
            else
                frame[arrive->parts[i]] = f[from->parts[i]];
        }
        *stack++ = (struct activation){ip + 1, f, top};
        f = frame;
        ip = to + 1;
        DISPATCH;
    }
    CASE(RETURN)
    {
        stack--;
        ip = stack->back;
        f = stack->frame;
        top = stack->top;
        DISPATCH;
    }
    CASE(ARRIVE) NEXT;
    CASE(WON)
    {
        e->has_result = true;
        e->head.end = (uint8_t)ip->u.j.x;
        e->head.result = ip->a ? RESULT_WIN : RESULT_DRAW;
        if (ip->a)
            e->head.winner = (uint8_t)ip->b;
        NEXT;
    }
    CASE(BY_SCORE)
    {
        exec_score(e, ip->u.p, f);
        NEXT;
    }
    CASE(FINISH)
    {
        const struct way *way = ip->u.p;
        copy_way(way, f, e->frame, W);
        exec_finish(e, f[way->again] != 0, f[way->passed] != 0);
        if (--e->plies_left <= 0 || e->has_result)
            return CODE_DONE;
        ip = code + e->turn[e->head.to_move];
        DISPATCH;
    }
    CASE(STOP)
    {
        if (e->keep_all)
            return CODE_STOPPED;
        if (e->ways == 0)
            return CODE_STUCK;
        JUMP;
    }
    CASE(STUCK) return CODE_STUCK;
    CASE(FAULT) return CODE_FAULT;
    CASE(START)
    {
        set_copy(W, D, e->frame + program->start + ip->u.j.x);
        NEXT;
    }
    CASE(OUT)
    {
        exec_out(e, (int)ip->u.j.x, ip->b);
        NEXT;
    }
    CASE(SUBSETS)
    {
        D[0] = (uint64_t)list_binomial(count_sites(W, A), (int64_t)B[0], INT64_MAX);
        NEXT;
    }
    CASE(SUBSET)
    {
        if (list_binomial(count_sites(W, A), (int64_t)B[0], INT64_MAX) > LIMIT_STEPS)
            return CODE_FAULT; /* the plain evaluator will not go through them either, and says so */
        JUMP_IF(!exec_subset(D, A, (int64_t)B[0], W));
    }
    CASE(NEXT_SUBSET) JUMP_IF(!exec_next_subset(D, A, W));
    CASE(PICK_SIZE) JUMP_IF(!exec_size(e, D, (int64_t)A[0], (int64_t)B[0], (uint32_t)f[ip->u.j.x]));
}

#pragma GCC diagnostic pop
