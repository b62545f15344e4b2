/* code.h - rules as register code: what lower*.c makes of them and exec.c runs.
 *
 * A frame is an array of words; a register is a place in it, `words` long for a set, one word for a number. A site is a
 * number, `none` (the number of sites) for no site. Instructions that jump do so when their condition holds. */
#ifndef CUT_CODE_H
#define CUT_CODE_H

#include "../base/rng.h"
#include "../engine/turn.h"

enum code_op {
#define OP(name, operands, pure) OP_##name,
#include "ops.def"
#undef OP
    OP_LABEL,
    OP_COUNT_ALL
};

struct ins {
    uint16_t op, d, a, b;
    union {
        struct {
            int32_t t; /* where to jump */
            uint32_t x;
        } j;
        const void *p;
    } u;
};

/* One step along a direction for a whole set: parts of the board move by one distance each. No groups: site by site. */
struct shift_group {
    int by; /* bits up, or down if negative */
    uint64_t mask[BITSET_WORDS];
};

struct shift {
    int count;
    const struct shift_group *groups;
    const uint16_t *steps; /* by site; one more, `none` */
};

struct dirset {
    uint64_t dirs;
    int count;
    const struct shift *shifts[BOARD_DIR_LIMIT];
    const uint64_t *near; /* by site, words each: one step from it */
};

enum { ROWS_PLAN = 10 };

struct rows { /* rows of n along some axes */
    int length, count;
    const struct shift *shifts[BOARD_DIR_LIMIT];
    /* Where a row of `length` begins: rows of one put together, `plan` by so many steps each time (plan_count times).
     */
    int plan_count;
    const struct shift *plan[BOARD_DIR_LIMIT][ROWS_PLAN];
    /* On a board of one word where each step is one distance: the word is turned down by so many bits each time, and
     * only where a row has room may one begin. */
    bool turns;
    uint8_t turn[BOARD_DIR_LIMIT][ROWS_PLAN];
    uint64_t room[BOARD_DIR_LIMIT];
};

struct label;

/* Where an instruction with a table may go on; the label is the compiler's. */
struct aim {
    int32_t at;
    struct label *label;
};

struct line_jump {
    const struct rows *rows;
    struct aim aim;
};

/* Do the stones in a join two fixed sets? What was found at the last look is kept in `slot`. */
struct joins {
    const uint64_t *from, *to;
    const struct dirset *dirset;
    int slot;
};

/* Chains of stones, each asked the same: those of the last look, all in vain, are kept in `slot`. */
struct chains {
    const struct dirset *dirset;
    int slot;
};

struct copy {
    uint16_t from, to, words;
};

/* The position at a point of the code: registers of the parts of a position, in the order of its block. */
struct way {
    int count;
    struct copy *copies; /* what differs from the start: into the block `now`; of FINISH: into `start` */
    int result_count;    /* the first copies, without placed and captured */
    int late_count;      /* of FINISH: what changed is worked out of these at the last ply only, into `late_to` */
    struct copy *late;
    uint16_t late_to;
    int part_count;
    uint16_t *parts, *sizes;      /* all of it: for what needs the whole */
    uint16_t again, passed, text; /* registers */
    int player;
};

struct formed {
    int pattern, viewer;
    const struct way *now;
};

struct seen {
    const struct way *now;
    bool board_only;
    int mover;
};

/* Of a score: what each player has, and the end that asks. */
struct scores {
    int end, count;
    uint16_t regs[RULES_PLAYER_LIMIT];
};

/* A text in a register: its sum, and in the 16 bits below it the site that it ends with. */
enum { TEXT_NO_SITE = 0xffff };

/* What a text becomes with more characters: a sum of 48 bits, times `power`, plus `sum`. */
struct text {
    uint64_t power, sum;
};

/* By site, its name; `after` another site: with a dash before it. */
struct site_texts {
    const struct text *first, *after;
};

struct branches {
    int count;
    struct aim *aims;
    uint16_t *weights; /* registers; NULL: all the same */
};

/* Sites of a set, each with a number k up to the length of its run in the set; weighted by k if so. */
struct run_draw {
    const struct shift *shift; /* against the run */
    bool weighted;
    uint16_t length; /* register */
    struct aim aim;  /* if there are none */
};

/* Where a piece may slide from each site on an empty board, along each direction: the same number of draws for all. */
struct slide {
    uint32_t most;         /* targets of one site */
    const uint32_t *start; /* by site and one more: its first target */
    const struct slide_target {
        uint16_t site, dir;
    } * targets;
    const uint64_t *rays[BOARD_DIR_LIMIT];
    struct aim aim; /* if this draw is none */
};

/* A site of one of some sets (registers), and what is one step from it: other steps for each set. */
enum { PAIRS_MOST = 8 };

struct pairs {
    int count;
    uint16_t set[PAIRS_MOST];
    const uint16_t *steps[PAIRS_MOST];
    uint16_t to;    /* register */
    struct aim aim; /* if there is none */
};

struct thin {
    uint64_t keep, of;
    struct aim aim;
};

struct constant {
    uint16_t reg, words;
    const uint64_t *value;
};

enum { CALL_ENTRY, CALL_NEXT, CALL_AIMS };

struct call {
    struct aim aims[CALL_AIMS]; /* the procedure, its continuation */
    int count;
    struct copy *copies; /* from the caller's frame to the new one */
    const struct procedure *procedure;
};

