/* scope.c - frames, locals, and what a name stands for. */
#include <string.h>

#include "sema.h"

atom intern_here(struct checker *c, const char *text)
{
    return intern_text(c->load->interns, text);
}

void frame_open(struct checker *c, struct frame *frame, struct module *module, const struct entry *entry)
{
    *frame = (struct frame){.outer = c->frame, .module = module, .entry = entry, .place = PLACE_OTHER, .words = ""};
    c->frame = frame;
}

void frame_close(struct checker *c)
{
    c->frame = c->frame->outer;
}

const struct local *local_find(const struct checker *c, atom name)
{
    for (const struct local *l = c->frame->locals; l != NULL; l = l->outer) {
        if (l->name == name)
            return l;
    }
    return NULL;
}

/* What a local or parameter may not be called. */
static void check_local_name(struct checker *c, atom name, struct span span)
{
    const struct local *old = local_find(c, name);
    if (old != NULL) {
        struct diag *d = report(c, span, "`%s` is a name here already", name);
        note(c, d, old->span, "chosen here");
        help(c, d, "take another name");
    } else if (builtin_find(name) != NULL) {
        report(c, span, "`%s` is built in: take another name", name);
    }
}

static struct local *local_new(struct checker *c, atom name, struct span span)
{
    check_local_name(c, name, span);
    struct local *local = ARENA_NEW(c->load->scratch, struct local);
    *local = (struct local){.name = name, .slot = -1, .span = span, .outer = c->frame->locals};
    c->frame->locals = local;
    return local;
}

int local_add(struct checker *c, atom name, struct span span, enum kind kind)
{
    struct frame *f = c->frame;
    struct local *local = local_new(c, name, span);
    if (f->slots == f->room) {
        int room = f->room == 0 ? 8 : f->room * 2;
        enum kind *kinds = ARENA_ARRAY(c->load->scratch, enum kind, room);
        if (f->slots > 0)
            memcpy(kinds, f->kinds, (size_t)f->slots * sizeof *kinds);
        f->kinds = kinds;
        f->room = room;
    }
    f->kinds[f->slots] = kind;
    local->kind = kind;
    local->slot = f->slots++;
    return local->slot;
}

void local_add_pattern(struct checker *c, atom name, struct span span, int pattern)
{
    struct local *local = local_new(c, name, span);
    local->kind = KIND_PATTERN;
    local->pattern = pattern;
}

void locals_end(struct checker *c, struct local *outside)
{
    while (c->frame->locals != outside) {
        struct local *local = c->frame->locals;
        c->frame->locals = local->outer;
        local->outer = c->frame->gone;
        c->frame->gone = local;
    }
}

const struct entry *entry_find(const struct checker *c, const struct module *module, atom name)
{
    return names_find(name[0] == '_' ? &module->privates : c->program->names, name);
}

static int place_in(const struct item *pieces, atom name)
{
    int place = 0;
    for (const struct item *i = pieces; i != NULL; i = i->next) {
        for (const struct ast *a = i->ast->a; a != NULL; a = a->next, place++) {
            if (a->name == name)
                return place;
        }
    }
    return -1;
}

/* A text that was written for players of its own means them by their order. */
int player_find(const struct checker *c, const struct module *module, atom name)
{
    const struct item *players = module->layer != NULL ? module->layer->groups[GROUP_PLAYERS] : NULL;
    if (players == NULL || module == c->program->main)
        players = c->program->groups[GROUP_PLAYERS];
    int player = place_in(players, name);
    return player < c->rules->player_count ? player : -1;
}

static int piece_named(const struct named_piece *pieces, int count, atom name)
{
    for (int i = 0; i < count; i++) {
        if (pieces[i].name == name)
            return i;
    }
    return -1;
}

int kind_find(const struct checker *c, atom name)
{
    return piece_named(c->rules->kinds, c->rules->kind_count, name);
}

int neutral_find(const struct checker *c, atom name)
{
    return piece_named(c->rules->neutrals, c->rules->neutral_count, name);
}

bool name_is_free(struct checker *c, atom name, struct span span, const char *what)
{
    const struct rules *r = c->rules;
    if (builtin_find(name) != NULL) {
        report(c, span, "`%s` is built in: a %s wants another name", name, what);
        return false;
    }
    if (piece_named(r->players, r->player_count, name) >= 0 || kind_find(c, name) >= 0 || neutral_find(c, name) >= 0) {
        report(c, span, "`%s` is there already", name);
        return false;
    }
    const struct entry *entry = names_find(c->program->names, name);
    if (entry != NULL) {
        struct diag *d = report(c, span, "`%s` is there already", name);
        note(c, d, entry->item->name_span, "the other one");
        return false;
    }
    return true;
}
