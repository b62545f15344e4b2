/* merge.c - lays a file over what it extends, and that over what it uses. */
#include <string.h>

#include "sema.h"

/* --- names */

void names_init(struct names *names, struct arena *arena)
{
    *names = (struct names){.arena = arena};
}

static size_t name_hash(atom name)
{
    uint64_t h = (uint64_t)(uintptr_t)name * 0x9e3779b97f4a7c15u;
    return (size_t)(h >> 32);
}

/* The slot that holds the name, or the free one where it would go. */
static size_t name_slot(const struct names *names, atom name)
{
    size_t i = name_hash(name) & (names->slot_count - 1);
    while (names->slots[i] != 0) {
        const struct entry *entry = names->list[names->slots[i] - 1];
        if (entry != NULL && entry->name == name)
            break;
        i = (i + 1) & (names->slot_count - 1);
    }
    return i;
}

struct entry *names_find(const struct names *names, atom name)
{
    if (names->slot_count == 0)
        return NULL;
    uint32_t place = names->slots[name_slot(names, name)];
    return place != 0 ? names->list[place - 1] : NULL;
}

static void names_grow(struct names *names)
{
    size_t room = names->room == 0 ? 16 : names->room * 2;
    struct entry **list = ARENA_ARRAY(names->arena, struct entry *, room);
    if (names->count > 0)
        memcpy(list, names->list, names->count * sizeof(struct entry *));
    names->list = list;
    names->room = room;
    names->slot_count = room * 2;
    names->slots = ARENA_ARRAY(names->arena, uint32_t, names->slot_count);
    for (size_t i = 0; i < names->count; i++) {
        if (list[i] != NULL)
            names->slots[name_slot(names, list[i]->name)] = (uint32_t)i + 1;
    }
}

void names_put(struct names *names, struct entry *entry)
{
    if (names->count == names->room)
        names_grow(names);
    size_t slot = name_slot(names, entry->name);
    if (names->slots[slot] != 0) {
        names->list[names->slots[slot] - 1] = entry;
        return;
    }
    names->list[names->count++] = entry;
    names->slots[slot] = (uint32_t)names->count;
}

void names_drop(struct names *names, atom name)
{
    uint32_t place = names->slot_count != 0 ? names->slots[name_slot(names, name)] : 0;
    if (place != 0)
        names->list[place - 1] = NULL;
}

/* --- groups of items */

struct group_info {
    enum ast_kind kind;
    const char *word;
    bool single, adds; /* one in a file only; adds to those inherited */
};

static const struct group_info group_infos[GROUP_COUNT] = {
    [GROUP_GAME] = {AST_GAME, "game", true, false},       [GROUP_AUTHOR] = {AST_AUTHOR, "author", true, false},
    [GROUP_ABOUT] = {AST_ABOUT, "about", true, false},    [GROUP_BOARD] = {AST_BOARD, "board", true, false},
    [GROUP_COORDS] = {AST_COORDS, "coords", true, false}, [GROUP_PLAYERS] = {AST_PLAYERS, "players", true, false},
    [GROUP_PIECES] = {AST_PIECES, "pieces", true, false}, [GROUP_NEUTRAL] = {AST_NEUTRAL, "neutral", false, false},
    [GROUP_START] = {AST_START, "start", false, false},   [GROUP_TURN] = {AST_TURN, "turn", false, false},
    [GROUP_BAN] = {AST_BAN, "ban", false, true},          [GROUP_SWAP] = {AST_SWAP, "swap", true, false},
    [GROUP_END] = {AST_END, "end", false, false},         [GROUP_SCORE] = {AST_SCORE, "score", true, false},
    [GROUP_STUCK] = {AST_STUCK, "stuck", false, false},   [GROUP_MOVES] = {AST_MOVES, "moves", true, false},
};

static void group_append(struct arena *arena, struct item **list, const struct ast *ast, struct module *module)
{
    struct item *item = ARENA_NEW(arena, struct item);
    item->ast = ast;
    item->module = module;
    while (*list != NULL)
        list = &(*list)->next;
    *list = item;
}

