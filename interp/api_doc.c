/* api_doc.c - what rule files say about themselves, and what the words of the language mean. */
#include <string.h>

#include "../grammar/parse.h"
#include "api.h"
#include "sema/builtins.h"

enum { MANY = 1000 }; /* entries; in larger files nobody looks which examples run what, nor what is inherited */

struct cut_docs {
    cut_context *context;
    struct arena arena;
    size_t count;
    cut_doc *docs;
    cut_status status; /* of making them */
};

struct item {
    const struct ast *node;
    bool marked;
};

struct heir { /* a file that extends the one at hand, or one that does */
    const struct ast *items;
    const struct heir *outer;
};

struct build {
    struct arena *arena;
    const char *name; /* as asked for; NULL: the words of the language */
    cut_docs *docs;
    size_t room; /* of the docs */
    struct sources *sources;
    struct interns interns;
    /* of the file at hand: */
    const struct source *source;
    const struct ast *items;
    const char *module;
    size_t entry_count; /* defs, rules, patterns; private ones too */
    struct item *entries;
};

/* ---- comments ---- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static const char *skip_blanks(const char *text)
{
    while (is_blank(*text))
        text++;
    return text;
}

static uint32_t line_begin(const char *text, uint32_t offset)
{
    while (offset > 0 && text[offset - 1] != '\n')
        offset--;
    return offset;
}

/* Is there nothing but a comment in the line that begins here? */
static bool is_comment(const char *line)
{
    return strncmp(skip_blanks(line), "--", 2) == 0;
}

/* The text of the comment lines from `begin` to before `end`, without their marks. */
static const char *comment_text(struct arena *arena, const char *text, uint32_t begin, uint32_t end)
{
    char *out = arena_alloc(arena, end - begin + 1);
    size_t size = 0;
    for (const char *line = text + begin; line < text + end;) {
        const char *stop = line + strcspn(line, "\n"), *from = skip_blanks(line) + 2, *to = stop;
        from += *from == ' ';
        while (to > from && is_blank(to[-1]))
            to--;
        if (size > 0)
            out[size++] = '\n';
        if (to > from) {
            memcpy(out + size, from, (size_t)(to - from));
            size += (size_t)(to - from);
        }
        if (*stop == '\0')
            break;
        line = stop + 1;
    }
    return out;
}

/* The comment lines directly above an item; else the comment behind it in its line; else "". */
static const char *comment_of(struct arena *arena, const struct source *source, struct span span)
{
    const char *text = source->text;
    uint32_t line = line_begin(text, span.begin), top = line;
    if (skip_blanks(text + line) != text + span.begin)
        return "";
    while (top > 0 && is_comment(text + line_begin(text, top - 1)))
        top = line_begin(text, top - 1);
    if (top < line)
        return comment_text(arena, text, top, line);
    const char *behind = skip_blanks(text + span.end);
    if (!is_comment(behind))
        return "";
    uint32_t begin = (uint32_t)(behind - text);
    return comment_text(arena, text, begin, begin + (uint32_t)strcspn(behind, "\n"));
}

static bool is_entry(const struct ast *item)
{
    return item->name != NULL && (item->kind == AST_DEF || item->kind == AST_RULE || item->kind == AST_PATTERN ||
                                  item->kind == AST_OPTION || item->kind == AST_STATE);
}

/* What the game is about; else the comment at the head of the file, unless it belongs to an entry. */
static const char *head_of(const struct build *build)
{
    const struct source *source = build->source;
    uint32_t end = 0;
    for (const struct ast *item = build->items; item != NULL; item = item->next) {
        if (item->kind == AST_ABOUT && item->text != NULL)
            return item->text;
    }
    while (end < source->size && is_comment(source->text + end)) {
        end += (uint32_t)strcspn(source->text + end, "\n");
        end += end < source->size;
    }
    const struct ast *first = build->items;
    bool taken = first != NULL && is_entry(first) && line_begin(source->text, first->span.begin) == end;
    return end > 0 && !taken ? comment_text(build->arena, source->text, 0, end) : "";
}

/* ---- entries ---- */

static const char *signature_of(struct arena *arena, const struct ast *item)
{
    const char *signature = item->name;
    if ((item->kind != AST_DEF && item->kind != AST_RULE) || item->a == NULL)
        return signature;
    for (const struct ast *param = item->a; param != NULL; param = param->next)
        signature = arena_format(arena, "%s%s%s", signature, param == item->a ? "(" : ", ", param->name);
    return arena_format(arena, "%s)", signature);
}

static cut_doc_kind kind_of(const struct ast *item)
{
    if (item->kind == AST_OPTION)
        return CUT_DOC_OPTION;
    if (item->kind == AST_STATE)
        return CUT_DOC_STATE;
    return item->kind == AST_DEF ? CUT_DOC_DEF : item->kind == AST_RULE ? CUT_DOC_RULE : CUT_DOC_PATTERN;
}

