/* items.c - the items of a program, one after another, into struct rules. */
#include <string.h>

#include "sema.h"

/* The word that opens an item: its whole text would be too much to underline. */
static struct span head(const struct ast *item, const char *word)
{
    struct span span = item->span;
    uint32_t end = span.begin + (uint32_t)strlen(word);
    if (end < span.end)
        span.end = end;
    return span;
}

static void warn(struct checker *c, struct span span, const char *text, const char *advice)
{
    if (c->example.file != 0 || c->loader->damaged || c->library)
        return;
    struct diag *d = diag_warning(c->load->diags, span, "%s", text);
    if (advice != NULL)
        help(c, d, "%s", advice);
}

static int item_count(const struct item *list)
{
    int n = 0;
    for (; list != NULL; list = list->next)
        n++;
    return n;
}

/* --- title and the like */

/* A variant without an `author` is not by that of the other game, but after that game. */
static void author_check(struct checker *c)
{
    struct item *const *groups = c->program->groups;
    const struct item *author = groups[GROUP_AUTHOR];
    if (author == NULL)
        return;
    c->rules->author = author->ast->text;
    c->rules->year = (int)author->ast->number;
    const struct item *title = author->module->layer->groups[GROUP_GAME];
    if (author->module != c->program->main && title != NULL && title->ast != groups[GROUP_GAME]->ast)
        c->rules->after = title->ast->text;
}

static void titles_check(struct checker *c)
{
    struct rules *r = c->rules;
    struct item *const *groups = c->program->groups;
    r->name = intern_here(c, c->load->name);
    r->title = groups[GROUP_GAME] != NULL ? groups[GROUP_GAME]->ast->text : NULL;
    r->about = groups[GROUP_ABOUT] != NULL ? groups[GROUP_ABOUT]->ast->text : NULL;
    author_check(c);
    if (groups[GROUP_MOVES] != NULL) {
        r->moves_mode = groups[GROUP_MOVES]->ast->op == OP_MERGED ? MOVES_MERGED : MOVES_BY_RESULT;
        r->moves_span = groups[GROUP_MOVES]->ast->span;
    }
    r->sources = c->load->sources;
    r->file = c->program->main->file;
}

/* --- turns and bans */

/* `turn Black { … }`: the condition, and that it is Black's turn. */
static const struct expr *turn_of(struct checker *c, struct module *module, const struct ast *ast, const struct expr *when)
{
    int player = player_find(c, module, ast->name);
    if (player < 0) {
        const char *names[RULES_PLAYER_LIMIT];
        for (int i = 0; i < c->rules->player_count; i++)
            names[i] = c->rules->players[i].name;
        struct diag *d = report(c, ast->name_span, "`turn` may name a player, and `%s` is none", ast->name);
        suggest(c, d, ast->name, names, (size_t)c->rules->player_count);
        return when;
    }
    struct expr *e = expr_new(c, EX_PER_PLAYER, KIND_TRUTH, ast->name_span);
    const struct expr **args = ARENA_ARRAY(c->arena, const struct expr *, c->rules->player_count);
    struct expr *no = expr_new(c, EX_TRUTH, KIND_TRUTH, ast->name_span);
    no->fixed = true;
    struct expr *yes = expr_new(c, EX_TRUTH, KIND_TRUTH, ast->name_span);
    yes->fixed = true;
    yes->number = 1;
    for (int i = 0; i < c->rules->player_count; i++)
        args[i] = i != player ? no : when != NULL ? when : yes;
    e->args = args;
    e->arg_count = c->rules->player_count;
    return e;
}

static void turns_check(struct checker *c)
{
    const struct item *list = c->program->groups[GROUP_TURN];
    struct turn *turns = ARENA_ARRAY(c->arena, struct turn, item_count(list) + 1);
    const struct ast *always = NULL;
    for (const struct item *i = list; i != NULL; i = i->next) {
        struct turn *t = &turns[c->rules->turn_count++];
        if (always != NULL)
            warn(c, head(i->ast, "turn"), "this turn never comes: the one before it has no condition", NULL);
        if (i->ast->a == NULL && i->ast->name == NULL)
            always = i->ast;
        if (i->ast->a != NULL)
            t->when = top_expr(c, i->module, i->ast->a, WANT_TRUTH, "`when`", PLACE_OTHER, "the condition of a turn");
        if (i->ast->name != NULL)
            t->when = turn_of(c, i->module, i->ast, t->when);
        t->steps = rule_of_steps(c, i->module, i->ast->b, intern_here(c, "turn"), i->ast->span);
        t->span = i->ast->span;
    }
    c->rules->turns = turns;
}

