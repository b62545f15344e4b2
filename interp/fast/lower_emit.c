/* lower_emit.c - nodes, registers, what is already known, and the program that comes of it. */
#include "lower.h"

const char *const code_pass_name[PASS_COUNT] = {"reuse",  "hoist",  "unroll", "runs", "sample", "joins", "fold",
                                                "unused", "narrow", "late",   "fuse", "pairs",  "moves", "patterns"};

static const bool pure[] = {
#define OP(name, what, is_pure) is_pure,
#include "ops.def"
#undef OP
    false};

void *lower_fail(struct lower *l, const char *why)
{
    if (!l->failed)
        l->why = why;
    l->failed = true;
    return NULL;
}

/* ---- registers ---- */

uint16_t lower_reg(struct lower *l, int words)
{
    struct function *fn = l->fn;
    if (fn->frame_size + words > UINT16_MAX) {
        lower_fail(l, "too many registers");
        return 0;
    }
    uint16_t reg = (uint16_t)fn->frame_size;
    fn->frame_size += words;
    fn->depth_of[reg] = (uint8_t)fn->depth;
    return reg;
}

struct function *lower_function(struct lower *l)
{
    struct function *fn = ARENA_NEW(l->arena, struct function);
    fn->depth_of = ARENA_ARRAY(l->arena, uint8_t, UINT16_MAX + 1);
    fn->frame_size = 2; /* the continuation */
    return fn;
}

uint16_t lower_constant(struct lower *l, const uint64_t *value, int words)
{
    struct function *fn = l->fn;
    for (int i = 0; i < fn->constant_count; i++) {
        const struct constant *c = &fn->constants[i];
        if (c->words == words && memcmp(c->value, value, (size_t)words * sizeof *value) == 0)
            return c->reg;
    }
    if (fn->constant_count == fn->constant_room) {
        int room = fn->constant_room == 0 ? 32 : fn->constant_room * 2;
        struct constant *constants = ARENA_ARRAY(l->arena, struct constant, room);
        if (fn->constant_count > 0)
            memcpy(constants, fn->constants, (size_t)fn->constant_count * sizeof *constants);
        fn->constants = constants;
        fn->constant_room = room;
    }
    uint64_t *kept = ARENA_ARRAY(l->arena, uint64_t, words);
    memcpy(kept, value, (size_t)words * sizeof *kept);
    uint16_t reg = lower_reg(l, words);
    fn->depth_of[reg] = 0;
    fn->constants[fn->constant_count++] = (struct constant){reg, (uint16_t)words, kept};
    return reg;
}

uint16_t lower_number(struct lower *l, int64_t value)
{
    uint64_t word = (uint64_t)value;
    return lower_constant(l, &word, 1);
}

/* ---- nodes ---- */

static struct node *insert(struct lower *l, struct node *before)
{
    struct function *fn = l->fn;
    struct node *node = ARENA_NEW(l->arena, struct node);
    if (++l->nodes > LOWER_CODE)
        lower_fail(l, "too much code");
    node->next = before;
    node->previous = before != NULL ? before->previous : fn->last;
    if (node->previous != NULL)
        node->previous->next = node;
    else
        fn->first = node;
    if (before != NULL)
        before->previous = node;
    else
        fn->last = node;
    return node;
}

static struct node *emit_before(struct lower *l, struct node *before, enum code_op op, int d, int a, int b)
{
    struct node *node = insert(l, before);
    node->ins.op = (uint16_t)op;
    node->ins.d = (uint16_t)d;
    node->ins.a = (uint16_t)a;
    node->ins.b = (uint16_t)b;
    return node;
}

struct node *lower_emit(struct lower *l, enum code_op op, int d, int a, int b)
{
    return emit_before(l, l->fn->cursor, op, d, a, b);
}

struct node *lower_jump(struct lower *l, enum code_op op, int a, int b, struct label *to)
{
    struct node *node = lower_emit(l, op, 0, a, b);
    node->label = to;
    node->has_target = true;
    return node;
}

struct label *lower_label(struct lower *l)
{
    return ARENA_NEW(l->arena, struct label);
}

