/* doc.h - what rule files and the language say about themselves, for reading. */
#ifndef REPL_DOC_H
#define REPL_DOC_H

#include "../crosscut.h"
#include "text.h"

struct doc_place {
    cut_context *context;
    const char *game;    /* the file that is looked at first; NULL: none */
    const char *command; /* "doc" or "crosscut doc": how to ask for more */
    int width;           /* of the page */
};

/* The modules of the library with what is in them. */
void doc_list(const struct doc_place *place, struct text *out);
/* All that is called so: a module or game, a def, rule or pattern, a word of the language. False, with a sentence, if
 * nothing is. */
bool doc_tell(const struct doc_place *place, const char *name, struct text *out);
/* Only a word of the language, or a name of the game or the library; false, without a word, if there is none. */
bool doc_tell_word(const struct doc_place *place, const char *name, struct text *out);

/* Adds the names that begin with a prefix. */
void doc_names(const struct doc_place *place, const char *prefix, struct list *found);

#endif
