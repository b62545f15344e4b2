/* api_context.c - contexts, their messages, and loading. */
#include <stdlib.h>
#include <string.h>

#include "api.h"

cut_context *cut_context_new(const cut_config *config)
{
    struct heap heap;
    heap_init(&heap, config != NULL ? config->alloc : NULL, config != NULL ? config->alloc_user : NULL);
    cut_context *context = heap_try(&heap, NULL, 0, sizeof *context);
    if (context == NULL)
        return NULL;
    memset(context, 0, sizeof *context);
    context->heap = heap;
    if (config != NULL)
        context->reader = config->reader;
    arena_init(&context->arena, &context->heap);
    return context;
}

void cut_context_free(cut_context *context)
{
    if (context == NULL)
        return;
    struct heap heap = context->heap;
    arena_free(&context->arena);
    heap_free(&heap, context, sizeof *context);
}

size_t cut_message_count(const cut_context *context)
{
    return context->message_count;
}

const cut_message *cut_message_at(const cut_context *context, size_t index)
{
    return index < context->message_count ? &context->messages[index] : NULL;
}

/* ---- messages outlive the load they came from ---- */

static const char *copy_text(struct arena *arena, const char *text)
{
    return text != NULL ? arena_text(arena, text, strlen(text)) : "";
}

static void copy_message(struct arena *arena, const struct diags *diags, const struct diag *diag, cut_message *message)
{
    message->severity = diag->severity == DIAG_ERROR     ? CUT_ERROR
                        : diag->severity == DIAG_WARNING ? CUT_WARNING
                                                         : CUT_NOTE;
    message->text = copy_text(arena, diag->text);
    message->rendered = copy_text(arena, diag_render(diags, diag));
    message->file = "";
    if (diag->span.file == 0)
        return;
    const struct source *source = sources_get(diags->sources, diag->span.file);
    struct place begin = source_place(source, diag->span.begin), end = source_place(source, diag->span.end);
    message->file = copy_text(arena, source->name);
    message->line = begin.line;
    message->column = begin.column;
    message->end_line = end.line;
    message->end_column = end.column;
}

static void keep_messages(cut_context *context, const struct diags *diags)
{
    size_t count = 0;
    for (const struct diag *diag = diags->first; diag != NULL; diag = diag->next)
        count++;
    context->messages = ARENA_ARRAY(&context->arena, cut_message, count);
    context->message_count = count;
    count = 0;
    for (const struct diag *diag = diags->first; diag != NULL; diag = diag->next)
        copy_message(&context->arena, diags, diag, &context->messages[count++]);
}

cut_status api_add_message(cut_context *context, const char *text)
{
    jmp_buf trap, *outer = context->heap.trap;
    cut_status status = CUT_BAD_GAME;
    context->heap.trap = &trap;
    if (setjmp(trap) == 0) {
        cut_message *messages = ARENA_ARRAY(&context->arena, cut_message, context->message_count + 1);
        if (context->message_count > 0)
            memcpy(messages, context->messages, context->message_count * sizeof *messages);
        messages[context->message_count].severity = CUT_ERROR;
        messages[context->message_count].file = "";
        messages[context->message_count].text = arena_text(&context->arena, text, strlen(text));
        messages[context->message_count].rendered = arena_format(&context->arena, "error: %s\n", text);
        context->messages = messages;
        context->message_count++;
    } else {
        status = CUT_NO_MEMORY;
    }
    context->heap.trap = outer;
    return status;
}

/* ---- finding texts ---- */

struct fetched {
    const char *text;
    size_t size;
    struct fetched *next;
};

struct finder {
    cut_context *context;
    struct arena *arena;
    struct fetched *fetched;
};

