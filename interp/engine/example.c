#include "example.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "../base/strbuf.h"
#include "explain.h"

/* One example at work. */
struct trial {
    struct example_run *run;
    const struct example *example;
    struct machine machine;
    struct history history;
    struct core *given, *later, *now, *next;
    struct strbuf text;
    bool failed;
};

static void fail(struct trial *t, struct span span)
{
    t->failed = true;
    t->run->report(t->run->user, t->example, span, strbuf_text(&t->text));
    strbuf_clear(&t->text);
}

/* ---- the position ---- */

static void place_diagram(const struct layout *layout, const struct example *example, struct core *core)
{
    memset(&core->head, 0, sizeof core->head);
    memset(core->set, 0, (size_t)(layout->last_changed + layout->words) * sizeof *core->set);
    for (int i = 0; i < example->diagram_count; i++) {
        const struct diagram_cell *cell = &example->diagram[i];
        core_place(example->rules, layout, core, cell->site, cell->piece, cell->piece_kind);
    }
}

static void set_given(struct machine *m, const struct given *given, struct core *core)
{
    uint64_t value[BITSET_WORDS < 2 ? 2 : BITSET_WORDS];
    m->frame = m->top = m->stack;
    memcpy(m->now, core, m->layout.core_size);
    m->start = core;
    m->viewer = given->player >= 0 ? given->player : core->head.to_move;
    eval_value(m, given->value, value);
    if (given->state < 0) {
        core->head.ply = (int32_t)value[0];
        return;
    }
    int size = m->layout.state_size[given->state];
    bool per_player = m->rules->states[given->state].per_player;
    for (int p = 0; p < (per_player ? m->rules->player_count : 1); p++) {
        if (!per_player || given->player < 0 || given->player == p)
            set_copy(size, core->set + m->layout.state[given->state] + p * size, value);
    }
}

static int default_ply(const struct machine *m, const struct core *opening, const struct core *core)
{
    bool stands = set_equal(m->layout.last_changed, core->set, opening->set);
    if (stands && core->head.to_move == opening->head.to_move)
        return 1;
    return m->rules->player_count + 1 + core->head.to_move;
}

void example_position(struct machine *m, const struct example *example, struct core *core)
{
    struct arena_mark mark = arena_mark(&m->kept);
    struct core *opening = arena_raw(&m->kept, m->layout.core_size);
    turn_opening(m, opening);
    memcpy(core, opening, m->layout.core_size);
    if (example->diagram_count >= 0)
        place_diagram(&m->layout, example, core);
    if (example->to_move >= 0)
        core->head.to_move = (uint8_t)example->to_move;
    if (example->diagram_count >= 0)
        core->head.ply = default_ply(m, opening, core);
    for (int i = 0; i < example->given_count; i++)
        set_given(m, &example->given[i], core);
    if (example->diagram_count >= 0)
        turn_judge_given(m, core);
    arena_release(&m->kept, mark);
}

/* ---- facts ---- */

/* Why a move is refused, in a few words. */
static void add_reason(struct trial *t, const char *move)
{
    struct arena_mark mark = arena_mark(&t->machine.kept);
    struct explainer *e = arena_alloc(&t->machine.kept, sizeof *e);
    explain_move(&t->machine, t->now, move, e);
    if (e->best_count > 0) {
        const struct violation *v = &e->best[0];
        const char *name = v->reason != NULL ? v->reason : v->name;
        char place[256];
        machine_place(&t->machine, v->span, place, sizeof place);
        strbuf_printf(&t->text, " (%s%s%s)", name != NULL ? name : "", name != NULL ? ", " : "", place);
    }
    arena_release(&t->machine.kept, mark);
}

static bool is_legal(struct trial *t, const char *move)
{
    return turn_play(&t->machine, t->given, move, t->next);
}

enum { NAMED_MOVES = 8 }; /* in one message */

static size_t add_moves(struct trial *t, const struct turn_list *list, const struct fact *fact, bool wanted)
{
    size_t count = 0;
    for (size_t i = 0; i < list->count; i++) {
        bool named = false;
        for (int w = 0; w < fact->word_count; w++)
            named |= strcmp(fact->words[w], list->moves[i].text) == 0;
        if (named != wanted)
            continue;
        if (count++ < NAMED_MOVES)
            strbuf_printf(&t->text, "%s%s", count > 1 ? " " : "", list->moves[i].text);
    }
    if (count > NAMED_MOVES)
        strbuf_printf(&t->text, " and %zu more", count - NAMED_MOVES);
    return count;
}

