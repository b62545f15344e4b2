/* embed.c - a program that uses the library: loads a game, plays three moves, shows the board.
 *
 *   cc embed.c $(pkg-config --cflags --libs crosscut) -o embed */
#include <crosscut.h>
#include <stdio.h>

static const char rules[] = "game \"Three in a row\"\n"
                            "board square(3)\n"
                            "players Cross \"X\", Nought \"O\"\n"
                            "turn { choose here in empty  write here  put mine on here }\n"
                            "win when some lines(mine, 3, compass)\n"
                            "stuck draws\n";

static int play(cut_position *position)
{
    static const char *const moves[] = {"b2", "a1", "c3"};
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        if (cut_position_play(position, moves[i]) != CUT_OK) {
            fprintf(stderr, "%s: %s\n", moves[i], cut_position_error(position));
            return 1;
        }
    }
    uint64_t count;
    if (cut_position_count_moves(position, &count) != CUT_OK)
        return 1;
    printf("%s\n%s is to move and has %d moves\n", cut_position_text(position),
           cut_game_player(cut_position_game(position), cut_position_to_move(position))->name, (int)count);
    return 0;
}

int main(void)
{
    cut_context *context = cut_context_new(NULL);
    cut_game *game = NULL;
    cut_position *position = NULL;
    int result = 1;
    if (context != NULL && cut_load_text(context, "three.cut", rules, sizeof rules - 1, NULL, 0, &game) == CUT_OK &&
        cut_position_new(game, &position) == CUT_OK)
        result = play(position);
    for (size_t i = 0; context != NULL && i < cut_message_count(context); i++)
        fputs(cut_message_at(context, i)->rendered, stderr);
    cut_position_free(position);
    cut_game_free(game);
    cut_context_free(context);
    return result;
}
