/* crosscut.h - the public interface of libcrosscut: rules of abstract board games from text files.
 *
 * Order of use: a context, a game loaded through it, positions of that game.
 *   context   owns source texts and messages; one thread at a time.
 *   game      checked rules for one choice of options; immutable once loaded, so that threads may share it;
 *             must be freed before its context.
 *   position  a state of play with its history; independent of other positions; one thread at a time.
 * The library has no global state, does no input or output, and never exits. Whatever it allocates comes from
 * the allocator of the context. Pointers that a call returns belong to the object they were asked of and stay
 * valid until that object changes or is freed, unless a comment says otherwise. Text is UTF-8, zero-terminated.
 */
#ifndef CROSSCUT_H
#define CROSSCUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CUT_VERSION_MAJOR 1
#define CUT_VERSION_MINOR 0
#define CUT_VERSION_PATCH 0
#define CUT_VERSION "1.0.0"

typedef struct cut_context cut_context;
typedef struct cut_game cut_game;
typedef struct cut_position cut_position;

typedef enum {
    CUT_OK = 0,
    CUT_NO,          /* the answer is no: an illegal move, a position that cannot be, nothing to undo */
    CUT_BAD_GAME,    /* the game file has errors: see the messages of the context */
    CUT_NOT_FOUND,   /* no game, file or option of that name */
    CUT_RULE_ERROR,  /* the rules broke down while they ran: see cut_position_error */
    CUT_STOPPED,     /* the caller's callback asked to stop */
    CUT_BAD_CALL,    /* an argument that makes no sense */
    CUT_NO_MEMORY    /* the allocator refused; the object is as it was before the call */
} cut_status;

/* ---- context ------------------------------------------------------------------------------------------- */

/* Allocator: like realloc, with the old size (0 for a new block); new_size 0 frees and returns NULL. */
typedef void *cut_alloc_fn(void *user, void *block, size_t old_size, size_t new_size);

/* Reads a file for `load`, `use` and `extends`: stores its size in *size and returns the text, in a block that
 * the library gives back through `done` (which may be NULL), or returns NULL if there is no such file. */
typedef struct {
    const char *(*read)(void *user, const char *path, size_t *size);
    void (*done)(void *user, const char *text, size_t size);
    void *user;
} cut_reader;

/* Every member may be zero: then malloc and free, and only the embedded games. */
typedef struct {
    cut_alloc_fn *alloc;
    void *alloc_user;
    cut_reader reader;
} cut_config;

/* Returns NULL if memory is short. config may be NULL. */
cut_context *cut_context_new(const cut_config *config);
void cut_context_free(cut_context *context);

/* ---- the embedded files: rulesets, stdlib and examples -------------------------------------------------- */

typedef struct {
    const char *folder; /* "rulesets", "stdlib" or "examples" */
    const char *name;   /* "four" */
    const char *path;   /* "rulesets/four.cut" */
    const char *text;
    size_t size;
} cut_file;

size_t cut_file_count(void);
const cut_file *cut_file_at(size_t index);        /* NULL past the end */
const cut_file *cut_file_find(const char *name);  /* by name ("four"), or NULL */

/* ---- messages --------------------------------------------------------------------------------------------- */

typedef enum { CUT_ERROR, CUT_WARNING, CUT_NOTE } cut_severity;

typedef struct {
    cut_severity severity;
    const char *file;     /* as it was named */
    int line, column;     /* from 1; column counts characters; 0 if the message has no place */
    int end_line, end_column;
    const char *text;     /* the sentence */
    const char *rendered; /* "file:line:col: error: …", the line, the underline, hints; ends with a newline */
} cut_message;

/* Messages of the latest load or check, errors and warnings in the order of the text. */
size_t cut_message_count(const cut_context *context);
const cut_message *cut_message_at(const cut_context *context, size_t index); /* NULL past the end */

/* ---- games -------------------------------------------------------------------------------------------------- */

typedef struct {
    const char *name;
    long value;
} cut_setting;

/* Loads `name`: a path if it has a `/` or ends in `.cut` (through the reader), else an embedded game, else
 * NAME.cut through the reader. Settings give values to options. On success *game is owned by the caller.
 * CUT_OK (there may be warnings), CUT_BAD_GAME, CUT_NOT_FOUND, CUT_NO_MEMORY. */
