/* exec_3.c - register code over sets of 3 words. */
#define W 3
#define NAME exec_run_3
#define RUN_ATTRIBUTE
#include "exec_run.h"