static void check_legal(struct trial *t, const struct fact *fact)
{
    for (int i = 0; i < fact->word_count; i++) {
        if (is_legal(t, fact->words[i]))
            continue;
        strbuf_printf(&t->text, "`%s` should be legal and is not", fact->words[i]);
        memcpy(t->now, t->given, t->machine.layout.core_size);
        add_reason(t, fact->words[i]);
        fail(t, fact->span);
    }
    if (fact->op != FACT_LEGAL_EXACTLY)
        return;
    struct arena_mark mark = arena_mark(&t->machine.kept);
    struct turn_list list;
    turn_moves(&t->machine, t->given, WANT_TEXT, true, &list);
    size_t more = add_moves(t, &list, fact, false);
    arena_release(&t->machine.kept, mark);
    if (more == 0)
        return;
    strbuf_puts(&t->text, more == 1 ? " should not be legal and is" : " should not be legal and are");
    fail(t, fact->span);
}

static bool is_named(const struct violation *v, const char *name)
{
    return (v->name != NULL && strcmp(v->name, name) == 0) || (v->reason != NULL && strcmp(v->reason, name) == 0);
}

/* A site stands in it, of this board or another, or it is one of the moves that every game may have. */
static bool looks_like_a_move(const char *move)
{
    if (strcmp(move, "pass") == 0 || strcmp(move, "swap") == 0)
        return true;
    for (const char *at = move; *at != '\0'; at++) {
        if (at[0] >= 'a' && at[0] <= 'z' && at[1] >= '0' && at[1] <= '9')
            return true;
    }
    return false;
}

static void check_reason(struct trial *t, const struct fact *fact, const char *move)
{
    struct explainer *e = arena_alloc(&t->machine.kept, sizeof *e);
    explain_move(&t->machine, t->given, move, e);
    if (e->best_count == 0 && !looks_like_a_move(move)) {
        strbuf_printf(&t->text, "`%s` is no move of this game, so that it is illegal says nothing", move);
        fail(t, fact->span);
        return;
    }
    if (fact->by == NULL)
        return;
    for (int i = 0; i < e->best_count; i++) {
        if (is_named(&e->best[i], fact->by))
            return;
    }
    strbuf_printf(&t->text, "`%s` is illegal, as it should be, but not by `%s`", move, fact->by);
    for (int i = 0; i < e->best_count; i++) {
        const char *name = e->best[i].reason != NULL ? e->best[i].reason : e->best[i].name;
        char place[256];
        if (name == NULL)
            name = machine_place(&t->machine, e->best[i].span, place, sizeof place);
        strbuf_printf(&t->text, "%s `%s`", i == 0 ? ": by" : ",", name);
    }
    fail(t, fact->span);
}

static void check_illegal(struct trial *t, const struct fact *fact)
{
    for (int i = 0; i < fact->word_count; i++) {
        if (is_legal(t, fact->words[i])) {
            strbuf_printf(&t->text, "`%s` should be illegal and is legal", fact->words[i]);
            fail(t, fact->span);
        } else {
            struct arena_mark mark = arena_mark(&t->machine.kept);
            check_reason(t, fact, fact->words[i]);
            arena_release(&t->machine.kept, mark);
        }
    }
}

/* ---- played moves ---- */

static const char *verdict_text(const struct trial *t, const struct verdict *verdict, char *buffer, size_t size)
{
    if (verdict->result == RESULT_NONE)
        return "the game goes on";
    if (verdict->result == RESULT_DRAW)
        return "the game is drawn";
    snprintf(buffer, size, "%s has won", t->example->rules->players[verdict->winner].name);
    return buffer;
}

static void check_result(struct trial *t, const struct fact *fact, int mover)
{
    char buffer[200];
    struct verdict verdict = turn_verdict(&t->machine, t->now);
    bool won = verdict.result == RESULT_WIN && verdict.winner == mover;
    bool lost = verdict.result == RESULT_WIN && verdict.winner != mover;
    bool holds = fact->result == END_WIN    ? won
                 : fact->result == END_LOSE ? lost
                 : fact->result == END_DRAW ? verdict.result == RESULT_DRAW
                                            : verdict.result != RESULT_NONE;
    if (holds)
        return;
    static const char *const wanted[] = {[END_WIN] = "wins", [END_LOSE] = "loses", [END_DRAW] = "draws",
                                         [END_SCORE] = "ends"};
    strbuf_printf(&t->text, "%s, and not: %s %s", verdict_text(t, &verdict, buffer, sizeof buffer),
                  t->example->rules->players[mover].name, wanted[fact->result]);
    fail(t, fact->span);
}

