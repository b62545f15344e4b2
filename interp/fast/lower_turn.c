/* lower_turn.c - whole turns: what a mover may do, drawn at random or all of it, and what the ends make of it. */
#include "lower.h"

enum { JUDGED_APART = 3 }; /* so many ways of a turn get the ends' code in place, with all that is known there */

/* ---- parts of a position ---- */

static void add_part(struct lower *l, int size, int *offset)
{
    if (l->part_count >= LOWER_PARTS) {
        lower_fail(l, "too many states");
        return;
    }
    l->part_size[l->part_count] = (uint16_t)size;
    l->part_offset[l->part_count++] = (uint16_t)*offset;
    *offset += size;
}

static void make_parts(struct lower *l)
{
    const struct rules *rules = l->rules;
    int offset = 0;
    for (int i = 0; i < rules->player_count + rules->neutral_count + rules->kind_count + 1; i++)
        add_part(l, l->words, &offset);
    for (int i = 0; i < rules->state_count; i++) {
        int players = rules->states[i].per_player ? rules->player_count : 1;
        for (int p = 0; p < players; p++)
            add_part(l, rules->states[i].kind == KIND_SITES ? l->words : 1, &offset);
    }
    add_part(l, l->words, &offset); /* placed, captured */
    add_part(l, l->words, &offset);
    l->program->block_words = offset;
    l->program->part_count = l->part_count;
}

static struct spot spot_at(struct lower *l, uint16_t block)
{
    struct spot spot = {0};
    const struct rules *rules = l->rules;
    int players = CLASS_PLAYER * ((1 << rules->player_count) - 1);
    for (int i = 0; i < l->part_count; i++) {
        spot.part[i] = (uint16_t)(block + l->part_offset[i]);
        int n = i - rules->player_count, k = n - rules->neutral_count;
        int class = n < 0 ? CLASS_PLAYER << i : k < 0 ? CLASS_NEUTRAL : k < rules->kind_count ? players : CLASS_ANY;
        spot.class[i] = (uint16_t) class;
    }
    uint64_t none[BITSET_WORDS] = {0};
    spot.free_class = CLASS_EMPTY;
    l->nowhere = lower_fixed_set(l, none);
    spot.placed = spot.captured = lower_fixed_set(l, none);
    spot.acted = spot.passed = spot.again = spot.wrote = lower_fixed_word(0);
    spot.text = lower_fixed_word(TEXT_NO_SITE);
    return spot;
}

static void forget_all(struct lower *l)
{
    l->fn->memo_count = 0;
}

/* ---- the ends ---- */

static void lower_ending(struct lower *l, int i)
{
    enum ending ending = l->rules->ends[i].ending;
    int players = l->rules->player_count;
    if (ending == END_LOSE && players > 2)
        ending = END_OUT;
    switch (ending) {
    case END_WIN:
    case END_LOSE:
        lower_emit(l, OP_WON, 0, 1, ending == END_WIN ? l->mover : 1 - l->mover)->ins.u.j.x = (uint32_t)i;
        return;
    case END_DRAW:
        lower_emit(l, OP_WON, 0, 0, 0)->ins.u.j.x = (uint32_t)i;
        return;
    case END_SCORE: {
        int viewer = l->viewer;
        struct scores *scores = ARENA_NEW(l->arena, struct scores);
        *scores = (struct scores){.end = i, .count = players};
        for (l->viewer = 0; l->viewer < players; l->viewer++)
            scores->regs[l->viewer] = lower_as_word(l, lower_word(l, l->rules->score));
        l->viewer = viewer;
        lower_emit(l, OP_BY_SCORE, 0, 0, 0)->ins.u.p = scores;
        return;
    }
    case END_OUT:
        lower_emit(l, OP_OUT, 0, 0, l->mover)->ins.u.j.x = (uint32_t)i;
        l->spot.again = lower_fixed_word(0); /* another has the move */
        return;
    case END_PASS:
        return;
    }
}

