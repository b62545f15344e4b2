/* rules.h - checked rules: what the checker makes of the trees of a game and its libraries, for one choice of options.
 *
 * Everything is resolved: names are slots, indexes or constants; each expression has one kind; rules and defs are
 * instances for the kinds of their arguments. It lives in the game's arena, does not change, and is the meaning that
 * the evaluator in engine/ walks. Nothing here refers to the tree of the text, only to spans. */
#ifndef CUT_RULES_H
#define CUT_RULES_H

#include "../../grammar/intern.h"
#include "../../grammar/source.h"
#include "../board/board.h"
#include "../board/pattern.h"

enum { RULES_PLAYER_LIMIT = 6, RULES_KIND_LIMIT = 16, RULES_NEUTRAL_LIMIT = 8, RULES_STATE_LIMIT = 32,
       EXPR_DEPTH_LIMIT = 1500 };

enum kind {
    KIND_BAD,     /* an error was reported: fits everything */
    KIND_SITES,   /* a set of sites */
    KIND_DIRS,    /* a set of directions */
    KIND_NUMBER,
    KIND_TRUTH,
    KIND_LIST,    /* a list of sets of sites */
    KIND_RANGE,   /* the numbers a .. b: only to go through */
    KIND_PATTERN, /* known while checking: never a value at run time */
    KIND_TEXT     /* only in `write` */
};

/* op               kind      operands (a b c: expressions; others as named) */
enum expr_op {
    /* constants and locals */
    EX_SITES,     /* SITES    sites: a constant set */
    EX_DIRS,      /* DIRS     dirs */
    EX_NUMBER,    /* NUMBER   number */
    EX_TRUTH,     /* TRUTH    number 0 or 1 */
    EX_TEXT,      /* TEXT     name: only among the arguments of ST_WRITE */
    EX_SIDES,     /* LIST     the sides of the board */
    EX_LOCAL,     /* any      index: slot of the frame */
    EX_DEF,       /* any      def; args: values are put into the slots 0 … of a new frame */
    EX_PER_PLAYER,/* any      args: one expression for each player, the viewer's is taken */
    EX_THEIR,     /* any      a, as each opponent of the viewer sees it: union, or, for lists all; no numbers with three */
    EX_FOLLOWING, /* any      a, as the player after the viewer sees it */
    /* the position */
    EX_EMPTY, EX_OCCUPIED, EX_MINE, EX_THEIRS,        /* SITES */
    EX_PLAYER,    /* SITES    index: that player's stones */
    EX_PIECE_KIND,/* SITES    index: sites with a piece of this kind, of whatever colour */
    EX_NEUTRAL,   /* SITES    index: sites with this neutral piece */
    EX_PLACED, EX_CAPTURED, EX_CHANGED, EX_LAST_CHANGED, /* SITES */
    EX_PLY, EX_PASSES, EX_REPETITIONS,                /* NUMBER */
    EX_REPEATED, EX_BOARD_SEEN,                       /* TRUTH */
    EX_STATE,     /* NUMBER, SITES or TRUTH   index: the viewer's value if it is per player */
    EX_FORMED,    /* TRUTH    index: pattern; an instance stands that did not stand when the turn began */
    EX_FOUND,     /* SITES    index: pattern; all sites other than `*` of its instances */
    /* algebra; the kind of the operands tells sites, directions or numbers apart */
    EX_UNION, EX_MEET, EX_MINUS,   /* SITES or DIRS   a, b */
    EX_ADD, EX_SUBTRACT, EX_TIMES, EX_NEGATE, /* NUMBER a, b */
    EX_EQ, EX_NE, /* TRUTH    a, b of one kind (sites, directions, numbers, truths) */
    EX_LT, EX_LE, EX_GT, EX_GE,    /* TRUTH of numbers */
    EX_IN,        /* TRUTH    a within b: sites or directions */
    EX_SOME, EX_NO, /* TRUTH  a: sites, directions or list (a list of sets: some element at all is not nowhere) */
    EX_NOT, EX_AND, EX_OR,         /* TRUTH, left to right, no more than needed */
    /* functions */
    EX_NEXT,      /* SITES    a: from, b: directions, c: number or NULL for 1 */
    EX_AHEAD,     /* SITES    a, b, c */
    EX_REACH,     /* SITES    a: from, b: within, c: directions */
    EX_LINES,     /* SITES    a: in, b: number, c: directions */
    EX_ONE,       /* SITES    a */
    EX_RANK, EX_FILE, /* SITES  a: number (not constant) */
    EX_COUNT,     /* NUMBER   a: sites, directions or list */
    EX_OPPOSITE,  /* DIRS     a */
    EX_GROUPS,    /* LIST     a: in, b: directions */
    EX_RAYS,      /* LIST     a: from, b: in, c: directions */
    EX_SUBSETS,   /* LIST     a: of, b: number */
    EX_UNITE,     /* SITES    a: list */
    EX_RANGE,     /* RANGE    a .. b */
    /* over what a gives: single sites, single directions, sets of a list, numbers of a range; index: the slot */
    EX_EACH,      /* SITES, DIRS or LIST like a; b: condition */
    EX_ANY, EX_EVERY,  /* TRUTH    b: condition */
    EX_OP_COUNT
};