cut_status cut_load(cut_context *context, const char *name, const cut_setting *settings, size_t count,
                    cut_game **game);
/* The same from a text in memory; `name` is how messages call it. */
cut_status cut_load_text(cut_context *context, const char *name, const char *text, size_t size,
                         const cut_setting *settings, size_t count, cut_game **game);
/* As cut_load, with the options that size the board chosen to fit the rows of `position` where they are not set. */
cut_status cut_load_for(cut_context *context, const char *name, const cut_setting *settings, size_t count,
                        const char *position, cut_game **game);
void cut_game_free(cut_game *game);
/* Loads and drops: for the messages, those about examples included. Libraries are fine too. */
cut_status cut_check(cut_context *context, const char *name, const cut_setting *settings, size_t count);

typedef struct {
    const char *name;
    long value, low, high, standard;
} cut_option;

typedef struct {
    const char *name;   /* "Black" */
    const char *symbol; /* "B" */
} cut_player;

const char *cut_game_name(const cut_game *game);   /* how it was loaded: "four" */
const char *cut_game_title(const cut_game *game);  /* "Four in a row"; the name if the file gives none */
const char *cut_game_author(const cut_game *game); /* "" if none */
const char *cut_game_after(const cut_game *game);  /* of a variant without an author: that author's game; else "" */
int cut_game_year(const cut_game *game);           /* 0 if none */
const char *cut_game_about(const cut_game *game);  /* "" if none */
const char *cut_game_file(const cut_game *game);
const char *cut_game_text(const cut_game *game);   /* the file's text */
const char *cut_game_rules(const cut_game *game);  /* what the rules leave to no one: a sheet with places, many lines */
size_t cut_game_option_count(const cut_game *game);
const cut_option *cut_game_option(const cut_game *game, size_t index);
int cut_game_player_count(const cut_game *game);
const cut_player *cut_game_player(const cut_game *game, int player); /* players are 0, 1, … in order of play */
bool cut_game_has_swap(const cut_game *game);
bool cut_game_is_library(const cut_game *game); /* a file without a board: it cannot be played */

/* Sites are 0 … count-1 in board order. */
typedef struct {
    const char *name; /* "c4" */
    int file, rank;   /* from 0; the place in a picture */
    double x, y;      /* for drawing: East and North, in units of one step */
    unsigned sides;   /* bit p: on a side that the rules give to player p (drawn in that colour) */
} cut_site;

int cut_game_site_count(const cut_game *game);
const cut_site *cut_game_site(const cut_game *game, int site);
/* The player to whom the rules give a side that both sites lie on; -1 if none, or several. */
int cut_game_side_owner(const cut_game *game, int site, int other);
int cut_game_files(const cut_game *game); /* width of the picture */
int cut_game_ranks(const cut_game *game); /* height of the picture */
bool cut_game_is_hexagonal(const cut_game *game);

/* ---- positions -------------------------------------------------------------------------------------------- */

/* The opening. Owned by the caller. CUT_OK, CUT_NO_MEMORY, or CUT_RULE_ERROR. */
cut_status cut_position_new(const cut_game *game, cut_position **position);
cut_status cut_position_copy(const cut_position *from, cut_position **copy);
void cut_position_free(cut_position *position);
const cut_game *cut_position_game(const cut_position *position);

/* Back to the opening. */
cut_status cut_position_reset(cut_position *position);
/* From text, "1WBBB/W1W1W/… B" (ranks from the top, side to move, optionally the ply); atomic: on CUT_NO the old
 * position stands and cut_position_error says why. Such a position has no history. */
cut_status cut_position_set(cut_position *position, const char *text);
const char *cut_position_text(cut_position *position); /* the same form; NULL if memory is short */

int cut_position_to_move(const cut_position *position); /* a player */
int cut_position_ply(const cut_position *position);     /* of the move to come; the first is 1 */
bool cut_position_swapped(const cut_position *position);
/* What stands on a site: the player, -1 for nothing, -2 - n for the n-th neutral kind. */
int cut_position_at(const cut_position *position, int site);
const char *cut_position_symbol(const cut_position *position, int site); /* as in its text: "B", "WK", "." */
bool cut_position_changed(const cut_position *position, int site);       /* changed by the latest move */

