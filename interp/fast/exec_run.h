/* exec_run.h - the loop that runs register code, for sets of W words: included once for each width with W and NAME
 * defined (and RUN_ATTRIBUTE, for a processor's instructions). */
#include "exec_help.h"

#define CASE(name) L_##name:
#define DISPATCH goto *go[ip->op]
#define NEXT                                                                                                           \
    do {                                                                                                               \
        ip++;                                                                                                          \
        DISPATCH;                                                                                                      \
    } while (0)
#define JUMP                                                                                                           \
    do {                                                                                                               \
        ip = code + ip->u.j.t;                                                                                         \
        DISPATCH;                                                                                                      \
    } while (0)
/* The limit on steps of the plain evaluator may be reached, which will say so. */
#define COUNT_ROUND                                                                                                    \
    do {                                                                                                               \
        if (UNLIKELY(--e->steps_left < 0))                                                                             \
            return CODE_FAULT;                                                                                         \
    } while (0)
#define JUMP_IF(truth)                                                                                                 \
    do {                                                                                                               \
        if (truth)                                                                                                     \
            JUMP;                                                                                                      \
        NEXT;                                                                                                          \
    } while (0)
#define D (f + ip->d)
#define A (f + ip->a)
#define B (f + ip->b)
#define C (f + ip->u.j.x)
#define EACH_WORD(i) for (int i = 0; i < W; i++)
#define SITE_IN(set, site) ((site) < none && ((set)[(site) >> 6] >> ((site)&63) & 1))
#define COMBINE(expression)                                                                                            \
    do {                                                                                                               \
        uint64_t t[W];                                                                                                 \
        const uint64_t *a = A, *b = B;                                                                                 \
        (void)b;                                                                                                       \
        EACH_WORD(i)                                                                                                   \
        t[i] = (expression);                                                                                           \
        store_set(W, D, t);                                                                                            \
        NEXT;                                                                                                          \
    } while (0)

/* A set shifted by the one group of the shift p, up or down; b may be combined with it. */
#define SHIFTED(which_way, expression)                                                                                 \
    do {                                                                                                               \
        const struct shift_group *g = ((const struct shift *)ip->u.p)->groups;                                         \
        uint64_t t[W], moved[W];                                                                                       \
        const uint64_t *a = A, *b = B;                                                                                 \
        (void)b;                                                                                                       \
        EACH_WORD(i)                                                                                                   \
        t[i] = a[i] & g->mask[i];                                                                                      \
        which_way(W, moved, t, g->by < 0 ? -g->by : g->by);                                                            \
        EACH_WORD(i)                                                                                                   \
        t[i] = (expression);                                                                                           \
        store_set(W, D, t);                                                                                            \
        NEXT;                                                                                                          \
    } while (0)

#define PICK_SITE(to, set, r)                                                                                          \
    do {                                                                                                               \
        int word = pick_word(W, (set), &(r));                                                                          \
        (to) = SELECT_BIT((set)[word], (r)) + (uint64_t)word * 64;                                                     \
    } while (0)

#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
#define APART static RUN_ATTRIBUTE __attribute__((noinline))
#define HELPER(name) PASTE(NAME, name)