/* A ban is an item with several truths: each is an item of its own here, so that one can be left out. */
static void collect_group(struct loader *loader, struct module *module, int g, struct item **list)
{
    struct load *load = loader->load;
    struct item **tail = list;
    for (const struct ast *a = module->items; a != NULL; a = a->next) {
        if (a->kind != group_infos[g].kind)
            continue;
        if (group_infos[g].single && *list != NULL) {
            struct diag *d = diag_error(load->diags, a->span, "a second `%s`: a file has one", group_infos[g].word);
            diag_note(load->diags, d, (*list)->ast->span, "the first one");
            continue;
        }
        const struct ast *part = a->kind == AST_BAN ? a->a : a;
        for (; part != NULL; part = a->kind == AST_BAN ? part->next : NULL) {
            group_append(load->scratch, tail, part, module);
            tail = &(*tail)->next;
        }
    }
}

/* --- what is used */

static bool leads_to(struct module *upper, const struct module *lower, int stamp);

static bool link_leads_to(const struct link *links, const struct module *lower, int stamp)
{
    for (const struct link *l = links; l != NULL; l = l->next) {
        if (l->module == lower || leads_to(l->module, lower, stamp))
            return true;
    }
    return false;
}

/* Each module is looked at once for one stamp: files may use each other in many ways. */
static bool leads_to(struct module *upper, const struct module *lower, int stamp)
{
    if (upper->stamp == stamp)
        return false;
    upper->stamp = stamp;
    return link_leads_to(upper->uses, lower, stamp) || link_leads_to(upper->base, lower, stamp);
}

/* Does the module stand above the other, by use or extends? */
static bool is_above(struct loader *loader, struct module *upper, const struct module *lower)
{
    return leads_to(upper, lower, ++loader->stamp);
}

static void merge_used(struct loader *loader, struct names *to, const struct names *from, const struct link *link,
                       const struct module *module)
{
    for (size_t i = 0; i < from->count; i++) {
        struct entry *fresh = from->list[i];
        if (fresh == NULL)
            continue;
        const struct entry *old = names_find(to, fresh->name);
        if (old == NULL || is_above(loader, fresh->module, old->module)) {
            names_put(to, fresh);
        } else if (old != fresh && !is_above(loader, old->module, fresh->module) &&
                   names_find(&module->own, fresh->name) == NULL) {
            struct load *load = loader->load;
            struct diag *d =
                diag_error(load->diags, link->item->span, "`%s` comes from two modules: %s and %s", fresh->name,
                           place_text(load, old->item->name_span), place_text(load, fresh->item->name_span));
            diag_help(load->diags, d, "define `%s` in this file, which replaces both", fresh->name);
        }
    }
}

/* --- without */

struct leave_out {
    const char *word;
    int group;
    enum ast_op op; /* of the ends: only these */
};

static const struct leave_out leave_outs[] = {
    {"swap", GROUP_SWAP, OP_NONE},     {"stuck", GROUP_STUCK, OP_NONE},     {"win", GROUP_END, OP_WIN},
    {"lose", GROUP_END, OP_LOSE},      {"draw", GROUP_END, OP_DRAW},        {"end", GROUP_END, OP_END},
    {"out", GROUP_END, OP_OUT},        {"start", GROUP_START, OP_NONE},     {"score", GROUP_SCORE, OP_NONE},
    {"ban", GROUP_BAN, OP_NONE},       {"turn", GROUP_TURN, OP_NONE},       {"moves", GROUP_MOVES, OP_NONE},
    {"pieces", GROUP_PIECES, OP_NONE}, {"neutral", GROUP_NEUTRAL, OP_NONE}, {"coords", GROUP_COORDS, OP_NONE},
};
enum { LEAVE_OUTS = sizeof leave_outs / sizeof leave_outs[0] };

static bool is_ban_of(const struct ast *ban, const char *name)
{
    const struct ast *truth = ban->a;
    return truth != NULL && (truth->kind == AST_NAME || truth->kind == AST_CALL) && truth->name != NULL &&
           strcmp(truth->name, name) == 0;
}

