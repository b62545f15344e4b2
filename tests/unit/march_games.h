/* march_games.h - games for test_march.c: of the shape of a march, and nearly so. */
#ifndef CUT_TEST_MARCH_GAMES_H
#define CUT_TEST_MARCH_GAMES_H

#define BEGIN(board) "game \"m\"\nuse movement\nboard " board "\nplayers White, Black\n"
#define FAR(last) "def far = White: rank(" last "), Black: rank(1)\ndef crossed = mine & far\n"
#define PLAIN BEGIN("square(6)") "start White on rank(1) | rank(2)\nstart Black on rank(5) | rank(6)\n" FAR("6")

/* By any directions. */
#define MARCH(dirs, stones, prey, taken)                                                                               \
    "turn {\n    choose d in " dirs "\n    choose head in " stones "\n"                                                \
    "    choose k in 1 .. count(reach(head, " stones ", opposite(d)))\n    choose s in 1 .. k\n"                       \
    "    let tail = next(head, opposite(d), k - 1)\n    let tip = next(head, d, s)\n    let target = " prey "\n"       \
    "    require some tip\n    require ahead(head, d, s - 1) in empty\n    if tip in target {\n"                       \
    "        require count(reach(tip, target, d)) < k\n        remove " taken "\n    } else {\n"                       \
    "        require tip in empty\n    }\n    write tail, tip\n"                                                       \
    "    shift head | ahead(head, opposite(d), k - 1) along d by s\n}\n"

/* The whole rule, to change one thing in. */
#define TURN(dirs, length, steps, way, strength, taken, goal, line, after)                                             \
    "turn {\n    choose d in " dirs "\n    choose head in mine\n    choose k in 1 .. " length "\n"                     \
    "    choose s in " steps "\n    let tail = next(head, opposite(d), k - 1)\n    let tip = next(head, d, s)\n"       \
    "    require some tip\n    write tail, tip\n    require ahead(head, d, s - 1) in " way "\n"                        \
    "    if some tip & theirs {\n        require " strength "\n        remove " taken "\n    } else {\n"               \
    "        require tip in " goal "\n    }\n    shift " line " along d by s\n" after "}\nstuck draws\n"
#define LENGTH "count(reach(head, mine, opposite(d)))"
#define STRENGTH "count(reach(tip, theirs, d)) < k"
#define LINE "head | ahead(head, opposite(d), k - 1)"

static const char *const march_games[] = {
    PLAIN TURN("compass", LENGTH, "1 .. k", "empty", STRENGTH, "tip", "empty", LINE, ""),
    /* the longest lines */
    BEGIN("square(8, 26)") "start White on file(3) - c26\nstart Black on file(6) - f1\n" FAR("26")
        TURN("compass", LENGTH, "1 .. k", "empty", STRENGTH, "tip", "empty", LINE, ""),
    /* hexagonal directions; several words; what counts seen by both */
    BEGIN("hexagon(4)") "start White on rank(1) | rank(2)\nstart Black on rank(6) | rank(7)\n" FAR("7") MARCH(
        "adjacent", "mine", "theirs", "tip") "lose when count(their crossed) >= count(crossed) + 2\nstuck loses\n",
    BEGIN("hex(9)") "start White on rank(1) | rank(2) | rank(3)\nstart Black on rank(8) | rank(9)\n" FAR("9") MARCH(
        "adjacent", "(mine - crossed)", "their (mine - crossed)",
        "reach(tip, target, d)") "win when count(crossed) = 3 or no theirs\ndraw when no mine - far and not some crossed\nstuck wins when some crossed\n"
                                 "stuck loses\n",
    /* one direction after another: at most one step; a region in the way */
    BEGIN("square(9, 5)") "start White on rank(1)\nstart Black on rank(5)\n" FAR(
        "5") "def onward = White: N | NE | NW | E, Black: S | SE | W\n" TURN("onward", LENGTH, "1 .. 1", "empty - e3",
                                                                             STRENGTH, "tip", "empty - far", LINE, ""),
    /* as strong is strong enough; a whole line is taken */
    PLAIN TURN("orthogonal", LENGTH, "1 .. k", "empty", "count(reach(tip, theirs, d)) <= k", "reach(tip, theirs, d)",
               "empty", LINE, ""),
    PLAIN TURN("diagonal | N", LENGTH, "1 .. k", "empty", "k >= count(reach(tip, theirs, d))", "tip", "empty",
               "ahead(head, opposite(d), k - 1) | head",
               "    require count(mine & rank(3)) < 4 or some mine & rank(4)\n"),
    PLAIN TURN("compass", LENGTH, "k .. k", "empty - c3", "k > count(reach(tip, theirs, d))", "reach(tip, theirs, d)",
               "empty", LINE, "    require mine & rank(1) != empty & rank(1) \n"),
    /* a flag kept before the move, checked after it */
    PLAIN
    "turn {\n    let behind = count(their crossed) > count(crossed)\n    let some_there = some crossed\n"
    "    march(mine, theirs)\n    if behind {\n        require count(their crossed) <= count(crossed)\n    }\n"
    "    if some_there {\n        require some crossed\n        require count(mine) + 1 > count(theirs - far) - 2\n    }\n"
    "}\nlose when their (count(crossed) > 2) and not count(crossed) > 2\nstuck loses when count(crossed) < their (count(crossed))\n"
    "stuck draws\n",
    /* a board with holes */
    BEGIN(
        "square(15, 13) - (corners | centre | e4 | f4)") "start White on rank(1) | rank(2)\n"
                                                         "start Black on rank(12) | rank(13)\n" FAR(
                                                             "13") "turn { march(mine - crossed, theirs) }\nwin when count(crossed) > 4\nstuck loses\n",
    BEGIN("square(2, 9)") "start White on rank(1) | rank(2)\nstart Black on rank(8) | rank(9)\n" FAR(
        "9") "turn { march(mine, theirs) }\nwin when some crossed\nstuck loses\n",
};

