/* exec_1.c - register code over sets of 1 word. */
#define W 1
#define NAME exec_run_1
#define RUN_ATTRIBUTE
#include "exec_run.h"
