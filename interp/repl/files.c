#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What `stat` says of the size may be wrong (a pipe), so it reads until the end. */
static bool read_all(int file, struct text *text)
{
    char chunk[16384];
    for (;;) {
        ssize_t got = read(file, chunk, sizeof chunk);
        if (got == 0)
            return true;
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0 || text->size + (size_t)got > FILES_LARGEST)
            return false;
        text_add(text, chunk, (size_t)got);
    }
}

static const char *read_file(void *user, const char *path, size_t *size)
{
    (void)user;
    struct stat about;
    struct text text = {0};
    int file = open(path, O_RDONLY | O_NOCTTY);
    if (file < 0)
        return NULL;
    bool fine = fstat(file, &about) == 0 && !S_ISDIR(about.st_mode) && read_all(file, &text);
    close(file);
    if (!fine) {
        text_free(&text);
        return NULL;
    }
    text_puts(&text, ""); /* an empty file has a text, too */
    *size = text.size;
    return text.chars;
}

static void done_with_file(void *user, const char *text, size_t size)
{
    (void)user;
    (void)size;
    memory_free(text);
}

cut_reader files_reader(void)
{
    return (cut_reader){.read = read_file, .done = done_with_file};
}

static bool write_all(FILE *file, const char *chars, size_t size)
{
    bool fine = fwrite(chars, 1, size, file) == size;
    return fclose(file) == 0 && fine;
}

bool files_write(void *user, const char *path, const char *chars, size_t size, struct text *why)
{
    (void)user;
    struct stat about;
    if (stat(path, &about) == 0 && !S_ISREG(about.st_mode)) {
        text_printf(why, "%s cannot be written: it is not a plain file.\n", path);
        return false;
    }
    struct text draft = {0};
    text_printf(&draft, "%s.new", path);
    FILE *file = fopen(text_get(&draft), "w");
    bool fine = file != NULL && write_all(file, chars, size) && rename(text_get(&draft), path) == 0;
    if (!fine) {
        text_printf(why, "%s cannot be written: %s.\n", path, strerror(errno));
        if (file != NULL)
            remove(text_get(&draft));
    }
    text_free(&draft);
    return fine;
}

bool files_create(const char *path, const char *chars, size_t size, struct text *why)
{
    FILE *file = fopen(path, "wx");
    if (file == NULL && errno == EEXIST) {
        text_printf(why, "%s is already there; nothing was written.\n", path);
        return false;
    }
    bool fine = file != NULL && write_all(file, chars, size);
    if (!fine)
        text_printf(why, "%s cannot be written: %s.\n", path, strerror(errno));
    if (!fine && file != NULL)
        remove(path);
    return fine;
}

bool files_make_directories(const char *path)
{
    char *copy = memory_text(path);
    bool fine = true;
    for (char *c = copy + 1; fine && *copy != '\0'; c++) {
        char was = *c;
        if (was != '/' && was != '\0')
            continue;
        *c = '\0';
        fine = mkdir(copy, 0777) == 0 || errno == EEXIST;
        *c = was;
        if (was == '\0')
            break;
    }
    free(copy);
    struct stat about;
    return fine && stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}
