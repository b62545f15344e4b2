/* api_explain.c - why a move is refused, and how a game ended, in sentences. */
#include <stdio.h>
#include <string.h>

#include "api.h"

/* ---- outcome ---- */

static const char *winner_sentence(cut_position *position, const struct verdict *verdict)
{
    const struct rules *rules = position->game->rules;
    struct arena *arena = &position->answer;
    if (verdict->result == RESULT_DRAW)
        return "Draw";
    return arena_format(arena, "%s wins", rules->players[verdict->winner].name);
}

static const char *outcome_sentence(cut_position *position, const struct verdict *verdict)
{
    const struct rules *rules = position->game->rules;
    struct arena *arena = &position->answer;
    const char *who = winner_sentence(position, verdict), *why = "";
    if (verdict->both)
        why = ": no player has a legal move";
    else if (verdict->stuck)
        why = arena_format(arena, ": %s has no legal move", rules->players[position->core->head.to_move].name);
    if (verdict->end == NULL || verdict->end->span.file == 0)
        return arena_format(arena, "%s%s.", who, why);
    const char *rule = api_quote(arena, rules, verdict->end->span, 90);
    return arena_format(arena, "%s%s%s `%s` (%s).", who, why, verdict->stuck ? "," : ":", rule,
                        api_place(arena, rules, verdict->end->span));
}

static cut_status judge(cut_position *position, void *argument)
{
    cut_outcome *outcome = argument;
    struct verdict verdict = turn_verdict(&position->machine, position->core);
    if (verdict.result == RESULT_NONE)
        return CUT_OK;
    arena_free(&position->answer);
    outcome->result = verdict.result == RESULT_WIN ? CUT_WON : CUT_DRAWN;
    outcome->winner = verdict.result == RESULT_WIN ? verdict.winner : -1;
    outcome->stuck = verdict.stuck;
    outcome->reason = outcome_sentence(position, &verdict);
    return CUT_OK;
}

cut_status cut_position_outcome(cut_position *position, cut_outcome *outcome)
{
    *outcome = (cut_outcome){CUT_GOES_ON, -1, false, ""};
    return api_guard(position, judge, outcome);
}

/* ---- refusals ---- */

struct question {
    const char *text;
    bool *legal;
    const cut_reason **reasons;
    size_t *count;
};

/* "c4 is empty", "c4 is occupied by Black" */
static const char *stands(cut_position *position, int site, int piece)
{
    const struct rules *rules = position->game->rules;
    const char *name = rules->board->name[site];
    if (piece == -1)
        return arena_format(&position->answer, "%s is empty", name);
    return arena_format(&position->answer, "%s is occupied by %s", name,
                        piece >= 0 ? rules->players[piece].name : rules->neutrals[-2 - piece].name);
}

static const char *what_stands(cut_position *position, const struct violation *v)
{
    const struct rules *rules = position->game->rules;
    int site = set_next(rules->board->words, v->sites, 0);
    if (site < 0)
        return "";
    return stands(position, site, v->piece);
}

static const char *direction_name(cut_position *position, uint64_t dirs)
{
    int dir = __builtin_ctzll(dirs | (uint64_t)1 << 63);
    const char *name = position->game->rules->board->shape != BOARD_LINES ? board_dir_name(dir) : NULL;
    return name != NULL ? name : arena_format(&position->answer, "of line %d", dir / 2 + 1);
}

/* "c4", "3", "the direction NE" */
static const char *shown(cut_position *position, const struct violation *v)
{
    struct arena *arena = &position->answer;
    if (v->shown == KIND_NUMBER)
        return arena_format(arena, "%lld", (long long)v->number);
    if (v->shown == KIND_DIRS)
        return arena_format(arena, "the direction %s", direction_name(position, v->dirs));
    return v->shown == KIND_SITES ? api_sites(arena, position->game->rules, v->sites) : "the choice";
}

/* "1 .. 3", "only 1", "empty" */
static const char *range(cut_position *position, const struct violation *v)
{
    struct arena *arena = &position->answer;
    if (v->nothing)
        return "empty";
    if (v->low == v->high)
        return arena_format(arena, "only %lld", (long long)v->low);
    return arena_format(arena, "%lld .. %lld", (long long)v->low, (long long)v->high);
}

