/* test_grammar.c - trees, messages and limits of the parser. */
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "grammar/parse.h"
#include "grammar/print.h"

#ifndef CUT_SOURCE_DIR
#define CUT_SOURCE_DIR "."
#endif

/* ---- one parse */

struct parse {
    struct heap heap;
    jmp_buf trap;
    struct arena arena;
    struct interns interns;
    struct sources sources;
    struct diags diags;
    struct ast *tree;
};

static void parse_bytes(struct parse *p, const char *text, size_t size, bool expression)
{
    heap_init(&p->heap, NULL, NULL);
    p->heap.trap = &p->trap;
    arena_init(&p->arena, &p->heap);
    interns_init(&p->interns, &p->arena);
    sources_init(&p->sources, &p->arena);
    diags_init(&p->diags, &p->arena, &p->sources);
    if (setjmp(p->trap) != 0)
        fail_msg("out of memory");
    uint32_t file = sources_add(&p->sources, "t.cut", text, (uint32_t)size);
    if (expression)
        p->tree = parse_expression(&p->arena, &p->interns, &p->diags, &p->sources, file);
    else
        p->tree = parse_file(&p->arena, &p->interns, &p->diags, &p->sources, file, NULL);
    diags_sort(&p->diags);
    assert_ptr_equal(p->heap.trap, &p->trap);
}

static void end(struct parse *p)
{
    arena_free(&p->arena);
}

static const char *printed(struct parse *p)
{
    struct strbuf out;
    strbuf_init(&out, &p->heap);
    ast_print_list(&out, p->tree);
    char *text = arena_text(&p->arena, strbuf_text(&out), out.size);
    if (out.size > 0)
        text[out.size - 1] = '\0';
    strbuf_free(&out);
    return text;
}

static const char *messages(struct parse *p)
{
    const char *all = "";
    for (const struct diag *d = p->diags.first; d != NULL; d = d->next)
        all = arena_format(&p->arena, "%s%s", all, diag_render(&p->diags, d));
    return all;
}

/* The text has this tree, without a message. */
static void file_is(const char *text, const char *tree)
{
    struct parse p;
    parse_bytes(&p, text, strlen(text), false);
    assert_string_equal(messages(&p), "");
    assert_string_equal(printed(&p), tree);
    end(&p);
}

static void expression_is(const char *text, const char *tree)
{
    struct parse p;
    parse_bytes(&p, text, strlen(text), true);
    assert_string_equal(messages(&p), "");
    assert_string_equal(printed(&p), tree);
    end(&p);
}

/* The text has exactly one error, with this place, message and help (NULL: none). */
static void error_is(const char *text, int line, int column, const char *message, const char *help)
{
    struct parse p;
    parse_bytes(&p, text, strlen(text), false);
    if (p.diags.errors != 1)
        fail_msg("%d errors in: %s\n%s", p.diags.errors, text, messages(&p));
    const struct diag *d = p.diags.first;
    struct place place = source_place(sources_get(&p.sources, d->span.file), d->span.begin);
    assert_string_equal(d->text, message);
    if (help != NULL)
        assert_non_null(d->help);
    if (help != NULL)
        assert_string_equal(d->help, help);
    assert_int_equal(place.line, line);
    assert_int_equal(place.column, column);
    end(&p);
}

static int count_errors(const char *text, size_t size)
{
    struct parse p;
    parse_bytes(&p, text, size, false);
    int errors = p.diags.errors;
    end(&p);
    return errors;
}

/* ---- trees */

static void test_precedence(void **state)
{
    (void)state;
    expression_is("a or b and not c = d", "(or a (and b (not (= c d))))");
    expression_is("some a & b in c", "(in (some (& a b)) c)");
    expression_is("not some a | b and c", "(and (not (some (| a b))) c)");
    expression_is("a | b + c & d", "(| a (+ b (& c d)))");
    expression_is("a - b - c", "(- (- a b) c)");
    expression_is("their a & b", "(& (their a) b)");
    expression_is("their following a - b", "(- (their (following a)) b)");
    expression_is("k - -1 * 2", "(- k (* (- 1) 2))");
    expression_is("(a | b) - c", "(- (| a b) c)");
    expression_is("no next(a, N, 2) - b", "(no (- (call next {a N 2}) b))");
    expression_is("a != d4", "(!= a d4)");
    expression_is("pieces & start", "(& pieces start)");
}