static void bans_check(struct checker *c)
{
    const struct item *list = c->program->groups[GROUP_BAN];
    struct check *bans = ARENA_ARRAY(c->arena, struct check, item_count(list) + 1);
    for (const struct item *i = list; i != NULL; i = i->next) {
        const struct expr *truth = top_expr(c, i->module, i->ast->a, WANT_TRUTH, "`ban`", PLACE_FORMED, "");
        bans[c->rules->ban_count++] = (struct check){truth, i->ast->text, truth_name(i->ast->a), i->ast->span};
    }
    c->rules->bans = bans;
}

static void swap_check(struct checker *c)
{
    const struct item *i = c->program->groups[GROUP_SWAP];
    if (i == NULL)
        return;
    struct rules *r = c->rules;
    if (i->ast->name != NULL && strcmp(i->ast->name, "sides") != 0)
        report(c, i->ast->span, "what is swapped are sides: `swap sides on ply 2`");
    else if (i->ast->number < 2 || i->ast->number > 1000)
        report(c, i->ast->span, "a swap comes on ply 2 or later");
    else if (r->player_count > 2)
        report(c, i->ast->span, "only two players can swap sides");
    r->swap_ply = (int)i->ast->number;
    r->swap_span = i->ast->span;
}

/* --- ends */

static enum ending ending_of(const struct rules *r, enum ast_op op)
{
    if (op == OP_WIN || op == OP_WINS)
        return END_WIN;
    if (op == OP_LOSE || op == OP_LOSES)
        return r->player_count > 2 ? END_OUT : END_LOSE;
    if (op == OP_DRAW || op == OP_DRAWS)
        return END_DRAW;
    if (op == OP_END || op == OP_ENDS)
        return END_SCORE;
    return op == OP_OUT ? END_OUT : END_PASS;
}

static void ending_check(struct checker *c, const struct ast *ast)
{
    int players = c->rules->player_count;
    if ((ast->op == OP_END || ast->op == OP_ENDS) && c->program->groups[GROUP_SCORE] == NULL) {
        struct diag *d = report(c,
                                head(ast, ast->op == OP_END ? "end"
                                          : ast->flag       ? "both stuck ends"
                                                            : "stuck ends"),
                                "nothing says who wins then: there is no `score`");
        help(c, d, "add a line such as `score count(mine)`");
    }
    if (ast->op == OP_OUT && players > 0 && players < 3) {
        struct diag *d = report(c, head(ast, "out"), "`out` is for three players or more");
        help(c, d, "with two, who is out loses: `lose when`");
    }
    if (ast->op == OP_LOSE && players > 2) {
        struct diag *d =
            report(c, head(ast, "lose"), "with %d players one who loses leaves the others playing", players);
        help(c, d, "write `out when`");
    }
}

static void ends_check(struct checker *c)
{
    const struct item *list = c->program->groups[GROUP_END];
    struct end *ends = ARENA_ARRAY(c->arena, struct end, item_count(list) + 1);
    for (const struct item *i = list; i != NULL; i = i->next) {
        ending_check(c, i->ast);
        const struct expr *when = top_expr(c, i->module, i->ast->a, WANT_TRUTH, "`when`", PLACE_FORMED, "");
        ends[c->rules->end_count++] = (struct end){ending_of(c->rules, i->ast->op), when, i->ast->span};
    }
    c->rules->ends = ends;
}

static void score_check(struct checker *c)
{
    const struct item *i = c->program->groups[GROUP_SCORE];
    if (i == NULL)
        return;
    c->rules->score = top_expr(c, i->module, i->ast->a, WANT_NUMBER, "`score`", PLACE_OTHER, "the score");
    c->rules->score_span = i->ast->span;
}

static void stuck_line(struct checker *c, const struct item *i, struct end *end)
{
    const struct ast *ast = i->ast;
    ending_check(c, ast);
    end->ending = ending_of(c->rules, ast->op);
    end->span = ast->span;
    if (ast->a != NULL)
        end->when = top_expr(c, i->module, ast->a, WANT_TRUTH, "`when`", PLACE_OTHER, "a `stuck` line");
    if (ast->flag && ast->op == OP_PASSES)
        report(c, ast->span, "when both are stuck the game is over: nobody passes");
}

static void stuck_defaults(struct checker *c, struct end *stucks)
{
    struct rules *r = c->rules;
    const struct item *turns = c->program->groups[GROUP_TURN];
    if (r->stuck_count == 0) {
        if (turns != NULL)
            warn(c, head(turns->ast, "turn"), "nothing says what happens when a player has no legal move",
                 "add `stuck draws`, which holds now, or `stuck loses`, `stuck passes` …");
        stucks[r->stuck_count++] = (struct end){END_DRAW, NULL, no_span()};
        return;
    }
    if (stucks[r->stuck_count - 1].when != NULL) {
        struct diag *d = report(c, stucks[r->stuck_count - 1].span, "the last `stuck` line has no condition");
        help(c, d, "add what holds otherwise, such as `stuck draws`");
    }
}

