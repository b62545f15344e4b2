#include "strbuf.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void strbuf_init(struct strbuf *buf, struct heap *heap)
{
    *buf = (struct strbuf){.heap = heap};
}

void strbuf_reserve(struct strbuf *buf, size_t more)
{
    if (more < buf->room - buf->size)
        return;
    size_t room = buf->room < 64 ? 64 : buf->room;
    while (room - buf->size <= more)
        room *= 2;
    buf->text = heap_resize(buf->heap, buf->text, buf->room, room);
    buf->room = room;
}

void strbuf_add(struct strbuf *buf, const char *text, size_t size)
{
    strbuf_reserve(buf, size);
    if (size > 0)
        memcpy(buf->text + buf->size, text, size);
    buf->size += size;
    buf->text[buf->size] = '\0';
}

void strbuf_puts(struct strbuf *buf, const char *text)
{
    strbuf_add(buf, text, strlen(text));
}

void strbuf_putc(struct strbuf *buf, char c)
{
    strbuf_add(buf, &c, 1);
}

void strbuf_printf(struct strbuf *buf, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int size = vsnprintf(NULL, 0, format, args);
    va_end(args);
    strbuf_reserve(buf, (size_t)size);
    vsnprintf(buf->text + buf->size, (size_t)size + 1, format, again);
    va_end(again);
    buf->size += (size_t)size;
}

const char *strbuf_text(const struct strbuf *buf)
{
    return buf->text != NULL ? buf->text : "";
}

void strbuf_clear(struct strbuf *buf)
{
    buf->size = 0;
    if (buf->text != NULL)
        buf->text[0] = '\0';
}

void strbuf_free(struct strbuf *buf)
{
    heap_free(buf->heap, buf->text, buf->room);
    strbuf_init(buf, buf->heap);
}

const char *plural_s(long long count)
{
    return count == 1 ? "" : "s";
}
