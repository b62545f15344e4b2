/* test_doc.c - what the library and the language say about themselves: nothing in them is without a word. */
#include "support.h"

#include <stdlib.h>
#include <string.h>

#include "../../grammar/parse_ctx.h"
#include "../../interp/sema/builtins.h"

static const char own_text[] = "-- A head of two\n"
                               "--   lines.\n"
                               "\n"
                               "-- what it is\n"
                               "--\n"
                               "-- and more\n"
                               "rule drop(where, what) {\n"
                               "    choose here in where  write here  put what on here\n"
                               "}\n"
                               "def _hidden = empty - edge    -- not for others\n"
                               "def middle = _hidden          -- what lies inside\n"
                               "\n"
                               "-- does not belong to what follows\n"
                               "\n"
                               "pattern pair [x x]\n"
                               "example \"the middle\" on square(3) { Black to move holds (middle = b2) }\n"
                               "example \"drops\" on square(2) using drop(empty, mine) { Black to move legal a1 }\n";

static const char *read_own(void *user, const char *path, size_t *size)
{
    (void)user;
    *size = sizeof own_text - 1;
    return strcmp(path, "a/own.cut") == 0 ? own_text : NULL;
}

static const cut_doc *find(const cut_docs *docs, const char *name)
{
    for (size_t i = 0; i < cut_doc_count(docs); i++) {
        if (strcmp(cut_doc_at(docs, i)->name, name) == 0)
            return cut_doc_at(docs, i);
    }
    return NULL;
}

static const char heir_text[] = "extends \"own.cut\"\n"
                                "without pair, drop\n"
                                "ban pair\n"
                                "option size = 3 in 2 .. 5   -- of a side\n"
                                "state left = size\n";

static const char grandchild_text[] = "extends \"heir.cut\"\nstate left = 4\n";

static const char *read_heirs(void *user, const char *path, size_t *size)
{
    bool heir = strcmp(path, "a/heir.cut") == 0, grandchild = strcmp(path, "a/grandchild.cut") == 0;
    *size = heir ? sizeof heir_text - 1 : sizeof grandchild_text - 1;
    return heir ? heir_text : grandchild ? grandchild_text : read_own(user, path, size);
}

static void inherited(void **state)
{
    (void)state;
    cut_context *context = cut_context_new(&(cut_config){.reader = {.read = read_heirs}});
    cut_docs *docs;
    assert_int_equal(cut_docs_new(context, "a/grandchild.cut", &docs), CUT_OK);
    assert_int_equal(cut_doc_count(docs), 4);
    const cut_doc *left = cut_doc_at(docs, 1), *size = cut_doc_at(docs, 2), *middle = cut_doc_at(docs, 3);
    assert_int_equal(left->kind, CUT_DOC_STATE);
    assert_string_equal(left->source, "state left = 4");
    assert_int_equal(size->kind, CUT_DOC_OPTION);
    assert_string_equal(size->signature, "size");
    assert_string_equal(size->text, "of a side");
    assert_string_equal(size->module, "heir");
    assert_string_equal(middle->file, "a/own.cut");
    assert_int_equal(middle->line, 11);
    assert_int_equal(middle->example_count, 1);
    cut_docs_free(docs);
    cut_context_free(context);
}

static void a_file(void **state)
{
    (void)state;
    cut_context *context = cut_context_new(&(cut_config){.reader = {.read = read_own}});
    cut_docs *docs;
    assert_int_equal(cut_docs_new(context, "a/own.cut", &docs), CUT_OK);
    assert_int_equal(cut_doc_count(docs), 4);
    const cut_doc *module = cut_doc_at(docs, 0), *rule = cut_doc_at(docs, 1), *def = cut_doc_at(docs, 2);
    assert_null(cut_doc_at(docs, 4));
    assert_int_equal(module->kind, CUT_DOC_MODULE);
    assert_string_equal(module->name, "own");
    assert_string_equal(module->file, "a/own.cut");
    assert_string_equal(module->text, "A head of two\n  lines.");
    assert_int_equal(rule->kind, CUT_DOC_RULE);
    assert_string_equal(rule->signature, "drop(where, what)");
    assert_string_equal(rule->text, "what it is\n\nand more");
    assert_int_equal(rule->line, 7);
    assert_memory_equal(rule->source, "rule drop", 9);
    assert_string_equal(rule->source + strlen(rule->source) - 2, "\n}");
    assert_int_equal(rule->example_count, 1);
    assert_string_equal(rule->examples[0].name, "drops");
    assert_int_equal(rule->examples[0].line, 17);
    assert_string_equal(def->signature, "middle");
    assert_string_equal(def->text, "what lies inside");
    assert_int_equal(def->example_count, 1);
    assert_null(find(docs, "_hidden"));
    assert_int_equal(find(docs, "pair")->kind, CUT_DOC_PATTERN);
    assert_string_equal(find(docs, "pair")->text, "");
    assert_int_equal(find(docs, "pair")->example_count, 0);
    cut_docs_free(docs);
    assert_int_equal(cut_docs_new(context, "nothing of that name", &docs), CUT_NOT_FOUND);
    assert_null(docs);
    cut_docs_free(NULL);
    cut_context_free(context);
}

