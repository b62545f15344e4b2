/* machine.h - what the evaluator works with: a position as the turn has changed it so far, a stack of values, limits.
 *
 * One machine serves one thread. It evaluates expressions (eval.c), walks through turns (exec.c), explains refusals
 * (explain.c). When the rules break down or memory is short it jumps to the trap of its heap. */
#ifndef CUT_MACHINE_H
#define CUT_MACHINE_H

#include "position.h"

/* The limits of a turn; each is named in the message that it gives. */
enum {
    LIMIT_CALLS = 1000,            /* rules running in one another */
    LIMIT_STEPS = 50 * 1000000,    /* steps and elements looked at in one enumeration */
    LIMIT_LIST = 1000000,          /* elements of a list that is kept */
    LIMIT_EXPLAIN = 2 * 1000000,   /* steps spent on explaining one refusal */
    LIMIT_MOVES = 1000000,         /* legal moves of a position that are listed */
    LIMIT_TEXT = 1000,             /* bytes of the text of a move */
    LIMIT_WRITTEN = 700,           /* sites written in one move */
    LIMIT_STACK = 512 * 1024       /* 64-bit words of values */
};

enum { TRAP_MEMORY = 1, TRAP_RULES = 2 };

/* A list value. */
struct list {
    int count, room;
    uint64_t *sets; /* count × words */
};

/* Values by kind in a slot of `stride` words: SITES the set; DIRS, NUMBER, TRUTH one word; LIST an index into lists. */
struct explainer;
struct pending;

struct machine {
    const struct rules *rules;
    struct layout layout;
    int words, stride; /* words of a set, of a slot (at least 2) */
    struct heap *heap;
    struct arena scratch;    /* lists and what waits, while a way is walked */
    struct arena kept;       /* what outlives the walk: the moves that were found */

    struct core *now;         /* the turn's block: the position as changed so far, placed, captured */
    const struct core *start; /* as the turn began; NULL: nothing stood (judging a position given as text) */
    const struct history *history;
    int mover, viewer;

    uint64_t *stack, *frame, *top;
    int calls;
    int64_t steps, step_limit; /* left of those that one enumeration may take */
    uint32_t changes;         /* counts the changes to `now`: what was not touched need not be restored */
    struct pending *pending;  /* inside `each`: the actions that wait; else NULL */

    char text[LIMIT_TEXT];
    uint16_t written[LIMIT_WRITTEN];
    const char *target;       /* ways that write anything else are given up; NULL: none */
    size_t target_size;
    bool target_whole;        /* the text must be the target, not only begin so */
    struct explainer *explainer;

    bool (*on_way)(struct machine *m, void *user); /* a way through the turn that broke no ban; false stops */
    void *on_way_user;

    char error[600];          /* why the trap was taken with TRAP_RULES */
    char fault[600];          /* the first rule error of a way that was given up; "" if none */
};

void machine_init(struct machine *m, const struct rules *rules, struct heap *heap);
void machine_free(struct machine *m);

/* The rules cannot go on: a limit, mostly. Jumps. */
_Noreturn void machine_fail(struct machine *m, struct span span, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* A rule error that only gives up one way: kept if it is the first. */
void machine_fault(struct machine *m, struct span span, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* "file:line" of a span, for messages; in buffer. */
const char *machine_place(const struct machine *m, struct span span, char *buffer, size_t size);

/* ---- eval.c: expressions, as m->viewer sees the position ---- */
void eval_sites(struct machine *m, const struct expr *e, uint64_t *out);
uint64_t eval_dirs(struct machine *m, const struct expr *e);
int64_t eval_number(struct machine *m, const struct expr *e);
bool eval_truth(struct machine *m, const struct expr *e);
/* Two numbers, by EX_EQ, EX_NE, EX_LT, EX_LE, EX_GT or EX_GE. */
bool eval_compare(enum expr_op op, int64_t a, int64_t b);
struct list *eval_list(struct machine *m, const struct expr *e);
/* Into a slot, whatever the kind. */
void eval_value(struct machine *m, const struct expr *e, uint64_t *slot);
/* What is constant on a board; see load.h. */
bool eval_constant(struct arena *scratch, const struct board *board, const struct expr *expr, uint64_t *set,
                   uint64_t *dirs, int64_t *number);
/* Does a pattern stand now that did not stand when the turn began? Its sites into `sites` unless that is NULL. */
bool eval_formed(struct machine *m, int pattern, uint64_t *sites);
void machine_use_steps(struct machine *m, struct span span, int64_t steps);

/* Goes through what an expression gives, element by element, each into `slot`. */
struct iterator {
    const struct expr *expr;
    enum kind kind;
    uint64_t set[BITSET_WORDS]; /* SITES: what is left; subsets: the set */
    uint64_t dirs;
    int64_t at, end;            /* RANGE; LIST: index */
    struct list *list;
    int subset_size, subset_state; /* subsets are made one by one */
    int *subset, *members, member_count;
};

void iterate(struct machine *m, struct iterator *it, const struct expr *e);
bool iterate_next(struct machine *m, struct iterator *it, uint64_t *slot);

/* ---- exec.c: the ways through a turn ---- */
/* Calls on_way for every legal way of the player to move in `core`; m->now is set up from it. False if stopped. */
bool exec_turn(struct machine *m, const struct core *core);

/* ---- explain.c ---- */
enum violation_kind { VIOLATION_REQUIRE, VIOLATION_FORBID, VIOLATION_BAN, VIOLATION_CHOICE, VIOLATION_CONDITION, VIOLATION_FIRST, VIOLATION_MOST };

struct violation {
    enum violation_kind kind;
    int weight;       /* filled in by explain.c, as is `piece` */
    struct span span; /* the condition or choice that fails */
    atom reason;      /* as the file words it, or NULL */
    atom name;        /* what `illegal … by` may call it, or NULL */
    enum kind shown;  /* what shows it: SITES: sites; DIRS: dirs; NUMBER: number; BAD: nothing */
    uint64_t sites[BITSET_WORDS], dirs;
    int piece;        /* what stands on the first of the sites, as the turn has changed the position: see core_piece */
    int64_t number;
    int64_t low, high; /* CHOICE of a NUMBER: what could be chosen */
    bool nothing;      /* CHOICE: nothing could be chosen */
};

/* What shows it: an element; what could have been chosen instead; the sites of `a in b` that are not in b. */
void violation_show(const struct machine *m, enum kind kind, const uint64_t *slot, struct violation *v);
void violation_show_allowed(const struct machine *m, const struct iterator *allowed, struct violation *v);
void violation_show_outside(struct machine *m, const struct expr *in, struct violation *v);

/* One choice more, or less, of the way at hand was allowed. */
void explain_chosen(struct explainer *explainer, int change);
/* Notes that the way at hand breaks a rule. False: it is not worth going on. */
bool explain_violation(struct machine *m, const struct violation *violation);
/* The way at hand wrote the whole target (or can go no further): is it the best explanation so far? */
void explain_way(struct machine *m);

#endif