/* No rule sees what the last turn changed: only who asks for the position does. */
static void change_late(struct lower *l, struct way *way, int changed)
{
    way->late = ARENA_ARRAY(l->arena, struct copy, changed + 1);
    way->late_to = l->begin.part[changed];
    for (int i = 0; i < changed; i++) {
        if (l->spot.part[i] != l->begin.part[i])
            way->late[way->late_count++] = (struct copy){l->spot.part[i], l->begin.part[i], l->part_size[i]};
    }
}

/* What becomes the position: the parts that differ from the one at the start. */
static void lower_done(struct lower *l)
{
    struct way *way = lower_way(l, true);
    int changed = lower_changed_part(l);
    bool late = !l->keeps_changed;
    if (late)
        change_late(l, way, changed);
    for (int i = 0; i < l->part_count - 2; i++) {
        if (late && way->late_count > 0 && i == changed)
            continue;
        uint16_t from = i == changed ? lower_as_set(l, lower_changed(l)) : l->spot.part[i];
        if (from == l->begin.part[i])
            continue;
        if (from >= l->program->start && from < l->program->start + l->program->block_words) {
            uint16_t apart = lower_reg(l, l->part_size[i]); /* the block is being overwritten */
            lower_emit(l, l->part_size[i] == l->words ? OP_MOVE : OP_NMOVE, apart, from, 0);
            from = apart;
        }
        way->copies[way->count++] = (struct copy){from, l->begin.part[i], l->part_size[i]};
    }
    way->part_count = 0;
    lower_emit(l, OP_FINISH, 0, 0, 0)->ins.u.p = way;
}

static void lower_judge(struct lower *l)
{
    struct val passes = l->passes;
    l->viewer = l->mover;
    l->passes = lower_fixed_word(0);
    if (!l->spot.passed.fixed || l->spot.passed.word != 0) {
        uint16_t more = lower_pure(l, OP_NADD, passes.reg, lower_number(l, 1), 0, NULL);
        l->passes = (struct val){.rep = REP_WORD, .reg = more};
        if (!l->spot.passed.fixed) {
            uint16_t reg = lower_reg(l, 1);
            struct label *out = lower_label(l);
            lower_emit(l, OP_NMOVE, reg, lower_number(l, 0), 0);
            lower_jump(l, OP_J_ZERO, l->spot.passed.reg, 0, out);
            lower_emit(l, OP_NMOVE, reg, more, 0);
            lower_place(l, out);
            l->passes.reg = reg;
        }
    }
    for (int i = 0; i < l->rules->end_count && !l->failed; i++) {
        const struct end *end = &l->rules->ends[i];
        struct label *next = lower_label(l);
        if (end->when != NULL)
            lower_if(l, end->when, false, next);
        struct val again = l->spot.again;
        int level = lower_enter(l);
        lower_ending(l, i);
        lower_done(l);
        lower_leave(l, level);
        l->spot.again = again;
        lower_place(l, next);
        forget_all(l); /* what the condition made may not have been made when it does not hold */
    }
    lower_done(l);
    l->passes = passes;
}

/* ---- the end of a way ---- */

static void must_hold(struct lower *l, struct val a, struct val b)
{
    if ((a.fixed && a.word == 1) || (b.fixed && b.word == 1))
        return;
    struct label *out = lower_label(l);
    if (!a.fixed)
        lower_jump(l, OP_J_NONZERO, a.reg, 0, out);
    if (!b.fixed)
        lower_jump(l, OP_J_NONZERO, b.reg, 0, out);
    lower_emit(l, OP_FAULT, 0, 0, 0);
    lower_place(l, out);
}

/* The parts that somebody reads into the block `now`. */
static struct way *to_now(struct lower *l)
{
    struct way *way = lower_way(l, true);
    uint16_t at = l->program->now;
    int last = way->part_count;
    for (int i = 0; i < last; i++) {
        bool kept = i == last - 1                ? l->keeps_captured
                    : i == last - 2              ? l->keeps_placed
                    : i == lower_changed_part(l) ? l->keeps_changed
                                                 : true;
        if (kept)
            way->copies[way->count++] = (struct copy){way->parts[i], at, way->sizes[i]};
        at = (uint16_t)(at + way->sizes[i]);
        if (i < last - 2)
            way->result_count = way->count;
    }
    way->part_count = 0;
    return way;
}

