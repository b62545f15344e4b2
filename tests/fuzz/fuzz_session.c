/* fuzz_session.c - any bytes as the lines of a conversation. Files are read from the program itself only, and what is
 * saved goes nowhere. The first byte chooses how the answers look. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "../../interp/repl/session.h"

enum { QUESTIONS = 200, LINES = 20, TEXT_ROOM = 4096 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Long work is given up after some questions whether to go on. */
static bool go_on(void *user)
{
    int *left = user;
    return (*left)-- > 0;
}

static bool write_nowhere(void *user, const char *path, const char *chars, size_t size, struct text *why)
{
    (void)user;
    (void)why;
    if (strlen(path) == 0 || strlen(chars) != size)
        __builtin_trap();
    return true;
}

static void answer(struct session *session, int *left, char *lines)
{
    struct text out = {0};
    struct list found = {0};
    bool goes_on = true;
    char *line = lines;
    for (int i = 0; i < LINES && goes_on && *line != '\0'; i++) {
        char *end = line + strcspn(line, "\n");
        bool last = *end == '\0';
        *end = '\0';
        *left = QUESTIONS;
        if (strncmp(line, "> ", 2) == 0) /* as transcripts have it */
            line += 2;
        session_complete(session, line, &found);
        goes_on = session_line(session, line, &out);
        session_prompt(session, &out);
        text_clear(&out);
        list_cut(&found, 0);
        line = last ? end : end + 1;
    }
    text_free(&out);
    list_free(&found);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char lines[TEXT_ROOM];
    int left = QUESTIONS;
    if (size < 2 || size > TEXT_ROOM)
        return 0;
    memcpy(lines, data + 1, size - 1);
    lines[size - 1] = '\0';
    struct session_config config = {
        .write = write_nowhere,
        .go_on = go_on,
        .go_on_user = &left,
        .style = {.color = data[0] & 1, .unicode = data[0] & 2},
        .live = data[0] & 4,
        .width = data[0] & 8 ? 20 : 0,
        .seed = data[0],
    };
    struct session *session = session_new(&config);
    if (session == NULL)
        return 0;
    answer(session, &left, lines);
    session_free(session);
    return 0;
}
