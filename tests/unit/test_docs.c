/* test_docs.c - the rule files printed in the documents are run.
 *
 * A fenced block `cut` is a whole file: it loads without errors and its examples are true. A block `cut-error` does
 * not load; if a block `text` follows, its first line is the first message, whatever it calls the file. */
#include "support.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_ROOM = 1 << 16 };

struct block {
    char info[32];
    char text[BLOCK_ROOM];
    size_t size;
};

struct run {
    const char *path;
    int line; /* of the block's fence */
    int blocks, wrong;
    struct block block;
    char message[LINE_ROOM]; /* first line of the message of the last cut-error block, or "" */
};

static const char *read_block(void *user, const char *path, size_t *size)
{
    struct run *run = user;
    *size = run->block.size;
    return strcmp(path, "example.cut") == 0 ? run->block.text : NULL;
}

static void report(void *user, const char *file, int line, const char *example, const char *text)
{
    struct run *run = user;
    print_error("%s:%d: %s:%d: \"%s\": %s\n", run->path, run->line, file, line, example, text);
}

static void wrong(struct run *run, const char *what, const char *detail)
{
    run->wrong++;
    print_error("%s:%d: %s %s\n", run->path, run->line, what, detail);
}

static cut_context *new_context(struct run *run)
{
    cut_context *context = cut_context_new(&(cut_config){.reader = {.read = read_block, .user = run}});
    assert_non_null(context);
    return context;
}

static void check_good(struct run *run)
{
    cut_context *context = new_context(run);
    cut_test_result result = {0};
    cut_status status = cut_test(context, "example.cut", NULL, 0, report, run, &result);
    if (status != CUT_OK || result.failed > 0)
        wrong(run, "should load, and its examples hold:", "cut");
    for (size_t i = 0; status != CUT_OK && i < cut_message_count(context); i++)
        print_error("%s", cut_message_at(context, i)->rendered);
    cut_context_free(context);
}

static void check_bad(struct run *run)
{
    cut_context *context = new_context(run);
    cut_game *game = NULL;
    if (cut_load(context, "example.cut", NULL, 0, &game) != CUT_BAD_GAME || cut_message_count(context) == 0)
        wrong(run, "should not load:", "cut-error");
    else
        snprintf(run->message, sizeof run->message, "%s", cut_message_at(context, 0)->rendered);
    run->message[strcspn(run->message, "\n")] = '\0';
    cut_game_free(game);
    cut_context_free(context);
}

static void check_message(struct run *run)
{
    char *text = run->block.text;
    text[strcspn(text, "\n")] = '\0';
    const char *should = strchr(text, ':');
    const char *is = strchr(run->message, ':');
    if (should == NULL || is == NULL || strcmp(should, is) != 0)
        wrong(run, "another message:", run->message);
}

static void check_block(struct run *run)
{
    const char *info = run->block.info;
    if (strcmp(info, "text") == 0 && *run->message != '\0')
        check_message(run);
    *run->message = '\0';
    run->blocks += strncmp(info, "cut", 3) == 0;
    if (strcmp(info, "cut") == 0)
        check_good(run);
    else if (strcmp(info, "cut-error") == 0)
        check_bad(run);
}

static void check_document(struct run *run)
{
    FILE *file = fopen(run->path, "r");
    assert_non_null(file);
    char line[LINE_ROOM];
    bool inside = false;
    *run->message = '\0';
    for (int number = 1; fgets(line, sizeof line, file) != NULL; number++) {
        if (strncmp(line, "```", 3) == 0) {
            inside = !inside;
            if (!inside) {
                check_block(run);
                continue;
            }
            run->line = number;
            run->block.size = 0;
            snprintf(run->block.info, sizeof run->block.info, "%.*s", (int)strcspn(line + 3, " \r\n"), line + 3);
        } else if (inside) {
            size_t size = strlen(line);
            assert_true(run->block.size + size < BLOCK_ROOM);
            memcpy(run->block.text + run->block.size, line, size + 1);
            run->block.size += size;
        }
    }
    assert_false(inside);
    fclose(file);
}

static void printed_files(void **state)
{
    (void)state;
    static struct run run;
    glob_t found = {0};
    glob(source_path("*.md"), GLOB_APPEND, NULL, &found);
    glob(source_path("*/*.md"), GLOB_APPEND, NULL, &found);
    glob(source_path("*/*/*.md"), GLOB_APPEND, NULL, &found);
    assert_true(found.gl_pathc > 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        if (strstr(found.gl_pathv[i], "/build/") != NULL)
            continue;
        run.path = found.gl_pathv[i];
        check_document(&run);
    }
    globfree(&found);
    print_message("%d blocks, %d wrong\n", run.blocks, run.wrong);
    assert_int_equal(run.wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(printed_files)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