void lower_way_end(struct lower *l)
{
    struct val no = lower_fixed_word(0);
    l->viewer = l->mover;
    must_hold(l, l->spot.wrote, no);
    must_hold(l, l->spot.acted, l->spot.passed);
    struct label *after_bans = lower_label(l);
    if (l->rules->ban_count > 0 && !(l->spot.passed.fixed && l->spot.passed.word == 1)) {
        if (!l->spot.passed.fixed)
            lower_jump(l, OP_J_NONZERO, l->spot.passed.reg, 0, after_bans);
        for (int i = 0; i < l->rules->ban_count; i++) {
            if (i >= 64 || !(l->bans_judged >> i & 1))
                lower_if(l, l->rules->bans[i].truth, true, l->fail);
        }
    }
    lower_place(l, after_bans);
    if (l->mode == MODE_ALL) {
        struct way *way = to_now(l);
        lower_emit(l, OP_WAY, 0, 0, 0)->ins.u.p = way;
    } else if (l->judged < JUDGED_APART) {
        struct memo *memos = l->fn->memos;
        int count = l->fn->memo_count, level = lower_enter(l);
        l->judged++;
        struct memo *kept = ARENA_ARRAY(l->arena, struct memo, count + 1);
        if (count > 0)
            memcpy(kept, memos, (size_t)count * sizeof *kept);
        lower_judge(l);
        lower_leave(l, level);
        if (count > 0)
            memcpy(l->fn->memos, kept, (size_t)count * sizeof *kept);
        l->fn->memo_count = count;
    } else {
        struct way *way = to_now(l);
        lower_emit(l, OP_BEGIN, 0, 0, 0);
        lower_emit(l, OP_WAY, 0, 0, 0)->ins.u.p = way;
        lower_jump(l, OP_JUMP, 0, 0, l->judge);
    }
}

/* ---- turns ---- */

/* Where the code of a mover begins; see `entry`. */
struct way_in {
    struct label *turn, *all, *judge;
};

static void begin_turn(struct lower *l, enum lower_mode mode)
{
    l->spot = l->begin;
    l->viewer = l->mover;
    l->mode = mode;
    l->tried = l->trial = l->probing = l->unsampled = false;
    l->branching = l->judged = 0;
    forget_all(l);
}

/* Drawn at random; left out if the turn cannot be. */
static void lower_random(struct lower *l, const struct turn *turn)
{
    struct function *fn = l->fn;
    struct node *last = fn->last;
    int depth = fn->depth, level = fn->level, guard = fn->guard;
    l->env = lower_env(l, turn->steps->slots);
    l->fail = l->exhausted;
    lower_run(l, turn->steps->body, NULL);
    if (l->unsampled && !l->failed) {
        last->next = NULL;
        fn->last = last;
        fn->depth = depth;
        fn->level = level;
        fn->guard = guard;
    }
    l->unsampled = false;
}

static void lower_turns(struct lower *l, enum lower_mode mode)
{
    bool samples = l->rules->moves_mode == MOVES_DISTINCT && !(l->without >> PASS_SAMPLE & 1);
    for (int i = 0; i < l->rules->turn_count && !l->failed; i++) {
        const struct turn *turn = &l->rules->turns[i];
        struct label *next = lower_label(l);
        begin_turn(l, mode);
        if (turn->when != NULL)
            lower_if(l, turn->when, false, next);
        forget_all(l);
        if (mode == MODE_RANDOM) {
            if (samples)
                lower_random(l, turn);
            lower_jump(l, OP_JUMP, 0, 0, l->exhausted);
        } else {
            struct label *out = lower_label(l);
            l->fail = out;
            l->env = lower_env(l, turn->steps->slots);
            lower_run(l, turn->steps->body, NULL);
            lower_place(l, out);
            lower_jump(l, OP_STOP, 0, 0, l->judge);
        }
        lower_place(l, next);
        if (turn->when == NULL)
            break;
    }
    if (mode == MODE_RANDOM)
        lower_jump(l, OP_JUMP, 0, 0, l->exhausted);
    else
        lower_jump(l, OP_STOP, 0, 0, l->judge);
}

