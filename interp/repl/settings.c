#include "settings.h"

#include "nearest.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

void settings_put(struct settings *settings, const char *name, long value)
{
    for (size_t i = 0; i < settings->count; i++) {
        if (strcmp(settings->items[i].name, name) == 0) {
            settings->items[i].value = value;
            return;
        }
    }
    settings->items = memory_resize(settings->items, settings->count + 1, sizeof *settings->items);
    settings->items[settings->count++] = (cut_setting){memory_text(name), value};
}

bool settings_read(struct settings *settings, const char *pair, struct text *why)
{
    const char *equals = strchr(pair, '=');
    if (equals == NULL || equals == pair) {
        text_printf(why, "An option is set by its name and a whole number, as in `size=9`; `%s` is not of that form.\n",
                    pair);
        return false;
    }
    char *name = memory_copy(pair, (size_t)(equals - pair));
    long value;
    bool fine = read_whole(equals + 1, LONG_MIN, LONG_MAX, &value);
    if (fine)
        settings_put(settings, name, value);
    else
        text_printf(why, "The value of `%s` must be a whole number, as in `%s=9`; `%s` %s.\n", name, name, equals + 1,
                    is_whole(equals + 1) ? "has too many digits" : "is none");
    free(name);
    return fine;
}

/* Cuts a pair off the line and puts it together again as NAME=VALUE. */
static void cut_pair(char **line, struct text *pair)
{
    size_t size = strcspn(*line, "= \t");
    text_add(pair, *line, size);
    *line = trim(*line + size);
    bool equals = **line == '=';
    *line += equals;
    char *value = next_word(line);
    if (equals || *value != '\0')
        text_printf(pair, "=%s", value);
}

bool settings_read_line(struct settings *settings, char *line, struct text *why)
{
    bool fine = true;
    for (line = trim(line); fine && *line != '\0';) {
        struct text pair = {0};
        cut_pair(&line, &pair);
        fine = settings_read(settings, text_get(&pair), why);
        text_free(&pair);
    }
    return fine;
}

void settings_of_game(struct settings *settings, const cut_game *game)
{
    for (size_t i = 0; i < cut_game_option_count(game); i++) {
        const cut_option *option = cut_game_option(game, i);
        if (option->value != option->standard)
            settings_put(settings, option->name, option->value);
    }
}

void settings_print(const struct settings *settings, struct text *out)
{
    for (size_t i = 0; i < settings->count; i++)
        text_printf(out, "%s%s=%ld", i == 0 ? "" : " ", settings->items[i].name, settings->items[i].value);
}

void settings_free(struct settings *settings)
{
    for (size_t i = 0; i < settings->count; i++)
        memory_free(settings->items[i].name);
    free(settings->items);
    *settings = (struct settings){NULL, 0};
}

void settings_list(const cut_game *game, struct text *out)
{
    for (size_t i = 0; i < cut_game_option_count(game); i++) {
        const cut_option *option = cut_game_option(game, i);
        text_printf(out, "  %s = %ld (from %ld to %ld, usually %ld)\n", option->name, option->value, option->low,
                    option->high, option->standard);
    }
}

void settings_messages(const cut_context *context, bool warnings, struct text *out)
{
    for (size_t i = 0; i < cut_message_count(context); i++) {
        const cut_message *message = cut_message_at(context, i);
        if (message->severity == CUT_ERROR || (warnings && message->severity == CUT_WARNING))
            text_puts(out, message->rendered);
    }
}

void settings_unknown_game(const char *name, struct text *out)
{
    bool path = strchr(name, '/') != NULL || ends_with(name, ".cut");
    struct nearest nearest = nearest_begin(name);
    for (size_t i = 0; i < cut_file_count(); i++) {
        const cut_file *file = cut_file_at(i);
        nearest_try(&nearest, file->name);
        if (ends_with(name, ".cut") && strlen(name) == strlen(file->name) + 4 && begins_with(name, file->name))
            nearest_try(&nearest, file->path);
    }
    text_printf(out, path ? "There is no file `%s` that can be read" : "There is no game `%s`", name);
    nearest_end(&nearest, out);
    text_puts(out, "\n");
}

static const cut_option *find_option(const cut_game *game, const char *name)
{
    for (size_t i = 0; i < cut_game_option_count(game); i++) {
        if (strcmp(cut_game_option(game, i)->name, name) == 0)
            return cut_game_option(game, i);
    }
    return NULL;
}

static void unknown_option(const cut_game *game, const char *name, struct text *why)
{
    struct nearest nearest = nearest_begin(name);
    for (size_t i = 0; i < cut_game_option_count(game); i++)
        nearest_try(&nearest, cut_game_option(game, i)->name);
    text_printf(why, "%s has no option `%s`", cut_game_title(game), name);
    nearest_end(&nearest, why);
    if (cut_game_option_count(game) == 0) {
        text_puts(why, " It has no options at all.\n");
        return;
    }
    text_puts(why, " Its options:\n");
    settings_list(game, why);
}

/* Is it the settings that are wrong? The game without them tells what it has. */
static bool blame_settings(cut_context *context, const char *name, const struct settings *settings, struct text *why)
{
    cut_game *game = NULL;
    if (settings->count == 0 || cut_load(context, name, NULL, 0, &game) != CUT_OK)
        return false;
    bool blamed = false;
    for (size_t i = 0; i < settings->count; i++) {
        const cut_setting *setting = &settings->items[i];
        const cut_option *option = find_option(game, setting->name);
        if (option == NULL) {
            unknown_option(game, setting->name, why);
            blamed = true;
        } else if (setting->value < option->low || setting->value > option->high) {
            text_printf(why, "`%s=%ld` is out of range: in %s, `%s` goes from %ld to %ld.\n", setting->name,
                        setting->value, cut_game_title(game), setting->name, option->low, option->high);
            blamed = true;
        }
    }
    cut_game_free(game);
    return blamed;
}

static void say_why(cut_context *context, const char *name, const char *position, cut_status status, struct text *why)
{
    size_t before = why->size;
    if (status == CUT_NO_MEMORY)
        text_printf(why, "There is not enough memory to load `%s`.\n", name);
    else if (status == CUT_NOT_FOUND)
        settings_unknown_game(name, why);
    else
        settings_messages(context, false, why);
    if (why->size == before && position != NULL)
        text_printf(why, "The position `%s` fits no board of `%s`.\n", position, name);
    else if (why->size == before)
        text_printf(why, "The game `%s` cannot be loaded.\n", name);
}

cut_status settings_load(cut_context *context, const char *name, const struct settings *settings, const char *position,
                         cut_game **game, struct text *why)
{
    cut_status status;
    *game = NULL;
    if (position != NULL)
        status = cut_load_for(context, name, settings->items, settings->count, position, game);
    else
        status = cut_load(context, name, settings->items, settings->count, game);
    if (status == CUT_OK && cut_game_is_library(*game)) {
        text_printf(why, "`%s` is a library: other files `use` it, but it has no board to play on.\n", name);
        cut_game_free(*game);
        *game = NULL;
        return CUT_NO;
    }
    if (status == CUT_OK)
        return CUT_OK;
    struct text errors = {0};
    say_why(context, name, position, status, &errors);
    if (blame_settings(context, name, settings, why))
        status = CUT_NOT_FOUND;
    else
        text_puts(why, text_get(&errors));
    text_free(&errors);
    return status;
}