/* Takes the items with that operator (all, if none) or the bans of that name out of a group. */
static bool group_remove(struct item **list, enum ast_op op, const char *ban)
{
    bool found = false;
    while (*list != NULL) {
        const struct ast *ast = (*list)->ast;
        if ((op == OP_NONE || ast->op == op) && (ban == NULL || is_ban_of(ast, ban))) {
            *list = (*list)->next;
            found = true;
        } else {
            list = &(*list)->next;
        }
    }
    return found;
}

static void report_nothing_left_out(struct loader *loader, const struct layer *layer, const struct ast *name)
{
    struct load *load = loader->load;
    struct diag *d = diag_error(load->diags, name->span, "there is no `%s` to leave out", name->name);
    size_t count = 0;
    const char **words = ARENA_ARRAY(load->scratch, const char *, layer->names.count + LEAVE_OUTS);
    for (size_t i = 0; i < layer->names.count; i++) {
        if (layer->names.list[i] != NULL)
            words[count++] = layer->names.list[i]->name;
    }
    for (int i = 0; i < LEAVE_OUTS; i++) {
        if (layer->groups[leave_outs[i].group] != NULL)
            words[count++] = leave_outs[i].word;
    }
    const char *near = diag_nearest(name->name, words, count);
    if (near != NULL && strcmp(near, name->name) != 0)
        diag_help(load->diags, d, "did you mean `%s`?", near);
}

static void leave_out(struct loader *loader, struct layer *layer, const struct ast *name)
{
    if (name->name == NULL)
        return;
    for (int i = 0; i < LEAVE_OUTS; i++) {
        if (strcmp(leave_outs[i].word, name->name) == 0) {
            if (!group_remove(&layer->groups[leave_outs[i].group], leave_outs[i].op, NULL))
                report_nothing_left_out(loader, layer, name);
            return;
        }
    }
    if (group_remove(&layer->groups[GROUP_BAN], OP_NONE, name->name))
        return; /* only the ban: the pattern or def is still there */
    if (names_find(&layer->names, name->name) != NULL)
        names_drop(&layer->names, name->name);
    else if (!loader->damaged)
        report_nothing_left_out(loader, layer, name);
}

static void leave_out_all(struct loader *loader, struct layer *layer, const struct module *module)
{
    struct load *load = loader->load;
    for (const struct ast *a = module->items; a != NULL; a = a->next) {
        if (a->kind != AST_WITHOUT)
            continue;
        if (module->base == NULL && !loader->damaged)
            diag_error(load->diags, a->span,
                       "`without` leaves out what is inherited, and nothing is: "
                       "there is no `extends`");
        for (const struct ast *name = a->a; module->base != NULL && name != NULL; name = name->next)
            leave_out(loader, layer, name);
    }
}

/* --- layers */

static struct layer *merge_module(struct loader *loader, struct module *module, bool notes);

static void merge_names(struct loader *loader, struct layer *layer, const struct names *from, bool notes)
{
    struct load *load = loader->load;
    for (size_t i = 0; i < from->count; i++) {
        struct entry *fresh = from->list[i];
        if (fresh == NULL)
            continue;
        const struct entry *old = names_find(&layer->names, fresh->name);
        if (old != NULL && notes)
            diag_add(load->diags, DIAG_NOTE, fresh->item->name_span, "`%s` replaces the one of %s", fresh->name,
                     place_text(load, old->item->name_span));
        names_put(&layer->names, fresh);
    }
}

enum { QUOTED = 60, REPLACED = 4 }; /* bytes of an item, items, that a note quotes */

/* "`win when no empty` (mine.cut:5)"; of a long item the beginning. */
static const char *item_text(struct load *load, struct span span)
{
    const char *text = sources_get(load->sources, span.file)->text + span.begin;
    size_t whole = span.end - span.begin, size = strcspn(text, "\r\n");
    if (size > whole)
        size = whole;
    if (size > QUOTED)
        size = QUOTED;
    while (size < whole && size > 0 && ((unsigned char)text[size] & 0xC0) == 0x80)
        size--; /* no half of a character */
    while (size > 0 && text[size - 1] == ' ')
        size--;
    return arena_format(load->scratch, "`%.*s%s` (%s)", (int)size, text, size < whole ? " …" : "",
                        place_text(load, span));
}

