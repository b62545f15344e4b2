/* examples.c - the examples of the file: the rules each is played under, and what stands in it. */
#include <string.h>

#include "sema.h"

struct variant { /* rules made for examples: each choice of options once */
    struct checker *checker;
    const struct ast *board; /* of its own, or NULL */
    struct variant *next;
};

/* --- items that the text does not have */

static struct ast *made(struct checker *c, enum ast_kind kind, struct span span)
{
    struct ast *ast = ARENA_NEW(c->load->scratch, struct ast);
    ast->kind = kind;
    ast->span = span;
    return ast;
}

static struct item *made_item(struct checker *c, const struct ast *ast)
{
    struct item *item = ARENA_NEW(c->load->scratch, struct item);
    item->ast = ast;
    item->module = c->program->main;
    return item;
}

static struct ast *made_player(struct checker *c, const char *name, const char *symbol, struct span span)
{
    struct ast *ast = made(c, AST_PIECE, span);
    ast->name = intern_here(c, name);
    ast->text = intern_here(c, symbol);
    return ast;
}

/* `using` names the steps of the turn; nothing else of a game is there. */
static void program_using(struct checker *c, struct program *p, const struct ast *example)
{
    struct ast *turn = made(c, AST_TURN, example->b != NULL ? example->b->span : example->span);
    struct ast *stuck = made(c, AST_STUCK, example->span);
    turn->b = example->b;
    stuck->op = OP_DRAWS;
    for (int g = GROUP_START; g < GROUP_COUNT; g++)
        p->groups[g] = NULL;
    p->groups[GROUP_TURN] = made_item(c, turn);
    p->groups[GROUP_STUCK] = made_item(c, stuck);
    if (p->groups[GROUP_PLAYERS] == NULL) {
        struct ast *players = made(c, AST_PLAYERS, example->span);
        players->a = made_player(c, "Black", "B", example->span);
        players->a->next = made_player(c, "White", "W", example->span);
        p->groups[GROUP_PLAYERS] = made_item(c, players);
    }
}

/* --- options that the diagram sets */

static bool is_option_of_board(const struct checker *c, const struct ast *arg, int *option)
{
    const struct item *board = c->program->groups[GROUP_BOARD];
    const struct entry *entry = arg->kind == AST_NAME ? entry_find(c, board->module, arg->name) : NULL;
    if (entry == NULL || entry->item->kind != AST_OPTION)
        return false;
    *option = c->checked[entry->index].index;
    return *option >= 0;
}

static bool set_option(struct checker *c, const struct ast *rows, const struct ast *arg, int64_t value,
                       struct load_setting *settings)
{
    int option;
    if (!is_option_of_board(c, arg, &option))
        return true;
    const struct option *o = &c->rules->options[option];
    if (value < o->low || value > o->high) {
        report(c, rows->span, "this diagram wants %s = %lld, and %s goes from %lld to %lld", o->name, (long long)value,
               o->name, (long long)o->low, (long long)o->high);
        return false;
    }
    settings[option].value = value;
    return true;
}

/* The options as they are for the game, changed to the size of the diagram. */
static bool settings_for(struct checker *c, const struct ast *example, struct load_setting *settings)
{
    const struct item *board = c->program->groups[GROUP_BOARD];
    for (int i = 0; i < c->rules->option_count; i++)
        settings[i] = (struct load_setting){c->rules->options[i].name, c->rules->options[i].value};
    if (example->c == NULL || example->a != NULL || board == NULL || board->ast->a == NULL ||
        board->ast->a->kind != AST_CALL || board->ast->a->a == NULL)
        return true;
    const struct ast *args = board->ast->a->a, *rows = example->c;
    int64_t height = size_by_rows(board->ast, ast_count(rows->a)), width = rows->a != NULL ? ast_count(rows->a->a) : 0;
    if (args->next != NULL)
        return set_option(c, rows, args, width, settings) && set_option(c, rows, args->next, height, settings);
    return set_option(c, rows, args, height, settings);
}

static bool same_settings(const struct rules *r, const struct load_setting *settings)
{
    for (int i = 0; i < r->option_count; i++) {
        if (r->options[i].value != settings[i].value)
            return false;
    }
    return true;
}

