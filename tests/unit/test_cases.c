/* test_cases.c - tests/cases: telling situations, one file for each game. tests/README.md describes the form. */
#include "support.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

struct run {
    cut_context *context;
    char path[256], name[64];
    int line, facts, wrong;
    char settings[64];
    cut_game *game;
    cut_position *position; /* NULL before the first */
    char text[LINE_ROOM];   /* of the position */
};

static void wrong(struct run *run, const char *what, const char *detail)
{
    run->wrong++;
    print_error("%s:%d: %s %s\n", run->path, run->line, what, detail);
}

static void open_position(struct run *run, size_t count, char **words)
{
    const char *settings = count > 3 ? words[3] : "-";
    if (run->game == NULL || strcmp(settings, run->settings) != 0) {
        cut_position_free(run->position);
        cut_game_free(run->game);
        run->game = load_game(run->context, run->name, settings);
        assert_int_equal(cut_position_new(run->game, &run->position), CUT_OK);
        snprintf(run->settings, sizeof run->settings, "%s", settings);
    }
    snprintf(run->text, sizeof run->text, "%s %s", words[1], words[2]);
    if (cut_position_set(run->position, run->text) != CUT_OK)
        wrong(run, "not taken:", cut_position_error(run->position));
}

static const cut_move *find_move(struct run *run, const char *text)
{
    const cut_move *moves;
    size_t count;
    assert_int_equal(cut_position_moves(run->position, &moves, &count), CUT_OK);
    for (size_t i = 0; i < count; i++)
        if (strcmp(moves[i].text, text) == 0)
            return &moves[i];
    return NULL;
}

static bool has_word(size_t count, char **words, const char *word)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(words[i], word) == 0)
            return true;
    return false;
}

/* All answers bring a stone to the far row: that of the other player's side, ranks being counted from the first's. */
static bool must_answer(struct run *run)
{
    const cut_move *moves;
    size_t count;
    assert_int_equal(cut_position_moves(run->position, &moves, &count), CUT_OK);
    int far = cut_position_to_move(run->position) == 0 ? cut_game_ranks(run->game) : 1;
    for (size_t i = 0; i < count; i++) {
        const char *head = strrchr(moves[i].text, '-');
        if (head == NULL || strtol(head + 2, NULL, 10) != far)
            return false;
    }
    return count > 0;
}

static bool is_legal_fact(const char *word)
{
    return strcmp(word, "legal") == 0 || strcmp(word, "wins") == 0 || strcmp(word, "pending") == 0;
}

/* legal M | wins M | pending M, each perhaps followed by: captures CELLS */
static void check_legal(struct run *run, size_t count, char **words)
{
    const cut_move *move = find_move(run, words[1]);
    if (move == NULL) {
        wrong(run, "should be legal:", words[1]);
        return;
    }
    size_t captured = count > 3 ? count - 3 : 0;
    bool same = move->capture_count == captured;
    for (size_t i = 0; same && i < captured; i++)
        same = has_word(captured, words + 3, cut_game_site(run->game, move->captures[i])->name);
    if (!same)
        wrong(run, "other captures by", words[1]);
    bool legal = false;
    const cut_reason *reasons;
    size_t reason_count;
    assert_int_equal(cut_position_explain(run->position, words[1], &legal, &reasons, &reason_count), CUT_OK);
    if (!legal)
        wrong(run, "explained as illegal:", words[1]);
    int mover = cut_position_to_move(run->position);
    cut_outcome outcome;
    if (cut_position_play(run->position, words[1]) != CUT_OK)
        wrong(run, "cannot be played:", words[1]);
    assert_int_equal(cut_position_outcome(run->position, &outcome), CUT_OK);
    if (strcmp(words[0], "wins") == 0) {
        if (outcome.result != CUT_WON || outcome.winner != mover)
            wrong(run, "should win:", words[1]);
    } else if (outcome.result != CUT_GOES_ON) {
        wrong(run, "should not end the game:", words[1]);
    } else if (must_answer(run) != (strcmp(words[0], "pending") == 0)) {
        wrong(run, "must it be answered?", words[1]);
    }
    assert_int_equal(cut_position_set(run->position, run->text), CUT_OK);
}

