/* load.h - from a name to checked rules: reads the file, what it extends and uses, merges, checks. */
#ifndef CUT_LOAD_H
#define CUT_LOAD_H

#include <stddef.h>

#include "../../grammar/diag.h"
#include "rules.h"

struct load_text {
    const char *path; /* how messages call it; two texts with one path are one file */
    const char *text;
    size_t size;
};

struct load_setting {
    const char *name;
    int64_t value;
};

enum { SEMA_MODULE_DEPTH = 32 }; /* of use and extends */

struct load {
    struct arena *arena;   /* of the game: rules, atoms, sources, messages stay here */
    struct arena *scratch; /* trees and tables, released by the caller after the load */
    struct interns *interns;
    struct sources *sources;
    struct diags *diags;
    /* Finds a text: `name` as written; quoted: a file beside `from` (a path), else an embedded name or NAME.cut beside
     * `from`. The text stays valid during the load. Returns false if there is none. */
    bool (*find)(void *user, const char *name, bool quoted, const char *from, struct load_text *text);
    void *user;
    const char *const *games; /* the names of those that are found by name, for suggestions */
    size_t game_count;
    /* Works out an expression that is constant on the board (no position, no locals of outer frames) into set (for
     * SITES), dirs or number: the evaluator's own meaning. False if it has none (a rule error inside). */
    bool (*constant)(struct arena *scratch, const struct board *board, const struct expr *expr, uint64_t *set,
                     uint64_t *dirs, int64_t *number);
    struct load_text text; /* the game's file */
    const char *name;      /* of the game */
    const struct load_setting *settings;
    size_t setting_count;
    const char *position;  /* choose the options that size the board by the rows of this text; or NULL */
    bool examples;         /* check the examples too (else none are in the rules) */
};

/* NULL if there were errors; messages are in diags, sorted. Jumps to the trap if memory is short. */
const struct rules *rules_load(struct load *load);

#endif
