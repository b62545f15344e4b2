/* Commands that play, take back and begin again. */
#include "state.h"

#include <stdlib.h>
#include <string.h>

enum { PLIES_MOST = 1000000 };

void cmd_play(struct session *session, char *rest, struct text *out)
{
    if (*rest == '\0')
        text_puts(out, "`play` wants a move, as in `play c4`; `moves` lists them.\n");
    else
        session_move(session, rest, true, out);
}

/* `pass` and `swap` are moves that are also commands. */
void cmd_pass(struct session *session, char *rest, struct text *out)
{
    (void)rest;
    session_move(session, "pass", true, out);
}

void cmd_swap(struct session *session, char *rest, struct text *out)
{
    (void)rest;
    session_move(session, "swap", true, out);
}

void cmd_resign(struct session *session, char *rest, struct text *out)
{
    struct text result = {0};
    (void)rest;
    session_result(session, &result, NULL);
    if (result.size > 0) {
        text_puts(out, "The game is over. ");
        session_status(session, out);
    } else if (cut_game_player_count(session->game) != 2) {
        text_puts(out, "`resign` is for two players: with more nobody could say who has won.\n");
    } else {
        session->resigned = true;
        session_status(session, out);
    }
    text_free(&result);
}

static void say_where(struct session *session, struct text *out)
{
    if (session->config.live)
        session_board(session, out);
    else
        session_status(session, out);
}

void cmd_undo(struct session *session, char *rest, struct text *out)
{
    long count;
    if (!command_number(rest, 1, 1, PLIES_MOST, &count, out))
        return;
    if (session->resigned) {
        session->resigned = false;
        text_puts(out, "Took back the resignation.\n");
        count--;
        if (count == 0 || session->played == 0) {
            say_where(session, out);
            return;
        }
    }
    if (session->played == 0) {
        text_puts(out, "There is nothing to take back.\n");
        return;
    }
    size_t back = (size_t)count < session->played ? (size_t)count : session->played;
    if (!session_go_to(session, session->played - back, out))
        return;
    text_printf(out, "Took back ");
    text_count(out, back, "move", "moves");
    text_puts(out, ": ");
    struct list undone = session->moves;
    undone.items += session->played;
    record_print_moves(&undone, back, cut_position_ply(session->position), session->config.width - 20, out);
    say_where(session, out);
}

void cmd_redo(struct session *session, char *rest, struct text *out)
{
    long count;
    if (!command_number(rest, 1, 1, PLIES_MOST, &count, out))
        return;
    size_t ahead = session->moves.count - session->played;
    if (ahead == 0 || session->resigned) {
        text_puts(out, ahead == 0 ? "There is nothing to play again.\n"
                                  : "The game was resigned: `undo` takes that back first.\n");
        return;
    }
    size_t from = session->played;
    int ply = cut_position_ply(session->position);
    size_t steps = (size_t)count < ahead ? (size_t)count : ahead;
    if (!session_go_to(session, from + steps, out))
        return;
    text_puts(out, "Played again: ");
    struct list again = session->moves;
    again.items += from;
    record_print_moves(&again, steps, ply, session->config.width - 20, out);
    say_where(session, out);
}

void cmd_random(struct session *session, char *rest, struct text *out)
{
    long count;
    if (!command_number(rest, 1, 1, PLIES_MOST, &count, out))
        return;
    long played = 0;
    bool stopped = false;
    while (played < count && !stopped && session_random_move(session, out)) {
        played++;
        stopped = session_stopped(session);
    }
    if (stopped && played < count)
        text_puts(out, "Stopped.\n");
    if (played > 0)
        session_after_move(session, out);
    else
        session_status(session, out);
}

void cmd_seed(struct session *session, char *rest, struct text *out)
{
    if (*rest != '\0' && !read_natural(rest, 0, UINT64_MAX, &session->config.seed)) {
        text_printf(out, "A whole number from 0 on, of at most 64 bits, is wanted here, and `%s` is none.\n", rest);
        return;
    }
    if (*rest != '\0')
        session->random = session->config.seed;
    text_printf(out, "The seed is %llu.\n", (unsigned long long)session->config.seed);
}

