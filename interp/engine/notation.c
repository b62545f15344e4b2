#include "notation.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- writing ---- */

const char *notation_symbol(const struct rules *rules, const struct layout *layout, const struct core *core, int site,
                            char *buffer, size_t size)
{
    int piece = core_piece(rules, layout, core, site);
    if (piece == -1)
        snprintf(buffer, size, ".");
    else if (piece < -1)
        snprintf(buffer, size, "%s", rules->neutrals[-2 - piece].symbol);
    else {
        int kind = core_kind(rules, layout, core, site);
        snprintf(buffer, size, "%s%s", rules->players[piece].symbol, kind > 0 ? rules->kinds[kind].symbol : "");
    }
    return buffer;
}

int notation_default_ply(const struct rules *rules, const struct layout *layout, const struct core *opening,
                         const struct core *core)
{
    int sets = layout->last_changed;
    if (core->head.to_move == opening->head.to_move && set_equal(sets, core->set, opening->set))
        return 1;
    return rules->player_count + 1 + core->head.to_move;
}

static void print_rows(const struct rules *rules, const struct layout *layout, const struct core *core,
                       struct strbuf *buf)
{
    char symbol[16];
    for (int r = 0; r < rules->board->row_count; r++) {
        const struct board_row *row = &rules->board->rows[r];
        int empty = 0;
        if (r > 0)
            strbuf_putc(buf, '/');
        for (int i = 0; i < row->count; i++) {
            if (core_piece(rules, layout, core, row->sites[i]) == -1) {
                empty++;
                continue;
            }
            if (empty > 0)
                strbuf_printf(buf, "%d", empty);
            empty = 0;
            strbuf_puts(buf, notation_symbol(rules, layout, core, row->sites[i], symbol, sizeof symbol));
        }
        if (empty > 0)
            strbuf_printf(buf, "%d", empty);
    }
}

static void print_value(const struct rules *rules, const struct layout *layout, const struct core *core, int state,
                        int player, struct strbuf *buf)
{
    const uint64_t *value = core->set + layout->state[state] + player * layout->state_size[state];
    if (rules->states[state].kind != KIND_SITES) {
        strbuf_printf(buf, "%" PRId64, (int64_t)value[0]);
        return;
    }
    bool first = true;
    for (SET_EACH(site, layout->words, value)) {
        strbuf_printf(buf, "%s%s", first ? "" : "+", rules->board->name[site]);
        first = false;
    }
    if (first)
        strbuf_puts(buf, "no");
}

static void print_states(const struct rules *rules, const struct layout *layout, const struct core *core,
                         const struct core *opening, struct strbuf *buf)
{
    for (int i = 0; i < rules->state_count; i++) {
        if (core_state_equal(rules, layout, core, opening, i))
            continue;
        strbuf_printf(buf, " %s=", rules->states[i].name);
        for (int p = 0; p < (rules->states[i].per_player ? rules->player_count : 1); p++) {
            if (p > 0)
                strbuf_putc(buf, ',');
            print_value(rules, layout, core, i, p, buf);
        }
    }
}

void notation_print(const struct rules *rules, const struct layout *layout, const struct core *core,
                    const struct core *opening, struct strbuf *buf)
{
    print_rows(rules, layout, core, buf);
    strbuf_printf(buf, " %s", rules->players[core->head.to_move].symbol);
    if (rules->reads_ply && core->head.ply != notation_default_ply(rules, layout, opening, core))
        strbuf_printf(buf, " %" PRId32, core->head.ply);
    if (core->head.out != 0) {
        strbuf_puts(buf, " out=");
        for (int p = 0; p < rules->player_count; p++) {
            if (core->head.out >> p & 1)
                strbuf_puts(buf, rules->players[p].symbol);
        }
    }
    print_states(rules, layout, core, opening, buf);
}

/* ---- reading ---- */

