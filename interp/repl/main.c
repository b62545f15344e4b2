/* main.c - the program `crosscut`: a table of verbs. Results go to stdout, everything else to stderr. */
#include "nearest.h"
#include "verbs.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

struct verb {
    const char *name, *usage, *summary;
    unsigned options;
    int least, most; /* words that are not options */
    verb_fn *run;
};

enum { ANY_NUMBER = 1 << 20, OPTIONS_OF_GAME = OPTION_SET | OPTION_POSITION };

static const struct verb verbs[] = {
    {"play", "[GAME]", "play a game, explore its rules", OPTIONS_OF_GAME | OPTION_SEED | OPTION_COLOR | OPTION_ASCII, 0,
     1, verb_play},
    {"list", "", "list the games: name, title, what it is about", 0, 0, 0, verb_list},
    {"show", "GAME", "print the text of a game or library", 0, 1, 1, verb_show},
    {"doc", "[NAME]", "tell about the library, a game, a name in them or a word of the language", 0, 0, 1, verb_doc},
    {"new", "NAME", "write a rule file to begin with, NAME.cut", OPTION_EXTENDS, 1, 1, verb_new},
    {"check", "FILE...", "look for errors in rule files", OPTION_SET, 1, ANY_NUMBER, verb_check},
    {"test", "[FILE...]", "run the examples in rule files; without FILE, in all that are built in", OPTION_SET, 0,
     ANY_NUMBER, verb_test},
    {"moves", "GAME", "list the legal moves", OPTIONS_OF_GAME | OPTION_JSON, 1, 1, verb_moves},
    {"explain", "GAME MOVE", "tell why a move is not legal", OPTIONS_OF_GAME, 2, 2, verb_explain},
    {"perft", "GAME DEPTH", "count the sequences of 1 to DEPTH moves",
     OPTIONS_OF_GAME | OPTION_DIVIDE | OPTION_NO_SWAP | OPTION_WITHOUT, 2, 2, verb_perft},
    {"playouts", "GAME", "play random games and sum them up",
     OPTIONS_OF_GAME | OPTION_NUMBER | OPTION_SECONDS | OPTION_SEED | OPTION_MAX_PLIES | OPTION_THREADS | OPTION_JSON |
         OPTION_WITHOUT,
     1, 1, verb_playouts},
    {"code", "GAME", "print the register code that random games run on", OPTIONS_OF_GAME | OPTION_WITHOUT, 1, 1,
     verb_code},
};

enum { VERBS = sizeof verbs / sizeof verbs[0] };

static const struct verb *find_verb(const char *name)
{
    for (size_t i = 0; i < VERBS; i++) {
        if (strcmp(verbs[i].name, name) == 0)
            return &verbs[i];
    }
    return NULL;
}

static void print_help(void)
{
    puts("crosscut - rules of abstract board games, and playing by them\n\n"
         "  crosscut                      play a game");
    for (size_t i = 0; i < VERBS; i++) {
        struct text form = {0};
        text_printf(&form, "crosscut %s %s", verbs[i].name, verbs[i].usage);
        printf("  %-29s %s\n", text_get(&form), verbs[i].summary);
        text_free(&form);
    }
    puts("  crosscut help VERB            tell more about a verb\n"
         "  crosscut --version            print the version\n\n"
         "GAME is a name that `crosscut list` shows or the path of a rule file, such as ./mygame.cut.\n"
         "Exit codes: 0 fine, 1 the answer is no or a file has errors, 2 wrong usage.");
}

static void print_verb_help(const struct verb *verb)
{
    struct text text = {0};
    text_printf(&text, "crosscut %s %s%s[OPTION...]: %s.\n\nOptions:\n", verb->name, verb->usage,
                *verb->usage != '\0' ? " " : "", verb->summary);
    arguments_help(verb->options, &text);
    fputs(text_get(&text), stdout);
    text_free(&text);
}

