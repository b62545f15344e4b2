/* load.c - reads the game's file and all that it uses and extends, each once. */
#include "load.h"

#include <string.h>

#include "../../grammar/parse.h"
#include "sema.h"

struct reading { /* the modules being read, innermost first: for circles */
    struct module *module;
    const struct reading *outer;
    int depth;
};

static struct module *module_of(struct loader *loader, const struct load_text *text, const struct reading *outer);

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

const char *place_text(struct load *load, struct span span)
{
    const struct source *source = sources_get(load->sources, span.file);
    struct place place = source_place(source, span.begin);
    return arena_format(load->arena, "%s:%d", base_name(source->name), place.line);
}

/* --- use and extends */

static void report_circle(struct loader *loader, const struct ast *item, struct module *again,
                          const struct reading *reading)
{
    struct load *load = loader->load;
    const char *chain = base_name(again->path);
    for (const struct reading *r = reading; r != NULL; r = r->outer) {
        chain = arena_format(load->arena, "%s > %s", base_name(r->module->path), chain);
        if (r->module == again)
            break;
    }
    diag_error(load->diags, item->span, "the files go round in a circle: %s", chain);
}

static bool is_listed(const char *name, size_t size, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (strlen(names[i]) == size && memcmp(names[i], name, size) == 0)
            return true;
    }
    return false;
}

/* A file in quotes that is not there: perhaps the game or module of that name was meant. */
static void report_missing_file(struct load *load, const struct ast *item)
{
    bool use = item->kind == AST_USE;
    struct diag *d = diag_error(load->diags, item->span, "there is no file \"%s\" beside this one", item->text);
    const char *base = base_name(item->text), *dot = strrchr(base, '.');
    size_t size = dot != NULL && strcmp(dot, ".cut") == 0 ? (size_t)(dot - base) : strlen(base);
    if (use ? is_listed(base, size, shelf_modules, SHELF_MODULES)
            : is_listed(base, size, load->games, load->game_count))
        diag_help(load->diags, d, "the one that is known by its name stands without quotes: %s %.*s",
                  use ? "use" : "extends", (int)size, base);
}

static void report_missing(struct loader *loader, const struct ast *item)
{
    struct load *load = loader->load;
    const char *name = item->name;
    bool use = item->kind == AST_USE;
    if (name == NULL) {
        report_missing_file(load, item);
        return;
    }
    struct diag *d = diag_error(load->diags, item->span, "there is no %s `%s`", use ? "module" : "game", name);
    const char *near = use ? diag_nearest(name, shelf_modules, SHELF_MODULES)
                           : diag_nearest(name, load->games, load->game_count);
    if (near != NULL)
        diag_help(load->diags, d, "did you mean `%s`?", near);
    else
        diag_help(load->diags, d, "a file beside this one is written in quotes: %s \"%s.cut\"", use ? "use" : "extends",
                  name);
}

static void check_library(struct loader *loader, const struct ast *item, const struct module *module)
{
    for (const struct ast *a = module->items; a != NULL; a = a->next) {
        if (a->kind != AST_BOARD && a->kind != AST_TURN)
            continue;
        const char *name = item->name != NULL ? item->name : base_name(module->path);
        struct diag *d = diag_error(loader->load->diags, item->span, "`%s` is a game, not a module", name);
        diag_help(loader->load->diags, d, "`extends` starts from a game");
        return;
    }
}

static void follow(struct loader *loader, struct module *module, const struct ast *item, const struct reading *reading)
{
    struct load *load = loader->load;
    struct load_text text;
    bool quoted = item->name == NULL;
    const char *name = quoted ? item->text : item->name;
    if (name == NULL)
        return;
    if (!load->find(load->user, name, quoted, module->path, &text)) {
        report_missing(loader, item);
        loader->damaged = true;
        return;
    }
    for (const struct reading *r = reading; r != NULL; r = r->outer) {
        if (strcmp(r->module->path, text.path) == 0) {
            report_circle(loader, item, r->module, reading);
            return;
        }
    }
    if (reading->depth >= SEMA_MODULE_DEPTH) {
        diag_error(load->diags, item->span, "more than %d files deep", SEMA_MODULE_DEPTH);
        return;
    }
    struct module *found = module_of(loader, &text, reading);
    if (item->kind == AST_USE)
        check_library(loader, item, found);
    struct link *link = ARENA_NEW(load->scratch, struct link), **tail;
    link->module = found;
    link->item = item;
    tail = item->kind == AST_USE ? &module->uses : &module->base;
    while (*tail != NULL)
        tail = &(*tail)->next;
    *tail = link;
}

