/* fast_games.h - games for test_fast.c, each with something that the shipped ones with a fast path do not have. */
#ifndef CUT_TEST_FAST_GAMES_H
#define CUT_TEST_FAST_GAMES_H

#define PLACING "use connection\nuse lines\nplayers Black, White\n"
#define SIDES "def home = Black: north, White: west\ndef away = Black: south, White: east\n"

static const char *const fast_games[] = {
    /* a region; the end by an option; several ends in one line */
    "game \"a\" option m = 0 in 0 .. 1 board square(7) - corners\n" PLACING SIDES
    "turn { place(empty & (everywhere - d4)) }\n"
    "win when connects(mine, home, away, compass) or in_row(mine, 5, orthogonal)\n"
    "lose when in_row(mine, 4, diagonal) and m = 0\ndraw when in_row(mine, 3, compass) and m = 1\nstuck draws\n",
    /* patterns by whose stones they are, not the same for both players; any stone; not empty */
    "game \"b\" board square(8)\n" PLACING SIDES
    "pattern p\n    [m t *]\n    [* * m]\npattern q\n    [x !. x]\npattern r\n    [o . . x]\n"
    "turn { place(empty) }\nban p, q, r\nlose when connects(mine, home, away, orthogonal)\nstuck loses\n",
    "game \"c\" board square(6, 9)\n" PLACING
    "pattern p\n    [x o]\n    [!x *]\n    as drawn\nturn { place(empty) }\nban p\nstuck wins\n",
    /* one drawn way only, three sites away; swap later */
    "game \"d\" board hexagon(4)\n" PLACING
    "pattern p\n    [m * * t]\n    as drawn\nturn { place(empty) }\nban p\nswap sides on ply 4\n"
    "win when in_row(mine, 4, adjacent)\nwin when connects_all(mine, sides, adjacent)\nstuck passes\nboth stuck wins\n",
    "game \"e\" board hex(6)\n" PLACING SIDES "pattern p\n    [x x]\n    [x *]\nturn { place(empty) }\nban p\n"
    "win when connects(mine, home, away, adjacent)\nlose when connects(mine, home, away, N | S)\nstuck passes\n"
    "both stuck loses\n",
    /* chains that step over no side of a site */
    "game \"f\" board square(9)\n" PLACING SIDES "turn { place(empty) }\n"
    "win when connects(mine, home, away, diagonal)\nswap sides on ply 3\nstuck draws\n",
    "game \"g\" board triangle(7)\n" PLACING "pattern p\n    [m m m]\nturn { place(empty) }\nban p\n"
    "win when connects_all(mine, sides, adjacent)\nstuck passes\n",
    /* lines of two lengths along different axes, and no end at all */
    "game \"h\" board square(6)\n" PLACING "turn { place(empty) }\n"
    "lose when in_row(mine, 3, N)\nwin when in_row(mine, 4, E | W)\ndraw when in_row(mine, 5, NE | NW)\nstuck draws\n",
    "game \"i\" board square(5)\n" PLACING "pattern p\n    [x x]\npattern q\n    [x !x * x]\nturn { place(empty) }\n"
    "ban p, q\nstuck loses\n",
    /* a long chain that is joined in one go */
    "game \"j\" board square(13)\n" PLACING
    "def home = White: east, Black: north\ndef away = White: west, Black: south\n"
    "start White on rank(2) - m2\nturn { place(empty & (rank(1) | rank(2) | rank(3))) }\n"
    "win when connects(mine, home, away, orthogonal)\nstuck draws\n",
};

#endif