static void check_captures(struct trial *t, const struct fact *fact, const uint64_t *captured)
{
    const struct board *board = t->example->rules->board;
    uint64_t wanted[BITSET_WORDS];
    set_clear(board->words, wanted);
    for (int i = 0; i < fact->capture_count; i++)
        set_add(wanted, fact->captures[i]);
    if (set_equal(board->words, wanted, captured))
        return;
    strbuf_puts(&t->text, "the move captures");
    if (!set_some(board->words, captured))
        strbuf_puts(&t->text, " nothing");
    for (SET_EACH(site, board->words, captured))
        strbuf_printf(&t->text, " %s", board->name[site]);
    fail(t, fact->span);
}

/* The captured sites of a move, by text; false if it is not legal. */
static bool captures_of(struct trial *t, const char *move, uint64_t *captured)
{
    struct arena_mark mark = arena_mark(&t->machine.kept);
    struct turn_list list;
    bool found = false;
    turn_moves(&t->machine, t->now, WANT_TEXT | WANT_CAPTURES, true, &list);
    for (size_t i = 0; i < list.count && !found; i++) {
        found = strcmp(list.moves[i].text, move) == 0;
        if (found)
            set_copy(t->machine.words, captured, list.moves[i].captured);
    }
    arena_release(&t->machine.kept, mark);
    return found;
}

/* Plays moves from t->now on; false, with the fact failed, at the first that is illegal. */
static bool play_words(struct trial *t, const struct fact *fact, const atom *words, int count)
{
    for (int i = 0; i < count; i++) {
        if (!turn_play(&t->machine, t->now, words[i], t->next)) {
            strbuf_printf(&t->text, "`%s` should be playable and is illegal", words[i]);
            add_reason(t, words[i]);
            fail(t, fact->span);
            return false;
        }
        turn_remember(&t->machine, &t->history, t->next, t->machine.heap);
        memcpy(t->now, t->next, t->machine.layout.core_size);
    }
    return true;
}

static void check_play(struct trial *t, const struct fact *fact)
{
    uint64_t captured[BITSET_WORDS] = {0};
    size_t remembered = t->history.count;
    int mover = t->given->head.to_move;
    memcpy(t->now, t->given, t->machine.layout.core_size);
    for (int i = 0; i < fact->word_count; i++) {
        mover = t->now->head.to_move;
        if (fact->captures_given && i + 1 == fact->word_count)
            captures_of(t, fact->words[i], captured);
        if (!play_words(t, fact, &fact->words[i], 1)) {
            t->history.count = remembered;
            return;
        }
    }
    if (fact->captures_given)
        check_captures(t, fact, captured);
    if (fact->result >= 0)
        check_result(t, fact, mover);
    t->history.count = remembered;
}

static void check_perft(struct trial *t, const struct fact *fact)
{
    uint64_t nodes = t->run->perft(&t->machine, &t->history, t->given, (int)fact->depth);
    if (nodes == (uint64_t)fact->nodes)
        return;
    strbuf_printf(&t->text, "perft %" PRId64 " is %" PRIu64 ", not %" PRId64, fact->depth, nodes, fact->nodes);
    fail(t, fact->span);
}

static void check_stuck(struct trial *t, const struct fact *fact)
{
    if (!turn_has_way(&t->machine, t->given))
        return;
    strbuf_printf(&t->text, "%s should be stuck and has a legal move",
                  t->example->rules->players[t->given->head.to_move].name);
    fail(t, fact->span);
}

static void check_holds(struct trial *t, const struct fact *fact)
{
    struct machine *m = &t->machine;
    memcpy(m->now, t->given, m->layout.core_size);
    set_clear(2 * m->words, m->now->set + m->layout.placed);
    m->start = t->given;
    m->mover = m->viewer = t->given->head.to_move;
    m->frame = m->stack;
    m->top = m->stack + fact->truth->slots * m->stride;
    if (eval_truth(m, fact->truth->value) != fact->fails)
        return;
    strbuf_puts(&t->text, fact->fails ? "this should fail and holds" : "this should hold and does not");
    fail(t, fact->span);
}

