/* state.h - the inside of a session, for the files that make it up: session.c, moves.c, commands.c, cmd_*.c,
 * complete.c. */
#ifndef REPL_STATE_H
#define REPL_STATE_H

#include "record.h"
#include "session.h"

struct session {
    struct session_config config;
    cut_context *context;
    cut_game *game;         /* NULL while there is none */
    char *name;             /* by which the game is loaded again: a path stays a path */
    cut_position *position; /* NULL while there is none */
    char *start;            /* the position text that the game began from; NULL: the opening */
    struct list moves;      /* played, then those that were undone */
    size_t played;          /* how many of them stand */
    struct text refusal;    /* the latest one, in full */
    struct text fault;      /* a mistake in the rules that came to light while this line was answered */
    bool resigned;          /* the player to move has given up */
    uint64_t random;        /* state of the generator */
    bool over;              /* quit */
};

/* A command: its words, what it says about itself, what it does with the rest of the line. */
struct command {
    const char *name, *others;                    /* other names, separated by blanks; "" if none */
    const char *usage, *summary, *more, *example; /* more: sentences, "" if there is nothing to add */
    void (*run)(struct session *session, char *rest, struct text *out);
    bool without_game; /* works while no game is loaded */
};

const struct command *command_at(size_t index); /* NULL past the end */
const struct command *command_find(const char *word);
/* Is one of the command's names `word`? */
bool command_is(const struct command *command, const char *word);
/* Some commands stand alone, as their usage says: false, with a sentence, if `rest` follows one of them. */
bool command_takes(const struct command *command, const char *rest, struct text *out);

/* ---- session.c ---- */

/* Takes over a loaded game and a position of it; name and start are copied. */
void session_take(struct session *session, const char *name, cut_game *game, cut_position *position, const char *start);
void session_greet(struct session *session, struct text *out);
/* Why the latest call on a position failed, as a line; NULL: there was no memory for one. */
void session_say_error(const cut_position *position, struct text *out);
/* Notes a mistake in the rules that the call met; returns its status. */
cut_status session_heed(struct session *session, cut_status status);
bool session_stopped(const struct session *session);
uint64_t session_random(void *session);
/* Loads a game and its opening or position; false, with the reasons in *out. Nothing changes in the session. */
bool session_load(struct session *session, const char *name, const struct settings *settings, const char *position,
                  cut_game **game, cut_position **fresh, struct text *out);

/* ---- moves.c ---- */

/* Draws the board with the latest move marked and says whose move it is. */
void session_board(struct session *session, struct text *out);
/* "Black to move (ply 3): 24 moves." or how the game ended. */
void session_status(struct session *session, struct text *out);
/* Only the end, or a forced pass; nothing while the game simply goes on. */
void session_news(struct session *session, struct text *out);
/* The board, if a person looks on, else the news. */
void session_after_move(struct session *session, struct text *out);
/* Plays a move and says so; explains it if it is illegal. known: it is certainly meant as a move. */
void session_move(struct session *session, const char *move, bool known, struct text *out);
/* Explains why a move is not legal, with the board; of a legal one, what it does and what it had to keep. */
void session_why(struct session *session, const char *move, struct text *out);
/* Plays a random move and says so; false if there is none. */
bool session_random_move(struct session *session, struct text *out);
/* Goes to the position after the first `count` moves of the list. */
bool session_go_to(struct session *session, size_t count, struct text *out);
/* The ply of the first move of the list. */
int session_first_ply(const struct session *session);
/* "Black wins", "draw" or "" while the game goes on; *reason may be NULL. */
void session_result(struct session *session, struct text *result, struct text *reason);
/* Adds the legal moves that begin with a prefix, case aside, sorted; at most `most`. Returns how many there are. */
size_t session_find_moves(struct session *session, const char *prefix, size_t most, struct list *found);
/* The number of legal moves: none after a resignation. */
cut_status session_count_moves(struct session *session, uint64_t *count);

/* ---- why.c ---- */

/* The part of the rule sheet under a heading: the lines that are indented (not those about the
 * swap), or all that follows. False if it is not
 * there. */
bool session_sheet(const struct session *session, const char *heading, bool all, struct text *out);
/* What a legal move does, and which bans it does not break. */
void session_tell_legal(struct session *session, const char *move, const char *captures, struct text *out);

/* ---- cmd_*.c ---- */

typedef void command_fn(struct session *session, char *rest, struct text *out);
command_fn cmd_board, cmd_moves, cmd_count, cmd_status, cmd_history, cmd_rules, cmd_goals, cmd_text, cmd_games;
command_fn cmd_play, cmd_pass, cmd_swap, cmd_resign, cmd_undo, cmd_redo, cmd_random, cmd_seed, cmd_why, cmd_doc;
command_fn cmd_new, cmd_set, cmd_position, cmd_save, cmd_load;
command_fn cmd_perft, cmd_divide, cmd_help, cmd_quit;

/* The whole number that is all of `rest`, or `standard` if that is empty; false, with a sentence, if it is not one. */
bool command_number(const char *rest, long standard, long low, long high, long *number, struct text *out);

#endif
