/* sema.h - what the parts of the checker share. From the texts to the rules:
 *
 *   load.c     reads the file and all that it uses and extends into modules
 *   merge.c    lays the modules over each other: one program of named entries and groups of items
 *   items.c …  makes struct rules of a program for one choice of options: the checker proper
 *
 * A def or rule with parameters is first checked once without knowing their kinds ("generic": what it wants of each
 * parameter is noted), then again for each tuple of kinds that it is called with (an instance). */
#ifndef CUT_SEMA_H
#define CUT_SEMA_H

#include "../../grammar/ast.h"
#include "../base/strbuf.h"
#include "builtins.h"
#include "load.h"

enum {
    SEMA_DEPTH_LIMIT = 2500, /* of expressions and blocks, through calls */
    SEMA_CALL_LIMIT = 100,   /* of defs and rules within each other */
    SEMA_INSTANCE_LIMIT = 2000,
    SEMA_PARAM_LIMIT = 16
};

/* ---- modules and programs (load.c, merge.c) */

struct entry { /* a named item: def, rule, pattern, option or state */
    atom name;
    const struct ast *item;
    struct module *module;
    int index; /* within the program */
};

struct item {
    const struct ast *ast;
    struct module *module;
    struct item *next;
};

enum group {
    GROUP_GAME,
    GROUP_AUTHOR,
    GROUP_ABOUT,
    GROUP_BOARD,
    GROUP_COORDS,
    GROUP_PLAYERS,
    GROUP_PIECES,
    GROUP_NEUTRAL,
    GROUP_START,
    GROUP_TURN,
    GROUP_BAN,
    GROUP_SWAP,
    GROUP_END,
    GROUP_SCORE,
    GROUP_STUCK,
    GROUP_MOVES,
    GROUP_COUNT
};

struct names { /* entries by name, in the order of their coming */
    struct arena *arena;
    struct entry **list; /* NULL: taken out again */
    size_t count, room;
    uint32_t *slots; /* open addressing: 1 + place in the list */
    size_t slot_count;
};

struct layer { /* what a module and all below it come to */
    struct names names;
    struct item *groups[GROUP_COUNT];
};

struct link {
    struct module *module;
    const struct ast *item; /* the use or extends */
    struct link *next;
};

struct module {
    const char *path;
    uint32_t file;
    const struct ast *items;
    enum { MODULE_READING, MODULE_READ, MODULE_MERGED } state;
    int stamp; /* of the latest search through the modules */
    struct link *uses, *base;
    struct names own, privates;
    struct layer *layer; /* once merged */
    struct module *next; /* of all modules */
};

struct program {
    struct module *main;
    const struct names *names;
    struct item *groups[GROUP_COUNT];
    struct entry **entries; /* all, private ones included */
    int entry_count;
};

struct loader {
    struct load *load;
    struct module *modules;
    int stamp;
    bool damaged;        /* something of a text is not in its tree: names may be missing through no fault of their users */
    struct shelf *shelf; /* stdlib modules that were looked into for a suggestion */
    bool shelf_filled;
};

struct module *module_read(struct loader *loader, const struct load_text *text);
void names_init(struct names *names, struct arena *arena);
struct entry *names_find(const struct names *names, atom name);
void names_put(struct names *names, struct entry *entry); /* replaces one of that name */
void names_drop(struct names *names, atom name);
struct program *merge_program(struct loader *loader, struct module *main);
/* "movement.cut:21" */
const char *place_text(struct load *load, struct span span);
enum { SHELF_MODULES = 7 };
extern const char *const shelf_modules[SHELF_MODULES]; /* the names of the standard library, if they are there */
/* The module of the standard library that has the name, or NULL. */
const char *shelf_find(struct loader *loader, atom name);

/* ---- the checker */

struct param {
    atom name;
    struct span span;
    unsigned wants;    /* kinds that fit, as bits; 0: anything */
    bool listed;       /* somewhere a list is gone through as such: no union is made of it at the call */
    struct span where; /* what wants them */
};

struct instance {
    enum kind kinds[SEMA_PARAM_LIMIT];
    int patterns[SEMA_PARAM_LIMIT]; /* of KIND_PATTERN: which */
    struct def *def;                /* one of the two */
    struct rule *rule;
    bool forms;   /* see struct checked */
    bool history; /* asks whether a position stood before */
    struct instance *next;
};

enum check_state { CHECK_FRESH, CHECK_RUNNING, CHECK_DONE };

struct checked { /* what is known of an entry */
    enum check_state state;
    bool bad;  /* an error was reported inside */
    int index; /* of an option, state or pattern in the rules; -1 if it could not be made */
    int param_count;
    struct param *params;
    enum kind kind; /* of a def's value, as far as it does not depend on the parameters */
    bool forms;     /* uses a pattern as a truth (a rule: before it acts) */
    struct span forms_span;
    int stamp; /* of the latest search through the rules */
    struct instance *instances;
};