/* Of the ends each has a word of its own. */
static const char *item_word(int g, const struct ast *ast)
{
    for (int i = 0; i < LEAVE_OUTS; i++) {
        if (leave_outs[i].group == g && leave_outs[i].op != OP_NONE && leave_outs[i].op == ast->op)
            return leave_outs[i].word;
    }
    return group_infos[g].word;
}

/* All that is gone is named: nobody should lose a goal without knowing. */
static void note_replaced(struct load *load, int g, const struct item *own, const struct item *old)
{
    const char *list = "";
    for (int count = 0; old != NULL && count < REPLACED; old = old->next, count++) {
        bool last = old->next == NULL;
        list = arena_format(load->scratch, "%s%s%s", list, count == 0 ? "" : last ? " and " : ", ",
                            item_text(load, old->ast->span));
    }
    diag_add(load->diags, DIAG_NOTE, own->ast->span, "`%s` replaces %s%s", item_word(g, own->ast), list,
             old != NULL ? " and more" : "");
}

static void merge_groups(struct loader *loader, struct layer *layer, struct module *module, bool notes)
{
    for (int g = 0; g < GROUP_COUNT; g++) {
        struct item *own = NULL, **tail = &layer->groups[g];
        collect_group(loader, module, g, &own);
        if (own == NULL)
            continue;
        if (*tail != NULL && !group_infos[g].adds) {
            if (notes && g > GROUP_ABOUT)
                note_replaced(loader->load, g, own, *tail);
            *tail = NULL;
        }
        while (*tail != NULL)
            tail = &(*tail)->next;
        *tail = own;
    }
}

/* The lists are copied: what a file takes out of them stays in the layer below. */
static void merge_base(struct loader *loader, struct layer *layer, const struct layer *base)
{
    merge_names(loader, layer, &base->names, false);
    for (int g = 0; g < GROUP_COUNT; g++) {
        layer->groups[g] = NULL;
        for (const struct item *i = base->groups[g]; i != NULL; i = i->next)
            group_append(loader->load->scratch, &layer->groups[g], i->ast, i->module);
    }
}

static struct layer *merge_module(struct loader *loader, struct module *module, bool notes)
{
    if (module->state == MODULE_MERGED)
        return module->layer;
    struct arena *scratch = loader->load->scratch;
    struct layer *layer = ARENA_NEW(scratch, struct layer), *used = ARENA_NEW(scratch, struct layer);
    module->layer = layer;
    module->state = MODULE_MERGED;
    names_init(&layer->names, scratch);
    names_init(&used->names, scratch);
    for (const struct link *l = module->uses; l != NULL; l = l->next)
        merge_used(loader, &used->names, &merge_module(loader, l->module, false)->names, l, module);
    merge_names(loader, layer, &used->names, false);
    if (module->base != NULL)
        merge_base(loader, layer, merge_module(loader, module->base->module, false));
    leave_out_all(loader, layer, module);
    merge_names(loader, layer, &module->own, notes);
    merge_groups(loader, layer, module, notes);
    return layer;
}

/* --- the program */

static void add_private(struct program *program, struct module *module)
{
    for (size_t i = 0; i < module->privates.count; i++) {
        module->privates.list[i]->index = program->entry_count;
        program->entries[program->entry_count++] = module->privates.list[i];
    }
}

struct program *merge_program(struct loader *loader, struct module *main)
{
    struct arena *scratch = loader->load->scratch;
    const struct layer *layer = merge_module(loader, main, true);
    struct program *program = ARENA_NEW(scratch, struct program);
    program->main = main;
    program->names = &layer->names;
    memcpy(program->groups, layer->groups, sizeof program->groups);
    size_t room = layer->names.count;
    for (const struct module *m = loader->modules; m != NULL; m = m->next)
        room += m->privates.count;
    program->entries = ARENA_ARRAY(scratch, struct entry *, room + 1);
    for (size_t i = 0; i < layer->names.count; i++) {
        struct entry *entry = layer->names.list[i];
        if (entry == NULL)
            continue;
        entry->index = program->entry_count;
        program->entries[program->entry_count++] = entry;
    }
    for (struct module *m = loader->modules; m != NULL; m = m->next)
        add_private(program, m);
    return program;
}