void lower_place(struct lower *l, struct label *label)
{
    lower_emit(l, (enum code_op)OP_LABEL, 0, 0, 0)->label = label;
}

/* ---- scopes and loops ---- */

int lower_enter(struct lower *l)
{
    l->fn->guard++;
    return l->fn->level++;
}

static void forget(struct function *fn, int level)
{
    int kept = 0;
    for (int i = 0; i < fn->memo_count; i++) {
        if (fn->memos[i].level <= level)
            fn->memos[kept++] = fn->memos[i];
    }
    fn->memo_count = kept;
}

void lower_leave(struct lower *l, int level)
{
    l->fn->guard--;
    l->fn->level = level;
    forget(l->fn, level);
}

/* The loop's head comes next. */
void lower_loop(struct lower *l)
{
    struct function *fn = l->fn;
    if (fn->depth + 1 >= LOWER_DEPTH) {
        lower_fail(l, "loops too deep");
        return;
    }
    struct loop *loop = &fn->loops[++fn->depth];
    loop->before = lower_emit(l, (enum code_op)OP_LABEL, 0, 0, 0);
    loop->before->label = lower_label(l);
    loop->before->dead = true; /* only a place: nothing jumps to it */
    loop->level = fn->level;
    loop->guard = fn->guard;
    fn->level++;
}

void lower_loop_end(struct lower *l)
{
    struct function *fn = l->fn;
    if (fn->depth == 0)
        return;
    fn->level = fn->loops[fn->depth].level;
    fn->guard = fn->loops[fn->depth].guard;
    fn->depth--;
    forget(fn, fn->level);
}

/* ---- instructions that only make a value ---- */

static bool dear(enum code_op op)
{
    return op == OP_FLOOD || op == OP_FLOOD_SITE || op == OP_LINES || op == OP_SOME_LINE || op == OP_G_NEXT ||
           op == OP_G_AHEAD || op == OP_G_REACH || op == OP_G_LINES;
}

/* Do sets or numbers stand in the operand? '-' neither. */
static int depth_of_operands(const struct lower *l, enum code_op op, int a, int b, uint32_t x)
{
    const uint8_t *depth_of = l->fn->depth_of;
    int depth = 0;
    if (code_operands[op][1] != '-' && depth_of[a] > depth)
        depth = depth_of[a];
    if (code_operands[op][2] != '-' && depth_of[b] > depth)
        depth = depth_of[b];
    if (x != 0 && depth_of[x] > depth) /* of these instructions, x is a register if anything */
        depth = depth_of[x];
    return depth;
}

uint16_t lower_pure(struct lower *l, enum code_op op, int a, int b, uint32_t x, const void *p)
{
    struct function *fn = l->fn;
    if (!(l->without >> PASS_REUSE & 1)) {
        for (int i = fn->memo_count - 1; i >= 0; i--) {
            const struct memo *m = &fn->memos[i];
            if (m->op == op && m->a == a && m->b == b && m->x == x && m->p == p)
                return m->d;
        }
    }
    int depth = depth_of_operands(l, op, a, b, x), level = fn->level;
    struct node *before = fn->cursor;
    if (depth < fn->depth && !(l->without >> PASS_HOIST & 1)) {
        const struct loop *loop = &fn->loops[depth + 1];
        if (!dear(op) || loop->guard == fn->guard) {
            before = loop->before;
            level = loop->level;
        } else {
            depth = fn->depth;
        }
    } else {
        depth = fn->depth;
    }
    bool set = code_operands[op][0] == 'S';
    uint16_t d = lower_reg(l, set ? l->words : 1);
    fn->depth_of[d] = (uint8_t)depth;
    struct node *node = emit_before(l, before, op, d, a, b);
    if (p != NULL)
        node->ins.u.p = p;
    else
        node->ins.u.j.x = x;
    if (fn->memo_count == fn->memo_room) {
        int room = fn->memo_room == 0 ? 256 : fn->memo_room * 2;
        struct memo *memos = ARENA_ARRAY(l->arena, struct memo, room);
        if (fn->memo_count > 0)
            memcpy(memos, fn->memos, (size_t)fn->memo_count * sizeof *memos);
        fn->memos = memos;
        fn->memo_room = room;
    }
    fn->memos[fn->memo_count++] = (struct memo){(uint16_t)op, (uint16_t)a, (uint16_t)b, d, x, p, level};
    return d;
}

