#include "builtins.h"

#include <stddef.h>
#include <string.h>

#define VALUE(name, op, kind, doc) {name, BUILTIN_VALUE, op, kind, 0, NULL, 0, NULL, doc},
#define AREA(name, area, doc) {name, BUILTIN_AREA, EX_SITES, KIND_SITES, area, NULL, 0, NULL, doc},
#define WAY(name, dir, doc) {name, BUILTIN_WAY, EX_DIRS, KIND_DIRS, dir, NULL, 0, NULL, doc},
#define WAYS(name, field, doc)                                                                                         \
    {name, BUILTIN_WAYS, EX_DIRS, KIND_DIRS, (int)offsetof(struct board, field), NULL, 0, NULL, doc},
#define FUNCTION(name, op, kind, params, least, form, doc)                                                             \
    {name, BUILTIN_FUNCTION, op, kind, 0, params, least, form, doc},

const struct builtin builtins[] = {
#include "builtins.def"
};

#undef VALUE
#undef AREA
#undef WAY
#undef WAYS
#undef FUNCTION

const int builtin_count = (int)(sizeof builtins / sizeof builtins[0]);

const struct builtin *builtin_find(const char *name)
{
    for (int i = 0; i < builtin_count; i++) {
        if (strcmp(builtins[i].name, name) == 0)
            return &builtins[i];
    }
    return NULL;
}
