/* settings.h - values for a game's options, `size=9`, and loading a game with them. */
#ifndef REPL_SETTINGS_H
#define REPL_SETTINGS_H

#include "../crosscut.h"
#include "text.h"

/* All zero: none. The names are own copies. */
struct settings {
    cut_setting *items;
    size_t count;
};

/* Adds or replaces. */
void settings_put(struct settings *settings, const char *name, long value);
/* Adds "NAME=VALUE"; false, with a sentence in *why, if it is not of that form. */
bool settings_read(struct settings *settings, const char *pair, struct text *why);
/* Adds all pairs of a line, which may be written `size = 9` and `size 9`, too; the line is cut up. */
bool settings_read_line(struct settings *settings, char *line, struct text *why);
/* Adds the options of a game that do not have their standard values. */
void settings_of_game(struct settings *settings, const cut_game *game);
/* "size=9 depth=2" */
void settings_print(const struct settings *settings, struct text *out);
void settings_free(struct settings *settings);

/* "size = 5 (2 … 26, usually 19)" for each option, one a line. */
void settings_list(const cut_game *game, struct text *out);

/* Loads a game that can be played; with a position, the board's size follows it. If that fails, *why has
 * sentences that say why: the file's errors, the nearest game, the options there are. */
cut_status settings_load(cut_context *context, const char *name, const struct settings *settings, const char *position,
                         cut_game **game, struct text *why);
/* The messages of the latest load as they are rendered; errors only, or all but notes. */
void settings_messages(const cut_context *context, bool warnings, struct text *out);
/* "There is no game `gmae`; did you mean `game`?" */
void settings_unknown_game(const char *name, struct text *out);

#endif