static bool fetch(struct finder *finder, const char *path, struct load_text *text)
{
    const cut_reader *reader = &finder->context->reader;
    size_t size = 0;
    if (reader->read == NULL)
        return false;
    struct fetched *fetched = ARENA_NEW(finder->arena, struct fetched);
    fetched->text = reader->read(reader->user, path, &size);
    if (fetched->text == NULL)
        return false;
    fetched->size = size;
    fetched->next = finder->fetched;
    finder->fetched = fetched;
    text->path = arena_text(finder->arena, path, strlen(path));
    text->text = fetched->text;
    text->size = size;
    return true;
}

static void give_back(struct finder *finder)
{
    const cut_reader *reader = &finder->context->reader;
    for (struct fetched *f = finder->fetched; f != NULL && reader->done != NULL; f = f->next)
        reader->done(reader->user, f->text, f->size);
    finder->fetched = NULL;
}

static bool take_embedded(const cut_file *file, struct load_text *text)
{
    if (file == NULL)
        return false;
    *text = (struct load_text){file->path, file->text, file->size};
    return true;
}

static const cut_file *embedded_by_path(const char *path)
{
    for (size_t i = 0; i < cut_file_count(); i++) {
        if (strcmp(cut_file_at(i)->path, path) == 0)
            return cut_file_at(i);
    }
    return NULL;
}

static bool has_suffix(const char *text)
{
    size_t size = strlen(text);
    return size > 4 && strcmp(text + size - 4, ".cut") == 0;
}

/* The path of `name` in the folder of `from`. */
static const char *beside(struct finder *finder, const char *from, const char *name)
{
    const char *slash = strrchr(from, '/');
    int folder = slash != NULL && name[0] != '/' ? (int)(slash - from) + 1 : 0;
    return arena_format(finder->arena, "%.*s%s", folder, from, name);
}

static bool find_text(void *user, const char *name, bool quoted, const char *from, struct load_text *text)
{
    struct finder *finder = user;
    if (!quoted && take_embedded(cut_file_find(name), text))
        return true;
    const char *path = beside(finder, from, quoted ? name : arena_format(finder->arena, "%s.cut", name));
    if (embedded_by_path(from) != NULL && take_embedded(embedded_by_path(path), text))
        return true;
    return fetch(finder, path, text);
}

static bool find_game(struct finder *finder, const char *name, struct load_text *text)
{
    if (strchr(name, '/') != NULL || has_suffix(name))
        return fetch(finder, name, text) || take_embedded(embedded_by_path(name), text);
    return take_embedded(cut_file_find(name), text) || fetch(finder, arena_format(finder->arena, "%s.cut", name), text);
}

const char *api_short_name(struct arena *arena, const char *name)
{
    const char *slash = strrchr(name, '/');
    const char *base = slash != NULL ? slash + 1 : name;
    size_t size = strlen(base);
    return arena_text(arena, base, has_suffix(base) ? size - 4 : size);
}

struct wanted {
    const char *name, *from; /* from NULL: as cut_load finds it */
    bool quoted;
};

static bool find_wanted(struct finder *finder, const struct wanted *wanted, struct load_text *text)
{
    if (wanted->from == NULL)
        return find_game(finder, wanted->name, text);
    return find_text(finder, wanted->name, wanted->quoted, wanted->from, text);
}

static uint32_t add_source(cut_context *context, const struct wanted *wanted, struct sources *sources)
{
    jmp_buf trap, *outer = context->heap.trap;
    struct finder *finder = ARENA_NEW(sources->arena, struct finder);
    struct load_text *text = ARENA_NEW(sources->arena, struct load_text);
    uint32_t *file = ARENA_NEW(sources->arena, uint32_t);
    *finder = (struct finder){context, sources->arena, NULL};
    context->heap.trap = &trap;
    int code = setjmp(trap);
    if (code == 0 && find_wanted(finder, wanted, text) && text->size <= SOURCE_SIZE_LIMIT)
        *file = sources_add(sources, text->path, text->text, (uint32_t)text->size);
    context->heap.trap = outer;
    give_back(finder);
    if (code != 0)
        longjmp(*outer, code);
    return *file;
}

