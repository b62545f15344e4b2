/* test_embedded.c - the files in the program: as in the repository, free of errors and warnings, their examples true.
 */
#include "support.h"

#include <stdlib.h>
#include <string.h>

static int folder_order(const char *folder)
{
    static const char *const folders[] = {"rulesets", "stdlib", "examples"};
    for (int i = 0; i < 3; i++)
        if (strcmp(folders[i], folder) == 0)
            return i;
    fail_msg("no folder %s", folder);
    return -1;
}

static void files_of_the_repository(void **state)
{
    (void)state;
    assert_true(cut_file_count() > 0);
    for (size_t i = 0; i < cut_file_count(); i++) {
        const cut_file *file = cut_file_at(i);
        size_t size;
        char *text = file_text(source_path(file->path), &size);
        assert_non_null(text);
        assert_int_equal(size, file->size);
        assert_string_equal(text, file->text);
        free(text);
        char path[256];
        snprintf(path, sizeof path, "%s/%s.cut", file->folder, file->name);
        assert_string_equal(path, file->path);
        assert_ptr_equal(cut_file_find(file->name), file);
        if (i == 0)
            continue;
        const cut_file *last = cut_file_at(i - 1);
        int order = folder_order(last->folder) - folder_order(file->folder);
        assert_true(order < 0 || (order == 0 && strcmp(last->name, file->name) < 0));
    }
    assert_null(cut_file_at(cut_file_count()));
    assert_null(cut_file_find("nothing of that name"));
}

static void load_without_a_word(void **state)
{
    (void)state;
    int bad = 0;
    for (size_t i = 0; i < cut_file_count(); i++) {
        cut_context *context = cut_context_new(NULL);
        cut_game *game = NULL;
        cut_status status = cut_load(context, cut_file_at(i)->name, NULL, 0, &game);
        int words = status != CUT_OK;
        for (size_t j = 0; j < cut_message_count(context); j++) {
            const cut_message *message = cut_message_at(context, j);
            if (message->severity == CUT_NOTE)
                continue;
            words++;
            print_error("%s", message->rendered);
        }
        if (status != CUT_OK)
            print_error("%s: status %d\n", cut_file_at(i)->path, (int)status);
        bad += words > 0;
        cut_game_free(game);
        cut_context_free(context);
    }
    assert_int_equal(bad, 0);
}

static void report(void *user, const char *file, int line, const char *example, const char *text)
{
    (void)user;
    print_error("%s:%d: \"%s\": %s\n", file, line, example, text);
}

static void examples_are_true(void **state)
{
    (void)state;
    cut_test_result sum = {0};
    for (size_t i = 0; i < cut_file_count(); i++) {
        cut_context *context = cut_context_new(NULL);
        cut_test_result result = {0};
        cut_status status = cut_test(context, cut_file_at(i)->name, NULL, 0, report, NULL, &result);
        if (status != CUT_OK)
            print_error("%s: status %d\n", cut_file_at(i)->path, (int)status);
        sum.passed += result.passed;
        sum.failed += result.failed + (status != CUT_OK);
        cut_context_free(context);
    }
    print_message("%d examples passed, %d failed\n", (int)sum.passed, (int)sum.failed);
    assert_true(sum.passed > 0);
    assert_int_equal(sum.failed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_of_the_repository),
        cmocka_unit_test(load_without_a_word),
        cmocka_unit_test(examples_are_true),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
