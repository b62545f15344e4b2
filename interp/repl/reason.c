#include "reason.h"

#include <string.h>

/* The size of what has the form of a site's name: a letter, then digits; 0: it has another. */
static size_t site_size(const char *part)
{
    size_t size = 1;
    if (!is_letter(part[0]) || !is_digit(part[1]))
        return 0;
    while (is_digit(part[size]))
        size++;
    return size;
}

static bool is_site(const cut_game *game, const char *part, size_t size)
{
    for (int site = 0; site < cut_game_site_count(game); site++) {
        const char *name = cut_game_site(game, site)->name;
        if (strlen(name) == size && begins_with(part, name))
            return true;
    }
    return false;
}

/* The first part of a move that begins like a site and is none of this board; NULL if there is none. */
static const char *missing_site(const cut_game *game, const char *move)
{
    for (const char *part = move; part != NULL; part = strchr(part, '-')) {
        part += *part == '-';
        size_t size = site_size(part);
        if (size > 0 && !is_site(game, part, size))
            return part;
    }
    return NULL;
}

void reason_words(const cut_game *game, const char *move, const cut_reason *reason, struct text *out)
{
    const char *missing =
        strcmp(reason->name, "unknown") == 0 && *reason->file == '\0' ? missing_site(game, move) : NULL;
    if (missing != NULL)
        text_printf(out, "there is no site %.*s on this board", (int)site_size(missing), missing);
    else
        text_puts(out, *reason->text != '\0' ? reason->text : reason->name);
}

void reason_print(const cut_game *game, const char *move, const cut_reason *reason, struct text *out)
{
    reason_words(game, move, reason, out);
    if (*reason->file != '\0')
        text_printf(out, " (%s:%d)", reason->file, reason->line);
}

void reason_of_end(cut_position *position, const cut_outcome *outcome, struct text *out)
{
    const cut_game *game = cut_position_game(position);
    int64_t scores[CUT_MAX_PLAYERS];
    bool scored;
    text_puts(out, outcome->reason);
    if (cut_position_scores(position, &scored, scores) != CUT_OK || !scored)
        return;
    for (int p = 0; p < cut_game_player_count(game); p++)
        text_printf(out, "%s %s %lld", p == 0 ? " The score is" : ",", cut_game_player(game, p)->name,
                    (long long)scores[p]);
    text_puts(out, ".");
}
