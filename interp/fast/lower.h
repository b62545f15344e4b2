/* lower.h - from checked rules to register code: what the files of the compiler share.
 *
 * The steps of a turn are worked through as the plain evaluator would, but with registers for values. A register is
 * written by one instruction (or once in each of two branches that meet), so the position before an action stays where
 * it is, and going back to an earlier choice costs nothing. Values that are known while compiling never reach a
 * register. */
#ifndef CUT_LOWER_H
#define CUT_LOWER_H

#include "code.h"

struct label {
    bool placed, round; /* while the program is laid out: a jump leads back here */
    int32_t at;
    struct node *node; /* for lower_moves.c */
};

struct node {
    struct ins ins;
    struct label *label; /* where it jumps, or of OP_LABEL itself */
    struct node *next, *previous;
    bool has_target, dead;
};

enum rep {
    REP_SET,
    REP_SITE, /* one site or none, as a number */
    REP_RUN,  /* the sites after `reg` (with it, if `with`) up to the site in `to`, along dir */
    REP_WORD, /* a number, truth or set of directions */
    REP_LIST, /* worked out where it is gone through */
    REP_CHOSEN,
    REP_UNKNOWN /* lower_narrow.c: the site that is looked for; what it decides */
};

struct thunk;

struct val {
    enum rep rep;
    bool fixed, some;      /* known while compiling (set or word); never nowhere (a number: at least 1) */
    bool with, open;       /* of runs; open: `to` may be the edge */
    bool one;              /* directions: exactly one */
    bool counted;          /* a length: the choices 1 .. it are in the weight that it was drawn by */
    uint16_t reg, to, mid; /* mid: of a run that goes on from one that ended there */
    uint16_t most;         /* 0, or the register of a number that max may be replaced by; known before the turn */
    uint16_t drawn;        /* of a site: the register of the set that it was taken from */
    uint16_t class;        /* CLASS_…: what stood on its sites as the turn began, at most */
    int dir, max;          /* max: not more sites */
    int64_t word;
    const uint64_t *set;
    const struct thunk *thunk;
};

enum { CLASS_EMPTY = 1, CLASS_NEUTRAL = 2, CLASS_PLAYER = 4, CLASS_ANY = 0xff };
enum { LOWER_PARTS = RULES_PLAYER_LIMIT * (1 + RULES_STATE_LIMIT) + RULES_NEUTRAL_LIMIT + RULES_KIND_LIMIT + 1 + 2 };

/* A position at a point of the code. */
enum { SPOT_SOME = 6 };

struct spot {
    uint16_t some[SPOT_SOME]; /* registers known not to be nowhere */
    int some_count;
    uint16_t part[LOWER_PARTS]; /* registers; `placed` and `captured` are apart */
    uint16_t class[LOWER_PARTS];
    uint16_t free_class; /* of the empty sites */
    struct val placed, captured;
    struct val acted, passed, again, wrote, text; /* truths; text: a number made of what was written */
};

struct env {
    struct val *slots;
    int count;
};

struct thunk {
    const struct expr *e;
    struct env *env;
    struct spot spot;
    int viewer;
};

struct memo {
    uint16_t op, a, b, d;
    uint32_t x;
    const void *p;
    int level;
};

struct loop {
    struct node *before; /* what does not change in the loop goes before this node */
    int level, guard;
};

enum { LOWER_DEPTH = 60, LOWER_CODE = 60000, LOWER_PROCEDURES = 64 };

/* The code of the turn, or of a rule that runs itself. */
struct function {
    struct node *first, *last, *cursor; /* nodes go before the cursor, or at the end */
    int frame_size;
    struct constant *constants;
    int constant_count, constant_room;
    struct memo *memos;
    int memo_count, memo_room;
    struct loop loops[LOWER_DEPTH];
    int depth, level, guard;
    uint16_t ply, passes; /* registers */
    uint8_t *depth_of;    /* by register: the depth of the loop that it is written in */
    struct procedure *procedure;
    bool wrote; /* of a rule: something was written before it begins */
    struct node *end_of_constants;
};

enum follow_op { UP_STEPS, UP_FOUND, UP_PROBE, UP_BEST, UP_EQUAL, UP_RETURN };

struct up {
    enum follow_op op;
    const struct step *next;
    struct env *env;
    const struct up *up;
    const struct step *most;
    uint16_t found, best;
    struct label *label;
};

