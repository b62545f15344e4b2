/* exec_3.c - register code over sets of 3 words, plain and for processors that count and select bits. */
#define W 3
#define NAME exec_run_3
#define RUN_ATTRIBUTE
#define SELECT_BIT(w, r) select_bit(w, r)
#include "exec_run.h"

#ifdef __x86_64__
#undef NAME
#undef RUN_ATTRIBUTE
#undef SELECT_BIT
#define NAME exec_run_3_bits
#define RUN_ATTRIBUTE __attribute__((target("sse4.2,popcnt,bmi,bmi2,lzcnt")))
#define SELECT_BIT(w, r) (uint64_t) __builtin_ctzll(__builtin_ia32_pdep_di((uint64_t)1 << (r), (w)))
#include "exec_run.h"
#endif
