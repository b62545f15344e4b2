/* source.h - the texts that were read, and places in them. */
#ifndef CUT_SOURCE_H
#define CUT_SOURCE_H

#include <stdint.h>

#include "../interp/base/arena.h"

/* Bytes begin … end-1 of a source; file 0 is no place. */
struct span {
    uint32_t file, begin, end;
};

enum { SOURCE_SIZE_LIMIT = 4 * 1024 * 1024 }; /* bytes of one file */

struct source {
    const char *name; /* as the user named it, or its embedded path */
    const char *text; /* zero-terminated copy */
    uint32_t size;
    uint32_t line_count;
    const uint32_t *lines; /* byte offset at which each line begins */
};

struct sources {
    struct arena *arena;
    struct source *list; /* element 0 is unused */
    uint32_t count, room;
};

struct place {
    int line, column; /* from 1; column in characters (UTF-8), a tab goes to the next multiple of 8 */
};

void sources_init(struct sources *sources, struct arena *arena);
/* Copies the text; returns its file number. size <= SOURCE_SIZE_LIMIT. */
uint32_t sources_add(struct sources *sources, const char *name, const char *text, uint32_t size);
const struct source *sources_get(const struct sources *sources, uint32_t file);
/* Its line, from 1; quicker than source_place. */
int source_line(const struct source *source, uint32_t offset);
struct place source_place(const struct source *source, uint32_t offset);
/* From the first byte of a to the last of b (same file). */
struct span span_join(struct span a, struct span b);

#endif