struct def;

struct expr {
    enum expr_op op;
    enum kind kind;
    int index;
    int64_t number;
    uint64_t dirs;
    const uint64_t *sites;
    const struct expr *a, *b, *c;
    const struct expr *const *args;
    int arg_count;
    const struct def *def;
    bool fixed; /* the same in every position and for every viewer, as far as the locals in it are */
    int depth;  /* how deep a walk through it goes, defs included: at most EXPR_DEPTH_LIMIT */
    struct span span;
    /* what a message may call it: a bare name or the name of the call ("checkerboard", "board_seen"); NULL otherwise */
    atom name;
};

/* An instance of a def for the kinds of its arguments. Parameters are the slots 0 … params-1. */
struct def {
    atom name;
    int params, slots; /* slots: of the whole frame, parameters included */
    const enum kind *slot_kinds;
    const struct expr *value;
    struct span span;
};

enum step_op {
    ST_CHOOSE,  /* slot; a: sites, directions, list or range; b: condition or NULL */
    ST_LET,     /* slot; a */
    ST_REQUIRE, /* a; reason */
    ST_FORBID,  /* checks */
    ST_PUT,     /* piece, piece_kind; a: where */
    ST_REMOVE,  /* a */
    ST_FLIP,    /* a */
    ST_MOVE,    /* a to b */
    ST_SHIFT,   /* a along b by c */
    ST_PROMOTE, /* a to piece_kind */
    ST_SET,     /* index: state; a */
    ST_IF,      /* a; body, other */
    ST_EACH,    /* slot; a; b: condition or NULL; body */
    ST_EITHER,  /* branches */
    ST_FIRST,   /* body, other */
    ST_MOST,    /* a: number; body */
    ST_RUN,     /* rule; args */
    ST_PASS,
    ST_AGAIN,
    ST_WRITE    /* args: sites and EX_TEXT */
};

/* A truth that may not hold. */
struct check {
    const struct expr *truth;
    atom reason; /* or NULL */
    atom name;   /* what `illegal X by NAME` calls it, or NULL */
    struct span span;
};

/* Whose piece: a player, mine, theirs (the next player's, seen by the mover), or a neutral piece. */
enum piece_owner { PIECE_MINE = -1, PIECE_THEIRS = -2 /* else a player; neutral n is PIECE_NEUTRAL + n */, PIECE_NEUTRAL = 100 };

struct rule;

struct step {
    enum step_op op;
    int slot, index;
    int piece, piece_kind; /* piece_kind: index, 0 for the plain piece */
    const struct expr *a, *b, *c;
    const struct expr *const *args;
    int arg_count;
    const struct step *body, *other;
    const struct step *const *branches;
    int branch_count;
    const struct check *checks;
    int check_count;
    const struct rule *rule;
    atom reason; /* of require */
    struct span span;
    const struct step *next;
};

/* An instance of a rule for the kinds of its arguments; may run itself. */
struct rule {
    atom name;
    int params, slots;
    const enum kind *slot_kinds;
    const struct step *body;
    struct span span;
};

struct turn {
    const struct expr *when; /* NULL: always */
    const struct rule *steps; /* without parameters */
    struct span span;
};

enum ending { END_WIN, END_LOSE, END_DRAW, END_SCORE, END_OUT, END_PASS };

struct end {
    enum ending ending;
    const struct expr *when; /* NULL: always */
    struct span span;
};

