/* test_sema.c - from texts to checked rules: names, layers, kinds, options, examples. */
#include "support.h"

#include <stdlib.h>
#include <string.h>

#include "../../interp/sema/load.h"

bool eval_constant(struct arena *scratch, const struct board *board, const struct expr *expr, uint64_t *set,
                   uint64_t *dirs, int64_t *number);

/* ---- loading from texts in memory */

struct text_file {
    const char *name, *text;
};

struct loaded {
    struct heap heap;
    jmp_buf trap;
    struct arena arena, scratch;
    struct interns interns;
    struct sources sources;
    struct diags diags;
    const struct text_file *files;
    const struct rules *rules;
};

static bool find(void *user, const char *name, bool quoted, const char *from, struct load_text *text)
{
    (void)quoted;
    (void)from;
    for (const struct text_file *f = ((const struct loaded *)user)->files; f->name != NULL; f++) {
        if (strcmp(f->name, name) == 0) {
            *text = (struct load_text){f->name, f->text, strlen(f->text)};
            return true;
        }
    }
    return false;
}

/* The first file is the game; a last one without a name ends the list. */
static void load_files(struct loaded *l, const struct text_file *files, const char *position,
                       const struct load_setting *settings, size_t setting_count)
{
    heap_init(&l->heap, NULL, NULL);
    l->heap.trap = &l->trap;
    l->files = files;
    arena_init(&l->arena, &l->heap);
    arena_init(&l->scratch, &l->heap);
    if (setjmp(l->trap) != 0)
        fail_msg("out of memory");
    interns_init(&l->interns, &l->arena);
    sources_init(&l->sources, &l->arena);
    diags_init(&l->diags, &l->arena, &l->sources);
    struct load load = {.arena = &l->arena,
                        .scratch = &l->scratch,
                        .interns = &l->interns,
                        .sources = &l->sources,
                        .diags = &l->diags,
                        .find = find,
                        .user = l,
                        .constant = eval_constant,
                        .text = {files[0].name, files[0].text, strlen(files[0].text)},
                        .name = "test",
                        .settings = settings,
                        .setting_count = setting_count,
                        .position = position,
                        .examples = true};
    l->rules = rules_load(&load);
    arena_free(&l->scratch);
}

static void unload(struct loaded *l)
{
    arena_free(&l->arena);
}

static void load_texts(struct loaded *l, const struct text_file *files)
{
    load_files(l, files, NULL, NULL, 0);
    if (l->rules == NULL)
        fail_msg("%s", diag_render(&l->diags, l->diags.first));
}

#define GAME "board square(5)\nplayers Black, White\nwin when ply > 9\nstuck draws\n"
#define TURN "turn { choose here in empty write here put mine on here }\n"

static void load_text(struct loaded *l, const char *text)
{
    const struct text_file files[] = {{"t.cut", text}, {NULL, NULL}};
    load_texts(l, files);
}

/* The messages of the texts, each as "LINE: text", errors and warnings only, joined by " / ". */
static void expect_said(const struct text_file *files, const struct load_setting *settings, size_t setting_count,
                        const char *expected)
{
    struct loaded l;
    char said[LINE_ROOM] = "";
    size_t used = 0;
    load_files(&l, files, NULL, settings, setting_count);
    for (const struct diag *d = l.diags.first; d != NULL && used < sizeof said; d = d->next) {
        if (d->severity == DIAG_NOTE)
            continue;
        int line = d->span.file != 0 ? source_place(sources_get(&l.sources, d->span.file), d->span.begin).line : 0;
        used += (size_t)snprintf(said + used, sizeof said - used, "%s%d: %s", used > 0 ? " / " : "", line, d->text);
    }
    assert_string_equal(said, expected);
    assert_true((l.rules == NULL) == (l.diags.errors > 0));
    unload(&l);
}

static void expect_error(const char *text, const char *expected)
{
    const struct text_file files[] = {{"t.cut", text}, {NULL, NULL}};
    expect_said(files, NULL, 0, expected);
}

