#include "arguments.h"

#include "nearest.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_THREADS = 256, MOST_SECONDS = 1000000000 };

struct option {
    unsigned bit;
    const char *name, *value; /* "" if it takes none */
    const char *help;
};

static const struct option options[] = {
    {OPTION_SET, "--set", "NAME=VALUE", "give an option of the game a value (may be repeated)"},
    {OPTION_POSITION, "--position", "P", "start from a position: rows from the top, then who moves (`1WB/W2/3 B`)"},
    {OPTION_JSON, "--json", "", "answer in JSON, on one line"},
    {OPTION_DIVIDE, "--divide", "", "split the last count by the first move"},
    {OPTION_NO_SWAP, "--no-swap", "", "do not count the swap as a move"},
    {OPTION_NUMBER, "-n", "N", "how many games (1000 if neither -n nor --seconds is given)"},
    {OPTION_SECONDS, "--seconds", "S", "stop after S seconds of CPU time (with threads, by the clock)"},
    {OPTION_THREADS, "--threads", "T", "play on T processors at once: the same games, sooner"},
    {OPTION_SEED, "--seed", "N", "the same seed gives the same games"},
    {OPTION_MAX_PLIES, "--max-plies", "M", "a game is unfinished after M plies (usually 1000)"},
    {OPTION_COLOR, "--color", "WHEN", "never, always or auto"},
    {OPTION_ASCII, "--ascii", "", "draw with plain letters only"},
    {OPTION_EXTENDS, "--extends", "GAME", "a variant of that game"},
    {OPTION_WITHOUT, "--without", "PASS", "leave out what makes it fast (may be repeated; `crosscut code` names all)"},
    {OPTION_HELP, "--help", "", "print this"},
};

static const struct option *find_option(const char *name, size_t size)
{
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        if (strlen(options[i].name) == size && memcmp(options[i].name, name, size) == 0)
            return &options[i];
    }
    if (size == 2 && memcmp(name, "-h", 2) == 0)
        return find_option("--help", 6);
    return NULL;
}

/* Numbers of games up to here are exact as a double, too. */
static const uint64_t most_games = (uint64_t)1 << 53;

static bool read_number(const struct option *option, const char *value, uint64_t low, uint64_t high, uint64_t *number,
                        struct text *why)
{
    bool fine = read_natural(value, low, high, number);
    if (!fine)
        text_printf(why, "%s wants a whole number from %llu to %llu, and `%s` is none.\n", option->name,
                    (unsigned long long)low, (unsigned long long)high, value);
    return fine;
}

static bool read_seconds(const struct option *option, const char *value, double *seconds, struct text *why)
{
    char *end;
    *seconds = strtod(value, &end);
    bool fine = end != value && *end == '\0' && *seconds > 0 && *seconds <= MOST_SECONDS;
    if (!fine)
        text_printf(why, "%s wants a number above 0, at most %d, as in `%s 2.5`; `%s` is none.\n", option->name,
                    MOST_SECONDS, option->name, value);
    return fine;
}

static bool read_color(const char *value, enum color *color, struct text *why)
{
    static const char *const words[] = {"auto", "never", "always"};
    for (int i = 0; i < 3; i++) {
        if (strcmp(value, words[i]) == 0) {
            *color = (enum color)i;
            return true;
        }
    }
    text_printf(why, "--color is never, always or auto, not `%s`.\n", value);
    return false;
}

static bool read_pass(const char *value, unsigned *without, struct text *why)
{
    for (size_t i = 0; i < cut_pass_count(); i++) {
        if (strcmp(cut_pass_name(i), value) == 0) {
            *without |= 1u << i;
            return true;
        }
    }
    struct nearest nearest = nearest_begin(value);
    for (size_t i = 0; i < cut_pass_count(); i++)
        nearest_try(&nearest, cut_pass_name(i));
    text_printf(why, "There is no pass `%s`", value);
    nearest_end(&nearest, why);
    text_puts(why, " There are");
    for (size_t i = 0; i < cut_pass_count(); i++)
        text_printf(why, " %s", cut_pass_name(i));
    text_puts(why, ".\n");
    return false;
}