static void test_each(void **state)
{
    (void)state;
    expression_is("each d in diagonal with d in forward or stone in king",
                  "(each each d diagonal (or (in d forward) (in stone king)))");
    expression_is("each x in L", "(each each x L)");
    expression_is("a and any x in L | M with b or c", "(and a (each any x (| L M) (or b c)))");
    expression_is("count(each x in L with a) > 2", "(> (call count (each each x L a)) 2)");
    expression_is("every x in each y in L with a with b", "(each every x (each each y L a) b)");
    file_is("turn { each x in L with C { flip x } each y in L { remove y } choose z in each w in L with C }",
            "(turn _ {(each_do x L C (flip x)) (each_do y L _ (remove y)) (choose z (each each w L C))})");
}

static void test_steps(void **state)
{
    (void)state;
    file_is("turn when ply = 1 { either { pass } or { again } or { write a, \"x\", b } }",
            "(turn (= ply 1) (either {(block (pass)) (block (again)) (block (write {a \"x\" b}))}))");
    file_is("rule f(a, win) { if a { } else if b { pass } else { flip c } }",
            "(rule f {a win} (if a _ (if b (pass) (flip c))))");
    file_is("turn { first { start() } else { } most count(x) { f(a, b) } }",
            "(turn _ {(first (run start)) (most (call count x) (run f {a b}))})");
    file_is("rule f { choose k in 1 .. n - 1 with k > 2 require a \"why\" forbid a \"x\", b set y = 3 let y = win }",
            "(rule f _ {(choose k (range 1 (- n 1)) (> k 2)) (require \"why\" a) "
            "(forbid {(reasoned \"x\" a) (reasoned b)}) (set y 3) (let y win)})");
    file_is("rule f { put mine & king on c remove a move a to b shift a along N by 2 promote x to king }",
            "(rule f _ {(put (& mine king) c) (remove a) (move a b) (shift a N 2) (promote king x)})");
}

static void test_items(void **state)
{
    (void)state;
    file_is(
        "game \"G\" author \"A \\\"B\\\"\" author \"C\", 2007 about \"x\" use go use \"x.cut\" extends go",
        "(game \"G\")\n(author \"A \"B\"\")\n(author \"C\" 2007)\n(about \"x\")\n(use go)\n(use \"x.cut\")\n(extends go)");
    file_is("option a = 19 in 2 .. 26 option b = -7 in 0 .. a",
            "(option a 19 (range 2 26))\n(option b -7 (range 0 a))");
    file_is(
        "board square(9) - corners - d4 with midpoints board [. #] [# .] - a1 board lines [a1 d1] [a1 a4]",
        "(board ! (call square 9) (| corners d4))\n(board (rows {[. #] [# .]}) a1)\n(board (lines {[a1 d1] [a1 a4]}))");
    file_is(
        "players Red \"R\", Blue pieces man, king \"K\" neutral arrow \"*\"",
        "(players {(piece Red \"R\") (piece Blue)})\n(pieces {(piece man) (piece king \"K\")})\n(neutral (piece arrow \"*\"))");
    file_is("start White king on e1 start White & king on e1 start [. W] [B !x] start Red on rank(1) | a2",
            "(start (& White king) e1)\n(start (& White king) e1)\n(start (rows {[. W] [B !x]}))\n"
            "(start Red (| (call rank 1) a2))");
    file_is("def f() = a def g(x, y) = x pattern p [x . o] [. . x] as drawn pattern q [# *]",
            "(def f ! _ a)\n(def g ! {x y} x)\n(pattern p ! (rows {[x . o] [. . x]}))\n(pattern q (rows [# *]))");
    file_is(
        "ban p, q \"no q\", some a moves merged moves by result coords go out when no mine swap pieces on ply 3",
        "(ban {(reasoned p) (reasoned \"no q\" q) (reasoned (some a))})\n(moves merged)\n(moves by result)\n(coords go)\n"
        "(end out (no mine))\n(swap pieces 3)");
    file_is(
        "stuck passes when some a both stuck ends stuck draws win when a lose when b draw when c end when d",
        "(stuck passes (some a))\n(stuck ends !)\n(stuck draws)\n(end win a)\n(end lose b)\n(end draw c)\n(end end d)");
}

