/* code_print.c - what instructions have, and register code to read. */
#include <stdio.h>

#include "code.h"

enum { LINE_ROOM = 160 };

const char *const code_operands[OP_COUNT_ALL] = {
#define OP(name, what, pure) what,
#include "ops.def"
#undef OP
    "----"};

static const char *const names[] = {
#define OP(name, what, pure) #name,
#include "ops.def"
#undef OP
};

static const char heading[] =
    "      instruction    d      a      b      x   (S s a set, N n a number; capital: it is written; -> where to jump)";

const struct aim *code_aims(const struct ins *ins, int *count)
{
    const void *p = ins->u.p;
    *count = 1;
    switch (ins->op) {
    case OP_J_LINE:
    case OP_J_NO_LINE:
        return &((const struct line_jump *)p)->aim;
    case OP_PICK_PAIR:
        return &((const struct pairs *)p)->aim;
    case OP_PICK_RUN:
        return &((const struct run_draw *)p)->aim;
    case OP_PICK_SLIDE:
        return &((const struct slide *)p)->aim;
    case OP_THIN:
        return &((const struct thin *)p)->aim;
    case OP_CALL:
        *count = CALL_AIMS;
        return ((const struct call *)p)->aims;
    case OP_SWITCH:
        *count = ((const struct branches *)p)->count;
        return ((const struct branches *)p)->aims;
    default:
        *count = 0;
        return NULL;
    }
}

static int add_operand(char *text, int used, char what, int reg)
{
    char operand[16] = "";
    if (what != '-')
        snprintf(operand, sizeof operand, "%c%d", what, reg);
    return used + snprintf(text + used, (size_t)(LINE_ROOM - used), " %-6s", operand);
}

static int add_target(char *text, int used, int target)
{
    if (used > LINE_ROOM - 12) /* a long table: the line ends */
        return used;
    return used + snprintf(text + used, (size_t)(LINE_ROOM - used), " -> %d", target);
}

static void add_rest(char *text, int used, const struct ins *ins)
{
    char what = code_operands[ins->op][3];
    int count;
    const struct aim *aims = code_aims(ins, &count);
    if (what == 'r' || what == 'R')
        used = add_operand(text, used, 'r', (int)ins->u.j.x);
    else if (what == 'x' || what == 'X')
        used += snprintf(text + used, (size_t)(LINE_ROOM - used), " %-6u", (unsigned)ins->u.j.x);
    else if (what == 'p')
        used += snprintf(text + used, (size_t)(LINE_ROOM - used), " table ");
    if (what == 't' || what == 'R' || what == 'X')
        used = add_target(text, used, ins->u.j.t);
    for (int i = 0; i < count; i++)
        used = add_target(text, used, aims[i].at);
}

static void cut_blanks(char *text)
{
    size_t size = strlen(text);
    while (size > 0 && text[size - 1] == ' ')
        text[--size] = '\0';
}

void code_print(const struct program *program, void (*line)(void *user, const char *text), void *user)
{
    char text[LINE_ROOM];
    line(user, heading);
    for (int i = 0; i < program->size; i++) {
        const struct ins *ins = &program->code[i];
        const char *what = code_operands[ins->op];
        int used = snprintf(text, sizeof text, "%5d %-14s", i, names[ins->op]);
        used = add_operand(text, used, what[0], ins->d);
        used = add_operand(text, used, what[1], ins->a);
        used = add_operand(text, used, what[2], ins->b);
        add_rest(text, used, ins);
        cut_blanks(text);
        line(user, text);
    }
}