static bool take_value(struct arguments *arguments, const struct option *option, const char *value, struct text *why)
{
    arguments->given |= option->bit;
    switch (option->bit) {
    case OPTION_SET:
        return settings_read(&arguments->settings, value, why);
    case OPTION_POSITION:
        arguments->position = value;
        return true;
    case OPTION_EXTENDS:
        arguments->extends = value;
        return true;
    case OPTION_NUMBER:
        return read_number(option, value, 1, most_games, &arguments->number, why);
    case OPTION_MAX_PLIES:
        return read_number(option, value, 1, INT_MAX, &arguments->max_plies, why);
    case OPTION_THREADS:
        return read_number(option, value, 1, MOST_THREADS, &arguments->threads, why);
    case OPTION_SECONDS:
        return read_seconds(option, value, &arguments->seconds, why);
    case OPTION_SEED:
        return read_number(option, value, 0, UINT64_MAX, &arguments->seed, why);
    case OPTION_WITHOUT:
        return read_pass(value, &arguments->without, why);
    case OPTION_COLOR:
        return read_color(value, &arguments->color, why);
    default: /* it takes no value */
        return true;
    }
}

static void unknown_option(const char *word, unsigned allowed, struct text *why)
{
    struct nearest nearest = nearest_begin(word);
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        if (options[i].bit & (allowed | OPTION_HELP))
            nearest_try(&nearest, options[i].name);
    }
    text_printf(why, "There is no option `%s` here", word);
    nearest_end(&nearest, why);
    text_puts(why, "\n");
}

/* One option and its value, which may stand in the same word (`--seed=7`, `-n100`) or in the next. */
static bool read_option(struct arguments *arguments, char **words, int count, int *at, unsigned allowed,
                        struct text *why)
{
    const char *word = words[*at], *equals = strchr(word, '=');
    bool small = word[1] != '-';
    size_t size = small ? 2 : equals != NULL ? (size_t)(equals - word) : strlen(word);
    const struct option *option = find_option(word, size);
    if (option == NULL || !(option->bit & (allowed | OPTION_HELP))) {
        unknown_option(word, allowed, why);
        return false;
    }
    const char *value = small ? word + 2 : equals != NULL ? equals + 1 : "";
    bool inside = word[size] != '\0';
    if (*option->value == '\0' && inside) {
        text_printf(why, "%s takes no value.\n", option->name);
        return false;
    }
    if (*option->value != '\0' && !inside) {
        if (*at + 1 >= count) {
            text_printf(why, "%s wants a value: %s %s.\n", option->name, option->name, option->value);
            return false;
        }
        value = words[++*at];
    }
    return take_value(arguments, option, value, why);
}

bool arguments_read(struct arguments *arguments, int count, char **words, unsigned allowed, struct text *why)
{
    bool only_words = false;
    arguments->words = memory_resize(NULL, (size_t)count, sizeof *arguments->words);
    for (int i = 0; i < count; i++) {
        if (only_words || words[i][0] != '-' || words[i][1] == '\0')
            arguments->words[arguments->count++] = words[i];
        else if (strcmp(words[i], "--") == 0)
            only_words = true;
        else if (!read_option(arguments, words, count, &i, allowed, why))
            return false;
    }
    return true;
}

void arguments_free(struct arguments *arguments)
{
    free(arguments->words);
    settings_free(&arguments->settings);
}

void arguments_help(unsigned allowed, struct text *out)
{
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        if (!(options[i].bit & (allowed | OPTION_HELP)))
            continue;
        struct text form = {0};
        text_printf(&form, "%s %s", options[i].name, options[i].value);
        text_printf(out, "  %-20s %s\n", text_get(&form), options[i].help);
        text_free(&form);
    }
}