struct reader {
    const struct rules *rules;
    const struct layout *layout;
    struct core *core;
    const char *at;
    char *error;
    size_t error_size;
};

#define REFUSE(r, ...) (snprintf((r)->error, (r)->error_size, __VA_ARGS__), false)

static int starts_with(const char *text, const char *prefix)
{
    size_t size = strlen(prefix);
    return size > 0 && strncmp(text, prefix, size) == 0 ? (int)size : 0;
}

/* The bytes of a piece at r->at, 0 if there is none. */
static int read_piece(const struct reader *r, int *piece, int *kind)
{
    const struct rules *rules = r->rules;
    *kind = 0;
    for (int p = 0; p < rules->player_count; p++) {
        int size = starts_with(r->at, rules->players[p].symbol);
        if (size == 0)
            continue;
        *piece = p;
        for (int k = 0; k < rules->kind_count; k++) {
            int more = starts_with(r->at + size, rules->kinds[k].symbol);
            if (more > 0) {
                *kind = k;
                return size + more;
            }
        }
        return size;
    }
    for (int n = 0; n < rules->neutral_count; n++) {
        int size = starts_with(r->at, rules->neutrals[n].symbol);
        *piece = PIECE_NEUTRAL + n;
        if (size > 0)
            return size;
    }
    return 0;
}

static bool read_empty(struct reader *r, int *column)
{
    long run = 1;
    if (*r->at == '.') {
        r->at++;
    } else {
        char *end;
        run = strtol(r->at, &end, 10);
        if (run < 1 || run > BOARD_SITE_LIMIT)
            return REFUSE(r, "a number in a row counts empty sites, and this one cannot be: %.20s", r->at);
        r->at = end;
    }
    *column += (int)run;
    return true;
}

static bool read_row(struct reader *r, int number)
{
    const struct board *board = r->rules->board;
    const struct board_row *row = &board->rows[number];
    int column = 0;
    while (*r->at != '/' && *r->at != ' ' && *r->at != '\0') {
        int piece, kind, size = read_piece(r, &piece, &kind);
        if (size > 0) {
            if (column < row->count)
                core_place(r->rules, r->layout, r->core, row->sites[column], piece, kind);
            column++;
            r->at += size;
        } else if (*r->at == '.' || (*r->at >= '0' && *r->at <= '9')) {
            if (!read_empty(r, &column))
                return false;
        } else {
            return REFUSE(r,
                          "`%c` in row %d is no piece of this game: a cell is `.`, a number of empty sites, or a "
                          "player's symbol, %s or %s",
                          *r->at, number + 1, r->rules->players[0].symbol,
                          r->rules->player_count > 1 ? r->rules->players[1].symbol : ".");
        }
    }
    if (column != row->count)
        return REFUSE(r, "row %d from the top has %d site%s, and on this board it must have %d", number + 1, column,
                      plural_s(column), row->count);
    return true;
}

static bool read_rows(struct reader *r)
{
    int rows = r->rules->board->row_count;
    for (int i = 0; i < rows; i++) {
        if (i > 0) {
            if (*r->at != '/')
                return REFUSE(r, "the position has %d row%s, and this board has %d, with `/` between them", i,
                              plural_s(i), rows);
            r->at++;
        }
        if (!read_row(r, i))
            return false;
    }
    if (*r->at == '/')
        return REFUSE(r, "the position has more than %d row%s, as many as this board has", rows, plural_s(rows));
    return true;
}

static void skip_blanks(struct reader *r)
{
    while (*r->at == ' ' || *r->at == '\t')
        r->at++;
}

static bool read_to_move(struct reader *r)
{
    const struct rules *rules = r->rules;
    skip_blanks(r);
    for (int p = 0; p < rules->player_count; p++) {
        int size = starts_with(r->at, rules->players[p].symbol);
        if (size > 0 && (r->at[size] == ' ' || r->at[size] == '\0')) {
            r->core->head.to_move = (uint8_t)p;
            r->at += size;
            return true;
        }
    }
    return REFUSE(r, "after the rows the symbol of the player to move is wanted, %s or %s", rules->players[0].symbol,
                  rules->player_count > 1 ? rules->players[1].symbol : rules->players[0].symbol);
}

