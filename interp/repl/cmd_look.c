/* Commands that look at the game and change nothing. */
#include "state.h"

#include <stdlib.h>
#include <string.h>

enum { EVERY_MOVE = 2000000, ROWS_MOST = 40, ROWS_SHOWN = 20 };

void cmd_board(struct session *session, char *rest, struct text *out)
{
    (void)rest;
    session_board(session, out);
}

void cmd_status(struct session *session, char *rest, struct text *out)
{
    (void)rest;
    session_status(session, out);
}

/* Of more moves than anybody reads the first rows; narrower: the letters of a prefix that would show fewer. */
static void print_moves(const struct list *moves, int width, int narrower, struct text *out)
{
    struct text all = {0};
    list_print(moves, width, &all);
    const char *chars = text_get(&all), *cut = chars;
    size_t rows = 0;
    for (const char *c = chars; *c != '\0'; c++) {
        rows += *c == '\n';
        cut = rows == ROWS_SHOWN && *c == '\n' ? c + 1 : cut;
    }
    if (rows <= ROWS_MOST) {
        text_puts(out, chars);
    } else {
        text_add(out, chars, (size_t)(cut - chars));
        text_printf(out, "  ... and %zu rows more: `moves` with the beginning of a move, such as `moves %.*s`.\n",
                    rows - ROWS_SHOWN, narrower, moves->items[0]);
    }
    text_free(&all);
}

void cmd_moves(struct session *session, char *rest, struct text *out)
{
    struct list moves = {0};
    size_t count = session_find_moves(session, rest, EVERY_MOVE, &moves);
    text_count(out, count, "move", "moves");
    if (*rest != '\0')
        text_printf(out, count == 1 ? " begins with `%s`" : " begin with `%s`", rest);
    text_puts(out, count == 0 ? ".\n" : ":\n");
    print_moves(&moves, session->config.width, (int)strlen(rest) + 2, out);
    list_free(&moves);
}

void cmd_count(struct session *session, char *rest, struct text *out)
{
    uint64_t count;
    (void)rest;
    if (session_count_moves(session, &count) != CUT_OK) {
        session_say_error(session->position, out);
        return;
    }
    text_count(out, count, "move", "moves");
    text_puts(out, "\n");
}

void cmd_history(struct session *session, char *rest, struct text *out)
{
    (void)rest;
    int first = session_first_ply(session), width = session->config.width;
    if (session->start != NULL)
        text_printf(out, "from the position %s\n", session->start);
    if (session->played == 0)
        text_puts(out, "No move has been played.\n");
    record_print_moves(&session->moves, session->played, first, width, out);
    if (session->resigned)
        text_printf(out, "%s resigned.\n",
                    cut_game_player(session->game, cut_position_to_move(session->position))->name);
    if (session->moves.count > session->played) {
        struct list undone = session->moves;
        undone.items += session->played;
        text_puts(out, "Taken back:\n");
        record_print_moves(&undone, session->moves.count - session->played, first + (int)session->played, width, out);
    }
}

void cmd_rules(struct session *session, char *rest, struct text *out)
{
    (void)rest;
    const char *sheet = cut_game_rules(session->game);
    text_puts(out, sheet);
    if (*sheet != '\0' && !ends_with(sheet, "\n"))
        text_puts(out, "\n");
    text_printf(out, "The rules stand in %s; `text` prints it.\n", cut_game_file(session->game));
}

void cmd_goals(struct session *session, char *rest, struct text *out)
{
    static const char heading[] = "After each move, for the player who made it; the first that holds decides";
    (void)rest;
    text_printf(out, "%s\n", heading);
    if (!session_sheet(session, heading, true, out))
        text_puts(out, cut_game_rules(session->game));
}

void cmd_text(struct session *session, char *rest, struct text *out)
{
    (void)rest;
    const char *text = cut_game_text(session->game);
    text_puts(out, text);
    if (*text != '\0' && !ends_with(text, "\n"))
        text_puts(out, "\n");
}

static void list_folder(const char *folder, struct list *names)
{
    for (size_t i = 0; i < cut_file_count(); i++) {
        const cut_file *file = cut_file_at(i);
        if (strcmp(file->folder, folder) == 0)
            list_add(names, file->name);
    }
}

void cmd_games(struct session *session, char *rest, struct text *out)
{
    (void)rest;
    struct list games = {0};
    list_folder("rulesets", &games);
    list_folder("examples", &games);
    text_count(out, games.count, "game", "games");
    text_puts(out, ":\n");
    list_print(&games, session->config.width, out);
    text_puts(out, "`new NAME` begins one; a path such as `new ./mygame.cut` works as well.\n");
    list_free(&games);
}

void cmd_why(struct session *session, char *rest, struct text *out)
{
    if (*rest != '\0')
        session_why(session, rest, out);
    else if (session->refusal.size > 0)
        text_puts(out, text_get(&session->refusal));
    else
        text_puts(out, "No move has been refused yet. `why MOVE` explains one.\n");
}
