/* code_games.h - games for test_code_games.c: what no shipped game asks of the compiler. */
#ifndef CUT_TEST_CODE_GAMES_H
#define CUT_TEST_CODE_GAMES_H

#define THREE(board) "game \"t\"\nboard " board "\nplayers White, Black, Red\n"
#define TWO(board) "game \"t\"\nboard " board "\nplayers White, Black\n"
#define PUT "turn { choose here in empty  write here  put mine on here }\n"

static const char *const code_games[] = {
    /* leaving by an end and by being stuck; who is left; the view of the next player, of the one after, of all */
    THREE("square(4)") PUT "out when some lines(mine, 3, compass)\nwin when some lines(following mine, 3, orthogonal)\n"
                           "stuck draws\n",
    THREE("square(3)") "turn { choose here in empty - next(theirs, orthogonal)  write here  put mine on here }\n"
                       "stuck loses\n",
    THREE(
        "square(4)") "turn { first { choose here in empty & next(following mine, compass)  write here  put mine on here }\n"
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
    THREE(
        "square(4)") "state taken = White: 0, Black: 0, Red: 0\n"
                     "turn { choose here in empty  write here  put mine on here  flip next(here, compass)\n"
                     "set taken = taken + count(captured) }\n"
                     "win when taken >= 5\nend when count(occupied) > 12\nscore White: taken, Black: taken + 1, Red: 2\n"
                     "stuck ends\n",
    THREE(
        "square(4)") "pieces stone, king \"K\"\nstart White on rank(1)\nstart Black on rank(4)\nstart Red king on c2 | b3\n"
                     "def ahead_of = White: N, Black: S, Red: compass\n"
                     "turn { choose from in mine  choose d in ahead_of | opposite(their ahead_of) | E\n"
                     "choose goal in next(from, d) - mine  write from, goal  remove goal  move from to goal\n"
                     "if goal in rank(1) | rank(4) { promote goal to king }\n"
                     "if some captured { put theirs on one(empty) } }\n"
                     "draw when no their (mine & king)\nout when passes > 3\ndraw when ply > 60\nstuck passes\n",
    /* lists that several opponents have; truths of theirs */
    THREE("square(4)") PUT
    "def big = any g in groups(mine, orthogonal) with count(g) >= 4\n"
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
    /* subsets: of a size that is a state, drawn with it, of many sites, none at all, counted */
    TWO("square(3)") "state limit = 1\n"
                     "turn { choose n in 1 .. limit  choose many in subsets(empty, n)  write many  put mine on many\n"
                     "set limit = count(mine - theirs) - 1 }\nwin when some lines(mine, 3, compass)\n"
                     "draw when no empty\nstuck passes\nboth stuck draws\n",
    TWO("square(3)") "state n = 2\n"
                     "turn { choose many in subsets(empty, n) with not (some next(many, N) & many)  write many  put mine on many\n"
                     "set n = 3 - n }\nwin when count(subsets(mine, 2)) > 7 - count(subsets(empty, n))\nstuck draws\n",
    TWO("square(4)") "turn { choose n in 0 .. 5 with n != 2  choose many in subsets(empty & (rank(1) | rank(3)), n)\n"
                     "require no many & next(many, E)  choose other in empty - many  write other, \"+\", many\n"
                     "put mine on other  put theirs on many }\ndraw when ply > 4\nstuck loses\n",
    TWO("square(4)") "turn { choose many in subsets(empty, 5) with count(many & rank(1)) = count(many & rank(2))\n"
                     "require every s in many with count(next(s, E | N) & many) < 2  write many  put mine on many }\n"
                     "win when any x in subsets(mine, 4) with x = rank(2)\nstuck draws\n",
    TWO("square(4)") "turn { choose s in empty  choose many in subsets(empty - s, 2)  write s, \"/\", many\n"
                     "put mine on s | many }\nstuck draws\n",
    TWO("square(4)") "turn { either { choose many in subsets(empty, 2)  write many  put mine on many }\n"
                     "or { choose s in empty  write s  put mine on s } }\nstuck draws\n",
    /* numbers between others that are worked out */
    TWO("square(4)") "state n = 1\n"
                     "turn { choose a in n - 1 .. n + count(mine)  choose s in empty & rank(a)  write s  put mine on s\n"
                     "set n = 3 - n }\nstuck loses\n",
    /* a group, a side, an element of a list that was filtered or named */
    TWO("square(4)") "turn { either { choose s in empty  write s  put mine on s }\n"
                     "or { choose g in groups(mine, orthogonal) with count(g) > 1  write g, \"!\"  remove g } }\n"
                     "draw when ply > 25\nwin when count(mine) > 9\nstuck draws\n",
    TWO("hexagon(3)") "turn { choose rim in sides  choose s in (empty & rim) - next(theirs, adjacent)\n"
                      "write rim, \"/\", s  put mine on s }\nstuck loses\n",
    TWO("square(4)") "start White on rank(1) - b1\nstart Black on rank(4)\n"
                     "def largest = each g in groups(mine, compass) with every h in groups(mine, compass) with count(h) <= count(g)\n"
                     "turn { let all = largest  choose g in all  choose s in next(g, compass) & empty\n"
                     "choose h in groups(mine, orthogonal)  write g, \"+\", s, \"+\", h  put mine on s }\n"
                     "win when count(largest) = 2\ndraw when no empty\nstuck loses\n",
    /* `set` inside `each` */
    TWO("square(3)") "state last = 0\nstate where = nowhere\nstate full = 1 = 2\n"
                     "turn { choose s in empty  write s\n"
                     "each d in N | E { if some next(s, d) & occupied { set last = last + 1  remove next(s, d)\n"
                     "set where = where | s  set full = some theirs } }  put mine on s }\n"
                     "win when last > 6\ndraw when where = everywhere\nlose when full and no theirs\nstuck draws\n",
    /* moves and shifts inside `each`, with another action; a shift of no steps, along a direction that is worked out */
    TWO("square(4)") "pieces man, king \"K\"\nstart White on a1 | c1\nstart Black king on b3 | d4\nstart White king on d2\n"
                     "turn { choose d in compass  let front = each s in mine with some next(s, d) & empty  require some front\n"
                     "write front, \"/\", next(front, d)  each s in front { move s to next(s, d) }\n"
                     "each s in one(theirs) { if count(theirs) > 1 { move s to one(rank(4) & empty) } } }\n"
                     "draw when ply > 12 or count(placed) > 2\nstuck draws\n",
    TWO("square(4)") "pieces man, king \"K\"\nstart White on a1 | c1\nstart Black king on b3 | d4\nstart White king on d2\n"
                     "turn { choose d in compass  let front = each s in mine with some next(s, d) & empty  require some front\n"
                     "write front, \"/\", next(front, d)\n"
                     "each s in front { shift s along d by 1  remove next(s, d, 2) & theirs } }\n"
                     "draw when ply > 12 or count(placed) > 2\nstuck draws\n",
    TWO("square(4)") "start White on rank(1)\nstart Black on rank(4)\n"
                     "turn { choose k in 0 .. 2  choose s in mine\n"
                     "let d = each e in N | E with (count(mine & file(1)) != 2) = (e in N)\n"
                     "require count(d) = 1 and next(reach(s, mine, d), d, k) - reach(s, mine, d) in empty\n"
                     "require count(next(reach(s, mine, d), d, k)) = count(reach(s, mine, d))\n"
                     "write s, \"/\", next(s, d, k)  if k = 0 { write \"z\" }\n"
                     "shift reach(s, mine, d) along d by k  require count(placed) != 1 }\n"
                     "draw when ply > 20\nstuck loses\n",
    /* rays that may be equal, chosen and counted */
    TWO("square(4)") "start White on rank(1)\nstart Black on c4 | a3\n"
                     "turn { choose s in mine  choose r in rays(s, empty, compass)  require some r\n"
                     "require count(each x in rays(s, empty, compass) with count(x) < 2) != 3\n"
                     "write s, \"/\", r, \".\"  remove s  put mine on one(r) }\n"
                     "win when count(rays(mine, theirs, orthogonal)) = 4\ndraw when ply > 20\nstuck loses\n",
    /* what a rule that runs itself may ask: the turn so far, the ply */
    TWO("square(4)") "start White on rank(1)\nstart Black on rank(4)\n"
                     "rule go(s) { choose t in next(s, orthogonal) & empty  write t  put mine on t\n"
                     "either { write \".\" } or { require count(changed) < 3 and ply != 2  go(t) } }\n"
                     "turn { choose s in mine  write s  go(s) }\ndraw when ply > 12\nstuck draws\n",
    /* neutral pieces, any stone, empty, off the board; a stone that moves or goes */
    "game \"a\" board square(5, 6) players Black, White neutral stone \"*\" use connection\n"
    "pattern p\n [m t]\n [. *]\npattern q\n [# x !x o]\n as drawn\npattern r\n [!. !t !.]\n"
    "pattern s\n [!m !m]\n [. .]\n"
    "turn { either { place(empty) } or { choose s in mine choose x in next(s, compass) & empty write s, x "
    "move s to x } or { choose x in theirs write x remove x choose y in empty write y put stone on y } }\n"
    "ban p, q\nwin when r\nlose when s and ply > 30\ndraw when count(found(s) & mine) > 4\nstuck draws\n",
    /* ways with one result */
    "game \"b\" board hexagon(3) players Black, White use connection\n"
    "pattern p\n [m m]\n [m !m]\npattern q\n [x * o]\npattern r\n [t m t]\n [# * *]\n"
    "turn { choose x in empty write x put mine on x if ply > 1 { choose y in empty write y put mine on y } }\n"
    "moves by result\nban p, q\nlose when r\ndraw when some found(q) and ply > 5\nstuck wins\n",
    /* a rule that runs itself */
    "game \"c\" board square(4) players Black, White\npattern p\n [m m]\npattern q\n [!x x !x]\n [* o *]\n"
    "rule more(n) { choose x in empty write x put mine on x if p { flip x } "
    "if some found(q) { remove found(q) & x } if n > 1 { more(n - 1) } }\n"
    "turn { more(2) }\nban q\nstuck draws\n",
    /* chains that grow, move and are cut; what is asked of them is known beforehand, or changes, or is of the place */
    "game \"d\" board square(5, 4) players Black, White\ndef long(chain, n) = count(chain) >= n\n"
    "turn { either { choose x in empty write x put mine on x } or { choose x in theirs write x remove x } "
    "or { choose s in mine choose x in next(s, compass) & empty write s, x move s to x } }\n"
    "win when any chain in groups(mine, orthogonal) with long(chain, 5) "
    "or (some chain & north and some chain & south)\n"
    "lose when any chain in groups(mine, N | E) with count(chain) > 3 and some chain & placed\n"
    "draw when ply > 9 and every chain in groups(theirs, compass) with some chain & corners\nstuck draws\n",
    /* patterns of three players, who leave */
    "game \"p\" board square(4) players Black, White, Red\npattern p\n [m t]\n [* m]\npattern q\n [x o !x]\n"
    "pattern r\n [t t]\n [# *]\n"
    "turn { choose x in empty write x put mine on x if q { choose y in theirs write y remove y } }\n"
    "ban p\nout when r\nwin when count(found(q)) > 2\ndraw when count(found(p)) > 3\nstuck loses\n",
    /* two directions from one site to another; steps that depend on more than the site they begin at */
    "game \"l\" board lines [a1 c1 e1] [c1 a1 a3] [a3 c3 e1] [c3 c1] players White, Black\n"
    "start White on a1 | c3\nstart Black on e1\n"
    "turn { choose s in mine choose t in next(s, adjacent) & empty write s, t move s to t }\n"
    "draw when ply > 20\nstuck loses\n",
    TWO("square(5)") "start White on rank(1) | rank(2)\nstart Black on rank(4) | rank(5)\n"
                     "def ways(s) = each d in diagonal with (d in NE | NW and s in rank(2)) or count(next(s, d, 2)) = 1\n"
                     "turn { choose s in mine choose t in next(s, ways(s)) & empty write s, t move s to t }\n"
                     "draw when ply > 30\nstuck loses\n",
    /* many results */
    "game \"e\" board square(6) players Black, White\n"
    "turn { choose x in empty write x put mine on x choose y in empty write y put mine on y }\n"
    "moves by result\nstuck draws\n",
    /* a text is its characters, however it was put together */
    TWO("square(2)") "turn { choose x in empty either { write x, \"ab\" put mine on x }\n"
                     "or { write x, \"a\", \"b\" put mine on x } or { write x, \"c\" put theirs on x } }\n"
                     "moves merged\nwin when some lines(mine, 2, orthogonal)\nstuck draws\n",
    TWO("square(3)") "turn { choose x in empty either { write \"q\", x put mine on x }\n"
                     "or { write \"q\" either { write \"a1\" require x = a1 } or { write x require x != a1 } put mine on x } }\n"
                     "moves merged\ndraw when ply > 4\nstuck draws\n",
    TWO("square(3)") "turn { choose x in empty either { write x, x } or { write x } put mine on x }\n"
                     "moves merged\ndraw when ply > 5\nstuck draws\n",
    TWO("square(3)") "turn { choose x in empty choose y in empty - x either { write x, y } or { write x, \"-\", y }\n"
                     "put mine on x put theirs on y }\nmoves merged\nstuck draws\n",
    /* a banned pattern that a stone of the next of three completes */
    THREE("square(3)") "pattern pair [x x]\nturn { choose x in empty write x put theirs on x }\nban pair\n"
                       "draw when ply > 6\nstuck draws\n",
    THREE("square(3)") "pattern pair [x o]\nturn { choose x in empty write x put theirs on x }\nban pair\n"
                       "draw when ply > 6\nstuck passes\nboth stuck draws\n",
    /* chains whose directions have not their opposites */
    TWO("square(4)") "turn { choose x in empty write x put mine on x }\n"
                     "win when any g in groups(mine, N | E) with count(g) > 4\nstuck draws\n",
    /* a position that returns with the same player to move, and with the other */
    TWO("square(3)") "start White on a1\nstart Black on c3\n"
                     "turn { choose s in mine choose t in next(s, orthogonal) & empty write s, t move s to t\n"
                     "if t in rank(2) { again } }\nban repeated\ndraw when ply > 14\nstuck loses\n",
    /* what is reached backwards has its own beginning */
    TWO("square(4)") "start White on rank(1)\nstart Black on rank(4)\n"
                     "turn { choose x in occupied choose y in reach(x, empty, N) & mine write x, \"/\", y remove y\n"
                     "put theirs on y }\ndraw when ply > 7\nstuck passes\nboth stuck draws\n",
};

