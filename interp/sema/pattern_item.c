/* pattern_item.c - patterns, from their pictures. */
#include <string.h>

#include "sema.h"

static bool cell_read(const char *text, unsigned char *cell, bool *negated)
{
    static const struct {
        const char *text;
        enum pattern_cell cell;
    } cells[] = {{"*", CELL_ANY},    {"x", CELL_X},     {"o", CELL_O},  {"m", CELL_MINE},
                 {"t", CELL_THEIRS}, {".", CELL_EMPTY}, {"#", CELL_OFF}};
    *negated = text[0] == '!';
    for (size_t i = 0; i < sizeof cells / sizeof cells[0]; i++) {
        if (strcmp(cells[i].text, text + *negated) == 0) {
            *cell = (unsigned char)cells[i].cell;
            return true;
        }
    }
    return false;
}

static bool read_rows(struct checker *c, const struct ast *rows, unsigned char *cells, bool *negated, int width)
{
    int i = 0;
    bool good = true;
    for (const struct ast *row = rows->a; row != NULL; row = row->next) {
        if (!row_fits(c, row, width))
            return false;
        for (const struct ast *cell = row->a; cell != NULL; cell = cell->next, i++) {
            if (cell_read(cell->name, &cells[i], &negated[i]))
                continue;
            struct diag *d = report(c, cell->span, "`%s` is no cell of a pattern", cell->name);
            help(c, d, "cells are x o m t . * # and, before one of them, !; a blank stands between two cells");
            good = false;
        }
    }
    return good;
}

static struct pattern *pattern_check(struct checker *c, const struct entry *entry)
{
    const struct ast *rows = entry->item->a;
    if (rows == NULL || rows->kind != AST_ROWS || rows->a == NULL)
        return NULL;
    int width = ast_count(rows->a->a), height = ast_count(rows->a);
    if (width > PATTERN_SIDE_LIMIT || height > PATTERN_SIDE_LIMIT) {
        report(c, rows->span, "a pattern is at most %d cells wide and high", PATTERN_SIDE_LIMIT);
        return NULL;
    }
    unsigned char *cells = ARENA_ARRAY(c->load->scratch, unsigned char, width *height);
    bool *negated = ARENA_ARRAY(c->load->scratch, bool, width *height);
    if (!read_rows(c, rows, cells, negated, width) || !c->board_ready)
        return NULL;
    struct pattern_picture picture = {width, height, cells, negated, entry->item->flag};
    int players = c->rules->player_count > 0 ? c->rules->player_count : 2;
    struct pattern *pattern = pattern_make(c->load->arena, c->rules->board, &picture, players, entry->name);
    if (pattern == NULL)
        report(c, entry->item->name_span, "a board by lines has no patterns: pictures need a grid");
    return pattern;
}

void patterns_open(struct checker *c)
{
    int count = 0;
    for (int i = 0; i < c->program->entry_count; i++)
        count += c->program->entries[i]->item->kind == AST_PATTERN;
    c->patterns = ARENA_ARRAY(c->load->arena, const struct pattern *, count + 1);
    c->pattern_spans = ARENA_ARRAY(c->load->arena, struct span, count + 1);
    c->rules->patterns = c->patterns;
    c->rules->pattern_spans = c->pattern_spans;
}

/* In a library there is no board to make it for: it is only numbered. */
int pattern_index(struct checker *c, const struct entry *entry)
{
    struct checked *checked = &c->checked[entry->index];
    if (checked->state == CHECK_DONE)
        return checked->index;
    int errors = c->errors;
    struct pattern *pattern = pattern_check(c, entry);
    checked->state = CHECK_DONE;
    checked->index = c->errors > errors ? -1 : c->pattern_count;
    if (checked->index >= 0) {
        c->patterns[c->pattern_count] = pattern;
        c->pattern_spans[c->pattern_count++] = entry->item->span;
        c->rules->pattern_count = c->board_ready ? c->pattern_count : 0;
    }
    return checked->index;
}
