/* draw.h - a position as text: coordinates on all sides, the edges of the players, marks, colours. */
#ifndef REPL_DRAW_H
#define REPL_DRAW_H

#include "../crosscut.h"
#include "text.h"

struct draw_style {
    bool color;   /* ANSI colours */
    bool unicode; /* round stones instead of letters, where only plain stones of two players stand */
};

/* Sites to be marked; of[site] says which. NULL: nothing is marked. */
struct draw_marks {
    const bool *of;
    char open, close; /* '[' and ']' */
};

void draw_board(const cut_position *position, const struct draw_style *style, const struct draw_marks *marks,
                struct text *out);
/* The player's name in their colour; in Unicode with their stone before it. */
void draw_player(const cut_game *game, int player, const struct draw_style *style, struct text *out);

#endif
