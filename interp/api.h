/* api.h - what the files behind crosscut.h share. */
#ifndef CUT_API_H
#define CUT_API_H

#include "../grammar/diag.h"
#include "base/rng.h"
#include "base/strbuf.h"
#include "crosscut.h"
#include "engine/explain.h"
#include "engine/turn.h"
#include "fast/flank.h"
#include "fast/march.h"
#include "fast/placement.h"
#include "sema/load.h"

struct cut_context {
    struct heap heap;
    cut_reader reader;
    struct arena arena; /* messages */
    size_t message_count;
    cut_message *messages;
};

struct cut_game {
    struct heap heap;
    struct arena arena; /* the game itself lives outside of it */
    const struct rules *rules;
    struct layout layout;
    struct core *opening;
    const char *broken; /* why the opening could not be set up, or NULL */
    const struct placement *fast; /* NULL: the rules have no shape with a fast path */
    const struct flank *flank;    /* the other such shape, or NULL */
    const struct march *march;    /* the third, or NULL */
    const char *file, *text;
    const char *sheet;
    size_t option_count;
    cut_option *options;
    cut_player players[CUT_MAX_PLAYERS];
    cut_site *sites;
    const struct api_side *sides; /* each once, or NULL */
};

/* Sites along the edge that the rules give to a player. */
struct api_side {
    int player;
    const uint64_t *sites;
    const struct api_side *next;
};

struct cut_position {
    const cut_game *game;
    struct heap heap; /* with a trap of its own, so that positions may live in different threads */
    struct machine machine;
    bool has_machine;
    struct core *core, *next;
    struct history history;
    struct strbuf text, last_move;
    struct arena answer; /* the latest lists of moves and reasons */
    char error[700];
    char symbol[32]; /* the latest asked for */
};

/* Runs body(position, argument) with the trap set and the machine there; the status says how it went. */
cut_status api_guard(cut_position *position, cut_status (*body)(cut_position *position, void *argument), void *argument);

/* Loads rules for a name or a text. On CUT_OK *rules are in `arena`, which the caller frees in any case. */
struct api_load {
    const char *name;
    const char *text; /* NULL: find it by name */
    size_t size;
    const cut_setting *settings;
    size_t setting_count;
    const char *position;
    bool examples;
};
cut_status api_load_rules(cut_context *context, const struct api_load *load, struct arena *arena,
                          const struct rules **rules);

/* Adds the text that cut_load would find for a name to the sources, which copy it. Its number; 0 if there is none. */
uint32_t api_add_source(cut_context *context, const char *name, struct sources *sources);
/* The same for what the file `from` calls so in its `extends`, with quotes or without. */
uint32_t api_add_extended(cut_context *context, const char *name, bool quoted, const char *from,
                          struct sources *sources);
/* "a/b/mine.cut" is called "mine"; in the arena. */
const char *api_short_name(struct arena *arena, const char *name);

/* Of a game with its layout: the path for the shape of its rules, if there is one; in the arena. */
void api_find_paths(cut_game *game, struct arena *arena);

/* Paths by shape and register code, in the order of their names after the compiler's passes: is one left out? */
enum api_path { API_PLACEMENT, API_FLANK, API_MARCH, API_CODE };
const char *api_path_name(enum api_path path);
bool api_without_path(unsigned without, enum api_path path);
unsigned api_code_passes(unsigned without);

/* Adds an error without a place to the messages of the latest load: CUT_BAD_GAME, or CUT_NO_MEMORY. */
cut_status api_add_message(cut_context *context, const char *text);

/* The text of a span on one line, blanks folded, at most `limit` bytes; in the arena. */
const char *api_quote(struct arena *arena, const struct rules *rules, struct span span, size_t limit);
/* "rulesets/x.cut:12" in the arena; "" if the span is nowhere. */
const char *api_place(struct arena *arena, const struct rules *rules, struct span span);
/* "c4, d4 and e5" */
const char *api_sites(struct arena *arena, const struct rules *rules, const uint64_t *set);
const char *api_rule_sheet(struct arena *arena, const struct rules *rules);

#endif
