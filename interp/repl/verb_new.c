/* crosscut new: a rule file to begin with. */
#include "files.h"
#include "verbs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* With one %s, the title. */
static const char game_of_its_own[] =
    "-- What stands behind two dashes is a comment. `crosscut doc WORD` tells about each word of the language.\n"
    "game \"%s\"\n"
    "about \"Who first has three stones in a row wins.\"\n"
    "\n"
    "option size = 4 in 3 .. 9        -- another board: --set size=5\n"
    "board square(size)\n"
    "players Black, White             -- Black begins\n"
    "\n"
    "-- Every way through the turn is a move.\n"
    "turn {\n"
    "    choose here in empty         -- one of the empty sites\n"
    "    write here                   -- its name is the name of the move\n"
    "    put mine on here             -- a stone of the player to move\n"
    "}\n"
    "\n"
    "win when some lines(mine, 3, compass)\n"
    "stuck draws                      -- what happens to a player without a move\n"
    "\n"
    "-- A position and what must be true there; `crosscut test` finds out whether it is.\n"
    "example \"three in a slanting row\" {\n"
    "    [B . . .]\n"
    "    [. B . W]\n"
    "    [. . ? W]\n"
    "    [. . . .]\n"
    "    Black to move\n"
    "    legal a1\n"
    "    illegal d2 by occupied\n"
    "    play ? wins\n"
    "}\n";

struct starter {
    const char *base; /* the game it extends, or NULL */
    struct text path; /* of the new file */
    struct text name; /* its last part, without `.cut` */
    struct text title;
    struct text body;
};

/* ---- its name ---- */

static bool is_plain(char c)
{
    return is_letter(c) || is_digit(c) || c == '_' || c == '-';
}

static size_t folder_size(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? (size_t)(slash - path) + 1 : 0;
}

/* "games/new_one" is games/new_one.cut and has the title "New one". */
static bool take_name(struct starter *starter, const char *name)
{
    const char *base = name + folder_size(name);
    size_t size = strlen(base);
    if (size > 4 && ends_with(base, ".cut"))
        size -= 4;
    bool fine = size > 0 && base[0] != '-';
    for (size_t i = 0; i < size; i++) {
        char c = base[i];
        fine = fine && is_plain(c);
        c = c == '_' || c == '-' ? ' ' : c;
        c = i == 0 && c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
        text_add(&starter->title, &c, 1);
    }
    text_add(&starter->name, base, size);
    text_add(&starter->path, name, folder_size(name) + size);
    text_puts(&starter->path, ".cut");
    if (!fine)
        fprintf(
            stderr,
            "crosscut new: `%s` is no name for a rule file: letters, digits, `_` and `-` make one, as in `my_game`.\n",
            name);
    return fine;
}

/* ---- a variant ---- */

/* How the new file names the other one: files are looked for beside the one that names them. */
static void put_extends(struct starter *starter)
{
    const char *base = starter->base, *path = text_get(&starter->path);
    size_t folder = folder_size(path);
    struct text file = {0};
    bool is_file = strchr(base, '/') != NULL || ends_with(base, ".cut") || cut_file_find(base) == NULL;
    text_printf(&file, "%s%s", base, ends_with(base, ".cut") || strchr(base, '/') != NULL ? "" : ".cut");
    const char *name = text_get(&file);
    char here[4096] = "";
    if (folder_size(name) == folder && memcmp(name, path, folder) == 0)
        name += folder;
    else if (folder > 0 && name[0] != '/' && getcwd(here, sizeof here - 1) != NULL)
        strcat(here, "/");
    if (is_file)
        text_printf(&starter->body, "extends \"%s%s\"", here, name);
    else
        text_printf(&starter->body, "extends %s", base);
    text_puts(&starter->body, "    -- what it says holds, unless this file says otherwise\n");
    text_free(&file);
}

