/* builtins.h - the table of built-in values and functions. */
#ifndef CUT_BUILTINS_H
#define CUT_BUILTINS_H

#include "rules.h"

enum builtin_sort { BUILTIN_VALUE, BUILTIN_AREA, BUILTIN_WAY, BUILTIN_WAYS, BUILTIN_FUNCTION };

struct builtin {
    const char *name;
    enum builtin_sort sort;
    enum expr_op op;
    enum kind kind;
    int detail;         /* of an area or a direction: its number; of WAYS: the offset of the field in struct board */
    const char *params; /* of a function, else NULL: see builtins.def */
    int least;
    const char *form; /* how a function is written */
    const char *doc;  /* one line */
};

extern const struct builtin builtins[];
extern const int builtin_count;

const struct builtin *builtin_find(const char *name); /* NULL if there is none */

#endif
