#include "turn.h"

#include "../base/rng.h"

/* ---- the end of a turn ---- */

static int player_before(const struct rules *rules, const struct core *core, int player)
{
    for (int i = 1; i < rules->player_count; i++) {
        int p = (player + rules->player_count - i) % rules->player_count;
        if (!(core->head.out >> p & 1))
            return p;
    }
    return player;
}

/* Each player's own view. */
static void count_scores(struct machine *m, int64_t *scores)
{
    int viewer = m->viewer;
    for (m->viewer = 0; m->viewer < m->rules->player_count; m->viewer++)
        scores[m->viewer] = eval_number(m, m->rules->score);
    m->viewer = viewer;
}

static void judge_score(struct machine *m, struct core *core)
{
    int64_t scores[RULES_PLAYER_LIMIT];
    count_scores(m, scores);
    head_score(&core->head, scores, m->rules->player_count);
}

static void put_out(const struct rules *rules, struct core *core, int player)
{
    head_put_out(rules, &core->head, player);
    if (core->head.to_move == player)
        core->head.to_move = (uint8_t)head_following(rules, &core->head, player);
}

/* What an end says for `player`, into core's head. */
static void decide(struct machine *m, struct core *core, enum ending ending, int player)
{
    switch (ending) {
    case END_WIN:
        head_win(&core->head, player);
        return;
    case END_LOSE:
        if (m->rules->player_count == 2)
            head_win(&core->head, 1 - player);
        else
            put_out(m->rules, core, player);
        return;
    case END_DRAW:
        core->head.result = RESULT_DRAW;
        return;
    case END_SCORE:
        judge_score(m, core);
        return;
    case END_OUT:
        put_out(m->rules, core, player);
        return;
    case END_PASS:
        return;
    }
}

/* The ends in file order, for m->viewer, on m->now. */
static void judge_ends(struct machine *m, struct core *core)
{
    for (int i = 0; i < m->rules->end_count; i++) {
        const struct end *end = &m->rules->ends[i];
        if (end->when != NULL && !eval_truth(m, end->when))
            continue;
        core->head.end = (uint8_t)i;
        decide(m, core, end->ending, m->viewer);
        return;
    }
}

void turn_after(struct machine *m, struct core *after, bool judge)
{
    struct head *now = &m->now->head;
    int32_t passes = now->passes;
    bool passed = now->way & WAY_PASSED;
    memcpy(after, m->now, m->layout.core_size);
    struct head *head = &after->head;
    head->ply++;
    head->passes = passed ? passes + 1 : 0;
    head->to_move = (uint8_t)(now->way & WAY_AGAIN ? m->mover : head_following(m->rules, &m->now->head, m->mover));
    head->flags &= (uint8_t)~HEAD_STUCK_PASS;
    head->way = head->violations = 0;
    head->text_size = head->last_site = 0;
    head->written = 0;
    core_difference(m->rules, &m->layout, m->now, m->start, after->set + m->layout.last_changed);
    if (judge) {
        now->passes = head->passes;
        m->viewer = m->mover;
        judge_ends(m, after);
        now->passes = passes;
    }
}

void turn_remember(struct machine *m, struct history *history, const struct core *core, struct heap *heap)
{
    if (!m->rules->reads_history)
        return;
    struct history_key key = history_key(&m->layout, core, core->head.to_move);
    const struct history_key *last = history->count > 0 ? &history->keys[history->count - 1] : NULL;
    if (last != NULL && last->a == key.a && last->b == key.b && last->to_move == key.to_move)
        return; /* a swap: the same position stands */
    if (history->count == history->room) {
        size_t room = history->room == 0 ? 64 : history->room * 2;
        history->keys =
            heap_resize(heap, history->keys, history->room * sizeof *history->keys, room * sizeof *history->keys);
        history->room = room;
    }
    history->keys[history->count++] = key;
}

/* ---- positions to begin with ---- */

