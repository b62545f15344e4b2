#include "doc.h"

#include "nearest.h"

#include <string.h>

static const char *kind_word(cut_doc_kind kind)
{
    switch (kind) {
    case CUT_DOC_MODULE:
        return "module";
    case CUT_DOC_DEF:
        return "def";
    case CUT_DOC_RULE:
        return "rule";
    case CUT_DOC_PATTERN:
        return "pattern";
    case CUT_DOC_OPTION:
        return "option";
    case CUT_DOC_STATE:
        return "state";
    case CUT_DOC_VALUE:
        return "a value of the language";
    case CUT_DOC_FUNCTION:
        return "a function of the language";
    case CUT_DOC_ITEM:
        return "an item of a rule file";
    case CUT_DOC_STEP:
        return "a step of a turn";
    case CUT_DOC_OPERATOR:
        return "an operator";
    case CUT_DOC_FACT:
        return "a fact in an example";
    }
    return "";
}

static bool in_library(const cut_file *file)
{
    return strcmp(file->folder, "stdlib") == 0;
}

static bool is_library(const char *module)
{
    const cut_file *file = cut_file_find(module);
    return file != NULL && in_library(file);
}

/* Up to the first full stop or colon. */
static void first_sentence(const char *text, struct text *out)
{
    size_t size = strcspn(text, ".:");
    while (text[size] != '\0' && text[size + 1] != '\0' && !is_blank(text[size + 1]))
        size += 1 + strcspn(text + size + 1, ".:");
    for (size_t i = 0; i < size; i++) {
        char c = text[i] == '\n' ? ' ' : text[i];
        text_add(out, &c, 1);
    }
    text_puts(out, size > 0 ? ".\n" : "\n");
}

static void put_lines(const char *text, const char *indent, struct text *out)
{
    while (*text != '\0') {
        size_t size = strcspn(text, "\n");
        text_puts(out, indent);
        text_add(out, text, size);
        text_puts(out, "\n");
        text += size + (text[size] == '\n');
    }
}

/* ---- one entry ---- */

static void tell_word(const cut_doc *doc, struct text *out)
{
    text_printf(out, "%s: %s.\n  ", doc->signature, kind_word(doc->kind));
    text_sentence(out, doc->text);
    text_puts(out, "\n");
}

static void tell_examples(const cut_doc *doc, struct text *out)
{
    if (doc->example_count > 0)
        text_puts(out, "Examples that run it:\n");
    else if (is_library(doc->module))
        text_puts(out, "No example runs it.\n");
    for (size_t i = 0; i < doc->example_count; i++)
        text_printf(out, "  \"%s\" (%s:%d)\n", doc->examples[i].name, doc->file, doc->examples[i].line);
}

static void tell_entry(const cut_doc *doc, struct text *out)
{
    text_printf(out, "%s %s (%s:%d)\n", kind_word(doc->kind), doc->signature, doc->file, doc->line);
    put_lines(*doc->text != '\0' ? doc->text : "Nothing is written about it.", "  ", out);
    text_puts(out, "\n");
    put_lines(doc->source, "    ", out);
    text_puts(out, is_library(doc->module) || doc->example_count > 0 ? "\n" : "");
    if (is_library(doc->module))
        text_printf(out, "`use %s` brings it into a game. ", doc->module);
    tell_examples(doc, out);
}

/* ---- whole files ---- */

static void tell_module(const cut_docs *docs, struct text *out)
{
    const cut_doc *head = cut_doc_at(docs, 0);
    text_printf(out, "%s (%s)\n", head->name, head->file);
    put_lines(head->text, "  ", out);
    const char *file = head->file;
    for (size_t i = 1; i < cut_doc_count(docs); i++) {
        const cut_doc *doc = cut_doc_at(docs, i);
        if (strcmp(doc->file, file) != 0)
            text_printf(out, "\nInherited from %s:\n", doc->module);
        file = doc->file;
        text_printf(out, "\n%s %s (%s:%d)\n", kind_word(doc->kind), doc->signature, doc->file, doc->line);
        put_lines(doc->text, "  ", out);
    }
    if (cut_doc_count(docs) == 1)
        text_puts(out, "\nNothing in it has a name.\n");
}

