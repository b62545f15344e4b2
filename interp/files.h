/* files.h - the embedded files; their table is made by embed.c during the build. */
#ifndef CUT_FILES_H
#define CUT_FILES_H

#include "crosscut.h"

extern const cut_file cut_files[]; /* in the order of cut_file_at; one empty entry behind the last */
extern const size_t cut_files_count;

#endif