static void set_up(struct machine *m, const struct core *core, int viewer)
{
    memcpy(m->now, core, m->layout.core_size);
    set_clear(2 * m->words, m->now->set + m->layout.placed);
    m->start = core;
    m->mover = m->viewer = viewer;
    m->pending = NULL;
    m->calls = 0;
    m->steps = m->step_limit;
    m->frame = m->stack;
    m->top = m->stack;
}

static void initial_states(struct machine *m, struct core *core)
{
    for (int i = 0; i < m->rules->state_count; i++) {
        const struct state *state = &m->rules->states[i];
        int players = state->per_player ? m->rules->player_count : 1;
        for (int p = 0; p < players; p++) {
            uint64_t value[BITSET_WORDS < 2 ? 2 : BITSET_WORDS];
            m->viewer = p;
            eval_value(m, state->initial, value);
            set_copy(m->layout.state_size[i], core->set + m->layout.state[i] + p * m->layout.state_size[i], value);
        }
    }
}

void turn_opening(struct machine *m, struct core *core)
{
    memset(core, 0, m->layout.core_size);
    core->head.ply = 1;
    core->head.flags = HEAD_HISTORY;
    set_up(m, core, 0);
    initial_states(m, core);
    for (int i = 0; i < m->rules->start_count; i++) {
        const struct start *start = &m->rules->starts[i];
        uint64_t where[BITSET_WORDS];
        m->viewer = start->piece < PIECE_NEUTRAL ? start->piece : 0;
        eval_sites(m, start->where, where);
        for (SET_EACH(site, m->words, where)) {
            if (core_piece(m->rules, &m->layout, core, site) != -1)
                machine_fail(m, start->span, "two pieces of the opening stand on %s", m->rules->board->name[site]);
            core_place(m->rules, &m->layout, core, site, start->piece, start->piece_kind);
        }
    }
    m->viewer = 0;
}

void turn_judge_given(struct machine *m, struct core *core)
{
    int mover = player_before(m->rules, core, core->head.to_move);
    set_up(m, core, mover);
    set_copy(m->words, m->now->set + m->layout.placed, core->set + m->layout.stones + mover * m->words);
    m->start = NULL;
    judge_ends(m, core);
    m->start = core;
}

bool turn_over(const struct core *core)
{
    return core->head.result != RESULT_NONE;
}

/* ---- ways ---- */

static bool stop_at_once(struct machine *m, void *user)
{
    (void)m;
    (void)user;
    return false;
}

bool turn_has_way(struct machine *m, const struct core *core)
{
    m->on_way = stop_at_once;
    return !exec_turn(m, core);
}

/* ---- a player without a move ---- */

static struct core *core_copy(struct machine *m, const struct core *core)
{
    return memcpy(arena_raw(&m->kept, m->layout.core_size), core, m->layout.core_size);
}

void turn_stuck_pass(const struct machine *m, const struct core *core, struct core *after)
{
    if (after != core)
        memcpy(after, core, m->layout.core_size);
    after->head.ply++;
    after->head.passes++;
    after->head.to_move = (uint8_t)head_following(m->rules, &after->head, after->head.to_move);
    after->head.flags |= HEAD_STUCK_PASS;
    set_clear(m->words, after->set + m->layout.last_changed);
}

static struct core *after_stuck_pass(struct machine *m, const struct core *core)
{
    struct core *after = arena_raw(&m->kept, m->layout.core_size);
    turn_stuck_pass(m, core, after);
    return after;
}

static const struct end *first_that_holds(struct machine *m, const struct core *core, const struct end *ends, int count,
                                          int viewer)
{
    set_up(m, core, viewer);
    for (int i = 0; i < count; i++) {
        if (ends[i].when == NULL || eval_truth(m, ends[i].when))
            return &ends[i];
    }
    return NULL;
}

static bool someone_else_moves(struct machine *m, const struct core *core)
{
    const struct core *after = after_stuck_pass(m, core);
    while (after->head.to_move != core->head.to_move) {
        if (turn_has_way(m, after))
            return true;
        after = after_stuck_pass(m, after);
    }
    return false;
}