struct procedure {
    int frame_size, constant_count;
    struct constant *constants;
};

/* Where the code of a mover begins: a random move; every way; the ends on `now`. */
struct entry {
    int32_t turn, all, judge;
};

enum { CODE_JOINS_LIMIT = 16, CODE_TRIALS_LIMIT = 16, CODE_TRIES = 512 };

struct program {
    const struct rules *rules;
    const struct layout *layout;
    int words, none;
    struct ins *code;
    int size;
    int frame_size;
    const struct entry *entries; /* by the set of players who are out, and then by mover */
    int constant_count;
    struct constant *constants;
    int part_count;         /* of a position's block, `placed` and `captured` included */
    uint16_t start, now;    /* first registers of the two blocks */
    uint16_t ply, passes;   /* registers */
    uint16_t again, passed; /* of `now` */
    int block_words;
    const uint64_t *bits;         /* by site, words each */
    const struct dirset *singles; /* by direction, where needed */
    const int16_t *step;          /* of the board */
    bool dedupes;                 /* ways with one result (or text) are one move */
    bool calls;
};

enum code_stop { CODE_DONE, CODE_STUCK, CODE_FAULT, CODE_STOPPED };

struct exec;
typedef enum code_stop exec_run(struct exec *e, int32_t entry);

/* What runs a program: one thread's. */
struct exec {
    const struct program *program;
    struct rng rng;
    uint64_t *frame, *frames_end;
    struct activation *stack;
    int stack_room;
    struct head head; /* of the position */
    /* by mover, as long as nobody leaves: the code, that of a random move, who is next */
    const struct entry *entry;
    int32_t turn[RULES_PLAYER_LIMIT];
    uint8_t next[RULES_PLAYER_LIMIT];
    int plies_left, steps_left; /* … of LIMIT_STEPS in one turn: rounds of loops, calls */
    const struct history *history;
    struct machine *machine;
    uint64_t ways;
    uint32_t tries[CODE_TRIALS_LIMIT];
    bool has_result, passed;
    /* ways that are one move */
    struct way_key *keys;
    uint32_t key_room, key_count, generation;
    uint64_t salt, lowest; /* … or one of them, drawn without keeping the others */
    /* every way is kept instead of a random one */
    bool keep_all;
    uint64_t *kept;
    size_t kept_count, kept_room;
    struct arena *arena;
    uint64_t (*looked)[BITSET_WORDS], (*joined)[BITSET_WORDS]; /* JOINS, chains: by slot */
    struct core *scratch;
    exec_run *run;
};

struct activation {
    const struct ins *back;
    uint64_t *frame, *top;
};

struct way_key {
    uint64_t a, b;
    uint32_t generation;
};

enum { EXEC_STACK = 4096 };

/* The passes of the compiler; a bit that is set leaves one out. */
enum code_pass {
    PASS_REUSE,
    PASS_HOIST,
    PASS_UNROLL,
    PASS_RUNS,
    PASS_SAMPLE,
    PASS_JOINS,
    PASS_FOLD,
    PASS_UNUSED,
    PASS_NARROW,
    PASS_LATE,
    PASS_FUSE,
    PASS_PAIRS,
    PASS_MOVES,
    PASS_PATTERNS,
    PASS_COUNT
};
extern const char *const code_pass_name[PASS_COUNT];

/* Among the passes to leave out: two ways written alike, a mistake unless the rules say otherwise, are a fault. */
enum { CODE_STRICT = 1 << 30 };

/* NULL: something in the rules is beyond the compiler. In the arena; rules and layout must outlive it. */
const struct program *code_make(struct arena *arena, const struct rules *rules, const struct layout *layout,
                                unsigned without);
/* By instruction: what its operands are, as ops.def has it. */
extern const char *const code_operands[OP_COUNT_ALL];
/* Where an instruction's table says that it may go on; NULL: it has none of that kind. */
const struct aim *code_aims(const struct ins *ins, int *count);
void code_print(const struct program *program, void (*line)(void *user, const char *text), void *user);

/* ---- exec.c ---- */
void exec_begin(struct exec *e, const struct program *program, struct arena *arena, struct machine *machine);
void exec_load(struct exec *e, const struct core *core);
void exec_store(const struct exec *e, struct core *core);
/* One random move, judged by the ends; CODE_STUCK: there is none. */
enum code_stop exec_move(struct exec *e);
/* Up to `most` of them, until the game ends or there is none (then last_changed is of an earlier ply if no rule reads
 * it). */
enum code_stop exec_moves(struct exec *e, int most, int *made);
/* All ways: e->kept. Then exec_take(i) makes the i-th the position, judged. */
enum code_stop exec_all(struct exec *e);
enum code_stop exec_take(struct exec *e, size_t i);

/* exec_1.c and so on: for sets of so many words. `bits`: for processors with popcnt and bmi2. */
#define EXEC_WIDTHS(do)                                                                                                \
    do                                                                                                                 \
    (1) do(2) do(3) do(4) do(6) do(11)
#define EXEC_DECLARE(words)                                                                                            \
    enum code_stop exec_run_##words(struct exec *e, int32_t entry);                                                    \
    enum code_stop exec_run_##words##_bits(struct exec *e, int32_t entry);
EXEC_WIDTHS(EXEC_DECLARE)
#undef EXEC_DECLARE

#endif
