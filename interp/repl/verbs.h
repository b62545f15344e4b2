/* verbs.h - what follows `crosscut` on the command line. */
#ifndef REPL_VERBS_H
#define REPL_VERBS_H

#include "arguments.h"

/* EXIT_NO: the answer is no, or there is no such game, file or option, or the game has errors. */
enum { EXIT_FINE = 0, EXIT_NO = 1, EXIT_USAGE = 2 };

typedef int verb_fn(struct arguments *arguments);
verb_fn verb_play, verb_list, verb_show, verb_doc, verb_new, verb_check, verb_test;
verb_fn verb_moves, verb_explain, verb_perft, verb_playouts, verb_code;

/* A loaded game and a position of it. */
struct opened {
    cut_context *context;
    cut_game *game;
    cut_position *position;
};

/* Loads words[0] as the options say. EXIT_FINE, or a message on stderr and EXIT_NO. */
int opened_begin(struct opened *opened, const struct arguments *arguments);
void opened_end(struct opened *opened);
/* Says on stderr why the latest call on a position failed; EXIT_NO. */
int opened_broken(const cut_position *position);
/* Says on stderr what mistake in the rules the latest call met on its way; false if there was none. */
bool opened_fault(const cut_position *position);
/* The seed that was given, else one from the clock, short enough to be typed again. */
uint64_t opened_seed(const struct arguments *arguments);
/* A context that reads files; says so and returns NULL if memory is short. */
cut_context *opened_context(void);

#endif