static const char *const no_march_games[] = {
    /* two lines with one text; too far; over the line's own length; nowhere to */
    PLAIN TURN("compass", LENGTH, "1 .. k + 1", "empty", STRENGTH, "tip", "empty", LINE, ""),
    PLAIN TURN("compass", LENGTH, "1 .. 2", "empty", STRENGTH, "tip", "empty", LINE, ""),
    PLAIN TURN("compass", LENGTH, "0 .. k", "empty", STRENGTH, "tip", "empty", LINE, ""),
    PLAIN TURN("compass", LENGTH, "k - 1 .. k", "empty", STRENGTH, "tip", "empty", LINE, ""),
    /* the way over stones, an end that is not empty */
    PLAIN TURN("compass", LENGTH, "1 .. k", "empty | theirs", STRENGTH, "tip", "empty", LINE, ""),
    PLAIN TURN("compass", LENGTH, "1 .. k", "empty", STRENGTH, "tip", "empty | mine", LINE, ""),
    /* other lines */
    PLAIN TURN("compass", "count(reach(head, mine, d))", "1 .. k", "empty", STRENGTH, "tip", "empty", LINE, ""),
    PLAIN TURN("compass", "count(reach(head, mine, opposite(d))) - 1", "1 .. k", "empty", STRENGTH, "tip", "empty",
               LINE, ""),
    PLAIN TURN("compass", "count(reach(head, mine - far, opposite(d)))", "1 .. k", "empty", STRENGTH, "tip", "empty",
               LINE, ""),
    PLAIN TURN("compass", LENGTH, "1 .. k", "empty", "count(reach(tip, theirs, opposite(d))) < k", "tip", "empty", LINE,
               ""),
    PLAIN TURN("compass", LENGTH, "1 .. k", "empty", "count(reach(tip, theirs - far, d)) < k", "tip", "empty", LINE,
               ""),
    PLAIN TURN("compass", LENGTH, "1 .. k", "empty", "count(reach(tip, theirs, d)) < k - 1", "tip", "empty", LINE, ""),
    PLAIN TURN("compass", LENGTH, "1 .. k", "empty", "count(reach(tip, theirs, d)) < s", "tip", "empty", LINE, ""),
    PLAIN TURN("compass", LENGTH, "1 .. k", "empty", STRENGTH, "tip", "empty", "ahead(head, opposite(d), k)", ""),
    PLAIN TURN("compass", LENGTH, "1 .. k", "empty", STRENGTH, "tip | head", "empty", LINE, ""),
    PLAIN TURN("compass", LENGTH, "1 .. k", "empty", STRENGTH, "reach(tip, theirs, compass)", "empty", LINE, ""),
    /* what is asked after the move looks farther than at single sites, or at what has changed */
    PLAIN TURN("compass", LENGTH, "1 .. k", "empty", STRENGTH, "tip", "empty", LINE,
               "    require some reach(mine & rank(1), mine, compass) & rank(4)\n"),
    PLAIN TURN("compass", LENGTH, "1 .. k", "empty", STRENGTH, "tip", "empty", LINE,
               "    require count(captured) < 1\n"),
    PLAIN TURN("compass", LENGTH, "1 .. k", "empty", STRENGTH, "tip", "empty", LINE, "    require some tip & mine\n"),
    PLAIN TURN("compass", LENGTH, "1 .. k", "empty", STRENGTH, "tip", "empty", LINE, "    remove rank(3) & theirs\n"),
    PLAIN "turn { march(mine, theirs) }\nwin when some lines(mine, 5, compass)\nstuck draws\n",
    PLAIN "turn { march(mine, theirs) }\nstuck passes\n",
    PLAIN "turn { march(mine, theirs) }\nswap sides on ply 2\nstuck draws\n",
    PLAIN "turn { march(reach(mine & rank(1), mine, N), theirs) }\nstuck draws\n",
    PLAIN "turn { march(mine, theirs) }\ndraw when repeated\nstuck draws\n",
};

#endif