/* --- the names of one file */

static bool is_entry(const struct ast *item)
{
    return item->kind == AST_DEF || item->kind == AST_RULE || item->kind == AST_PATTERN || item->kind == AST_OPTION ||
           item->kind == AST_STATE;
}

static void collect_names(struct loader *loader, struct module *module)
{
    struct load *load = loader->load;
    names_init(&module->own, load->scratch);
    names_init(&module->privates, load->scratch);
    for (const struct ast *a = module->items; a != NULL; a = a->next) {
        if (!is_entry(a) || a->name == NULL)
            continue;
        struct names *names = a->name[0] == '_' ? &module->privates : &module->own;
        const struct entry *old = names_find(names, a->name);
        if (old != NULL) {
            struct diag *d = diag_error(load->diags, a->name_span, "`%s` is there already", a->name);
            diag_note(load->diags, d, old->item->name_span, "the first one");
            continue;
        }
        if (builtin_find(a->name) != NULL) {
            struct diag *d = diag_error(load->diags, a->name_span, "`%s` is built in: it cannot be redefined", a->name);
            diag_help(load->diags, d, "take another name");
            continue;
        }
        struct entry *entry = ARENA_NEW(load->scratch, struct entry);
        *entry = (struct entry){a->name, a, module, -1};
        names_put(names, entry);
    }
}

static void follow_all(struct loader *loader, struct module *module, const struct reading *reading)
{
    for (const struct ast *a = module->items; a != NULL; a = a->next) {
        if (a->kind == AST_EXTENDS && module->base != NULL)
            diag_error(loader->load->diags, a->span, "a file extends one game only");
        else if (a->kind == AST_USE || a->kind == AST_EXTENDS)
            follow(loader, module, a, reading);
    }
}

static struct module *module_of(struct loader *loader, const struct load_text *text, const struct reading *outer)
{
    struct load *load = loader->load;
    for (struct module *m = loader->modules; m != NULL; m = m->next) {
        if (strcmp(m->path, text->path) == 0)
            return m;
    }
    struct module *module = ARENA_NEW(load->scratch, struct module);
    module->path = arena_text(load->arena, text->path, strlen(text->path));
    module->next = loader->modules;
    loader->modules = module;
    if (text->size > SOURCE_SIZE_LIMIT) {
        diag_error(load->diags, no_span(), "%s is too large", text->path);
        loader->damaged = true;
        return module;
    }
    module->file = sources_add(load->sources, module->path, text->text, (uint32_t)text->size);
    bool whole;
    module->items = parse_file(load->scratch, load->interns, load->diags, load->sources, module->file, &whole);
    if (!whole)
        loader->damaged = true;
    struct reading reading = {module, outer, outer != NULL ? outer->depth + 1 : 0};
    follow_all(loader, module, &reading);
    collect_names(loader, module);
    module->state = MODULE_READ;
    return module;
}

const struct rules *rules_load(struct load *load)
{
    struct loader loader = {.load = load};
    struct module *main = module_of(&loader, &load->text, NULL);
    const struct program *program = merge_program(&loader, main);
    struct rules *rules = ARENA_NEW(load->arena, struct rules);
    if (main != NULL && main->items == NULL && load->diags->errors == 0)
        diag_help(load->diags, diag_error(load->diags, ((struct span){main->file, 0, 0}), "the file says nothing"),
                  "a game needs at least `board`, `players`, `turn` and an end; `crosscut new NAME` writes one to begin with");
    check_program(&loader, program, rules, load->settings, load->setting_count, no_span());
    diags_sort(load->diags);
    return load->diags->errors > 0 ? NULL : rules;
}
