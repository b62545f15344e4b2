/* Playing, refusing and taking back moves, and saying how the game stands. */
#include "nearest.h"
#include "reason.h"
#include "state.h"

#include <stdlib.h>
#include <string.h>

enum { CONTINUATIONS = 12, CANDIDATES = 100000 };

/* ---- looking for moves ---- */

struct search {
    const char *prefix;
    size_t most, count;
    struct list *found;
};

static bool collect_move(void *user, const cut_move *move)
{
    struct search *search = user;
    if (!begins_with(move->text, search->prefix))
        return true;
    search->count++;
    if (search->found->count < search->most)
        list_add(search->found, move->text);
    return true;
}

size_t session_find_moves(struct session *session, const char *prefix, size_t most, struct list *found)
{
    const cut_move *moves;
    size_t count;
    struct search search = {prefix, most, 0, found};
    if (session->resigned)
        return 0;
    if (session_heed(session, cut_position_moves(session->position, &moves, &count)) != CUT_OK)
        return 0;
    for (size_t i = 0; i < count; i++)
        collect_move(&search, &moves[i]);
    return search.count;
}

cut_status session_count_moves(struct session *session, uint64_t *count)
{
    *count = 0;
    return session->resigned ? CUT_OK : session_heed(session, cut_position_count_moves(session->position, count));
}

/* What was typed, against the legal moves. */
struct match {
    const char *typed;
    char *text;           /* the move itself, if it is legal */
    struct text captures; /* " captures c5 c6" */
    struct list longer;   /* some moves that go on from it */
    size_t longer_count;
    const cut_game *game;
};

static bool match_move(void *user, const cut_move *move)
{
    struct match *match = user;
    if (!begins_with(move->text, match->typed))
        return true;
    if (strlen(move->text) != strlen(match->typed)) {
        match->longer_count++;
        if (match->longer.count < CONTINUATIONS)
            list_add(&match->longer, move->text);
        return true;
    }
    free(match->text);
    match->text = memory_text(move->text);
    text_clear(&match->captures);
    struct list names = {0};
    for (size_t i = 0; i < move->capture_count; i++)
        list_add(&names, cut_game_site(match->game, move->captures[i])->name);
    for (size_t i = 0; i < names.count; i++)
        text_printf(&match->captures, "%s %s", i == 0 ? " captures" : "", names.items[i]);
    list_free(&names);
    return true;
}

static void match_free(struct match *match)
{
    free(match->text);
    text_free(&match->captures);
    list_free(&match->longer);
}

/* The library looks for the prefix as it is written; what differs in case takes the long way through the list. */
static struct match match_typed(struct session *session, const char *typed)
{
    struct match match = {.typed = typed, .game = session->game};
    const cut_move *moves;
    size_t count;
    if (session->resigned)
        return match;
    session_heed(session, cut_position_each_move(session->position, typed, match_move, &match));
    bool found = match.text != NULL || match.longer_count > 0;
    if (!found && cut_position_moves(session->position, &moves, &count) == CUT_OK) {
        for (size_t i = 0; i < count; i++)
            match_move(&match, &moves[i]);
    }
    list_sort(&match.longer);
    return match;
}

/* ---- how the game stands ---- */

void session_result(struct session *session, struct text *result, struct text *reason)
{
    cut_outcome outcome;
    if (session->resigned) {
        int player = cut_position_to_move(session->position);
        text_printf(result, "%s wins", cut_game_player(session->game, 1 - player)->name);
        if (reason != NULL)
            text_printf(reason, "%s wins: %s resigned", cut_game_player(session->game, 1 - player)->name,
                        cut_game_player(session->game, player)->name);
        return;
    }
    if (session_heed(session, cut_position_outcome(session->position, &outcome)) != CUT_OK)
        return;
    if (outcome.result == CUT_WON)
        text_printf(result, "%s wins", cut_game_player(session->game, outcome.winner)->name);
    else if (outcome.result == CUT_DRAWN)
        text_puts(result, "draw");
    if (outcome.result != CUT_GOES_ON && reason != NULL)
        reason_of_end(session->position, &outcome, reason);
}

static bool say_end(struct session *session, struct text *out)
{
    struct text result = {0}, reason = {0};
    session_result(session, &result, &reason);
    bool over = result.size > 0;
    if (over)
        text_sentence(out, text_get(reason.size > 0 ? &reason : &result));
    text_puts(out, over ? "\n" : "");
    text_free(&result);
    text_free(&reason);
    return over;
}

/* Is this move the only one, or one of them? */
static bool offers(struct session *session, const char *move)
{
    struct match match = match_typed(session, move);
    bool found = match.text != NULL;
    match_free(&match);
    return found;
}

