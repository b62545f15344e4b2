/* report.c - messages of the checker, in the words of the language. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "sema.h"

#include "../../grammar/parse.h"

struct span no_span(void)
{
    return (struct span){0, 0, 0};
}

int ast_count(const struct ast *list)
{
    int n = 0;
    for (; list != NULL; list = list->next)
        n++;
    return n;
}

/* In an instance the message tells what led there, in the check for an example which one it is: not for a mistake that
 * was found without either. */
static void add_context(struct checker *c, struct diag *d)
{
    for (const struct frame *f = c->frame; f != NULL && d->note == NULL; f = f->outer) {
        if (f->called_from.file != 0)
            note(c, d, f->called_from, "with what it is given here");
    }
    if (d->note == NULL && c->example.file != 0)
        note(c, d, c->example, "with the board of this example");
}

struct diag *report(struct checker *c, struct span span, const char *format, ...)
{
    char small[256];
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int size = vsnprintf(small, sizeof small, format, args);
    va_end(args);
    const char *text = small;
    if (size >= (int)sizeof small) {
        char *large = arena_raw(c->load->scratch, (size_t)size + 1);
        vsnprintf(large, (size_t)size + 1, format, again);
        text = large;
    }
    va_end(again);
    c->errors++;
    int known = c->load->diags->errors;
    struct diag *d = diag_error(c->load->diags, span, "%s", text);
    if (c->load->diags->errors > known)
        add_context(c, d);
    return d;
}

const char *kind_words(enum kind kind)
{
    switch (kind) {
    case KIND_BAD:
        return "something else";
    case KIND_SITES:
        return "a set of sites";
    case KIND_DIRS:
        return "a set of directions";
    case KIND_NUMBER:
        return "a number";
    case KIND_TRUTH:
        return "a truth value";
    case KIND_LIST:
        return "a list of sets";
    case KIND_RANGE:
        return "a range of numbers";
    case KIND_PATTERN:
        return "a pattern";
    case KIND_TEXT:
        return "a text";
    }
    return "";
}

const char *wants_words(struct checker *c, unsigned wants)
{
    if ((wants & WANT_THROUGH) == WANT_THROUGH)
        return "a set, a list or a range to go through";
    if ((wants & WANT_VALUE) == WANT_VALUE)
        return "a value";
    if (wants == WANT_SETS)
        return "a set or a list";
    if (wants == WANT_EITHER)
        return "a set of sites or of directions";
    const char *text = NULL;
    int count = 0, at = 0;
    for (int k = KIND_SITES; k <= KIND_TEXT; k++)
        count += (wants & K(k)) != 0;
    for (int k = KIND_SITES; k <= KIND_TEXT; k++) {
        if ((wants & K(k)) == 0)
            continue;
        const char *word = kind_words((enum kind)k), *joint = ++at == count ? " or " : ", ";
        text = text == NULL ? word : arena_format(c->load->scratch, "%s%s%s", text, joint, word);
    }
    return text == NULL ? "something else" : text;
}

const char *quote(struct checker *c, struct span span)
{
    enum { LONGEST = 48 };
    if (span.file == 0)
        return "";
    const char *from = sources_get(c->load->sources, span.file)->text + span.begin;
    uint32_t size = span.end - span.begin;
    const char *newline = memchr(from, '\n', size);
    if (newline != NULL || size > LONGEST)
        return "…";
    return arena_text(c->load->scratch, from, size);
}

void suggest(struct checker *c, struct diag *diag, const char *name, const char *const *candidates, size_t count)
{
    const char *near = diag_nearest(name, candidates, count);
    if (near != NULL && diag->help == NULL)
        help(c, diag, "did you mean `%s`?", near);
}

/* --- names that are not there */

const char *const shelf_modules[SHELF_MODULES] = {"capture", "connection", "groups",  "liberties",
                                                  "lines",   "movement",   "stepping"};

struct shelf { /* the entries of the modules of the standard library */
    const char *module;
    const struct ast *items;
    struct shelf *next;
};

static void fill_shelf(struct loader *loader)
{
    struct load *load = loader->load;
    loader->shelf_filled = true;
    for (size_t i = 0; i < SHELF_MODULES; i++) {
        struct load_text text;
        if (!load->find(load->user, shelf_modules[i], false, load->text.path, &text) || text.size > SOURCE_SIZE_LIMIT)
            continue;
        struct diags aside;
        diags_init(&aside, load->scratch, load->sources);
        uint32_t file = sources_add(load->sources, text.path, text.text, (uint32_t)text.size);
        struct shelf *shelf = ARENA_NEW(load->scratch, struct shelf);
        shelf->module = shelf_modules[i];
        shelf->items = parse_file(load->scratch, load->interns, &aside, load->sources, file, NULL);
        shelf->next = loader->shelf;
        loader->shelf = shelf;
    }
}

