/* files.h - files on disk: reading rules and saved games, writing saved games. */
#ifndef REPL_FILES_H
#define REPL_FILES_H

#include "../crosscut.h"
#include "text.h"

enum { FILES_LARGEST = 16 * 1024 * 1024 };

/* Reads files of at most FILES_LARGEST bytes; a directory is no file. */
cut_reader files_reader(void);
/* Replaces a file whole: what was there stays until the new text is on disk. On failure false, with a sentence. */
bool files_write(void *user, const char *path, const char *chars, size_t size, struct text *why);
/* Writes a file that is not there yet. On failure false, with a sentence; what is there stays. */
bool files_create(const char *path, const char *chars, size_t size, struct text *why);
/* Makes all the directories of a path that ends in one; false if one cannot be made. */
bool files_make_directories(const char *path);

#endif
