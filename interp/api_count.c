/* api_count.c - perft, random games, and the examples of a file. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "api.h"
#include "engine/example.h"
#include "search/perft.h"
#include "search/playout.h"

/* What runs the rules as register code, in the arena; NULL: they cannot be compiled, or are not to be. */
static struct exec *make_exec(cut_position *position, struct arena *arena, unsigned without, bool strict)
{
    const cut_game *game = position->game;
    const struct program *program = NULL;
    if (!api_without_path(without, API_CODE))
        program = code_make(arena, game->rules, &game->layout,
                            api_code_passes(without) | (strict ? (unsigned)CODE_STRICT : 0));
    if (program == NULL)
        return NULL;
    struct exec *exec = ARENA_NEW(arena, struct exec);
    exec_begin(exec, program, arena, &position->machine);
    exec->history = &position->history;
    return exec;
}

struct counting {
    int depth;
    const cut_perft_options *options;
    uint64_t *nodes;
};

static cut_status count(cut_position *position, void *argument)
{
    struct counting *counting = argument;
    const cut_perft_options *options = counting->options;
    unsigned without = options == NULL ? 0 : options->plain ? ~0u : options->without;
    const cut_game *game = position->game;
    struct perft perft = {
        .machine = &position->machine,
        .history = &position->history,
        .placement = api_without_path(without, API_PLACEMENT) ? NULL : game->fast,
        .flank = api_without_path(without, API_FLANK) ? NULL : game->flank,
        .march = api_without_path(without, API_MARCH) ? NULL : game->march,
        .with_swap = true,
    };
    if (counting->depth > 1 && perft.placement == NULL && perft.flank == NULL && perft.march == NULL)
        perft.exec = make_exec(position, &position->machine.scratch, without, true);
    if (options != NULL) {
        perft.with_swap = !options->without_swap;
        perft.divide = options->divide;
        perft.go_on = options->go_on;
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

enum { BLOCK = 64, MOST_THREADS = 256 }; /* BLOCK: games at a time on a fast path */

/* Games are numbered, and each depends on the seed and its number alone: so it does not matter who plays which. */
struct crew {
    const cut_playout_options *options;
    uint64_t block;
    atomic_uint_least64_t next; /* the first game that nobody has taken */
    atomic_bool stop;
};

struct worker {
    struct crew *crew;
    cut_position *position; /* its own */
    struct playout_tally tally;
    cut_status status;
    bool leads; /* the caller's thread: the only one that asks the caller */
    pthread_t thread;
    bool started;
};

static bool worker_goes_on(void *user)
{
    struct worker *worker = user;
    const cut_playout_options *options = worker->crew->options;
    if (worker->leads && options->go_on != NULL && !options->go_on(options->user))
        atomic_store(&worker->crew->stop, true);
    return !atomic_load(&worker->crew->stop);
}

/* A fast path, if the rules have its shape and the position suits it; else register code, if they can be compiled. */
static void choose_way(struct playout *playout, cut_position *position, unsigned without)
{
    struct placement_board *from = arena_raw(&position->answer, sizeof *from);
    const struct placement *placement = position->game->fast;
    if (placement != NULL && !api_without_path(without, API_PLACEMENT) &&
        placement_begin(placement, position->core, from)) {
        playout->placement = placement;
        playout->placement_from = from;
        return;
    }
    struct flank_board *flanked = arena_raw(&position->answer, sizeof *flanked);
    const struct flank *flank = position->game->flank;
    if (flank != NULL && !api_without_path(without, API_FLANK) && flank_begin(flank, position->core, flanked)) {
        playout->flank = flank;
        playout->flank_from = flanked;
        return;
    }
    struct march_board *lines = arena_raw(&position->answer, sizeof *lines);
    const struct march *march = position->game->march;
    if (march != NULL && !api_without_path(without, API_MARCH) && march_begin(march, position->core, lines)) {
        playout->march = march;
        playout->march_from = lines;
        return;
    }
    playout->exec = make_exec(position, &position->answer, without, false);
}

struct way_query {
    unsigned without;
    const char *way;
};

static cut_status find_way(cut_position *position, void *argument)
{
    struct way_query *query = argument;
    struct playout playout = {0};
    choose_way(&playout, position, query->without);
    query->way = playout.placement != NULL ? api_path_name(API_PLACEMENT)
                 : playout.flank != NULL   ? api_path_name(API_FLANK)
                 : playout.march != NULL   ? api_path_name(API_MARCH)
                 : playout.exec != NULL    ? api_path_name(API_CODE)
                                           : "";
    return CUT_OK;
}

const char *cut_position_way(cut_position *position, unsigned without)
{
    struct way_query query = {without, NULL};
    cut_position *copy;
    cut_status status = cut_position_copy(position, &copy); /* the position's own answers stay as they are */
    if (status == CUT_OK) {
        status = api_guard(copy, find_way, &query);
        cut_position_free(copy);
    }
    snprintf(position->error, sizeof position->error, "%s", status == CUT_OK ? "" : "memory is short");
    return query.way;
}

static cut_status sample(cut_position *position, void *argument)
{
    struct worker *worker = argument;
    struct crew *crew = worker->crew;
    const cut_playout_options *options = crew->options;
    struct playout playout = {
        .machine = &position->machine,
        .history = &position->history,
        .start = position->core,
        .board = {position->next, arena_raw(&position->answer, position->game->layout.core_size)},
        .seed = options->seed,
        .max_plies = options->max_plies > 0 ? options->max_plies : 1000,
        .go_on = worker_goes_on,
        .user = worker,
    };
    choose_way(&playout, position, options->plain ? ~0u : options->without);
    bool shape;
    do {
        uint64_t first = atomic_fetch_add(&crew->next, crew->block), count = crew->block;
        if (options->playouts != 0) {
            if (first >= options->playouts)
                return CUT_OK;
            count = count < options->playouts - first ? count : options->playouts - first;
        }
        if (!playout_games(&playout, first, count, &worker->tally))
            return CUT_STOPPED;
        shape = playout.placement != NULL || playout.flank != NULL || playout.march != NULL;
    } while (!shape || worker_goes_on(worker)); /* the other ways ask on their own */
    return CUT_STOPPED;
}

static void *work(void *argument)
{
    struct worker *worker = argument;
    worker->status = api_guard(worker->position, sample, worker);
    if (worker->status != CUT_OK)
        atomic_store(&worker->crew->stop, true);
    return NULL;
}

static void add_worker(cut_playout_result *result, const struct worker *worker)
{
    const struct playout_tally *tally = &worker->tally;
    result->playouts += tally->playouts;
    result->plies += tally->plies;
    result->draws += tally->draws;
    result->unfinished += tally->unfinished;
    result->stuck += tally->stuck;
    for (int p = 0; p < CUT_MAX_PLAYERS; p++)
        result->wins[p] += tally->wins[p];
}

/* A thread that cannot be had is not missed: the others play its games. */
static cut_status run_crew(struct worker *workers, int count, cut_playout_result *result)
{
    cut_status status = CUT_OK;
    for (int i = 1; i < count; i++)
        workers[i].started = pthread_create(&workers[i].thread, NULL, work, &workers[i]) == 0;
    work(&workers[0]);
    for (int i = 0; i < count; i++) {
        if (workers[i].started)
            pthread_join(workers[i].thread, NULL);
        add_worker(result, &workers[i]);
        if (status == CUT_OK || status == CUT_STOPPED)
            status = workers[i].status != CUT_OK ? workers[i].status : status;
    }
    return status;
}

static cut_status make_crew(const cut_position *position, struct crew *crew, struct worker *workers, int count)
{
    for (int i = 0; i < count; i++) {
        workers[i].crew = crew;
        workers[i].leads = i == 0;
        cut_status status = cut_position_copy(position, &workers[i].position);
        if (status != CUT_OK)
            return status;
    }
    return CUT_OK;
}

/* What went wrong in a copy is told by the caller's position. */
static void take_words(cut_position *position, const struct worker *workers, int count)
{
    struct machine *m = &position->machine;
    position->error[0] = '\0';
    m->fault[0] = '\0';
    for (int i = 0; i < count && workers[i].position != NULL; i++) {
        const cut_position *copy = workers[i].position;
        if (position->error[0] == '\0')
            memcpy(position->error, copy->error, sizeof position->error);
        if (m->fault[0] == '\0')
            memcpy(m->fault, copy->machine.fault, sizeof m->fault);
    }
}

cut_status cut_playouts(cut_position *position, const cut_playout_options *options, cut_playout_result *result)
{
    struct heap heap = position->heap;
    int threads = options->threads > 1 ? options->threads : 1;
    const cut_game *game = position->game;
    bool fast = !options->plain && (game->fast != NULL || game->flank != NULL || game->march != NULL);
    struct crew crew = {.options = options, .block = fast ? BLOCK : 1};
    memset(result, 0, sizeof *result);
    if ((options->playouts == 0 && options->go_on == NULL) || threads > MOST_THREADS)
        return CUT_BAD_CALL;
    size_t size = (size_t)threads * sizeof(struct worker);
    struct worker *workers = heap_try(&heap, NULL, 0, size);
    if (workers == NULL)
        return CUT_NO_MEMORY;
    memset(workers, 0, size);
    atomic_init(&crew.next, 0);
    atomic_init(&crew.stop, false);
    cut_status status = make_crew(position, &crew, workers, threads);
    if (status == CUT_OK)
        status = run_crew(workers, threads, result);
    take_words(position, workers, threads);
    for (int i = 0; i < threads; i++)
        cut_position_free(workers[i].position);
    heap_free(&heap, workers, size);
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
    int line = source_place(source, span.begin).line;
    if (example == NULL) {
        testing->report(testing->user, source->name, line, "random games", text);
        return;
    }
    bool fact = span.begin != example->span.begin; /* its own words say which of several on the line it is */
    struct arena arena;
    arena_init(&arena, &testing->context->heap);
    const char *quote = fact ? api_quote(&arena, testing->rules, span, 60) : "";
    testing->report(testing->user, source->name, line, example->name,
                    fact ? arena_format(&arena, "`%s`: %s", quote, text) : text);
    arena_free(&arena);
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
        if (testing->rules->board != NULL && !example_try(&run, testing->rules, &testing->result->games))
            testing->result->failed++;
    }
    testing->context->heap.trap = outer;
    return code == 0 ? CUT_OK : CUT_NO_MEMORY;
}

cut_status cut_test(cut_context *context, const char *name, const cut_setting *settings, size_t count_of_settings,
                    void (*report)(void *user, const char *file, int line, const char *example, const char *text),
                    void *user, cut_test_result *result)
{
    struct api_load request = {
        .name = name, .settings = settings, .setting_count = count_of_settings, .examples = true};
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