/* How many ways at most: k × the numbers in some registers. */
enum { BOUND_REGS = 4 };

struct bound {
    uint64_t k;
    uint16_t reg[BOUND_REGS];
};

struct offset_shift {
    int dx, dy;
    const struct shift *shift;
    struct offset_shift *next;
};

enum lower_mode { MODE_ALL, MODE_RANDOM };

struct gather;

struct lower {
    struct arena *arena;
    const struct rules *rules;
    const struct board *board;
    const struct layout *layout;
    struct program *program;
    unsigned without;
    bool keeps_placed, keeps_captured, keeps_changed, keeps_again, keeps_text; /* somebody reads it */
    int words, none;
    struct function *fn, *main;
    struct env *env;
    struct val nowhere;
    struct spot spot, begin;
    int mover, viewer;
    unsigned out;  /* the players who are out, as a set */
    bool distinct; /* what is gone through next may have no element twice */
    bool follows;  /* the code depends on who is out */
    enum lower_mode mode;
    bool tried;           /* RANDOM: something was drawn on this way */
    bool trial, probing;  /* RANDOM: in the loop of trials; looking for any way through a block */
    bool unsampled;       /* this turn cannot be drawn at random: all ways are gone through */
    uint64_t bans_judged; /* before the end of the way */
    int branching;        /* RANDOM: inside so many branches drawn by weight */
    struct val passes;
    struct label *fail, *judge, *all, *exhausted;
    bool failed;
    const char *why; /* for the curious */
    int nodes, nesting, judged, joins_count, trial_count;
    struct gather *gather; /* inside `each` */
    const struct site_texts *site_texts;
    struct dirset *dirsets[64];
    int dirset_count;
    const uint64_t *rays[BOARD_DIR_LIMIT], *all_along[16];
    const uint16_t *steps[BOARD_DIR_LIMIT];
    const struct shift *shifts[BOARD_DIR_LIMIT];
    struct offset_shift *offset_shifts;
    const struct run_draw *run_draws[2 * BOARD_DIR_LIMIT]; /* only for RUN_WEIGHT */
    uint64_t all_along_dirs[16];
    int all_along_count;
    int procedure_count, procedures_made;
    struct rule_code *rule_codes[LOWER_PROCEDURES];
    struct rule_code *pending_code;
    const struct rule *running[LOWER_DEPTH];
    int running_count;
    int part_count;
    uint16_t part_size[LOWER_PARTS], part_offset[LOWER_PARTS];
};

/* A rule that runs itself, for one kind of arguments, one mover and those who are out. */
struct rule_code {
    const struct rule *rule;
    int mover;
    unsigned out;
    struct val params[16];
    bool wrote; /* something was written before it begins */
    struct label *label;
    struct function *fn;
    uint16_t spot_regs[LOWER_PARTS + 8];
    struct spot spot;
    struct procedure *procedure;
    struct rule_code *next;
};

void *lower_fail(struct lower *l, const char *why); /* always NULL */

/* ---- lower_emit.c ---- */
uint16_t lower_reg(struct lower *l, int words);
struct node *lower_emit(struct lower *l, enum code_op op, int d, int a, int b);
struct node *lower_jump(struct lower *l, enum code_op op, int a, int b, struct label *to);
/* An instruction that only makes d: the result of the same one before, if there is; as far out as its operands allow.
 */
uint16_t lower_pure(struct lower *l, enum code_op op, int a, int b, uint32_t x, const void *p);
struct label *lower_label(struct lower *l);
void lower_place(struct lower *l, struct label *label);
int lower_enter(struct lower *l);             /* code that is not always run: what it makes is forgotten … */
void lower_leave(struct lower *l, int level); /* … here */
void lower_loop(struct lower *l);
void lower_loop_end(struct lower *l);
uint16_t lower_constant(struct lower *l, const uint64_t *value, int words);
uint16_t lower_number(struct lower *l, int64_t value);
uint8_t *lower_reads(struct lower *l, const struct function *fn); /* by register: how often, up to many times */
bool lower_writes(const struct node *node, uint16_t reg);
int lower_read_count(uint8_t *scratch, const struct node *node, uint16_t reg);
bool lower_is_pure(const struct node *node);
bool lower_is_plain(const struct node *node);
void lower_finish(struct lower *l); /* the program from the nodes */
struct function *lower_function(struct lower *l);