/* A list over players ends where the next item begins, though the words of items are names as well. */
static void test_free_words(void **state)
{
    (void)state;
    file_is("def home = Red: north, Blue: west\nwin when some home",
            "(def home _ (per_player {(of Red north) (of Blue west)}))\n"
            "(end win (some home))");
    file_is("def win = Red: start, start: win\nstart start on win\nscore a: count(win), b: for + 1",
            "(def win _ (per_player {(of Red start) (of start win)}))\n(start start win)\n"
            "(score (per_player {(of a (call count win)) (of b (+ for 1))}))");
    file_is("turn Black when a { pass }", "(turn Black a (pass))");
    file_is("turn { first \"must\" { pass } else { } most 1 \"more\" { pass } }",
            "(turn _ {(first \"must\" (pass)) (most \"more\" 1 (pass))})");
    file_is("without ban\nexample \"x\" { legal a2 }", "(without ban)\n(example \"x\" _ _ _ (legal a2))");
    file_is("without swap, stuck, checkerboard\nban start\nend when passes = 2",
            "(without {swap stuck checkerboard})\n(ban (reasoned start))\n(end end (= passes 2))");
    file_is("turn { rule(play) } rule rule(legal) { ban(legal) let using = refuted }",
            "(turn _ (run rule play))\n(rule rule legal {(run ban legal) (let using refuted)})");
    file_is("state result = 0\nstate x = White: 0, Black: nowhere",
            "(state result 0)\n"
            "(state x (per_player {(of White 0) (of Black nowhere)}))");
}

static void test_claims(void **state)
{
    (void)state;
    file_is(
        "claim never drawn\nclaim never stuck for size = 2 .. 4: refuted\nclaim Black wins for w = 3, h = 4\nclaim never wins",
        "(claim never drawn)\n(claim never stuck ! (for size (range 2 4)))\n(claim wins Black {(for w 3) (for h 4)})\n"
        "(claim wins never)");
}

static void test_examples(void **state)
{
    (void)state;
    file_is("example \"t\" on square(5) - a1 using march(mine, theirs), f() { [? W] [a *]\n Black to move }",
            "(example \"t\" (board (call square 5) a1) {(run march {mine theirs}) (run f)} (rows {[? W] [a *]}) "
            "(to_move Black))");
    file_is(
        "example \"t\" { set ply = 4 set p = White: 3, Black: no set x = a1 b2 set y = no }",
        "(example \"t\" _ _ _ {(given ply 4) (given p (per_player {(of White 3) (of Black)})) (given x {a1 b2}) (given y)})");
    file_is(
        "example \"t\" { legal d1 b1-b4 \"to\" 7 win legal exactly no -- none\n legal exactly ? illegal d1 by p "
        "illegal a1xb2 e5 by \"why\" }",
        "(example \"t\" _ _ _ {(legal {d1 b1-b4 to 7 win}) (legal !) (legal ! ?) (illegal d1 p) (illegal {a1xb2 e5} \"why\")})");
    file_is("example \"t\" { play a1 a2 captures c4 c5 wins play pass play x captures no draws play y loses stuck }",
            "(example \"t\" _ _ _ {(play {a1 a2} (captures {c4 c5}) (result wins)) (play pass) "
            "(play x (captures) (result draws)) (play y _ (result loses)) (is_stuck)})");
    file_is(
        "example \"t\" { perft 2 = 20 holds (count(mine) = (3)) fails (some a | b) } turn { pass }",
        "(example \"t\" _ _ _ {(perft 2 20) (holds (= (call count mine) 3)) (holds ! (some (| a b)))})\n(turn _ (pass))");
    file_is("def example = a\nban example \"r\"\nturn { pass }",
            "(def example _ a)\n(ban (reasoned \"r\" example))\n(turn _ (pass))");
}

static void test_layout(void **state)
{
    (void)state;
    file_is("", "");
    file_is("\xEF\xBB\xBF-- only a comment", "");
    file_is("\xEF\xBB\xBFgame \"\xC3\x89\"\r\n\tturn\t{\r\n pass\t--x\r\n}", "(game \"\xC3\x89\")\n(turn _ (pass))");
    file_is("--a\n--b\nturn { pass -- c\n-- d\n} --", "(turn _ (pass))");
}

/* ---- spans */

static void span_is(const struct parse *p, struct span span, const char *text)
{
    const struct source *source = sources_get(&p->sources, span.file);
    assert_int_equal(span.end - span.begin, strlen(text));
    assert_memory_equal(source->text + span.begin, text, strlen(text));
}

