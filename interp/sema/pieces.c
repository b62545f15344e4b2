/* pieces.c - players, kinds, neutral pieces: their names and symbols, and which one a text names. */
#include <ctype.h>
#include <string.h>

#include "sema.h"

/* --- symbols */

static const char *symbol_fault(const char *symbol, bool neutral)
{
    if (symbol[0] == '\0' || symbol[1] != '\0')
        return "is one character";
    char ch = symbol[0];
    if (isupper((unsigned char)ch) || (ch == '*' && neutral))
        return NULL;
    if (ch <= ' ' || ch > '~' || isalnum((unsigned char)ch) || strchr(".?!#*/[]{}(),\"'-", ch) != NULL)
        return "is an upper-case letter or a sign that means nothing else";
    return NULL;
}

static atom symbol_of(struct checker *c, const struct ast *piece, bool neutral)
{
    if (piece->text == NULL) {
        char first[2] = {(char)toupper((unsigned char)piece->name[0]), '\0'};
        return intern_here(c, first);
    }
    const char *fault = symbol_fault(piece->text, neutral);
    if (fault != NULL) {
        struct diag *d = report(c, piece->span, "the symbol \"%s\" cannot be used", piece->text);
        help(c, d, "a symbol %s", fault);
        c->symbols_bad = true;
    }
    return piece->text;
}

struct piece_list {
    struct named_piece *list;
    int *count, limit;
    const char *what;
    bool neutral;
};

static const struct named_piece *same_symbol(const struct named_piece *list, int count, atom symbol)
{
    for (int i = 0; i < count; i++) {
        if (list[i].symbol == symbol)
            return &list[i];
    }
    return NULL;
}

static const struct named_piece *symbol_owner(const struct rules *r, atom symbol)
{
    const struct named_piece *owner = same_symbol(r->players, r->player_count, symbol);
    if (owner == NULL)
        owner = same_symbol(r->neutrals, r->neutral_count, symbol);
    return owner != NULL ? owner : same_symbol(r->kinds, r->kind_count, symbol);
}

/* A letter of the name that is still free, or any that is. */
static atom free_symbol(struct checker *c, const char *name)
{
    const char *letters = arena_format(c->load->scratch, "%sXYZQ", name);
    for (const char *p = letters; *p != '\0'; p++) {
        char symbol[2] = {(char)toupper((unsigned char)*p), '\0'};
        if (isalpha((unsigned char)*p) && symbol_owner(c->rules, intern_here(c, symbol)) == NULL)
            return intern_here(c, symbol);
    }
    return "$";
}

static void report_same_symbol(struct checker *c, const struct named_piece *piece, const struct named_piece *other)
{
    struct diag *d =
        report(c, piece->span, "`%s` and `%s` share the symbol \"%s\"", other->name, piece->name, piece->symbol);
    c->symbols_bad = true;
    note(c, d, other->span, "the other one");
    help(c, d, "give one of them another: %s \"%s\"", piece->name, free_symbol(c, piece->name));
}

static void check_symbol(struct checker *c, const struct named_piece *piece)
{
    const struct named_piece *other = symbol_owner(c->rules, piece->symbol);
    if (other != NULL)
        report_same_symbol(c, piece, other);
}

/* The first kind is the plain piece: its symbol may be left out, and is, where it is that of a player. */
static bool goes_without(const struct checker *c, const struct piece_list *to, const struct ast *piece, atom symbol)
{
    const struct rules *r = c->rules;
    return to->list == r->kinds && *to->count == 0 && piece->text == NULL &&
           (same_symbol(r->players, r->player_count, symbol) != NULL ||
            same_symbol(r->neutrals, r->neutral_count, symbol) != NULL);
}

static void add_pieces(struct checker *c, const struct ast *list, const struct piece_list *to)
{
    for (const struct ast *a = list; a != NULL; a = a->next) {
        if (*to->count == to->limit) {
            report(c, a->span, "there are at most %d %ss", to->limit, to->what);
            return;
        }
        bool is_free = name_is_free(c, a->name, a->span, to->what);
        struct named_piece piece = {a->name, symbol_of(c, a, to->neutral), a->span};
        if (goes_without(c, to, a, piece.symbol))
            piece.symbol = intern_here(c, "");
        else if (is_free)
            check_symbol(c, &piece);
        to->list[(*to->count)++] = piece;
    }
}

