/* session.h - the conversation: a line goes in, text comes out. No input or output of its own, so that tests can
 * hold whole sessions in memory. */
#ifndef REPL_SESSION_H
#define REPL_SESSION_H

#include "draw.h"
#include "settings.h"

struct session;

/* Where sessions save games. On failure false, with a sentence in *why. */
typedef bool session_write_fn(void *user, const char *path, const char *chars, size_t size, struct text *why);

struct session_config {
    cut_reader reader;       /* of games and of saved games */
    session_write_fn *write; /* may be NULL: nothing can be saved */
    void *write_user;
    bool (*go_on)(void *user); /* asked during long work; false stops it; may be NULL */
    void *go_on_user;
    struct draw_style style;
    bool live;     /* a person looks on: draw the board after every move */
    int width;     /* of the page, in characters; 0: 80 */
    uint64_t seed; /* of `random` */
};

/* A session without a game. NULL if memory is short. */
struct session *session_new(const struct session_config *config);
void session_free(struct session *session);
/* Begins a game, from a position if it is not NULL, and greets. False, with the reasons in *out, if that fails. */
bool session_begin(struct session *session, const char *game, const struct settings *settings, const char *position,
                   struct text *out);
/* Answers a line. False when the session is over. */
bool session_line(struct session *session, const char *line, struct text *out);
/* "3 Black> " */
void session_prompt(struct session *session, struct text *out);

/* What could stand at the end of an unfinished line: adds whole words, sorted, to *found and returns where the
 * word that they would replace begins. */
size_t session_complete(struct session *session, const char *line, struct list *found);

#endif
