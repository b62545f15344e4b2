/* parse.h - text to tree: the only way in; nobody else sees the scanner or the parser. */
#ifndef CUT_PARSE_H
#define CUT_PARSE_H

#include "ast.h"
#include "diag.h"

enum {
    PARSE_DEPTH_LIMIT = 200,  /* nesting of expressions and blocks */
    PARSE_HEIGHT_LIMIT = 1000 /* of the tree: a chain `a | b | c` is as high as it is long */
};

/* The items of a file (a list by `next`), in the arena; errors go to diags (the tree then holds what could be kept).
 * `whole`, if not NULL, is told whether all of the text is in the tree: it is, too, if all errors were such as are read
 * as what they mean. Jumps to the heap's trap if memory is short. */
struct ast *parse_file(struct arena *arena, struct interns *interns, struct diags *diags, struct sources *sources,
                       uint32_t file, bool *whole);
/* One expression, for a line typed by a user. NULL after an error. */
struct ast *parse_expression(struct arena *arena, struct interns *interns, struct diags *diags,
                             struct sources *sources, uint32_t file);
/* What to write instead of a word of other languages ("true", "while", "dice"), or NULL; for unknown names. */
const char *parse_word_help(const char *word);

#endif
