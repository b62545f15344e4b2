/* embed.c - a tool of the build: writes a C file that holds the texts of the files named on its command line.
 *
 * embed FILE... > files.c      each FILE is folder/name.cut; their order is kept */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES_PER_LINE = 24 };

static void fail(const char *path, const char *what)
{
    fprintf(stderr, "embed: %s: %s\n", path, what);
    exit(1);
}

/* An array of bytes: a string literal may not be longer than 4095 characters. Returns its size. */
static size_t write_bytes(const char *path, int index)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        fail(path, "cannot be read");
    printf("static const char text_%d[] = {", index);
    size_t size = 0;
    for (int byte = getc(file); byte != EOF; byte = getc(file)) {
        if (byte == 0)
            fail(path, "has a zero byte");
        printf("%s%d,", size % BYTES_PER_LINE == 0 ? "\n    " : "", byte < 128 ? byte : byte - 256);
        size++;
    }
    if (ferror(file) != 0)
        fail(path, "cannot be read");
    fclose(file);
    printf("\n    0};\n\n");
    return size;
}

static void write_entry(const char *path, int index, size_t size)
{
    const char *slash = strrchr(path, '/');
    const char *dot = strrchr(path, '.');
    if (slash == NULL || dot == NULL || dot < slash)
        fail(path, "is not folder/name.cut");
    printf("    {\"%.*s\", \"%.*s\", \"%s\", text_%d, %zu},\n", (int)(slash - path), path, (int)(dot - slash - 1),
           slash + 1, path, index, size);
}

int main(int argc, char **argv)
{
    size_t *sizes = calloc((size_t)argc, sizeof *sizes);
    if (sizes == NULL)
        fail(argv[0], "out of memory");
    printf("/* Made by embed.c. */\n#include \"interp/files.h\"\n\n");
    for (int i = 1; i < argc; i++)
        sizes[i] = write_bytes(argv[i], i);
    printf("const cut_file cut_files[] = {\n");
    for (int i = 1; i < argc; i++)
        write_entry(argv[i], i, sizes[i]);
    printf("    {0}};\n\nconst size_t cut_files_count = %d;\n", argc - 1);
    free(sizes);
    return fflush(stdout) == 0 && ferror(stdout) == 0 ? 0 : 1;
}
