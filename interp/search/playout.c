#include "playout.h"

enum { ASK_EVERY = 64 }; /* plies between two questions whether to go on; to ask may take as long as some of them */

struct playout_end {
    enum result result; /* RESULT_NONE: unfinished */
    int winner, plies;
    bool stuck, stopped;
};

static uint64_t next_random(void *user)
{
    return rng_next(user);
}

static bool goes_on(struct playout *playout, int plies)
{
    playout->unasked += plies;
    if (playout->go_on == NULL || playout->unasked < ASK_EVERY)
        return true;
    playout->unasked = 0;
    return playout->go_on(playout->user);
}

static struct playout_end play_one(struct playout *playout, struct rng *rng)
{
    struct machine *m = playout->machine;
    struct core **board = playout->board;
    struct playout_end end = {0};
    size_t remembered = playout->history->count;
    int at = 0;
    memcpy(board[0], playout->start, m->layout.core_size);
    while (end.plies < playout->max_plies && !turn_over(board[at])) {
        if (!turn_play_random(m, board[at], next_random, rng, board[1 - at], NULL)) {
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
        if (!goes_on(playout, 1)) {
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

static void decide(struct playout_end *end, const struct verdict *verdict)
{
    end->stuck = true;
    end->result = verdict->result;
    end->winner = verdict->winner;
}

/* A turn that the code leaves to the plain evaluator, because a rule breaks down. False: the game is over. */
static bool step_plain(struct playout *playout, struct playout_end *end)
{
    struct machine *m = playout->machine;
    struct exec *e = playout->exec;
    struct core **board = playout->board;
    exec_store(e, board[0]);
    if (!turn_play_random(m, board[0], next_random, &e->rng, board[1], NULL)) {
        struct verdict verdict = turn_verdict(m, board[0]);
        decide(end, &verdict);
        return false;
    }
    exec_load(e, board[1]);
    end->stuck |= (e->head.flags & HEAD_STUCK_PASS) != 0;
    return true;
}

/* Does anybody else move after a pass? board[1] is overwritten. */
static enum code_stop others_move(struct playout *playout)
{
    struct machine *m = playout->machine;
    struct core **board = playout->board;
    enum code_stop stop = CODE_STUCK;
    turn_stuck_pass(m, board[0], board[1]);
    while (stop == CODE_STUCK && board[1]->head.to_move != board[0]->head.to_move) {
        exec_load(playout->exec, board[1]);
        stop = exec_move(playout->exec); /* only to see whether there is a way */
        turn_stuck_pass(m, board[1], board[1]);
    }
    return stop;
}

/* The player to move has no way. False: the game is over. */
static bool step_stuck(struct playout *playout, struct playout_end *end)
{
    struct machine *m = playout->machine;
    struct exec *e = playout->exec;
    struct core **board = playout->board;
    struct verdict verdict;
    enum code_stop stop = CODE_STUCK;
    bool passes = false;
    exec_store(e, board[0]);
    for (int i = 0; i < m->rules->stuck_count; i++)
        passes |= m->rules->stucks[i].ending == END_PASS;
    if (passes)
        stop = others_move(playout);
    exec_load(e, board[0]);
    if (stop == CODE_FAULT)
        return step_plain(playout, end);
    if (!turn_stuck(m, board[0], stop == CODE_DONE, board[1], &verdict)) {
        decide(end, &verdict);
        return false;
    }
    exec_load(e, board[1]);
    end->stuck = true;
    return true;
}

static struct playout_end play_code(struct playout *playout)
{
    struct exec *e = playout->exec;
    struct playout_end end = {0};
    size_t remembered = playout->history->count;
    bool remembers = playout->machine->rules->reads_history;
    exec_load(e, playout->start);
    while (end.plies < playout->max_plies && e->head.result == RESULT_NONE) {
        int most = playout->max_plies - end.plies, made;
        most = remembers ? 1 : most < ASK_EVERY ? most : ASK_EVERY;
        enum code_stop stop = exec_moves(e, most, &made);
        end.plies += made;
        if (stop != CODE_DONE) {
            if (stop == CODE_STUCK ? !step_stuck(playout, &end) : !step_plain(playout, &end))
                break;
            end.plies++;
        }
        if (remembers) {
            exec_store(e, playout->board[0]);
            turn_remember(playout->machine, playout->history, playout->board[0], playout->machine->heap);
        }
        if (!goes_on(playout, made)) {
            end.stopped = true;
            break;
        }
    }
    if (e->head.result != RESULT_NONE) {
        end.result = (enum result)e->head.result;
        end.winner = e->head.winner;
    }
    playout->history->count = remembered;
    return end;
}

static void add_end(struct playout_tally *tally, const struct playout_end *end)
{
    tally->playouts++;
    tally->plies += (uint64_t)end->plies;
    tally->stuck += end->stuck;
    if (end->result == RESULT_WIN)
        tally->wins[end->winner]++;
    else if (end->result == RESULT_DRAW)
        tally->draws++;
    else
        tally->unfinished++;
}

static bool play_apart(struct playout *playout, uint64_t first, uint64_t count, struct playout_tally *tally)
{
    for (uint64_t i = 0; i < count; i++) {
        struct rng rng;
        rng_seed(&rng, playout->seed + (first + i) * RNG_STRIDE);
        struct playout_end end;
        if (playout->exec != NULL) {
            playout->exec->rng = rng;
            end = play_code(playout);
        } else {
            end = play_one(playout, &rng);
        }
        if (end.stopped)
            return false;
        add_end(tally, &end);
        if (!goes_on(playout, 1)) /* for games without a ply */
            return false;
    }
    return true;
}

static void play_fast(const struct playout *playout, uint64_t first, uint64_t count, struct playout_tally *tally)
{
    struct placement_tally sum = {0};
    struct placement_run run = {playout->placement, playout->placement_from, playout->seed, first, count,
                                playout->max_plies};
    struct flank_run flank = {playout->flank, playout->flank_from, playout->seed, first, count, playout->max_plies};
    struct march_run march = {playout->march, playout->march_from, playout->seed, first, count, playout->max_plies};
    if (playout->placement != NULL)
        placement_play(&run, &sum);
    else if (playout->flank != NULL)
        flank_play(&flank, &sum);
    else
        march_play(&march, &sum);
    tally->playouts += count;
    tally->plies += sum.plies;
    tally->wins[0] += sum.wins[0];
    tally->wins[1] += sum.wins[1];
    tally->draws += sum.draws;
    tally->unfinished += sum.unfinished;
    tally->stuck += sum.stuck;
}

bool playout_games(struct playout *playout, uint64_t first, uint64_t count, struct playout_tally *tally)
{
    if (playout->placement == NULL && playout->flank == NULL && playout->march == NULL)
        return play_apart(playout, first, count, tally);
    play_fast(playout, first, count, tally);
    return true;
}
