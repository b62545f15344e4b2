/* Loading what a verb works on. */
#include "files.h"
#include "verbs.h"

#include <stdio.h>
#include <time.h>

cut_context *opened_context(void)
{
    cut_config config = {.reader = files_reader()};
    cut_context *context = cut_context_new(&config);
    if (context == NULL)
        fputs("crosscut: there is not enough memory.\n", stderr);
    return context;
}

int opened_broken(const cut_position *position)
{
    struct text text = {0};
    const char *error = cut_position_error(position);
    text_sentence(&text, *error != '\0' ? error : "there is not enough memory");
    fprintf(stderr, "crosscut: %s\n", text_get(&text));
    text_free(&text);
    return EXIT_NO;
}

bool opened_fault(const cut_position *position)
{
    const char *fault = cut_position_fault(position);
    if (*fault != '\0')
        fprintf(stderr, "A mistake in the rules: %s.\n", fault);
    return *fault != '\0';
}

uint64_t opened_seed(const struct arguments *arguments)
{
    struct timespec now;
    if (arguments->given & OPTION_SEED)
        return arguments->seed;
    clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)now.tv_nsec / 1000 + (uint64_t)now.tv_sec % 1000 * 1000000;
}

static int begin_position(struct opened *opened, const char *text)
{
    cut_status status = cut_position_new(opened->game, &opened->position);
    if (status != CUT_OK) {
        fputs("crosscut: the opening of this game cannot be set up.\n", stderr);
        return EXIT_NO;
    }
    if (text == NULL || cut_position_set(opened->position, text) == CUT_OK)
        return EXIT_FINE;
    return opened_broken(opened->position);
}

int opened_begin(struct opened *opened, const struct arguments *arguments)
{
    struct text why = {0};
    *opened = (struct opened){.context = opened_context()};
    if (opened->context == NULL)
        return EXIT_NO;
    cut_status status = settings_load(opened->context, arguments->words[0], &arguments->settings, arguments->position,
                                      &opened->game, &why);
    fputs(text_get(&why), stderr);
    text_free(&why);
    return status == CUT_OK ? begin_position(opened, arguments->position) : EXIT_NO;
}

void opened_end(struct opened *opened)
{
    cut_position_free(opened->position);
    cut_game_free(opened->game);
    if (opened->context != NULL)
        cut_context_free(opened->context);
}