/* ---- beginning again ---- */

/* Begins a game anew; on failure the current one stays. A path is kept as it was given. */
static void begin(struct session *session, const char *name, const struct settings *settings, struct text *out)
{
    char *copy = memory_text(name);
    bool had_game = session->game != NULL;
    if (!session_begin(session, copy, settings, NULL, out) && had_game)
        text_puts(out, "The game goes on as it was.\n");
    free(copy);
}

/* Does a line begin with the name of a game? Else it begins with an option, `size=9` or `size = 9`. */
static bool names_game(const char *rest)
{
    const char *next = rest + strcspn(rest, "= \t");
    while (is_blank(*next))
        next++;
    return *rest != '\0' && *next != '=';
}

void cmd_new(struct session *session, char *rest, struct text *out)
{
    struct settings settings = {0};
    char *pairs = rest, *name = names_game(rest) ? next_word(&pairs) : rest + strlen(rest);
    if (*name == '\0' && session->game == NULL) {
        text_puts(out, "`new` wants a game, as in `new NAME`; `games` lists them.\n");
        return;
    }
    if (*name == '\0')
        settings_of_game(&settings, session->game);
    if (settings_read_line(&settings, pairs, out))
        begin(session, *name != '\0' ? name : session->name, &settings, out);
    settings_free(&settings);
}

void cmd_set(struct session *session, char *rest, struct text *out)
{
    struct settings settings = {0};
    if (*rest == '\0' && cut_game_option_count(session->game) == 0) {
        text_printf(out, "%s has no options.\n", cut_game_title(session->game));
    } else if (*rest == '\0') {
        text_printf(out, "The options of %s:\n", cut_game_title(session->game));
        settings_list(session->game, out);
    } else {
        settings_of_game(&settings, session->game);
        if (settings_read_line(&settings, rest, out))
            begin(session, session->name, &settings, out);
    }
    settings_free(&settings);
}

/* ---- positions ---- */

/* A board of another size: the game is loaded again to fit. Options that the rows do not decide are kept if they can
 * be. */
static bool load_fitting(struct session *session, const char *position, struct text *out)
{
    struct settings kept = {0}, none = {0}, now = {0};
    struct text why = {0};
    cut_game *game;
    cut_position *fresh;
    settings_of_game(&kept, session->game);
    char *name = memory_text(session->name);
    bool fine = session_load(session, name, &kept, position, &game, &fresh, &why) ||
                session_load(session, name, &none, position, &game, &fresh, &why);
    if (fine) {
        session_take(session, name, game, fresh, position);
        settings_of_game(&now, game);
        text_puts(out, "The board has changed");
        text_puts(out, now.count > 0 ? ": " : "");
        settings_print(&now, out);
        text_puts(out, ".\n");
    }
    free(name);
    settings_free(&now);
    settings_free(&kept);
    text_free(&why);
    return fine;
}

static bool same_board(const struct session *session, const char *position)
{
    int ranks = 1;
    for (const char *c = position; *c != '\0' && !is_blank(*c); c++)
        ranks += *c == '/';
    return ranks == cut_game_ranks(session->game);
}

void cmd_position(struct session *session, char *rest, struct text *out)
{
    if (*rest == '\0') {
        const char *text = cut_position_text(session->position);
        text_printf(out, "%s\n", text != NULL ? text : "There is not enough memory.");
        return;
    }
    cut_position *fresh = NULL;
    cut_status status = cut_position_new(session->game, &fresh);
    if (status == CUT_OK)
        status = cut_position_set(fresh, rest);
    if (status == CUT_OK) {
        cut_position_free(session->position);
        session->position = fresh;
        session->resigned = false;
        list_cut(&session->moves, 0);
        session->played = 0;
        free(session->start);
        session->start = memory_text(rest);
        say_where(session, out);
        return;
    }
    struct text why = {0};
    session_say_error(fresh, &why);
    cut_position_free(fresh); /* before its game may go */
    if (!same_board(session, rest) && load_fitting(session, rest, out))
        say_where(session, out);
    else
        text_puts(out, text_get(&why));
    text_free(&why);
}
