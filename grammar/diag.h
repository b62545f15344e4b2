/* diag.h - messages about a text: collected, sorted, rendered with the line and an underline. */
#ifndef CUT_DIAG_H
#define CUT_DIAG_H

#include "source.h"

enum severity { DIAG_ERROR, DIAG_WARNING, DIAG_NOTE };

enum { DIAG_LIMIT = 50 }; /* messages kept of one load; the rest is counted */

struct diag {
    enum severity severity;
    struct span span;      /* file 0: no place */
    const char *text;      /* a sentence without a final full stop is fine; no newline */
    const char *help;      /* "did you mean `reach`?", or NULL */
    struct span note_span; /* a second place, file 0 if none */
    const char *note;      /* what stands there, or NULL */
    struct diag *next;
};

struct diags {
    struct arena *arena;
    const struct sources *sources;
    struct diag *first, *last;
    int errors, warnings, notes, dropped; /* a note says what was done, and is no fault */
};

void diags_init(struct diags *diags, struct arena *arena, const struct sources *sources);
/* Adds a message and returns it, so that help and note can be hung on it. The same sentence at the same place is
 * kept once. Never returns NULL (a message beyond the limit is returned too, but not listed). */
struct diag *diag_add(struct diags *diags, enum severity severity, struct span span, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
#define diag_error(diags, span, ...) diag_add((diags), DIAG_ERROR, (span), __VA_ARGS__)
#define diag_warning(diags, span, ...) diag_add((diags), DIAG_WARNING, (span), __VA_ARGS__)
void diag_help(struct diags *diags, struct diag *diag, const char *format, ...) __attribute__((format(printf, 3, 4)));
void diag_note(struct diags *diags, struct diag *diag, struct span span, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* By file and place, errors before warnings at one place. */
void diags_sort(struct diags *diags);
/* "file:line:col: error: text", the quoted line, ^~~~, help and note; in the arena. */
const char *diag_render(const struct diags *diags, const struct diag *diag);

/* The candidate nearest to `name` (optimal string alignment distance, at most a third of the length; case and plural
 * count little), or NULL: for "did you mean". */
const char *diag_nearest(const char *name, const char *const *candidates, size_t count);

#endif