/* Only what is wrong on the board of an example alone is told with that example. */
static void test_example_note(void **state)
{
    (void)state;
    const struct text_file files[] = {
        {"t.cut", GAME TURN "rule walled { require wals > 0 }\ndef lean = next(mine, NE)\n"
                            "example \"another board\" on hex(4) {\n Black to move\n legal a1\n}\n"},
        {NULL, NULL}};
    struct loaded l;
    load_files(&l, files, NULL, NULL, 0);
    const struct diag *name = l.diags.first, *direction = name->next;
    assert_string_equal(name->text, "there is no `wals` here");
    assert_null(name->note);
    assert_string_equal(direction->text, "this board has no `NE`");
    assert_string_equal(direction->note, "with the board of this example");
    assert_null(direction->next);
    unload(&l);
}

static const struct step *step_of(const struct rules *rules, int number)
{
    const struct step *s = rules->turns[0].steps->body;
    for (; number > 0; number--)
        s = s->next;
    return s;
}

/* ---- names and layers */

static void test_override(void **state)
{
    (void)state;
    const struct text_file files[] = {
        {"t.cut", GAME "use lib\nrule inner(s) { remove s }\nturn { outer(mine) }\n"},
        {"lib", "rule outer(s) { choose here in s write here inner(here) }\nrule inner(s) { flip s }\n"},
        {NULL, NULL}};
    struct loaded l;
    load_texts(&l, files);
    const struct step *run = step_of(l.rules, 0);
    assert_int_equal(run->op, ST_RUN);
    assert_string_equal(run->rule->name, "outer");
    const struct step *inner = run->rule->body->next->next;
    assert_int_equal(inner->op, ST_RUN);
    assert_int_equal(inner->rule->body->op, ST_REMOVE);
    assert_int_equal(inner->rule->span.file, l.rules->file);
    assert_int_equal(l.diags.errors + l.diags.warnings, 0);
    assert_string_equal(l.diags.first->text, "`inner` replaces the one of lib:2");
    assert_int_equal(l.diags.first->severity, DIAG_NOTE);
    unload(&l);
}

static const char base_game[] = "game \"Base\"\nboard square(5)\nplayers Black, White\nstart White on a1\n"
                                "pattern pair [x x]\ndef goal = Black: north, White: west\n"
                                "turn { choose here in empty write here put mine on here }\n"
                                "ban pair, no mine & goal \"reason\"\nswap sides on ply 2\n"
                                "win when mine in goal\nlose when ply > 9\nstuck passes when ply > 3\nstuck draws\n"
                                "claim never drawn\nexample \"none\" { legal b1 }\n";

/* What is gone is quoted: a goal is not lost unaware. */
static void test_replaced(void **state)
{
    (void)state;
    const struct text_file files[] = {
        {"t.cut", "extends base\nend when no empty\nscore 1\nstuck loses\nturn {\n choose here in empty\n write here\n"
                  " put mine on here\n}\n"},
        {"base", base_game},
        {NULL, NULL}};
    static const char *const notes[] = {
        "`end` replaces `win when mine in goal` (base:10) and `lose when ply > 9` (base:11)",
        "`stuck` replaces `stuck passes when ply > 3` (base:12) and `stuck draws` (base:13)",
        "`turn` replaces `turn { choose here in empty write here put mine on here }` (base:7)",
    };
    struct loaded l;
    load_texts(&l, files);
    const struct diag *d = l.diags.first;
    for (size_t i = 0; i < sizeof notes / sizeof *notes; i++, d = d->next) {
        assert_non_null(d);
        assert_int_equal(d->severity, DIAG_NOTE);
        assert_string_equal(d->text, notes[i]);
    }
    assert_null(d);
    unload(&l);
}

static void expect_author(const char *text, const char *middle, const char *author, const char *after)
{
    const struct text_file files[] = {{"t.cut", text},
                                      {"middle", middle},
                                      {"base", "game \"First\"\nauthor \"Ann\", 1942\n" GAME TURN},
                                      {NULL, NULL}};
    struct loaded l;
    load_texts(&l, files);
    assert_string_equal(l.rules->author, author);
    assert_int_equal(l.rules->year, strcmp(author, "Ann") == 0 ? 1942 : 0);
    assert_true((l.rules->after == NULL) == (after == NULL));
    if (after != NULL)
        assert_string_equal(l.rules->after, after);
    unload(&l);
}

