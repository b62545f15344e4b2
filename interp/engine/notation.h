/* notation.h - positions as text: "1WBBB/W1W1W/BBB1W/BW1WB/W1B1W B". */
#ifndef CUT_NOTATION_H
#define CUT_NOTATION_H

#include "../base/strbuf.h"
#include "position.h"

/* What stands on a site: "B", "BK", "*", ".": at most a few bytes, into buffer. */
const char *notation_symbol(const struct rules *rules, const struct layout *layout, const struct core *core, int site,
                            char *buffer, size_t size);
/* Rows from the top, the player to move, the ply where it matters, states that are not as at the opening. */
void notation_print(const struct rules *rules, const struct layout *layout, const struct core *core,
                    const struct core *opening, struct strbuf *buf);
/* Into core, which holds the opening's states. Returns NULL, or a sentence (in `error`) that says what is wrong. */
const char *notation_parse(const struct rules *rules, const struct layout *layout, const struct core *opening,
                           const char *text, struct core *core, char *error, size_t error_size);
/* The ply of a position that does not say it: 1 for the opening, else 3 for the first player and so on. */
int notation_default_ply(const struct rules *rules, const struct layout *layout, const struct core *opening,
                         const struct core *core);

#endif
