/* api_files.c - the embedded files, by number and by name. */
#include <string.h>

#include "files.h"

size_t cut_file_count(void)
{
    return cut_files_count;
}

const cut_file *cut_file_at(size_t index)
{
    return index < cut_files_count ? &cut_files[index] : NULL;
}

const cut_file *cut_file_find(const char *name)
{
    for (size_t i = 0; name != NULL && i < cut_files_count; i++)
        if (strcmp(cut_files[i].name, name) == 0)
            return &cut_files[i];
    return NULL;
}
