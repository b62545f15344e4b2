/* facts.c - the diagram and the facts of an example. */
#include <string.h>

#include "sema.h"

struct facts {
    struct checker *c;
    const struct board *board;
    const char *marks; /* by site: `?`, a letter, or 0 */
};

/* --- words: moves and sites, with what the diagram marks put in their place */

static bool is_mark(const char *text, size_t size)
{
    return size == 1 && (text[0] == '?' || (text[0] >= 'a' && text[0] <= 'z'));
}

static bool is_marked(const struct facts *f, char mark)
{
    for (int s = 0; s < f->board->sites; s++) {
        if (f->marks[s] == mark)
            return true;
    }
    return false;
}

struct words {
    const struct facts *f;
    atom *list;
    int count, room;
};

static void word_add(struct words *words, const char *text)
{
    struct arena *scratch = words->f->c->load->scratch;
    if (words->count == words->room) {
        int room = words->room == 0 ? 16 : words->room * 2;
        atom *list = ARENA_ARRAY(scratch, atom, room);
        if (words->count > 0)
            memcpy(list, words->list, (size_t)words->count * sizeof *list);
        words->list = list;
        words->room = room;
    }
    words->list[words->count++] = intern_here(words->f->c, text);
}

/* Does a part of a move begin with a mark? Behind `?` may stand any text, behind a letter nothing that could go on with
 * a word or the name of a site. */
static bool begins_with_mark(const char *part)
{
    char next = part[0] != '\0' ? part[1] : '\0';
    bool goes_on = (next >= 'a' && next <= 'z') || (next >= '0' && next <= '9');
    return part[0] == '?' || (is_mark(part, 1) && !goes_on);
}

static void expand_from(struct words *words, const char *before, const char *rest);

/* One part as it stands, then the others. */
static void expand_part(struct words *words, const char *text, const char *rest)
{
    if (*rest == '\0')
        word_add(words, text);
    else
        expand_from(words, arena_format(words->f->c->load->scratch, "%s-", text), rest + 1);
}

/* The parts of a move from `rest` on, behind what is there already. */
static void expand_from(struct words *words, const char *before, const char *rest)
{
    const struct facts *f = words->f;
    struct arena *scratch = f->c->load->scratch;
    size_t size = strcspn(rest, "-");
    if (words->count > BOARD_SITE_LIMIT * 26)
        return;
    if (!begins_with_mark(rest) || !is_marked(f, rest[0])) {
        expand_part(words, arena_format(scratch, "%s%.*s", before, (int)size, rest), rest + size);
        return;
    }
    for (int s = 0; s < f->board->sites; s++) {
        if (f->marks[s] == rest[0])
            expand_part(words, arena_format(scratch, "%s%s%.*s", before, f->board->name[s], (int)size - 1, rest + 1),
                        rest + size);
    }
}

/* The mark that a word needs and the diagram has not, or 0. A letter in a longer word may mean something else. */
static char lacks_mark(const struct facts *f, const char *word)
{
    if (is_mark(word, strlen(word)) && !is_marked(f, word[0]))
        return word[0];
    for (const char *part = word; part != NULL; part = strchr(part, '-')) {
        part += part != word;
        if (*part == '?' && !is_marked(f, '?'))
            return '?';
    }
    return '\0';
}

static int words_check(const struct facts *f, const struct ast *list, const atom **kept)
{
    struct words words = {.f = f};
    for (const struct ast *a = list; a != NULL; a = a->next) {
        char lacking = lacks_mark(f, a->name);
        if (lacking != '\0')
            report(f->c, a->span, "`%c` does not stand in the diagram", lacking);
        else
            expand_from(&words, "", a->name);
    }
    atom *atoms = ARENA_ARRAY(f->c->load->arena, atom, words.count + 1);
    if (words.count > 0)
        memcpy(atoms, words.list, (size_t)words.count * sizeof *atoms);
    *kept = atoms;
    return words.count;
}

static void sites_check(const struct facts *f, const struct ast *list, uint64_t *set)
{
    for (const struct ast *a = list; a != NULL; a = a->next) {
        int site = board_site(f->board, a->name, (int)strlen(a->name));
        if (site >= 0) {
            set_add(set, site);
            continue;
        }
        if (!is_mark(a->name, strlen(a->name)) || !is_marked(f, a->name[0]))
            report(f->c, a->span, "`%s` is no site of this board", a->name);
        for (int s = 0; s < f->board->sites && is_mark(a->name, strlen(a->name)); s++) {
            if (f->marks[s] == a->name[0])
                set_add(set, s);
        }
    }
}