static void describe(struct build *build, const struct ast *item, cut_doc *doc)
{
    const struct source *source = build->source;
    doc->kind = kind_of(item);
    doc->name = item->name;
    doc->signature = signature_of(build->arena, item);
    doc->text = comment_of(build->arena, source, item->span);
    doc->module = build->module;
    doc->file = source->name;
    doc->line = source_line(source, item->span.begin);
    doc->source = arena_text(build->arena, source->text + item->span.begin, item->span.end - item->span.begin);
}

static void collect(struct build *build)
{
    size_t count = 0;
    for (const struct ast *item = build->items; item != NULL; item = item->next)
        count += is_entry(item);
    build->entry_count = 0;
    build->entries = ARENA_ARRAY(build->arena, struct item, count);
    for (const struct ast *item = build->items; item != NULL; item = item->next) {
        if (is_entry(item))
            build->entries[build->entry_count++].node = item;
    }
}

/* ---- which examples run an entry ---- */

static bool mentions(const struct ast *list, atom name)
{
    for (const struct ast *n = list; n != NULL; n = n->next) {
        bool named = n->kind == AST_NAME || n->kind == AST_CALL || n->kind == AST_RUN || n->kind == AST_WORD;
        if ((named && n->name == name) || mentions(n->a, name) || mentions(n->b, name) || mentions(n->c, name) ||
            mentions(n->d, name))
            return true;
    }
    return false;
}

static bool inside_mentions(const struct ast *item, atom name)
{
    return mentions(item->a, name) || mentions(item->b, name) || mentions(item->c, name) || mentions(item->d, name);
}

static bool mentions_marked(const struct build *build, const struct ast *item)
{
    for (size_t i = 0; i < build->entry_count; i++) {
        if (build->entries[i].marked && inside_mentions(item, build->entries[i].node->name))
            return true;
    }
    return false;
}

/* Marks those that use a marked one, until there are no more. */
static void mark_users(struct build *build)
{
    bool more = true;
    while (more) {
        more = false;
        for (size_t i = 0; i < build->entry_count; i++) {
            struct item *entry = &build->entries[i];
            if (!entry->marked && mentions_marked(build, entry->node))
                entry->marked = more = true;
        }
    }
}

static size_t find_examples(const struct build *build, cut_doc_example *found)
{
    size_t count = 0;
    for (const struct ast *item = build->items; item != NULL; item = item->next) {
        if (item->kind != AST_EXAMPLE || item->text == NULL || !mentions_marked(build, item))
            continue;
        if (found != NULL)
            found[count] = (cut_doc_example){item->text, source_line(build->source, item->span.begin)};
        count++;
    }
    return count;
}

/* Those that name the entry; if there are none, those that run it through others. */
static void add_examples(struct build *build, size_t at, cut_doc *doc)
{
    for (size_t i = 0; i < build->entry_count; i++)
        build->entries[i].marked = i == at;
    doc->example_count = find_examples(build, NULL);
    if (doc->example_count == 0) {
        mark_users(build);
        doc->example_count = find_examples(build, NULL);
    }
    cut_doc_example *examples = ARENA_ARRAY(build->arena, cut_doc_example, doc->example_count);
    find_examples(build, examples);
    doc->examples = examples;
}

/* ---- a file, what it inherits ---- */

static cut_doc *add_doc(struct build *build)
{
    cut_docs *docs = build->docs;
    if (docs->count == build->room) {
        build->room = build->room * 2 + 16;
        cut_doc *more = ARENA_ARRAY(build->arena, cut_doc, build->room);
        if (docs->count > 0)
            memcpy(more, docs->docs, docs->count * sizeof *more);
        docs->docs = more;
    }
    return &docs->docs[docs->count++];
}

static void read_items(struct build *build, uint32_t file)
{
    struct diags diags;
    diags_init(&diags, build->arena, build->sources);
    build->source = sources_get(build->sources, file);
    build->items = parse_file(build->arena, &build->interns, &diags, build->sources, file, NULL);
    build->module = api_short_name(build->arena, build->source->name);
    collect(build);
}

static bool names_one(const struct ast *list, atom name)
{
    while (list != NULL && list->name != name)
        list = list->next;
    return list != NULL;
}

static bool bans(const struct ast *items, atom name)
{
    for (const struct ast *item = items; item != NULL; item = item->next) {
        for (const struct ast *part = item->kind == AST_BAN ? item->a : NULL; part != NULL; part = part->next) {
            if (part->a != NULL && part->a->name == name)
                return true;
        }
    }
    return false;
}

/* Does a file that extends this one have another entry of the name, or leave this one out? Where there is a ban of that
 * name, `without` is about the ban. */
static bool is_inherited(const struct build *build, const struct heir *heir, atom name)
{
    bool banned = bans(build->items, name);
    for (; heir != NULL; heir = heir->outer) {
        for (const struct ast *item = heir->items; item != NULL; item = item->next) {
            bool replaced = is_entry(item) && item->name == name;
            if (replaced || (item->kind == AST_WITHOUT && !banned && names_one(item->a, name)))
                return false;
        }
    }
    return true;
}