void players_check(struct checker *c)
{
    struct rules *r = c->rules;
    const struct program *p = c->program;
    const struct piece_list players = {r->players, &r->player_count, RULES_PLAYER_LIMIT, "player", false};
    const struct piece_list kinds = {r->kinds, &r->kind_count, RULES_KIND_LIMIT, "kind", false};
    const struct piece_list neutrals = {r->neutrals, &r->neutral_count, RULES_NEUTRAL_LIMIT, "neutral piece", true};
    if (p->groups[GROUP_PLAYERS] != NULL) {
        r->players_span = p->groups[GROUP_PLAYERS]->ast->span;
        add_pieces(c, p->groups[GROUP_PLAYERS]->ast->a, &players);
        if (r->player_count == 1)
            report(c, r->players_span, "a game has at least two players");
    }
    for (const struct item *i = p->groups[GROUP_NEUTRAL]; i != NULL; i = i->next)
        add_pieces(c, i->ast->a, &neutrals);
    if (p->groups[GROUP_PIECES] != NULL)
        add_pieces(c, p->groups[GROUP_PIECES]->ast->a, &kinds);
}

/* --- named in steps and starts */

static void report_piece(struct checker *c, const struct ast *name, bool in_turn)
{
    if (c->loader->damaged || c->library)
        return;
    struct diag *d =
        report(c, name->span, "`%s` is not a piece that can be %s", name->name, in_turn ? "put" : "placed");
    const char *words[RULES_PLAYER_LIMIT + RULES_NEUTRAL_LIMIT + 2];
    size_t n = 0;
    for (int i = 0; i < c->rules->player_count; i++)
        words[n++] = c->rules->players[i].name;
    for (int i = 0; i < c->rules->neutral_count; i++)
        words[n++] = c->rules->neutrals[i].name;
    if (in_turn) {
        words[n++] = "mine";
        words[n++] = "theirs";
    }
    suggest(c, d, name->name, words, n);
    if (d->help == NULL)
        help(c, d, "a piece is named: %sa player or a neutral piece, and perhaps a kind",
             in_turn ? "`mine`, `theirs`, " : "");
}

static bool owner_check(struct checker *c, const struct ast *name, bool in_turn, int *piece)
{
    int i = player_find(c, c->frame != NULL ? c->frame->module : c->program->main, name->name);
    if (i >= 0) {
        *piece = i;
    } else if (neutral_find(c, name->name) >= 0) {
        *piece = PIECE_NEUTRAL + neutral_find(c, name->name);
    } else if (in_turn && strcmp(name->name, "mine") == 0) {
        *piece = PIECE_MINE;
    } else if (in_turn && strcmp(name->name, "theirs") == 0) {
        *piece = PIECE_THEIRS;
    } else {
        return false;
    }
    return true;
}

bool piece_check(struct checker *c, const struct ast *ast, bool in_turn, int *piece, int *kind)
{
    const struct ast *names[2] = {ast, NULL};
    bool owned = false, kinded = false;
    *piece = 0;
    *kind = 0;
    if (ast->kind == AST_BINARY) {
        names[0] = ast->a;
        names[1] = ast->b;
    }
    for (int i = 0; i < 2 && names[i] != NULL; i++) {
        if (names[i]->kind != AST_NAME) {
            report(c, names[i]->span, "a piece is an owner and perhaps a kind, as in `mine & king`");
            return false;
        }
        int k = kind_find(c, names[i]->name);
        if (k >= 0 && !kinded) {
            *kind = k;
            kinded = true;
        } else if (!owned && owner_check(c, names[i], in_turn, piece)) {
            owned = true;
        } else {
            report_piece(c, names[i], in_turn);
            return false;
        }
    }
    if (!owned) {
        struct diag *d = report(c, ast->span, "whose `%s`?", names[0]->name);
        help(c, d, in_turn ? "write `mine & %s`" : "write a player before it: White %s", names[0]->name);
    }
    return owned;
}

/* --- cells of diagrams and positions */

static int piece_symbol(const struct named_piece *list, int count, char symbol)
{
    for (int i = 0; i < count && symbol != '\0'; i++) {
        if (list[i].symbol[0] == symbol)
            return i;
    }
    return -1;
}

bool cell_piece(const struct rules *r, const char *cell, int *piece, int *kind)
{
    size_t size = strlen(cell);
    *kind = 0;
    *piece = piece_symbol(r->players, r->player_count, cell[0]);
    if (*piece < 0) {
        *piece = piece_symbol(r->neutrals, r->neutral_count, cell[0]);
        if (*piece < 0)
            return false;
        *piece += PIECE_NEUTRAL;
    }
    if (size == 2)
        *kind = piece_symbol(r->kinds, r->kind_count, cell[1]);
    return size == 1 || (size == 2 && *kind >= 0);
}
