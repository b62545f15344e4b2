/* lineedit.h - the session at a terminal (history, completion) or in a pipe. */
#ifndef REPL_LINEEDIT_H
#define REPL_LINEEDIT_H

#include "session.h"

/* Lets Ctrl-C stop the line or the work in hand instead of the program. */
void lineedit_catch_interrupts(void);
/* For session_config.go_on: false once Ctrl-C was pressed; the next line forgets it. */
bool lineedit_go_on(void *user);

/* Both read to the end of the input or to `quit`; false if stdout cannot be written. */
bool lineedit_terminal(struct session *session);
bool lineedit_pipe(struct session *session);

#endif
