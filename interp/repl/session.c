#include "session.h"

#include "nearest.h"
#include "state.h"

#include <stdlib.h>
#include <string.h>

enum { PAGE_WIDTH = 80 };

struct session *session_new(const struct session_config *config)
{
    struct session *session = memory_resize(NULL, 1, sizeof *session);
    *session = (struct session){.config = *config, .random = config->seed};
    if (session->config.width <= 0)
        session->config.width = PAGE_WIDTH;
    cut_config library = {.reader = config->reader};
    session->context = cut_context_new(&library);
    if (session->context == NULL) {
        free(session);
        return NULL;
    }
    return session;
}

static void drop_game(struct session *session)
{
    cut_position_free(session->position);
    cut_game_free(session->game);
    free(session->start);
    free(session->name);
    list_cut(&session->moves, 0);
    text_clear(&session->refusal);
    session->position = NULL;
    session->game = NULL;
    session->start = NULL;
    session->name = NULL;
    session->played = 0;
    session->resigned = false;
}

void session_free(struct session *session)
{
    if (session == NULL)
        return;
    drop_game(session);
    list_free(&session->moves);
    text_free(&session->refusal);
    text_free(&session->fault);
    cut_context_free(session->context);
    free(session);
}

void session_take(struct session *session, const char *name, cut_game *game, cut_position *position, const char *start)
{
    char *copy = memory_text(start), *own_name = memory_text(name);
    drop_game(session);
    session->name = own_name;
    session->game = game;
    session->position = position;
    session->start = copy;
}

void session_say_error(const cut_position *position, struct text *out)
{
    const char *error = position != NULL ? cut_position_error(position) : "there is not enough memory";
    text_sentence(out, *error != '\0' ? error : "that cannot be done");
    text_puts(out, "\n");
}

cut_status session_heed(struct session *session, cut_status status)
{
    if (session->fault.size == 0)
        text_puts(&session->fault, cut_position_fault(session->position));
    return status;
}

static void say_fault(struct session *session, struct text *out)
{
    if (session->fault.size > 0)
        text_printf(out, "A mistake in the rules: %s.\n", text_get(&session->fault));
    text_clear(&session->fault);
}

bool session_stopped(const struct session *session)
{
    return session->config.go_on != NULL && !session->config.go_on(session->config.go_on_user);
}

/* splitmix64 (Steele, Lea, Flood 2014) */
uint64_t session_random(void *user)
{
    struct session *session = user;
    uint64_t z = session->random += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

bool session_load(struct session *session, const char *name, const struct settings *settings, const char *position,
                  cut_game **game, cut_position **fresh, struct text *out)
{
    *fresh = NULL;
    if (settings_load(session->context, name, settings, position, game, out) != CUT_OK)
        return false;
    settings_messages(session->context, true, out);
    cut_status status = cut_position_new(*game, fresh);
    if (status == CUT_OK && position != NULL)
        status = cut_position_set(*fresh, position);
    if (status == CUT_OK)
        return true;
    session_say_error(*fresh, out);
    cut_position_free(*fresh);
    cut_game_free(*game);
    *fresh = NULL;
    *game = NULL;
    return false;
}

void session_greet(struct session *session, struct text *out)
{
    const cut_game *game = session->game;
    text_puts(out, cut_game_title(game));
    if (*cut_game_after(game) != '\0')
        text_printf(out, ", after %s", cut_game_after(game));
    if (*cut_game_author(game) != '\0')
        text_printf(out, " by %s", cut_game_author(game));
    if (cut_game_year(game) != 0)
        text_printf(out, " (%d)", cut_game_year(game));
    if (*cut_game_about(game) != '\0')
        text_printf(out, ": %s", cut_game_about(game));
    text_puts(out, "\n");
    struct list first = {0};
    if (session_find_moves(session, "", 1, &first) > 0)
        text_printf(out, "Type a move such as `%s`, or `moves`, or `rules`, or `help`.\n", first.items[0]);
    else
        text_puts(out, "There is no move here. Type `board`, or `rules`, or `help`.\n");
    list_free(&first);
    if (session->config.live)
        session_board(session, out);
}

bool session_begin(struct session *session, const char *name, const struct settings *settings, const char *position,
                   struct text *out)
{
    cut_game *game;
    cut_position *fresh;
    if (!session_load(session, name, settings, position, &game, &fresh, out))
        return false;
    session_take(session, name, game, fresh, position);
    session_greet(session, out);
    say_fault(session, out);
    return true;
}

void session_prompt(struct session *session, struct text *out)
{
    if (session->game == NULL) {
        text_puts(out, "crosscut> ");
        return;
    }
    struct text result = {0};
    int player = cut_position_to_move(session->position);
    session_result(session, &result, NULL);
    if (result.size > 0)
        text_puts(out, "over> ");
    else
        text_printf(out, "%d %s> ", cut_position_ply(session->position), cut_game_player(session->game, player)->name);
    text_free(&result);
    text_clear(&session->fault); /* the line that is to come finds it again */
}

/* From a `#` at the beginning or after a blank to the end of the line is a comment. */
static void cut_comment(char *line)
{
    for (char *c = line; *c != '\0'; c++) {
        if (*c == '#' && (c == line || is_blank(c[-1]))) {
            *c = '\0';
            return;
        }
    }
}

bool session_line(struct session *session, const char *line, struct text *out)
{
    char *copy = memory_text(line);
    cut_comment(copy);
    char *text = trim(copy);
    char *whole = memory_text(text);
    char *rest = text;
    char *word = next_word(&rest);
    const struct command *command = command_find(word);
    if (*word == '\0') {
        /* an empty line repeats nothing */
    } else if (command != NULL && (session->game != NULL || command->without_game)) {
        if (command_takes(command, rest, out))
            command->run(session, rest, out);
    } else if (session->game == NULL) {
        text_puts(out, "No game is loaded: `new NAME` begins one, `games` lists them.\n");
    } else {
        session_move(session, whole, false, out);
    }
    say_fault(session, out);
    free(whole);
    free(copy);
    return !session->over;
}
