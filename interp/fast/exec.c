/* exec.c - what runs a program: positions in and out, and the parts that need no width. */
#include "exec_help.h"

/* ---- patterns ---- */

static unsigned content(const struct rules *rules, const uint64_t *const *parts, int site)
{
    for (int p = 0; p < rules->player_count; p++) {
        if (set_has(parts[p], site))
            return (unsigned)CONTENT_PLAYER << p;
    }
    for (int n = 0; n < rules->neutral_count; n++) {
        if (set_has(parts[rules->player_count + n], site))
            return CONTENT_NEUTRAL;
    }
    return CONTENT_EMPTY;
}

enum { CONTENT_PARTS = RULES_PLAYER_LIMIT + RULES_NEUTRAL_LIMIT + RULES_KIND_LIMIT };

static bool stands(const struct rules *rules, const uint64_t *const *parts, const struct pattern_instance *instance)
{
    for (int i = 0; i < instance->count; i++) {
        if (!(content(rules, parts, instance->demands[i].site) & instance->demands[i].allowed))
            return false;
    }
    return true;
}

static int content_parts(const struct rules *rules)
{
    return rules->player_count + rules->neutral_count + rules->kind_count;
}

bool exec_formed(struct exec *e, const struct formed *formed, const uint64_t *f, int words)
{
    const struct rules *rules = e->program->rules;
    const struct pattern_view *view = rules->patterns[formed->pattern]->views[formed->viewer];
    const uint64_t *now[CONTENT_PARTS], *start[CONTENT_PARTS];
    uint64_t changed[BITSET_WORDS] = {0};
    for (int i = 0; i < content_parts(rules); i++) {
        now[i] = f + formed->now->parts[i];
        start[i] = e->frame + e->program->start + i * words;
        for (int w = 0; w < words; w++)
            changed[w] |= now[i][w] ^ start[i][w];
    }
    for (SET_EACH(site, words, changed)) {
        unsigned here = content(rules, now, site);
        for (int i = view->at_start[site]; i < view->at_start[site + 1]; i++) {
            const struct pattern_instance *instance = &view->instances[view->at[i]];
            if (view->allowed[i] & here && stands(rules, now, instance) && !stands(rules, start, instance))
                return true;
        }
    }
    return false;
}

void exec_found(struct exec *e, const struct formed *formed, const uint64_t *f, uint64_t *out, int words)
{
    const struct rules *rules = e->program->rules;
    const struct pattern_view *view = rules->patterns[formed->pattern]->views[formed->viewer];
    const uint64_t *now[CONTENT_PARTS];
    for (int i = 0; i < content_parts(rules); i++)
        now[i] = f + formed->now->parts[i];
    set_clear(words, out);
    for (int i = 0; i < view->count; i++) {
        const struct pattern_instance *instance = &view->instances[i];
        if (!stands(rules, now, instance))
            continue;
        for (int j = 0; j < instance->count; j++)
            set_add(out, instance->demands[j].site);
    }
}

/* ---- subsets ---- */

static uint64_t below_many(struct rng *rng, uint64_t bound)
{
    uint64_t most = UINT64_MAX - UINT64_MAX % bound, r;
    do
        r = rng_next(rng);
    while (r >= most);
    return r % bound;
}

/* A size, each with the weight of its subsets of so many sites; false: none, or too many to count. */
bool exec_size(struct exec *e, uint64_t *size, int64_t low, int64_t high, uint32_t sites)
{
    uint64_t sum = 0, r;
    if (low < 0)
        low = 0;
    if (high > sites)
        high = sites;
    for (int64_t n = low; n <= high; n++) {
        int64_t count = list_binomial(sites, n, INT64_MAX);
        if (count == INT64_MAX || __builtin_add_overflow(sum, (uint64_t)count, &sum))
            return false;
    }
    if (sum == 0)
        return false;
    r = below_many(&e->rng, sum);
    for (;; low++) {
        uint64_t count = (uint64_t)list_binomial(sites, low, INT64_MAX);
        if (r < count) {
            *size = (uint64_t)low;
            return true;
        }
        r -= count;
    }
}

bool exec_subset(uint64_t *out, const uint64_t *of, int64_t size, int words)
{
    set_clear(words, out);
    if (size < 0)
        return false;
    for (SET_EACH(site, words, of)) {
        if (size-- == 0)
            return true;
        set_add(out, site);
    }
    return size <= 0;
}

/* The first sites that stand together, but for one, go back to the beginning; that one goes on. */
bool exec_next_subset(uint64_t *subset, const uint64_t *of, int words)
{
    int64_t run = 0;
    for (SET_EACH(site, words, of)) {
        if (set_has(subset, site)) {
            set_remove(subset, site);
            run++;
        } else if (run > 0) {
            uint64_t first[BITSET_WORDS];
            exec_subset(first, of, run - 1, words);
            set_or(words, subset, subset, first);
            set_add(subset, site);
            return true;
        }
    }
    return false;
}

/* ---- repetition ---- */

