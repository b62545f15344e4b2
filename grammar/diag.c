#include "diag.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "../interp/base/strbuf.h"

enum {
    WINDOW = 100, /* columns of a long line that are shown */
    LEAD = 40     /* columns shown before the marked place, if the line has to be cut */
};

void diags_init(struct diags *diags, struct arena *arena, const struct sources *sources)
{
    *diags = (struct diags){.arena = arena, .sources = sources};
}

static char *format_text(struct arena *arena, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int size = vsnprintf(NULL, 0, format, args);
    char *text = arena_raw(arena, (size_t)size + 1);
    vsnprintf(text, (size_t)size + 1, format, again);
    va_end(again);
    return text;
}

static bool same_span(struct span a, struct span b)
{
    return a.file == b.file && a.begin == b.begin && a.end == b.end;
}

static struct diag *find_same(const struct diags *diags, const struct diag *diag)
{
    for (struct diag *d = diags->first; d != NULL; d = d->next)
        if (d->severity == diag->severity && same_span(d->span, diag->span) && strcmp(d->text, diag->text) == 0)
            return d;
    return NULL;
}

/* Takes the latest message that is no error off the list: an error must not be lost behind warnings. */
static bool drop_one(struct diags *diags)
{
    struct diag *found = NULL, *before = NULL, *previous = NULL;
    for (struct diag *d = diags->first; d != NULL; previous = d, d = d->next)
        if (d->severity != DIAG_ERROR) {
            found = d;
            before = previous;
        }
    if (found == NULL)
        return false;
    *(before != NULL ? &before->next : &diags->first) = found->next;
    if (diags->last == found)
        diags->last = before;
    return true;
}

static void list(struct diags *diags, struct diag *diag)
{
    int kept = diags->errors + diags->warnings + diags->notes - diags->dropped;
    if (kept > DIAG_LIMIT) {
        diags->dropped++;
        if (diag->severity != DIAG_ERROR || !drop_one(diags))
            return;
    }
    if (diags->last != NULL)
        diags->last->next = diag;
    else
        diags->first = diag;
    diags->last = diag;
}

struct diag *diag_add(struct diags *diags, enum severity severity, struct span span, const char *format, ...)
{
    struct diag *diag = ARENA_NEW(diags->arena, struct diag);
    diag->severity = severity;
    diag->span = span;
    va_list args;
    va_start(args, format);
    diag->text = format_text(diags->arena, format, args);
    va_end(args);
    struct diag *same = find_same(diags, diag);
    if (same != NULL)
        return same;
    *(severity == DIAG_ERROR ? &diags->errors : severity == DIAG_WARNING ? &diags->warnings : &diags->notes) += 1;
    list(diags, diag);
    return diag;
}

void diag_help(struct diags *diags, struct diag *diag, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    diag->help = format_text(diags->arena, format, args);
    va_end(args);
}

void diag_note(struct diags *diags, struct diag *diag, struct span span, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    diag->note_span = span;
    diag->note = format_text(diags->arena, format, args);
    va_end(args);
}

static bool comes_before(const struct diag *a, const struct diag *b)
{
    if (a->span.file != b->span.file)
        return a->span.file < b->span.file;
    if (a->span.begin != b->span.begin)
        return a->span.begin < b->span.begin;
    return a->severity < b->severity;
}

void diags_sort(struct diags *diags)
{
    struct diag *sorted = NULL; /* by insertion: there are at most DIAG_LIMIT */
    for (struct diag *d = diags->first, *next; d != NULL; d = next) {
        next = d->next;
        struct diag **place = &sorted;
        while (*place != NULL && !comes_before(d, *place))
            place = &(*place)->next;
        d->next = *place;
        *place = d;
    }
    diags->first = diags->last = sorted;
    while (diags->last != NULL && diags->last->next != NULL)
        diags->last = diags->last->next;
}

/* ---- rendering ------------------------------------------------------------------------------------------ */