static struct verdict decided(struct machine *m, const struct core *core, const struct end *end, int player)
{
    struct verdict verdict = {.stuck = true, .end = end};
    struct core *judged = core_copy(m, core);
    set_up(m, core, player);
    if (end != NULL)
        decide(m, judged, end->ending, player);
    else if (m->rules->score != NULL)
        judge_score(m, judged);
    else
        judged->head.result = RESULT_DRAW;
    verdict.result = judged->head.result;
    verdict.winner = judged->head.winner;
    return verdict;
}

/* The player to move has no way. *next: the only move, if the game goes on. others: does another player move after a
 * pass? UNKNOWN: look. */
enum others { OTHERS_STUCK, OTHERS_MOVE, OTHERS_UNKNOWN };

static struct verdict judge_stuck(struct machine *m, const struct core *core, enum others others, struct core **next)
{
    const struct rules *rules = m->rules;
    int stuck = core->head.to_move;
    const struct end *end = first_that_holds(m, core, rules->stucks, rules->stuck_count, stuck);
    *next = NULL;
    if (end != NULL && end->ending == END_PASS) {
        if (others == OTHERS_STUCK || (others == OTHERS_UNKNOWN && !someone_else_moves(m, core))) {
            int last = player_before(rules, core, stuck);
            end = first_that_holds(m, core, rules->both_stucks, rules->both_stuck_count, last);
            struct verdict verdict = decided(m, core, end, last);
            verdict.both = true;
            return verdict;
        }
        *next = after_stuck_pass(m, core);
        return (struct verdict){.stuck = true, .end = end};
    }
    if (end != NULL && (end->ending == END_LOSE || end->ending == END_OUT) && rules->player_count > 2) {
        struct core *after = after_stuck_pass(m, core);
        put_out(rules, after, stuck);
        if (after->head.result == RESULT_NONE) {
            *next = after;
            return (struct verdict){.stuck = true, .end = end};
        }
    }
    return decided(m, core, end, stuck);
}

struct verdict turn_verdict(struct machine *m, const struct core *core)
{
    if (turn_over(core)) {
        struct verdict verdict = {.result = core->head.result, .winner = core->head.winner};
        verdict.end = core->head.end < m->rules->end_count ? &m->rules->ends[core->head.end] : NULL;
        return verdict;
    }
    if (turn_has_way(m, core))
        return (struct verdict){0};
    struct arena_mark mark = arena_mark(&m->kept);
    struct core *next;
    struct verdict verdict = judge_stuck(m, core, OTHERS_UNKNOWN, &next);
    arena_release(&m->kept, mark);
    return verdict;
}

bool turn_scores(struct machine *m, const struct core *core, const struct verdict *verdict, int64_t *scores)
{
    struct head head = {.result = RESULT_NONE};
    bool scored = verdict->end != NULL ? verdict->end->ending == END_SCORE : verdict->stuck && m->rules->score != NULL;
    if (verdict->result == RESULT_NONE || !scored)
        return false;
    set_up(m, core, core->head.to_move);
    count_scores(m, scores);
    head_score(&head, scores, m->rules->player_count); /* a score may look at the turn that is over by now */
    return head.result == verdict->result && (head.result != RESULT_WIN || head.winner == verdict->winner);
}

bool turn_stuck(struct machine *m, const struct core *core, bool other_moves, struct core *after,
                struct verdict *verdict)
{
    struct arena_mark mark = arena_mark(&m->kept);
    struct core *next;
    *verdict = judge_stuck(m, core, other_moves ? OTHERS_MOVE : OTHERS_STUCK, &next);
    if (next != NULL)
        memcpy(after, next, m->layout.core_size);
    arena_release(&m->kept, mark);
    return next != NULL;
}

/* ---- collecting the moves ---- */

struct collector {
    unsigned want;
    struct turn_list *list;
    uint32_t *table; /* open addressing by hash: index + 1 of a move */
    size_t table_size;
    struct core *core; /* of the way at hand */
};

