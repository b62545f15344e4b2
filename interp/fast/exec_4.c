/* exec_4.c - register code over sets of 4 words. */
#define W 4
#define NAME exec_run_4
#define RUN_ATTRIBUTE
#include "exec_run.h"