uint64_t exec_seen(struct exec *e, const struct seen *seen, const uint64_t *f, int words)
{
    const struct layout *layout = e->program->layout;
    struct core *core = e->scratch;
    int next = f[seen->now->again] != 0 ? seen->mover : e->next[seen->mover];
    (void)words;
    for (int i = 0; i * layout->words < layout->last_changed; i++)
        set_copy(layout->words, core->set + i * layout->words, f + seen->now->parts[i]);
    struct history_key key = history_key(layout, core, next);
    uint64_t count = 0;
    const struct history_key *old = e->history != NULL ? e->history->keys : NULL;
    for (size_t left = e->history != NULL ? e->history->count : 0; left > 0; left--, old++) {
        if (__builtin_expect(old->a == key.a, 0) && old->b == key.b)
            count += seen->board_only || old->to_move == key.to_move;
    }
    return count;
}

/* ---- ways that are one move ---- */

uint64_t exec_text_sites(const struct site_texts *names, uint64_t text, const uint64_t *sites, int words)
{
    for (SET_EACH(site, words, sites)) {
        uint64_t last = text & TEXT_NO_SITE;
        if (last != (uint64_t)site)
            text = exec_text(text, last == TEXT_NO_SITE ? &names->first[site] : &names->after[site], (uint64_t)site);
    }
    return text;
}

static struct way_key *find_key(struct exec *e, uint64_t a)
{
    uint32_t at = (uint32_t)(a >> 20) & (e->key_room - 1);
    while (e->keys[at].generation == e->generation && e->keys[at].a != a)
        at = (at + 1) & (e->key_room - 1);
    return &e->keys[at];
}

static void grow_keys(struct exec *e)
{
    struct way_key *old = e->keys;
    uint32_t room = e->key_room;
    e->key_room = room * 2;
    e->keys = ARENA_ARRAY(e->arena, struct way_key, e->key_room);
    for (uint32_t i = 0; i < room; i++) {
        if (old[i].generation == e->generation)
            *find_key(e, old[i].a) = old[i];
    }
}

enum way_fate exec_way_same(struct exec *e, uint64_t key, uint64_t result)
{
    if (e->ways == 0) {
        e->generation++;
        e->key_count = 0;
    }
    if (e->key_count * 2 >= e->key_room)
        grow_keys(e);
    struct way_key *at = find_key(e, key);
    if (at->generation != e->generation) {
        *at = (struct way_key){key, result, e->generation};
        e->key_count++;
        return WAY_TAKEN;
    }
    return at->b == result ? WAY_PASSED_OVER : WAY_FAULT;
}

/* ---- keeping all ways ---- */

void exec_keep(struct exec *e)
{
    size_t words = (size_t)e->program->block_words + 2;
    if (e->kept_count == e->kept_room) {
        e->kept_room = e->kept_room == 0 ? 64 : e->kept_room * 2;
        uint64_t *kept = arena_raw(e->arena, e->kept_room * words * sizeof *kept);
        if (e->kept_count > 0)
            memcpy(kept, e->kept, e->kept_count * words * sizeof *kept);
        e->kept = kept;
    }
    uint64_t *to = e->kept + e->kept_count++ * words;
    memcpy(to, e->frame + e->program->now, (words - 2) * sizeof *to);
    to[words - 2] = e->frame[e->program->again];
    to[words - 1] = e->frame[e->program->passed];
}

/* ---- ends ---- */

void exec_score(struct exec *e, const struct scores *scores, const uint64_t *f)
{
    int64_t score[RULES_PLAYER_LIMIT];
    for (int p = 0; p < scores->count; p++)
        score[p] = (int64_t)f[scores->regs[p]];
    e->has_result = true;
    e->head.end = (uint8_t)scores->end;
    head_score(&e->head, score, scores->count);
}

/* Who moves after whom, and the code for those who are left. */
static void seat(struct exec *e)
{
    const struct rules *rules = e->program->rules;
    e->entry = e->program->entries + e->head.out * rules->player_count;
    for (int p = 0; p < rules->player_count; p++) {
        e->turn[p] = e->entry[p].turn;
        e->next[p] = (uint8_t)head_following(rules, &e->head, p);
    }
}

void exec_out(struct exec *e, int end, int player)
{
    e->head.end = (uint8_t)end;
    head_put_out(e->program->rules, &e->head, player);
    e->has_result = e->head.result != RESULT_NONE;
    seat(e);
}

/* ---- positions ---- */