/* ---- what nobody reads ---- */

/* Is x a register that the instruction reads? */
static bool reads_x(int op)
{
    return code_operands[op][3] == 'r' || code_operands[op][3] == 'R';
}

/* How often a register is read, up to many times. */
static void count_read(uint8_t *read, uint32_t reg)
{
    if (read[reg] < UINT8_MAX)
        read[reg]++;
}

static void mark_way(uint8_t *read, const struct way *way)
{
    for (int i = 0; i < way->count; i++)
        count_read(read, way->copies[i].from);
    for (int i = 0; i < way->late_count; i++)
        count_read(read, way->late[i].from);
    for (int i = 0; i < way->part_count; i++)
        count_read(read, way->parts[i]);
    count_read(read, way->again);
    count_read(read, way->passed);
    count_read(read, way->text);
}

static void mark_read(uint8_t *read, const struct node *node)
{
    const struct ins *ins = &node->ins;
    const char *what = code_operands[ins->op];
    if (what[1] != '-')
        count_read(read, ins->a);
    if (what[2] != '-')
        count_read(read, ins->b);
    switch (ins->op) {
    case OP_WAY:
    case OP_GO_ON:
    case OP_FINISH:
        mark_way(read, ins->u.p);
        return;
    case OP_FORMED:
    case OP_FOUND:
        mark_way(read, ((const struct formed *)ins->u.p)->now);
        return;
    case OP_SEEN:
        mark_way(read, ((const struct seen *)ins->u.p)->now);
        return;
    case OP_CALL: {
        const struct call *call = ins->u.p;
        for (int i = 0; i < call->count; i++)
            count_read(read, call->copies[i].from);
        return;
    }
    case OP_PICK_PAIR: {
        const struct pairs *pairs = ins->u.p;
        for (int i = 0; i < pairs->count; i++)
            count_read(read, pairs->set[i]);
        return;
    }
    case OP_SWITCH: {
        const struct branches *branches = ins->u.p;
        for (int i = 0; branches->weights != NULL && i < branches->count; i++)
            count_read(read, branches->weights[i]);
        return;
    }
    case OP_BY_SCORE: {
        const struct scores *scores = ins->u.p;
        for (int i = 0; i < scores->count; i++)
            count_read(read, scores->regs[i]);
        return;
    }
    default:
        if (reads_x(ins->op))
            count_read(read, ins->u.j.x);
        return;
    }
}

uint8_t *lower_reads(struct lower *l, const struct function *fn)
{
    uint8_t *read = ARENA_ARRAY(l->arena, uint8_t, UINT16_MAX + 1);
    for (const struct node *node = fn->first; node != NULL; node = node->next) {
        if (!node->dead)
            mark_read(read, node);
    }
    return read;
}

bool lower_writes(const struct node *node, uint16_t reg)
{
    char what = code_operands[node->ins.op][0];
    bool takes = node->ins.op == OP_POP || node->ins.op == OP_POP_DIR;
    return ((what == 'S' || what == 'N') && node->ins.d == reg) || (takes && node->ins.a == reg);
}

/* How often the node reads the register; scratch: for numbers by register, left as they happen to be. */
int lower_read_count(uint8_t *scratch, const struct node *node, uint16_t reg)
{
    scratch[reg] = 0;
    mark_read(scratch, node);
    return scratch[reg];
}

bool lower_is_pure(const struct node *node)
{
    return pure[node->ins.op];
}

/* It reads nothing but its operands, and goes on to the next instruction or along its one label. */
bool lower_is_plain(const struct node *node)
{
    int count;
    switch (node->ins.op) {
    case OP_WAY:
    case OP_GO_ON:
    case OP_FINISH:
    case OP_FORMED:
    case OP_FOUND:
    case OP_SEEN:
    case OP_ARRIVE:
    case OP_RETURN:
        return false;
    default:
        return code_aims(&node->ins, &count) == NULL;
    }
}

