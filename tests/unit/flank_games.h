/* flank_games.h - games for test_flank.c: some of the flank shape, each with something of its own, and some that are
 * nearly of it and must be left to others. */
#ifndef CUT_TEST_FLANK_GAMES_H
#define CUT_TEST_FLANK_GAMES_H

#define GAME(board) "game \"g\" board " board "\nuse connection\nuse capture\nuse lines\nplayers Black, White\n"
#define SIDES "def home = Black: north, White: west\ndef away = Black: south, White: east\n"
#define LINK(dirs) SIDES "win when connects(mine, home, away, " dirs ")\nstuck draws\n"
#define EACH(dirs, body) "turn {\n    place(empty)\n    each d in " dirs " {\n" body "    }\n}\n"
#define PREY                                                                                                           \
    "        let segment = reach(placed, mine, d)\n"                                                                   \
    "        let prey = reach(segment, theirs, d) - segment\n"

static const char *const flank_games[] = {
    /* beside the stone; the edge serves; rows end; a start */
    GAME("square(7)") "start White on centre\nturn { place(empty) flip hemmed(placed, theirs, mine, diagonal) }\n"
                      "win when in_row(mine, 4, compass)\nlose when in_row(mine, 3, diagonal)\nstuck loses\n",
    /* stones go; between own ones only; all directions */
    GAME("square(6)") "turn { place(empty) remove flanked(placed, theirs, mine, compass) }\n" LINK("compass"),
    GAME("hexagon(4)") "turn { place(empty) flip flanked(placed, theirs, mine, adjacent) }\n"
                       "win when in_row(mine, 5, adjacent)\nstuck passes\nboth stuck wins\n",
    /* pairs, into a region */
    GAME("square(8)") "turn {\n    place(empty & (everywhere - corners))\n"
                      "    remove sandwiched(placed, theirs, mine, compass, 2)\n}\n"
                      "win when in_row(mine, 5, compass)\nstuck draws\n",
    /* some directions only, not both ways of each */
    GAME("square(5, 9)") EACH("N | E | SW", PREY "        if next(prey, d) - prey in mine { flip prey }\n")
        LINK("orthogonal"),
    /* holes in the board serve as its edge */
    GAME("[. . . . .] [. . # . .] [. # . . .] [. . . . .] [. . . # .]") EACH(
        "compass", PREY
        "        if next(prey, d) - prey in mine { flip prey }\n") "win when in_row(mine, 4, orthogonal)\nstuck wins\n",
    /* an empty site behind, but not the edge */
    GAME("square(6)") EACH("orthogonal", PREY "        if some next(prey, d) & empty { remove prey }\n")
        LINK("orthogonal"),
    /* one end of the run must be free or the edge; two or three; the other viewer's words */
    GAME("hex(6)")
        EACH("adjacent", PREY "        let behind = next(prey, d) - prey\n"
                              "        if no behind & mine and count(prey) >= 2 and count(prey) < 4 { flip prey }\n")
            LINK("adjacent"),
    GAME("square(6)")
        EACH("orthogonal", PREY "        let behind = next(prey, d) - prey\n"
                                "        if count(prey) >= 2 and not count(prey) > 3 and (their(behind in "
                                "theirs) or no behind) { flip prey }\n") LINK("compass"),
    /* through rules, defs and parameters; the chosen site by its name */
    GAME("square(6)") "def mates(x, dir) = reach(x, mine, dir)\n"
                      "rule take(x, dir) {\n    if next(x, dir) - x in mine { flip x }\n}\n"
                      "rule flank(stone, dirs) {\n    each d in dirs {\n"
                      "        take(reach(mates(stone, d), theirs, d) - mates(stone, d), d)\n    }\n}\n"
                      "turn {\n    choose here in empty\n    write here\n    put mine on here\n"
                      "    flank(here, orthogonal)\n}\n" LINK("orthogonal"),
    /* no end but a full board */
    GAME("square(2, 4)") "turn { place(empty) flip hemmed(placed, theirs, mine, orthogonal) }\n"
                         "stuck passes\nboth stuck wins\n",
    GAME("square(3)") "turn { place(empty) flip flanked(placed, theirs, mine, compass) }\n"
                      "swap sides on ply 3\nstuck loses\n",
    /* the usual one but for the directions of the chain */
    GAME("square(7)") EACH("orthogonal", PREY "        if next(prey, d) - prey in mine { flip prey }\n")
        LINK("diagonal"),
};

static const char *const other_games[] = {
    /* more than the prey, less than it, or something behind it */
    GAME("square(5)") EACH("orthogonal", PREY "        flip segment\n") LINK("orthogonal"),
    GAME("square(5)") EACH("orthogonal", PREY "        flip next(prey, d) & prey\n") LINK("orthogonal"),
    GAME("square(5)") EACH("orthogonal", PREY "        flip reach(reach(prey, mine, d), theirs, d)\n")
        LINK("orthogonal"),
    GAME("square(5)") EACH("orthogonal", PREY "        if some next(prey, d, 2) & mine { flip prey }\n")
        LINK("orthogonal"),
    /* one run against another, or what a ray does not know */
    GAME("square(5)") EACH("orthogonal", PREY "        if count(prey) < count(segment) { flip prey }\n")
        LINK("orthogonal"),
    GAME("square(5)") EACH("orthogonal", PREY "        if count(segment) > 2 { flip prey }\n") LINK("orthogonal"),
    GAME("square(5)") EACH("orthogonal", PREY "        if count(theirs) > 2 { flip prey }\n") LINK("orthogonal"),
    GAME("square(5)") EACH("orthogonal", PREY "        if some mine & theirs or some theirs & corners { flip prey }\n")
        LINK("orthogonal"),
    GAME("square(5)") EACH("orthogonal", PREY "        if ply > 3 { flip prey }\n") LINK("orthogonal"),
    GAME("square(5)") EACH("orthogonal", PREY "        if some next(placed, opposite(d)) & mine { flip prey }\n")
        LINK("orthogonal"),
    GAME("square(5)") EACH("orthogonal", "        flip reach(placed, theirs, orthogonal) - placed\n")
        LINK("orthogonal"),
    GAME("square(5)") EACH("orthogonal", PREY "        flip theirs & prey\n        remove next(prey, d) & theirs\n")
        LINK("orthogonal"),
    /* not alike for both; two ways of it; more steps; a ban; an end by what was captured */
    GAME("square(5)") EACH("orthogonal", PREY "        if next(prey, d) - prey in Black { flip prey }\n")
        LINK("orthogonal"),
    GAME("square(5)") EACH("orthogonal", PREY "        if count(prey) = 1 { flip prey }\n"
                                              "        if count(prey) = 3 { flip prey }\n") LINK("orthogonal"),
    GAME("square(5)") "turn {\n    place(empty)\n    flip flanked(placed, theirs, mine, compass)\n"
                      "    require some captured\n}\n" LINK("compass"),
    GAME("square(5)") "pattern p\n    [m m m]\nban p\n"
                      "turn { place(empty) flip flanked(placed, theirs, mine, compass) }\n" LINK("compass"),
    GAME("square(5)") "turn { place(empty) flip flanked(placed, theirs, mine, compass) }\n"
                      "win when some captured\nstuck draws\n",
    GAME("square(5)") "turn { place(empty) flip flanked(placed, theirs, mine, compass) }\n"
                      "win when connects_all(mine, sides, compass)\nstuck draws\n",
    /* nothing ever happens */
    GAME("square(5)") EACH("orthogonal", PREY "        if some prey & mine { flip prey }\n") LINK("orthogonal"),
};

#endif
