/* shapes.h - what each shape of board puts where; used by board.c only. */
#ifndef CUT_SHAPES_H
#define CUT_SHAPES_H

#include "board.h"

/* The points that are sites, before they are numbered. */
struct lattice {
    int files, ranks;
    bool present[BOARD_SITE_LIMIT]; /* [y * files + x] */
};

/* Fills the lattice (cleared by the caller); returns NULL, or a sentence that says why there is no such board. */
const char *shape_lattice(struct arena *arena, const struct board_spec *spec, struct lattice *lattice);
/* The directions and steps of a board whose sites are numbered. */
void shape_steps(struct arena *arena, struct board *board, const struct board_spec *spec);
/* Its named sets and sides. */
void shape_areas(struct arena *arena, struct board *board);

#endif
