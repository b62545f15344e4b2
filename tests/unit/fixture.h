/* fixture.h - an arena whose memory can run short, for tests of what works in one. */
#ifndef CUT_TEST_FIXTURE_H
#define CUT_TEST_FIXTURE_H

#include "support.h"

#include "interp/base/arena.h"

struct fixture {
    struct heap heap;
    struct arena arena;
    jmp_buf trap;
    const char *error;
    long left; /* allocations that still succeed */
};

/* For cmocka; *state is the fixture. */
int fixture_set_up(void **state);
int fixture_tear_down(void **state);

#endif