/* A variant is not by the author of the other game. */
static void test_author(void **state)
{
    (void)state;
    expect_author("game \"T\"\nextends base\n", "", "Ann", "First");
    expect_author("game \"T\"\nauthor \"Bob\"\nextends base\n", "", "Bob", NULL);
    expect_author("extends base\n", "", "Ann", NULL);
    expect_author("extends middle\n", "game \"Middle\"\nextends base\n", "Ann", "First");
    expect_author("game \"T\"\nextends middle\n", "game \"Middle\"\nauthor \"Bob\"\nextends base\n", "Bob", "Middle");
}

static void test_extends(void **state)
{
    (void)state;
    const struct text_file files[] = {
        {"t.cut", "extends base\nwithout swap, pair, lose\nplayers Red, Blue\nban some found(pair)\nstuck loses\n"},
        {"base", base_game},
        {NULL, NULL}};
    struct loaded l;
    load_texts(&l, files);
    const struct rules *r = l.rules;
    assert_string_equal(r->title, "Base");
    assert_string_equal(r->players[0].name, "Red");
    assert_int_equal(r->starts[0].piece, 1); /* White is Blue now */
    assert_int_equal(r->swap_ply, 0);
    assert_int_equal(r->ban_count, 2);
    assert_string_equal(r->bans[0].reason, "reason");
    assert_null(r->bans[1].name);
    assert_int_equal(r->end_count, 1);
    assert_int_equal(r->stuck_count, 1);
    assert_int_equal(r->stucks[0].ending, END_LOSE);
    assert_int_equal(r->claim_count, 0);
    assert_int_equal(r->example_count, 0);
    unload(&l);
}

static void test_without(void **state)
{
    (void)state;
    const struct text_file nothing[] = {
        {"t.cut", "extends base\nwithout score, pear\n"}, {"base", base_game}, {NULL, NULL}};
    expect_said(nothing, NULL, 0, "2: there is no `score` to leave out / 2: there is no `pear` to leave out");
    const struct text_file name[] = {
        {"t.cut", "extends base\nwithout goal\ndef goal = edge\n"}, {"base", base_game}, {NULL, NULL}};
    expect_said(name, NULL, 0, "");
    const struct text_file needed[] = {
        {"t.cut", "extends base\nwithout goal, ban\n"}, {"base", base_game}, {NULL, NULL}};
    expect_said(needed, NULL, 0, "10: there is no `goal` here");
    expect_error(GAME TURN "without swap\n",
                 "6: `without` leaves out what is inherited, and nothing is: there is no `extends`");
}

static void test_modules(void **state)
{
    (void)state;
    const struct text_file twice[] = {/* `top` and the game use one `low`: it is there once */
                                      {"t.cut", GAME TURN "use top\nuse low\ndef a = shared | helped\n"},
                                      {"top", "use low\ndef helped = shared\n"},
                                      {"low", "def shared = mine\n"},
                                      {NULL, NULL}};
    expect_said(twice, NULL, 0, "");
    const struct text_file above[] = {/* what a module replaces is replaced */
                                      {"t.cut", GAME TURN "use low\nuse top\ndef a = shared > 3\n"},
                                      {"top", "use low\ndef shared = 5\n"},
                                      {"low", "def shared = mine\n"},
                                      {NULL, NULL}};
    expect_said(above, NULL, 0, "");
    const struct text_file two[] = {{"t.cut", GAME TURN "use one\nuse two\n"},
                                    {"one", "def shared = mine\n"},
                                    {"two", "def shared = theirs\n"},
                                    {NULL, NULL}};
    expect_said(two, NULL, 0, "7: `shared` comes from two modules: one:1 and two:1");
    const struct text_file replaced[] = {{"t.cut", GAME TURN "use one\nuse two\ndef shared = 1\n"},
                                         {"one", "def shared = mine\n"},
                                         {"two", "def shared = theirs\n"},
                                         {NULL, NULL}};
    expect_said(replaced, NULL, 0, "");
    const struct text_file privates[] = {{"t.cut", GAME TURN "use one\nuse two\ndef a = open_one | open_two\n"},
                                         {"one", "def _x = mine\ndef open_one = _x\n"},
                                         {"two", "def _x = theirs\ndef open_two = _x\n"},
                                         {NULL, NULL}};
    expect_said(privates, NULL, 0, "");
    const struct text_file hidden[] = {
        {"t.cut", GAME TURN "use one\ndef a = _x\n"}, {"one", "def _x = mine\n"}, {NULL, NULL}};
    expect_said(hidden, NULL, 0, "7: there is no `_x` here");
}