typedef enum { CUT_GOES_ON, CUT_WON, CUT_DRAWN } cut_result;

typedef struct {
    cut_result result;
    int winner;         /* a player if CUT_WON, else -1 */
    bool stuck;         /* the game ended because a player had no legal move */
    const char *reason; /* a sentence with the rule and its place; "" while the game goes on */
} cut_outcome;

/* Judges the position (looks for a legal move too). */
cut_status cut_position_outcome(cut_position *position, cut_outcome *outcome);

/* If scores decided the game, *scored is true, and they are in `scores`, which has room for one of each player. */
cut_status cut_position_scores(cut_position *position, bool *scored, int64_t *scores);

/* Moves. The list is sorted by text and stays valid until the position changes. */
typedef struct {
    const char *text;
    const int *captures; /* sites removed or flipped, in board order of names */
    size_t capture_count;
} cut_move;

cut_status cut_position_moves(cut_position *position, const cut_move **moves, size_t *count);
/* The number of legal moves, without keeping a list. */
cut_status cut_position_count_moves(cut_position *position, uint64_t *count);
/* Is there a move whose text begins so? Calls `each` for the moves that do, in no order, until it returns false. */
cut_status cut_position_each_move(cut_position *position, const char *prefix,
                                  bool (*each)(void *user, const cut_move *move), void *user);
/* Plays a move by its text (case and outer blanks do not matter). CUT_NO: it is illegal, or the game is over. */
cut_status cut_position_play(cut_position *position, const char *text);
/* Plays a uniformly random legal move; never `swap`. `random` is called for 64 random bits. CUT_NO: none. */
cut_status cut_position_play_random(cut_position *position, uint64_t (*random)(void *user), void *user);
/* The latest move played, "" at the opening or after text. */
const char *cut_position_last_move(const cut_position *position);

/* Why a move is not legal. */
typedef struct {
    const char *name;  /* of the pattern, def or rule that forbids it, the `require`'s reason, "occupied", or "unknown":
                      * no move is written so */
    const char *text;  /* a sentence: the rule and the sites */
    const char *file;  /* where the rule stands; "" if nowhere */
    int line;
    const int *sites;  /* the sites that show it */
    size_t site_count;
} cut_reason;

/* *legal says whether the move may be played; if not, *reasons holds at least one. */
cut_status cut_position_explain(cut_position *position, const char *text, bool *legal, const cut_reason **reasons,
                                size_t *count);
/* The sentence for the latest call on this position that did not return CUT_OK. "" if none. */
const char *cut_position_error(const cut_position *position);
/* A mistake in the rules that the latest call met on its way: moves were given up because a step could not be done (a
 * stone put where one stands, two different moves written alike). "" if none; the answer stands for the other moves. */
const char *cut_position_fault(const cut_position *position);

/* ---- counting and sampling ---------------------------------------------------------------------------------- */

/* The number of legal move sequences of exactly `depth` plies. with_swap: count the swap as a move where it is
 * offered. `divide`, if not NULL, is called for each first move with its subtotal; return false to stop. */
typedef struct {
    bool without_swap;
    bool (*divide)(void *user, const char *move, uint64_t nodes);
    void *user;
    unsigned without; /* bits of the passes to leave out: see cut_pass_name */
    bool plain; /* by the plain evaluator even where there is a faster way to the same numbers */
    bool (*go_on)(void *user); /* asked every few thousand moves; false stops; may be NULL */
} cut_perft_options;

cut_status cut_perft(cut_position *position, int depth, const cut_perft_options *options, uint64_t *nodes);

typedef struct {
    uint64_t playouts; /* 0: until the callback says stop */
    uint64_t seed;
    int max_plies;     /* a longer game is unfinished; 0: 1000 */
    bool (*go_on)(void *user); /* asked between games and now and then within one; may be NULL */
    void *user;
    unsigned without;  /* bits of the passes to leave out: see cut_pass_name */
    bool plain;        /* by the plain evaluator even where there is a faster way to the same game */
    int threads;       /* 0 or 1: the caller's alone, at most 256. Only the caller's thread calls go_on; the allocator of
                        * the context has to stand calls from several threads if there are more. */
} cut_playout_options;

