#include "rng.h"

void rng_seed(struct rng *rng, uint64_t seed)
{
    for (int i = 0; i < 4; i++) {
        uint64_t z = seed += 0x9E3779B97F4A7C15u;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
        z = (z ^ z >> 27) * 0x94D049BB133111EBu;
        rng->s[i] = z ^ z >> 31;
    }
}

uint32_t rng_below(uint64_t (*random)(void *user), void *user, uint32_t bound)
{
    uint64_t product = (random(user) >> 32) * bound;
    if ((uint32_t)product < bound) {
        uint32_t threshold = -bound % bound;
        while ((uint32_t)product < threshold)
            product = (random(user) >> 32) * bound;
    }
    return (uint32_t)(product >> 32);
}
