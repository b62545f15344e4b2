#include "support.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_SETTINGS = 8 };

const char *source_path(const char *path)
{
    static char full[LINE_ROOM];
    snprintf(full, sizeof full, "%s/%s", CUT_SOURCE_DIR, path);
    return full;
}

FILE *source_open(const char *path)
{
    FILE *file = fopen(source_path(path), "r");
    if (file == NULL)
        fail_msg("%s is missing", path);
    return file;
}

char *file_text(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return NULL;
    size_t used = 0, room = 1 << 16;
    char *text = malloc(room);
    for (size_t got = 1; text != NULL && got > 0; used += got) {
        if (used + 1 >= room) {
            room *= 2;
            char *larger = realloc(text, room);
            if (larger == NULL)
                free(text);
            text = larger;
        }
        got = text == NULL ? 0 : fread(text + used, 1, room - used - 1, file);
    }
    fclose(file);
    if (text != NULL)
        text[used] = '\0';
    *size = used;
    return text;
}

static const char *read_file(void *user, const char *path, size_t *size)
{
    (void)user;
    return file_text(path, size);
}

static void done_with(void *user, const char *text, size_t size)
{
    (void)user;
    (void)size;
    free((char *)(uintptr_t)text);
}

const cut_reader file_reader = {read_file, done_with, NULL};

size_t split_words(char *line, char *words[MAX_WORDS])
{
    size_t count = 0;
    char *rest = NULL;
    for (char *word = strtok_r(line, " \t\r\n", &rest); word != NULL; word = strtok_r(NULL, " \t\r\n", &rest))
        if (count < MAX_WORDS)
            words[count++] = word;
    return count;
}

int compare_texts(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static size_t parse_settings(char *text, cut_setting settings[MAX_SETTINGS])
{
    size_t count = 0;
    char *rest = NULL;
    for (char *word = strtok_r(text, ",", &rest); word != NULL; word = strtok_r(NULL, ",", &rest)) {
        char *equals = strchr(word, '=');
        if (equals == NULL)
            continue;
        *equals = '\0';
        assert_true(count < MAX_SETTINGS);
        settings[count++] = (cut_setting){word, strtol(equals + 1, NULL, 10)};
    }
    return count;
}

cut_game *try_game(cut_context *context, const char *name, const char *settings, cut_status *status)
{
    char text[256];
    cut_setting list[MAX_SETTINGS];
    cut_game *game = NULL;
    snprintf(text, sizeof text, "%s", settings);
    *status = cut_load(context, name, list, parse_settings(text, list), &game);
    return *status == CUT_OK ? game : NULL;
}

cut_game *load_game(cut_context *context, const char *name, const char *settings)
{
    cut_status status;
    cut_game *game = try_game(context, name, settings, &status);
    if (game != NULL)
        return game;
    for (size_t i = 0; i < cut_message_count(context); i++)
        print_error("%s", cut_message_at(context, i)->rendered);
    fail_msg("%s %s does not load (%d)", name, settings, (int)status);
    return NULL;
}

void with_settings(const char *name, const char *settings, with_game *body, void *user)
{
    cut_context *context = cut_context_new(NULL);
    cut_game *game = load_game(context, name, settings);
    body(game, user);
    cut_game_free(game);
    cut_context_free(context);
}

void with_game_text(const char *text, with_game *body, void *user)
{
    cut_context *context = cut_context_new(NULL);
    cut_game *game;
    if (cut_load_text(context, "game", text, strlen(text), NULL, 0, &game) != CUT_OK)
        fail_msg("%s\n%s", cut_message_at(context, 0)->rendered, text);
    body(game, user);
    cut_game_free(game);
    cut_context_free(context);
}

const cut_option *size_option(const cut_game *game)
{
    for (size_t i = 0; i < cut_game_option_count(game); i++) {
        if (strcmp(cut_game_option(game, i)->name, "size") == 0)
            return cut_game_option(game, i);
    }
    return NULL;
}

uint64_t environment_number(const char *name, uint64_t standard)
{
    const char *text = getenv(name);
    return text == NULL || *text == '\0' ? standard : strtoull(text, NULL, 10);
}

uint64_t next_random(void *user)
{
    uint64_t *state = user;
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}
