/* crosscut list, show, check and test: the files themselves. */
#include "files.h"
#include "verbs.h"

#include <stdio.h>
#include <string.h>

/* ---- list ---- */

static bool is_game_folder(const cut_file *file, const char *folder)
{
    return strcmp(file->folder, folder) == 0;
}

static int name_width(void)
{
    int widest = 1;
    for (size_t i = 0; i < cut_file_count(); i++) {
        int width = text_width(cut_file_at(i)->name);
        widest = width > widest ? width : widest;
    }
    return widest;
}

static void put_padded(const char *word, int width)
{
    printf("%s%*s  ", word, width > text_width(word) ? width - text_width(word) : 0, "");
}

/* Titles may be long; those that are do not widen the column for all. */
enum { TITLE_WIDTH = 16 };

static void list_file(cut_context *context, const cut_file *file, int width)
{
    cut_game *game = NULL;
    if (cut_load(context, file->name, NULL, 0, &game) != CUT_OK) {
        put_padded(file->name, width);
        printf("(it has errors: crosscut check %s)\n", file->name);
        return;
    }
    if (!cut_game_is_library(game)) {
        put_padded(file->name, width);
        if (*cut_game_about(game) != '\0') {
            put_padded(cut_game_title(game), TITLE_WIDTH);
            printf("%s\n", cut_game_about(game));
        } else {
            printf("%s\n", cut_game_title(game));
        }
    }
    cut_game_free(game);
}

int verb_list(struct arguments *arguments)
{
    (void)arguments;
    static const char *const folders[] = {"rulesets", "examples"};
    cut_context *context = opened_context();
    if (context == NULL)
        return EXIT_NO;
    int width = name_width();
    for (int k = 0; k < 2; k++) {
        for (size_t i = 0; i < cut_file_count(); i++) {
            if (is_game_folder(cut_file_at(i), folders[k]))
                list_file(context, cut_file_at(i), width);
        }
    }
    cut_context_free(context);
    return EXIT_FINE;
}

/* ---- show ---- */

static bool is_path(const char *name)
{
    return strchr(name, '/') != NULL || ends_with(name, ".cut");
}

int verb_show(struct arguments *arguments)
{
    const char *name = arguments->words[0];
    const cut_file *file = is_path(name) ? NULL : cut_file_find(name);
    if (file != NULL) {
        fwrite(file->text, 1, file->size, stdout);
        return EXIT_FINE;
    }
    cut_reader reader = files_reader();
    size_t size;
    const char *chars = reader.read(reader.user, name, &size);
    if (chars == NULL) {
        struct text why = {0};
        settings_unknown_game(name, &why);
        fputs(text_get(&why), stderr);
        text_free(&why);
        return EXIT_NO;
    }
    fwrite(chars, 1, size, stdout);
    reader.done(reader.user, chars, size);
    return EXIT_FINE;
}

/* ---- check ---- */

static void print_counts(const char *name, const cut_context *context)
{
    unsigned long counts[3] = {0, 0, 0};
    for (size_t i = 0; i < cut_message_count(context); i++)
        counts[cut_message_at(context, i)->severity]++;
    struct text line = {0};
    if (counts[CUT_ERROR] > 0)
        text_count(&line, counts[CUT_ERROR], "error", "errors");
    if (counts[CUT_ERROR] > 0 && counts[CUT_WARNING] > 0)
        text_puts(&line, ", ");
    if (counts[CUT_WARNING] > 0)
        text_count(&line, counts[CUT_WARNING], "warning", "warnings");
    printf("%s: %s\n", name, line.size > 0 ? text_get(&line) : "fine");
    text_free(&line);
}

static int check_file(cut_context *context, const char *name, const struct settings *settings)
{
    cut_game *game = NULL;
    cut_status status = cut_check(context, name, settings->items, settings->count);
    fflush(stdout);
    for (size_t i = 0; i < cut_message_count(context); i++)
        fputs(cut_message_at(context, i)->rendered, stderr);
    if (status == CUT_OK || (status == CUT_BAD_GAME && cut_message_count(context) > 0)) {
        print_counts(name, context);
        return status == CUT_OK ? EXIT_FINE : EXIT_NO;
    }
    struct text why = {0};
    settings_load(context, name, settings, NULL, &game, &why);
    fputs(text_get(&why), stderr);
    cut_game_free(game);
    text_free(&why);
    return EXIT_NO;
}

int verb_check(struct arguments *arguments)
{
    int worst = EXIT_FINE;
    cut_context *context = opened_context();
    if (context == NULL)
        return EXIT_NO;
    for (int i = 0; i < arguments->count; i++) {
        int result = check_file(context, arguments->words[i], &arguments->settings);
        worst = result > worst ? result : worst;
    }
    cut_context_free(context);
    return worst;
}

/* ---- test ---- */

static void report_failure(void *user, const char *file, int line, const char *example, const char *text)
{
    (void)user;
    fprintf(stderr, "%s:%d: example \"%s\": %s\n", file, line, example, text);
}

/* Nothing has failed, but nothing was claimed either. */
static void say_untested(const char *name, const cut_test_result *result)
{
    struct text text = {0};
    text_printf(&text, "%s has no examples", name);
    if (result->games > 0) {
        text_puts(&text, "; ");
        text_count(&text, result->games, "random game", "random games");
        text_puts(&text, " found nothing wrong");
    }
    printf("%s.\n", text_get(&text));
    text_free(&text);
}

static int test_file(cut_context *context, const char *name, const struct settings *settings, cut_test_result *total)
{
    cut_test_result result = {0};
    cut_status status = cut_test(context, name, settings->items, settings->count, report_failure, NULL, &result);
    total->passed += result.passed;
    total->failed += result.failed;
    if (status == CUT_OK && result.passed + result.failed == 0)
        say_untested(name, &result);
    if (status == CUT_OK)
        return result.failed > 0 ? EXIT_NO : EXIT_FINE;
    cut_game *game = NULL;
    struct text why = {0};
    total->failed++;
    settings_messages(context, false, &why);
    if (why.size == 0 && settings_load(context, name, settings, NULL, &game, &why) == CUT_OK)
        text_printf(&why, "%s: the examples cannot be run.\n", name);
    fputs(text_get(&why), stderr);
    cut_game_free(game);
    text_free(&why);
    return EXIT_NO;
}

int verb_test(struct arguments *arguments)
{
    int worst = EXIT_FINE;
    bool all = arguments->count == 0;
    size_t count = all ? cut_file_count() : (size_t)arguments->count;
    cut_test_result total = {0};
    cut_context *context = opened_context();
    if (context == NULL)
        return EXIT_NO;
    for (size_t i = 0; i < count; i++) {
        const char *name = all ? cut_file_at(i)->name : arguments->words[i];
        int result = test_file(context, name, &arguments->settings, &total);
        worst = result > worst ? result : worst;
    }
    cut_context_free(context);
    printf("%llu passed, %llu failed\n", (unsigned long long)total.passed, (unsigned long long)total.failed);
    return worst;
}
