/* bitset.h - sets of sites: arrays of 64-bit words, as many as the game's board needs (the same for all its sets,
 * at least one; most boards have one or two, so the first word is done apart from the loop). */
#ifndef CUT_BITSET_H
#define CUT_BITSET_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { BITSET_WORDS = 11 }; /* of the largest board, 26 x 26 */

static inline void set_clear(int words, uint64_t *s)
{
    s[0] = 0;
    for (int i = 1; i < words; i++)
        s[i] = 0;
}
static inline void set_copy(int words, uint64_t *to, const uint64_t *from)
{
    to[0] = from[0];
    for (int i = 1; i < words; i++)
        to[i] = from[i];
}
static inline void set_or(int words, uint64_t *to, const uint64_t *a, const uint64_t *b)
{
    to[0] = a[0] | b[0];
    for (int i = 1; i < words; i++)
        to[i] = a[i] | b[i];
}
static inline void set_and(int words, uint64_t *to, const uint64_t *a, const uint64_t *b)
{
    to[0] = a[0] & b[0];
    for (int i = 1; i < words; i++)
        to[i] = a[i] & b[i];
}
static inline void set_minus(int words, uint64_t *to, const uint64_t *a, const uint64_t *b)
{
    to[0] = a[0] & ~b[0];
    for (int i = 1; i < words; i++)
        to[i] = a[i] & ~b[i];
}
static inline bool set_some(int words, const uint64_t *s)
{
    uint64_t any = s[0];
    for (int i = 1; i < words; i++)
        any |= s[i];
    return any != 0;
}
static inline bool set_equal(int words, const uint64_t *a, const uint64_t *b)
{
    uint64_t differ = a[0] ^ b[0];
    for (int i = 1; i < words; i++)
        differ |= a[i] ^ b[i];
    return differ == 0;
}
static inline bool set_within(int words, const uint64_t *a, const uint64_t *b) /* a in b */
{
    uint64_t out = a[0] & ~b[0];
    for (int i = 1; i < words; i++)
        out |= a[i] & ~b[i];
    return out == 0;
}
static inline bool set_meets(int words, const uint64_t *a, const uint64_t *b)
{
    uint64_t both = a[0] & b[0];
    for (int i = 1; i < words; i++)
        both |= a[i] & b[i];
    return both != 0;
}
static inline int set_count(int words, const uint64_t *s)
{
    int n = __builtin_popcountll(s[0]);
    for (int i = 1; i < words; i++)
        n += __builtin_popcountll(s[i]);
    return n;
}
static inline bool set_has(const uint64_t *s, int site)
{
    return s[site >> 6] >> (site & 63) & 1;
}
static inline void set_add(uint64_t *s, int site)
{
    s[site >> 6] |= (uint64_t)1 << (site & 63);
}
static inline void set_remove(uint64_t *s, int site)
{
    s[site >> 6] &= ~((uint64_t)1 << (site & 63));
}
/* The first site at or after `from`, or -1. */
static inline int set_next(int words, const uint64_t *s, int from)
{
    int i = from >> 6;
    if (i >= words)
        return -1;
    uint64_t w = s[i] & (~(uint64_t)0 << (from & 63));
    while (w == 0) {
        if (++i >= words)
            return -1;
        w = s[i];
    }
    return i * 64 + __builtin_ctzll(w);
}

/* for (SET_EACH(site, words, set)): the sites of the set in board order */
#define SET_EACH(site, words, set) int site = set_next((words), (set), 0); site >= 0; site = set_next((words), (set), site + 1)

#endif