static void drop_unused(struct lower *l, struct function *fn)
{
    uint8_t *read = ARENA_ARRAY(l->arena, uint8_t, UINT16_MAX + 1);
    for (bool again = true; again;) {
        again = false;
        memset(read, 0, UINT16_MAX + 1);
        for (const struct node *node = fn->first; node != NULL; node = node->next) {
            if (!node->dead)
                mark_read(read, node);
        }
        for (struct node *node = fn->first; node != NULL; node = node->next) {
            if (!node->dead && pure[node->ins.op] && !read[node->ins.d]) {
                node->dead = true;
                again = true;
            }
        }
    }
}

/* ---- laying out ---- */

static bool counts_rounds(const struct node *node)
{
    while (node != NULL && (node->dead || node->ins.op == OP_LABEL))
        node = node->next;
    enum code_op op = node != NULL ? node->ins.op : OP_LABEL;
    return op == OP_POP || op == OP_POP_DIR || op == OP_TRY || op == OP_NEXT_SUBSET;
}

/* Labels that a jump leads back to begin the rounds of a loop, which are counted. */
static void find_rounds(struct function *fn)
{
    for (struct node *node = fn->first; node != NULL; node = node->next) {
        if (node->ins.op == OP_LABEL)
            node->label->placed = true;
        else if (!node->dead && node->has_target && node->label->placed)
            node->label->round = true;
    }
    for (struct node *node = fn->first; node != NULL; node = node->next) {
        if (node->ins.op == OP_LABEL && counts_rounds(node))
            node->label->round = false;
    }
}

static int number_nodes(struct function *fn, int at)
{
    for (struct node *node = fn->first; node != NULL; node = node->next) {
        if (node->ins.op == OP_LABEL) {
            node->label->at = at;
            at += node->label->round;
        } else if (!node->dead) {
            at++;
        }
    }
    return at;
}

/* Aux tables are made by the compiler and only constant for who runs the code. */
static void *writable(const void *p)
{
    void *q;
    memcpy(&q, &p, sizeof q);
    return q;
}

static void set_targets(struct node *node)
{
    int count;
    struct aim *aims = writable(code_aims(&node->ins, &count));
    if (node->has_target)
        node->ins.u.j.t = node->label->at;
    for (int i = 0; i < count; i++)
        aims[i].at = aims[i].label->at;
}

static void lay_out(struct function *fn, struct ins *code)
{
    for (struct node *node = fn->first; node != NULL; node = node->next) {
        if (node->ins.op == OP_LABEL && node->label->round)
            *code++ = (struct ins){.op = OP_ROUND};
        if (node->ins.op == OP_LABEL || node->dead)
            continue;
        set_targets(node);
        *code++ = node->ins;
    }
}

void lower_finish(struct lower *l)
{
    struct program *program = l->program;
    struct function *fns[LOWER_PROCEDURES + 1] = {l->main};
    int count = 1, size = 0, at = 0;
    for (int i = 0; i < l->procedure_count; i++) {
        struct function *fn = l->rule_codes[i]->fn;
        *l->rule_codes[i]->procedure = (struct procedure){fn->frame_size, fn->constant_count, fn->constants};
        fns[count++] = fn;
    }
    for (int i = 0; i < count; i++) {
        if (!(l->without >> PASS_UNUSED & 1))
            drop_unused(l, fns[i]);
        if (!(l->without >> PASS_MOVES & 1))
            lower_moves(l, fns[i]);
        if (!(l->without >> PASS_FUSE & 1))
            lower_fuse(l, fns[i]);
        find_rounds(fns[i]);
        size = number_nodes(fns[i], size);
    }
    program->code = ARENA_ARRAY(l->arena, struct ins, size + 1);
    program->size = size;
    for (int i = 0; i < count; i++) {
        lay_out(fns[i], program->code + at);
        at = number_nodes(fns[i], at);
    }
    program->frame_size = l->main->frame_size;
    program->constants = l->main->constants;
    program->constant_count = l->main->constant_count;
    program->calls = l->procedure_count > 0;
}
