/* crosscut doc: what the library, a rule file and the language say about themselves. */
#include "doc.h"
#include "verbs.h"

#include <stdio.h>

enum { PAGE = 100 };

int verb_doc(struct arguments *arguments)
{
    struct text out = {0};
    struct doc_place place = {opened_context(), NULL, "crosscut doc", PAGE};
    bool fine = true;
    if (place.context == NULL)
        return EXIT_NO;
    if (arguments->count == 0)
        doc_list(&place, &out);
    else
        fine = doc_tell(&place, arguments->words[0], &out);
    fputs(text_get(&out), fine ? stdout : stderr);
    text_free(&out);
    cut_context_free(place.context);
    return fine ? EXIT_FINE : EXIT_NO;
}