static void lower_mover(struct lower *l, struct way_in *in)
{
    in->turn = lower_label(l);
    in->all = l->exhausted = l->all = lower_label(l);
    in->judge = l->judge = lower_label(l);
    lower_place(l, in->turn);
    lower_turns(l, MODE_RANDOM);
    lower_place(l, l->all);
    lower_emit(l, OP_BEGIN, 0, 0, 0);
    lower_turns(l, MODE_ALL);
    lower_place(l, l->judge);
    begin_turn(l, MODE_ALL);
    l->env = lower_env(l, 0);
    l->spot = spot_at(l, l->program->now);
    for (int i = 0; i < l->part_count; i++)
        l->spot.class[i] = CLASS_ANY;
    l->spot.free_class = CLASS_ANY;
    l->spot.placed = lower_set_val(l, l->spot.part[l->part_count - 2], CLASS_ANY, l->none);
    l->spot.captured = lower_set_val(l, l->spot.part[l->part_count - 1], CLASS_ANY, l->none);
    bool passes = false;
    for (int i = 0; i < l->rules->turn_count; i++)
        passes |= lower_uses(l->rules->turns[i].steps->body, ST_PASS);
    if (l->keeps_again)
        l->spot.again = (struct val){.rep = REP_WORD, .reg = l->program->again};
    if (passes)
        l->spot.passed = (struct val){.rep = REP_WORD, .reg = l->program->passed};
    lower_judge(l);
}

/* The rules that run themselves; more may be found on the way. */
static void lower_procedures(struct lower *l)
{
    struct spot begin = l->begin;
    for (int i = 0; i < LOWER_PARTS; i++)
        l->begin.part[i] = 0; /* the start of the turn is out of reach */
    while (l->procedures_made < l->procedure_count && !l->failed) {
        struct rule_code *code = l->rule_codes[l->procedures_made++];
        struct up up = {.op = UP_RETURN};
        l->fn = code->fn;
        l->mover = code->mover;
        l->out = code->out;
        begin_turn(l, MODE_ALL);
        l->spot = code->spot;
        l->env = lower_env(l, code->rule->slots);
        for (int p = 0; p < code->rule->params; p++)
            l->env->slots[p] = code->params[p];
        up.env = l->env;
        lower_place(l, code->label);
        struct label *out = lower_label(l);
        l->fail = out;
        lower_run(l, code->rule->body, &up);
        lower_place(l, out);
        lower_emit(l, OP_RETURN, 0, 0, 0);
    }
    l->fn = l->main;
    l->begin = begin;
}

static int width(int words)
{
    static const int widths[] = {1, 2, 3, 4, 6, 11};
    int i = 0;
    while (widths[i] < words)
        i++;
    return widths[i];
}

static void find_readers(struct lower *l)
{
    const struct rules *rules = l->rules;
    bool all = l->without >> PASS_UNUSED & 1;
    l->keeps_changed = rules->reads_last_changed || l->without >> PASS_LATE & 1;
    l->keeps_placed = all || rules->reads_placed;
    l->keeps_captured = all || rules->reads_captured;
    l->keeps_text = all || rules->moves_mode == MOVES_MERGED || l->without & CODE_STRICT;
    l->keeps_again = all;
    for (int i = 0; i < rules->turn_count; i++)
        l->keeps_again |= lower_uses(rules->turns[i].steps->body, ST_AGAIN);
}

/* ---- all movers ---- */

/* May a player leave the game while others go on? */
static bool may_leave(const struct rules *rules, const struct end *ends, int count)
{
    bool may = false;
    for (int i = 0; i < count; i++)
        may |= ends[i].ending == END_OUT || (ends[i].ending == END_LOSE && rules->player_count > 2);
    return may;
}

