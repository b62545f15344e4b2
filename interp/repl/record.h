/* record.h - a game played, as a text that a person can read:
 *
 *   game: mygame
 *   set: size=9
 *   position: …            (if it did not begin at the opening)
 *   result: Black wins     (if it is over)
 *
 *   1. f6 2. swap 3. c4
 */
#ifndef REPL_RECORD_H
#define REPL_RECORD_H

#include "settings.h"

/* All zero is an empty record. */
struct record {
    char *game, *position, *result; /* NULL if not given */
    struct settings settings;
    struct list moves;
    struct text notes; /* sentences about keys that were not understood */
};

/* False, with a sentence in *why, if it cannot be read. */
bool record_read(struct record *record, const char *chars, size_t size, struct text *why);
void record_free(struct record *record);
void record_print(const struct record *record, int first_ply, struct text *out);
/* "1. f6 2. swap 3. c4", in lines of at most `width` characters. */
void record_print_moves(const struct list *moves, size_t count, int first_ply, int width, struct text *out);

#endif
