#include "machine.h"

#include <stdarg.h>
#include <stdio.h>

void machine_init(struct machine *m, const struct rules *rules, struct heap *heap)
{
    memset(m, 0, sizeof *m);
    m->rules = rules;
    m->heap = heap;
    layout_make(&m->layout, rules);
    m->words = m->layout.words;
    m->stride = m->words < 2 ? 2 : m->words;
    arena_init(&m->scratch, heap);
    arena_init(&m->kept, heap);
    m->now = heap_resize(heap, NULL, 0, m->layout.way_size);
    m->stack = heap_try(heap, NULL, 0, LIMIT_STACK * sizeof *m->stack);
    if (m->stack == NULL) {
        heap_free(heap, m->now, m->layout.way_size);
        m->now = NULL;
        heap_fail(heap);
    }
    memset(m->now, 0, m->layout.way_size);
    m->frame = m->top = m->stack;
    m->steps = m->step_limit = LIMIT_STEPS;
}

void machine_free(struct machine *m)
{
    if (m->heap == NULL)
        return;
    arena_free(&m->scratch);
    arena_free(&m->kept);
    heap_free(m->heap, m->now, m->layout.way_size);
    heap_free(m->heap, m->stack, LIMIT_STACK * sizeof *m->stack);
    m->heap = NULL;
}

const char *machine_place(const struct machine *m, struct span span, char *buffer, size_t size)
{
    if (span.file == 0 || m->rules->sources == NULL) {
        buffer[0] = '\0';
        return buffer;
    }
    const struct source *source = sources_get(m->rules->sources, span.file);
    struct place place = source_place(source, span.begin);
    snprintf(buffer, size, "%s:%d", source->name, place.line);
    return buffer;
}

/* The sentence, then its place: "… (mine.cut:4)". */
static void describe(struct machine *m, char *buffer, size_t size, struct span span, const char *format, va_list args)
{
    char place[256];
    machine_place(m, span, place, sizeof place);
    vsnprintf(buffer, size, format, args);
    size_t used = strlen(buffer);
    if (place[0] != '\0')
        snprintf(buffer + used, size - used, " (%s)", place);
}

_Noreturn void machine_fail(struct machine *m, struct span span, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    describe(m, m->error, sizeof m->error, span, format, args);
    va_end(args);
    longjmp(*m->heap->trap, TRAP_RULES);
}

void machine_fault(struct machine *m, struct span span, const char *format, ...)
{
    if (m->fault[0] != '\0')
        return;
    va_list args;
    va_start(args, format);
    describe(m, m->fault, sizeof m->fault, span, format, args);
    va_end(args);
}

bool eval_constant(struct arena *scratch, const struct board *board, const struct expr *expr, uint64_t *set,
                   uint64_t *dirs, int64_t *number)
{
    struct machine m;
    struct rules *rules = ARENA_NEW(scratch, struct rules);
    jmp_buf trap, *outer = scratch->heap->trap;
    rules->board = board;
    memset(&m, 0, sizeof m);
    m.rules = rules;
    m.heap = scratch->heap;
    layout_make(&m.layout, rules);
    m.words = board->words;
    m.stride = m.words < 2 ? 2 : m.words;
    m.steps = m.step_limit = LIMIT_STEPS;
    m.stack = ARENA_ARRAY(scratch, uint64_t, 64 * m.stride); /* constants hold few locals, and no defs */
    m.frame = m.stack;
    m.top = m.stack + 32 * m.stride;
    m.now = arena_alloc(scratch, m.layout.way_size);
    arena_init(&m.scratch, scratch->heap);
    scratch->heap->trap = &trap;
    int code = setjmp(trap);
    if (code == 0) {
        if (expr->kind == KIND_DIRS)
            *dirs = eval_dirs(&m, expr);
        else if (expr->kind == KIND_NUMBER)
            *number = eval_number(&m, expr);
        else if (expr->kind == KIND_TRUTH)
            *number = eval_truth(&m, expr);
        else
            eval_sites(&m, expr, set);
    }
    arena_free(&m.scratch);
    scratch->heap->trap = outer;
    if (code == TRAP_MEMORY)
        heap_fail(scratch->heap);
    return code == 0;
}
