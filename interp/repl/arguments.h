/* arguments.h - the words after `crosscut VERB`. */
#ifndef REPL_ARGUMENTS_H
#define REPL_ARGUMENTS_H

#include "settings.h"

enum {
    OPTION_SET = 1 << 0,
    OPTION_POSITION = 1 << 1,
    OPTION_JSON = 1 << 2,
    OPTION_DIVIDE = 1 << 3,
    OPTION_NO_SWAP = 1 << 4,
    OPTION_NUMBER = 1 << 5,
    OPTION_SECONDS = 1 << 6,
    OPTION_SEED = 1 << 7,
    OPTION_MAX_PLIES = 1 << 8,
    OPTION_COLOR = 1 << 9,
    OPTION_ASCII = 1 << 10,
    OPTION_HELP = 1 << 11,
    OPTION_THREADS = 1 << 12,
    OPTION_EXTENDS = 1 << 13,
    OPTION_WITHOUT = 1 << 14
};

enum color { COLOR_AUTO, COLOR_NEVER, COLOR_ALWAYS };

struct arguments {
    const char *verb;
    char **words; /* what is not an option, in order; the strings are main's */
    int count;
    unsigned given; /* OPTION_… */
    struct settings settings;
    const char *position, *extends;
    uint64_t number, max_plies, threads, seed;
    double seconds;
    unsigned without; /* bits of passes */
    enum color color;
};

/* Reads what follows the verb. allowed: OPTION_… On a mistake false, with a sentence in *why. */
bool arguments_read(struct arguments *arguments, int count, char **words, unsigned allowed, struct text *why);
void arguments_free(struct arguments *arguments);
/* The options allowed, one a line, for --help. */
void arguments_help(unsigned allowed, struct text *out);

#endif
