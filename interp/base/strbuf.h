/* strbuf.h - a text that grows; owned by its arena-free heap block, always zero-terminated once something was added. */
#ifndef CUT_STRBUF_H
#define CUT_STRBUF_H

#include "heap.h"

struct strbuf {
    struct heap *heap;
    char *text; /* NULL while empty and never used */
    size_t size, room;
};

void strbuf_init(struct strbuf *buf, struct heap *heap);
/* Room for `size` more bytes: what is added within it does not allocate. */
void strbuf_reserve(struct strbuf *buf, size_t size);
void strbuf_add(struct strbuf *buf, const char *text, size_t size);
void strbuf_puts(struct strbuf *buf, const char *text);
void strbuf_putc(struct strbuf *buf, char c);
void strbuf_printf(struct strbuf *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* "" rather than NULL. */
const char *strbuf_text(const struct strbuf *buf);
void strbuf_clear(struct strbuf *buf);
void strbuf_free(struct strbuf *buf);
/* "" for one thing, else "s": behind the `%d site` of a message. */
const char *plural_s(long long count);

#endif