static void test_spans(void **state)
{
    (void)state;
    struct parse p;
    const char *text = "game \"x\"  def far(a) = (a | b) - next(c, N)  turn when some far { put mine on d4 } ";
    parse_bytes(&p, text, strlen(text), false);
    const struct ast *game = p.tree, *def = game->next, *turn = def->next;
    span_is(&p, game->span, "game \"x\"");
    span_is(&p, def->span, "def far(a) = (a | b) - next(c, N)");
    span_is(&p, def->name_span, "far");
    span_is(&p, def->a->span, "a");
    span_is(&p, def->b->span, "(a | b) - next(c, N)");
    assert_true(def->b->a->parens);
    assert_false(def->b->parens);
    span_is(&p, def->b->b->span, "next(c, N)");
    span_is(&p, def->b->b->name_span, "next");
    span_is(&p, turn->span, "turn when some far { put mine on d4 }");
    span_is(&p, turn->a->span, "some far");
    span_is(&p, turn->b->span, "put mine on d4");
    end(&p);
}

/* ---- messages */

static void test_beginners(void **state)
{
    (void)state;
    error_is("turn {\n  if stuck { flank() }\n}", 2, 6, "`stuck` is not a value",
             "say outside of all blocks what a player without a move does: `stuck passes`, `stuck loses when C`");
    error_is("turn { flank }", 1, 8, "a rule is run with parentheses", "write `flank()`");
    error_is("turn {\n  place(a)\n  flank\n  flip a\n}", 3, 3, "a rule is run with parentheses", "write `flank()`");
    error_is("def x = a--b\ndef y = a", 1, 10, "`--` begins a comment only at the start of a line or after a blank",
             NULL);
    error_is("def x = [d4 e5]", 1, 9, "brackets make a picture, not a set of sites", "write `d4 | e5`");
    error_is("def x = mine theirs", 1, 9, "an operator is missing between `mine` and `theirs`",
             "write `a | b` (either), `a & b` (both) or `a - b` (without)");
    error_is("turn { let x = mine theirs\n put mine on x }", 1, 16,
             "an operator is missing between `mine` and `theirs`",
             "write `a | b` (either), `a & b` (both) or `a - b` (without); if `theirs` is a rule, `theirs()` runs it");
    error_is("rule take { pass }\nturn { place(empty)  take }", 2, 22, "a rule is run with parentheses",
             "write `take()`");
    error_is("turn { place(empty)  take }\n  rule take(s) { pass }", 1, 22, "a rule is run with parentheses",
             "write `take(...)`");
    error_is("turn { place(empty)  take }\nrule taken(s) { pass }", 1, 19,
             "an operator is missing between `)` and `take`",
             "write `a | b` (either), `a & b` (both) or `a - b` (without); if `take` is a rule, `take()` runs it");
    error_is("rule take { pass }\nturn { take pass }", 2, 8, "a rule is run with parentheses", "write `take()`");
    error_is("win when count mine > 2", 1, 10, "an operator is missing between `count` and `mine`",
             "write `count(...)`");
    error_is("turn { if a then { pass } }", 1, 13, "there is no `then`", "write `if C { ... }`");
    error_is("win when a == b", 1, 12, "`==` is not a sign of this language", "write `=`");
    error_is("win when a && b", 1, 12, "`&&` is not a sign of this language", "write `and`");
    error_is("win when a || b", 1, 12, "`||` is not a sign of this language", "write `or`");
    error_is("win when !a", 1, 10, "`!` is not a sign of this language", "write `not`");
    error_is("win when a ≤ 2", 1, 12, "`≤` is not a sign of this language", "write `<=`");
    error_is("turn { pass; }\nturn { pass; }", 1, 12, "there are no semicolons in this language",
             "leave all of them out");
    error_is("win when a < b < c", 1, 16, "comparisons do not chain", "write `a < b and b < c`");
    error_is("turn { x = 3 }", 1, 8, "a step does not begin with a name and `=`",
             "write `let x = ...` for a new name, `set x = ...` for a state");
    error_is("turn { x := 3 }", 1, 10, "`:=` is not a sign of this language", NULL);
    error_is("win when true and\n", 1, 18, "a value is expected before the end of the file", NULL);
}