static void test_circles(void **state)
{
    (void)state;
    const struct text_file three[] = {{"a", "extends b\n"}, {"b", "use c\n"}, {"c", "use a\n"}, {NULL, NULL}};
    expect_said(three, NULL, 0, "1: the files go round in a circle: a > b > c > a");
    const struct text_file self[] = {{"a", "use a\n"}, {NULL, NULL}};
    expect_said(self, NULL, 0, "1: the files go round in a circle: a > a");
    const struct text_file beside[] = {
        {"t.cut", GAME TURN "use b\n"}, {"b", "use c\n"}, {"c", "use b\n"}, {NULL, NULL}};
    expect_said(beside, NULL, 0, "1: the files go round in a circle: b > c > b");
}

static void test_libraries(void **state)
{
    (void)state;
    struct loaded l;
    load_text(&l, "def far = southwest | northeast | north\ndef ways = orthogonal | adjacent | NE\n"
                  "def at = d4\nrule r(w) { choose here in w write here put mine on here }\n");
    assert_null(l.rules->board);
    unload(&l);
    expect_error("players Black, White\nturn { pass }\n", "2: a game needs a `board`");
    const struct text_file game[] = {{"t.cut", GAME TURN "use base\n"}, {"base", base_game}, {NULL, NULL}};
    expect_said(game, NULL, 0, "6: `base` is a game, not a module");
}

/* ---- kinds */

static void test_instances(void **state)
{
    (void)state;
    struct loaded l;
    load_text(&l, GAME "def both(a, b) = a | b\nturn {\n choose here in empty\n let s = both(here, mine)\n"
                       "let d = both(N, S)\n let e = both(theirs, s)\n write here\n put mine on here\n}\n");
    const struct expr *s = step_of(l.rules, 1)->a, *d = step_of(l.rules, 2)->a, *e = step_of(l.rules, 3)->a;
    assert_int_equal(s->kind, KIND_SITES);
    assert_int_equal(d->kind, KIND_DIRS);
    assert_int_equal(s->op, EX_DEF);
    assert_ptr_equal(s->def, e->def);
    assert_ptr_not_equal(s->def, d->def);
    assert_int_equal(s->def->params, 2);
    assert_int_equal(s->def->slots, 2);
    unload(&l);
}

static void test_patterns_as_arguments(void **state)
{
    (void)state;
    struct loaded l;
    load_text(&l, GAME TURN "pattern same [x x]\npattern other [x o]\ndef where(p, n) = count(found(p)) > n\n"
                            "def formed(p) = p and ply > 1\nban where(same, 3), where(other, 3), formed(other)\n");
    const struct check *bans = l.rules->bans;
    assert_ptr_not_equal(bans[0].truth->def, bans[1].truth->def);
    assert_int_equal(bans[0].truth->arg_count, 1); /* a pattern is no value at run time */
    assert_int_equal(bans[2].truth->arg_count, 0);
    assert_int_equal(bans[2].truth->def->value->a->op, EX_FORMED);
    assert_string_equal(bans[2].name, "formed");
    assert_int_equal(l.rules->pattern_count, 2);
    unload(&l);
    expect_error(GAME "pattern same [x x]\ndef formed(p) = p\nturn when formed(same) { pass }\nturn { pass }\n",
                 "7: a pattern cannot be asked for in the condition of a turn: it tells what a turn has formed");
    expect_error(GAME "pattern same [x x]\nrule test() { require not same }\nturn { choose here in empty test() "
                      "write here put mine on here }\n",
                 "7: no pattern can be formed before the first action of the turn");
}

