/* The table of commands. */
#include "state.h"

#include <string.h>

static const struct command commands[] = {
    {"play", "", "play MOVE", "plays a move", "Typing the move alone does the same.", "play c4", cmd_play, false},
    {"pass", "", "pass", "passes, where the rules allow it", "", "pass", cmd_pass, false},
    {"swap", "", "swap", "changes sides, where the rules offer it", "The position stays; the persons change colours.",
     "swap", cmd_swap, false},
    {"resign", "", "resign", "gives the game up", "The other player has won. `undo` takes it back.", "resign",
     cmd_resign, false},
    {"moves", "", "moves [PREFIX]", "lists the legal moves", "With a prefix, those that begin with it.", "moves c",
     cmd_moves, false},
    {"count", "", "count", "tells how many legal moves there are", "", "count", cmd_count, false},
    {"why", "", "why [MOVE]", "tells why a move is legal or not",
     "It names the rules and marks the sites that show it with ( ). Alone, it repeats the latest refusal.", "why c4",
     cmd_why, false},
    {"board", "show d", "board", "draws the board",
     "[ ] marks what the latest move changed; small letters at the edges name their owners.", "board", cmd_board,
     false},
    {"status", "", "status", "says who is to move, or how it ended", "", "status", cmd_status, false},
    {"history", "", "history", "lists the moves so far", "Moves that were taken back follow; `redo` plays them.",
     "history", cmd_history, false},
    {"undo", "back", "undo [N]", "takes back a move, or N moves", "", "undo 2", cmd_undo, false},
    {"redo", "", "redo [N]", "plays again what was taken back", "", "redo 2", cmd_redo, false},
    {"new", "", "new [GAME] [NAME=VALUE]...", "begins a new game",
     "Without GAME it is played by the same rules. GAME may be a path, such as ./mygame.cut.", "new size=9", cmd_new,
     true},
    {"set", "", "set [NAME=VALUE]...", "shows or changes the options", "A game with other options begins anew.",
     "set size=9", cmd_set, false},
    {"position", "", "position [ROWS PLAYER]", "prints the position, or goes to one",
     "Rows from the top, `/` between them, `.` or a number for empty sites, then who moves. The size of the board follows.",
     "position 1WB/W2/3 B", cmd_position, false},
    {"random", "", "random [N]", "plays one random move, or N", "", "random 10", cmd_random, false},
    {"seed", "", "seed [N]", "shows or sets the seed of `random`", "The same seed gives the same moves.", "seed 7",
     cmd_seed, true},
    {"perft", "", "perft N", "counts the sequences of 1 to N moves", "", "perft 3", cmd_perft, false},
    {"divide", "", "divide N", "counts them by their first move", "", "divide 2", cmd_divide, false},
    {"rules", "", "rules", "tells the rules, with their places", "", "rules", cmd_rules, false},
    {"goals", "ends", "goals", "tells how the game ends, with the places", "The first line that holds decides.",
     "goals", cmd_goals, false},
    {"text", "", "text", "prints the rule file", "", "text", cmd_text, false},
    {"games", "", "games", "lists the games there are", "", "games", cmd_games, true},
    {"save", "", "save FILE", "writes the game to a file", "People can read it, and `load` can.", "save mygame.txt",
     cmd_save, false},
    {"load", "", "load FILE", "goes on with a saved game",
     "A list of moves alone, `1.f6 2.swap 3.m16`, is a game by the current rules.", "load mygame.txt", cmd_load, true},
    {"help", "?", "help [COMMAND]", "lists the commands, or explains one", "", "help undo", cmd_help, true},
    {"doc", "", "doc [NAME]", "tells about the library, its names, words of the language",
     "Alone, it lists the library. NAME may be a def, rule or pattern of this game, too.", "doc reach", cmd_doc, true},
    {"quit", "exit q", "quit", "ends the session", "", "quit", cmd_quit, true},
};

const struct command *command_at(size_t index)
{
    return index < sizeof commands / sizeof commands[0] ? &commands[index] : NULL;
}

bool command_is(const struct command *command, const char *word)
{
    if (same_text(command->name, word))
        return true;
    size_t size = strlen(word);
    for (const char *other = command->others; *other != '\0' && size > 0;) {
        const char *end = other + strcspn(other, " ");
        if ((size_t)(end - other) == size && begins_with(other, word))
            return true;
        other = *end == ' ' ? end + 1 : end;
    }
    return false;
}

const struct command *command_find(const char *word)
{
    for (size_t i = 0; command_at(i) != NULL; i++) {
        if (command_is(command_at(i), word))
            return command_at(i);
    }
    return NULL;
}

void cmd_quit(struct session *session, char *rest, struct text *out)
{
    (void)rest;
    (void)out;
    session->over = true;
}

bool command_takes(const struct command *command, const char *rest, struct text *out)
{
    bool fine = *rest == '\0' || strchr(command->usage, ' ') != NULL;
    if (!fine)
        text_printf(out, "`%s` stands alone; `%s` is %s.\n", command->name, rest,
                    strpbrk(rest, " \t") == NULL ? "one word too many" : "too much");
    return fine;
}

bool command_number(const char *rest, long standard, long low, long high, long *number, struct text *out)
{
    *number = standard;
    if (*rest == '\0' || read_whole(rest, low, high, number))
        return true;
    text_printf(out, "A whole number from %ld to %ld is wanted here, and `%s` is none.\n", low, high, rest);
    return false;
}