static uint64_t hash_bytes(const void *bytes, size_t size)
{
    const unsigned char *p = bytes;
    uint64_t h = 0xCBF29CE484222325u;
    for (size_t i = 0; i < size; i++)
        h = (h ^ p[i]) * 0x100000001B3u;
    return h ^ h >> 31;
}

/* Of the sets of a position. */
static uint64_t hash_core(const struct machine *m, const struct core *core)
{
    size_t words = (m->layout.core_size - sizeof *core) / sizeof *core->set;
    uint64_t h = 0xCBF29CE484222325u;
    for (size_t i = 0; i < words; i++) {
        h = (h ^ core->set[i]) * 0x9E3779B97F4A7C15u;
        h ^= h >> 32;
    }
    return h;
}

static bool same_result(const struct machine *m, const struct core *a, const struct core *b)
{
    return a->head.to_move == b->head.to_move && a->head.passes == b->head.passes &&
           memcmp(a->set, b->set, m->layout.core_size - sizeof *a) == 0;
}

static void *keep(struct machine *m, const void *bytes, size_t size)
{
    void *copy = arena_raw(&m->kept, size > 0 ? size : 1);
    if (size > 0)
        memcpy(copy, bytes, size);
    return copy;
}

static void grow_table(struct machine *m, struct collector *c)
{
    size_t size = c->table_size == 0 ? 256 : c->table_size * 4;
    uint32_t *table = ARENA_ARRAY(&m->kept, uint32_t, size);
    for (size_t i = 0; i < c->list->count; i++) {
        const struct turn_move *move = &c->list->moves[i];
        size_t at = m->rules->moves_mode == MOVES_BY_RESULT ? hash_core(m, move->core)
                                                            : hash_bytes(move->text, strlen(move->text));
        for (at &= size - 1; table[at] != 0; at = (at + 1) & (size - 1)) {
        }
        table[at] = (uint32_t)i + 1;
    }
    c->table = table;
    c->table_size = size;
}

/* The move that is the same as the way at hand, or NULL; then *at is the place for it in the table. */
static struct turn_move *find_same(struct machine *m, const struct collector *c, size_t *at)
{
    bool by_result = m->rules->moves_mode == MOVES_BY_RESULT;
    size_t i = by_result ? hash_core(m, c->core) : hash_bytes(m->text, (size_t)m->now->head.text_size);
    for (i &= c->table_size - 1; c->table[i] != 0; i = (i + 1) & (c->table_size - 1)) {
        struct turn_move *move = &c->list->moves[c->table[i] - 1];
        if (by_result ? same_result(m, move->core, c->core) : strcmp(move->text, m->text) == 0)
            return move;
    }
    *at = i;
    return NULL;
}

/* Board order: by the sites written, the shorter first. */
static bool text_before(const struct machine *m, const struct turn_move *move)
{
    int count = m->now->head.written;
    for (int i = 0; i < count && i < move->written_count; i++) {
        if (m->written[i] != move->written[i])
            return m->written[i] < move->written[i];
    }
    if (count != move->written_count)
        return count < move->written_count;
    return strcmp(m->text, move->text) < 0;
}

static void describe_move(struct machine *m, const struct collector *c, struct turn_move *move)
{
    const struct head *head = &m->now->head;
    move->sort = MOVE_WAY;
    move->text = keep(m, m->text, (size_t)head->text_size + 1);
    if (m->rules->moves_mode == MOVES_BY_RESULT) {
        move->written_count = head->written;
        move->written = keep(m, m->written, head->written * sizeof *m->written);
    }
    if (c->want & WANT_CAPTURES)
        move->captured = keep(m, m->now->set + m->layout.captured, (size_t)m->words * sizeof(uint64_t));
    if ((c->want & WANT_CORE) || m->rules->moves_mode != MOVES_DISTINCT)
        move->core = keep(m, c->core, m->layout.core_size);
}

