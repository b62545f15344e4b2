/* claims.c - what the designer asserts: only names and ranges are looked at here. */
#include "sema.h"

static int option_find(const struct rules *r, atom name)
{
    for (int i = 0; i < r->option_count; i++) {
        if (r->options[i].name == name)
            return i;
    }
    return -1;
}

static bool range_check(struct checker *c, const struct ast *ast, struct claim_range *range)
{
    const struct rules *r = c->rules;
    range->option = option_find(r, ast->name);
    if (range->option < 0) {
        const char **names = ARENA_ARRAY(c->load->scratch, const char *, r->option_count + 1);
        for (int i = 0; i < r->option_count; i++)
            names[i] = r->options[i].name;
        struct diag *d = report(c, ast->span, "there is no option `%s`", ast->name);
        suggest(c, d, ast->name, names, (size_t)r->option_count);
        return false;
    }
    const struct option *o = &r->options[range->option];
    bool two = ast->a->kind == AST_RANGE;
    range->low = two ? ast->a->a->number : ast->a->number;
    range->high = two ? ast->a->b->number : ast->a->number;
    if (range->low > range->high)
        report(c, ast->span, "the range runs the wrong way");
    else if (range->low < o->low || range->high > o->high)
        report(c, ast->span, "`%s` goes from %lld to %lld", o->name, (long long)o->low, (long long)o->high);
    return true;
}

static void claim_check(struct checker *c, const struct ast *ast, struct claim *claim)
{
    claim->op = (int)ast->op;
    claim->player = -1;
    claim->refuted = ast->flag;
    claim->span = ast->span;
    if (ast->op == OP_WINS) {
        claim->player = player_find(c, c->program->main, ast->name);
        if (claim->player < 0 && !c->loader->damaged) {
            const char *names[RULES_PLAYER_LIMIT];
            for (int i = 0; i < c->rules->player_count; i++)
                names[i] = c->rules->players[i].name;
            struct diag *d = report(c, ast->name_span, "`%s` is no player", ast->name);
            suggest(c, d, ast->name, names, (size_t)c->rules->player_count);
        }
    }
    struct claim_range *ranges = ARENA_ARRAY(c->arena, struct claim_range, ast_count(ast->a) + 1);
    for (const struct ast *a = ast->a; a != NULL; a = a->next) {
        if (a->a != NULL && range_check(c, a, &ranges[claim->range_count]))
            claim->range_count++;
    }
    claim->ranges = ranges;
}

void claims_check(struct checker *c)
{
    int count = 0;
    for (const struct ast *a = c->program->main->items; a != NULL; a = a->next)
        count += a->kind == AST_CLAIM;
    struct claim *claims = ARENA_ARRAY(c->arena, struct claim, count + 1);
    for (const struct ast *a = c->program->main->items; a != NULL; a = a->next) {
        if (a->kind == AST_CLAIM)
            claim_check(c, a, &claims[c->rules->claim_count++]);
    }
    c->rules->claims = claims;
}