static void test_lists(void **state)
{
    (void)state;
    struct loaded l;
    load_text(&l,
              GAME "turn {\n choose g in groups(mine, adjacent)\n let k = each x in sides with some x & g\n"
                   "let u = mine & sides\n choose d in each d in compass with d in N | S\n write g\n remove g\n}\n");
    assert_int_equal(step_of(l.rules, 0)->a->kind, KIND_LIST);
    assert_int_equal(l.rules->turns[0].steps->slot_kinds[0], KIND_SITES);
    assert_int_equal(step_of(l.rules, 1)->a->kind, KIND_LIST);
    assert_int_equal(step_of(l.rules, 2)->a->b->op, EX_UNITE);
    assert_int_equal(step_of(l.rules, 3)->a->kind, KIND_DIRS);
    unload(&l);
}

static void test_constants(void **state)
{
    (void)state;
    struct loaded l;
    load_text(&l, GAME "def rim = rank(1) | file(2 + 1)\ndef round = each s in edge with s in north\nturn {\n"
                       "choose here in empty - rim\n let n = 2 * 3 - count(corners)\n let e = round\n"
                       "let t = a1 in corners\n let d = opposite(N | E)\n write here\n put mine on here\n}\n");
    const struct expr *rim = step_of(l.rules, 0)->a->b;
    assert_int_equal(rim->op, EX_SITES);
    assert_int_equal(set_count(l.rules->board->words, rim->sites), 9);
    assert_string_equal(rim->name, "rim");
    assert_true(rim->fixed);
    assert_false(step_of(l.rules, 0)->a->fixed);
    assert_int_equal(step_of(l.rules, 1)->a->op, EX_NUMBER);
    assert_int_equal(step_of(l.rules, 1)->a->number, 2);
    assert_int_equal(step_of(l.rules, 2)->a->op, EX_SITES);
    assert_int_equal(step_of(l.rules, 3)->a->op, EX_TRUTH);
    assert_int_equal(step_of(l.rules, 3)->a->number, 1);
    assert_int_equal(step_of(l.rules, 4)->a->op, EX_DIRS);
    unload(&l);
}

static void test_recursion(void **state)
{
    (void)state;
    struct loaded l;
    load_text(&l, GAME "rule leap(s) { choose there in next(s, N) & empty write there move s to there "
                       "first { leap(there) } else { } }\nturn { choose s in mine write s leap(s) }\n");
    const struct rule *leap = step_of(l.rules, 2)->rule;
    assert_ptr_equal(leap->body->next->next->next->body->rule, leap);
    unload(&l);
    expect_error(GAME TURN "def a(n) = b(n)\ndef b(n) = a(n) + 1\n",
                 "7: `a` is worked out from itself: a def cannot use itself");
}

static void test_wants(void **state)
{
    (void)state;
    const struct text_file files[] = {
        {"t.cut", GAME TURN "use lib\ndef a = near(3)\ndef b = count(near(N))\ndef c = far(mine)\n"},
        {"lib", "def near(s) = next(s, compass)\ndef far(n) = rank(n)\n"},
        {NULL, NULL}};
    expect_said(files, NULL, 0,
                "7: `near` wants a set of sites as `s` (lib:1), this is a number / "
                "8: `near` wants a set of sites as `s` (lib:1), this is a set of directions / "
                "9: `far` wants a number as `n` (lib:2), this is a set of sites");
}

