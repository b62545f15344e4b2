#include "source.h"

#include <stdbool.h>
#include <string.h>

void sources_init(struct sources *sources, struct arena *arena)
{
    *sources = (struct sources){.arena = arena};
}

/* A line ends with LF, CR LF or a CR alone. */
static bool ends_line(const char *text, uint32_t i)
{
    return text[i] == '\n' || (text[i] == '\r' && text[i + 1] != '\n');
}

static void find_lines(struct sources *sources, struct source *source)
{
    uint32_t count = 1;
    for (uint32_t i = 0; i < source->size; i++)
        count += ends_line(source->text, i);
    uint32_t *lines = ARENA_ARRAY(sources->arena, uint32_t, count);
    source->line_count = count;
    count = 1;
    for (uint32_t i = 0; i < source->size; i++)
        if (ends_line(source->text, i))
            lines[count++] = i + 1;
    source->lines = lines;
}

static void make_room(struct sources *sources)
{
    if (sources->count < sources->room)
        return;
    uint32_t room = sources->room == 0 ? 8 : 2 * sources->room;
    struct source *list = ARENA_ARRAY(sources->arena, struct source, room);
    if (sources->count > 0)
        memcpy(list, sources->list, sources->count * sizeof *list);
    sources->list = list;
    sources->room = room;
    if (sources->count == 0)
        sources->count = 1; /* file 0 is no place */
}

uint32_t sources_add(struct sources *sources, const char *name, const char *text, uint32_t size)
{
    make_room(sources);
    struct source source = {.size = size};
    source.name = arena_text(sources->arena, name, strlen(name));
    source.text = arena_text(sources->arena, text, size);
    find_lines(sources, &source);
    sources->list[sources->count] = source;
    return sources->count++;
}

const struct source *sources_get(const struct sources *sources, uint32_t file)
{
    return file > 0 && file < sources->count ? &sources->list[file] : NULL;
}

static uint32_t line_of(const struct source *source, uint32_t offset)
{
    uint32_t low = 0, high = source->line_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (source->lines[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    return low;
}

int source_line(const struct source *source, uint32_t offset)
{
    return (int)line_of(source, offset) + 1;
}

struct place source_place(const struct source *source, uint32_t offset)
{
    if (offset > source->size)
        offset = source->size;
    uint32_t line = line_of(source, offset);
    uint32_t i = source->lines[line];
    if (i == 0 && offset >= 3 && memcmp(source->text, "\xEF\xBB\xBF", 3) == 0)
        i = 3; /* a byte order mark takes no column */
    int column = 0;
    for (; i < offset; i++) {
        if (source->text[i] == '\t')
            column = (column / 8 + 1) * 8;
        else if (((unsigned char)source->text[i] & 0xC0) != 0x80) /* not the middle of a character */
            column++;
    }
    return (struct place){(int)line + 1, column + 1};
}

struct span span_join(struct span a, struct span b)
{
    return (struct span){a.file, a.begin < b.begin ? a.begin : b.begin, a.end > b.end ? a.end : b.end};
}
