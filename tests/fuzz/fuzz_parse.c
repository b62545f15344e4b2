/* fuzz_parse.c - any bytes: the parser neither crashes nor leaks, and what it reports can be rendered.
 *
 * clang -fsanitize=fuzzer,address,undefined. The first byte chooses: a file, an expression, or a file with an
 * allocation that fails. */
#include <stdlib.h>

#include "grammar/parse.h"
#include "grammar/print.h"

struct allocator {
    long live, until_failure;
};

static void *count_alloc(void *user, void *block, size_t old_size, size_t new_size)
{
    struct allocator *a = user;
    if (new_size > 0 && a->until_failure-- == 0)
        return NULL;
    a->live += (long)new_size - (long)old_size;
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    return realloc(block, new_size);
}

static void check_spans(const struct ast *list, uint32_t size)
{
    for (const struct ast *n = list; n != NULL; n = n->next) {
        if (n->span.file != 1 || n->span.begin > n->span.end || n->span.end > size || n->nesting >= PARSE_DEPTH_LIMIT)
            abort();
        check_spans(n->a, size);
        check_spans(n->b, size);
        check_spans(n->c, size);
        check_spans(n->d, size);
    }
}

static void parse_text(struct arena *arena, const char *text, uint32_t size, bool expression)
{
    struct interns interns;
    struct sources sources;
    struct diags diags;
    interns_init(&interns, arena);
    sources_init(&sources, arena);
    diags_init(&diags, arena, &sources);
    uint32_t file = sources_add(&sources, "fuzz.cut", text, size);
    struct ast *tree = expression ? parse_expression(arena, &interns, &diags, &sources, file)
                                  : parse_file(arena, &interns, &diags, &sources, file, NULL);
    check_spans(tree, size);
    struct strbuf out;
    struct arena_mark mark = arena_mark(arena);
    strbuf_init(&out, arena->heap);
    jmp_buf trap, *outer = arena->heap->trap;
    if (setjmp(trap) == 0) {
        arena->heap->trap = &trap;
        ast_print_list(&out, tree);
        diags_sort(&diags);
        for (const struct diag *d = diags.first; d != NULL; d = d->next)
            diag_render(&diags, d);
    }
    arena->heap->trap = outer;
    strbuf_free(&out);
    arena_release(arena, mark);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2 || size > SOURCE_SIZE_LIMIT)
        return 0;
    struct allocator allocator = {0, data[0] >= 'b' ? -1 : data[1] % 32};
    struct heap heap;
    struct arena arena;
    jmp_buf trap;
    heap_init(&heap, count_alloc, &allocator);
    heap.trap = &trap;
    arena_init(&arena, &heap);
    if (setjmp(trap) == 0)
        parse_text(&arena, (const char *)data + 1, (uint32_t)size - 1, data[0] == 'c');
    arena_free(&arena);
    if (allocator.live != 0)
        abort();
    return 0;
}
