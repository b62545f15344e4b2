/* lower_moves.c - copies that need not be made: what is made is made where it is to be; and jumps to jumps. */
#include "lower.h"

struct moving {
    const uint8_t *reads; /* by register: how often */
    uint8_t *scratch;
};

static int reads(struct moving *m, const struct node *node, uint16_t reg)
{
    return lower_read_count(m->scratch, node, reg);
}

/* ---- a value that is made only to be copied ---- */

static void make_in_place(struct moving *m, struct node *move)
{
    uint16_t from = move->ins.a, to = move->ins.d;
    struct node *node = move->previous;
    if (m->reads[from] != 1)
        return;
    for (; node != NULL && (node->dead || !lower_writes(node, from)); node = node->previous) {
        if (!node->dead && (node->has_target || node->ins.op == OP_LABEL || !lower_is_plain(node) ||
                            lower_writes(node, to) || reads(m, node, to) > 0))
            return;
    }
    if (node == NULL || !lower_is_pure(node))
        return;
    node->ins.d = to;
    move->dead = true;
}

/* ---- jumps ---- */

static const struct node *next_live(const struct node *node)
{
    while (node != NULL && (node->dead || node->ins.op == OP_LABEL))
        node = node->next;
    return node;
}

/* Straight to where a jump to a jump leads; not at all to what comes next. */
static void shorten_jump(struct node *node)
{
    for (int left = 10; left > 0; left--) {
        const struct node *to = next_live(node->label->node);
        if (to == NULL || to->ins.op != OP_JUMP || to == node)
            break;
        node->label = to->label;
    }
    if (node->ins.op == OP_JUMP && node->label->node != NULL && next_live(node->label->node) == next_live(node->next))
        node->dead = true;
}

void lower_moves(struct lower *l, struct function *fn)
{
    struct moving m = {lower_reads(l, fn), ARENA_ARRAY(l->arena, uint8_t, UINT16_MAX + 1)};
    for (struct node *node = fn->first; node != NULL; node = node->next) {
        if (node->ins.op == OP_LABEL)
            node->label->node = node;
        else if (!node->dead && (node->ins.op == OP_MOVE || node->ins.op == OP_NMOVE))
            make_in_place(&m, node);
    }
    for (struct node *node = fn->first; node != NULL; node = node->next) {
        if (!node->dead && node->has_target)
            shorten_jump(node);
    }
}
