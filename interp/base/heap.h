/* heap.h - all memory comes from here: the caller's allocator, and one way to fail.
 *
 * An allocation never returns NULL: when memory is short the heap jumps to the trap that the public function set on
 * its way in, which gives back CUT_NO_MEMORY. Whatever lives in an arena is released by the arena's owner, so
 * nothing leaks on that way. */
#ifndef CUT_HEAP_H
#define CUT_HEAP_H

#include <setjmp.h>
#include <stddef.h>

typedef void *heap_alloc_fn(void *user, void *block, size_t old_size, size_t new_size);

struct heap {
    heap_alloc_fn *alloc;
    void *user;
    jmp_buf *trap; /* where to go when memory is short; never NULL while something allocates */
};

/* alloc may be NULL: malloc and free. */
void heap_init(struct heap *heap, heap_alloc_fn *alloc, void *user);
/* Like realloc; old_size 0 for a new block. Jumps to the trap with 1 if memory is short. */
void *heap_resize(struct heap *heap, void *block, size_t old_size, size_t new_size);
/* The same, but returns NULL if memory is short; for use where no trap is set. */
void *heap_try(struct heap *heap, void *block, size_t old_size, size_t new_size);
void heap_free(struct heap *heap, void *block, size_t size);
_Noreturn void heap_fail(struct heap *heap);

#endif
