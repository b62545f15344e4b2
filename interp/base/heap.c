#include "heap.h"

#include <stdint.h>
#include <stdlib.h>

static void *plain_alloc(void *user, void *block, size_t old_size, size_t new_size)
{
    (void)user;
    (void)old_size;
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    return realloc(block, new_size);
}

void heap_init(struct heap *heap, heap_alloc_fn *alloc, void *user)
{
    heap->alloc = alloc != NULL ? alloc : plain_alloc;
    heap->user = user;
    heap->trap = NULL;
}

_Noreturn void heap_fail(struct heap *heap)
{
    longjmp(*heap->trap, 1);
}

void *heap_try(struct heap *heap, void *block, size_t old_size, size_t new_size)
{
    if (new_size > PTRDIFF_MAX)
        return NULL;
    return heap->alloc(heap->user, block, old_size, new_size);
}

void *heap_resize(struct heap *heap, void *block, size_t old_size, size_t new_size)
{
    void *fresh = heap_try(heap, block, old_size, new_size);
    if (fresh == NULL && new_size != 0)
        heap_fail(heap);
    return fresh;
}

void heap_free(struct heap *heap, void *block, size_t size)
{
    if (block != NULL)
        heap->alloc(heap->user, block, size, 0);
}