static void test_branches(void **state)
{
    (void)state;
    error_is("turn { place(a) else { pass } }", 1, 17, "this `else` belongs to nothing", NULL);
    error_is("turn { if a { pass } elif b { pass } }", 1, 22, "there is no `elif`", "write `else if C { ... }`");
    error_is("turn { for x in L { flip x } }", 1, 8, "there is no `for` loop",
             "write `each x in L { ... }` to act on all, `choose x in L` to pick one");
    error_is("turn { while a { flip b } }", 1, 8, "there is no `while`", NULL);
    error_is("function f(a) { flip a }\ngame \"x\"", 1, 1, "there is no `function`", NULL);
    error_is("turn { chose z in empty }", 1, 8, "`chose` does not begin a step", "did you mean `choose`?");
    error_is("turn { first { pass } }", 1, 23, "`else` is expected before `}`", NULL);
    error_is("turn { either { pass } }", 1, 24, "`or` is expected before `}`", "write `either { ... } or { ... }`");
    error_is("rule f(a) = a", 1, 11, "a `rule` is a block of steps", NULL);
    error_is("def f(a) { flip a }", 1, 10, "a `def` is a value: `=` is missing", NULL);
}

static void test_items_wrong(void **state)
{
    (void)state;
    error_is("game \"x\"\npatern zag [x o]\nboard square(8)", 2, 1, "`patern` does not begin an item",
             "did you mean `pattern`?");
    error_is("dice two\nboard square(8)", 1, 1, "Crosscut has no dice",
             "chance is outside the language; see \"what this language cannot say\"");
    error_is("put mine on a", 1, 1, "`put` is a step, not an item", NULL);
    error_is("def k2 = a", 1, 5, "`k2` is a site and cannot be a name", NULL);
    error_is("def move = a", 1, 5, "`move` is a word of the language and cannot be a name", "use another word");
    error_is("option size = 19 in 2 26", 1, 23, "`..` is expected before `26`", "a range is written `2 .. 26`");
    error_is("board square(8\nplayers Black, White", 1, 15, "`)` or `,` is expected before the next item", NULL);
    error_is("def far =\npattern p [x o]", 1, 10, "a value is expected before the next item", NULL);
    error_is("win some mine", 1, 5, "`when` is expected before `some`", NULL);
    error_is("swap sides on 2", 1, 15, "`ply` is expected before `2`", NULL);
    error_is("board 8x8", 1, 7, "`8x8` is neither a number nor a name", NULL);
    error_is("option a = 1234567890123456 in 0 .. 1", 1, 12, "this number is too large: the largest is 999999999999999",
             NULL);
    error_is("score a / 2", 1, 9, "`/` is not a sign of this language", NULL);
    error_is("pattern p [x o\n [o x]\nturn { pass }", 1, 15, "this row is not closed: `]` is missing", NULL);
    error_is("pattern p [x o [o x]\nturn { pass }", 1, 16, "this row is not closed: `]` is missing", NULL);
    error_is("game \"x\nabout \"y\"", 1, 6, "the closing quote of this text is missing",
             "a text ends on its line, with \"");
    error_is("game 'x'\nabout \"y\"", 1, 6, "a text stands in plain double quotes", NULL);
    error_is("// a comment\ngame \"y\"", 1, 1, "a comment begins with `--`", NULL);
}

static void test_braces(void **state)
{
    (void)state;
    error_is("turn {\n  if a {\n    pass\n}\nban p\nwin when a", 5, 1, "`}` is missing before `ban`", NULL);
    error_is("turn {\n  pass\n", 2, 7, "`}` is missing before the end of the file", NULL);
    error_is("turn { pass } }\ngame \"x\"", 1, 15, "this `}` closes nothing", NULL);
    error_is("turn\n  pass\n}\ngame \"x\"", 1, 5, "`{` or `when` or a name is expected before `pass`", NULL);
    error_is("turn {\n  if a\n    flip b\n  }\n  pass\n}\ngame \"x\"", 2, 7, "`{` is expected before `flip`",
             "steps stand in braces: `{ ... }`");
    error_is("turn {\n  if a flip b\n  pass\n}\ngame \"x\"", 2, 8, "`{` is expected before `flip`", NULL);
    error_is("turn {\n  if = { pass } else if b { pass } else { pass }\n  pass\n}\nban p", 2, 6,
             "a value is expected before `=`", NULL);
    error_is("turn {\n  win when a\n}\nban p", 2, 3, "`win` begins an item and cannot stand among steps", NULL);
    error_is("example \"x\" {\n  legal a\nturn { pass }", 3, 1, "`}` is missing before `turn`", NULL);
    error_is("example \"x\" {\n  holds (a = b\n  legal a\n  stuck\n}\nban p", 2, 15, "`)` is expected before `legal`",
             NULL);
    error_is("example \"x\" {\n  legal a1, b2\n stuck }\nban p", 2, 11, "`,` cannot stand here",
             "moves stand side by side, without commas");
}