uint32_t api_add_source(cut_context *context, const char *name, struct sources *sources)
{
    return add_source(context, &(struct wanted){name, NULL, false}, sources);
}

uint32_t api_add_extended(cut_context *context, const char *name, bool quoted, const char *from,
                          struct sources *sources)
{
    return add_source(context, &(struct wanted){name, from, quoted}, sources);
}

/* ---- loading ---- */

struct loading {
    cut_context *context;
    const struct api_load *request;
    struct arena *arena;
    struct arena scratch;
    struct finder finder;
    struct sources *sources; /* the game keeps it */
    struct interns interns;
    struct diags diags;
    const struct rules *rules;
    cut_status status;
};

static void copy_settings(struct loading *loading, struct load *load)
{
    const struct api_load *request = loading->request;
    struct load_setting *settings = ARENA_ARRAY(loading->arena, struct load_setting, request->setting_count);
    for (size_t i = 0; i < request->setting_count; i++) {
        settings[i].name = request->settings[i].name;
        settings[i].value = request->settings[i].value;
    }
    load->settings = settings;
    load->setting_count = request->setting_count;
}

static void list_games(struct loading *loading, struct load *load)
{
    const char **games = ARENA_ARRAY(&loading->scratch, const char *, cut_file_count());
    for (size_t i = 0; i < cut_file_count(); i++) {
        if (strcmp(cut_file_at(i)->folder, "stdlib") != 0)
            games[load->game_count++] = cut_file_at(i)->name;
    }
    load->games = games;
}

static void load_now(struct loading *loading)
{
    const struct api_load *request = loading->request;
    cut_context *context = loading->context;
    struct load load = {.arena = loading->arena,
                        .scratch = &loading->scratch,
                        .interns = &loading->interns,
                        .diags = &loading->diags,
                        .find = find_text,
                        .user = &loading->finder,
                        .constant = eval_constant,
                        .position = request->position,
                        .examples = request->examples};
    context->message_count = 0;
    arena_release(&context->arena, (struct arena_mark){NULL, 0});
    loading->sources = ARENA_NEW(loading->arena, struct sources);
    sources_init(loading->sources, loading->arena);
    interns_init(&loading->interns, loading->arena);
    diags_init(&loading->diags, loading->arena, loading->sources);
    load.sources = loading->sources;
    load.name = api_short_name(loading->arena, request->name);
    copy_settings(loading, &load);
    list_games(loading, &load);
    if (request->text != NULL)
        load.text = (struct load_text){request->name, request->text, request->size};
    else if (!find_game(&loading->finder, request->name, &load.text)) {
        loading->status = CUT_NOT_FOUND;
        return;
    }
    loading->rules = rules_load(&load);
    keep_messages(context, &loading->diags);
    loading->status = loading->rules != NULL ? CUT_OK : CUT_BAD_GAME;
}

cut_status api_load_rules(cut_context *context, const struct api_load *request, struct arena *arena,
                          const struct rules **rules)
{
    jmp_buf trap, *outer = context->heap.trap;
    struct loading *loading = heap_try(&context->heap, NULL, 0, sizeof *loading);
    if (loading == NULL)
        return CUT_NO_MEMORY;
    memset(loading, 0, sizeof *loading);
    loading->context = context;
    loading->request = request;
    loading->arena = arena;
    loading->finder = (struct finder){context, &loading->scratch, NULL};
    loading->status = CUT_NO_MEMORY;
    arena_init(&loading->scratch, &context->heap);
    context->heap.trap = &trap;
    if (setjmp(trap) == 0)
        load_now(loading);
    context->heap.trap = outer;
    if (loading->status == CUT_NO_MEMORY) {
        context->message_count = 0;
        arena_free(&context->arena);
    }
    cut_status status = loading->status;
    *rules = loading->rules;
    give_back(&loading->finder);
    arena_free(&loading->scratch);
    heap_free(&context->heap, loading, sizeof *loading);
    return status;
}
