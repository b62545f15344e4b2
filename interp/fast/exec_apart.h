/* exec_apart.h - part of exec_run.h: what takes many registers of the processor stands apart, so that the loop keeps
 * its own. Included once for each width, like it. */
APART void HELPER(_shift)(uint64_t *out, const uint64_t *in, const struct shift *shift, int none)
{
    uint64_t t[W];
    shift_any(W, t, in, shift, none);
    store_set(W, out, t);
}

APART void HELPER(_shift_times)(uint64_t *out, const uint64_t *in, const struct shift *shift, int64_t n, int none)
{
    uint64_t t[W];
    shift_times(W, t, in, shift, n, none);
    store_set(W, out, t);
}

APART void HELPER(_next_set)(uint64_t *out, const uint64_t *in, const struct dirset *dirset, int none)
{
    uint64_t t[W];
    next_set(W, t, in, dirset, none);
    store_set(W, out, t);
}

APART void HELPER(_flood)(uint64_t *out, const uint64_t *from, const uint64_t *within, const struct dirset *dirset,
                          int none)
{
    uint64_t t[W];
    flood(W, t, from, within, dirset, none);
    store_set(W, out, t);
}

APART void HELPER(_flood_site)(uint64_t *out, uint64_t site, const uint64_t *bits, const uint64_t *within,
                               const struct dirset *dirset, int none)
{
    uint64_t t[W];
    flood_site(W, t, site, bits + site * W, within, dirset, none);
    store_set(W, out, t);
}

APART void HELPER(_lines)(uint64_t *out, const uint64_t *in, const struct rows *rows, int none)
{
    uint64_t t[W];
    find_lines(W, t, in, rows, none);
    store_set(W, out, t);
}

APART bool HELPER(_some_line)(const uint64_t *in, const struct rows *rows, int none)
{
    return some_line(W, in, rows, none);
}

APART uint64_t HELPER(_longest)(const uint64_t *in, const struct shift *shift, int none)
{
    return longest_row(W, in, shift, none);
}

APART uint64_t HELPER(_run_weight)(const uint64_t *in, const struct run_draw *draw, int none)
{
    return run_weight(W, in, draw, none);
}

/* The site; the length into *length. */
APART uint64_t HELPER(_pick_run)(struct exec *e, const uint64_t *in, uint64_t ways, const struct run_draw *draw,
                                 uint64_t *length, int none)
{
    uint64_t row[W], r = below(&e->rng, (uint32_t)ways), site;
    set_copy(W, row, in);
    for (uint64_t k = 1;; k++) {
        uint64_t count = count_sites(W, row), weight = draw->weighted ? count * k : count, moved[W];
        if (r < weight || count == 0) {
            uint32_t i = (uint32_t)(draw->weighted ? r / k : r);
            *length = k;
            PICK_SITE(site, row, i);
            return site;
        }
        r -= weight;
        next_one(W, moved, row, draw->shift, none);
        set_and(W, row, in, moved);
    }
}

APART bool HELPER(_joins)(struct exec *e, const struct joins *test, const uint64_t *stones, int none)
{
    return joins(W, e, test, stones, none);
}

APART void HELPER(_chain_seeds)(struct exec *e, const struct chains *chains, const uint64_t *stones, uint64_t *out)
{
    uint64_t t[W];
    chain_seeds(W, e, chains, stones, t);
    store_set(W, out, t);
}

APART enum way_fate HELPER(_way)(struct exec *e, const struct way *way, const uint64_t *f)
{
    enum way_fate fate = exec_way(e, way, f);
    if (fate == WAY_TAKEN) {
        copy_all(way->copies, way->count, f, e->frame, W);
        if (e->keep_all)
            exec_keep(e);
    }
    return fate;
}

APART void HELPER(_late)(const struct way *way, const uint64_t *f, uint64_t *frame)
{
    uint64_t changed[W];
    set_clear(W, changed);
    for (int i = 0; i < way->late_count; i++) {
        const uint64_t *now = f + way->late[i].from, *start = frame + way->late[i].to;
        EACH_WORD(w)
        changed[w] |= now[w] ^ start[w];
    }
    store_set(W, frame + way->late_to, changed);
}

APART int HELPER(_branch)(struct exec *e, const struct branches *branches, const uint64_t *f)
{
    return pick_branch(e, branches, f);
}

/* False: the set has fewer sites. */
APART bool HELPER(_subset)(struct exec *e, uint64_t *out, const uint64_t *of, int64_t size)
{
    uint64_t rest[W], chosen[W];
    uint32_t count = count_sites(W, of);
    if (size < 0 || count < size)
        return false;
    set_copy(W, rest, of);
    set_clear(W, chosen);
    for (; size > 0; size--) {
        uint32_t r = below(&e->rng, count--);
        uint64_t site;
        PICK_SITE(site, rest, r);
        set_add(chosen, (int)site);
        set_remove(rest, (int)site);
    }
    store_set(W, out, chosen);
    return true;
}

/* The new frame, or NULL: no room. */
APART uint64_t *HELPER(_call)(struct exec *e, const struct call *call, const uint64_t *f, uint64_t *frame)
{
    const struct procedure *procedure = call->procedure;
    uint64_t depth = f == e->frame ? 1 : (f[0] >> 32) + 1; /* of rules in one another */
    if (--e->steps_left < 0 || depth > LIMIT_CALLS || frame + procedure->frame_size > e->frames_end)
        return NULL;
    for (int i = 0; i < procedure->constant_count; i++) {
        const struct constant *c = &procedure->constants[i];
        set_copy(c->words, frame + c->reg, c->value);
    }
    copy_all(call->copies, call->count, f, frame, W);
    frame[0] = depth << 32 | (uint32_t)call->aims[CALL_NEXT].at;
    frame[1] = (uint64_t)(f - e->frame);
    return frame;
}

/* The first site of a random pair, the second into its register; `none` if there is no pair. */
APART uint64_t HELPER(_pick_pair)(struct exec *e, const struct pairs *pairs, uint64_t *f)
{
    uint32_t upto[PAIRS_MOST], sum = 0, before = 0;
    int chosen = 0;
    for (int i = 0; i < pairs->count; i++)
        upto[i] = sum += count_sites(W, f + pairs->set[i]);
    if (sum == 0)
        return (uint64_t)e->program->none;
    uint32_t r = below(&e->rng, sum);
    for (int i = 0; i < pairs->count - 1; i++) { /* without a jump that nobody can foresee */
        bool beyond = r >= upto[i];
        chosen += beyond;
        before = beyond ? upto[i] : before;
    }
    r -= before;
    const uint64_t *set = f + pairs->set[chosen];
    uint64_t site;
    PICK_SITE(site, set, r);
    f[pairs->to] = pairs->steps[chosen][site];
    return site;
}