static void test_facts(void **state)
{
    (void)state;
    struct parse p;
    const char *text = "example \"x\" {\n [x o]\n Black moves\n legal exactly\n illegal d1 because p\n perft 2=20\n"
                       " holds a = b\n play a captures\n legal b\n}\nrandom seed\nban p";
    parse_bytes(&p, text, strlen(text), false);
    assert_int_equal(p.diags.errors, 6);
    assert_string_equal(printed(&p),
                        "(example \"x\" _ _ (rows [x o]) {(illegal {d1 because p}) (legal b)})\n(ban (reasoned p))");
    end(&p);
    error_is("example \"x\" { [x o]\n legal a\n [x o] }", 3, 2, "the diagram stands before the facts",
             "an example has one diagram");
}

static void test_many(void **state)
{
    (void)state;
    struct parse p;
    const char *text = "game \"x\"\n"
                       "board square(8))\n"
                       "players Black White\n"
                       "def far = a b\n"
                       "pattern zag [x o]\n"
                       "rule f(a b) { start() flip a }\n"
                       "turn {\n    let x = \n    put mine on x\n}\n"
                       "stuck draws\n";
    parse_bytes(&p, text, strlen(text), false);
    assert_int_equal(p.diags.errors, 5);
    assert_string_equal(printed(&p), "(game \"x\")\n(pattern zag (rows [x o]))\n(turn _ (put mine x))\n(stuck draws)");
    end(&p);
}

static void test_render(void **state)
{
    (void)state;
    struct parse p;
    const char *text = "game \"x\"\n\n\n\n\n\n\n\n\n\tturn { \xC3\xA9 }\nturn {\n  pass\nban p\n";
    parse_bytes(&p, text, strlen(text), false);
    assert_string_equal(messages(&p), "t.cut:10:16: error: `\xC3\xA9` is not a sign of this language\n"
                                      " 10 |         turn { \xC3\xA9 }\n"
                                      "    |                ^\n"
                                      "help: outside texts and comments only the letters and signs of ASCII are used\n"
                                      "t.cut:13:1: error: `}` is missing before `ban`\n"
                                      " 13 | ban p\n"
                                      "    | ^~~\n"
                                      "note: t.cut:11: this `{` is not closed\n");
    end(&p);
}

static void test_render_long(void **state)
{
    (void)state;
    struct parse p;
    char text[1000] = "def x = ";
    while (strlen(text) < 500)
        strcat(text, "aaa | ");
    strcat(text, "b == c");
    while (strlen(text) < 900)
        strcat(text, " | aaa");
    parse_bytes(&p, text, strlen(text), false);
    const char *shown = messages(&p);
    const char *quote = strchr(shown, '\n') + 1, *mark = strchr(quote, '\n') + 1;
    assert_true(mark - quote < 120);
    assert_memory_equal(quote, " 1 | ...", 8);
    assert_memory_equal(quote + (strchr(mark, '^') - mark), "==", 2);
    end(&p);
}

/* ---- limits */

static char *repeated(const char *head, const char *part, size_t size)
{
    char *text = malloc(size + strlen(head) + strlen(part) + 1);
    size_t n = (size_t)sprintf(text, "%s", head), step = strlen(part);
    for (; n < size; n += step)
        memcpy(text + n, part, step);
    text[n] = '\0';
    return text;
}

static void test_depth(void **state)
{
    (void)state;
    static const char *const parts[] = {"(",     "not ", "their ", "- ", "f(", "each x in y with ",
                                        "some ", "a | ", "a = (",  "[",  "{"};
    static const char *const steps[] = {"{", "if x { ", "either { ", "first { ", "most x { ", "if x { } else ",
                                        "[", "(",       "else { "};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        char *text = repeated("def x = ", parts[i], 1 << 20);
        assert_int_equal(count_errors(text, strlen(text)), 1);
        free(text);
    }
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        char *text = repeated("turn { ", steps[i], 1 << 20);
        assert_int_equal(count_errors(text, strlen(text)), 1);
        free(text);
    }
}

