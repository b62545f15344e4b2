#include "fixture.h"

#include <stdlib.h>

static void *counting_alloc(void *user, void *block, size_t old_size, size_t new_size)
{
    struct fixture *f = user;
    (void)old_size;
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    if (f->left == 0)
        return NULL;
    f->left--;
    return realloc(block, new_size);
}

int fixture_set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    if (f == NULL)
        return -1;
    f->left = 1000000;
    heap_init(&f->heap, counting_alloc, f);
    f->heap.trap = &f->trap;
    arena_init(&f->arena, &f->heap);
    *state = f;
    return 0;
}

int fixture_tear_down(void **state)
{
    struct fixture *f = *state;
    arena_free(&f->arena);
    free(f);
    return 0;
}