void session_status(struct session *session, struct text *out)
{
    uint64_t count = 0;
    if (say_end(session, out))
        return;
    draw_player(session->game, cut_position_to_move(session->position), &session->config.style, out);
    text_printf(out, " to move (ply %d%s)", cut_position_ply(session->position),
                cut_position_swapped(session->position) ? ", sides swapped" : "");
    if (session_count_moves(session, &count) != CUT_OK) {
        text_puts(out, ". ");
        session_say_error(session->position, out);
        return;
    }
    text_puts(out, ": ");
    if (count == 1 && offers(session, "pass")) {
        text_puts(out, "there is nothing but `pass`.\n");
        return;
    }
    bool swap = cut_game_has_swap(session->game) && offers(session, "swap");
    text_count(out, count - swap, "move", "moves");
    text_puts(out, swap ? ", or `swap`.\n" : ".\n");
}

void session_news(struct session *session, struct text *out)
{
    uint64_t count = 0;
    if (say_end(session, out))
        return;
    if (session_count_moves(session, &count) == CUT_OK && count == 1 && offers(session, "pass"))
        text_printf(out, "%s has no move but `pass`.\n",
                    cut_game_player(session->game, cut_position_to_move(session->position))->name);
}

void session_board(struct session *session, struct text *out)
{
    size_t count = (size_t)cut_game_site_count(session->game);
    bool *changed = memory_resize(NULL, count, sizeof *changed);
    for (size_t i = 0; i < count; i++)
        changed[i] = session->played > 0 && cut_position_changed(session->position, (int)i);
    struct draw_marks marks = {changed, '[', ']'};
    draw_board(session->position, &session->config.style, &marks, out);
    free(changed);
    session_status(session, out);
}

void session_after_move(struct session *session, struct text *out)
{
    if (session->config.live)
        session_board(session, out);
    else
        session_news(session, out);
}

/* ---- refusals ---- */

/* Could it be a move? It begins as the name of a site does: letters, then a digit. */
static bool looks_like_move(const char *text)
{
    const char *c = text;
    while (is_letter(*c))
        c++;
    return c != text && c - text <= 2 && is_digit(*c);
}

static void suggest(struct session *session, const char *typed, struct text *out)
{
    struct nearest nearest = nearest_begin(typed);
    struct list moves = {0};
    for (size_t i = 0; command_at(i) != NULL; i++)
        nearest_try(&nearest, command_at(i)->name);
    session_find_moves(session, "", CANDIDATES, &moves);
    for (size_t i = 0; i < moves.count; i++)
        nearest_try(&nearest, moves.items[i]);
    text_printf(out, "There is no command or move `%s`", typed);
    nearest_end(&nearest, out);
    text_puts(out, nearest.best[0] == '\0' ? " `help` lists the commands, `moves` the moves.\n" : "\n");
    list_free(&moves);
}

static void say_longer(const struct match *match, struct text *out)
{
    text_printf(out, "%s goes on with", match->typed);
    for (size_t i = 0; i < match->longer.count; i++)
        text_printf(out, " %s", match->longer.items[i]);
    if (match->longer_count > match->longer.count)
        text_printf(out, " ... (%zu in all; `moves %s` lists them)", match->longer_count, match->typed);
    text_puts(out, "\n");
}

/* The reasons, one a line; marks their sites. False if they have none. */
static bool say_reasons(const cut_game *game, const char *move, const cut_reason *reasons, size_t count, bool *sites,
                        struct text *out)
{
    bool some = false;
    for (size_t i = 0; i < count; i++) {
        const cut_reason *reason = &reasons[i];
        text_puts(out, "  - ");
        reason_print(game, move, reason, out);
        text_puts(out, "\n");
        for (size_t k = 0; k < reason->site_count; k++)
            sites[reason->sites[k]] = some = true;
    }
    return some;
}

/* The library knows nothing of a resignation; after it the answer is the one after any other end. */
static cut_status explain(struct session *session, const char *move, bool *legal, const cut_reason **reasons,
                          size_t *count)
{
    static const cut_reason over = {.name = "over", .text = "the game is over", .file = ""};
    if (!session->resigned)
        return session_heed(session, cut_position_explain(session->position, move, legal, reasons, count));
    *legal = false;
    *reasons = &over;
    *count = 1;
    return CUT_OK;
}

