#include "playout.h"

enum { ASK_EVERY = 64 }; /* plies between two questions whether to go on */

struct playout_end playout_run(struct playout *playout, const struct core *core, struct core *board[2])
{
    struct machine *m = playout->machine;
    struct playout_end end = {0};
    size_t remembered = playout->history->count;
    int at = 0;
    memcpy(board[0], core, m->layout.core_size);
    while (end.plies < playout->max_plies && !turn_over(board[at])) {
        if (!turn_play_random(m, board[at], playout->random, playout->random_user, board[1 - at])) {
            struct verdict verdict = turn_verdict(m, board[at]);
            end.stuck = true;
            end.result = verdict.result;
            end.winner = verdict.winner;
            break;
        }
        at = 1 - at;
        end.plies++;
        end.stuck |= (board[at]->head.flags & HEAD_STUCK_PASS) != 0;
        turn_remember(m, playout->history, board[at], m->heap);
        if (playout->go_on != NULL && end.plies % ASK_EVERY == 0 && !playout->go_on(playout->user)) {
            end.stopped = true;
            break;
        }
    }
    if (turn_over(board[at])) {
        end.result = board[at]->head.result;
        end.winner = board[at]->head.winner;
    }
    playout->history->count = remembered;
    return end;
}

struct playout_end playout_fast(const struct placement *fast, const struct placement_board *from, struct rng *rng,
                                int max_plies)
{
    struct placement_board board = *from;
    struct placement_end end = placement_playout(fast, &board, rng, max_plies);
    return (struct playout_end){.result = end.result, .winner = end.winner, .plies = end.plies, .stuck = end.stuck};
}
