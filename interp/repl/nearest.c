#include "nearest.h"

#include <string.h>

enum { LONGEST = 63 };

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* Insertions, deletions, substitutions and exchanges of neighbours that turn a into b, case aside. */
static int edit_distance(const char *a, const char *b)
{
    int rows[3][LONGEST + 1];
    int n = (int)strlen(a), m = (int)strlen(b);
    for (int j = 0; j <= m; j++)
        rows[0][j] = j;
    for (int i = 1; i <= n; i++) {
        int *now = rows[i % 3], *above = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
        now[0] = i;
        for (int j = 1; j <= m; j++) {
            int differs = lower(a[i - 1]) != lower(b[j - 1]);
            now[j] = least(least(above[j], now[j - 1]) + 1, above[j - 1] + differs);
            bool exchanged = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
            if (exchanged)
                now[j] = least(now[j], before[j - 2] + 1);
        }
    }
    return rows[n % 3][m];
}

struct nearest nearest_begin(const char *typed)
{
    struct nearest nearest = {.typed = typed, .best = "", .distance = LONGEST};
    return nearest;
}

void nearest_try(struct nearest *nearest, const char *candidate)
{
    size_t size = strlen(nearest->typed), other = strlen(candidate);
    if (size > LONGEST || other > LONGEST || size == 0 || other == 0)
        return;
    /* A third of the letters may be wrong; of two letters one. */
    int allowed = size < 3 ? (int)size - 1 : (int)(size + 2) / 3;
    int distance = edit_distance(nearest->typed, candidate);
    bool continues = size >= 3 && begins_with(candidate, nearest->typed);
    if (continues)
        distance = least(distance, 1);
    if (distance <= allowed && distance < nearest->distance) {
        nearest->distance = distance;
        memcpy(nearest->best, candidate, other + 1);
    }
}

void nearest_end(const struct nearest *nearest, struct text *out)
{
    if (nearest->best[0] == '\0')
        text_puts(out, ".");
    else
        text_printf(out, "; did you mean `%s`?", nearest->best);
}