static struct turn_move *push_move(struct machine *m, struct turn_list *list)
{
    if (list->count == list->room) {
        size_t room = list->room == 0 ? 64 : list->room * 2;
        struct turn_move *moves = arena_raw(&m->kept, room * sizeof *moves);
        if (list->count > 0)
            memcpy(moves, list->moves, list->count * sizeof *moves);
        list->moves = moves;
        list->room = room;
    }
    list->moves[list->count] = (struct turn_move){0};
    return &list->moves[list->count++];
}

static void fault_of_two(struct machine *m)
{
    machine_fault(m, m->rules->turns[0].span,
                  "two different ways through this turn are both written `%s`: write more of what they do", m->text);
}

static bool collect_way(struct machine *m, void *user)
{
    struct collector *c = user;
    size_t at = 0;
    if ((c->want & WANT_CORE) || m->rules->moves_mode != MOVES_DISTINCT)
        turn_after(m, c->core, false);
    if (c->list->count * 2 >= c->table_size)
        grow_table(m, c);
    struct turn_move *same = find_same(m, c, &at);
    if (same != NULL) {
        if (m->rules->moves_mode == MOVES_BY_RESULT && text_before(m, same))
            describe_move(m, c, same);
        else if (m->rules->moves_mode == MOVES_DISTINCT ||
                 (m->rules->moves_mode == MOVES_MERGED && !same_result(m, same->core, c->core)))
            fault_of_two(m);
        else
            return true;
        if (m->rules->moves_mode != MOVES_BY_RESULT)
            return true;
    } else {
        if (c->list->count == LIMIT_MOVES)
            machine_fail(m, m->rules->turns[0].span, "this turn has more than %d moves, the limit of a list of moves",
                         LIMIT_MOVES);
        same = push_move(m, c->list);
        c->table[at] = (uint32_t)c->list->count;
        describe_move(m, c, same);
    }
    if (c->want & WANT_CORE)
        turn_after(m, same->core, true);
    return true;
}

bool turn_swap_offered(const struct machine *m, const struct core *core)
{
    return m->rules->swap_ply != 0 && core->head.ply == m->rules->swap_ply && (core->head.flags & HEAD_HISTORY);
}

static void swap_sides(struct core *core)
{
    core->head.ply++;
    core->head.passes = 0;
    core->head.flags ^= HEAD_SWAPPED;
    core->head.flags &= (uint8_t)~HEAD_STUCK_PASS;
}

static void add_special(struct machine *m, struct turn_list *list, enum move_sort sort, const char *text,
                        struct core *core)
{
    struct turn_move *move = push_move(m, list);
    move->sort = sort;
    move->text = text;
    move->core = core;
    move->captured = ARENA_ARRAY(&m->kept, uint64_t, m->words);
}

void turn_specials(struct machine *m, const struct core *core, bool has_way, bool with_swap, struct turn_list *list)
{
    if (!has_way) {
        struct core *next;
        judge_stuck(m, core, OTHERS_UNKNOWN, &next);
        if (next != NULL)
            add_special(m, list, MOVE_STUCK_PASS, "pass", next);
    } else if (with_swap && turn_swap_offered(m, core)) {
        for (size_t i = 0; i < list->count; i++) {
            if (strcmp(list->moves[i].text, "swap") == 0)
                machine_fault(m, m->rules->turns[0].span,
                              "a way through this turn writes `swap`, which swaps the sides here");
        }
        struct core *next = core_copy(m, core);
        swap_sides(next);
        add_special(m, list, MOVE_SWAP, "swap", next);
    }
}

void turn_moves(struct machine *m, const struct core *core, unsigned want, bool with_swap, struct turn_list *list)
{
    struct collector c = {.want = want, .list = list};
    *list = (struct turn_list){0};
    if (turn_over(core))
        return;
    c.core = arena_raw(&m->kept, m->layout.core_size);
    m->on_way = collect_way;
    m->on_way_user = &c;
    exec_turn(m, core);
    turn_specials(m, core, list->count > 0, with_swap, list);
}

/* ---- playing one ---- */

