#include "lineedit.h"

#include "files.h"

#include <errno.h>
#include <histedit.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HISTORY_LINES = 1000 };

static volatile sig_atomic_t interrupted;

struct editor {
    struct session *session;
    EditLine *edit;
    History *history;
    struct text prompt, history_file;
};

static void on_interrupt(int signal)
{
    (void)signal;
    interrupted = 1;
}

void lineedit_catch_interrupts(void)
{
    struct sigaction action = {.sa_handler = on_interrupt}; /* no SA_RESTART: reading a line has to stop */
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
}

bool lineedit_go_on(void *user)
{
    (void)user;
    return !interrupted;
}

/* ---- completion ---- */

static size_t common_prefix(const struct list *found)
{
    size_t size = strlen(found->items[0]);
    for (size_t i = 1; i < found->count; i++) {
        size_t k = 0;
        while (k < size && lower(found->items[0][k]) == lower(found->items[i][k]))
            k++;
        size = k;
    }
    return size;
}

/* Replaces the word before the cursor by `word`. */
static bool replace_word(EditLine *edit, size_t typed, const char *word, size_t size, bool whole)
{
    struct text fresh = {0};
    text_add(&fresh, word, size);
    if (whole && !ends_with(text_get(&fresh), "="))
        text_puts(&fresh, " ");
    if (typed > 0)
        el_deletestr(edit, (int)typed);
    bool fine = fresh.size == 0 || el_insertstr(edit, text_get(&fresh)) == 0;
    text_free(&fresh);
    return fine;
}

static unsigned char complete(EditLine *edit, int key)
{
    (void)key;
    void *user = NULL;
    el_get(edit, EL_CLIENTDATA, &user);
    struct editor *editor = user;
    const LineInfo *line = el_line(edit);
    struct list found = {0};
    char *before = memory_copy(line->buffer, (size_t)(line->cursor - line->buffer));
    size_t typed = strlen(before) - session_complete(editor->session, before, &found);
    unsigned char answer = CC_ERROR;
    size_t common = found.count > 0 ? common_prefix(&found) : 0;
    if (found.count == 1 || common > typed) {
        if (replace_word(edit, typed, found.items[0], common, found.count == 1))
            answer = CC_REFRESH;
    } else if (found.count > 1) {
        struct text columns = {0};
        list_print(&found, 80, &columns);
        printf("\n%s", text_get(&columns));
        fflush(stdout);
        text_free(&columns);
        answer = CC_REDISPLAY;
    }
    list_free(&found);
    free(before);
    return answer;
}

static char *prompt_of(EditLine *edit)
{
    void *user = NULL;
    el_get(edit, EL_CLIENTDATA, &user);
    struct editor *editor = user;
    return editor->prompt.chars;
}

/* ---- history ---- */

/* $XDG_STATE_HOME/crosscut/history, else ~/.local/state/crosscut/history; "" if there is no such place. */
static void find_history_file(struct text *path)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    if (state != NULL && state[0] == '/')
        text_puts(path, state);
    else if (home != NULL && home[0] == '/')
        text_printf(path, "%s/.local/state", home);
    else
        return;
    text_puts(path, "/crosscut");
    if (files_make_directories(text_get(path)))
        text_puts(path, "/history");
    else
        text_clear(path);
}

static void begin_history(struct editor *editor)
{
    HistEvent event;
    editor->history = history_init();
    if (editor->history == NULL)
        return;
    history(editor->history, &event, H_SETSIZE, HISTORY_LINES);
    history(editor->history, &event, H_SETUNIQUE, 1);
    find_history_file(&editor->history_file);
    if (editor->history_file.size > 0)
        history(editor->history, &event, H_LOAD, text_get(&editor->history_file));
    el_set(editor->edit, EL_HIST, history, editor->history);
}

static void end_history(struct editor *editor)
{
    HistEvent event;
    if (editor->history == NULL)
        return;
    if (editor->history_file.size > 0)
        history(editor->history, &event, H_SAVE, text_get(&editor->history_file));
    history_end(editor->history);
}

/* ---- the two ways of reading ---- */

static bool write_answer(struct text *answer)
{
    bool fine = fwrite(text_get(answer), 1, answer->size, stdout) == answer->size && fflush(stdout) == 0;
    text_clear(answer);
    return fine;
}

static bool open_editor(struct editor *editor)
{
    editor->edit = el_init("crosscut", stdin, stdout, stderr);
    if (editor->edit == NULL)
        return false;
    el_set(editor->edit, EL_CLIENTDATA, editor);
    text_puts(&editor->prompt, ""); /* the editor may ask for the prompt before there is one */
    el_set(editor->edit, EL_PROMPT, prompt_of);
    el_set(editor->edit, EL_SIGNAL, 0);
    begin_history(editor);
    el_set(editor->edit, EL_EDITOR, "emacs");
    el_set(editor->edit, EL_ADDFN, "crosscut-complete", "complete the word", complete);
    el_set(editor->edit, EL_BIND, "^I", "crosscut-complete", NULL);
    el_source(editor->edit, NULL); /* ~/.editrc */
    return true;
}

/* One line into *line. 1: a line; 0: it was cancelled; -1: the end. */
static int read_line(struct editor *editor, struct text *line)
{
    int count = 0;
    interrupted = 0;
    errno = 0;
    text_clear(&editor->prompt);
    session_prompt(editor->session, &editor->prompt);
    const char *chars = el_gets(editor->edit, &count);
    if (interrupted) {
        el_reset(editor->edit);
        interrupted = 0;
        return 0;
    }
    if (chars == NULL || count <= 0)
        return -1;
    text_add(line, chars, (size_t)count);
    return 1;
}

static void remember_line(struct editor *editor, const struct text *line)
{
    HistEvent event;
    if (editor->history != NULL && line->size > 1)
        history(editor->history, &event, H_ENTER, text_get(line));
}

bool lineedit_terminal(struct session *session)
{
    struct editor editor = {.session = session};
    struct text line = {0}, answer = {0};
    bool fine = true, goes_on = true;
    if (!open_editor(&editor))
        return lineedit_pipe(session);
    while (fine && goes_on) {
        text_clear(&line);
        int got = read_line(&editor, &line);
        if (got <= 0) {
            fine = fputs("\n", stdout) != EOF && fflush(stdout) == 0;
            goes_on = got == 0;
            continue;
        }
        remember_line(&editor, &line);
        goes_on = session_line(session, text_get(&line), &answer);
        fine = write_answer(&answer);
    }
    end_history(&editor);
    el_end(editor.edit);
    text_free(&editor.prompt);
    text_free(&editor.history_file);
    text_free(&line);
    text_free(&answer);
    return fine;
}

bool lineedit_pipe(struct session *session)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t size;
    struct text answer = {0};
    bool fine = true, goes_on = true;
    while (fine && goes_on && (size = getline(&line, &room, stdin)) >= 0) {
        bool text = strlen(line) == (size_t)size;
        if (text)
            goes_on = session_line(session, line, &answer);
        else
            text_puts(&answer, "This line is not text.\n");
        fine = write_answer(&answer);
    }
    free(line);
    text_free(&answer);
    return fine;
}
