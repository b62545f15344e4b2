/* text.h - what the program needs of memory and text: a text that grows, a list of words, small comparisons.
 *
 * When memory is short the program ends with a message and exit code 1: it holds nothing that could be saved. */
#ifndef REPL_TEXT_H
#define REPL_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All zero is an empty text. */
struct text {
    char *chars; /* zero-terminated; NULL while nothing was added */
    size_t size, room;
};

/* All zero is an empty list. */
struct list {
    char **items; /* own copies */
    size_t count, room;
};

/* Never NULL. The caller frees with free(). */
void *memory_resize(void *block, size_t count, size_t each);
char *memory_copy(const char *chars, size_t size); /* zero-terminated */
char *memory_text(const char *chars);              /* NULL stays NULL */
void memory_free(const void *block);               /* of a block of ours that somebody calls const */

void text_add(struct text *text, const char *chars, size_t size);
void text_puts(struct text *text, const char *chars);
void text_fill(struct text *text, char c, int count);
void text_printf(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* "" rather than NULL; valid until the text changes. */
const char *text_get(const struct text *text);
void text_clear(struct text *text);
void text_free(struct text *text);

void list_add(struct list *list, const char *item);
void list_cut(struct list *list, size_t count); /* keeps the first count items */
void list_sort(struct list *list);              /* by strcmp, each item once */
void list_free(struct list *list);
/* The items in columns of a page that is `width` characters wide, row by row, each row indented by two blanks. */
void list_print(const struct list *list, int width, struct text *out);

/* ASCII letters only: the program runs in the C locale. */
char lower(char c);
bool is_digit(char c);
bool is_letter(char c);
bool is_blank(char c);
bool is_whole(const char *text);                        /* digits, perhaps after a `-`; however many */
bool same_text(const char *a, const char *b);           /* but for case */
bool begins_with(const char *text, const char *prefix); /* but for case */
bool ends_with(const char *text, const char *end);
/* Cuts blanks off both ends, in place; returns the new beginning. */
char *trim(char *text);
/* Cuts the first word off *rest, in place, and moves *rest to the next one; "" when there is none. */
char *next_word(char **rest);
/* A whole number from low to high and nothing else; false if it is not. read_natural: without a sign. */
bool read_whole(const char *text, long low, long high, long *value);
bool read_natural(const char *text, uint64_t low, uint64_t high, uint64_t *value);
/* The number of characters of UTF-8 text. */
int text_width(const char *chars);
/* A sentence: with a capital letter and a full stop, whether it came with them or not. */
void text_sentence(struct text *out, const char *chars);
/* "1 move", "2 moves". */
void text_count(struct text *out, unsigned long long count, const char *one, const char *many);

#endif