struct local {
    atom name;
    int slot; /* -1 for a pattern */
    enum kind kind;
    int pattern;
    struct span span;
    struct local *outer;
};

/* Where an expression stands, for what may stand there. */
enum stand { PLACE_FORMED, PLACE_STEPS, PLACE_DEF, PLACE_OTHER };

struct frame {
    struct frame *outer;
    const struct entry *entry; /* NULL outside of defs and rules */
    struct module *module;
    struct local *locals; /* in scope, newest first */
    struct local *gone;   /* those whose block has ended */
    enum kind *kinds;     /* by slot */
    int slots, room;
    bool generic;
    struct param *params;
    int param_count;
    enum stand place;
    const char *words; /* of PLACE_OTHER: "the board" */
    bool is_turn, forms;
    struct span forms_span;
    bool may_act, acts_in_each; /* an action may have gone before; in the `each` around the step there is one */
    const struct ast *acted;    /* the latest step that certainly acted or wrote before this one, or NULL */
    const struct ast *passed;   /* the same of `pass` */
    const struct ast *each;     /* the `each` around the step, or NULL */
    struct span called_from;    /* of an instance with parameters */
};

struct checker {
    struct loader *loader;
    struct load *load;
    const struct program *program;
    const struct load_setting *settings;
    size_t setting_count;
    const char *position;
    struct rules *rules;
    struct arena *arena;     /* where expressions go: the game's, or scratch in a generic check */
    struct checked *checked; /* by entry */
    struct frame *frame;
    struct option *options;
    const struct pattern **patterns; /* those of the rules, while they are being made */
    struct span *pattern_spans;
    int pattern_count;
    int depth, calls, instances, errors, stamp;
    bool library; /* no board: what depends on one is not looked at */
    bool board_ready;
    bool symbols_bad; /* a symbol cannot be used, or two have it: no cell of a diagram is to blame */
    struct span example; /* this check is for an example; file 0: for the game */
};

/* items.c: makes the rules; the checker that comes back knows whether there were errors. It is in scratch. */
struct checker *check_program(struct loader *loader, const struct program *program, struct rules *rules,
                              const struct load_setting *settings, size_t setting_count, struct span example);

/* report.c: messages */
struct diag *report(struct checker *c, struct span span, const char *format, ...) __attribute__((format(printf, 3, 4)));
#define help(c, diag, ...) diag_help((c)->load->diags, (diag), __VA_ARGS__)
#define note(c, diag, span, ...) diag_note((c)->load->diags, (diag), (span), __VA_ARGS__)
const char *kind_words(enum kind kind);                     /* "a set of sites" */
const char *wants_words(struct checker *c, unsigned wants); /* "a set of sites or of directions" */
const char *quote(struct checker *c, struct span span);     /* the text, shortened */
enum sought { SOUGHT_VALUE, SOUGHT_CALL, SOUGHT_STEP };
void report_unknown(struct checker *c, atom name, struct span span, enum sought sought);
void suggest(struct checker *c, struct diag *diag, const char *name, const char *const *candidates, size_t count);
struct span no_span(void);

/* scope.c: names */
void frame_open(struct checker *c, struct frame *frame, struct module *module, const struct entry *entry);
void frame_close(struct checker *c);
/* A name for a new slot; says why not if it cannot be taken. The slot is given in any case. */
int local_add(struct checker *c, atom name, struct span span, enum kind kind);
void local_add_pattern(struct checker *c, atom name, struct span span, int pattern);
/* Back to the locals of an outer block. */
void locals_end(struct checker *c, struct local *outside);
const struct local *local_find(const struct checker *c, atom name);
const struct entry *entry_find(const struct checker *c, const struct module *module, atom name);
int player_find(const struct checker *c, const struct module *module, atom name); /* -1 if there is none */
int kind_find(const struct checker *c, atom name);
int neutral_find(const struct checker *c, atom name);
bool name_is_free(struct checker *c, atom name, struct span span, const char *what);
atom intern_here(struct checker *c, const char *text);