static const char *choice_sentence(cut_position *position, const struct violation *v, const char *quote)
{
    struct arena *arena = &position->answer;
    if (v->shown == KIND_NUMBER)
        return arena_format(arena, "%s is not in `%s`, which is %s here", shown(position, v), quote,
                            range(position, v));
    if (v->shown != KIND_SITES)
        return arena_format(arena, "%s is not in `%s`", shown(position, v), quote);
    if (v->name != NULL && strcmp(v->name, "occupied") == 0)
        return what_stands(position, v);
    return arena_format(arena, "%s is not in `%s` (%s)", shown(position, v), quote, what_stands(position, v));
}

/* In the words of the file; else what does not hold, and if it is about where sites lie, what stands on the first. */
static const char *require_sentence(cut_position *position, const struct violation *v, const char *quote)
{
    struct arena *arena = &position->answer;
    if (v->reason != NULL)
        return v->reason;
    if (v->shown == KIND_SITES)
        return arena_format(arena, "`%s` does not hold (%s)", quote, what_stands(position, v));
    return arena_format(arena, "`%s` does not hold", quote);
}

static const char *sentence(cut_position *position, const struct violation *v)
{
    struct arena *arena = &position->answer;
    const struct rules *rules = position->game->rules;
    const char *quote = api_quote(arena, rules, v->span, 80);
    switch (v->kind) {
    case VIOLATION_BAN:
        if (v->shown == KIND_SITES)
            return arena_format(arena, "%s%sit would form `%s` on %s", v->reason != NULL ? v->reason : "",
                                v->reason != NULL ? ": " : "", v->name, api_sites(arena, rules, v->sites));
        return v->reason != NULL ? v->reason : arena_format(arena, "`%s` is banned", quote);
    case VIOLATION_FORBID:
        return v->reason != NULL ? v->reason : arena_format(arena, "`%s` is forbidden", quote);
    case VIOLATION_REQUIRE:
        return require_sentence(position, v, quote);
    case VIOLATION_FIRST:
        return v->reason != NULL ? v->reason : "another kind of move comes first, and one is possible";
    case VIOLATION_MOST:
        return v->reason != NULL ? v->reason : arena_format(arena, "another move reaches more: `%s`", quote);
    case VIOLATION_CONDITION:
        return arena_format(arena, "`%s` does not hold for %s", quote, shown(position, v));
    case VIOLATION_CHOICE:
        return choice_sentence(position, v, quote);
    }
    return quote;
}

static void describe(cut_position *position, const struct violation *v, cut_reason *reason)
{
    const struct rules *rules = position->game->rules;
    struct arena *arena = &position->answer;
    reason->name = v->reason != NULL ? v->reason : v->name != NULL ? v->name : "";
    reason->text = sentence(position, v);
    reason->file = "";
    if (v->span.file != 0) {
        const struct source *source = sources_get(rules->sources, v->span.file);
        reason->file = source->name;
        reason->line = source_place(source, v->span.begin).line;
    }
    if (v->shown != KIND_SITES)
        return;
    int *sites = ARENA_ARRAY(arena, int, set_count(rules->board->words, v->sites));
    reason->sites = sites;
    for (SET_EACH(site, rules->board->words, v->sites))
        sites[reason->site_count++] = site;
}

static cut_reason *only_reason(cut_position *position, const struct question *question, const char *name,
                               const char *text)
{
    cut_reason *reason = ARENA_NEW(&position->answer, cut_reason);
    *reason = (cut_reason){name, text, "", 0, NULL, 0};
    *question->reasons = reason;
    *question->count = 1;
    return reason;
}

/* The same sites in board order, if that is a legal move; else NULL. */
static const char *in_board_order(cut_position *position, const char *text)
{
    const struct board *board = position->game->rules->board;
    uint64_t set[BITSET_WORDS];
    const char *ordered = "";
    set_clear(board->words, set);
    for (const char *at = text;; at++) {
        int size = (int)strcspn(at, "-"), site = board_site(board, at, size);
        if (site < 0)
            return NULL;
        set_add(set, site);
        at += size;
        if (*at == '\0')
            break;
    }
    for (SET_EACH(site, board->words, set))
        ordered = arena_format(&position->answer, "%s%s%s", ordered, *ordered != '\0' ? "-" : "", board->name[site]);
    bool legal = strcmp(ordered, text) != 0 && turn_play(&position->machine, position->core, ordered, position->next);
    return legal ? ordered : NULL;
}