static void test_errors(void **state)
{
    (void)state;
    static const struct {
        const char *text, *said;
    } cases[] = {
        {GAME TURN "def a = mine + 1\n", "6: `+` adds numbers, this is a set of sites"},
        {GAME TURN "def a = mien\n", "6: there is no `mien` here"},
        {GAME TURN "def a = next(mine)\n", "6: `next` takes 2 or 3 values, here is 1"},
        {GAME TURN "def a = count(3)\n", "6: `count` wants a set or a list, this is a number"},
        {GAME TURN "def a = mine - theirs | edge\n", "6: `-` beside `|` wants parentheses"},
        {GAME TURN "def a = some mine in edge\n", "6: `some` belongs to a set, and `in` compares two sets"},
        {GAME TURN "def a = f6\n", "6: `f6` is not on the board, which goes from a1 to e5"},
        {GAME TURN "def a = southwest\n", "6: this board has no `southwest`"},
        {GAME TURN "def empty = mine\n", "6: `empty` is built in: it cannot be redefined"},
        {GAME TURN "def a(edge) = edge\n", "6: `edge` is built in: take another name"},
        {GAME TURN "def a = any x in mine with any x in theirs with some x\n", "6: `x` is a name here already"},
        {GAME TURN "end when ply = 3\n", "6: nothing says who wins then: there is no `score`"},
        {GAME "turn { pass put mine on a1 }\n", "5: behind a `pass` nothing acts or writes"},
        {GAME "turn { each x in mine { write x } }\n",
         "5: `write` cannot stand inside `each`: all its rounds are one way"},
        {GAME TURN "state n = 0\nrule r { set n = mine }\n", "7: the state `n` wants a number, this is a set of sites"},
        {"board square(3)\nplayers Black, White\nturn { pass }\nwin when ply > 2\n",
         "3: nothing says what happens when a player has no legal move"},
        {"board square(3)\nplayers Black, White\nturn { pass }\nstuck draws\n",
         "3: nothing decides this game: it has no ends"},
        {"board square(3)\nplayers Black, Blue\nturn { pass }\nstuck loses\n",
         "2: `Black` and `Blue` share the symbol \"B\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        expect_error(cases[i].text, cases[i].said);
}

/* ---- the game's items */

static void test_history(void **state)
{
    (void)state;
    const struct text_file files[] = {
        {"t.cut", GAME TURN "use lib\ndef unused = board_seen\n"}, {"lib", "def ko = repeated\n"}, {NULL, NULL}};
    struct loaded l;
    load_texts(&l, files);
    assert_false(l.rules->reads_history);
    unload(&l);
    load_text(&l, GAME TURN "def ko = repeated\nban ko\n");
    assert_true(l.rules->reads_history);
    unload(&l);
    load_text(&l, GAME "def ko = repeated\nrule test(s) { forbid ko }\nturn { choose here in empty write here "
                       "put mine on here test(here) }\n");
    assert_true(l.rules->reads_history);
    unload(&l);
}

static void test_three_players(void **state)
{
    (void)state;
    struct loaded l;
    load_text(&l, "board square(5)\nplayers Black, White, Red\n" TURN "out when no mine & edge\nwin when ply > 9\n"
                  "def n = count(mine)\ndraw when following n > n\nstuck loses\n");
    assert_int_equal(l.rules->ends[0].ending, END_OUT);
    assert_int_equal(l.rules->stucks[0].ending, END_OUT);
    unload(&l);
}

static void test_pieces(void **state)
{
    (void)state;
    struct loaded l;
    load_text(
        &l, "board square(3)\nplayers White, Black\nneutral arrow \"*\"\npieces worker, king\n"
            "start [BK B *] [. . .] [W . WK]\nstart White king on a2\n"
            "turn { choose x in mine & worker write x remove x put mine & king on x put arrow on b2 }\nstuck loses\n");
    const struct rules *r = l.rules;
    assert_int_equal(r->start_count, 6);
    assert_int_equal(r->starts[0].piece, 1);
    assert_int_equal(r->starts[0].piece_kind, 1);
    assert_int_equal(r->starts[2].piece, PIECE_NEUTRAL);
    assert_int_equal(r->starts[5].piece_kind, 1);
    assert_string_equal(r->kinds[0].symbol, ""); /* W is White's: the plain piece goes without */
    assert_int_equal(step_of(r, 3)->piece, PIECE_MINE);
    assert_int_equal(step_of(r, 3)->piece_kind, 1);
    assert_int_equal(step_of(r, 4)->piece, PIECE_NEUTRAL);
    unload(&l);
}

/* ---- options */

#define SIZED                                                                                                          \
    "option size = 5 in 3 .. 9\noption goal = 4 in 2 .. 5\nboard square(size)\nplayers Black, White\n" TURN            \
    "win when some lines(mine, goal, compass)\nstuck draws\n"

static void test_options(void **state)
{
    (void)state;
    const struct text_file files[] = {{"t.cut", SIZED}, {NULL, NULL}};
    const struct load_setting size[] = {{"size", 7}}, wrong[] = {{"size", 12}, {"sise", 3}};
    struct loaded l;
    load_files(&l, files, NULL, size, 1);
    assert_int_equal(l.rules->board->sites, 49);
    assert_true(l.rules->options[0].sizes_board);
    assert_false(l.rules->options[1].sizes_board);
    unload(&l);
    load_files(&l, files, "4/4/2W1/BB2 B", NULL, 0);
    assert_int_equal(l.rules->board->sites, 16);
    unload(&l);
    load_files(&l, files, "4/4/4/4 B", size, 1); /* what is set stays */
    assert_int_equal(l.rules->board->sites, 49);
    unload(&l);
    expect_said(files, wrong, 2, "0: there is no option `sise` / 1: size = 12 is out of range: size goes from 3 to 9");
}

static void test_claims(void **state)
{
    (void)state;
    struct loaded l;
    load_text(&l, SIZED "claim White wins for size = 3 .. 4, goal = 2: refuted\nclaim never stuck\n");
    const struct claim *claim = &l.rules->claims[0];
    assert_int_equal(claim->player, 1);
    assert_true(claim->refuted);
    assert_int_equal(claim->range_count, 2);
    assert_int_equal(claim->ranges[0].high, 4);
    assert_int_equal(claim->ranges[1].option, 1);
    assert_int_equal(l.rules->claims[1].player, -1);
    unload(&l);
}

/* ---- examples */

static void test_examples(void **state)
{
    (void)state;
    struct loaded l;
    load_text(&l, SIZED
              "state n = Black: 0, White: 0\n"
              "example \"small\" {\n [? . W]\n [. B a]\n [a . ?]\n White to move\n set n = White: 3\n set ply = 4\n"
              " legal exactly ?\n play a b2-a captures a b2 wins\n illegal c2 by \"why\"\n holds (n = 3)\n}\n"
              "example \"again\" {\n [. . .]\n [. . .]\n [. . .]\n stuck\n}\nexample \"opening\" { perft 1 = 25 }\n");
    const struct example *e = l.rules->examples;
    assert_int_equal(l.rules->example_count, 3);
    assert_int_equal(e[0].rules->board->sites, 9);
    assert_ptr_equal(e[0].rules, e[1].rules);
    assert_ptr_equal(e[2].rules, l.rules);
    assert_int_equal(e[2].diagram_count, -1);
    assert_int_equal(e[0].diagram_count, 2);
    assert_int_equal(e[0].to_move, 1);
    assert_int_equal(e[0].given_count, 2);
    assert_int_equal(e[0].given[0].player, 1);
    assert_int_equal(e[0].given[1].state, -1);
    const struct fact *facts = e[0].facts;
    assert_int_equal(facts[0].word_count, 2);
    assert_string_equal(facts[0].words[0], "c1");
    assert_string_equal(facts[0].words[1], "a3");
    assert_int_equal(facts[1].word_count, 4); /* a is two sites */
    assert_string_equal(facts[1].words[2], "b2-a1");
    assert_string_equal(facts[1].words[3], "b2-c2");
    assert_int_equal(facts[1].capture_count, 3);
    assert_int_equal(facts[1].result, END_WIN);
    assert_string_equal(facts[2].by, "why");
    assert_int_equal(facts[3].truth->value->kind, KIND_TRUTH);
    unload(&l);
}

static void test_library_examples(void **state)
{
    (void)state;
    struct loaded l;
    load_text(&l, "rule place(w) { choose here in w write here put mine on here }\ndef full = no empty\n"
                  "example \"put\" on square(2) using place(empty) {\n [B .]\n [. W]\n legal exactly a1 b2\n}\n"
                  "example \"asked\" on square(2) {\n [B B]\n [W W]\n holds (full)\n fails (not full)\n}\n");
    const struct example *e = l.rules->examples;
    assert_int_equal(l.rules->example_count, 2);
    assert_int_equal(e[0].rules->turn_count, 1);
    assert_int_equal(e[0].rules->player_count, 2);
    assert_string_equal(e[0].rules->players[1].symbol, "W");
    assert_int_equal(e[1].facts[1].op, FACT_HOLDS);
    assert_true(e[1].facts[1].fails);
    unload(&l);
}

static void test_rows(void **state)
{
    (void)state;
    struct loaded l;
    load_text(&l, "board square(3) - a1\nplayers Black, White\n" TURN "stuck loses\n"
                  "example \"wide\" {\n [. . .]\n [. . .]\n [# B .]\n legal a2\n}\n"
                  "example \"narrow\" {\n [. . .]\n [. . .]\n [B .]\n legal a2\n}\n");
    assert_int_equal(l.rules->examples[0].diagram[0].site, l.rules->examples[1].diagram[0].site);
    unload(&l);
    expect_error("board square(3) - a1\nplayers Black, White\n" TURN "stuck loses\n"
                 "example \"shifted\" {\n [. . .]\n [. . .]\n [B # .]\n legal a2\n}\n",
                 "8: there is no site here: write `#`");
}

/* ---- size */

static void test_many_names(void **state)
{
    (void)state;
    enum { NAMES = 3000 }; /* constants: each is worked out at once */
    size_t room = NAMES * 40 + 256, used = (size_t)snprintf(NULL, 0, "%s", GAME TURN);
    char *text = malloc(room);
    assert_non_null(text);
    memcpy(text, GAME TURN, used);
    for (int i = 0; i < NAMES; i++)
        used +=
            (size_t)snprintf(text + used, room - used, "def n_%d = %s%d\n", i, i > 0 ? "n_" : "", i > 0 ? i - 1 : 7);
    struct loaded l;
    load_text(&l, text);
    unload(&l);
    free(text);
}

/* What would make the evaluator walk too deep is refused. */
static void test_deep_values(void **state)
{
    (void)state;
    enum { NAMES = 1600 };
    size_t room = NAMES * 60 + 256, used = strlen(GAME TURN);
    char *text = malloc(room);
    assert_non_null(text);
    memcpy(text, GAME TURN "def n_0 = mine\n", used + 15);
    used += 15;
    for (int i = 1; i < NAMES; i++)
        used += (size_t)snprintf(text + used, room - used, "def n_%d = n_%d\n", i, i - 1);
    expect_error(text, "1506: this value is worked out through more than 1500 others");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_override),      cmocka_unit_test(test_extends),
        cmocka_unit_test(test_without),       cmocka_unit_test(test_modules),
        cmocka_unit_test(test_circles),       cmocka_unit_test(test_libraries),
        cmocka_unit_test(test_instances),     cmocka_unit_test(test_patterns_as_arguments),
        cmocka_unit_test(test_lists),         cmocka_unit_test(test_constants),
        cmocka_unit_test(test_recursion),     cmocka_unit_test(test_wants),
        cmocka_unit_test(test_example_note),  cmocka_unit_test(test_replaced),
        cmocka_unit_test(test_author),
        cmocka_unit_test(test_errors),        cmocka_unit_test(test_history),
        cmocka_unit_test(test_three_players), cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_options),       cmocka_unit_test(test_claims),
        cmocka_unit_test(test_examples),      cmocka_unit_test(test_library_examples),
        cmocka_unit_test(test_rows),          cmocka_unit_test(test_many_names),
        cmocka_unit_test(test_deep_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