/* ---- lower_tables.c ---- */
const uint16_t *lower_steps(struct lower *l, int dir);
struct text lower_text(const char *before, const char *text);
const struct site_texts *lower_site_texts(struct lower *l);
const uint64_t *lower_rays(struct lower *l, int dir);
const struct shift *lower_shift(struct lower *l, int dir);
const struct shift *lower_shift_far(struct lower *l, int dir, int far);
const struct shift *lower_shift_by(struct lower *l, int dx, int dy); /* on the lattice */
const struct dirset *lower_dirset(struct lower *l, uint64_t dirs);
const uint64_t *lower_all_along(struct lower *l, uint64_t dirs);
uint64_t *lower_set(struct lower *l); /* a set of `words` words in the arena */

/* ---- lower_set.c, lower_list.c, lower_truth.c: expressions ---- */
struct val lower_sites(struct lower *l, const struct expr *e);
struct val lower_word(struct lower *l, const struct expr *e); /* numbers, directions; truths too */
struct val lower_value(struct lower *l, const struct expr *e);
uint16_t lower_as_set(struct lower *l, struct val v);
uint16_t lower_as_word(struct lower *l, struct val v);
void lower_into(struct lower *l, uint16_t reg, struct val v); /* not remembered */
struct val lower_fixed_set(struct lower *l, const uint64_t *set);
struct val lower_fixed_word(int64_t word);
struct val lower_set_val(struct lower *l, uint16_t reg, unsigned class, int max);
struct val lower_site_val(uint16_t reg, unsigned class, bool some);
struct val lower_join(struct lower *l, struct val a, struct val b); /* a | b */
struct val lower_meet(struct lower *l, struct val a, struct val b);
struct val lower_minus(struct lower *l, struct val a, struct val b);
struct val lower_occupied(struct lower *l);
struct val lower_empty(struct lower *l);
struct val lower_changed(struct lower *l);
struct val lower_next(struct lower *l, struct val a, int dir);
uint16_t lower_shifted(struct lower *l, uint16_t set, const struct shift *shift);
struct val lower_reach_all(struct lower *l, struct val from, struct val within, uint64_t dirs);
struct val lower_reach_along(struct lower *l, struct val from, struct val within, struct val dirs); /* or unknown */
bool lower_dirs_known(struct lower *l, const struct expr *e, uint64_t *dirs);
bool lower_number_known(struct lower *l, const struct expr *e, int64_t *number);
int lower_truth_known(struct lower *l, const struct expr *e); /* 0, 1; -1 unknown */
/* Jumps to `to` if e is `sense`; else goes on. */
void lower_if(struct lower *l, const struct expr *e, bool sense, struct label *to);
void lower_if_some(struct lower *l, struct val v, bool sense, struct label *to);

/* Emits `body` for each element that e gives, as a loop or one after another; body may jump to `next`. */
typedef void (*lower_body)(struct lower *l, struct val element, struct label *next, void *user);
void lower_each(struct lower *l, const struct expr *e, lower_body body, void *user);
/* The expression and its environment behind names and viewpoints; put l->env and l->viewer back from `old`. */
struct look {
    struct env *env;
    struct spot spot;
    int viewer;
    bool moved;
};
const struct expr *lower_look(struct lower *l, const struct expr *e, struct look *old);
void lower_look_back(struct lower *l, const struct look *old);
struct env *lower_env(struct lower *l, int slots);
bool lower_repeats(struct lower *l, const struct expr *e); /* lower_each may visit an element twice */
void lower_each_site(struct lower *l, struct val set, lower_body body, void *user);
/* The player after `player`. */
int lower_following(struct lower *l, int player);
int lower_piece_part(struct lower *l, int piece); /* the part of the position that a piece belongs to */
/* Whose view `their` or `following` takes: a set of players. */
unsigned lower_viewers(struct lower *l, const struct expr *e);
/* `their` and `following` as each of these sees it: the next viewer, or false; *viewers begins as lower_viewers. */
bool lower_next_viewer(struct lower *l, unsigned *viewers);

/* ---- lower_narrow.c ---- */
/* Looking for a site that is REP_CHOSEN in the environment. */
struct narrow {
    struct lower *l;
    int budget, depth;
};

enum { NARROW_BUDGET = 200 };