/* The reasons in *out; whole: the board with their sites marked as well. Keeps everything for `why`. */
static void refuse(struct session *session, const char *move, bool whole, struct text *out)
{
    bool legal;
    const cut_reason *reasons;
    size_t count, size = (size_t)cut_game_site_count(session->game);
    if (explain(session, move, &legal, &reasons, &count) != CUT_OK) {
        text_printf(out, "%s is not legal. ", move);
        session_say_error(session->position, out);
        return;
    }
    const char *player = cut_game_player(session->game, cut_position_to_move(session->position))->name;
    bool *sites = memory_resize(NULL, size, sizeof *sites);
    for (size_t i = 0; i < size; i++)
        sites[i] = false;
    struct text sentences = {0}, board = {0};
    text_printf(&sentences, "%s is %slegal for %s%s\n", move, legal ? "" : "not ", player, legal ? "." : ":");
    struct draw_marks marks = {sites, '(', ')'};
    if (!legal && say_reasons(session->game, move, reasons, count, sites, &sentences))
        draw_board(session->position, &session->config.style, &marks, &board);
    text_puts(out, text_get(&sentences));
    if (whole && !legal)
        text_puts(out, text_get(&board));
    if (!legal) {
        text_clear(&session->refusal);
        text_puts(&session->refusal, text_get(&sentences));
        text_puts(&session->refusal, text_get(&board));
    }
    text_free(&sentences);
    text_free(&board);
    free(sites);
}

/* Is it a command, and neither of the two that are moves? Then it says so. */
static bool say_command(const char *word, struct text *out)
{
    const struct command *command = command_find(word);
    if (command == NULL || !same_text(command->name, word) || command->run == cmd_pass || command->run == cmd_swap)
        return false;
    text_printf(out, "`%s` is a command, no move: it %s.%s%s\n", command->name, command->summary,
                *command->more != '\0' ? " " : "", command->more);
    return true;
}

void session_why(struct session *session, const char *move, struct text *out)
{
    struct match match = match_typed(session, move);
    if (match.text == NULL && match.longer_count > 0)
        say_longer(&match, out);
    else if (match.text != NULL)
        session_tell_legal(session, match.text, text_get(&match.captures), out);
    else if (!say_command(move, out))
        refuse(session, move, true, out);
    match_free(&match);
}

/* ---- playing ---- */

static void remember(struct session *session)
{
    list_cut(&session->moves, session->played);
    list_add(&session->moves, cut_position_last_move(session->position));
    session->played++;
}

static void say_played(struct session *session, int ply, int player, const char *captures, struct text *out)
{
    text_printf(out, "%d. %s %s%s\n", ply, cut_game_player(session->game, player)->name,
                cut_position_last_move(session->position), captures);
}

static void play(struct session *session, const struct match *match, struct text *out)
{
    int ply = cut_position_ply(session->position), player = cut_position_to_move(session->position);
    if (session_heed(session, cut_position_play(session->position, match->text)) != CUT_OK) {
        session_say_error(session->position, out);
        return;
    }
    remember(session);
    say_played(session, ply, player, text_get(&match->captures), out);
    session_after_move(session, out);
}

void session_move(struct session *session, const char *move, bool known, struct text *out)
{
    struct match match = match_typed(session, move);
    struct text result = {0};
    bool meant = known || looks_like_move(move);
    session_result(session, &result, NULL);
    if (match.text != NULL) {
        play(session, &match, out);
    } else if (result.size > 0 && meant) {
        text_puts(out, "The game is over. ");
        say_end(session, out);
        text_puts(out, "`undo` takes back, `new` begins again.\n");
    } else if (match.longer_count > 0) {
        say_longer(&match, out);
    } else if (!meant) {
        suggest(session, move, out);
    } else if (!say_command(move, out)) {
        refuse(session, move, session->config.live, out);
    }
    text_free(&result);
    match_free(&match);
}

bool session_random_move(struct session *session, struct text *out)
{
    int ply = cut_position_ply(session->position), player = cut_position_to_move(session->position);
    if (session->resigned)
        return false;
    cut_status status = session_heed(session, cut_position_play_random(session->position, session_random, session));
    if (status == CUT_OK) {
        remember(session);
        say_played(session, ply, player, "", out);
    } else if (status != CUT_NO) {
        session_say_error(session->position, out);
    }
    return status == CUT_OK;
}

/* ---- taking back ---- */

int session_first_ply(const struct session *session)
{
    return cut_position_ply(session->position) - (int)session->played;
}

/* The library keeps no way back, so the game is played again up to there, on a copy until all is well. */
bool session_go_to(struct session *session, size_t count, struct text *out)
{
    cut_position *fresh = NULL;
    bool ahead = count >= session->played;
    size_t from = ahead ? session->played : 0;
    cut_status status = ahead ? cut_position_copy(session->position, &fresh) : cut_position_new(session->game, &fresh);
    if (status == CUT_OK && !ahead && session->start != NULL)
        status = cut_position_set(fresh, session->start);
    for (size_t i = from; status == CUT_OK && i < count; i++)
        status = cut_position_play(fresh, session->moves.items[i]);
    if (status != CUT_OK) {
        session_say_error(fresh, out);
        cut_position_free(fresh);
        return false;
    }
    cut_position_free(session->position);
    session->position = fresh;
    session->played = count;
    session->resigned = false;
    return true;
}