/* --- set x = … */

static int state_named(const struct rules *r, atom name)
{
    for (int i = 0; i < r->state_count; i++) {
        if (r->states[i].name == name)
            return i;
    }
    return -1;
}

static const struct expr *given_value(const struct facts *f, const struct ast *value, enum kind kind, struct span span)
{
    struct checker *c = f->c;
    bool number = value != NULL && value->kind == AST_NUMBER;
    if (number != (kind != KIND_SITES)) {
        report(c, value != NULL ? value->span : span, "%s was expected here, this is %s", kind_words(kind),
               number ? "a number" : "a set of sites");
        return expr_number(c, 0, span);
    }
    if (number) {
        struct expr *e = expr_number(c, value->number, value->span);
        if (kind == KIND_TRUTH) {
            e->op = EX_TRUTH;
            e->kind = KIND_TRUTH;
            e->number = value->number != 0;
        }
        return e;
    }
    struct expr *e = expr_new(c, EX_SITES, KIND_SITES, span);
    uint64_t *set = ARENA_ARRAY(c->arena, uint64_t, f->board->words);
    sites_check(f, value, set);
    e->sites = set;
    e->fixed = true;
    return e;
}

static void given_check(const struct facts *f, const struct ast *ast, struct given *given, int *count)
{
    struct checker *c = f->c;
    bool ply = strcmp(ast->name, "ply") == 0;
    int state = ply ? -1 : state_named(c->rules, ast->name);
    if (!ply && state < 0) {
        struct diag *d = report(c, ast->name_span, "`%s` is no state", ast->name);
        const char *names[RULES_STATE_LIMIT + 1] = {"ply"};
        for (int i = 0; i < c->rules->state_count; i++)
            names[i + 1] = c->rules->states[i].name;
        suggest(c, d, ast->name, names, (size_t)c->rules->state_count + 1);
        return;
    }
    enum kind kind = ply ? KIND_NUMBER : c->rules->states[state].kind;
    if (ast->a == NULL || ast->a->kind != AST_PER_PLAYER) {
        given[(*count)++] = (struct given){state, -1, given_value(f, ast->a, kind, ast->span)};
        if (ply && ast->a != NULL && ast->a->kind == AST_NUMBER && ast->a->number < 1)
            report(c, ast->a->span, "the first ply is 1");
        return;
    }
    if (ply || !c->rules->states[state].per_player)
        report(c, ast->a->span, "`%s` is shared by the players: it has one value", ast->name);
    for (const struct ast *of = ast->a->a; of != NULL; of = of->next) {
        int player = player_find(c, c->program->main, of->name);
        if (player < 0)
            report(c, of->name_span, "`%s` is no player", of->name);
        else
            given[(*count)++] = (struct given){state, player, given_value(f, of->a, kind, of->span)};
    }
}

/* --- facts */

static int result_of(const struct ast *result)
{
    if (result == NULL)
        return -1;
    return result->op == OP_WINS    ? END_WIN
           : result->op == OP_LOSES ? END_LOSE
           : result->op == OP_DRAWS ? END_DRAW
                                    : END_SCORE;
}

static void play_check(const struct facts *f, const struct ast *ast, struct fact *fact)
{
    fact->op = FACT_PLAY;
    fact->word_count = words_check(f, ast->a, &fact->words);
    fact->result = result_of(ast->c);
    if (ast->b == NULL)
        return;
    struct arena *arena = f->c->load->arena;
    uint64_t *set = ARENA_ARRAY(f->c->load->scratch, uint64_t, f->board->words);
    sites_check(f, ast->b->a, set);
    int *captures = ARENA_ARRAY(arena, int, set_count(f->board->words, set) + 1);
    for (SET_EACH(site, f->board->words, set))
        captures[fact->capture_count++] = site;
    fact->captures = captures;
    fact->captures_given = true;
}

