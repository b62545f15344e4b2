/* What could stand at the end of an unfinished line. */
#include "doc.h"
#include "state.h"

#include <stdlib.h>
#include <string.h>

enum { MOVES_MOST = 500 };

static void add_if(struct list *found, const char *candidate, const char *prefix)
{
    if (begins_with(candidate, prefix))
        list_add(found, candidate);
}

static void add_commands(const struct session *session, const char *prefix, struct list *found)
{
    for (size_t i = 0; command_at(i) != NULL; i++) {
        if (session->game != NULL || command_at(i)->without_game)
            add_if(found, command_at(i)->name, prefix);
    }
}

static void add_games(const char *prefix, struct list *found)
{
    for (size_t i = 0; i < cut_file_count(); i++) {
        if (strcmp(cut_file_at(i)->folder, "stdlib") != 0)
            add_if(found, cut_file_at(i)->name, prefix);
    }
}

static void add_options(const cut_game *game, const char *prefix, struct list *found)
{
    for (size_t i = 0; game != NULL && i < cut_game_option_count(game); i++) {
        struct text pair = {0};
        text_printf(&pair, "%s=", cut_game_option(game, i)->name);
        add_if(found, text_get(&pair), prefix);
        text_free(&pair);
    }
}

static void add_moves(struct session *session, const char *prefix, struct list *found)
{
    if (session->game != NULL)
        session_find_moves(session, prefix, MOVES_MOST, found);
}

/* The options of the game that `new GAME` names, else of the current one. */
static void add_options_of(struct session *session, const char *name, const char *prefix, struct list *found)
{
    cut_game *game = NULL;
    if (*name != '\0' && strchr(name, '=') == NULL) {
        if (cut_load(session->context, name, NULL, 0, &game) != CUT_OK)
            return;
        add_options(game, prefix, found);
        cut_game_free(game);
    } else {
        add_options(session->game, prefix, found);
    }
}

static void add_arguments(struct session *session, const struct command *command, char *rest, const char *prefix,
                          struct list *found)
{
    bool first = *rest == '\0';
    if (command->run == cmd_new) {
        if (first)
            add_games(prefix, found);
        add_options_of(session, next_word(&rest), prefix, found);
    } else if (command->run == cmd_set) {
        add_options(session->game, prefix, found);
    } else if (command->run == cmd_doc && first) {
        struct doc_place place = {session->context, session->name, "doc", session->config.width};
        doc_names(&place, prefix, found);
    } else if (command->run == cmd_help && first) {
        add_commands(session, prefix, found);
    } else if (first && (command->run == cmd_play || command->run == cmd_why || command->run == cmd_moves)) {
        add_moves(session, prefix, found);
    }
}

size_t session_complete(struct session *session, const char *line, struct list *found)
{
    size_t size = strlen(line), begin = size;
    while (begin > 0 && !is_blank(line[begin - 1]))
        begin--;
    char *before = memory_copy(line, begin), *rest = trim(before);
    const char *prefix = line + begin;
    if (*rest == '\0') {
        add_commands(session, prefix, found);
        if (*prefix != '\0')
            add_moves(session, prefix, found);
    } else {
        const struct command *command = command_find(next_word(&rest));
        if (command != NULL)
            add_arguments(session, command, rest, prefix, found);
    }
    free(before);
    list_sort(found);
    return begin;
}
