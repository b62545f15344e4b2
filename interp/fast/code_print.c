/* code_print.c - register code to read. */
#include <stdio.h>

#include "code.h"

enum { LINE_ROOM = 160 };

static const char *const operands[] = {
#define OP(name, what, pure) what,
#include "ops.def"
#undef OP
};

static const char *const names[] = {
#define OP(name, what, pure) #name,
#include "ops.def"
#undef OP
};

static const char heading[] =
    "      instruction    d      a      b      x   (S s a set, N n a number; capital: it is written; -> where to jump)";

/* Where an instruction with a table may jump; -1: nowhere. */
static int target_in(const struct ins *ins)
{
    switch (ins->op) {
    case OP_J_LINE:
    case OP_J_NO_LINE:
        return ((const struct line_jump *)ins->u.p)->target;
    case OP_PICK_PAIR:
        return ((const struct pairs *)ins->u.p)->target;
    case OP_PICK_RUN:
        return ((const struct run_draw *)ins->u.p)->target;
    case OP_PICK_SLIDE:
        return ((const struct slide *)ins->u.p)->target;
    case OP_THIN:
        return ((const struct thin *)ins->u.p)->target;
    case OP_CALL:
        return ((const struct call *)ins->u.p)->entry;
    default:
        return -1;
    }
}

static int add_operand(char *text, int used, char what, int reg)
{
    char operand[16] = "";
    if (what != '-')
        snprintf(operand, sizeof operand, "%c%d", what, reg);
    return used + snprintf(text + used, (size_t)(LINE_ROOM - used), " %-6s", operand);
}

static void add_rest(char *text, int used, const struct ins *ins)
{
    char what = operands[ins->op][3];
    int target = what == 'p' ? target_in(ins) : what == 't' || what == 'R' || what == 'X' ? ins->u.j.t : -1;
    if (what == 'r' || what == 'R')
        used = add_operand(text, used, 'r', (int)ins->u.j.x);
    else if (what == 'x' || what == 'X')
        used += snprintf(text + used, (size_t)(LINE_ROOM - used), " %-6u", (unsigned)ins->u.j.x);
    else if (what == 'p')
        used += snprintf(text + used, (size_t)(LINE_ROOM - used), " table ");
    if (target >= 0)
        snprintf(text + used, (size_t)(LINE_ROOM - used), " -> %d", target);
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
        const char *what = operands[ins->op];
        int used = snprintf(text, sizeof text, "%5d %-14s", i, names[ins->op]);
        used = add_operand(text, used, what[0], ins->d);
        used = add_operand(text, used, what[1], ins->a);
        used = add_operand(text, used, what[2], ins->b);
        add_rest(text, used, ins);
        cut_blanks(text);
        line(user, text);
    }
}
