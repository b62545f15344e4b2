/* states.c - what lasts from turn to turn. */
#include "sema.h"

static void state_check(struct checker *c, const struct entry *entry, struct state *state)
{
    struct arena *arena = c->arena;
    struct frame frame;
    c->arena = c->load->arena;
    frame_open(c, &frame, entry->module, NULL); /* nobody's locals */
    state->name = entry->name;
    state->span = entry->item->span;
    state->per_player = entry->item->a != NULL && entry->item->a->kind == AST_PER_PLAYER;
    state->initial = top_expr(c, entry->module, entry->item->a, WANT_SITES | WANT_NUMBER | WANT_TRUTH, "a state",
                              PLACE_OTHER, "the start of a state");
    state->kind = state->initial->kind;
    frame_close(c);
    c->arena = arena;
}

int state_index(struct checker *c, const struct entry *entry)
{
    struct checked *checked = &c->checked[entry->index];
    if (checked->state == CHECK_DONE)
        return checked->index;
    if (checked->state == CHECK_RUNNING) {
        report(c, entry->item->name_span, "the state `%s` begins with itself", entry->name);
        return -1;
    }
    checked->state = CHECK_RUNNING;
    if (c->rules->state_count == RULES_STATE_LIMIT) {
        report(c, entry->item->name_span, "there are at most %d states", RULES_STATE_LIMIT);
        checked->index = -1;
    } else {
        struct state *state = &c->rules->states[c->rules->state_count];
        checked->index = c->rules->state_count++;
        state_check(c, entry, state);
        if (state->kind == KIND_BAD)
            checked->index = -1;
    }
    checked->state = CHECK_DONE;
    return checked->index;
}

void states_check(struct checker *c)
{
    for (int i = 0; i < c->program->entry_count; i++) {
        if (c->program->entries[i]->item->kind == AST_STATE)
            state_index(c, c->program->entries[i]);
    }
}
