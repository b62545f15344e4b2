/* turn.h - turns as wholes: the legal moves of a position, one of them played, how a game ends. */
#ifndef CUT_TURN_H
#define CUT_TURN_H

#include "machine.h"

enum { WANT_TEXT = 1, WANT_CORE = 2, WANT_CAPTURES = 4 };

enum move_sort { MOVE_WAY, MOVE_SWAP, MOVE_STUCK_PASS };

struct turn_move {
    enum move_sort sort;
    const char *text;         /* with WANT_TEXT */
    struct core *core;        /* WANT_CORE: the position after it, judged by the ends */
    const uint64_t *captured; /* WANT_CAPTURES */
    const uint16_t *written;  /* the sites that its text names */
    int written_count;
};

struct turn_list {
    size_t count, room;
    struct turn_move *moves;
};

/* How it stands with a game. */
struct verdict {
    enum result result;
    int winner;            /* of RESULT_WIN */
    bool stuck;            /* a player without a legal move */
    bool both;             /* and neither has the other */
    const struct end *end; /* the line that decided, or NULL */
};

/* The opening of the game into core. */
void turn_opening(struct machine *m, struct core *core);
/* Judges a position given as text: by the ends, as if the player before had just moved. */
void turn_judge_given(struct machine *m, struct core *core);

/* All legal moves, in m->kept (mark and release around it), in no order; none if the game is over. with_swap: offer
 * it where the rules do. */
void turn_moves(struct machine *m, const struct core *core, unsigned want, bool with_swap, struct turn_list *list);
bool turn_swap_offered(const struct machine *m, const struct core *core);
/* Adds the moves that are no ways through a turn: the pass of a stuck player, the swap. */
void turn_specials(struct machine *m, const struct core *core, bool has_way, bool with_swap, struct turn_list *list);
/* By text (where ways with one result are one move, by the text of any of them); the position after it into `after`
 * (core_size bytes). False: there is no such legal move. */
bool turn_play(struct machine *m, const struct core *core, const char *text, struct core *after);
/* A uniformly random legal move, never the swap; its text into `text` (LIMIT_TEXT bytes) unless that is NULL. The moves
 * are not listed unless several ways may be one move. False: there is none. */
bool turn_play_random(struct machine *m, const struct core *core, uint64_t (*random)(void *user), void *user,
                      struct core *after, char *text);
bool turn_has_way(struct machine *m, const struct core *core);
/* What is known without looking for moves: the ends. */
bool turn_over(const struct core *core);
struct verdict turn_verdict(struct machine *m, const struct core *core);
/* The scores by player, if it was they that decided (turn_verdict's answer on core); else false. */
bool turn_scores(struct machine *m, const struct core *core, const struct verdict *verdict, int64_t *scores);
/* The verdict for a player who is known to have no way, where it is known too whether another player has one after the
 * pass. True: the game goes on with the pass that the rules supply, `after` is the position (core_size bytes). */
bool turn_stuck(struct machine *m, const struct core *core, bool other_moves, struct core *after,
                struct verdict *verdict);
/* The position after that pass; `after` may be `core`. */
void turn_stuck_pass(const struct machine *m, const struct core *core, struct core *after);

/* At a way's end: the position after the turn (core_size bytes), judged by the ends if asked. */
void turn_after(struct machine *m, struct core *after, bool judge);
/* Adds the position at the end of a turn to the history, if the rules read it. */
void turn_remember(struct machine *m, struct history *history, const struct core *core, struct heap *heap);

#endif