/* Somebody typed a verb that there is not. */
static int unknown_verb(const char *name)
{
    struct text text = {0};
    if (cut_file_find(name) != NULL || ends_with(name, ".cut")) {
        text_printf(&text, "crosscut: `%s` is no verb; to play it: crosscut play %s\n", name, name);
    } else {
        struct nearest nearest = nearest_begin(name);
        for (size_t i = 0; i < VERBS; i++)
            nearest_try(&nearest, verbs[i].name);
        text_printf(&text, "crosscut: there is no verb `%s`", name);
        nearest_end(&nearest, &text);
        text_puts(&text, " `crosscut --help` lists them.\n");
    }
    fputs(text_get(&text), stderr);
    text_free(&text);
    return EXIT_USAGE;
}

static int help(int count, char **words)
{
    const struct verb *verb = count > 0 ? find_verb(words[0]) : NULL;
    if (count > 0 && verb == NULL && strcmp(words[0], "help") != 0)
        return unknown_verb(words[0]);
    if (verb != NULL)
        print_verb_help(verb);
    else
        print_help();
    return EXIT_FINE;
}

static bool right_count(const struct verb *verb, const struct arguments *arguments)
{
    if (arguments->count >= verb->least && arguments->count <= verb->most)
        return true;
    if (arguments->count < verb->least)
        fprintf(stderr, "crosscut %s: something is missing: crosscut %s %s\n", verb->name, verb->name, verb->usage);
    else
        fprintf(stderr, "crosscut %s: `%s` is one word too many: crosscut %s%s%s%s\n", verb->name,
                arguments->words[verb->most], verb->name, *verb->usage != '\0' ? " " : "", verb->usage,
                arguments->given & OPTION_POSITION ? " (a position with blanks wants quotes)" : "");
    return false;
}

static int run_verb(const struct verb *verb, int count, char **words)
{
    struct arguments arguments = {.verb = verb->name};
    struct text why = {0};
    int result = EXIT_USAGE;
    if (!arguments_read(&arguments, count, words, verb->options, &why)) {
        fprintf(stderr, "crosscut %s: %sMore: crosscut help %s\n", verb->name, text_get(&why), verb->name);
    } else if (arguments.given & OPTION_HELP) {
        print_verb_help(verb);
        result = EXIT_FINE;
    } else if (right_count(verb, &arguments)) {
        result = verb->run(&arguments);
    }
    text_free(&why);
    arguments_free(&arguments);
    return result;
}

static int run(int argc, char **argv)
{
    const char *first = argc > 1 ? argv[1] : "play";
    if (strcmp(first, "--version") == 0) {
        puts("crosscut " CUT_VERSION);
        return EXIT_FINE;
    }
    if (strcmp(first, "--help") == 0 || strcmp(first, "-h") == 0 || strcmp(first, "help") == 0)
        return help(argc - 2, argv + 2);
    if (first[0] == '-')
        return run_verb(find_verb("play"), argc - 1, argv + 1);
    const struct verb *verb = find_verb(first);
    if (verb == NULL)
        return unknown_verb(first);
    return run_verb(verb, argc > 2 ? argc - 2 : 0, argv + (argc > 2 ? 2 : argc));
}

/* Was all of it written? *why: if not, what the system says. */
static bool all_written(const char **why)
{
    errno = 0;
    bool fine = fflush(stdout) == 0 && !ferror(stdout);
    if (!fine && errno == 0) { /* it failed earlier, and nobody kept what it failed of: another try tells */
        clearerr(stdout);
        if (putchar('\n') != EOF)
            fflush(stdout);
    }
    *why = errno != 0 ? strerror(errno) : "an error";
    return fine;
}

int main(int argc, char **argv)
{
    const char *why;
    signal(SIGPIPE, SIG_DFL); /* when nobody reads on, end without a word, whatever our parent thinks of it */
    int result = run(argc, argv);
    if (all_written(&why))
        return result;
    fprintf(stderr, "crosscut: the results cannot be written: %s.\n", why);
    return EXIT_NO;
}
