/* print.h - a tree as text, for tests: (def far (of Red (call rank 8)) ...). */
#ifndef CUT_PRINT_H
#define CUT_PRINT_H

#include "../interp/base/strbuf.h"
#include "ast.h"

/* Adds a node and what is below it. Names, sites and numbers stand for themselves; other nodes are
 * `(kind op name "text" number flag children)`, where a list stands in braces if it is not a single node, and `_` for a
 * child that is not there but has one behind it. */
void ast_print(struct strbuf *out, const struct ast *node);
/* The nodes of a list, each on its line. */
void ast_print_list(struct strbuf *out, const struct ast *list);

#endif
