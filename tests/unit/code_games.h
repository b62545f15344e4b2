/* code_games.h - games for test_code_games.c: what no shipped game asks of the compiler. */
#ifndef CUT_TEST_CODE_GAMES_H
#define CUT_TEST_CODE_GAMES_H

#define THREE(board) "game \"t\"\nboard " board "\nplayers White, Black, Red\n"
#define PUT "turn { choose here in empty  write here  put mine on here }\n"

static const char *const code_games[] = {
    /* leaving by an end and by being stuck; who is left; the view of the next player, of the one after, of all */
    THREE("square(4)") PUT "out when some lines(mine, 3, compass)\nwin when some lines(following mine, 3, orthogonal)\n"
                           "stuck draws\n",
    THREE("square(3)") "turn { choose here in empty - next(theirs, orthogonal)  write here  put mine on here }\n"
                       "stuck loses\n",
    THREE("square(4)") "turn { first { choose here in empty & next(following mine, compass)  write here  put mine on here }\n"
                       "else { choose here in empty - next(following following mine, N)  write here  put mine on here } }\n"
                       "out when some lines(mine, 3, orthogonal)\ndraw when their some lines(mine, 4, orthogonal)\n"
                       "stuck loses when count(mine) < 4\nstuck passes\nboth stuck ends\nscore count(mine)\n",
    "game \"t\"\nboard square(4)\nplayers A \"A\", B \"B\", C \"C\", D \"D\"\nneutral stump \"%\"\nstart stump on b2\n"
    "turn { choose here in empty - next(following mine, orthogonal)  write here  put mine on here\n"
    "if some next(here, N) & theirs { again } }\n"
    "out when some lines(mine | next(following mine, N), 3, orthogonal)\nstuck loses\n",
    "game \"t\"\nboard hexagon(3)\nplayers A \"A\", B \"B\", C \"C\", D \"D\", X \"X\", Y \"Y\"\n"
    "turn { choose here in empty - next(following mine, adjacent)  write here  put mine on here }\n"
    "out when count(mine) = 3\nstuck passes\nboth stuck loses\n",
    /* kinds, states of each player, flips in both directions, stones of the next player, moves and captures */
    THREE("square(4)") "state taken = White: 0, Black: 0, Red: 0\n"
                       "turn { choose here in empty  write here  put mine on here  flip next(here, compass)\n"
                       "set taken = taken + count(captured) }\n"
                       "win when taken >= 5\nend when count(occupied) > 12\nscore White: taken, Black: taken + 1, Red: 2\n"
                       "stuck ends\n",
    THREE("square(4)") "pieces stone, king \"K\"\nstart White on rank(1)\nstart Black on rank(4)\nstart Red king on c2 | b3\n"
                       "def ahead_of = White: N, Black: S, Red: compass\n"
                       "turn { choose from in mine  choose d in ahead_of | opposite(their ahead_of) | E\n"
                       "choose goal in next(from, d) - mine  write from, goal  remove goal  move from to goal\n"
                       "if goal in rank(1) | rank(4) { promote goal to king }\n"
                       "if some captured { put theirs on one(empty) } }\n"
                       "draw when no their (mine & king)\nout when passes > 3\ndraw when ply > 60\nstuck passes\n",
    /* lists that several opponents have; truths of theirs */
    THREE("square(4)") PUT "def big = any g in groups(mine, orthogonal) with count(g) >= 4\n"
                           "out when their big\nwin when any g in their groups(mine, compass) with count(g) = 5 and a1 in g\n"
                           "draw when no empty\nstuck draws\n",
    /* a rule that runs itself, with three */
    THREE("square(4)") "start White on a1 | c1\nstart Black on b2 | d2\nstart Red on a3 | c3\n"
                       "rule jump(from) { choose d in compass  let goal = next(from, d, 2) & empty  require some goal\n"
                       "let over = next(from, d) & following mine  require some over  write goal\n"
                       "remove over  move from to goal  either { if some mine { write \"!\" } } or { jump(goal) } }\n"
                       "turn { choose s in mine  write s\n"
                       "either { jump(s) } or { choose t in next(s, compass) & empty  write t  move s to t } }\n"
                       "out when no their mine or ply > 20\nstuck loses\n",
};

/* One way in each turn: every game is the same. */
static const char *const settled_games[] = {
    THREE("square(3)") "turn { let here = one(empty)  require some here  write here  put mine on here }\n"
                       "out when some next(mine, N) & mine\nstuck draws\n",
    THREE("square(4)") "turn { let here = one(empty - next(theirs, orthogonal))  require some here  write here\n"
                       "put mine on here }\nstuck loses\n",
    THREE("square(4)") "def free = White: empty & rank(1), Black: empty & rank(2), Red: empty\nturn { let here = one(free)\n"
                       "require some here  write here  put mine on here }\n"
                       "stuck passes\nboth stuck ends\nscore White: count(mine), Black: 9, Red: count(mine)\n",
    THREE("square(4)") "def free = White: empty & rank(1), Black: empty & a2, Red: empty & rank(3)\nturn { let here = one(free)\n"
                       "require some here  write here  put mine on here }\n"
                       "stuck loses when count(mine) = 1\nstuck passes\nboth stuck wins\n",
    "game \"t\"\nboard square(4)\nplayers A \"A\", B \"B\", C \"C\", D \"D\"\n"
    "def free = A: empty & rank(1), B: nowhere, C: empty & a2, D: empty & c4\nturn { let here = one(free)\n"
    "require some here  write here  put mine on here }\nstuck passes when count(mine) < 4\nstuck loses\nboth stuck loses\n",
};

#endif
