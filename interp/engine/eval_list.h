/* eval_list.h - lists of sets, for the evaluator's own files. */
#ifndef CUT_EVAL_LIST_H
#define CUT_EVAL_LIST_H

#include "machine.h"

/* How many elements, without making them where that can be told. */
int64_t list_count(struct machine *m, const struct expr *e);
/* C(n, k), or limit beyond it. */
int64_t list_binomial(int64_t n, int64_t k, int64_t limit);

#endif
