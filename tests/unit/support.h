/* support.h - what the test programs share: files of the repository, games by name and settings, a random source. */
#ifndef CUT_TEST_SUPPORT_H
#define CUT_TEST_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "../../interp/crosscut.h"

enum { LINE_ROOM = 4096, MAX_WORDS = 400 };

/* The path of a file of the repository; valid until the next call. */
const char *source_path(const char *path);
/* A file of the repository to read; the test fails if it is not there. */
FILE *source_open(const char *path);
/* The whole text of a file; free() it. NULL if there is none. */
char *file_text(const char *path, size_t *size);

/* Reads files for a context. */
extern const cut_reader file_reader;

/* Cuts a line into words at blanks; returns how many. The line is changed. */
size_t split_words(char *line, char *words[MAX_WORDS]);
int compare_texts(const void *a, const void *b); /* for qsort of char * */

/* Settings as "size=3,misere=1"; "-" or "" for none. Prints the messages and fails the test if it does not load. */
cut_game *load_game(cut_context *context, const char *name, const char *settings);
/* The same without failing: NULL. */
cut_game *try_game(cut_context *context, const char *name, const char *settings, cut_status *status);
/* Calls body with a game of its own. */
typedef void with_game(cut_game *game, void *user);
void with_settings(const char *name, const char *settings, with_game *body, void *user);
void with_game_text(const char *text, with_game *body, void *user);
/* Of a game file, which takes it as `size`; NULL if it does not. */
const cut_option *size_option(const cut_game *game);

/* A number from the environment, or `standard`. */
uint64_t environment_number(const char *name, uint64_t standard);

/* splitmix64, for cut_position_play_random: user is a uint64_t, the state. */
uint64_t next_random(void *user);

#endif