static void stuck_check(struct checker *c)
{
    struct rules *r = c->rules;
    const struct item *list = c->program->groups[GROUP_STUCK];
    int count = item_count(list);
    struct end *stucks = ARENA_ARRAY(c->arena, struct end, count + 1),
               *both = ARENA_ARRAY(c->arena, struct end, count + 1);
    const struct end *before[2] = {NULL, NULL};
    for (const struct item *i = list; i != NULL; i = i->next) {
        struct end *end = i->ast->flag ? &both[r->both_stuck_count++] : &stucks[r->stuck_count++];
        stuck_line(c, i, end);
        if (before[i->ast->flag] != NULL && before[i->ast->flag]->when == NULL)
            warn(c, i->ast->span, "this line is never tried: the one before it has no condition", NULL);
        before[i->ast->flag] = end;
    }
    r->stucks = stucks;
    r->both_stucks = both;
    stuck_defaults(c, stucks);
}

/* --- what a game needs */

static bool decides(const struct rules *r)
{
    if (r->end_count > 0 || r->both_stuck_count > 0)
        return true;
    for (int i = 0; i < r->stuck_count; i++) {
        enum ending ending = r->stucks[i].ending;
        if (ending != END_DRAW && (ending != END_PASS || r->score != NULL)) /* both stuck: the score decides */
            return true;
    }
    return false;
}

/* The first item that only a game has. */
static const struct item *game_item(const struct checker *c)
{
    static const enum group groups[] = {GROUP_TURN, GROUP_PLAYERS, GROUP_START, GROUP_BAN, GROUP_SWAP,
                                        GROUP_END,  GROUP_SCORE,   GROUP_STUCK, GROUP_GAME};
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) {
        if (c->program->groups[groups[i]] != NULL)
            return c->program->groups[groups[i]];
    }
    return NULL;
}

static void needs_check(struct checker *c)
{
    const struct item *board = c->program->groups[GROUP_BOARD], *item = game_item(c);
    if (c->loader->damaged)
        return;
    if (board == NULL) {
        if (item == NULL)
            return;
        struct span span = item->ast->span;
        if (item->ast->kind == AST_TURN)
            span = head(item->ast, "turn");
        struct diag *d = report(c, span, "a game needs a `board`");
        help(c, d, "add a line such as `board square(9)`; a library has no `game` line, turn, ends, bans or players");
        return;
    }
    if (c->program->groups[GROUP_PLAYERS] == NULL) {
        struct diag *d = report(c, board->ast->span, "a game needs `players`");
        help(c, d, "add a line such as `players Black, White`");
    }
    if (c->program->groups[GROUP_TURN] == NULL) {
        struct diag *d = report(c, board->ast->span, "a game needs a `turn`");
        help(c, d, "it says what a player does: turn { choose here in empty  write here  put mine on here }");
    }
}

/* What nobody uses is looked at too; what a library has beyond what is used here is that file's business. */
static void leftovers_check(struct checker *c)
{
    bool history = c->rules->reads_history;
    for (int i = 0; i < c->program->entry_count; i++) {
        const struct entry *entry = c->program->entries[i];
        if (entry->module != c->program->main)
            continue;
        if (entry->item->kind == AST_DEF || entry->item->kind == AST_RULE)
            entry_check(c, entry);
        else if (entry->item->kind == AST_PATTERN)
            pattern_index(c, entry);
    }
    c->rules->reads_history = history;
}

static void parts_check(struct checker *c)
{
    players_check(c);
    options_check(c);
    board_check(c);
    c->library = !c->board_ready;
    patterns_open(c);
    states_check(c);
    starts_check(c);
    turns_check(c);
    bans_check(c);
    swap_check(c);
    ends_check(c);
    score_check(c);
    stuck_check(c);
    leftovers_check(c);
}

struct checker *check_program(struct loader *loader, const struct program *program, struct rules *rules,
                              const struct load_setting *settings, size_t setting_count, struct span example)
{
    struct load *load = loader->load;
    struct checker *c = ARENA_NEW(load->scratch, struct checker);
    *c = (struct checker){.loader = loader,
                          .load = load,
                          .program = program,
                          .settings = settings,
                          .setting_count = setting_count,
                          .rules = rules,
                          .arena = load->arena,
                          .example = example};
    c->checked = ARENA_ARRAY(load->scratch, struct checked, program->entry_count + 1);
    if (example.file == 0)
        c->position = load->position;
    titles_check(c);
    parts_check(c);
    needs_check(c);
    if (example.file == 0)
        endless_check(c);
    if (load->diags->errors == 0 && !decides(rules) && !c->library && program->groups[GROUP_TURN] != NULL)
        warn(c, head(program->groups[GROUP_TURN]->ast, "turn"), "nothing decides this game: it has no ends",
             "add `win when …`, `lose when …`, `draw when …` or `end when …`");
    if (example.file == 0) {
        claims_check(c);
        bool complete = c->library || (rules->board != NULL && rules->turn_count > 0);
        if (load->examples && complete) /* else each example would say once more what is missing */
            examples_check(c);
    }
    return c;
}