/* All movers when these are out. Not made, as too much would be: left to the plain evaluator, as all are at first. */
static void lower_seats(struct lower *l, unsigned out, struct way_in *ins)
{
    int players = l->rules->player_count;
    l->out = out;
    for (l->mover = 0; l->mover < players && !l->failed; l->mover++) {
        if (out >> l->mover & 1)
            continue;
        if (out != 0 && !l->follows)
            ins[out * (unsigned)players + (unsigned)l->mover] = ins[l->mover];
        else if (l->nodes < LOWER_CODE / 2 && l->main->frame_size < UINT16_MAX / 2)
            lower_mover(l, &ins[out * (unsigned)players + (unsigned)l->mover]);
    }
}

static void lower_movers(struct lower *l, struct way_in *ins)
{
    const struct rules *rules = l->rules;
    int players = rules->player_count;
    struct label *plain = lower_label(l);
    for (int i = 0; i < players << players; i++)
        ins[i] = (struct way_in){plain, plain, plain};
    lower_seats(l, 0, ins);
    lower_procedures(l); /* they too may depend on who is out */
    bool leave = may_leave(rules, rules->ends, rules->end_count) || may_leave(rules, rules->stucks, rules->stuck_count);
    for (int count = 1; leave && count < players - 1; count++) { /* few of them first */
        for (unsigned out = 1; out < 1u << players; out++) {
            if (__builtin_popcount(out) == count)
                lower_seats(l, out, ins);
        }
    }
    lower_place(l, plain);
    lower_emit(l, OP_FAULT, 0, 0, 0);
}

static void set_entries(struct lower *l, const struct way_in *ins)
{
    int count = l->rules->player_count << l->rules->player_count;
    struct entry *entries = ARENA_ARRAY(l->arena, struct entry, count);
    for (int i = 0; i < count; i++)
        entries[i] = (struct entry){ins[i].turn->at, ins[i].all->at, ins[i].judge->at};
    l->program->entries = entries;
}

const struct program *code_make(struct arena *arena, const struct rules *rules, const struct layout *layout,
                                unsigned without)
{
    if (rules->turn_count == 0)
        return NULL;
    struct lower *l = ARENA_NEW(arena, struct lower);
    struct program *program = ARENA_NEW(arena, struct program);
    struct way_in *ins = ARENA_ARRAY(arena, struct way_in, rules->player_count << rules->player_count);
    *l = (struct lower){.arena = arena,
                        .rules = rules,
                        .board = rules->board,
                        .layout = layout,
                        .program = program,
                        .without = without,
                        .words = width(rules->board->words),
                        .none = rules->board->sites};
    find_readers(l);
    program->rules = rules;
    program->layout = layout;
    program->words = l->words;
    program->none = l->none;
    program->step = rules->board->step;
    program->dedupes = rules->moves_mode != MOVES_DISTINCT || without & CODE_STRICT;
    uint64_t *bits = ARENA_ARRAY(arena, uint64_t, (l->none + 1) * l->words);
    for (int s = 0; s < l->none; s++)
        set_add(bits + s * l->words, s);
    program->bits = bits;
    l->fn = l->main = lower_function(l);
    make_parts(l);
    program->start = lower_reg(l, program->block_words);
    program->now = lower_reg(l, program->block_words);
    program->again = lower_reg(l, 1);
    program->passed = lower_reg(l, 1);
    program->ply = lower_reg(l, 1);
    program->passes = lower_reg(l, 1);
    l->fn->ply = program->ply;
    l->fn->passes = program->passes;
    l->passes = (struct val){.rep = REP_WORD, .reg = program->passes};
    l->begin = spot_at(l, program->start);
    lower_movers(l, ins);
    if (!l->failed)
        lower_procedures(l);
    if (l->failed)
        return NULL;
    lower_finish(l);
    set_entries(l, ins);
    return program;
}