static bool same_text(const char *a, const char *b)
{
    for (; *a != '\0' || *b != '\0'; a++, b++) {
        unsigned char x = (unsigned char)*a, y = (unsigned char)*b;
        x |= x >= 'A' && x <= 'Z' ? 32 : 0;
        y |= y >= 'A' && y <= 'Z' ? 32 : 0;
        if (x != y)
            return false;
    }
    return true;
}

static bool find_in_list(struct machine *m, const struct core *core, const char *text, struct core *after)
{
    struct turn_list list;
    turn_moves(m, core, WANT_TEXT | WANT_CORE, true, &list);
    for (size_t i = 0; i < list.count; i++) {
        if (same_text(list.moves[i].text, text)) {
            memcpy(after, list.moves[i].core, m->layout.core_size);
            return true;
        }
    }
    return false;
}

/* The way with the text looked for; a second one must not lead elsewhere. */
struct taking {
    struct core *after, *other;
    bool found;
};

static bool take_way(struct machine *m, void *user)
{
    struct taking *taking = user;
    if (!taking->found) {
        turn_after(m, taking->after, true);
        taking->found = true;
        return m->rules->moves_mode != MOVES_BY_RESULT;
    }
    turn_after(m, taking->other, false);
    if (m->rules->moves_mode == MOVES_DISTINCT || !same_result(m, taking->after, taking->other)) {
        fault_of_two(m);
        return false;
    }
    return true;
}

bool turn_play(struct machine *m, const struct core *core, const char *text, struct core *after)
{
    struct arena_mark mark = arena_mark(&m->kept);
    bool found;
    if (turn_over(core))
        return false;
    if (same_text(text, "pass") || same_text(text, "swap")) {
        found = find_in_list(m, core, text, after);
    } else {
        m->target = text;
        m->target_size = strlen(text);
        m->target_whole = true;
        struct taking taking = {after, arena_raw(&m->kept, m->layout.core_size), false};
        m->on_way = take_way;
        m->on_way_user = &taking;
        exec_turn(m, core);
        m->target = NULL;
        found = taking.found;
    }
    arena_release(&m->kept, mark);
    return found;
}

/* Reservoir sampling: the i-th way takes the place with probability 1/i, so each is equally likely at the end. */
struct reservoir {
    uint64_t (*random)(void *user);
    void *user;
    uint32_t seen;
    struct core *kept; /* the turn's whole block */
    char *text;        /* or NULL */
};

static bool sample_way(struct machine *m, void *user)
{
    struct reservoir *r = user;
    if (++r->seen == 1 || rng_below(r->random, r->user, r->seen) == 0) {
        memcpy(r->kept, m->now, m->layout.way_size);
        if (r->text != NULL)
            memcpy(r->text, m->text, (size_t)m->now->head.text_size + 1);
    }
    return true;
}

bool turn_play_random(struct machine *m, const struct core *core, uint64_t (*random)(void *user), void *user,
                      struct core *after, char *text)
{
    struct arena_mark mark = arena_mark(&m->kept);
    struct turn_list list = {0};
    bool found = false;
    if (turn_over(core))
        return false;
    struct reservoir r = {random, user, 0, NULL, text};
    if (m->rules->moves_mode == MOVES_DISTINCT) {
        r.kept = arena_raw(&m->kept, m->layout.way_size);
        m->on_way = sample_way;
        m->on_way_user = &r;
        exec_turn(m, core);
        if (r.seen > 0) {
            memcpy(m->now, r.kept, m->layout.way_size);
            turn_after(m, after, true);
            found = true;
        }
    }
    if (!found) {
        turn_moves(m, core, WANT_TEXT | WANT_CORE, false, &list);
        if (list.count > 0) {
            uint32_t i = rng_below(random, user, (uint32_t)list.count);
            memcpy(after, list.moves[i].core, m->layout.core_size);
            if (text != NULL)
                memcpy(text, list.moves[i].text, strlen(list.moves[i].text) + 1);
            found = true;
        }
    }
    arena_release(&m->kept, mark);
    return found;
}
