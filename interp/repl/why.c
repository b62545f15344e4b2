/* What there is to say of a legal move; parts of the rule sheet. */
#include "reason.h"
#include "state.h"

#include <string.h>

bool session_sheet(const struct session *session, const char *heading, bool all, struct text *out)
{
    struct text line = {0};
    text_printf(&line, "\n%s\n", heading);
    const char *found = strstr(cut_game_rules(session->game), text_get(&line));
    const char *from = found != NULL ? found + line.size : "", *to = from;
    while (*to != '\0' && (all || (begins_with(to, "  ") && !begins_with(to, "  swap ")))) {
        to += strcspn(to, "\n");
        to += *to == '\n';
    }
    text_add(out, from, (size_t)(to - from));
    text_free(&line);
    return found != NULL;
}

/* The end that the move brings, if it does. */
static void tell_end(struct session *session, const char *move, struct text *out)
{
    cut_position *after;
    cut_outcome outcome;
    if (cut_position_copy(session->position, &after) != CUT_OK)
        return;
    if (cut_position_play(after, move) == CUT_OK && cut_position_outcome(after, &outcome) == CUT_OK &&
        outcome.result != CUT_GOES_ON) {
        text_puts(out, "  It ends the game. ");
        reason_of_end(after, &outcome, out);
        text_puts(out, "\n");
    }
    cut_position_free(after);
}

void session_tell_legal(struct session *session, const char *move, const char *captures, struct text *out)
{
    struct text bans = {0};
    text_printf(out, "%s is legal for %s.\n", move,
                cut_game_player(session->game, cut_position_to_move(session->position))->name);
    if (*captures != '\0')
        text_printf(out, "  It%s.\n", captures);
    tell_end(session, move, out);
    bool asked = !same_text(move, "pass") && !same_text(move, "swap");
    if (asked && session_sheet(session, "A turn may not end with", false, &bans) && bans.size > 0)
        text_printf(out, "  It does not break what is banned:\n%s", text_get(&bans));
    text_free(&bans);
}
