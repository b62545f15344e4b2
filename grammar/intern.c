#include "intern.h"

#include <stdint.h>
#include <string.h>

void interns_init(struct interns *interns, struct arena *arena)
{
    *interns = (struct interns){.arena = arena};
}

static uint64_t hash(const char *text, size_t size)
{
    uint64_t h = 0xCBF29CE484222325u; /* FNV-1a, mixed once more as the table looks at the low bits */
    for (size_t i = 0; i < size; i++)
        h = (h ^ (unsigned char)text[i]) * 0x100000001B3u;
    return h ^ h >> 32;
}

/* The slot where the text is, or where it belongs. */
static atom *find(atom *table, size_t room, const char *text, size_t size)
{
    size_t i = hash(text, size) & (room - 1);
    while (table[i] != NULL && (strncmp(table[i], text, size) != 0 || table[i][size] != '\0'))
        i = (i + 1) & (room - 1);
    return &table[i];
}

static void grow(struct interns *interns)
{
    size_t room = interns->room == 0 ? 256 : 2 * interns->room;
    atom *table = ARENA_ARRAY(interns->arena, atom, room);
    for (size_t i = 0; i < interns->room; i++)
        if (interns->table[i] != NULL)
            *find(table, room, interns->table[i], strlen(interns->table[i])) = interns->table[i];
    interns->table = table;
    interns->room = room;
}

atom intern(struct interns *interns, const char *text, size_t size)
{
    if (2 * interns->count >= interns->room)
        grow(interns);
    atom *slot = find(interns->table, interns->room, text, size);
    if (*slot == NULL) {
        *slot = arena_text(interns->arena, text, size);
        interns->count++;
    }
    return *slot;
}

atom intern_text(struct interns *interns, const char *text)
{
    return intern(interns, text, strlen(text));
}
