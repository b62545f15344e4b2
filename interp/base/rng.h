/* rng.h - random numbers: xoshiro256** (Blackman and Vigna 2018), seeded through splitmix64. */
#ifndef CUT_RNG_H
#define CUT_RNG_H

#include <stdint.h>

struct rng {
    uint64_t s[4];
};

/* A seed is a place in one long sequence, and each uses four numbers of it: seeds RNG_STRIDE apart share none. */
#define RNG_STRIDE (UINT64_C(0x9E3779B97F4A7C15) * 4)

void rng_seed(struct rng *rng, uint64_t seed);

static inline uint64_t rng_rotate(uint64_t x, int k)
{
    return x << k | x >> (64 - k);
}

static inline uint64_t rng_next(struct rng *rng)
{
    uint64_t *s = rng->s, result = rng_rotate(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rng_rotate(s[3], 45);
    return result;
}

/* Uniform in 0 … bound - 1 from a source of 64 random bits, without bias: Lemire 2019, "Fast random integer
 * generation in an interval", with 32-bit bounds. bound > 0. */
uint32_t rng_below(uint64_t (*random)(void *user), void *user, uint32_t bound);

#endif
