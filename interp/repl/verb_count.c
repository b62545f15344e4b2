/* crosscut perft and playouts. */
#include "depth.h"
#include "lineedit.h"
#include "verbs.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { PLAYOUTS = 1000 };

/* ---- perft ---- */

static bool print_move(void *user, const char *move, uint64_t nodes)
{
    (void)user;
    printf("%s %llu\n", move, (unsigned long long)nodes);
    return true;
}

static int answer_perft(struct opened *opened, const struct arguments *arguments, long depth)
{
    bool faulty = false;
    uint64_t nodes = 0;
    struct text note = {0};
    int d = 0;
    lineedit_catch_interrupts();
    do {
        d++;
        bool divide = d == depth && (arguments->given & OPTION_DIVIDE);
        cut_perft_options options = {
            .without_swap = arguments->given & OPTION_NO_SWAP,
            .without = arguments->without,
            .divide = divide ? print_move : NULL,
            .go_on = lineedit_go_on,
        };
        cut_status status = cut_perft(opened->position, d, &options, &nodes);
        if (status == CUT_STOPPED) {
            fprintf(stderr, "Stopped: depth %d was not counted.\n", d);
            return EXIT_NO;
        }
        if (status != CUT_OK)
            return opened_broken(opened->position);
        printf("%d %llu\n", d, (unsigned long long)nodes);
        fflush(stdout);
        faulty = faulty || opened_fault(opened->position);
    } while (!depth_is_last(d, depth, nodes, &note));
    fputs(text_get(&note), stderr);
    text_free(&note);
    return faulty ? EXIT_NO : EXIT_FINE;
}

int verb_perft(struct arguments *arguments)
{
    struct opened opened;
    long depth;
    if (!read_whole(arguments->words[1], 1, DEPTH_MOST, &depth)) {
        fprintf(stderr, "crosscut perft: the depth is a whole number from 1 to %d, not `%s`.\n", DEPTH_MOST,
                arguments->words[1]);
        return EXIT_USAGE;
    }
    int result = opened_begin(&opened, arguments);
    if (result == EXIT_FINE)
        result = answer_perft(&opened, arguments, depth);
    opened_end(&opened);
    return result;
}

/* ---- code ---- */

static void print_line(void *user, const char *text)
{
    (void)user;
    puts(text);
}

static void print_passes(const char *heading, size_t first, size_t end, unsigned without)
{
    printf("%s:", heading);
    for (size_t i = first; i < end; i++)
        printf(" %s%s", cut_pass_name(i), without >> i & 1 ? " (left out)" : "");
    puts("");
}

/* False: the code is left out as a whole. */
static bool print_ways(const char *way, unsigned without)
{
    size_t count = cut_pass_count(), paths = cut_code_pass_count();
    print_passes("passes", 0, paths, without);
    print_passes("paths", paths, count, without);
    bool coded = !(without >> (count - 1) & 1);
    if (*way == '\0')
        puts("random games are played by the plain evaluator");
    else if (strcmp(way, "code") == 0)
        puts("random games are played by this code:");
    else
        printf("random games are played by the path `%s`%s\n", way, coded ? "; without it, by this code:" : "");
    return coded;
}

int verb_code(struct arguments *arguments)
{
    struct opened opened;
    int result = opened_begin(&opened, arguments);
    if (result == EXIT_FINE) {
        const char *way = cut_position_way(opened.position, arguments->without);
        cut_status status = way == NULL ? CUT_NO_MEMORY : CUT_OK;
        if (way != NULL && print_ways(way, arguments->without))
            status = cut_position_code(opened.position, arguments->without, print_line, NULL);
        if (status == CUT_NO) {
            fputs("These rules are beyond the compiler.\n", stderr);
            result = EXIT_NO;
        } else if (status != CUT_OK) {
            result = opened_broken(opened.position);
        }
    }
    opened_end(&opened);
    return result;
}

/* ---- playouts ---- */