/* kinds.c: wants */
#define K(kind) (1u << (kind))
enum {
    WANT_SITES = 1u << KIND_SITES,
    WANT_DIRS = 1u << KIND_DIRS,
    WANT_NUMBER = 1u << KIND_NUMBER,
    WANT_TRUTH = 1u << KIND_TRUTH,
    WANT_PATTERN = 1u << KIND_PATTERN,
    WANT_EITHER = WANT_SITES | WANT_DIRS,
    WANT_SETS = WANT_SITES | WANT_DIRS | 1u << KIND_LIST,
    WANT_THROUGH = WANT_SETS | 1u << KIND_RANGE,
    WANT_VALUE = WANT_SETS | WANT_NUMBER | WANT_TRUTH
};
/* The expression as one of the wanted kinds; or an error, "WHO wants …, this is …", and an expression of KIND_BAD. */
struct expr *want(struct checker *c, struct expr *e, unsigned wants, const char *who, const char *tail);
bool fits(unsigned wants, enum kind kind);
struct expr *unite(struct checker *c, struct expr *list);
struct expr *truth_of_pattern(struct checker *c, struct expr *e);
/* May a truth about what the turn has formed stand here? An error if not. */
void formed_here(struct checker *c, struct span span, atom name);

/* expr.c, call.c, fold.c */
struct expr *expr_new(struct checker *c, enum expr_op op, enum kind kind, struct span span);
struct expr *expr_bad(struct checker *c, struct span span);
struct expr *expr_number(struct checker *c, int64_t number, struct span span);
struct expr *expr_check(struct checker *c, const struct ast *ast);
struct expr *expr_name(struct checker *c, const struct ast *ast);
struct expr *expr_call(struct checker *c, const struct ast *ast);
struct expr *expr_want(struct checker *c, const struct ast *ast, unsigned wants, const char *who);
struct expr *expr_through(struct checker *c, const struct ast *ast, const char *who); /* ranges too */
enum kind element_kind(enum kind kind);
/* The value of a def, state or score: may be per player. */
struct expr *value_check(struct checker *c, const struct ast *ast, unsigned wants, const char *who);
/* An expression outside of defs and rules, closed in itself. */
const struct expr *top_expr(struct checker *c, struct module *module, const struct ast *ast, unsigned wants,
                            const char *who, enum stand place, const char *words);
struct expr *finish(struct checker *c, struct expr *e); /* folds, and says whether it is the same in every position */
bool fold_constant(struct checker *c, struct expr *e);
bool constant_number(struct checker *c, struct module *module, const struct ast *ast, const char *who, int64_t *number);

/* endless.c */
void endless_check(struct checker *c);

/* call.c: entries */
struct checked *entry_check(struct checker *c, const struct entry *entry); /* generic; once */
/* The rule that a step runs, for the kinds of its arguments; NULL after an error or in a generic check. */
const struct rule *rule_for(struct checker *c, const struct entry *entry, const struct ast *run, struct step *step);
struct expr *def_value(struct checker *c, const struct entry *entry, const struct ast *use);
/* A rule that is made of steps written elsewhere (turns). */
const struct rule *rule_of_steps(struct checker *c, struct module *module, const struct ast *steps, atom name,
                                 struct span span);

/* step.c, reach.c */
const struct step *steps_check(struct checker *c, const struct ast *list);
/* A step of the rule, or of a rule that it runs, that fits; or NULL. */
const struct ast *rule_step(struct checker *c, const struct entry *entry, bool (*is)(enum ast_kind kind));
bool step_acts(enum ast_kind kind);      /* changes the board */
bool step_is_single(enum ast_kind kind); /* cannot stand inside `each` */
/* What `illegal X by NAME` may call a truth: its bare name or the name of its call. */
atom truth_name(const struct ast *truth);

/* pieces.c: whose piece a step or start names */
bool piece_check(struct checker *c, const struct ast *ast, bool in_turn, int *piece, int *kind);
void players_check(struct checker *c);
bool cell_piece(const struct rules *rules, const char *cell, int *piece, int *kind); /* "W", "WK", "*" */

/* options.c, board_item.c, pattern_item.c, states.c, diagram.c, claims.c, examples.c */
void options_check(struct checker *c);
void board_check(struct checker *c);
/* The size that a board of that item has, if its pictures have so many rows. */
int64_t size_by_rows(const struct ast *board, int64_t rows);
void patterns_open(struct checker *c);
int pattern_index(struct checker *c, const struct entry *entry); /* made when first asked for; -1 after an error */
void states_check(struct checker *c);
int state_index(struct checker *c, const struct entry *entry); /* -1 after an error */
/* Has the row of a picture the width of the first one? An error if not. */
bool row_fits(struct checker *c, const struct ast *row, int width);
/* The pieces of a diagram. marks, if not NULL, gets by site the `?` or letter that stands there. */
bool diagram_check(struct checker *c, const struct ast *rows, struct diagram_cell **cells, int *count, char *marks);
void starts_check(struct checker *c);
void claims_check(struct checker *c);
void examples_check(struct checker *c);
void facts_check(struct checker *c, const struct ast *item, struct example *example);

int ast_count(const struct ast *list);

#endif
