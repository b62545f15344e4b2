/* intern.h - atoms: one copy of each name or text, so that equal texts have equal pointers. */
#ifndef CUT_INTERN_H
#define CUT_INTERN_H

#include "../interp/base/arena.h"

typedef const char *atom; /* zero-terminated; NULL is no atom */

struct interns {
    struct arena *arena;
    atom *table; /* open addressing, a power of two */
    size_t count, room;
};

void interns_init(struct interns *interns, struct arena *arena);
atom intern(struct interns *interns, const char *text, size_t size);
atom intern_text(struct interns *interns, const char *text);

#endif