static void list_module(const cut_docs *docs, int width, struct text *out)
{
    struct list names = {0};
    struct text head = {0};
    text_printf(&head, "%s: ", cut_doc_at(docs, 0)->name);
    first_sentence(cut_doc_at(docs, 0)->text, &head);
    for (size_t i = 1; i < cut_doc_count(docs); i++)
        list_add(&names, cut_doc_at(docs, i)->signature);
    text_puts(out, text_get(&head));
    list_print(&names, width, out);
    text_free(&head);
    list_free(&names);
}

void doc_list(const struct doc_place *place, struct text *out)
{
    cut_docs *docs;
    for (size_t i = 0; i < cut_file_count(); i++) {
        if (!in_library(cut_file_at(i)) || cut_docs_new(place->context, cut_file_at(i)->name, &docs) != CUT_OK)
            continue;
        list_module(docs, place->width, out);
        cut_docs_free(docs);
    }
    text_printf(out,
                "`use NAME` in a rule file brings in a module. `%s NAME` tells about a module, one of these names, a "
                "game,\nor a word of the language such as `choose` or `reach`.\n",
                place->command);
}

/* ---- finding ---- */

struct search {
    const struct doc_place *place;
    const char *name;
    struct nearest *nearest; /* or NULL */
    struct text *out;
    int found;
};

static void add_names(const struct doc_place *place, const char *file, const char *prefix, struct list *found)
{
    cut_docs *docs;
    if (cut_docs_new(place->context, file, &docs) != CUT_OK)
        return;
    for (size_t i = 0; i < cut_doc_count(docs); i++) {
        if (begins_with(cut_doc_at(docs, i)->name, prefix))
            list_add(found, cut_doc_at(docs, i)->name);
    }
    cut_docs_free(docs);
}

void doc_names(const struct doc_place *place, const char *prefix, struct list *found)
{
    add_names(place, NULL, prefix, found);
    if (place->game != NULL)
        add_names(place, place->game, prefix, found);
    for (size_t i = 0; i < cut_file_count(); i++) {
        if (in_library(cut_file_at(i)))
            add_names(place, cut_file_at(i)->name, prefix, found);
    }
}

/* The entries of one file (NULL: of the language) that are called so. */
static void search_file(struct search *search, const char *file)
{
    cut_docs *docs;
    if (cut_docs_new(search->place->context, file, &docs) != CUT_OK)
        return;
    for (size_t i = 0; i < cut_doc_count(docs); i++) {
        const cut_doc *doc = cut_doc_at(docs, i);
        if (search->nearest != NULL)
            nearest_try(search->nearest, doc->name);
        if (doc->kind == CUT_DOC_MODULE || strcmp(doc->name, search->name) != 0)
            continue;
        text_puts(search->out, search->found++ > 0 ? "\n" : "");
        if (*doc->module == '\0')
            tell_word(doc, search->out);
        else
            tell_entry(doc, search->out);
    }
    cut_docs_free(docs);
}

static void search_entries(struct search *search)
{
    search_file(search, NULL);
    const char *game = search->place->game;
    if (game != NULL)
        search_file(search, game);
    for (size_t i = 0; i < cut_file_count(); i++) {
        if (in_library(cut_file_at(i)) && (game == NULL || strcmp(cut_file_at(i)->name, game) != 0))
            search_file(search, cut_file_at(i)->name);
    }
}

static void search_module(struct search *search)
{
    cut_docs *docs;
    if (cut_docs_new(search->place->context, search->name, &docs) != CUT_OK)
        return;
    text_puts(search->out, search->found++ > 0 ? "\n" : "");
    tell_module(docs, search->out);
    cut_docs_free(docs);
}

bool doc_tell_word(const struct doc_place *place, const char *name, struct text *out)
{
    struct search search = {place, name, NULL, out, 0};
    search_entries(&search);
    return search.found > 0;
}

bool doc_tell(const struct doc_place *place, const char *name, struct text *out)
{
    struct nearest nearest = nearest_begin(name);
    struct search search = {place, name, &nearest, out, 0};
    search_entries(&search);
    if (search.found == 0 || cut_file_find(name) != NULL)
        search_module(&search);
    if (search.found > 0)
        return true;
    for (size_t i = 0; i < cut_file_count(); i++)
        nearest_try(&nearest, cut_file_at(i)->name);
    text_printf(out, "Nothing is called `%s`", name);
    nearest_end(&nearest, out);
    text_printf(out, " `%s` lists what there is.\n", place->command);
    return false;
}
