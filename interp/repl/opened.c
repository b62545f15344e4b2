/* Loading what a verb works on. */
#include "files.h"
#include "verbs.h"

#include <stdio.h>

cut_context *opened_context(void)
{
    cut_config config = {.reader = files_reader()};
    cut_context *context = cut_context_new(&config);
    if (context == NULL)
        fputs("crosscut: there is not enough memory.\n", stderr);
    return context;
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
    fprintf(stderr, "crosscut: --position: %s.\n", cut_position_error(opened->position));
    return EXIT_NO;
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
