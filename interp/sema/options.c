/* options.c - options and their values: as set, as the rows of a position want them, or standard. */
#include <ctype.h>
#include <string.h>

#include "sema.h"

bool constant_number(struct checker *c, struct module *module, const struct ast *ast, const char *who, int64_t *number)
{
    int errors = c->errors;
    const struct expr *e = top_expr(c, module, ast, WANT_NUMBER, who, PLACE_OTHER, who);
    *number = 0;
    if (c->errors > errors || e->kind == KIND_BAD)
        return false;
    if (e->op != EX_NUMBER) {
        report(c, e->span, "%s wants a number that is known before play", who);
        return false;
    }
    *number = e->number;
    return true;
}

static const struct load_setting *setting_find(const struct checker *c, atom name)
{
    for (size_t i = 0; i < c->setting_count; i++) {
        if (strcmp(c->settings[i].name, name) == 0)
            return &c->settings[i];
    }
    return NULL;
}

static void option_check(struct checker *c, const struct entry *entry, struct option *o)
{
    const struct ast *item = entry->item;
    struct checked *checked = &c->checked[entry->index];
    int index = checked->index;
    checked->index = -1; /* an option cannot use itself */
    *o = (struct option){.name = entry->name, .span = item->span};
    bool good = item->a != NULL && item->b != NULL && item->b->kind == AST_RANGE;
    good = good && constant_number(c, entry->module, item->a, "an option", &o->standard);
    good = good && constant_number(c, entry->module, item->b->a, "the range of an option", &o->low);
    good = good && constant_number(c, entry->module, item->b->b, "the range of an option", &o->high);
    if (!good)
        return;
    if (o->low > o->high) {
        struct diag *d = report(c, item->b->span, "the range runs the wrong way");
        help(c, d, "write %lld .. %lld", (long long)o->high, (long long)o->low);
        return;
    }
    if (o->standard < o->low || o->standard > o->high) {
        report(c, item->a->span, "the standard value %lld is not in %lld .. %lld", (long long)o->standard,
               (long long)o->low, (long long)o->high);
        return;
    }
    o->value = o->standard;
    checked->index = index;
    const struct load_setting *setting = setting_find(c, entry->name);
    if (setting == NULL)
        return;
    if (setting->value < o->low || setting->value > o->high)
        report(c, item->name_span, "%s = %lld is out of range: %s goes from %lld to %lld", o->name,
               (long long)setting->value, o->name, (long long)o->low, (long long)o->high);
    else
        o->value = setting->value;
}

static void settings_check(struct checker *c)
{
    const struct rules *r = c->rules;
    const char *names = NULL;
    const char **list = ARENA_ARRAY(c->load->scratch, const char *, r->option_count + 1);
    for (int i = 0; i < r->option_count; i++) {
        list[i] = r->options[i].name;
        names = names == NULL ? list[i] : arena_format(c->load->scratch, "%s, %s", names, list[i]);
    }
    for (size_t i = 0; i < c->setting_count; i++) {
        const char *name = c->settings[i].name;
        int found = 0;
        while (found < r->option_count && strcmp(list[found], name) != 0)
            found++;
        if (found < r->option_count)
            continue;
        struct diag *d = report(c, no_span(), "there is no option `%s`", name);
        suggest(c, d, name, list, (size_t)r->option_count);
        if (d->help == NULL)
            help(c, d, names != NULL ? "the options are: %s" : "this game has no options%s",
                 names != NULL ? names : "");
    }
}

/* --- the size that the rows of a position want */

struct row_size {
    int rows, first; /* their number; the sites of the first one */
};

/* A piece is a symbol, perhaps with that of a kind behind it; digits are so many empty sites. */
static const char *skip_cell(const struct rules *r, const char *p, int *count)
{
    if (isdigit((unsigned char)*p)) {
        int n = 0;
        for (; isdigit((unsigned char)*p); p++)
            n = n < 1000 ? n * 10 + (*p - '0') : n;
        *count += n;
        return p;
    }
    char two[3] = {p[0], p[1], '\0'};
    int piece, kind;
    ++*count;
    return p[1] != '\0' && cell_piece(r, two, &piece, &kind) && r->kind_count > 0 ? p + 2 : p + 1;
}

static struct row_size position_size(const struct rules *r, const char *text)
{
    struct row_size size = {1, 0};
    while (*text != '\0' && isspace((unsigned char)*text))
        text++;
    while (*text != '\0' && !isspace((unsigned char)*text)) {
        if (*text == '/') {
            size.rows++;
            text++;
        } else {
            int count = 0;
            text = skip_cell(r, text, &count);
            if (size.rows == 1)
                size.first += count;
        }
    }
    return size;
}

static void size_option(struct checker *c, const struct module *module, const struct ast *name, int64_t value)
{
    if (name == NULL || name->kind != AST_NAME)
        return;
    const struct entry *entry = entry_find(c, module, name->name);
    if (entry == NULL || entry->item->kind != AST_OPTION || c->checked[entry->index].index < 0)
        return;
    struct option *o = &c->options[c->checked[entry->index].index];
    o->sizes_board = true;
    if (value > 0 && value >= o->low && value <= o->high && setting_find(c, o->name) == NULL)
        o->value = value;
}

static void fit_options(struct checker *c)
{
    const struct item *board = c->program->groups[GROUP_BOARD];
    const struct ast *shape = board != NULL ? board->ast->a : NULL;
    if (shape == NULL || shape->kind != AST_CALL || shape->a == NULL)
        return;
    struct row_size size = {0, 0};
    if (c->position != NULL)
        size = position_size(c->rules, c->position);
    bool two = shape->a->next != NULL;
    int64_t rows = size_by_rows(board->ast, size.rows);
    size_option(c, board->module, shape->a, two ? size.first : rows);
    if (two)
        size_option(c, board->module, shape->a->next, rows);
}

void options_check(struct checker *c)
{
    int count = 0;
    for (int i = 0; i < c->program->entry_count; i++)
        count += c->program->entries[i]->item->kind == AST_OPTION;
    struct option *options = ARENA_ARRAY(c->load->arena, struct option, count + 1);
    c->options = options;
    c->rules->options = options;
    for (int i = 0; i < c->program->entry_count; i++) {
        const struct entry *entry = c->program->entries[i];
        if (entry->item->kind != AST_OPTION)
            continue;
        c->checked[entry->index].index = c->rules->option_count;
        option_check(c, entry, &options[c->rules->option_count++]);
    }
    settings_check(c);
    fit_options(c);
}
