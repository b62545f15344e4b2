/* example_try.c - random games in search of mistakes of the rules. */
#include "../base/rng.h"
#include "../base/strbuf.h"
#include "example.h"

enum { TRY_GAMES = 4, TRY_PLIES = 120, TRY_STEPS = 1000000 };

struct attempt {
    struct example_run *run;
    const struct rules *rules;
    struct machine machine;
    struct history history;
    struct rng rng;
    struct core *now;
    struct strbuf text; /* the moves so far */
    int64_t steps;
    uint64_t games;
};

static uint64_t next_random(void *user)
{
    return rng_next(user);
}

/* One ply; false at the end of the game, or at a mistake. */
static bool try_ply(struct attempt *a)
{
    struct machine *m = &a->machine;
    struct turn_list list;
    struct arena_mark mark = arena_mark(&m->kept);
    turn_moves(m, a->now, WANT_TEXT | WANT_CORE, true, &list);
    a->steps += m->step_limit - m->steps;
    if (list.count > 0) {
        const struct turn_move *move = &list.moves[rng_below(next_random, &a->rng, (uint32_t)list.count)];
        memcpy(a->now, move->core, m->layout.core_size);
        if (m->fault[0] == '\0')
            strbuf_printf(&a->text, " %s", move->text);
    }
    arena_release(&m->kept, mark);
    turn_remember(m, &a->history, a->now, m->heap);
    return list.count > 0 && m->fault[0] == '\0';
}

static void try_games(struct attempt *a)
{
    struct machine *m = &a->machine;
    machine_init(m, a->rules, a->run->heap);
    m->history = &a->history;
    a->now = arena_alloc(&m->scratch, m->layout.core_size);
    rng_seed(&a->rng, 1);
    for (int game = 0; game < TRY_GAMES && a->steps < TRY_STEPS && m->fault[0] == '\0'; game++) {
        turn_opening(m, a->now);
        a->history.count = 0;
        a->games++;
        strbuf_clear(&a->text);
        turn_remember(m, &a->history, a->now, m->heap);
        for (int ply = 0; ply < TRY_PLIES && a->steps < TRY_STEPS && try_ply(a); ply++) {
        }
    }
}

static void report_attempt(struct attempt *a, const char *what)
{
    struct span span = a->rules->turns[0].span;
    struct strbuf text;
    strbuf_init(&text, a->run->heap);
    strbuf_printf(&text, "%s%s: %s", a->text.size > 0 ? "after" : "at the opening", strbuf_text(&a->text), what);
    a->run->report(a->run->user, NULL, span, strbuf_text(&text));
    strbuf_free(&text);
}

bool example_try(struct example_run *run, const struct rules *rules, uint64_t *games)
{
    jmp_buf trap, *outer = run->heap->trap;
    struct attempt *a = heap_resize(run->heap, NULL, 0, sizeof *a);
    memset(a, 0, sizeof *a);
    a->run = run;
    a->rules = rules;
    strbuf_init(&a->text, run->heap);
    run->heap->trap = &trap;
    int code = setjmp(trap);
    if (code == 0)
        try_games(a);
    bool good = code == 0 && a->machine.fault[0] == '\0';
    if (code != TRAP_MEMORY && !good)
        report_attempt(a, code == TRAP_RULES ? a->machine.error : a->machine.fault);
    *games = a->games;
    run->heap->trap = outer;
    strbuf_free(&a->text);
    heap_free(run->heap, a->history.keys, a->history.room * sizeof *a->history.keys);
    machine_free(&a->machine);
    heap_free(run->heap, a, sizeof *a);
    if (code == TRAP_MEMORY)
        heap_fail(run->heap);
    return good;
}