static void put_names(struct starter *starter, cut_context *context)
{
    cut_docs *docs;
    if (cut_docs_new(context, starter->base, &docs) != CUT_OK)
        return;
    if (cut_doc_count(docs) > 1)
        text_puts(&starter->body,
                  "-- What has a name there can be said anew here, or be left out with `without NAME`:\n");
    for (size_t i = 1; i < cut_doc_count(docs); i++) {
        const cut_doc *doc = cut_doc_at(docs, i);
        bool own = strcmp(doc->file, cut_doc_at(docs, 0)->file) == 0;
        text_printf(&starter->body, "--   %s%s%s%s\n", doc->signature, own ? "" : " (from ", own ? "" : doc->module,
                    own ? "" : ")");
    }
    cut_docs_free(docs);
}

static bool take_first(void *user, const cut_move *move)
{
    char **first = user;
    *first = memory_text(move->text);
    return false;
}

/* An example that is true of every game: its first move can be played. */
static void put_example(struct starter *starter, const cut_game *game)
{
    cut_position *position;
    char *first = NULL;
    if (cut_position_new(game, &position) != CUT_OK)
        return;
    cut_position_each_move(position, "", take_first, &first);
    cut_position_free(position);
    if (first == NULL)
        return;
    bool quoted = strpbrk(first, "{}[]()\", ") != NULL;
    text_printf(&starter->body,
                "\n-- What must be true; `crosscut test` finds out whether it is. A diagram may stand above it.\n"
                "example \"a first move\" {\n    play %s%s%s\n}\n",
                quoted ? "\"" : "", first, quoted ? "\"" : "");
    free(first);
}

static bool write_variant(struct starter *starter)
{
    struct settings none = {0};
    struct text why = {0};
    cut_game *game = NULL;
    cut_context *context = opened_context();
    if (context == NULL)
        return false;
    bool fine = settings_load(context, starter->base, &none, NULL, &game, &why) == CUT_OK;
    fputs(text_get(&why), stderr);
    if (fine) {
        text_printf(&starter->body,
                    "-- A variant: what stands here replaces what the other game says of it.\n"
                    "game \"%s\"\nabout \"A variant of %s.\"\n\n",
                    text_get(&starter->title), cut_game_title(game));
        put_extends(starter);
        text_puts(&starter->body, "\n");
        put_names(starter, context);
        text_puts(&starter->body,
                  "-- `turn`, `win`, `stuck`, `swap`, `board` and the like are replaced by writing them here.\n");
        put_example(starter, game);
    }
    cut_game_free(game);
    cut_context_free(context);
    text_free(&why);
    return fine;
}

/* ---- the verb ---- */

/* A name alone means what is built in. */
static void warn_of_namesake(const struct starter *starter)
{
    const char *name = text_get(&starter->name), *path = text_get(&starter->path);
    const cut_file *file = cut_file_find(name);
    if (file != NULL && strcmp(file->folder, "stdlib") != 0)
        printf("`%s` is the name of a game that is built in, too: `crosscut play %s` still means that one,\n"
               "`crosscut play %s%s` the new one.\n",
               name, name, strchr(path, '/') == NULL ? "./" : "", path);
}

static bool fill(struct starter *starter)
{
    if (starter->base != NULL)
        return write_variant(starter);
    text_printf(&starter->body, game_of_its_own, text_get(&starter->title));
    return true;
}

int verb_new(struct arguments *arguments)
{
    struct starter starter = {.base = arguments->extends};
    struct text why = {0};
    int result = EXIT_NO;
    if (!take_name(&starter, arguments->words[0])) {
        result = EXIT_USAGE;
    } else if (fill(&starter)) {
        const char *path = text_get(&starter.path);
        if (files_create(path, text_get(&starter.body), starter.body.size, &why)) {
            printf("%s is written. What next:\n"
                   "  crosscut check %s    is it right?\n"
                   "  crosscut test %s     are its examples true?\n"
                   "  crosscut play %s     play it\n",
                   path, path, path, path);
            warn_of_namesake(&starter);
            result = EXIT_FINE;
        }
        fputs(text_get(&why), stderr);
    }
    text_free(&why);
    text_free(&starter.path);
    text_free(&starter.name);
    text_free(&starter.title);
    text_free(&starter.body);
    return result;
}