/* One line of a text, from column `from` on (columns from 0), at most WINDOW of them. */
struct window {
    const char *text;
    uint32_t begin, end; /* bytes of the line */
    int from;
};

/* Bytes of the character at p; 0 if it is not to be shown. */
static uint32_t shown_size(const char *p, const char *end)
{
    unsigned char c = (unsigned char)*p;
    uint32_t size = c < 0x80 ? 1 : c < 0xC2 ? 0 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : c < 0xF5 ? 4 : 0;
    if (size == 1)
        return c >= 0x20 && c != 0x7F;
    for (uint32_t i = 1; i < size; i++)
        if (p + i >= end || ((unsigned char)p[i] & 0xC0) != 0x80)
            return 0;
    return size;
}

static void add_cell(struct strbuf *out, const struct window *w, int column, const char *text, size_t size)
{
    if (column >= w->from && column < w->from + WINDOW)
        strbuf_add(out, text, size);
}

static void add_line(struct strbuf *out, const struct window *w)
{
    int column = 0;
    if (w->from > 0)
        strbuf_puts(out, "...");
    for (uint32_t i = w->begin; i < w->end && column < w->from + WINDOW;) {
        uint32_t size = shown_size(w->text + i, w->text + w->end);
        int next = w->text[i] == '\t' ? (column / 8 + 1) * 8 : column + 1;
        if (w->text[i] != '\t')
            add_cell(out, w, column, size > 0 ? w->text + i : "?", size > 0 ? size : 1);
        else
            for (int c = column; c < next; c++)
                add_cell(out, w, c, " ", 1);
        column = next;
        i += size > 0 ? size : 1;
    }
    if (column >= w->from + WINDOW)
        strbuf_puts(out, "...");
}

static void add_mark(struct strbuf *out, const struct window *w, int first, int last)
{
    int pad = first - w->from + (w->from > 0 ? 3 : 0);
    for (int i = 0; i < pad; i++)
        strbuf_putc(out, ' ');
    strbuf_putc(out, '^');
    for (int c = first + 1; c < last && c < w->from + WINDOW; c++)
        strbuf_putc(out, '~');
}

static void add_quote(struct strbuf *out, const struct source *source, struct span span)
{
    struct place place = source_place(source, span.begin);
    uint32_t line = (uint32_t)place.line - 1;
    uint32_t begin = source->lines[line];
    uint32_t end = line + 1 < source->line_count ? source->lines[line + 1] : source->size;
    if (begin == 0 && end >= 3 && memcmp(source->text, "\xEF\xBB\xBF", 3) == 0)
        begin = 3; /* a byte order mark */
    while (end > begin && (source->text[end - 1] == '\n' || source->text[end - 1] == '\r'))
        end--;
    struct window w = {source->text, begin, end, place.column - 1 > WINDOW - LEAD / 2 ? place.column - 1 - LEAD : 0};
    uint32_t stop = span.end < end ? span.end : end;
    int last = stop > span.begin ? source_place(source, stop).column - 1 : place.column;
    strbuf_printf(out, " %d | ", place.line);
    add_line(out, &w);
    strbuf_printf(out, "\n %*s | ", snprintf(NULL, 0, "%d", place.line), "");
    add_mark(out, &w, place.column - 1, last);
    strbuf_putc(out, '\n');
}

static const char *severity_name(enum severity severity)
{
    return severity == DIAG_ERROR ? "error" : severity == DIAG_WARNING ? "warning" : "note";
}

static void add_note(struct strbuf *out, const struct diags *diags, const struct diag *diag)
{
    const struct source *source = sources_get(diags->sources, diag->note_span.file);
    if (source != NULL)
        strbuf_printf(out, "note: %s:%d: %s\n", source->name, source_line(source, diag->note_span.begin), diag->note);
    else
        strbuf_printf(out, "note: %s\n", diag->note);
}

