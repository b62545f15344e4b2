#include "record.h"

#include <stdlib.h>
#include <string.h>

enum { RECORD_WIDTH = 76, LINES_MOST = 1000000 };

static void replace(char **place, const char *value)
{
    free(*place);
    *place = memory_text(value);
}

/* Is the line of the form "key: value"? Then it is cut in two. */
static bool split_key(char *line, char **value)
{
    char *c = line;
    while (is_letter(*c) || *c == '-' || *c == '_')
        c++;
    if (c == line || *c != ':')
        return false;
    *c = '\0';
    *value = trim(c + 1);
    return true;
}

static bool read_header(struct record *record, const char *key, char *value, int number, struct text *why)
{
    if (same_text(key, "game"))
        replace(&record->game, value);
    else if (same_text(key, "position"))
        replace(&record->position, value);
    else if (same_text(key, "result"))
        replace(&record->result, value);
    else if (same_text(key, "set"))
        return settings_read_line(&record->settings, value, why);
    else
        text_printf(&record->notes, "Line %d: `%s` says nothing to me (game, set, position and result do).\n", number,
                    key);
    return true;
}

static void read_moves(struct record *record, char *line)
{
    while (*line != '\0') {
        char *word = next_word(&line);
        if (*word == '#')
            return;
        char *digits = word;
        while (is_digit(*digits))
            digits++;
        if (digits != word && *digits == '.') {
            word = digits;
            while (*word == '.')
                word++;
        }
        if (*word != '\0')
            list_add(&record->moves, word);
    }
}

bool record_read(struct record *record, const char *chars, size_t size, struct text *why)
{
    char *copy = memory_copy(chars, size), *next = copy;
    bool fine = strlen(copy) == size;
    if (!fine)
        text_puts(why, "This is not a text file.\n");
    for (int number = 1; fine && next != NULL && number <= LINES_MOST; number++) {
        char *line = next, *value;
        next = strchr(line, '\n');
        if (next != NULL)
            *next++ = '\0';
        line = trim(line);
        if (*line == '#')
            continue;
        if (record->moves.count == 0 && split_key(line, &value))
            fine = read_header(record, line, value, number, why);
        else
            read_moves(record, line);
    }
    free(copy);
    return fine;
}

void record_free(struct record *record)
{
    free(record->game);
    free(record->position);
    free(record->result);
    settings_free(&record->settings);
    list_free(&record->moves);
    text_free(&record->notes);
    *record = (struct record){0};
}

void record_print_moves(const struct list *moves, size_t count, int first_ply, int width, struct text *out)
{
    int used = 0;
    for (size_t i = 0; i < count; i++) {
        struct text item = {0};
        text_printf(&item, "%d. %s", first_ply + (int)i, moves->items[i]);
        int size = text_width(text_get(&item));
        if (used > 0 && used + 1 + size > width) {
            text_puts(out, "\n");
            used = 0;
        }
        text_printf(out, "%s%s", used > 0 ? " " : "", text_get(&item));
        used += size + (used > 0);
        text_free(&item);
    }
    if (count > 0)
        text_puts(out, "\n");
}

void record_print(const struct record *record, int first_ply, struct text *out)
{
    text_printf(out, "game: %s\n", record->game);
    if (record->settings.count > 0) {
        text_puts(out, "set: ");
        settings_print(&record->settings, out);
        text_puts(out, "\n");
    }
    if (record->position != NULL)
        text_printf(out, "position: %s\n", record->position);
    if (record->result != NULL)
        text_printf(out, "result: %s\n", record->result);
    text_puts(out, "\n");
    record_print_moves(&record->moves, record->moves.count, first_ply, RECORD_WIDTH, out);
}