/* illegal M REASONS: exactly these, or any if none is given */
static void check_illegal(struct run *run, size_t count, char **words)
{
    if (find_move(run, words[1]) != NULL)
        wrong(run, "should not be legal:", words[1]);
    if (cut_position_play(run->position, words[1]) != CUT_NO)
        wrong(run, "should not be playable:", words[1]);
    const cut_reason *reasons;
    size_t reason_count;
    bool legal = true;
    assert_int_equal(cut_position_explain(run->position, words[1], &legal, &reasons, &reason_count), CUT_OK);
    if (legal || reason_count == 0)
        wrong(run, "no reason why not:", words[1]);
    if (legal || count == 2)
        return;
    for (size_t i = 0; i < reason_count; i++)
        if (!has_word(count - 2, words + 2, reasons[i].name))
            wrong(run, "not a reason:", reasons[i].name);
    for (size_t i = 2; i < count; i++) {
        bool found = false;
        for (size_t j = 0; j < reason_count; j++)
            found = found || strcmp(reasons[j].name, words[i]) == 0;
        if (!found)
            wrong(run, "a reason not given:", words[i]);
    }
}

static void check_all(struct run *run, size_t count, char **words)
{
    const cut_move *moves;
    size_t move_count;
    assert_int_equal(cut_position_moves(run->position, &moves, &move_count), CUT_OK);
    for (size_t i = 0; i < move_count; i++)
        if (!has_word(count - 1, words + 1, moves[i].text))
            wrong(run, "should not be legal:", moves[i].text);
    for (size_t i = 1; i < count; i++)
        if (find_move(run, words[i]) == NULL)
            wrong(run, "should be legal:", words[i]);
}

static void check_over(struct run *run, const char *winner)
{
    cut_outcome outcome;
    assert_int_equal(cut_position_outcome(run->position, &outcome), CUT_OK);
    bool right = winner == NULL ? outcome.result == CUT_GOES_ON
                                : outcome.result == CUT_WON && outcome.winner == strtol(winner, NULL, 10) - 1;
    if (!right)
        wrong(run, "another outcome:", outcome.reason);
}

static void check_line(struct run *run, char *line)
{
    char *words[MAX_WORDS];
    line[strcspn(line, "#")] = '\0';
    size_t count = split_words(line, words);
    if (count == 0)
        return;
    run->facts++;
    if (strcmp(words[0], "position") == 0 && count >= 3)
        open_position(run, count, words);
    else if (run->position == NULL)
        wrong(run, "before the first position:", words[0]);
    else if (strcmp(words[0], "open") == 0)
        check_over(run, NULL);
    else if (strcmp(words[0], "over") == 0 && count == 2)
        check_over(run, words[1]);
    else if (strcmp(words[0], "all") == 0)
        check_all(run, count, words);
    else if (strcmp(words[0], "illegal") == 0 && count >= 2)
        check_illegal(run, count, words);
    else if (count >= 2 && is_legal_fact(words[0]))
        check_legal(run, count, words);
    else
        wrong(run, "not a fact:", words[0]);
}

static void check_file(struct run *run)
{
    FILE *file = source_open(run->path);
    char line[LINE_ROOM];
    run->line = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        run->line++;
        check_line(run, line);
    }
    fclose(file);
    cut_position_free(run->position);
    cut_game_free(run->game);
    run->position = NULL;
    run->game = NULL;
}

static void telling_situations(void **state)
{
    (void)state;
    DIR *folder = opendir(source_path("tests/cases"));
    assert_non_null(folder);
    struct run run = {.context = cut_context_new(NULL)};
    for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
        const char *dot = strrchr(entry->d_name, '.');
        if (dot == NULL || strcmp(dot, ".txt") != 0)
            continue;
        snprintf(run.path, sizeof run.path, "tests/cases/%.200s", entry->d_name);
        snprintf(run.name, sizeof run.name, "%.*s", (int)(dot - entry->d_name), entry->d_name);
        check_file(&run);
    }
    closedir(folder);
    cut_context_free(run.context);
    print_message("%d lines, %d differences\n", run.facts, run.wrong);
    assert_true(run.facts > 0);
    assert_int_equal(run.wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(telling_situations)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
