/* lower_fuse.c - two instructions become one where the first one's value is read by the second alone: to go on to the
 * next instruction takes longer than what most of them do. */
#include "lower.h"

enum { FUSE_FAR = 24 }; /* nodes between the two at most */

struct fusing {
    struct lower *l;
    const uint8_t *reads; /* by register */
};

/* Ways meet or part here: what was before need not have been run. */
static bool is_border(const struct node *node)
{
    switch (node->ins.op) {
    case OP_LABEL:
    case OP_CALL:
    case OP_GO_ON:
    case OP_ARRIVE:
    case OP_RETURN:
    case OP_SWITCH:
    case OP_FINISH:
    case OP_PICK_RUN:
    case OP_PICK_PAIR:
        return true;
    default:
        return false;
    }
}

/* The instruction that makes `reg` for `reader` alone, if nothing between changes what it reads. */
static struct node *maker(const struct fusing *f, const struct node *reader, uint16_t reg)
{
    if (f->reads[reg] != 1)
        return NULL;
    struct node *found = NULL;
    int left = FUSE_FAR;
    for (struct node *node = reader->previous; node != NULL && found == NULL; node = node->previous) {
        if (node->dead)
            continue;
        if (is_border(node) || --left == 0)
            return NULL;
        if (lower_writes(node, reg))
            found = node;
    }
    for (const struct node *node = found; node != NULL && (node = node->next) != reader;) {
        if (!node->dead && (lower_writes(node, found->ins.a) || lower_writes(node, found->ins.b)))
            return NULL;
    }
    return found;
}

/* The operation on (a first b) and a third set; the third is a or b of the second instruction. */
static int set_pair(int first, int second, bool third_is_a)
{
    switch (first) {
    case OP_AND:
        return second == OP_AND ? OP_AND_AND : second == OP_OR ? OP_AND_OR : -1;
    case OP_OR:
        return second == OP_AND ? OP_OR_AND : second == OP_OR ? OP_OR_OR : third_is_a ? OP_OR_ANDN : -1;
    case OP_ANDN:
        if (second == OP_ANDN)
            return third_is_a ? -1 : OP_ANDN_ANDN;
        return second == OP_AND ? OP_ANDN_AND : OP_ANDN_OR;
    default:
        return -1;
    }
}

static int shift_pair(int first, int second)
{
    bool up = first == OP_SHIFT_UP;
    if ((!up && first != OP_SHIFT_DOWN) || second == OP_ANDN)
        return -1;
    return second == OP_AND ? (up ? OP_SHIFT_UP_AND : OP_SHIFT_DOWN_AND) : (up ? OP_SHIFT_UP_OR : OP_SHIFT_DOWN_OR);
}

static bool fuse_sets(const struct fusing *f, struct node *node, bool by_a)
{
    struct ins *ins = &node->ins;
    struct node *first = maker(f, node, by_a ? ins->a : ins->b);
    if (first == NULL)
        return false;
    uint16_t other = by_a ? ins->b : ins->a;
    int op = shift_pair(first->ins.op, ins->op);
    if (op >= 0) {
        ins->a = first->ins.a;
        ins->b = other;
        ins->u.p = first->ins.u.p;
    } else {
        op = set_pair(first->ins.op, ins->op, !by_a);
        if (op < 0)
            return false;
        ins->a = first->ins.a;
        ins->b = first->ins.b;
        ins->u.j.x = other;
    }
    ins->op = (uint16_t)op;
    first->dead = true;
    return true;
}

static void fuse_add_site(const struct fusing *f, struct node *node)
{
    struct node *first = maker(f, node, node->ins.a);
    if (first == NULL || first->ins.op != OP_DROP_SITE)
        return;
    node->ins.op = OP_MOVE_SITE;
    node->ins.u.j.x = node->ins.b;
    node->ins.a = first->ins.a;
    node->ins.b = first->ins.b;
    first->dead = true;
}

static void fuse_pick(const struct fusing *f, struct node *node)
{
    struct node *first = maker(f, node, node->ins.b);
    if (first == NULL || first->ins.op != OP_COUNT || first->ins.a != node->ins.a)
        return;
    node->ins.op = OP_PICK_ANY;
    node->ins.b = 0;
    first->dead = true;
}

static void fuse_jump(const struct fusing *f, struct node *node)
{
    struct node *first = maker(f, node, node->ins.a);
    if (first == NULL || first->ins.op != OP_SOME_LINE)
        return;
    struct line_jump *jump = ARENA_NEW(f->l->arena, struct line_jump);
    jump->rows = first->ins.u.p;
    jump->aim.label = node->label;
    node->ins.op = node->ins.op == OP_J_ZERO ? OP_J_NO_LINE : OP_J_LINE;
    node->ins.a = first->ins.a;
    node->ins.u.p = jump;
    node->has_target = false;
    first->dead = true;
}

void lower_fuse(struct lower *l, struct function *fn)
{
    const struct fusing f = {l, lower_reads(l, fn)};
    for (struct node *node = fn->first; node != NULL; node = node->next) {
        if (node->dead)
            continue;
        switch (node->ins.op) {
        case OP_AND:
        case OP_OR:
        case OP_ANDN:
            if (!fuse_sets(&f, node, true))
                fuse_sets(&f, node, false);
            break;
        case OP_ADD_SITE:
            fuse_add_site(&f, node);
            break;
        case OP_PICK:
            fuse_pick(&f, node);
            break;
        case OP_J_ZERO:
        case OP_J_NONZERO:
            fuse_jump(&f, node);
            break;
        default:
            break;
        }
    }
}
