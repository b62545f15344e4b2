#include "parse.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "parse_ctx.h"
#include "parser.h"

/* Bytes of the UTF-8 character at p; 0 if it is none. */
static uint32_t character_size(const unsigned char *p, const unsigned char *end)
{
    uint32_t size = *p < 0x80 ? 1 : *p < 0xC2 ? 0 : *p < 0xE0 ? 2 : *p < 0xF0 ? 3 : *p < 0xF5 ? 4 : 0;
    if (size == 0 || (uint32_t)(end - p) < size)
        return 0;
    for (uint32_t i = 1; i < size; i++)
        if ((p[i] & 0xC0) != 0x80)
            return 0;
    bool overlong = (*p == 0xE0 && p[1] < 0xA0) || (*p == 0xF0 && p[1] < 0x90);
    bool surrogate = *p == 0xED && p[1] >= 0xA0;
    bool beyond = *p == 0xF4 && p[1] >= 0x90;
    return overlong || surrogate || beyond ? 0 : size;
}

static bool is_text(const unsigned char *p, uint32_t size)
{
    return size > 1 || (size == 1 && ((*p >= 0x20 && *p != 0x7F) || *p == '\t' || *p == '\n' || *p == '\r'));
}

/* One message for a file that is no text, whatever it is. */
static bool check_bytes(struct diags *diags, const struct source *source, uint32_t file)
{
    const unsigned char *text = (const unsigned char *)source->text, *end = text + source->size;
    for (const unsigned char *p = text; p < end;) {
        uint32_t size = character_size(p, end);
        if (!is_text(p, size)) {
            uint32_t at = (uint32_t)(p - text);
            struct diag *diag = diag_error(diags, ((struct span){file, at, at + 1}), "byte 0x%02X is not text: %s", *p,
                                           size == 0 ? "it is not UTF-8" : "it is a control character");
            diag_help(diags, diag, "a rules file is plain text in UTF-8");
            return false;
        }
        p += size;
    }
    return true;
}

static void run(struct parse_ctx *ctx)
{
    if (ctx->source->size >= 3 && memcmp(ctx->source->text, "\xEF\xBB\xBF", 3) == 0)
        ctx->at = 3; /* a byte order mark */
    scan_open(ctx);
    cut_parse(ctx);
}

/* Runs the parser; if memory is short, releases the scanner's and jumps on to the caller's trap. */
static void run_guarded(struct parse_ctx *ctx)
{
    struct heap *heap = ctx->arena->heap;
    jmp_buf trap;
    if (setjmp(trap) != 0) {
        arena_free(&ctx->scratch);
        heap->trap = ctx->trap;
        heap_fail(heap);
    }
    heap->trap = &trap;
    run(ctx);
    arena_free(&ctx->scratch);
    heap->trap = ctx->trap;
}

static struct ast *parse(struct parse_ctx *ctx, struct sources *sources)
{
    ctx->source = sources_get(sources, ctx->file);
    ctx->sync = UINT32_MAX; /* nowhere */
    if (!check_bytes(ctx->diags, ctx->source, ctx->file)) {
        ctx->lossy = true;
        return NULL;
    }
    arena_init(&ctx->scratch, ctx->arena->heap);
    ctx->trap = ctx->arena->heap->trap;
    run_guarded(ctx);
    return ctx->result;
}

struct ast *parse_file(struct arena *arena, struct interns *interns, struct diags *diags, struct sources *sources,
                       uint32_t file, bool *whole)
{
    struct parse_ctx ctx = {
        .arena = arena,
        .interns = interns,
        .diags = diags,
        .file = file,
        .start = TOK_START_FILE,
    };
    struct ast *items = parse(&ctx, sources);
    if (whole != NULL)
        *whole = !ctx.lossy;
    return items;
}

struct ast *parse_expression(struct arena *arena, struct interns *interns, struct diags *diags, struct sources *sources,
                             uint32_t file)
{
    struct parse_ctx ctx = {
        .arena = arena,
        .interns = interns,
        .diags = diags,
        .file = file,
        .start = TOK_START_EXPRESSION,
        .plain_names = true,
    };
    int errors = diags->errors;
    struct ast *expression = parse(&ctx, sources);
    return diags->errors == errors ? expression : NULL;
}

/* ---- errors */

static struct diag *add_error(struct parse_ctx *ctx, struct span span, const char *help, const char *format,
                              va_list args) __attribute__((format(printf, 4, 0)));

static struct diag *add_error(struct parse_ctx *ctx, struct span span, const char *help, const char *format,
                              va_list args)
{
    char text[400];
    vsnprintf(text, sizeof text, format, args);
    struct diag *diag = diag_error(ctx->diags, span, "%s", text);
    if (help != NULL)
        diag_help(ctx->diags, diag, "%s", help);
    return diag;
}

struct diag *parse_error(struct parse_ctx *ctx, struct span span, const char *help, const char *format, ...)
{
    va_list args;
    int line = source_line(ctx->source, span.begin);
    ctx->lossy = true;
    if (ctx->quiet || ctx->too_deep || line == ctx->error_line)
        return NULL; /* one message a line */
    ctx->error_line = line;
    va_start(args, format);
    struct diag *diag = add_error(ctx, span, help, format, args);
    va_end(args);
    return diag;
}

struct diag *parse_slip(struct parse_ctx *ctx, struct span span, const char *help, const char *format, ...)
{
    va_list args;
    int line = source_line(ctx->source, span.begin);
    if (ctx->quiet || ctx->too_deep || line == ctx->error_line || line == ctx->slip_line)
        return NULL;
    ctx->slip_line = line;
    va_start(args, format);
    struct diag *diag = add_error(ctx, span, help, format, args);
    va_end(args);
    return diag;
}

void parse_too_deep(struct parse_ctx *ctx, struct span span)
{
    parse_error(ctx, span, "give parts of it names with `def` or `rule`", "this is nested too deeply");
    ctx->too_deep = true;
}
