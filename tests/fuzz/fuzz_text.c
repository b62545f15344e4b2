/* fuzz_text.c - any bytes as the text of a position and, behind a newline, of moves. The first byte chooses the game. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "../../interp/crosscut.h"

enum { TEXT_ROOM = 512, MAX_GAMES = 200 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool truth)
{
    if (!truth)
        __builtin_trap();
}

static void play_lines(cut_position *position, char *text)
{
    for (char *line = text; line != NULL && *line != '\0';) {
        char *end = strchr(line, '\n');
        if (end != NULL)
            *end = '\0';
        bool legal = false;
        const cut_reason *reasons;
        size_t count;
        cut_status explained = cut_position_explain(position, line, &legal, &reasons, &count);
        cut_status played = cut_position_play(position, line);
        check(explained != CUT_OK || played == CUT_RULE_ERROR || legal == (played == CUT_OK));
        check(explained != CUT_OK || legal || count > 0);
        line = end == NULL ? NULL : end + 1;
    }
}

/* Each game is loaded once, small if it can be. NULL: a library, or too large to be quick. */
static cut_game *game_of(size_t index)
{
    static cut_context *context;
    static cut_game *games[MAX_GAMES];
    static bool known[MAX_GAMES];
    const cut_file *file = cut_file_at(index);
    if (context == NULL)
        context = cut_context_new(NULL);
    if (index >= MAX_GAMES || known[index])
        return index >= MAX_GAMES ? NULL : games[index];
    known[index] = true;
    cut_game *game = NULL;
    const cut_setting small = {"size", 6};
    if (cut_load(context, file->name, &small, 1, &game) != CUT_OK &&
        cut_load(context, file->name, NULL, 0, &game) != CUT_OK)
        return NULL;
    if (!cut_game_is_library(game) && cut_game_site_count(game) <= 100)
        games[index] = game;
    return games[index];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    cut_position *position = NULL;
    if (size == 0 || size > TEXT_ROOM)
        return 0;
    cut_game *game = game_of(data[0] % cut_file_count());
    if (game == NULL || cut_position_new(game, &position) != CUT_OK)
        return 0;
    char text[TEXT_ROOM] = "";
    memcpy(text, data + 1, size - 1);
    char *moves = strchr(text, '\n');
    if (moves != NULL)
        *moves++ = '\0';
    if (cut_position_set(position, text) == CUT_OK) {
        char again[TEXT_ROOM * 4] = "";
        strncpy(again, cut_position_text(position), sizeof again - 1);
        check(cut_position_set(position, again) == CUT_OK);
        check(strcmp(cut_position_text(position), again) == 0);
    }
    if (moves != NULL)
        play_lines(position, moves);
    cut_position_free(position);
    return 0;
}
