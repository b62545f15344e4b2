/* test_positions.c - tests/positions: positions with all their legal moves and captures, found by another program. */
#include "support.h"

#include <dirent.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

struct place {
    const char *file;
    int line;
    int wrong; /* differences so far */
};

static void differ(struct place *place, const char *what, const char *move)
{
    if (place->wrong++ < 20)
        print_error("%s:%d: %s %s\n", place->file, place->line, what, move);
}

static json_t *member(json_t *object, const char *name)
{
    json_t *value = json_object_get(object, name);
    if (value == NULL)
        fail_msg("no member \"%s\"", name);
    return value;
}

static bool same_captures(const cut_game *game, const cut_move *move, json_t *captures)
{
    if (json_array_size(captures) != move->capture_count)
        return false;
    for (size_t i = 0; i < move->capture_count; i++) {
        const char *name = cut_game_site(game, move->captures[i])->name;
        bool found = false;
        for (size_t j = 0; j < json_array_size(captures); j++)
            found = found || strcmp(json_string_value(json_array_get(captures, j)), name) == 0;
        if (!found)
            return false;
    }
    return true;
}

static int compare_moves(const void *a, const void *b)
{
    json_t *first = *(json_t *const *)a, *second = *(json_t *const *)b;
    return strcmp(json_string_value(member(first, "text")), json_string_value(member(second, "text")));
}

/* Both lists sorted by text, walked side by side. */
static void check_moves(cut_position *position, json_t *expected, struct place *place)
{
    const cut_move *moves;
    size_t count, wanted = json_array_size(expected);
    assert_int_equal(cut_position_moves(position, &moves, &count), CUT_OK);
    json_t **sorted = calloc(wanted + 1, sizeof *sorted);
    assert_non_null(sorted);
    for (size_t i = 0; i < wanted; i++)
        sorted[i] = json_array_get(expected, i);
    qsort(sorted, wanted, sizeof *sorted, compare_moves);
    for (size_t i = 0, j = 0; i < count || j < wanted;) {
        const char *text = j < wanted ? json_string_value(member(sorted[j], "text")) : NULL;
        int order = i == count ? 1 : text == NULL ? -1 : strcmp(moves[i].text, text);
        if (order == 0 && !same_captures(cut_position_game(position), &moves[i], member(sorted[j], "captures")))
            differ(place, "other captures by", text);
        if (order < 0)
            differ(place, "should not be legal:", moves[i].text);
        if (order > 0)
            differ(place, "should be legal:", text);
        i += order <= 0;
        j += order >= 0;
    }
    free(sorted);
    uint64_t counted;
    assert_int_equal(cut_position_count_moves(position, &counted), CUT_OK);
    if (counted != count)
        differ(place, "the number of moves is not the length of their list", "");
}

static void check_over(cut_position *position, json_t *over, struct place *place)
{
    cut_outcome outcome;
    assert_int_equal(cut_position_outcome(position, &outcome), CUT_OK);
    const char *is = "null";
    if (outcome.result == CUT_WON)
        is = cut_game_player(cut_position_game(position), outcome.winner)->symbol;
    else if (outcome.result == CUT_DRAWN)
        is = "draw";
    const char *should = json_is_null(over) ? "null" : json_string_value(over);
    if (strcmp(is, should) != 0)
        differ(place, "over should be", should);
}

static void check_record(cut_context *context, cut_game **game, char *setup, json_t *record, struct place *place)
{
    char settings[64] = "-", wanted[128];
    json_t *set = member(record, "set");
    if (json_array_size(set) > 0)
        snprintf(settings, sizeof settings, "%s", json_string_value(json_array_get(set, 0)));
    const char *name = json_string_value(member(record, "game"));
    snprintf(wanted, sizeof wanted, "%s %s", name, settings);
    if (strcmp(wanted, setup) != 0) {
        cut_game_free(*game);
        *game = load_game(context, name, settings);
        strcpy(setup, wanted);
    }
    cut_position *position;
    assert_int_equal(cut_position_new(*game, &position), CUT_OK);
    const char *text = json_string_value(member(record, "position"));
    if (cut_position_set(position, text) != CUT_OK) {
        differ(place, "not taken:", text);
    } else {
        check_over(position, member(record, "over"), place);
        check_moves(position, member(record, "moves"), place);
    }
    cut_position_free(position);
}

static int check_file(cut_context *context, const char *name, int *records)
{
    char path[LINE_ROOM], setup[128] = "";
    snprintf(path, sizeof path, "tests/positions/%s", name);
    FILE *file = source_open(path);
    cut_game *game = NULL;
    struct place place = {.file = path};
    json_error_t error;
    json_t *record;
    /* One value for each line. */
    while ((record = json_loadf(file, JSON_DISABLE_EOF_CHECK, &error)) != NULL) {
        place.line++;
        check_record(context, &game, setup, record, &place);
        json_decref(record);
    }
    assert_true(feof(file) != 0);
    fclose(file);
    cut_game_free(game);
    *records += place.line;
    return place.wrong;
}

static void positions_of_another_program(void **state)
{
    (void)state;
    DIR *folder = opendir(source_path("tests/positions"));
    assert_non_null(folder);
    cut_context *context = cut_context_new(NULL);
    int wrong = 0, records = 0, files = 0;
    for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
        const char *dot = strrchr(entry->d_name, '.');
        if (dot == NULL || strcmp(dot, ".jsonl") != 0)
            continue;
        files++;
        wrong += check_file(context, entry->d_name, &records);
    }
    closedir(folder);
    cut_context_free(context);
    print_message("%d positions of %d files, %d differences\n", records, files, wrong);
    assert_true(records > 0);
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(positions_of_another_program)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