static void test_length(void **state)
{
    (void)state;
    char *text = repeated("", "swap sides on ply 2\n", 2 << 20);
    assert_int_equal(count_errors(text, strlen(text)), 0);
    free(text);
    text = repeated("example \"x\" { legal ", "a1-b2 ", 1 << 20);
    assert_int_equal(count_errors(text, strlen(text)), 1);
    free(text);
    text = repeated("def x = a", " | b1", 3000);
    assert_int_equal(count_errors(text, strlen(text)), 0);
    free(text);
    text = repeated("", "foo bar\n", 1 << 16);
    struct parse p;
    parse_bytes(&p, text, strlen(text), false);
    assert_true(p.diags.errors > DIAG_LIMIT);
    int listed = 0;
    for (const struct diag *d = p.diags.first; d != NULL; d = d->next)
        listed++;
    assert_int_equal(listed, DIAG_LIMIT);
    assert_int_equal(p.diags.dropped, p.diags.errors - DIAG_LIMIT);
    end(&p);
    free(text);
}

static void test_bytes(void **state)
{
    (void)state;
    static const char rubbish[] = "\x7F"
                                  "ELF\x02\x01\x01\0\0\0\0\0\0\0\xFF\xFE\x80";
    assert_int_equal(count_errors(rubbish, sizeof rubbish - 1), 1);
    assert_int_equal(count_errors("game \"x\"\0y", 10), 1);
    error_is("game \"\xC0\xAF\"", 1, 7, "byte 0xC0 is not text: it is not UTF-8", NULL);
    error_is("game \"\xED\xA0\x80\"", 1, 7, "byte 0xED is not text: it is not UTF-8", NULL);
    error_is("game \x01", 1, 6, "byte 0x01 is not text: it is a control character", NULL);
}

/* ---- memory: every allocation fails once */

struct allocator {
    long live, until_failure;
};

static void *failing_alloc(void *user, void *block, size_t old_size, size_t new_size)
{
    struct allocator *a = user;
    if (new_size > 0 && a->until_failure-- <= 0)
        return NULL;
    a->live += (long)new_size - (long)old_size;
    if (new_size > 0)
        return realloc(block, new_size);
    free(block);
    return NULL;
}

static const char memory_text[] =
    "game \"x\"\nturn { if stuck { flank } }\ndef x = a | (b & c)\nexample \"y\" { [x o]\n legal a }\n";

/* True if it went through. */
static bool parse_with(struct allocator *allocator, const char *text)
{
    struct heap heap;
    struct arena arena;
    struct interns interns;
    struct sources sources;
    struct diags diags;
    jmp_buf trap;
    heap_init(&heap, failing_alloc, allocator);
    heap.trap = &trap;
    arena_init(&arena, &heap);
    if (setjmp(trap) == 0) {
        interns_init(&interns, &arena);
        sources_init(&sources, &arena);
        diags_init(&diags, &arena, &sources);
        parse_file(&arena, &interns, &diags, &sources, sources_add(&sources, "t", text, (uint32_t)strlen(text)), NULL);
        diags_sort(&diags);
        diag_render(&diags, diags.first);
        arena_free(&arena);
        return true;
    }
    assert_ptr_equal(heap.trap, &trap);
    arena_free(&arena);
    return false;
}

static void test_memory(void **state)
{
    (void)state;
    char *text = repeated(memory_text, "def abc = some very & long - text or another\n", 1 << 16);
    struct allocator allocator = {0, 0};
    long n = 0;
    bool done = false;
    for (; !done && n < 1000; n++) {
        allocator.until_failure = n;
        done = parse_with(&allocator, text);
        assert_int_equal(allocator.live, 0);
    }
    assert_true(done);
    assert_true(n > 10);
    free(text);
}

/* ---- the parts */

static void test_nearest(void **state)
{
    (void)state;
    static const char *const words[] = {"reach", "ahead", "groups", "march", "north", "t", "some_thing"};
    size_t n = sizeof words / sizeof *words;
    assert_string_equal(diag_nearest("raech", words, n), "reach");
    assert_string_equal(diag_nearest("group", words, n), "groups");
    assert_string_equal(diag_nearest("NORTH", words, n), "north");
    assert_string_equal(diag_nearest("some-thing", words, n), "some_thing");
    assert_null(diag_nearest("u", words, n));
    assert_null(diag_nearest("castle", words, n));
}