static double seconds_of(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

struct deadline {
    bool timed;
    clockid_t clock;
    double end;
    double sooner; /* by CLOCK_MONOTONIC: the end does not come before */
};

/* A process of one thread uses no more time than passes by the clock; and to ask for what it used takes long. */
static bool goes_on(void *user)
{
    struct deadline *deadline = user;
    if (!lineedit_go_on(NULL))
        return false;
    if (!deadline->timed)
        return true;
    double now = seconds_of(CLOCK_MONOTONIC);
    if (now < deadline->sooner)
        return true;
    double left = deadline->end - seconds_of(deadline->clock);
    deadline->sooner = now + left;
    return left > 0;
}

struct report {
    const cut_game *game;
    cut_playout_result result;
    double cpu_seconds, per_second, plies_per_second, mean; /* per second: of the clock if there are threads */
    uint64_t seed;
    int threads;
};

static void print_share(const char *what, uint64_t count, const struct report *report)
{
    double share = report->result.playouts > 0 ? 100.0 * (double)count / (double)report->result.playouts : 0;
    printf("%-16s %10llu  %5.1f %%\n", what, (unsigned long long)count, share);
}

static void print_report(const struct report *report)
{
    struct settings settings = {0};
    struct text head = {0};
    settings_of_game(&settings, report->game);
    settings_print(&settings, &head);
    printf("%s%s%s: %llu random game%s, seed %llu\n", cut_game_title(report->game), head.size > 0 ? " " : "",
           text_get(&head), (unsigned long long)report->result.playouts, report->result.playouts == 1 ? "" : "s",
           (unsigned long long)report->seed);
    for (int p = 0; p < cut_game_player_count(report->game); p++) {
        text_clear(&head);
        text_printf(&head, "%s wins", cut_game_player(report->game, p)->name);
        print_share(text_get(&head), report->result.wins[p], report);
    }
    print_share("draws", report->result.draws, report);
    print_share("unfinished", report->result.unfinished, report);
    print_share("stuck (of all)", report->result.stuck, report);
    printf("%-16s %10.1f  plies\n", "mean length", report->mean);
    printf("%-16s %10.0f  playouts/s, %.0f plies/s %s\n", "speed", report->per_second, report->plies_per_second,
           report->threads > 1 ? "by the clock" : "of CPU time");
    settings_free(&settings);
    text_free(&head);
}

static void print_report_json(const struct report *report)
{
    const cut_playout_result *result = &report->result;
    json_t *object = json_object(), *wins = json_object();
    for (int p = 0; p < cut_game_player_count(report->game); p++)
        json_object_set_new(wins, cut_game_player(report->game, p)->symbol, json_integer((json_int_t)result->wins[p]));
    json_object_set_new(object, "game", json_string(cut_game_name(report->game)));
    json_object_set_new(object, "seed", json_integer((json_int_t)report->seed));
    json_object_set_new(object, "playouts", json_integer((json_int_t)result->playouts));
    json_object_set_new(object, "plies", json_integer((json_int_t)result->plies));
    json_object_set_new(object, "wins", wins);
    json_object_set_new(object, "draws", json_integer((json_int_t)result->draws));
    json_object_set_new(object, "stuck", json_integer((json_int_t)result->stuck));
    json_object_set_new(object, "unfinished", json_integer((json_int_t)result->unfinished));
    json_object_set_new(object, "mean_length", json_real(report->mean));
    json_object_set_new(object, "cpu_seconds", json_real(report->cpu_seconds));
    json_object_set_new(object, "threads", json_integer(report->threads));
    json_object_set_new(object, "playouts_per_second", json_real(report->per_second));
    json_object_set_new(object, "plies_per_second", json_real(report->plies_per_second));
    json_dumpf(object, stdout, JSON_COMPACT | JSON_REAL_PRECISION(7));
    putchar('\n');
    json_decref(object);
}

static int answer_playouts(struct opened *opened, const struct arguments *arguments)
{
    struct report report = {.game = opened->game};
    bool timed = arguments->given & OPTION_SECONDS, counted = arguments->given & OPTION_NUMBER;
    report.seed = opened_seed(arguments);
    report.threads = arguments->given & OPTION_THREADS ? (int)arguments->threads : 1;
    clockid_t clock = report.threads > 1 ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID;
    double begin = seconds_of(clock), cpu_begin = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
    struct deadline deadline = {timed, clock, begin + arguments->seconds, 0};
    cut_playout_options options = {
        .playouts = counted ? arguments->number
                    : timed ? 0
                            : PLAYOUTS,
        .seed = report.seed,
        .max_plies = (int)arguments->max_plies,
        .go_on = goes_on,
        .user = &deadline,
        .threads = report.threads,
        .without = arguments->without,
    };
    lineedit_catch_interrupts();
    cut_status status = cut_playouts(opened->position, &options, &report.result);
    double seconds = seconds_of(clock) - begin;
    report.cpu_seconds = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - cpu_begin;
    if (status != CUT_OK && status != CUT_STOPPED)
        return opened_broken(opened->position);
    double games = (double)report.result.playouts, plies = (double)report.result.plies;
    report.mean = games > 0 ? plies / games : 0;
    report.per_second = seconds > 0 ? games / seconds : 0;
    report.plies_per_second = seconds > 0 ? plies / seconds : 0;
    if (arguments->given & OPTION_JSON)
        print_report_json(&report);
    else
        print_report(&report);
    if (!lineedit_go_on(NULL))
        fputs("Stopped: these are the games that were finished.\n", stderr);
    return opened_fault(opened->position) ? EXIT_NO : EXIT_FINE;
}

int verb_playouts(struct arguments *arguments)
{
    struct opened opened;
    int result = opened_begin(&opened, arguments);
    if (result == EXIT_FINE)
        result = answer_playouts(&opened, arguments);
    opened_end(&opened);
    return result;
}
