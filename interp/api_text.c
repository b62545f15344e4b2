/* api_text.c - sentences: places, quotations, the rule sheet. */
#include <string.h>

#include "api.h"

const char *api_place(struct arena *arena, const struct rules *rules, struct span span)
{
    if (span.file == 0)
        return "";
    const struct source *source = sources_get(rules->sources, span.file);
    return arena_format(arena, "%s:%d", source->name, source_place(source, span.begin).line);
}

/* One line: comments left out, blanks and newlines folded. */
const char *api_quote(struct arena *arena, const struct rules *rules, struct span span, size_t limit)
{
    if (span.file == 0)
        return "";
    const struct source *source = sources_get(rules->sources, span.file);
    char *text = arena_alloc(arena, span.end - span.begin + 8);
    size_t size = 0;
    bool blank = false;
    for (uint32_t i = span.begin; i < span.end && size < limit; i++) {
        char c = source->text[i];
        if (c == '-' && i + 1 < span.end && source->text[i + 1] == '-' && (blank || i == span.begin)) {
            while (i < span.end && source->text[i] != '\n')
                i++;
            c = ' ';
        }
        if (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
            blank = true;
            continue;
        }
        if (blank && size > 0)
            text[size++] = ' ';
        blank = false;
        text[size++] = c;
    }
    if (size >= limit) {
        while (size > 0 && ((unsigned char)text[size - 1] & 0xC0) == 0x80)
            size--; /* no half of a character */
        memcpy(text + size, " …", strlen(" …") + 1);
    }
    return text;
}

const char *api_sites(struct arena *arena, const struct rules *rules, const uint64_t *set)
{
    const struct board *board = rules->board;
    int count = set_count(board->words, set), i = 0;
    const char *text = "";
    for (SET_EACH(site, board->words, set)) {
        const char *join = i == 0 ? "" : i + 1 == count ? " and " : ", ";
        text = arena_format(arena, "%s%s%s", text, join, board->name[site]);
        i++;
    }
    return text;
}

/* ---- the rule sheet ---- */

enum { SHEET_WIDTH = 72 };

struct sheet {
    struct arena *arena;
    const struct rules *rules;
    struct strbuf buf;
};

static void sheet_line(struct sheet *sheet, const char *what, struct span span)
{
    strbuf_printf(&sheet->buf, "  %-*s  %s\n", SHEET_WIDTH, what, api_place(sheet->arena, sheet->rules, span));
}

static void quote_line(struct sheet *sheet, struct span span)
{
    sheet_line(sheet, api_quote(sheet->arena, sheet->rules, span, SHEET_WIDTH - 2), span);
}

static void sheet_head(struct sheet *sheet)
{
    const struct rules *rules = sheet->rules;
    strbuf_puts(&sheet->buf, rules->title != NULL ? rules->title : rules->name);
    if (rules->author != NULL) {
        strbuf_puts(&sheet->buf, " (");
        if (rules->after != NULL)
            strbuf_printf(&sheet->buf, "after %s by ", rules->after);
        strbuf_puts(&sheet->buf, rules->author);
        if (rules->year != 0)
            strbuf_printf(&sheet->buf, ", %d", rules->year);
        strbuf_puts(&sheet->buf, ")");
    }
    strbuf_puts(&sheet->buf, "\n");
    if (rules->about != NULL)
        strbuf_printf(&sheet->buf, "%s\n", rules->about);
}

static void sheet_setting(struct sheet *sheet)
{
    const struct rules *rules = sheet->rules;
    strbuf_printf(&sheet->buf, "\nBoard and players\n");
    sheet_line(sheet,
               arena_format(sheet->arena, "%d site%s; first to move: %s", rules->board->sites,
                            plural_s(rules->board->sites), rules->players[0].name),
               rules->players_span);
    for (int i = 0; i < rules->option_count; i++) {
        const struct option *option = &rules->options[i];
        sheet_line(sheet,
                   arena_format(sheet->arena, "%s is %lld (from %lld to %lld)", option->name, (long long)option->value,
                                (long long)option->low, (long long)option->high),
                   option->span);
    }
    for (int p = 0; p < rules->player_count; p++)
        sheet_line(sheet,
                   arena_format(sheet->arena, "%s, written %s", rules->players[p].name, rules->players[p].symbol),
                   rules->players[p].span);
    if (rules->start_count == 0)
        strbuf_puts(&sheet->buf, "  the board is empty at the start\n");
    for (int i = 0; i < rules->start_count; i++)
        quote_line(sheet, rules->starts[i].span);
}

