/* arena.h - memory that is released all at once, or back to a mark. */
#ifndef CUT_ARENA_H
#define CUT_ARENA_H

#include "heap.h"

struct arena_block;

struct arena {
    struct heap *heap;
    struct arena_block *block; /* the one in use; older ones behind it */
    size_t used;               /* bytes of it in use */
};

struct arena_mark {
    struct arena_block *block;
    size_t used;
};

void arena_init(struct arena *arena, struct heap *heap);
/* size bytes, zeroed, aligned for any type; valid until the arena is freed or released to an earlier mark. */
void *arena_alloc(struct arena *arena, size_t size);
/* The same without zeroing. */
void *arena_raw(struct arena *arena, size_t size);
/* A zero-terminated copy. */
char *arena_text(struct arena *arena, const char *text, size_t size);
/* A formatted, zero-terminated text. */
char *arena_format(struct arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
struct arena_mark arena_mark(const struct arena *arena);
void arena_release(struct arena *arena, struct arena_mark mark);
void arena_free(struct arena *arena);

#define ARENA_NEW(arena, type) ((type *)arena_alloc((arena), sizeof(type)))
#define ARENA_ARRAY(arena, type, count) ((type *)arena_alloc((arena), (size_t)(count) * sizeof(type)))

#endif