struct start {
    int piece, piece_kind;   /* a player or PIECE_NEUTRAL + n */
    const struct expr *where;
    struct span span;
};

struct state {
    atom name;
    enum kind kind;          /* NUMBER, SITES or TRUTH */
    bool per_player;
    const struct expr *initial; /* seen by each player */
    struct span span;
};

struct named_piece {
    atom name;
    atom symbol;
    struct span span;
};

enum moves_mode { MOVES_DISTINCT, MOVES_MERGED, MOVES_BY_RESULT };

struct option {
    atom name;
    int64_t value, low, high, standard;
    bool sizes_board; /* stands as an argument of the board */
    struct span span;
};

/* Examples, checked as far as they can be without a position. */
struct fact;
struct example;

struct claim {
    int op;                /* OP_WINS, OP_NEVER_DRAWN, OP_NEVER_STUCK of ast.h */
    int player;
    bool refuted;
    int range_count;           /* `for size = 2 .. 4`: only there */
    const struct claim_range *ranges;
    struct span span;
};

struct claim_range {
    int option;
    int64_t low, high;
};

struct rules {
    atom name, title, author, about;
    atom after; /* the title of the game that the author made, if this is a variant that names none; else NULL */
    int year;
    const struct board *board; /* NULL: a library */
    int player_count;
    struct named_piece players[RULES_PLAYER_LIMIT];
    struct span players_span;
    int kind_count;            /* 0: no `pieces` line */
    struct named_piece kinds[RULES_KIND_LIMIT];
    int neutral_count;
    struct named_piece neutrals[RULES_NEUTRAL_LIMIT];
    int state_count;
    struct state states[RULES_STATE_LIMIT];
    int option_count;
    const struct option *options;
    int pattern_count;
    const struct pattern *const *patterns;
    const struct span *pattern_spans;
    int start_count;
    const struct start *starts;
    int turn_count;
    const struct turn *turns;
    int ban_count;
    const struct check *bans;
    int swap_ply;              /* 0: no swap */
    struct span swap_span;
    int end_count;
    const struct end *ends;
    const struct expr *score;  /* a number seen by each player, or NULL */
    struct span score_span;
    int stuck_count;           /* the last has no condition */
    const struct end *stucks;
    int both_stuck_count;
    const struct end *both_stucks;
    enum moves_mode moves_mode;
    struct span moves_span;
    bool reads_history;        /* repeated, board_seen or repetitions is used somewhere */
    bool reads_last_changed, reads_placed, reads_captured; /* the word is written somewhere */
    bool reads_ply;            /* `ply` is used somewhere */
    int example_count;
    const struct example *examples;
    int claim_count;
    const struct claim *claims;
    const struct sources *sources; /* for places in messages */
    uint32_t file;                 /* the game's own text */
};

/* A fact of an example. Moves are texts, already with the `?` and letters of the diagram put in place. */
enum fact_op { FACT_LEGAL, FACT_LEGAL_EXACTLY, FACT_ILLEGAL, FACT_PLAY, FACT_STUCK, FACT_PERFT, FACT_HOLDS };

struct fact {
    enum fact_op op;
    int word_count;
    const atom *words;       /* moves */
    int after_count;
    const atom *after;       /* moves played before it is judged */
    atom by;                 /* of illegal, or NULL */
    bool captures_given;
    int capture_count;
    const int *captures;     /* sites */
    int result;              /* -1 none, else enum ending: END_WIN wins, END_LOSE loses, END_DRAW draws, END_SCORE ends */
    int64_t depth, nodes;
    const struct def *truth; /* of holds, without parameters */
    bool fails;
    struct span span;
};

struct given {
    int state;     /* index, or -1 for ply */
    int player;    /* whose, or -1 for all */
    const struct expr *value;
};

struct example {
    atom name;
    const struct rules *rules; /* the rules it is played under: the game's, or made for this example (other board, `using`) */
    int diagram_count;         /* -1: the opening */
    const struct diagram_cell *diagram;
    int to_move;               /* player, -1: the first */
    int given_count;
    const struct given *given;
    int fact_count;
    const struct fact *facts;
    struct span span;
};

struct diagram_cell {
    int site;
    int piece, piece_kind; /* a player or PIECE_NEUTRAL + n */
};

#endif