static size_t render(struct strbuf *out, const struct diags *diags, const struct diag *diag)
{
    const struct source *source = sources_get(diags->sources, diag->span.file);
    if (source != NULL) {
        struct place place = source_place(source, diag->span.begin);
        strbuf_printf(out, "%s:%d:%d: ", source->name, place.line, place.column);
    }
    strbuf_printf(out, "%s: %s\n", severity_name(diag->severity), diag->text);
    if (source != NULL)
        add_quote(out, source, diag->span);
    if (diag->help != NULL)
        strbuf_printf(out, "help: %s\n", diag->help);
    if (diag->note != NULL)
        add_note(out, diags, diag);
    return out->size;
}

/* A heap on top of an arena: a text that is built in it cannot leak. */
static void *from_arena(void *user, void *block, size_t old_size, size_t new_size)
{
    if (new_size == 0)
        return NULL;
    void *fresh = arena_raw(user, new_size);
    if (old_size > 0)
        memcpy(fresh, block, old_size < new_size ? old_size : new_size);
    return fresh;
}

const char *diag_render(const struct diags *diags, const struct diag *diag)
{
    struct heap heap;
    heap_init(&heap, from_arena, diags->arena);
    struct strbuf out;
    strbuf_init(&out, &heap);
    render(&out, diags, diag);
    return strbuf_text(&out);
}

/* ---- the nearest name ----------------------------------------------------------------------------------- */

enum {
    NAME_LIMIT = 40, /* longer names are not compared */
    EDIT = 4,        /* cost of a changed, lost, added or swapped letter */
    SMALL_EDIT = 1   /* of a letter's case, an s at the end, a hyphen for an underscore */
};

static char fold(char c)
{
    return c == '-' ? '_' : (char)tolower((unsigned char)c);
}

static int change_cost(char a, char b)
{
    return a == b ? 0 : fold(a) == fold(b) ? SMALL_EDIT : EDIT;
}

static int gap_cost(const char *text, size_t i)
{
    return text[i] == 's' && text[i + 1] == '\0' && i > 1 ? SMALL_EDIT : EDIT;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* Optimal string alignment distance, row by row; three rows are kept for swapped neighbours. */
static int distance(const char *a, const char *b)
{
    int rows[3][NAME_LIMIT + 1] = {{0}};
    size_t m = strlen(a), n = strlen(b);
    for (size_t j = 0; j < n; j++)
        rows[0][j + 1] = rows[0][j] + gap_cost(b, j);
    for (size_t i = 0; i < m; i++) {
        int *above2 = rows[(i + 2) % 3], *above = rows[i % 3], *row = rows[(i + 1) % 3];
        row[0] = above[0] + gap_cost(a, i);
        for (size_t j = 0; j < n; j++) {
            int cost = above[j] + change_cost(a[i], b[j]);
            cost = least(cost, above[j + 1] + gap_cost(a, i));
            cost = least(cost, row[j] + gap_cost(b, j));
            if (i > 0 && j > 0 && fold(a[i]) == fold(b[j - 1]) && fold(a[i - 1]) == fold(b[j]))
                cost = least(cost, above2[j - 1] + EDIT);
            row[j + 1] = cost;
        }
    }
    return rows[m % 3][n];
}

const char *diag_nearest(const char *name, const char *const *candidates, size_t count)
{
    const char *best = NULL;
    size_t size = strlen(name);
    int limit = size > NAME_LIMIT ? 0 : (int)size * EDIT / 3;
    for (size_t i = 0; i < count; i++) {
        const char *candidate = candidates[i];
        if (size > NAME_LIMIT || strlen(candidate) > NAME_LIMIT || strcmp(candidate, name) == 0)
            continue;
        int cost = distance(name, candidate);
        if (cost < limit || (cost == limit && (best == NULL || strcmp(candidate, best) < 0))) {
            best = candidate;
            limit = cost;
        }
    }
    return best;
}