enum { CUT_MAX_PLAYERS = 6 };

typedef struct {
    uint64_t playouts, plies;
    uint64_t wins[CUT_MAX_PLAYERS];
    uint64_t draws, unfinished;
    uint64_t stuck;  /* games in which a player was stuck at least once, however they ended */
} cut_playout_result;

/* Uniformly random games from the position (left as it is but for its error and fault), without the swap. The same seed
 * gives the same games, for any number of threads. */
cut_status cut_playouts(cut_position *position, const cut_playout_options *options, cut_playout_result *result);

/* ---- documentation ------------------------------------------------------------------------------------------- */

typedef enum {
    CUT_DOC_MODULE, /* a file: what it says it is about, or the comment at its head */
    CUT_DOC_DEF,
    CUT_DOC_RULE,
    CUT_DOC_PATTERN,
    CUT_DOC_OPTION,
    CUT_DOC_STATE,
    /* words of the language: */
    CUT_DOC_VALUE,
    CUT_DOC_FUNCTION,
    CUT_DOC_ITEM,
    CUT_DOC_STEP,
    CUT_DOC_OPERATOR,
    CUT_DOC_FACT /* of an example */
} cut_doc_kind;

/* An example of the same file that runs an entry. */
typedef struct {
    const char *name;
    int line;
} cut_doc_example;

typedef struct {
    cut_doc_kind kind;
    const char *name;      /* "march" */
    const char *signature; /* "march(stones, prey)" */
    const char *text;      /* the comment above it, its lines as they are; "" if there is none */
    const char *module;    /* "movement"; "" for words of the language */
    const char *file;      /* "" for words of the language */
    int line;
    const char *source;    /* the item as it is written; "" for modules and words */
    const cut_doc_example *examples;
    size_t example_count;
} cut_doc;

typedef struct cut_docs cut_docs;

/* What a rule file says about itself: its module, then its defs, rules, patterns, options and states in the order of
 * the file, then those that it inherits by `extends` and neither replaces nor leaves out, with the module and file they
 * are from; all without those whose name begins with `_`. The file is found as cut_load does; it need not be free of
 * errors. NULL instead of a name: the words of the language. Owned by the caller, to be freed before the context.
 * CUT_OK, CUT_NOT_FOUND, CUT_NO_MEMORY. */
cut_status cut_docs_new(cut_context *context, const char *name, cut_docs **docs);
void cut_docs_free(cut_docs *docs);
size_t cut_doc_count(const cut_docs *docs);
const cut_doc *cut_doc_at(const cut_docs *docs, size_t index); /* NULL past the end */

/* What makes random games and counts fast, each of which can be left out without changing what can be played: the passes
 * of the compiler that makes register code of rules, the fast paths for certain shapes of rules, and the code as a whole.
 * Bit i of `without` is the i-th; without paths and code the plain evaluator is left. */
size_t cut_pass_count(void);
size_t cut_code_pass_count(void); /* those of the compiler, which come first; then the paths */
const char *cut_pass_name(size_t index); /* NULL past the end */
/* Which of them plays random games from this position: "placement", "flank", "march", "code", or "" for the plain
 * evaluator. NULL: cut_position_error says why. */
const char *cut_position_way(cut_position *position, unsigned without);
/* The register code that the rules are compiled to, line by line. CUT_NO: something in them is beyond the compiler, and
 * random games are played by the plain evaluator. */
cut_status cut_position_code(cut_position *position, unsigned without, void (*line)(void *user, const char *text),
                             void *user);

/* ---- examples and claims in the file ----------------------------------------------------------------------------- */

typedef struct {
    uint64_t passed, failed;
    uint64_t games; /* random games that were played in search of mistakes; one with a mistake counts as failed, too */
} cut_test_result;

/* Runs every `example` of a game file, or of a library, and plays some random games by a game file. `report` gets each failure: its place and a sentence. */
cut_status cut_test(cut_context *context, const char *name, const cut_setting *settings, size_t count,
                    void (*report)(void *user, const char *file, int line, const char *example, const char *text),
                    void *user, cut_test_result *result);

#endif
