/* `save` and `load`. */
#include "reason.h"
#include "state.h"

#include <stdlib.h>
#include <string.h>

void cmd_save(struct session *session, char *rest, struct text *out)
{
    if (*rest == '\0' || session->config.write == NULL) {
        text_puts(out, *rest == '\0' ? "`save` wants the name of a file, as in `save mygame.txt`.\n"
                                     : "Nothing can be saved here.\n");
        return;
    }
    if (ends_with(rest, ".cut")) {
        text_puts(out, "Files that end in `.cut` are rules; give the game another name, such as `mygame.txt`.\n");
        return;
    }
    struct record record = {0};
    struct text text = {0}, result = {0}, why = {0};
    record.game = memory_text(session->name);
    record.position = memory_text(session->start);
    settings_of_game(&record.settings, session->game);
    session_result(session, &result, NULL);
    if (result.size > 0)
        record.result = memory_text(text_get(&result));
    for (size_t i = 0; i < session->played; i++)
        list_add(&record.moves, session->moves.items[i]);
    if (session->resigned)
        list_add(&record.moves, "resign");
    record_print(&record, session_first_ply(session), &text);
    if (session->config.write(session->config.write_user, rest, text_get(&text), text.size, &why)) {
        text_puts(out, "Saved ");
        text_count(out, session->played, "move", "moves");
        text_printf(out, " in %s.\n", rest);
    } else {
        text_puts(out, text_get(&why));
    }
    text_free(&text);
    text_free(&result);
    text_free(&why);
    record_free(&record);
}

static void say_first_reason(cut_position *position, const char *move, struct text *out)
{
    bool legal;
    const cut_reason *reasons;
    size_t count;
    if (cut_position_explain(position, move, &legal, &reasons, &count) == CUT_OK && !legal && count > 0) {
        reason_words(cut_position_game(position), move, &reasons[0], out);
        text_puts(out, ".\n");
    } else {
        session_say_error(position, out);
    }
}

/* Plays the record's moves on; the canonical texts go to *played. */
static bool play_record(cut_position *position, const struct record *record, struct list *played, struct text *out)
{
    for (size_t i = 0; i < record->moves.count; i++) {
        int ply = cut_position_ply(position);
        const char *move = record->moves.items[i];
        if (cut_position_play(position, move) != CUT_OK) {
            text_printf(out, "Move %d, %s, is not legal: ", ply, move);
            say_first_reason(position, move, out);
            return false;
        }
        list_add(played, cut_position_last_move(position));
    }
    return true;
}

static void resign(struct session *session)
{
    struct text result = {0};
    session_result(session, &result, NULL);
    session->resigned = result.size == 0 && cut_game_player_count(session->game) == 2;
    text_free(&result);
}

static void check_result(struct session *session, const struct record *record, struct text *out)
{
    struct text result = {0};
    session_result(session, &result, NULL);
    if (record->result != NULL && !same_text(record->result, text_get(&result)))
        text_printf(out, "The file says `result: %s`, but by the rules it is: %s.\n", record->result,
                    result.size > 0 ? text_get(&result) : "not over");
    text_free(&result);
}

static bool load_record(struct session *session, const struct record *record, struct text *out)
{
    cut_game *game;
    cut_position *fresh;
    struct settings settings = {0};
    const char *name = record->game;
    if (name == NULL && session->game != NULL) {
        name = session->name;
        settings_of_game(&settings, session->game);
    }
    for (size_t i = 0; i < record->settings.count; i++)
        settings_put(&settings, record->settings.items[i].name, record->settings.items[i].value);
    if (name == NULL)
        text_puts(out, "The file does not say which game it is (`game: NAME`), and none is loaded.\n");
    bool fine = name != NULL && session_load(session, name, &settings, record->position, &game, &fresh, out);
    settings_free(&settings);
    if (!fine)
        return false;
    struct list played = {0};
    fine = play_record(fresh, record, &played, out);
    if (fine) {
        session_take(session, name, game, fresh, record->position);
        list_free(&session->moves);
        session->moves = played;
        session->played = played.count;
    } else {
        list_free(&played);
        cut_position_free(fresh);
        cut_game_free(game);
    }
    return fine;
}

/* Is the last move a resignation? Takes it off. */
static bool take_resignation(struct record *record)
{
    size_t count = record->moves.count;
    bool resigned = count > 0 && same_text(record->moves.items[count - 1], "resign");
    if (resigned)
        list_cut(&record->moves, count - 1);
    return resigned;
}

static bool load_text(struct session *session, const char *chars, size_t size, struct text *out)
{
    struct record record = {0};
    bool fine = record_read(&record, chars, size, out);
    if (fine && record.game == NULL && record.moves.count == 0) {
        text_puts(out, "There is neither a game nor a move in it.\n");
        fine = false;
    }
    if (fine)
        text_puts(out, text_get(&record.notes));
    bool resigned = fine && take_resignation(&record);
    fine = fine && load_record(session, &record, out);
    if (fine && resigned)
        resign(session);
    if (fine)
        check_result(session, &record, out);
    record_free(&record);
    return fine;
}

void cmd_load(struct session *session, char *rest, struct text *out)
{
    if (*rest == '\0') {
        text_puts(out, "`load` wants the name of a file, as in `load mygame.txt`.\n");
        return;
    }
    if (ends_with(rest, ".cut")) {
        text_printf(out, "%s holds rules: `new %s` begins a game by them.\n", rest, rest);
        return;
    }
    const cut_reader *reader = &session->config.reader;
    size_t size = 0;
    const char *chars = reader->read != NULL ? reader->read(reader->user, rest, &size) : NULL;
    if (chars == NULL) {
        text_printf(out, "There is no file `%s` that can be read.\n", rest);
        return;
    }
    bool fine = load_text(session, chars, size, out);
    if (reader->done != NULL)
        reader->done(reader->user, chars, size);
    if (fine) {
        text_printf(out, "Loaded %s, ", cut_game_title(session->game));
        text_count(out, session->played, "move", "moves");
        text_puts(out, ".\n");
        if (session->config.live)
            session_board(session, out);
        else
            session_status(session, out);
    } else if (session->game != NULL) {
        text_puts(out, "The game goes on as it was.\n");
    }
}