void exec_load(struct exec *e, const struct core *core)
{
    const struct program *program = e->program;
    const struct rules *rules = program->rules;
    const struct layout *layout = program->layout;
    uint64_t *to = e->frame + program->start;
    int sets = content_parts(rules) + 1, from = 0;
    memset(to, 0, (size_t)program->block_words * sizeof *to);
    for (int i = 0; i < sets; i++, to += program->words, from += layout->words)
        set_copy(layout->words, to, core->set + from);
    for (int i = 0; i < rules->state_count; i++) {
        int players = rules->states[i].per_player ? rules->player_count : 1;
        bool set = rules->states[i].kind == KIND_SITES;
        for (int p = 0; p < players; p++) {
            set_copy(layout->state_size[i], to, core->set + layout->state[i] + p * layout->state_size[i]);
            to += set ? program->words : 1;
        }
    }
    e->head = core->head;
    seat(e);
    e->frame[program->ply] = (uint64_t)core->head.ply;
    e->frame[program->passes] = (uint64_t)core->head.passes;
    e->has_result = core->head.result != RESULT_NONE;
    for (int i = 0; i < CODE_TRIALS_LIMIT; i++)
        e->tries[i] = CODE_TRIES;
}

void exec_store(const struct exec *e, struct core *core)
{
    const struct program *program = e->program;
    const struct rules *rules = program->rules;
    const struct layout *layout = program->layout;
    const uint64_t *from = e->frame + program->start;
    int sets = content_parts(rules) + 1, to = 0;
    for (int i = 0; i < sets; i++, from += program->words, to += layout->words)
        set_copy(layout->words, core->set + to, from);
    for (int i = 0; i < rules->state_count; i++) {
        int players = rules->states[i].per_player ? rules->player_count : 1;
        bool set = rules->states[i].kind == KIND_SITES;
        for (int p = 0; p < players; p++) {
            set_copy(layout->state_size[i], core->set + layout->state[i] + p * layout->state_size[i], from);
            from += set ? program->words : 1;
        }
    }
    core->head = e->head;
}

static exec_run *find_run(int words)
{
    bool bits = false;
#ifdef __x86_64__
    bits = __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("bmi");
#define CHOICE(w)                                                                                                      \
    case w:                                                                                                            \
        return bits ? exec_run_##w##_bits : exec_run_##w;
#else
    (void)bits;
#define CHOICE(w)                                                                                                      \
    case w:                                                                                                            \
        return exec_run_##w;
#endif
    switch (words) {
        EXEC_WIDTHS(CHOICE)
    default:
        return NULL;
    }
#undef CHOICE
}

void exec_begin(struct exec *e, const struct program *program, struct arena *arena, struct machine *machine)
{
    enum { RECURSION_WORDS = 1 << 18, KEYS = 1 << 10 };
    size_t words = (size_t)program->frame_size + (program->calls ? RECURSION_WORDS : 0);
    *e = (struct exec){.program = program, .machine = machine, .arena = arena, .generation = 1};
    rng_seed(&e->rng, 0);
    e->frame = arena_raw(arena, words * sizeof *e->frame); /* frames of calls are never read before they are written */
    memset(e->frame, 0, (size_t)program->frame_size * sizeof *e->frame);
    e->frames_end = e->frame + words;
    e->stack_room = program->calls ? EXEC_STACK : 0;
    e->stack = arena_raw(arena, (size_t)(e->stack_room + 1) * sizeof *e->stack);
    e->looked = arena_alloc(arena, CODE_JOINS_LIMIT * sizeof *e->looked);
    e->joined = arena_alloc(arena, CODE_JOINS_LIMIT * sizeof *e->joined);
    e->scratch = arena_alloc(arena, program->layout->core_size);
    if (program->dedupes) {
        e->key_room = KEYS;
        e->keys = ARENA_ARRAY(arena, struct way_key, KEYS);
    }
    for (int i = 0; i < program->constant_count; i++) {
        const struct constant *c = &program->constants[i];
        memcpy(e->frame + c->reg, c->value, c->words * sizeof *c->value);
    }
    e->run = find_run(program->words);
}

static void clear_result(struct exec *e)
{
    e->has_result = false;
    e->head.result = RESULT_NONE;
}

enum code_stop exec_moves(struct exec *e, int most, int *made)
{
    clear_result(e);
    e->plies_left = most;
    e->steps_left = LIMIT_STEPS;
    enum code_stop stop = e->run(e, e->turn[e->head.to_move]);
    *made = most - e->plies_left;
    return stop;
}

enum code_stop exec_move(struct exec *e)
{
    int made;
    return exec_moves(e, 1, &made);
}

enum code_stop exec_all(struct exec *e)
{
    clear_result(e);
    e->keep_all = true;
    e->plies_left = 1;
    e->steps_left = LIMIT_STEPS;
    e->kept_count = 0;
    enum code_stop stop = e->run(e, e->entry[e->head.to_move].all);
    e->keep_all = false;
    return stop;
}

enum code_stop exec_take(struct exec *e, size_t i)
{
    size_t words = (size_t)e->program->block_words + 2;
    const uint64_t *from = e->kept + i * words;
    clear_result(e);
    e->plies_left = 1;
    e->steps_left = LIMIT_STEPS;
    memcpy(e->frame + e->program->now, from, (words - 2) * sizeof *from);
    e->frame[e->program->again] = from[words - 2];
    e->frame[e->program->passed] = from[words - 1];
    return e->run(e, e->entry[e->head.to_move].judge);
}
