/* exec_6.c - register code over sets of 6 words. */
#define W 6
#define NAME exec_run_6
#define RUN_ATTRIBUTE
#include "exec_run.h"
