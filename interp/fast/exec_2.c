/* exec_2.c - register code over sets of 2 words. */
#define W 2
#define NAME exec_run_2
#define RUN_ATTRIBUTE
#include "exec_run.h"
