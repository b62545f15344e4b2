/* lockstep.h - a game by the plain evaluator, ply by ply, and beside it faster ways, each of which has to agree with
 * it: the same legal moves, the same positions after them, the same ends, the same fate of a player who is stuck. */
#ifndef CUT_TEST_LOCKSTEP_H
#define CUT_TEST_LOCKSTEP_H

#include "support.h"

#include "interp/api.h"
#include "interp/search/playout.h"

struct lockstep;
struct rival;

/* A test fails at the first thing that differs. */
struct rival_calls {
    /* t->core is where it begins; false: this way does not take such a position, and sits out the game. */
    bool (*begin)(struct lockstep *t, struct rival *rival);
    /* Are the moves of t->list legal here too, and only they? If there is none: what becomes of the player? */
    void (*compare)(struct lockstep *t, struct rival *rival);
    /* `move` was made by `mover`: t->core stands after it. NULL: it takes each position anew. */
    void (*follow)(struct lockstep *t, struct rival *rival, const struct turn_move *move, int mover);
};

struct rival {
    const struct rival_calls *calls;
    unsigned without; /* passes of the compiler */
    bool plays;       /* in this game */
    uint64_t plies;   /* compared */
    void *state;
};

enum { RIVALS = 24 };

struct lockstep {
    cut_game *game;
    cut_position *position; /* owns the machine and the history */
    struct machine *m;
    struct core *core, *other; /* where the game stands; room for another */
    struct turn_list list;
    uint64_t *hashes, sum; /* of the positions after the ways of the list, sorted; all added up */
    size_t ways, hash_room;
    bool kept_known;    /* in this ply: */
    uint64_t kept_sum;  /* of the ways as register code keeps them */
    struct arena arena; /* of the rivals */
    struct rival rivals[RIVALS];
    int rival_count;
    bool in_turn;                               /* each ply compares the first rival and one of the others, not all */
    bool scatters;                              /* most games begin with stones anywhere */
    uint64_t random, plies, moves, stuck, ends; /* so far */
};

void lockstep_open(struct lockstep *t, cut_game *game, uint64_t seed);
void lockstep_close(struct lockstep *t);
/* So many plies in games of at most `longest`, from the opening of t->game. */
void lockstep_play(struct lockstep *t, uint64_t plies, int longest);
/* Runs `body` where the machine may allocate and fail. */
void lockstep_guard(struct lockstep *t, void (*body)(struct lockstep *t, void *user), void *user);

/* With a game that must have a path by shape: plays it in step with that, from stones anywhere too. */
struct lockstep_share {
    uint64_t plies, seed; /* of each game; the seed goes up */
    int longest;
    uint64_t played; /* in all */
};
void lockstep_play_shape(cut_game *game, void *share);
/* The same with register code that is tried for being even; the seed stays. */
void lockstep_play_draws(cut_game *game, void *share);

/* For rivals. */
_Noreturn void lockstep_differ(const struct lockstep *t, const struct rival *rival, const char *what);
uint64_t lockstep_hash(const struct lockstep *t, const struct core *core);
/* Do these results of all ways, hashes added up, agree with those of the list? */
void lockstep_agree(const struct lockstep *t, const struct rival *rival, size_t count, uint64_t sum);
/* The first place in t->hashes of a position; SIZE_MAX if it is none of those after the moves. */
size_t lockstep_place(const struct lockstep *t, uint64_t hash);
/* Game number `number` by some way, from t->core. */
void lockstep_sample(struct lockstep *t, const struct playout *way, uint64_t number, int longest,
                     struct playout_tally *tally);
/* The player is stuck: a random game of one ply by this way ends, or goes on, as the plain evaluator says. */
void lockstep_agree_stuck(struct lockstep *t, const struct rival *rival, const struct playout *way);
/* Of t->position. */
int lockstep_empty_sites(const struct lockstep *t);
uint32_t lockstep_below(struct lockstep *t, uint32_t bound);

/* ---- compare.c: what a faster way must have in common with the plain evaluator besides ---- */

/* Perft by any way: as deep as the plain evaluator can count in a moment, at some positions. */
void compare_counts(cut_game *game, void *unused);
/* Random games of at most `longest` plies from t->core end as often, by each of its ways, as enumeration says. */
void compare_chances(struct lockstep *t, const struct playout *way, int longest);
/* Random games are the same for any number of threads, others for another seed; and in sum like plain ones. */
void compare_samples(cut_game *game, const char *position);

/* ---- rivals.c ---- */

/* Adds the fast path of the game's shape; false: it has none. */
bool rival_add_shape(struct lockstep *t);
/* Adds register code made without some passes; false: the game does not compile. */
bool rival_add_code(struct lockstep *t, unsigned without);
/* Adds register code made with all passes, without each, without all: the game must compile. */
void rival_add_codes(struct lockstep *t);
/* Adds register code that is tried for being even: many random moves of some positions. */
bool rival_add_draws(struct lockstep *t);

#endif
