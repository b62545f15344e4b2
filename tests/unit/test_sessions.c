/* test_sessions.c - the conversations of tests/repl/NAME.session, in memory. Lines that begin with `> ` are typed; the
 * lines after them are the answer, to the letter. What stands before the first of them is a comment. CUT_BLESS=1 writes
 * the answers anew. */
#include "support.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "../../interp/repl/session.h"

enum { MAX_SESSIONS = 200, MAX_SAVED = 16, SEED = 1 };

/* ---- files that sessions save, in memory; everything else is read from the repository ---- */

struct saved {
    char *path, *chars;
    size_t size;
};

struct store {
    struct saved files[MAX_SAVED];
    int count;
};

static bool save(void *user, const char *path, const char *chars, size_t size, struct text *why)
{
    struct store *store = user;
    if (strncmp(path, "nowhere/", 8) == 0 || store->count == MAX_SAVED) {
        text_printf(why, "%s cannot be written: there is no such place.\n", path);
        return false;
    }
    store->files[store->count++] = (struct saved){memory_text(path), memory_copy(chars, size), size};
    return true;
}

static const char *read_saved(void *user, const char *path, size_t *size)
{
    struct store *store = user;
    for (int i = store->count - 1; i >= 0; i--)
        if (strcmp(store->files[i].path, path) == 0) {
            *size = store->files[i].size;
            return memory_copy(store->files[i].chars, *size);
        }
    return file_text(source_path(path), size);
}

static void done_reading(void *user, const char *text, size_t size)
{
    (void)user;
    (void)size;
    memory_free(text);
}

static void store_free(struct store *store)
{
    for (int i = 0; i < store->count; i++) {
        free(store->files[i].path);
        free(store->files[i].chars);
    }
}

/* ---- running a session ---- */

static char *cut_line(char **rest)
{
    char *line = *rest, *end = strchr(line, '\n');
    if (end != NULL)
        *end++ = '\0';
    *rest = end != NULL ? end : line + strlen(line);
    return line;
}

/* The whole transcript as it is now: the comment and the typed lines of *script, with the answers given. */
static void transcribe(char *script, struct text *out)
{
    struct store store = {.count = 0};
    struct session_config config = {
        .reader = {read_saved, done_reading, &store},
        .write = save,
        .write_user = &store,
        .seed = SEED,
    };
    struct session *session = session_new(&config);
    assert_non_null(session);
    bool begun = false, goes_on = true;
    while (*script != '\0') {
        char *line = cut_line(&script);
        bool typed = strncmp(line, "> ", 2) == 0 || strcmp(line, ">") == 0;
        if (typed || !begun)
            text_printf(out, "%s\n", line);
        if (typed && !goes_on)
            text_puts(out, "(the session is over)\n");
        else if (typed)
            goes_on = session_line(session, line[1] == '\0' ? "" : line + 2, out);
        begun = begun || typed;
    }
    session_free(session);
    store_free(&store);
}

static void show_difference(const char *path, const char *wanted, const char *got)
{
    int line = 1;
    while (*wanted != '\0' && *got != '\0') {
        size_t a = strcspn(wanted, "\n"), b = strcspn(got, "\n");
        if (a != b || memcmp(wanted, got, a) != 0)
            break;
        wanted += a + (wanted[a] == '\n');
        got += b + (got[b] == '\n');
        line++;
    }
    print_error("%s:%d: should be: %.*s\n", path, line, (int)strcspn(wanted, "\n"), wanted);
    print_error("%s:%d: is:        %.*s\n", path, line, (int)strcspn(got, "\n"), got);
}

static void run_session(void **state)
{
    const char *path = *state;
    size_t size;
    char *wanted = file_text(path, &size);
    assert_non_null(wanted);
    char *script = memory_copy(wanted, size);
    struct text got = {0};
    transcribe(script, &got);
    bool same = strcmp(wanted, text_get(&got)) == 0;
    if (!same && environment_number("CUT_BLESS", 0) != 0) {
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        assert_int_equal(fwrite(text_get(&got), 1, got.size, file), got.size);
        assert_int_equal(fclose(file), 0);
        same = true;
    }
    if (!same)
        show_difference(path, wanted, text_get(&got));
    free(script);
    free(wanted);
    text_free(&got);
    assert_true(same);
}

/* ---- one test for each file ---- */

struct sessions {
    char *paths[MAX_SESSIONS], *names[MAX_SESSIONS];
    int count;
};

static void add_session(struct sessions *sessions, const char *file)
{
    struct text path = {0};
    text_printf(&path, "%s/%s", source_path("tests/repl"), file);
    sessions->paths[sessions->count] = path.chars;
    sessions->names[sessions->count++] = memory_copy(file, strlen(file) - strlen(".session"));
}

static bool find_sessions(struct sessions *sessions)
{
    struct dirent **entries;
    int count = scandir(source_path("tests/repl"), &entries, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        if (ends_with(entries[i]->d_name, ".session") && sessions->count < MAX_SESSIONS)
            add_session(sessions, entries[i]->d_name);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    return sessions->count > 0;
}

int main(void)
{
    struct sessions sessions = {.count = 0};
    struct CMUnitTest tests[MAX_SESSIONS];
    if (!find_sessions(&sessions)) {
        fprintf(stderr, "there are no sessions in tests/repl\n");
        return 1;
    }
    for (int i = 0; i < sessions.count; i++)
        tests[i] = (struct CMUnitTest){sessions.names[i], run_session, NULL, NULL, sessions.paths[i]};
    int failed = _cmocka_run_group_tests("sessions", tests, (size_t)sessions.count, NULL, NULL);
    printf("%d passed, %d failed\n", sessions.count - failed, failed);
    for (int i = 0; i < sessions.count; i++) {
        free(sessions.paths[i]);
        free(sessions.names[i]);
    }
    return failed != 0;
}
