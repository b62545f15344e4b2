/* crosscut play: the conversation. */
#include "files.h"
#include "lineedit.h"
#include "verbs.h"

#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#ifndef CUT_DEFAULT_GAME
#error "CUT_DEFAULT_GAME names the game of `crosscut` alone; the Makefile defines it"
#endif

static bool wants_color(enum color color)
{
    const char *none = getenv("NO_COLOR"), *terminal = getenv("TERM");
    if (color != COLOR_AUTO)
        return color == COLOR_ALWAYS;
    return isatty(STDOUT_FILENO) && (none == NULL || *none == '\0') && terminal != NULL &&
           strcmp(terminal, "dumb") != 0;
}

/* The locale of characters tells whether round stones can be shown; it is set for nothing else. */
static bool wants_unicode(const struct arguments *arguments)
{
    return setlocale(LC_CTYPE, "") != NULL && strcmp(nl_langinfo(CODESET), "UTF-8") == 0 && isatty(STDOUT_FILENO) &&
           !(arguments->given & OPTION_ASCII);
}

static int page_width(void)
{
    struct winsize window;
    if (isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col >= 20)
        return window.ws_col;
    return 80;
}

static bool converse(struct session *session, bool terminal)
{
    if (!terminal)
        return lineedit_pipe(session);
    lineedit_catch_interrupts();
    return lineedit_terminal(session);
}

int verb_play(struct arguments *arguments)
{
    bool terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    struct session_config config = {
        .reader = files_reader(),
        .write = files_write,
        .go_on = lineedit_go_on,
        .style = {.color = wants_color(arguments->color), .unicode = wants_unicode(arguments)},
        .live = terminal,
        .width = page_width(),
        .seed = opened_seed(arguments),
    };
    struct session *session = session_new(&config);
    if (session == NULL) {
        fputs("crosscut: there is not enough memory.\n", stderr);
        return EXIT_NO;
    }
    struct text greeting = {0};
    const char *game = arguments->count > 0 ? arguments->words[0] : CUT_DEFAULT_GAME;
    bool fine = session_begin(session, game, &arguments->settings, arguments->position, &greeting);
    fputs(text_get(&greeting), fine ? stdout : stderr);
    fflush(stdout);
    if (fine)
        converse(session, terminal);
    text_free(&greeting);
    session_free(session);
    return fine ? EXIT_FINE : EXIT_NO; /* main looks whether all was written */
}