bool lower_depends(const struct lower *l, const struct expr *e); /* on the site that is looked for, or what follows */
/* At least the directions that e may be. */
bool lower_possible_dirs(struct narrow *n, const struct expr *e, uint64_t *dirs);
/* At least the sites from which e has the direction; *exact becomes false if it may be more. */
struct val lower_from(struct narrow *n, const struct expr *e, uint64_t dir, bool *exact);
struct val lower_next_by(struct lower *l, struct val v, uint64_t dirs);
/* `set` without sites from which the steps after a `choose` find no way. */
struct val lower_narrow(struct lower *l, const struct step *step, struct val set);

/* ---- lower_moves.c ---- */
void lower_moves(struct lower *l, struct function *fn);

/* ---- lower_fuse.c ---- */
void lower_fuse(struct lower *l, struct function *fn);

/* ---- lower_chains.c ---- */
/* Emits `body` for the chains in which the condition may not be as it was at the last look, when body was in vain for
 * all. False: the list is not of chains, or the condition asks of more than the chain in `slot`. */
bool lower_changed_chains(struct lower *l, const struct expr *list, const struct expr *condition, int slot,
                          lower_body body, void *user);

/* ---- lower_pattern.c ---- */
/* Jumps as lower_if does: does the pattern stand that did not when the turn began? False: beyond it. */
bool lower_if_formed(struct lower *l, const struct pattern_view *view, bool sense, struct label *to);
/* The sites where the pattern stands, or `anchors`: some site for each instance. False: beyond it. */
bool lower_found(struct lower *l, const struct pattern_view *view, bool anchors, struct val *found);
/* Does the way end with a piece put on the chosen site, and is there a ban that can be judged before? */
bool lower_judges_bans(struct lower *l, const struct step *choice, const struct up *up);
/* `set` without the sites on which the piece would break such bans: those of l->bans_judged from here on. */
struct val lower_unbanned(struct lower *l, const struct step *choice, const struct up *up, struct val set);

/* ---- lower_act.c ---- */
void lower_act(struct lower *l, const struct step *step);
void lower_each_step(struct lower *l, const struct step *step);

/* ---- lower_settled.c ---- */
void lower_settled(struct lower *l, const struct step *steps);
void lower_settled_step(struct lower *l, const struct step *step);
struct way *lower_way(struct lower *l, bool whole); /* not whole: without what nobody reads */
int lower_changed_part(const struct lower *l);      /* of a position's parts: last_changed */
void lower_add_part(struct way *way, uint16_t reg, int size);
bool lower_uses(const struct step *steps, enum step_op op);
bool lower_has_choice(const struct step *steps, int depth);
bool lower_runs_itself(const struct rule *rule);
void lower_enter_rule(struct lower *l, const struct step *step);
struct val lower_unknown(uint16_t reg); /* a word */
bool lower_is_known(struct val v, int64_t word);
void lower_wrong(struct lower *l, struct val truth); /* if it holds, the plain evaluator says what is wrong */

/* ---- lower_call.c ---- */
void lower_call(struct lower *l, const struct step *step, const struct up *up);
struct way *lower_spot_list(struct lower *l, bool wrote);

/* ---- lower_draw.c ---- */
/* Branches drawn by the number of ways that they have at most. */
struct branching {
    struct branches *branches;
    struct bound *bounds;
    int count;
};

struct bound lower_times(struct bound a, struct bound b);
bool lower_fixed_bound(struct bound bound);
bool lower_same_bound(struct bound a, struct bound b);
void lower_branch_begin(struct lower *l, struct branching *b, int count);
void lower_branch_is(struct lower *l, struct branching *b, struct bound bound);
struct bound lower_branch_end(struct lower *l, struct branching *b);
struct bound lower_draw_site(struct lower *l, const struct step *step, const struct up *up);
/* choose d in D  choose x in reach(site, T, d) - site, where d is not used any more: both at once. */
bool lower_draw_slide(struct lower *l, const struct step *step, const struct up *up, struct bound *bound);
struct bound lower_draw_dir(struct lower *l, const struct step *step, const struct up *up);
struct bound lower_draw_number(struct lower *l, const struct step *step, const struct up *up);
struct bound lower_draw_list(struct lower *l, const struct step *step, const struct up *up);

/* ---- lower_pair.c ---- */
bool lower_draw_pair(struct lower *l, const struct step *step, struct val set, const struct up *up,
                     struct bound *bound);

/* ---- lower_step.c ---- */
struct bound lower_run(struct lower *l, const struct step *step, const struct up *up);

/* ---- lower_turn.c ---- */
void lower_way_end(struct lower *l);

#endif