static bool read_sites(struct reader *r, uint64_t *set)
{
    set_clear(r->layout->words, set);
    int size = starts_with(r->at, "no");
    if (size > 0) {
        r->at += size;
        return true;
    }
    for (;;) {
        size = (int)strcspn(r->at, "+, ");
        int site = board_site(r->rules->board, r->at, size);
        if (site < 0)
            return REFUSE(r, "`%.*s` is no site of this board", size, r->at);
        set_add(set, site);
        r->at += size;
        if (*r->at != '+')
            return true;
        r->at++;
    }
}

static bool read_value(struct reader *r, int state, int player)
{
    uint64_t *value = r->core->set + r->layout->state[state] + player * r->layout->state_size[state];
    if (r->rules->states[state].kind == KIND_SITES)
        return read_sites(r, value);
    char *end;
    long long number = strtoll(r->at, &end, 10);
    if (end == r->at)
        return REFUSE(r, "`%s=` wants a number", r->rules->states[state].name);
    value[0] = (uint64_t)(int64_t)number;
    r->at = end;
    return true;
}

static bool read_state(struct reader *r)
{
    for (int i = 0; i < r->rules->state_count; i++) {
        const struct state *state = &r->rules->states[i];
        int size = starts_with(r->at, state->name);
        if (size == 0 || r->at[size] != '=')
            continue;
        r->at += size + 1;
        for (int p = 0; p < (state->per_player ? r->rules->player_count : 1); p++) {
            if (p > 0 && *r->at++ != ',')
                return REFUSE(r, "`%s=` wants a value for each player, with commas between them", state->name);
            if (!read_value(r, i, p))
                return false;
        }
        return true;
    }
    return REFUSE(r, "`%.20s` is neither a ply nor a state of this game", r->at);
}

static bool read_out(struct reader *r)
{
    for (; *r->at != ' ' && *r->at != '\0'; r->at++) {
        int p = 0;
        while (p < r->rules->player_count && starts_with(r->at, r->rules->players[p].symbol) == 0)
            p++;
        if (p == r->rules->player_count)
            return REFUSE(r, "`out=` wants symbols of players, and `%c` is none", *r->at);
        r->core->head.out |= (uint8_t)(1 << p);
    }
    return true;
}

/* The ply and the states, in any order. */
static bool read_fields(struct reader *r)
{
    for (skip_blanks(r); *r->at != '\0'; skip_blanks(r)) {
        if (*r->at >= '0' && *r->at <= '9') {
            char *end;
            long ply = strtol(r->at, &end, 10);
            if (ply < 1 || ply > INT32_MAX || (*end != ' ' && *end != '\0'))
                return REFUSE(r, "the ply is a number from 1 to %d", INT32_MAX);
            r->core->head.ply = (int32_t)ply;
            r->at = end;
        } else if (starts_with(r->at, "out=") > 0) {
            r->at += 4;
            if (!read_out(r))
                return false;
        } else if (!read_state(r)) {
            return false;
        }
    }
    return true;
}

const char *notation_parse(const struct rules *rules, const struct layout *layout, const struct core *opening,
                           const char *text, struct core *core, char *error, size_t error_size)
{
    struct reader r = {rules, layout, core, text, error, error_size};
    memcpy(core, opening, layout->core_size);
    memset(&core->head, 0, sizeof core->head);
    memset(core->set, 0, (size_t)(layout->last_changed + layout->words) * sizeof *core->set);
    skip_blanks(&r);
    if (!read_rows(&r) || !read_to_move(&r) || !read_fields(&r))
        return error;
    if (core->head.ply == 0)
        core->head.ply = notation_default_ply(rules, layout, opening, core);
    return NULL;
}
