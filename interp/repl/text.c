#include "text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Noreturn void memory_short(void)
{
    fputs("crosscut: there is not enough memory.\n", stderr);
    exit(1);
}

void *memory_resize(void *block, size_t count, size_t each)
{
    if (count == 0)
        count = 1;
    if (count > PTRDIFF_MAX / each)
        memory_short();
    void *fresh = realloc(block, count * each);
    if (fresh == NULL)
        memory_short();
    return fresh;
}

char *memory_copy(const char *chars, size_t size)
{
    char *copy = memory_resize(NULL, size + 1, 1);
    if (size > 0)
        memcpy(copy, chars, size);
    copy[size] = '\0';
    return copy;
}

char *memory_text(const char *chars)
{
    return chars == NULL ? NULL : memory_copy(chars, strlen(chars));
}

void memory_free(const void *block)
{
    void *ours;
    memcpy(&ours, &block, sizeof ours);
    free(ours);
}

static void text_reserve(struct text *text, size_t more)
{
    if (more < text->room - text->size)
        return;
    size_t room = text->room < 128 ? 128 : text->room;
    while (room - text->size <= more)
        room *= 2;
    text->chars = memory_resize(text->chars, room, 1);
    text->room = room;
}

void text_add(struct text *text, const char *chars, size_t size)
{
    text_reserve(text, size);
    if (size > 0)
        memcpy(text->chars + text->size, chars, size);
    text->size += size;
    text->chars[text->size] = '\0';
}

void text_puts(struct text *text, const char *chars)
{
    text_add(text, chars, strlen(chars));
}

void text_fill(struct text *text, char c, int count)
{
    for (int i = 0; i < count; i++)
        text_add(text, &c, 1);
}

void text_printf(struct text *text, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int size = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (size > 0) {
        text_reserve(text, (size_t)size);
        vsnprintf(text->chars + text->size, (size_t)size + 1, format, again);
        text->size += (size_t)size;
    }
    va_end(again);
}

const char *text_get(const struct text *text)
{
    return text->chars == NULL ? "" : text->chars;
}

void text_clear(struct text *text)
{
    text->size = 0;
    if (text->chars != NULL)
        text->chars[0] = '\0';
}

void text_free(struct text *text)
{
    free(text->chars);
    *text = (struct text){NULL, 0, 0};
}

void list_add(struct list *list, const char *item)
{
    if (list->count == list->room) {
        list->room = list->room == 0 ? 16 : 2 * list->room;
        list->items = memory_resize(list->items, list->room, sizeof *list->items);
    }
    list->items[list->count++] = memory_text(item);
}

void list_cut(struct list *list, size_t count)
{
    while (list->count > count)
        free(list->items[--list->count]);
}

static int compare_items(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

void list_sort(struct list *list)
{
    if (list->count < 2)
        return;
    qsort(list->items, list->count, sizeof *list->items, compare_items);
    size_t kept = 1;
    for (size_t i = 1; i < list->count; i++) {
        if (strcmp(list->items[i], list->items[kept - 1]) == 0)
            free(list->items[i]);
        else
            list->items[kept++] = list->items[i];
    }
    list->count = kept;
}

void list_free(struct list *list)
{
    list_cut(list, 0);
    free(list->items);
    *list = (struct list){NULL, 0, 0};
}

void list_print(const struct list *list, int width, struct text *out)
{
    int widest = 1;
    for (size_t i = 0; i < list->count; i++) {
        int w = text_width(list->items[i]);
        widest = w > widest ? w : widest;
    }
    int across = (width - 2 + 1) / (widest + 1);
    size_t columns = across < 1 ? 1 : (size_t)across;
    for (size_t i = 0; i < list->count; i++) {
        bool last = i + 1 == list->count || (i + 1) % columns == 0;
        if (i % columns == 0)
            text_puts(out, "  ");
        text_puts(out, list->items[i]);
        if (last)
            text_puts(out, "\n");
        else
            text_fill(out, ' ', widest + 1 - text_width(list->items[i]));
    }
}

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool is_letter(char c)
{
    return lower(c) >= 'a' && lower(c) <= 'z';
}

bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v';
}

bool same_text(const char *a, const char *b)
{
    return begins_with(a, b) && strlen(a) == strlen(b);
}

bool begins_with(const char *text, const char *prefix)
{
    while (*prefix != '\0') {
        if (lower(*text++) != lower(*prefix++))
            return false;
    }
    return true;
}

bool ends_with(const char *text, const char *end)
{
    size_t size = strlen(text), tail = strlen(end);
    return size >= tail && strcmp(text + size - tail, end) == 0;
}

char *trim(char *text)
{
    while (is_blank(*text))
        text++;
    size_t size = strlen(text);
    while (size > 0 && is_blank(text[size - 1]))
        size--;
    text[size] = '\0';
    return text;
}

char *next_word(char **rest)
{
    char *word = *rest;
    while (is_blank(*word))
        word++;
    char *end = word;
    while (*end != '\0' && !is_blank(*end))
        end++;
    if (*end != '\0')
        *end++ = '\0';
    while (is_blank(*end))
        end++;
    *rest = end;
    return word;
}

bool is_whole(const char *text)
{
    const char *digits = *text == '-' ? text + 1 : text;
    const char *end = digits;
    while (is_digit(*end))
        end++;
    return end != digits && *end == '\0';
}

bool read_whole(const char *text, long low, long high, long *value)
{
    errno = 0;
    long number = strtol(text, NULL, 10);
    if (!is_whole(text) || errno != 0 || number < low || number > high)
        return false;
    *value = number;
    return true;
}

bool read_natural(const char *text, uint64_t low, uint64_t high, uint64_t *value)
{
    char *end;
    errno = 0;
    unsigned long long number = strtoull(text, &end, 10);
    if (!is_digit(text[0]) || *end != '\0' || errno != 0 || number < low || number > high)
        return false;
    *value = number;
    return true;
}

int text_width(const char *chars)
{
    int width = 0;
    for (; *chars != '\0'; chars++)
        width += ((unsigned char)*chars & 0xC0) != 0x80;
    return width;
}

/* Names of files and sites stay as they are, wherever they stand. */
static bool begins_with_name(const char *chars)
{
    size_t size = strcspn(chars, " ");
    for (size_t i = 0; i < size; i++) {
        bool inside = i + 1 < size;
        if (is_digit(chars[i]) || chars[i] == '/' || chars[i] == '_' || (chars[i] == '.' && inside))
            return true;
    }
    return false;
}

void text_sentence(struct text *out, const char *chars)
{
    size_t size = strlen(chars);
    if (size == 0)
        return;
    char first = begins_with_name(chars) || *chars < 'a' || *chars > 'z' ? *chars : (char)(*chars - 'a' + 'A');
    text_add(out, &first, 1);
    text_puts(out, chars + 1);
    if (strchr(".!?", chars[size - 1]) == NULL)
        text_puts(out, ".");
}

void text_count(struct text *out, unsigned long long count, const char *one, const char *many)
{
    text_printf(out, "%llu %s", count, count == 1 ? one : many);
}