const char *shelf_find(struct loader *loader, atom name)
{
    if (!loader->shelf_filled)
        fill_shelf(loader);
    for (const struct shelf *s = loader->shelf; s != NULL; s = s->next) {
        for (const struct ast *a = s->items; a != NULL; a = a->next) {
            bool named = a->kind == AST_DEF || a->kind == AST_RULE || a->kind == AST_PATTERN;
            if (named && a->name == name && name[0] != '_')
                return s->module;
        }
    }
    return NULL;
}

/* All that could have been meant: locals, entries of the fitting sort, pieces, built-in names. */
static size_t gather(struct checker *c, const char **words, enum sought sought)
{
    size_t n = 0;
    bool step = sought == SOUGHT_STEP, call = sought != SOUGHT_VALUE;
    for (const struct local *l = c->frame != NULL ? c->frame->locals : NULL; l != NULL && !call; l = l->outer)
        words[n++] = l->name;
    for (int i = 0; i < c->program->entry_count; i++) {
        const struct ast *item = c->program->entries[i]->item;
        bool takes = item->a != NULL;
        if (step ? item->kind == AST_RULE : call ? item->kind == AST_DEF && takes : item->kind != AST_RULE)
            words[n++] = item->name;
    }
    for (int i = 0; i < builtin_count && !step; i++) {
        if ((builtins[i].params != NULL) == call)
            words[n++] = builtins[i].name;
    }
    const struct rules *r = c->rules;
    for (int i = 0; i < r->player_count && !call; i++)
        words[n++] = r->players[i].name;
    for (int i = 0; i < r->kind_count && !call; i++)
        words[n++] = r->kinds[i].name;
    for (int i = 0; i < r->neutral_count && !call; i++)
        words[n++] = r->neutrals[i].name;
    return n;
}

struct hint {
    const char *name, *text;
};

/* Words of other languages, and what is written here instead. */
static const struct hint hints[] = {
    {"stuck", "`stuck loses`, `stuck draws` … are lines of their own; no condition asks whether a player is stuck"},
    {"all", "`everywhere` is the set of all sites"},
    {"board", "`everywhere` is the set of all sites"},
    {"none", "`nowhere` is the set of no sites"},
    {"me", "`mine` is the set of the mover's stones"},
    {"enemy", "`theirs` is the set of the opponent's stones"},
    {"opponent", "`theirs` is the set of the opponent's stones"},
    {"center", "it is written `centre`"},
    {"neighbours", "next(S, adjacent) are the neighbours of S"},
    {"size", "a size that can be chosen is an option: option size = 9 in 2 .. 26"},
};

/* A name that was there, but ended with its block; or one that another file keeps to itself. */
static bool explain_gone(struct checker *c, struct diag *d, atom name)
{
    for (const struct local *l = c->frame != NULL ? c->frame->gone : NULL; l != NULL; l = l->outer) {
        if (l->name != name)
            continue;
        help(c, d, "a name ends with the block in which it is chosen");
        if (d->note == NULL)
            note(c, d, l->span, "`%s` was chosen here", name);
        return true;
    }
    for (const struct module *m = c->loader->modules; m != NULL; m = m->next) {
        const struct entry *entry = names_find(name[0] == '_' ? &m->privates : &m->own, name);
        if (entry == NULL)
            continue;
        if (name[0] == '_')
            help(c, d, "a name that begins with `_` is only there in its own file");
        else
            help(c, d, "`without` leaves out the `%s` of %s", name, place_text(c->load, entry->item->name_span));
        return true;
    }
    return false;
}

void report_unknown(struct checker *c, atom name, struct span span, enum sought sought)
{
    if (c->loader->damaged) {
        c->errors++;
        return;
    }
    struct diag *d = report(c, span, "there is no `%s` here", name);
    if (explain_gone(c, d, name))
        return;
    const char *module = shelf_find(c->loader, name);
    if (module != NULL) {
        help(c, d, "`%s` is in the module `%s`: add `use %s`", name, module, module);
        return;
    }
    if (parse_word_help(name) != NULL) {
        help(c, d, "%s", parse_word_help(name));
        return;
    }
    for (size_t i = 0; i < sizeof hints / sizeof hints[0]; i++) {
        if (strcmp(hints[i].name, name) == 0) {
            help(c, d, "%s", hints[i].text);
            return;
        }
    }
    size_t room = (size_t)c->program->entry_count + (size_t)builtin_count + 256;
    for (const struct local *l = c->frame != NULL ? c->frame->locals : NULL; l != NULL; l = l->outer)
        room++;
    const char **words = ARENA_ARRAY(c->load->scratch, const char *, room);
    suggest(c, d, name, words, gather(c, words, sought));
    if (d->help == NULL)
        suggest(c, d, name, words, gather(c, words, sought == SOUGHT_VALUE ? SOUGHT_CALL : SOUGHT_VALUE));
}
