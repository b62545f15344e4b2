/* explain.h - why a move is refused: the walk through the turn that decides legality, gone through once more with the
 * rules that fail noted instead of obeyed, for the way that writes the refused move and breaks the fewest of them. */
#ifndef CUT_EXPLAIN_H
#define CUT_EXPLAIN_H

#include "turn.h"

enum { EXPLAIN_LIMIT = 12 };

struct violation {
    enum violation_kind kind;
    int weight;
    struct span span; /* the condition or choice that fails */
    atom reason;      /* as the file words it, or NULL */
    atom name;        /* what `illegal … by` may call it, or NULL */
    enum kind shown;  /* SITES: sites; DIRS: dirs; NUMBER: number; BAD: nothing */
    uint64_t sites[BITSET_WORDS], dirs;
    int64_t number;
};

struct explainer {
    struct violation trail[EXPLAIN_LIMIT], best[EXPLAIN_LIMIT];
    int best_count, best_score;
    bool legal; /* a way without any violation wrote the text */
};

/* Fills the explainer for a move text in a position that goes on. Nothing found: best_count 0 and not legal. */
void explain_move(struct machine *m, const struct core *core, const char *text, struct explainer *explainer);

#endif