#include "exec_apart.h"

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
    CASE(MOVE_SITE)
    {
        const uint64_t *from = bits + B[0] * W, *to = bits + f[ip->u.j.x] * W;
        COMBINE((a[i] & ~from[i]) | to[i]);
    }
    CASE(AND_AND) COMBINE(a[i] & b[i] & C[i]);
    CASE(AND_OR) COMBINE((a[i] & b[i]) | C[i]);
    CASE(OR_AND) COMBINE((a[i] | b[i]) & C[i]);
    CASE(OR_OR) COMBINE(a[i] | b[i] | C[i]);
    CASE(OR_ANDN) COMBINE(C[i] & ~(a[i] | b[i]));
    CASE(ANDN_AND) COMBINE(a[i] & ~b[i] & C[i]);
    CASE(ANDN_OR) COMBINE((a[i] & ~b[i]) | C[i]);
    CASE(ANDN_ANDN) COMBINE(a[i] & ~b[i] & ~C[i]);
    CASE(SHIFT_UP) SHIFTED(shift_up, moved[i]);
    CASE(SHIFT_DOWN) SHIFTED(shift_down, moved[i]);
    CASE(SHIFT_UP_AND) SHIFTED(shift_up, moved[i] & b[i]);
    CASE(SHIFT_DOWN_AND) SHIFTED(shift_down, moved[i] & b[i]);
    CASE(SHIFT_UP_OR) SHIFTED(shift_up, moved[i] | b[i]);
    CASE(SHIFT_DOWN_OR) SHIFTED(shift_down, moved[i] | b[i]);
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
        int64_t number;
        if (UNLIKELY(__builtin_add_overflow((int64_t)A[0], (int64_t)B[0], &number)))
            return CODE_FAULT;
        D[0] = (uint64_t)number;
        NEXT;
    }
    CASE(NSUB)
    {
        int64_t number;
        if (UNLIKELY(__builtin_sub_overflow((int64_t)A[0], (int64_t)B[0], &number)))
            return CODE_FAULT;
        D[0] = (uint64_t)number;
        NEXT;
    }
    CASE(NMUL)
    {
        int64_t number;
        if (UNLIKELY(__builtin_mul_overflow((int64_t)A[0], (int64_t)B[0], &number)))
            return CODE_FAULT;
        D[0] = (uint64_t)number;
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
    CASE(CHAIN_SEEDS)
    {
        HELPER(_chain_seeds)(e, ip->u.p, A, D);
        NEXT;
    }
    CASE(CHAINS_SEEN)
    {
        set_copy(W, e->looked[((const struct chains *)ip->u.p)->slot], A);
        NEXT;
    }
    CASE(TEXT_SITES)
    {
        D[0] = exec_text_sites(ip->u.p, A[0], B, W);
        NEXT;
    }
    CASE(TEXT)
    {
        D[0] = exec_text(A[0], ip->u.p, TEXT_NO_SITE);
        NEXT;
    }

    CASE(JUMP) JUMP;
    CASE(ROUND)
    {
        COUNT_ROUND;
        NEXT;
    }
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
    CASE(J_LINE) CASE(J_NO_LINE)
    {
        const struct line_jump *jump = ip->u.p;
        if (HELPER(_some_line)(A, jump->rows, (int)none) == (ip->op == OP_J_LINE)) {
            ip = code + jump->aim.at;
            DISPATCH;
        }
        NEXT;
    }
    CASE(POP)
    {
        COUNT_ROUND;
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
        COUNT_ROUND;
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
    CASE(PICK_ANY)
    {
        uint32_t count = count_sites(W, A), r;
        if (count == 0)
            JUMP;
        r = below(&e->rng, count);
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
    CASE(PICK_PAIR)
    {
        const struct pairs *pairs = ip->u.p;
        uint64_t site = HELPER(_pick_pair)(e, pairs, f);
        if (site == none) {
            ip = code + pairs->aim.at;
            DISPATCH;
        }
        D[0] = site;
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
            ip = code + draw->aim.at;
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
            ip = code + slide->aim.at;
            DISPATCH;
        }
        struct slide_target to = slide->targets[first + r];
        const uint64_t *ray = slide->rays[to.dir] + from * W, *beyond = slide->rays[to.dir] + (uint64_t)to.site * W;
        EACH_WORD(i)
        out |= ray[i] & ~beyond[i] & ~B[i];
        if (out != 0) {
            ip = code + slide->aim.at;
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
        ip = code + branches->aims[i].at;
        DISPATCH;
    }
    CASE(THIN)
    {
        const struct thin *thin = ip->u.p;
        if (below(&e->rng, (uint32_t)thin->of) >= thin->keep) {
            ip = code + thin->aim.at;
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
        COUNT_ROUND;
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
        ip = code + call->aims[CALL_ENTRY].at;
        DISPATCH;
    }
    CASE(GO_ON)
    {
        const struct way *from = ip->u.p;
        uint64_t *frame = e->frame + f[1];
        const struct ins *to = code + (uint32_t)f[0];
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
        bool last = --e->plies_left <= 0 || e->has_result;
        if (last && way->late_count > 0)
            HELPER(_late)(way, f, e->frame);
        copy_all(way->copies, way->count, f, e->frame, W);
        exec_finish(e, f[way->again] != 0, f[way->passed] != 0);
        if (last)
            return CODE_DONE;
        e->steps_left = LIMIT_STEPS;
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
    CASE(NEXT_SUBSET)
    {
        COUNT_ROUND;
        JUMP_IF(!exec_next_subset(D, A, W));
    }
    CASE(PICK_SIZE) JUMP_IF(!exec_size(e, D, (int64_t)A[0], (int64_t)B[0], (uint32_t)f[ip->u.j.x]));
}

#pragma GCC diagnostic pop
