/* test_accept.c - small rule files in tests/accept, each about a sentence of the reference: their examples hold. Files
 * called part_… are for the others. */
#include "support.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

static const char folder[] = "tests/accept";

static void report(void *user, const char *file, int line, const char *example, const char *text)
{
    (void)user;
    print_error("%s:%d: \"%s\": %s\n", file, line, example, text);
}

/* The failures in a file; a file without examples is one. */
static uint64_t failures_of(cut_context *context, const char *path, uint64_t *passed)
{
    cut_test_result result;
    cut_status status = cut_test(context, path, NULL, 0, report, NULL, &result);
    for (size_t i = 0; status != CUT_OK && i < cut_message_count(context); i++)
        print_error("%s", cut_message_at(context, i)->rendered);
    *passed += result.passed;
    return result.failed + (status != CUT_OK || result.passed == 0);
}

static void sentences_of_the_reference(void **state)
{
    (void)state;
    cut_config config = {.reader = file_reader};
    cut_context *context = cut_context_new(&config);
    DIR *dir = opendir(source_path(folder));
    uint64_t passed = 0, failed = 0;
    assert_non_null(context);
    assert_non_null(dir);
    for (struct dirent *entry = readdir(dir); entry != NULL; entry = readdir(dir)) {
        char path[LINE_ROOM];
        size_t size = strlen(entry->d_name);
        if (size < 5 || strcmp(entry->d_name + size - 4, ".cut") != 0 || strncmp(entry->d_name, "part_", 5) == 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        failed += failures_of(context, path, &passed);
    }
    closedir(dir);
    cut_context_free(context);
    print_message("%llu examples passed, %llu failed\n", (unsigned long long)passed, (unsigned long long)failed);
    assert_int_equal(failed, 0);
    assert_true(passed > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sentences_of_the_reference)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