/* --- the rules of an example */

static struct checker *variant_for(struct checker *c, const struct ast *example, struct variant **variants)
{
    struct load_setting *settings = ARENA_ARRAY(c->load->scratch, struct load_setting, c->rules->option_count + 1);
    if (!settings_for(c, example, settings))
        return NULL;
    bool own = example->a != NULL || example->b != NULL;
    if (!own && same_settings(c->rules, settings))
        return c;
    for (const struct variant *v = *variants; v != NULL && !own; v = v->next) {
        if (same_settings(v->checker->rules, settings))
            return v->checker;
    }
    struct program *p = ARENA_NEW(c->load->scratch, struct program);
    *p = *c->program;
    if (example->a != NULL)
        p->groups[GROUP_BOARD] = made_item(c, example->a);
    if (example->b != NULL || c->program->groups[GROUP_TURN] == NULL)
        program_using(c, p, example);
    struct span span = example->span;
    struct checker *made_checker = check_program(c->loader, p, ARENA_NEW(c->load->arena, struct rules), settings,
                                                 (size_t)c->rules->option_count, span);
    if (!own) {
        struct variant *v = ARENA_NEW(c->load->scratch, struct variant);
        v->checker = made_checker;
        v->next = *variants;
        *variants = v;
    }
    return made_checker;
}

static bool only_holds(const struct ast *facts)
{
    for (; facts != NULL; facts = facts->next) {
        if (facts->kind != AST_HOLDS && facts->kind != AST_TO_MOVE && facts->kind != AST_GIVEN)
            return false;
    }
    return true;
}

static bool can_stand(struct checker *c, const struct ast *example)
{
    bool board = c->program->groups[GROUP_BOARD] != NULL || example->a != NULL;
    bool turn = c->program->groups[GROUP_TURN] != NULL || example->b != NULL || only_holds(example->d);
    if (c->loader->damaged && !(board && turn))
        return false; /* what cannot be read may have it */
    if (!board) {
        struct diag *d = report(c, example->span, "this example has no board");
        help(c, d, "in a library it says which: example \"…\" on square(5) using …");
        return false;
    }
    if (!turn) {
        struct diag *d = report(c, example->span, "this example has no turn");
        help(c, d, "in a library it says what it is about: example \"…\" on square(5) using march(mine, theirs)");
        return false;
    }
    return true;
}

/* To underline: up to the brace. */
static struct span head_of(struct checker *c, const struct ast *example)
{
    struct span span = example->span;
    const char *text = sources_get(c->load->sources, span.file)->text;
    for (uint32_t i = span.begin; i < span.end; i++) {
        if (text[i] == '{' || text[i] == '\n') {
            span.end = i;
            break;
        }
    }
    while (span.end > span.begin + 1 && text[span.end - 1] == ' ')
        span.end--;
    return span;
}

static bool example_check(struct checker *c, const struct ast *item, struct example *example, struct variant **variants)
{
    struct ast *ast = ARENA_NEW(c->load->scratch, struct ast);
    *ast = *item;
    ast->span = head_of(c, item);
    int errors = c->errors;
    struct checker *x = can_stand(c, ast) ? variant_for(c, ast, variants) : NULL;
    if (x == NULL || c->errors > errors || x->rules->board == NULL)
        return false;
    *example =
        (struct example){.name = item->text, .rules = x->rules, .diagram_count = -1, .to_move = -1, .span = item->span};
    facts_check(x, ast, example);
    return true;
}

void examples_check(struct checker *c)
{
    int count = 0;
    struct variant *variants = NULL;
    for (const struct ast *a = c->program->main->items; a != NULL; a = a->next)
        count += a->kind == AST_EXAMPLE;
    struct example *examples = ARENA_ARRAY(c->load->arena, struct example, count + 1);
    for (const struct ast *a = c->program->main->items; a != NULL; a = a->next) {
        if (a->kind == AST_EXAMPLE && example_check(c, a, &examples[c->rules->example_count], &variants))
            c->rules->example_count++;
    }
    c->rules->examples = examples;
}