/* No way writes the move: it is no move here at all, or an automatic one at the wrong time. */
static void explain_nothing(cut_position *position, const struct question *question, const char *text)
{
    struct arena *arena = &position->answer;
    const struct rules *rules = position->game->rules;
    const char *who = rules->players[position->core->head.to_move].name;
    if (strcmp(text, "swap") == 0)
        only_reason(position, question, "swap",
                    rules->swap_ply == 0 ? "this game has no swap"
                                         : arena_format(arena,
                                                        "sides may be swapped on ply %d only, in a game played "
                                                        "from its opening",
                                                        rules->swap_ply));
    else if (strcmp(text, "pass") == 0)
        only_reason(position, question, "pass",
                    arena_format(arena, "%s has a legal move, and these rules have no voluntary pass", who));
    else if (in_board_order(position, text) != NULL)
        only_reason(position, question, "order",
                    arena_format(arena, "its sites are written in board order: `%s`", in_board_order(position, text)));
    else
        only_reason(position, question, "unknown",
                    arena_format(arena, "no move of this game is written `%.60s` here", text));
}

/* The text is a site alone, and every move here needs more: a way that breaks rules to write so little was not meant.
 */
static bool explain_site(cut_position *position, const struct question *question, const char *text)
{
    struct arena *arena = &position->answer;
    const struct rules *rules = position->game->rules;
    int site = board_site(rules->board, text, (int)strlen(text));
    char *example = ARENA_ARRAY(arena, char, LIMIT_TEXT);
    if (site < 0 || !explain_beginning(&position->machine, position->core, text, example))
        return false;
    int piece = core_piece(rules, &position->game->layout, position->core, site);
    const char *said = *example != '\0'
                           ? arena_format(arena, "%s is the beginning of a move only, as in `%s`", text, example)
                           : arena_format(arena, "no move begins with %s: %s", text, stands(position, site, piece));
    cut_reason *reason = only_reason(position, question, "incomplete", said);
    int *sites = ARENA_ARRAY(arena, int, 1);
    *sites = site;
    reason->sites = sites;
    reason->site_count = 1;
    return true;
}

static bool is_listed(cut_position *position, const char *text)
{
    return turn_play(&position->machine, position->core, text, position->next);
}

static const char *lower(cut_position *position, const char *text)
{
    while (*text == ' ' || *text == '\t')
        text++;
    size_t size = strlen(text);
    while (size > 0 && (text[size - 1] == ' ' || text[size - 1] == '\t'))
        size--;
    char *copy = arena_text(&position->answer, text, size);
    for (char *c = copy; *c != '\0'; c++) {
        if (*c >= 'A' && *c <= 'Z')
            *c = (char)(*c + 32);
    }
    return copy;
}

static cut_status explain(cut_position *position, void *argument)
{
    struct question *question = argument;
    arena_free(&position->answer);
    const char *text = lower(position, question->text);
    if (turn_over(position->core)) {
        only_reason(position, question, "over", "the game is over");
        return CUT_OK;
    }
    *question->legal = is_listed(position, text);
    if (*question->legal)
        return CUT_OK;
    if (explain_site(position, question, text))
        return CUT_OK;
    struct explainer *explainer = ARENA_NEW(&position->machine.scratch, struct explainer);
    const char *fault = position->machine.fault;
    explain_move(&position->machine, position->core, text, explainer);
    if (explainer->best_count == 0 && fault[0] != '\0') { /* the way is there, but a step of it cannot be done */
        only_reason(position, question, "rule error", arena_text(&position->answer, fault, strlen(fault)));
        return CUT_OK;
    }
    if (explainer->best_count == 0) {
        explain_nothing(position, question, text);
        return CUT_OK;
    }
    cut_reason *reasons = ARENA_ARRAY(&position->answer, cut_reason, explainer->best_count);
    for (int i = 0; i < explainer->best_count; i++)
        describe(position, &explainer->best[i], &reasons[i]);
    *question->reasons = reasons;
    *question->count = (size_t)explainer->best_count;
    return CUT_OK;
}

cut_status cut_position_explain(cut_position *position, const char *text, bool *legal, const cut_reason **reasons,
                                size_t *count)
{
    struct question question = {text, legal, reasons, count};
    *legal = false;
    *reasons = NULL;
    *count = 0;
    return api_guard(position, explain, &question);
}
