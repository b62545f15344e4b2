/* crosscut moves and explain. */
#include "reason.h"
#include "verbs.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

/* ---- moves ---- */

struct answer {
    cut_outcome outcome;
    const cut_move *moves;
    size_t count;
};

static json_t *captures_json(const cut_game *game, const cut_move *move)
{
    struct list names = {0};
    json_t *array = json_array();
    for (size_t i = 0; i < move->capture_count; i++)
        list_add(&names, cut_game_site(game, move->captures[i])->name);
    list_sort(&names);
    for (size_t i = 0; i < names.count; i++)
        json_array_append_new(array, json_string(names.items[i]));
    list_free(&names);
    return array;
}

static json_t *over_json(const cut_game *game, const cut_outcome *outcome)
{
    switch (outcome->result) {
    case CUT_WON:
        return json_string(cut_game_player(game, outcome->winner)->symbol);
    case CUT_DRAWN:
        return json_string("draw");
    case CUT_GOES_ON:
        break;
    }
    return json_null();
}

static void print_json(const struct opened *opened, const struct answer *answer)
{
    const cut_game *game = opened->game;
    json_t *object = json_object(), *array = json_array();
    for (size_t i = 0; i < answer->count; i++) {
        json_t *move = json_object();
        json_object_set_new(move, "text", json_string(answer->moves[i].text));
        json_object_set_new(move, "captures", captures_json(game, &answer->moves[i]));
        json_array_append_new(array, move);
    }
    int player = cut_position_to_move(opened->position);
    json_object_set_new(object, "game", json_string(cut_game_name(game)));
    json_object_set_new(object, "position", json_string(cut_position_text(opened->position)));
    json_object_set_new(object, "to_move", json_string(cut_game_player(game, player)->symbol));
    json_object_set_new(object, "over", over_json(game, &answer->outcome));
    json_object_set_new(object, "moves", array);
    json_dumpf(object, stdout, JSON_COMPACT);
    putchar('\n');
    json_decref(object);
}

static void print_end(cut_position *position, const cut_outcome *outcome)
{
    struct text text = {0};
    reason_of_end(position, outcome, &text);
    fprintf(stderr, "The game is over. %s\n", text_get(&text));
    text_free(&text);
}

static int answer_moves(struct opened *opened, bool json)
{
    struct answer answer = {0};
    cut_status status = cut_position_outcome(opened->position, &answer.outcome);
    if (status == CUT_OK && answer.outcome.result == CUT_GOES_ON)
        status = cut_position_moves(opened->position, &answer.moves, &answer.count);
    if (status != CUT_OK)
        return opened_broken(opened->position);
    bool faulty = opened_fault(opened->position);
    if (json) {
        print_json(opened, &answer);
    } else {
        for (size_t i = 0; i < answer.count; i++)
            puts(answer.moves[i].text);
        if (answer.outcome.result != CUT_GOES_ON)
            print_end(opened->position, &answer.outcome);
    }
    return faulty ? EXIT_NO : EXIT_FINE;
}

int verb_moves(struct arguments *arguments)
{
    struct opened opened;
    int result = opened_begin(&opened, arguments);
    if (result == EXIT_FINE)
        result = answer_moves(&opened, arguments->given & OPTION_JSON);
    opened_end(&opened);
    return result;
}

/* ---- explain ---- */

static int answer_explain(struct opened *opened, const char *move)
{
    bool legal;
    const cut_reason *reasons;
    size_t count;
    if (cut_position_explain(opened->position, move, &legal, &reasons, &count) != CUT_OK)
        return opened_broken(opened->position);
    opened_fault(opened->position);
    if (legal) {
        puts("legal");
        return EXIT_FINE;
    }
    for (size_t i = 0; i < count; i++) {
        struct text text = {0};
        reason_print(opened->game, move, &reasons[i], &text);
        printf("%s: %s\n", move, text_get(&text));
        text_free(&text);
    }
    return EXIT_NO;
}

int verb_explain(struct arguments *arguments)
{
    struct opened opened;
    int result = opened_begin(&opened, arguments);
    if (result == EXIT_FINE)
        result = answer_explain(&opened, arguments->words[1]);
    opened_end(&opened);
    return result;
}