static void test_places(void **state)
{
    (void)state;
    struct parse p;
    parse_bytes(&p, "", 0, false);
    uint32_t file = sources_add(&p.sources, "a", "x\ty\xC3\xA9z\r\nb\rc\n", 12);
    const struct source *source = sources_get(&p.sources, file);
    assert_int_equal(source->line_count, 4);
    assert_int_equal(source_place(source, 2).column, 9);
    assert_int_equal(source_place(source, 5).column, 11);
    assert_int_equal(source_place(source, 8).line, 2);
    assert_int_equal(source_place(source, 10).line, 3);
    assert_int_equal(source_place(source, 99).line, 4);
    assert_null(sources_get(&p.sources, 0));
    for (int i = 0; i < 20; i++)
        sources_add(&p.sources, "b", "", 0);
    assert_string_equal(sources_get(&p.sources, file)->name, "a");
    end(&p);
}

static void test_intern(void **state)
{
    (void)state;
    struct parse p;
    parse_bytes(&p, "", 0, false);
    atom first = intern_text(&p.interns, "w1");
    for (int i = 0; i < 2000; i++) {
        char name[16];
        snprintf(name, sizeof name, "w%d", i);
        intern_text(&p.interns, name);
    }
    assert_ptr_equal(intern(&p.interns, "w1234", 2), first);
    assert_ptr_not_equal(intern_text(&p.interns, "w12"), first);
    assert_string_equal(intern(&p.interns, "", 0), "");
    end(&p);
}

static void test_sort(void **state)
{
    (void)state;
    struct parse p;
    parse_bytes(&p, "abc", 3, false);
    diags_init(&p.diags, &p.arena, &p.sources);
    diag_warning(&p.diags, ((struct span){1, 2, 3}), "w");
    diag_error(&p.diags, ((struct span){1, 2, 3}), "e");
    diag_error(&p.diags, ((struct span){0, 0, 0}), "no place");
    assert_ptr_equal(diag_error(&p.diags, ((struct span){1, 2, 3}), "e"), p.diags.first->next);
    diags_sort(&p.diags);
    assert_string_equal(messages(&p), "error: no place\nt.cut:1:3: error: e\n 1 | abc\n   |   ^\n"
                                      "t.cut:1:3: warning: w\n 1 | abc\n   |   ^\n");
    assert_ptr_equal(p.diags.last, p.diags.first->next->next);
    end(&p);
}

static void parse_path(const char *path)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *text = malloc(1 << 20);
    size_t size = fread(text, 1, 1 << 20, file);
    fclose(file);
    struct parse p;
    parse_bytes(&p, text, size, false);
    if (p.diags.errors > 0)
        fail_msg("%s\n%s", path, messages(&p));
    assert_non_null(p.tree);
    end(&p);
    free(text);
}

/* Every file that comes with the program. */
static void test_files(void **state)
{
    (void)state;
    static const char *const folders[] = {CUT_SOURCE_DIR "/rulesets/*.cut", CUT_SOURCE_DIR "/stdlib/*.cut",
                                          CUT_SOURCE_DIR "/examples/*.cut"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        glob_t found;
        if (glob(folders[i], 0, NULL, &found) != 0)
            continue;
        for (size_t f = 0; f < found.gl_pathc; f++)
            parse_path(found.gl_pathv[f]);
        globfree(&found);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_precedence), cmocka_unit_test(test_each),        cmocka_unit_test(test_steps),
        cmocka_unit_test(test_items),      cmocka_unit_test(test_free_words),  cmocka_unit_test(test_claims),
        cmocka_unit_test(test_examples),   cmocka_unit_test(test_layout),      cmocka_unit_test(test_spans),
        cmocka_unit_test(test_beginners),  cmocka_unit_test(test_branches),    cmocka_unit_test(test_items_wrong),
        cmocka_unit_test(test_braces),     cmocka_unit_test(test_facts),       cmocka_unit_test(test_many),
        cmocka_unit_test(test_render),     cmocka_unit_test(test_render_long), cmocka_unit_test(test_depth),
        cmocka_unit_test(test_length),     cmocka_unit_test(test_bytes),       cmocka_unit_test(test_memory),
        cmocka_unit_test(test_nearest),    cmocka_unit_test(test_places),      cmocka_unit_test(test_intern),
        cmocka_unit_test(test_sort),       cmocka_unit_test(test_files),
    };
    return cmocka_run_group_tests_name("grammar", tests, NULL, NULL);
}