static void sheet_turns(struct sheet *sheet)
{
    const struct rules *rules = sheet->rules;
    strbuf_puts(&sheet->buf, "\nA turn (the first that applies)\n");
    for (int i = 0; i < rules->turn_count; i++)
        quote_line(sheet, rules->turns[i].span);
    strbuf_puts(&sheet->buf, rules->ban_count > 0 ? "A turn may not end with\n" : "No position is banned.\n");
    for (int i = 0; i < rules->ban_count; i++)
        quote_line(sheet, rules->bans[i].span);
    if (rules->swap_ply != 0)
        quote_line(sheet, rules->swap_span);
    else
        strbuf_puts(&sheet->buf, "There is no swap.\n");
    if (rules->moves_mode == MOVES_MERGED)
        strbuf_puts(&sheet->buf, "Ways with one text and one result are one move.\n");
    else if (rules->moves_mode == MOVES_BY_RESULT)
        strbuf_puts(&sheet->buf, "Ways with one result are one move.\n");
}

static void sheet_ends(struct sheet *sheet)
{
    const struct rules *rules = sheet->rules;
    strbuf_puts(&sheet->buf, "\nAfter each move, for the player who made it; the first that holds decides\n");
    if (rules->end_count == 0)
        strbuf_puts(&sheet->buf, "  nothing ends the game\n");
    for (int i = 0; i < rules->end_count; i++)
        quote_line(sheet, rules->ends[i].span);
    if (rules->score != NULL)
        quote_line(sheet, rules->score_span);
    strbuf_puts(&sheet->buf, "A player without a legal move\n");
    for (int i = 0; i < rules->stuck_count; i++) {
        if (rules->stucks[i].span.file != 0)
            quote_line(sheet, rules->stucks[i].span);
        else
            strbuf_puts(&sheet->buf, "  stuck draws (the file says nothing)\n");
    }
    for (int i = 0; i < rules->both_stuck_count; i++)
        quote_line(sheet, rules->both_stucks[i].span);
    bool passes = rules->stuck_count > 0 && rules->stucks[rules->stuck_count - 1].ending == END_PASS;
    if (passes && rules->both_stuck_count == 0)
        strbuf_printf(&sheet->buf, "  if no player has one: %s\n",
                      rules->score != NULL ? "the score decides" : "a draw");
    strbuf_puts(&sheet->buf, rules->reads_history ? "Earlier positions count: the rules look at repetition.\n"
                                                  : "A repeated position means nothing.\n");
    strbuf_puts(&sheet->buf, "There is no limit to the length of a game.\n");
}

const char *api_rule_sheet(struct arena *arena, const struct rules *rules)
{
    struct arena scratch;
    struct sheet sheet = {&scratch, rules, {0}};
    jmp_buf trap, *outer = arena->heap->trap;
    arena_init(&scratch, arena->heap);
    strbuf_init(&sheet.buf, arena->heap);
    arena->heap->trap = &trap;
    int code = setjmp(trap);
    const char *text = NULL;
    if (code == 0) {
        sheet_head(&sheet);
        sheet_setting(&sheet);
        sheet_turns(&sheet);
        sheet_ends(&sheet);
        text = arena_text(arena, strbuf_text(&sheet.buf), sheet.buf.size);
    }
    arena->heap->trap = outer;
    strbuf_free(&sheet.buf);
    arena_free(&scratch);
    if (code != 0)
        longjmp(*outer, code);
    return text;
}