static void by_check(const struct facts *f, const struct ast *by, struct fact *fact)
{
    struct checker *c = f->c;
    if (by == NULL)
        return;
    fact->by = by->kind == AST_TEXT ? by->text : by->name;
    if (by->kind == AST_TEXT || entry_find(c, c->program->main, by->name) != NULL || builtin_find(by->name) != NULL)
        return;
    struct diag *d = report(c, by->span, "nothing here is called `%s`", by->name);
    const char **names = ARENA_ARRAY(c->load->scratch, const char *, c->program->entry_count + 1);
    for (int i = 0; i < c->program->entry_count; i++)
        names[i] = c->program->entries[i]->name;
    suggest(c, d, by->name, names, (size_t)c->program->entry_count);
    if (d->help == NULL)
        help(c, d, "it is the name of a banned pattern or def, or a reason in quotes");
}

static const struct def *truth_check(const struct facts *f, const struct ast *ast)
{
    struct checker *c = f->c;
    struct def *def = ARENA_NEW(c->load->arena, struct def);
    def->value = top_expr(c, c->program->main, ast->a, WANT_TRUTH, ast->flag ? "`fails`" : "`holds`", PLACE_FORMED, "");
    def->span = ast->span;
    return def;
}

static bool fact_check(const struct facts *f, const struct ast *ast, struct fact *fact)
{
    *fact = (struct fact){.result = -1, .span = ast->span};
    if (ast->kind == AST_AFTER) {
        fact->after_count = words_check(f, ast->a, &fact->after);
        ast = ast->b;
    }
    if (ast->kind == AST_LEGAL) {
        fact->op = ast->flag ? FACT_LEGAL_EXACTLY : FACT_LEGAL;
        fact->word_count = words_check(f, ast->a, &fact->words);
    } else if (ast->kind == AST_ILLEGAL) {
        fact->op = FACT_ILLEGAL;
        fact->word_count = words_check(f, ast->a, &fact->words);
        by_check(f, ast->b, fact);
    } else if (ast->kind == AST_PLAY) {
        play_check(f, ast, fact);
    } else if (ast->kind == AST_IS_STUCK) {
        fact->op = FACT_STUCK;
    } else if (ast->kind == AST_PERFT) {
        fact->op = FACT_PERFT;
        fact->depth = ast->a->number;
        fact->nodes = ast->b->number;
    } else if (ast->kind == AST_HOLDS) {
        fact->op = FACT_HOLDS;
        fact->fails = ast->flag;
        fact->truth = truth_check(f, ast);
    } else {
        return false;
    }
    return true;
}

static void mover_check(struct checker *c, const struct ast *ast, struct example *example)
{
    example->to_move = player_find(c, c->program->main, ast->name);
    if (example->to_move >= 0)
        return;
    const char *names[RULES_PLAYER_LIMIT];
    for (int i = 0; i < c->rules->player_count; i++)
        names[i] = c->rules->players[i].name;
    struct diag *d = report(c, ast->name_span, "`%s` is no player", ast->name);
    suggest(c, d, ast->name, names, (size_t)c->rules->player_count);
}

void facts_check(struct checker *c, const struct ast *item, struct example *example)
{
    struct diagram_cell *cells = NULL;
    char *marks = ARENA_ARRAY(c->load->scratch, char, c->rules->board->sites + 1);
    struct facts f = {c, c->rules->board, marks};
    if (item->c != NULL && !diagram_check(c, item->c, &cells, &example->diagram_count, marks))
        return;
    example->diagram = cells;
    int count = ast_count(item->d), givens = 0;
    for (const struct ast *a = item->d; a != NULL; a = a->next)
        givens += a->kind == AST_GIVEN ? RULES_PLAYER_LIMIT + ast_count(a->a != NULL ? a->a->a : NULL) : 0;
    struct fact *facts = ARENA_ARRAY(c->load->arena, struct fact, count + 1);
    struct given *given = ARENA_ARRAY(c->load->arena, struct given, givens + 1);
    for (const struct ast *a = item->d; a != NULL; a = a->next) {
        if (a->kind == AST_TO_MOVE)
            mover_check(c, a, example);
        else if (a->kind == AST_GIVEN)
            given_check(&f, a, given, &example->given_count);
        else if (fact_check(&f, a, &facts[example->fact_count]))
            example->fact_count++;
    }
    example->facts = facts;
    example->given = given;
}