/* Games with a mistake that shows in the second ply. */
static const char *const wrong_games[] = {
    TWO("square(3)") "turn { choose x in empty either { write x, \"ab\" put mine on x }\n"
                     "or { require ply = 2 write x, \"a\", \"b\" put mine on x } }\nstuck draws\n",
    TWO("square(3)") "turn { choose x in empty either { write \"q\", x put mine on x }\n"
                     "or { require x = a1 and ply = 2 write \"qa1\" put theirs on x } }\nstuck draws\n",
    TWO("square(3)") "turn { choose x in empty either { require x = a1 and ply = 2 write \"swap\" } or { write x }\n"
                     "put mine on x }\nswap sides on ply 2\nstuck draws\n",
    TWO("square(3)") "turn { choose x in empty write x put mine on x if ply = 2 { put mine on one(occupied) } }\nstuck draws\n",
};

/* One way in each turn: every game is the same. */
static const char *const settled_games[] = {
    THREE("square(3)") "turn { let here = one(empty)  require some here  write here  put mine on here }\n"
                       "out when some next(mine, N) & mine\nstuck draws\n",
    THREE("square(4)") "turn { let here = one(empty - next(theirs, orthogonal))  require some here  write here\n"
                       "put mine on here }\nstuck loses\n",
    THREE(
        "square(4)") "def free = White: empty & rank(1), Black: empty & rank(2), Red: empty\nturn { let here = one(free)\n"
                     "require some here  write here  put mine on here }\n"
                     "stuck passes\nboth stuck ends\nscore White: count(mine), Black: 9, Red: count(mine)\n",
    THREE(
        "square(4)") "def free = White: empty & rank(1), Black: empty & a2, Red: empty & rank(3)\nturn { let here = one(free)\n"
                     "require some here  write here  put mine on here }\n"
                     "stuck loses when count(mine) = 1\nstuck passes\nboth stuck wins\n",
    "game \"t\"\nboard square(4)\nplayers A \"A\", B \"B\", C \"C\", D \"D\"\n"
    "def free = A: empty & rank(1), B: nowhere, C: empty & a2, D: empty & c4\nturn { let here = one(free)\n"
    "require some here  write here  put mine on here }\nstuck passes when count(mine) < 4\nstuck loses\nboth stuck loses\n",
};

#endif