static int check_entry(const cut_doc *doc)
{
    int wrong = (*doc->text == '\0') + (doc->example_count == 0 && doc->kind != CUT_DOC_MODULE);
    if (*doc->text == '\0')
        print_error("%s:%d: `%s` has no comment above it\n", doc->file, doc->line, doc->name);
    if (doc->example_count == 0 && doc->kind != CUT_DOC_MODULE)
        print_error("%s:%d: no example runs `%s`\n", doc->file, doc->line, doc->name);
    return wrong;
}

/* Every def, rule and pattern of the library has a comment and an example. */
static void the_library(void **state)
{
    (void)state;
    cut_context *context = cut_context_new(NULL);
    int wrong = 0, entries = 0;
    for (size_t i = 0; i < cut_file_count(); i++) {
        cut_docs *docs;
        if (strcmp(cut_file_at(i)->folder, "stdlib") != 0)
            continue;
        assert_int_equal(cut_docs_new(context, cut_file_at(i)->name, &docs), CUT_OK);
        for (size_t k = 0; k < cut_doc_count(docs); k++, entries++)
            wrong += check_entry(cut_doc_at(docs, k));
        cut_docs_free(docs);
    }
    cut_context_free(context);
    assert_true(entries > 10);
    assert_int_equal(wrong, 0);
}

static int check_word(const cut_docs *docs, const char *word)
{
    const cut_doc *doc = find(docs, word);
    bool fine = doc != NULL && *doc->text != '\0' && strstr(doc->signature, word) != NULL && *doc->module == '\0';
    if (!fine)
        print_error("interp/api_words.def: no line for `%s`, or one without it in its form\n", word);
    return !fine;
}

/* So has every word of the language, and every built-in name. */
static void the_words(void **state)
{
    (void)state;
    enum { ROOM = 100 };
    cut_context *context = cut_context_new(NULL);
    cut_docs *docs;
    int wrong = 0;
    assert_int_equal(cut_docs_new(context, NULL, &docs), CUT_OK);
    for (enum word_class class = WORD_STEP; class <= WORD_FACT; class ++) {
        const char *words[ROOM];
        size_t count = word_list(class, words, ROOM);
        assert_true(count > 0 && count < ROOM);
        for (size_t i = 0; i < count; i++)
            wrong += check_word(docs, words[i]);
    }
    for (int i = 0; i < builtin_count; i++)
        wrong += check_word(docs, builtins[i].name);
    cut_docs_free(docs);
    cut_context_free(context);
    assert_int_equal(wrong, 0);
}

static void *failing(void *user, void *block, size_t old_size, size_t new_size)
{
    long *left = user;
    (void)old_size;
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    return (*left)-- > 0 ? realloc(block, new_size) : NULL;
}

/* Memory that runs short at each allocation in turn. */
static void short_memory(void **state)
{
    (void)state;
    cut_status status = CUT_NO_MEMORY;
    for (long n = 0; status != CUT_OK; n++) {
        long left = n;
        cut_docs *docs = NULL;
        cut_context *context =
            cut_context_new(&(cut_config){.alloc = failing, .alloc_user = &left, .reader = {.read = read_heirs}});
        if (context == NULL)
            continue;
        status = cut_docs_new(context, "a/grandchild.cut", &docs);
        assert_true(status == CUT_OK || status == CUT_NO_MEMORY);
        cut_docs_free(docs);
        cut_context_free(context);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_file), cmocka_unit_test(inherited), cmocka_unit_test(the_library),
                                       cmocka_unit_test(the_words), cmocka_unit_test(short_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