/* On a finished game every move is illegal: such a fact would say nothing. */
static bool is_finished(struct trial *t, const struct fact *fact)
{
    char buffer[200];
    bool about_moves = fact->op == FACT_LEGAL || fact->op == FACT_ILLEGAL || fact->op == FACT_PLAY ||
                       fact->op == FACT_STUCK || (fact->op == FACT_LEGAL_EXACTLY && fact->word_count > 0);
    if (!about_moves || !turn_over(t->given))
        return false;
    struct verdict verdict = turn_verdict(&t->machine, t->given);
    strbuf_printf(&t->text, "the game is over in this position: %s", verdict_text(t, &verdict, buffer, sizeof buffer));
    fail(t, fact->span);
    return true;
}

static void judge_fact(struct trial *t, const struct fact *fact)
{
    t->machine.steps = LIMIT_STEPS;
    if (is_finished(t, fact))
        return;
    switch (fact->op) {
    case FACT_LEGAL:
    case FACT_LEGAL_EXACTLY:
        check_legal(t, fact);
        return;
    case FACT_ILLEGAL:
        check_illegal(t, fact);
        return;
    case FACT_PLAY:
        check_play(t, fact);
        return;
    case FACT_STUCK:
        check_stuck(t, fact);
        return;
    case FACT_PERFT:
        check_perft(t, fact);
        return;
    case FACT_HOLDS:
        check_holds(t, fact);
        return;
    }
}

static void check_fact(struct trial *t, const struct fact *fact)
{
    struct core *given = t->given;
    size_t remembered = t->history.count;
    memcpy(t->now, t->given, t->machine.layout.core_size);
    if (play_words(t, fact, fact->after, fact->after_count)) {
        if (fact->after_count > 0)
            t->given = memcpy(t->later, t->now, t->machine.layout.core_size);
        judge_fact(t, fact);
    }
    t->given = given;
    t->history.count = remembered;
}

/* Lists the moves, so that what is wrong with any of them comes out. */
static void look_for_faults(struct trial *t)
{
    struct turn_list list;
    struct arena_mark mark = arena_mark(&t->machine.kept);
    if (t->example->rules->turns[0].steps->body == NULL) /* of a library, about values only */
        return;
    turn_moves(&t->machine, t->given, WANT_TEXT, true, &list);
    arena_release(&t->machine.kept, mark);
}

static void run_facts(struct trial *t)
{
    struct machine *m = &t->machine;
    machine_init(m, t->example->rules, t->run->heap);
    m->history = &t->history;
    size_t size = m->layout.core_size;
    t->given = arena_alloc(&m->scratch, size);
    t->later = arena_alloc(&m->scratch, size);
    t->now = arena_alloc(&m->scratch, size);
    t->next = arena_alloc(&m->scratch, size);
    example_position(m, t->example, t->given);
    turn_remember(m, &t->history, t->given, m->heap);
    for (int i = 0; i < t->example->fact_count; i++)
        check_fact(t, &t->example->facts[i]);
    look_for_faults(t);
    if (m->fault[0] != '\0') {
        strbuf_puts(&t->text, m->fault);
        fail(t, t->example->span);
    }
}

bool example_check(struct example_run *run, const struct example *example)
{
    jmp_buf trap, *outer = run->heap->trap;
    struct trial *t = heap_resize(run->heap, NULL, 0, sizeof *t);
    memset(t, 0, sizeof *t);
    t->run = run;
    t->example = example;
    strbuf_init(&t->text, run->heap);
    run->heap->trap = &trap;
    int code = setjmp(trap);
    if (code == 0)
        run_facts(t);
    if (code == TRAP_RULES) {
        t->failed = true;
        run->report(run->user, example, example->span, t->machine.error);
    }
    bool passed = code == 0 && !t->failed;
    run->heap->trap = outer;
    strbuf_free(&t->text);
    heap_free(run->heap, t->history.keys, t->history.room * sizeof *t->history.keys);
    machine_free(&t->machine);
    heap_free(run->heap, t, sizeof *t);
    if (code == TRAP_MEMORY)
        heap_fail(run->heap);
    return passed;
}
