/* explain.h - why a move is refused: the walk through the turn that decides legality, gone through once more with the
 * rules that fail noted instead of obeyed, for the way that writes the refused move and breaks the fewest of them. */
#ifndef CUT_EXPLAIN_H
#define CUT_EXPLAIN_H

#include "turn.h"

enum { EXPLAIN_LIMIT = 12 };

struct explainer {
    struct violation trail[EXPLAIN_LIMIT], best[EXPLAIN_LIMIT];
    int best_count, best_score;
    int chosen;                   /* on the way at hand, of what could be chosen */
    uint64_t named[BITSET_WORDS]; /* the sites in the text */
    bool legal;                   /* a way without any violation wrote the text */
};

/* Fills the explainer for a move text in a position that goes on. Nothing found: best_count 0 and not legal. */
void explain_move(struct machine *m, const struct core *core, const char *text, struct explainer *explainer);
/* Is every legal move written as more than a site? Then `example` (room for LIMIT_TEXT) is one that begins with `site`,
 * or "". False, too, if there are too many to look at. */
bool explain_beginning(struct machine *m, const struct core *core, const char *site, char *example);

#endif
