/* test_reject.c - the broken files of tests/reject, each with what is said about it: NAME.txt has a line
 * `LINE: error: text` for each message that is no note, and `FILE:LINE: error: text` where it is about another file.
 * CUT_BLESS=1 writes the expected lines anew. */
#include "support.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

enum { FILES = 400, NAME_ROOM = 128, PATH_ROOM = 2 * LINE_ROOM, TEXT_ROOM = 64 * 1024 };

static const char folder[] = "tests/reject";

static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

/* What is said about the file, one message on a line. */
static void collect(const cut_context *context, const char *path, char *text, size_t room)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < cut_message_count(context) && used < room; i++) {
        const cut_message *m = cut_message_at(context, i);
        if (m->severity == CUT_NOTE)
            continue;
        bool other = m->file != NULL && strcmp(base_of(m->file), base_of(path)) != 0;
        used += (size_t)snprintf(text + used, room - used, "%s%s%d: %s: %s\n", other ? base_of(m->file) : "",
                                 other ? ":" : "", m->line, m->severity == CUT_ERROR ? "error" : "warning", m->text);
    }
    assert_true(used < room);
}

static void bless(const char *path, const char *text)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static bool check_one(const char *name)
{
    static char said[TEXT_ROOM];
    char path[PATH_ROOM], expected_path[PATH_ROOM];
    const cut_config config = {.reader = file_reader};
    snprintf(path, sizeof path, "%s/%s.cut", source_path(folder), name);
    snprintf(expected_path, sizeof expected_path, "%s/%s.txt", source_path(folder), name);
    cut_context *context = cut_context_new(&config);
    cut_test_result result;
    assert_non_null(context);
    cut_status status = cut_test(context, path, NULL, 0, NULL, NULL, &result);
    collect(context, path, said, sizeof said);
    cut_context_free(context);
    if (getenv("CUT_BLESS") != NULL)
        bless(expected_path, said);
    size_t size;
    char *expected = file_text(expected_path, &size);
    bool good = expected != NULL && strcmp(expected, said) == 0 && status == CUT_BAD_GAME;
    if (!good)
        print_error("%s, status %d\n--- expected\n%s--- said\n%s", path, (int)status, expected != NULL ? expected : "",
                    said);
    free(expected);
    return good;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Files whose name begins with `part_` are only there for others. */
static size_t list_files(char names[FILES][NAME_ROOM])
{
    size_t count = 0;
    DIR *dir = opendir(source_path(folder));
    assert_non_null(dir);
    for (const struct dirent *entry = readdir(dir); entry != NULL; entry = readdir(dir)) {
        size_t size = strlen(entry->d_name);
        if (size < 5 || size >= NAME_ROOM || strcmp(entry->d_name + size - 4, ".cut") != 0 ||
            strncmp(entry->d_name, "part_", 5) == 0)
            continue;
        assert_true(count < FILES);
        memcpy(names[count], entry->d_name, size - 4);
        names[count++][size - 4] = '\0';
    }
    closedir(dir);
    qsort(names, count, sizeof names[0], compare_names);
    return count;
}

static void test_reject(void **state)
{
    (void)state;
    static char names[FILES][NAME_ROOM];
    size_t count = list_files(names), bad = 0;
    assert_true(count >= 40);
    for (size_t i = 0; i < count; i++)
        bad += !check_one(names[i]);
    assert_int_equal(bad, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_reject)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
