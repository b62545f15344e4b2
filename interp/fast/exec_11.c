/* exec_11.c - register code over sets of 11 words. */
#define W 11
#define NAME exec_run_11
#define RUN_ATTRIBUTE
#include "exec_run.h"