static void add_entries(struct build *build, const struct heir *heir)
{
    for (size_t i = 0; i < build->entry_count; i++) {
        const struct ast *node = build->entries[i].node;
        if (node->name[0] == '_' || !is_inherited(build, heir, node->name))
            continue;
        cut_doc *doc = add_doc(build);
        describe(build, node, doc);
        if (build->entry_count <= MANY && node->kind != AST_OPTION && node->kind != AST_STATE)
            add_examples(build, i, doc);
    }
}

static const struct ast *extends_of(const struct ast *items)
{
    while (items != NULL && items->kind != AST_EXTENDS)
        items = items->next;
    return items;
}

static void add_inherited(struct build *build)
{
    const struct heir *heir = NULL;
    const struct ast *extends = extends_of(build->items);
    for (int depth = 0; extends != NULL && depth < SEMA_MODULE_DEPTH && build->docs->count <= MANY; depth++) {
        bool quoted = extends->name == NULL;
        const char *name = quoted ? extends->text : extends->name, *from = build->source->name;
        uint32_t file = 0;
        if (name != NULL)
            file = api_add_extended(build->docs->context, name, quoted, from, build->sources);
        struct heir *inner = ARENA_NEW(build->arena, struct heir);
        *inner = (struct heir){build->items, heir};
        heir = inner;
        if (file == 0)
            return;
        read_items(build, file);
        add_entries(build, heir);
        extends = extends_of(build->items);
    }
}

static void document_file(struct build *build, uint32_t file)
{
    interns_init(&build->interns, build->arena);
    read_items(build, file);
    *add_doc(build) = (cut_doc){.kind = CUT_DOC_MODULE,
                                .name = build->module,
                                .signature = build->module,
                                .text = head_of(build),
                                .module = build->module,
                                .file = build->source->name,
                                .line = 1,
                                .source = ""};
    add_entries(build, NULL);
    add_inherited(build);
}

/* ---- the language ---- */

#define WORD(kind, name, form, text) {CUT_DOC_##kind, name, form, text, "", "", 0, "", NULL, 0},

static const cut_doc words[] = {
#include "api_words.def"
};

#undef WORD

static void document_words(struct build *build)
{
    size_t count = sizeof words / sizeof words[0];
    cut_docs *docs = build->docs;
    docs->docs = ARENA_ARRAY(build->arena, cut_doc, count + (size_t)builtin_count);
    memcpy(docs->docs, words, sizeof words);
    docs->count = count;
    for (int i = 0; i < builtin_count; i++) {
        const struct builtin *b = &builtins[i];
        docs->docs[docs->count++] = (cut_doc){.kind = b->form != NULL ? CUT_DOC_FUNCTION : CUT_DOC_VALUE,
                                              .name = b->name,
                                              .signature = b->form != NULL ? b->form : b->name,
                                              .text = b->doc,
                                              .module = "",
                                              .file = "",
                                              .source = ""};
    }
}

static void document(struct build *build)
{
    if (build->name == NULL) {
        document_words(build);
        build->docs->status = CUT_OK;
        return;
    }
    build->sources = ARENA_NEW(build->arena, struct sources);
    sources_init(build->sources, build->arena);
    uint32_t file = api_add_source(build->docs->context, build->name, build->sources);
    if (file != 0)
        document_file(build, file);
    build->docs->status = file != 0 ? CUT_OK : CUT_NOT_FOUND;
}

cut_status cut_docs_new(cut_context *context, const char *name, cut_docs **result)
{
    jmp_buf trap, *outer = context->heap.trap;
    cut_docs *docs = heap_try(&context->heap, NULL, 0, sizeof *docs);
    *result = NULL;
    if (docs == NULL)
        return CUT_NO_MEMORY;
    *docs = (cut_docs){.context = context, .status = CUT_NO_MEMORY};
    arena_init(&docs->arena, &context->heap);
    context->heap.trap = &trap;
    if (setjmp(trap) == 0) {
        struct build *build = ARENA_NEW(&docs->arena, struct build);
        *build = (struct build){.arena = &docs->arena, .name = name, .docs = docs};
        document(build);
    }
    context->heap.trap = outer;
    cut_status status = docs->status;
    if (status == CUT_OK)
        *result = docs;
    else
        cut_docs_free(docs);
    return status;
}

void cut_docs_free(cut_docs *docs)
{
    if (docs == NULL)
        return;
    struct heap *heap = &docs->context->heap;
    arena_free(&docs->arena);
    heap_free(heap, docs, sizeof *docs);
}

size_t cut_doc_count(const cut_docs *docs)
{
    return docs->count;
}

const cut_doc *cut_doc_at(const cut_docs *docs, size_t index)
{
    return index < docs->count ? &docs->docs[index] : NULL;
}
