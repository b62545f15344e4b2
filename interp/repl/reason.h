/* reason.h - why a move is refused, and how a game ended, as text. */
#ifndef REPL_REASON_H
#define REPL_REASON_H

#include "../crosscut.h"
#include "text.h"

/* What the reason says; of a move that names a site which the board does not have, that. */
void reason_words(const cut_game *game, const char *move, const cut_reason *reason, struct text *out);
/* And behind it where the rule stands. */
void reason_print(const cut_game *game, const char *move, const cut_reason *reason, struct text *out);
/* How the game ended: the rule that decided, and the scores if they did. */
void reason_of_end(cut_position *position, const cut_outcome *outcome, struct text *out);

#endif
