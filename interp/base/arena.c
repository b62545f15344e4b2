#include "arena.h"

#include <stdalign.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { BLOCK_SIZE = 16 * 1024 };

struct arena_block {
    struct arena_block *older;
    size_t size; /* of data */
    alignas(max_align_t) unsigned char data[];
};

void arena_init(struct arena *arena, struct heap *heap)
{
    arena->heap = heap;
    arena->block = NULL;
    arena->used = 0;
}

void *arena_raw(struct arena *arena, size_t size)
{
    size_t align = alignof(max_align_t);
    if (size > PTRDIFF_MAX / 2)
        heap_fail(arena->heap);
    size = (size + align - 1) / align * align;
    if (arena->block == NULL || arena->block->size - arena->used < size) {
        size_t room = size > BLOCK_SIZE ? size : BLOCK_SIZE;
        struct arena_block *block = heap_resize(arena->heap, NULL, 0, sizeof *block + room);
        block->older = arena->block;
        block->size = room;
        arena->block = block;
        arena->used = 0;
    }
    void *p = arena->block->data + arena->used;
    arena->used += size;
    return p;
}

void *arena_alloc(struct arena *arena, size_t size)
{
    return memset(arena_raw(arena, size), 0, size);
}

char *arena_text(struct arena *arena, const char *text, size_t size)
{
    char *copy = arena_raw(arena, size + 1);
    if (size > 0)
        memcpy(copy, text, size);
    copy[size] = '\0';
    return copy;
}

char *arena_format(struct arena *arena, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int size = vsnprintf(NULL, 0, format, args);
    va_end(args);
    char *text = arena_raw(arena, (size_t)size + 1);
    vsnprintf(text, (size_t)size + 1, format, again);
    va_end(again);
    return text;
}

struct arena_mark arena_mark(const struct arena *arena)
{
    return (struct arena_mark){arena->block, arena->used};
}

void arena_release(struct arena *arena, struct arena_mark mark)
{
    while (arena->block != mark.block) {
        struct arena_block *older = arena->block->older;
        heap_free(arena->heap, arena->block, sizeof *arena->block + arena->block->size);
        arena->block = older;
    }
    arena->used = mark.used;
}

void arena_free(struct arena *arena)
{
    arena_release(arena, (struct arena_mark){NULL, 0});
}
