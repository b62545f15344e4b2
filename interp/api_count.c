/* api_count.c - perft, random games, and the examples of a file. */
#include <string.h>

#include "api.h"
#include "engine/example.h"
#include "search/perft.h"
#include "search/playout.h"

struct counting {
    int depth;
    const cut_perft_options *options;
    uint64_t *nodes;
};

static cut_status count(cut_position *position, void *argument)
{
    struct counting *counting = argument;
    const cut_perft_options *options = counting->options;
    struct perft perft = {.machine = &position->machine, .history = &position->history, .with_swap = true};
    if (options != NULL) {
        perft.with_swap = !options->without_swap;
        perft.divide = options->divide;
        perft.user = options->user;
    }
    size_t remembered = position->history.count;
    *counting->nodes = perft_count(&perft, position->core, counting->depth);
    position->history.count = remembered;
    return perft.stopped ? CUT_STOPPED : CUT_OK;
}

cut_status cut_perft(cut_position *position, int depth, const cut_perft_options *options, uint64_t *nodes)
{
    struct counting counting = {depth, options, nodes};
    size_t remembered = position->history.count;
    *nodes = 0;
    if (depth < 0)
        return CUT_BAD_CALL;
    cut_status status = api_guard(position, count, &counting);
    position->history.count = remembered;
    return status;
}

/* ---- random games ---- */

struct sampling {
    const cut_playout_options *options;
    cut_playout_result *result;
};

static uint64_t next_random(void *user)
{
    return rng_next(user);
}

static void tally(cut_playout_result *result, const struct playout_end *end)
{
    result->playouts++;
    result->plies += (uint64_t)end->plies;
    result->stuck += end->stuck;
    if (end->result == RESULT_WIN)
        result->wins[end->winner]++;
    else if (end->result == RESULT_DRAW)
        result->draws++;
    else
        result->unfinished++;
}

/* The fast path, if the rules have its shape and the position suits it; else NULL. */
static const struct placement *find_fast(cut_position *position, struct placement_board *board)
{
    const struct placement *fast = position->game->fast;
    return fast != NULL && placement_begin(fast, position->core, board) ? fast : NULL;
}

static cut_status sample(cut_position *position, void *argument)
{
    struct sampling *sampling = argument;
    const cut_playout_options *options = sampling->options;
    struct rng rng;
    struct core *board[2] = {position->next, arena_raw(&position->answer, position->game->layout.core_size)};
    struct playout playout = {&position->machine, &position->history, next_random, &rng,
                              options->max_plies > 0 ? options->max_plies : 1000, options->go_on, options->user};
    struct placement_board *from = arena_raw(&position->answer, sizeof *from);
    const struct placement *fast = options->plain ? NULL : find_fast(position, from);
    rng_seed(&rng, options->seed);
    while (options->playouts == 0 || sampling->result->playouts < options->playouts) {
        struct playout_end end = fast != NULL ? playout_fast(fast, from, &rng, playout.max_plies)
                                              : playout_run(&playout, position->core, board);
        if (end.stopped)
            return CUT_STOPPED;
        tally(sampling->result, &end);
        bool ask = fast == NULL || sampling->result->playouts % 64 == 0;
        if (ask && options->go_on != NULL && !options->go_on(options->user))
            return CUT_STOPPED;
    }
    return CUT_OK;
}

cut_status cut_playouts(const cut_position *position, const cut_playout_options *options, cut_playout_result *result)
{
    struct sampling sampling = {options, result};
    cut_position *copy;
    memset(result, 0, sizeof *result);
    if (options->playouts == 0 && options->go_on == NULL)
        return CUT_BAD_CALL;
    cut_status status = cut_position_copy(position, &copy);
    if (status != CUT_OK)
        return status;
    status = api_guard(copy, sample, &sampling);
    cut_position_free(copy);
    return status;
}

/* ---- examples ---- */

struct testing {
    cut_context *context;
    const struct rules *rules;
    void (*report)(void *user, const char *file, int line, const char *example, const char *text);
    void *user;
    cut_test_result *result;
};

static void report_fact(void *user, const struct example *example, struct span span, const char *text)
{
    struct testing *testing = user;
    if (testing->report == NULL)
        return;
    const struct source *source = sources_get(testing->rules->sources, span.file);
    testing->report(testing->user, source->name, source_place(source, span.begin).line, example->name, text);
}

static uint64_t count_lines(struct machine *m, struct history *history, const struct core *core, int depth)
{
    struct perft perft = {.machine = m, .history = history, .with_swap = true};
    return perft_count(&perft, core, depth);
}

static cut_status run_examples(struct testing *testing)
{
    jmp_buf trap, *outer = testing->context->heap.trap;
    struct example_run run = {&testing->context->heap, report_fact, testing, count_lines};
    testing->context->heap.trap = &trap;
    int code = setjmp(trap);
    if (code == 0) {
        for (int i = 0; i < testing->rules->example_count; i++) {
            bool passed = example_check(&run, &testing->rules->examples[i]);
            testing->result->passed += passed;
            testing->result->failed += !passed;
        }
    }
    testing->context->heap.trap = outer;
    return code == 0 ? CUT_OK : CUT_NO_MEMORY;
}

cut_status cut_test(cut_context *context, const char *name, const cut_setting *settings, size_t count_of_settings,
                    void (*report)(void *user, const char *file, int line, const char *example, const char *text),
                    void *user, cut_test_result *result)
{
    struct api_load request = {.name = name, .settings = settings, .setting_count = count_of_settings, .examples = true};
    struct testing testing = {context, NULL, report, user, result};
    struct arena arena;
    memset(result, 0, sizeof *result);
    arena_init(&arena, &context->heap);
    cut_status status = api_load_rules(context, &request, &arena, &testing.rules);
    if (status == CUT_OK)
        status = run_examples(&testing);
    arena_free(&arena);
    return status;
}
