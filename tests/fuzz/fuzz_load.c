/* fuzz_load.c - any bytes as a rule file; what loads is played for a few plies. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "../../interp/crosscut.h"

enum { PLIES = 6 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint64_t next_random(void *user)
{
    uint64_t *state = user;
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state ^ *state >> 32;
}

static void play(const cut_game *game)
{
    cut_position *position, *other;
    if (cut_position_new(game, &position) != CUT_OK)
        return;
    uint64_t random = 1;
    for (int ply = 0; ply < PLIES; ply++)
        if (cut_position_play_random(position, next_random, &random) != CUT_OK)
            break;
    cut_outcome outcome;
    cut_position_outcome(position, &outcome);
    if (cut_position_copy(position, &other) == CUT_OK) {
        const char *text = cut_position_text(position);
        if (text != NULL)
            cut_position_set(other, text);
        cut_position_free(other);
    }
    bool legal;
    const cut_reason *reasons;
    size_t count;
    cut_position_explain(position, "a1", &legal, &reasons, &count);
    cut_position_free(position);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    cut_context *context = cut_context_new(NULL);
    cut_game *game = NULL;
    if (cut_load_text(context, "fuzz.cut", (const char *)data, size, NULL, 0, &game) == CUT_OK &&
        !cut_game_is_library(game) && cut_game_site_count(game) <= 36)
        play(game);
    for (size_t i = 0; i < cut_message_count(context); i++)
        if (strlen(cut_message_at(context, i)->rendered) == 0)
            __builtin_trap();
    cut_game_free(game);
    cut_context_free(context);
    return 0;
}
