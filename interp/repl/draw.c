#include "draw.h"

#include <stdlib.h>
#include <string.h>

enum { NOBODY = -1 };

/* The picture while it is drawn. Rows and columns of sites are ranks and files; a place in a line is a column of
 * characters, counted from the place of the first file. */
struct picture {
    const cut_position *position;
    const cut_game *game;
    const struct draw_style *style;
    const struct draw_marks *marks;
    struct text *out;
    int files, ranks;
    int *sites; /* by rank and file; -1 where there is none */
    int width;  /* of the widest piece */
    int unit;   /* characters from one file to the next */
    int lean;   /* characters by which each rank stands further to the East than the one below */
    int shift;  /* makes the westmost place 0 */
    int margin; /* characters left of it */
    int rank_width;
    bool framed; /* some side belongs to a player */
    bool stones; /* round stones may be drawn */
};

static int site_at(const struct picture *pic, int file, int rank)
{
    if (file < 0 || rank < 0 || file >= pic->files || rank >= pic->ranks)
        return -1;
    return pic->sites[rank * pic->files + file];
}

static int place_of(const struct picture *pic, int file, int rank)
{
    return pic->margin + pic->shift + file * pic->unit + rank * pic->lean;
}

static const char *player_color(const cut_game *game, int player)
{
    static const struct {
        const char *word, *code;
    } named[] = {{"Red", "31"}, {"Green", "32"}, {"Yellow", "33"}, {"Blue", "34"}};
    static const char *const others[] = {"35", "36", "33", "32", "34", "31"};
    const char *name = cut_game_player(game, player)->name;
    for (size_t i = 0; i < sizeof named / sizeof named[0]; i++) {
        if (strcmp(name, named[i].word) == 0)
            return named[i].code;
    }
    return others[player % (int)(sizeof others / sizeof others[0])];
}

static void put_colored(const struct picture *pic, int player, const char *chars)
{
    if (pic->style->color && player >= 0)
        text_printf(pic->out, "\033[1;%sm%s\033[0m", player_color(pic->game, player), chars);
    else
        text_puts(pic->out, chars);
}

void draw_player(const cut_game *game, int player, const struct draw_style *style, struct text *out)
{
    struct picture pic = {.game = game, .style = style, .out = out};
    if (style->unicode && player < 2 && cut_game_player_count(game) == 2)
        put_colored(&pic, player, player == 0 ? "● " : "○ ");
    put_colored(&pic, player, cut_game_player(game, player)->name);
}

/* ---- whose side ---- */

/* The owner of a side at `site`: the one whose it is at a neighbour along the side, too. So a corner, which belongs to
 * several, is told apart, and the end of somebody's far rank makes no side of the file. */
static int side_owner(const struct picture *pic, int site, int before, int after)
{
    int owner = cut_game_side_owner(pic->game, site, before), other = cut_game_side_owner(pic->game, site, after);
    if (owner == NOBODY || owner == other)
        return other;
    return other == NOBODY ? owner : NOBODY;
}

/* The first site of a rank from the West (step 1) or the East (step -1); -1 if the rank is empty. */
static int rank_end(const struct picture *pic, int rank, int step)
{
    for (int file = step > 0 ? 0 : pic->files - 1; file >= 0 && file < pic->files; file += step) {
        if (site_at(pic, file, rank) >= 0)
            return site_at(pic, file, rank);
    }
    return -1;
}

/* The site of a file that meets the line of letters below (step 1) or above (step -1). */
static int file_end(const struct picture *pic, int file, int step)
{
    int first = step > 0 ? 0 : pic->ranks - 1;
    if (pic->lean > 0)
        return site_at(pic, file, first); /* a leaning file may end far from the letters */
    for (int rank = first; rank >= 0 && rank < pic->ranks; rank += step) {
        if (site_at(pic, file, rank) >= 0)
            return site_at(pic, file, rank);
    }
    return -1;
}

static void put_owner(const struct picture *pic, int owner)
{
    char mark[2] = " ";
    if (owner != NOBODY)
        mark[0] = lower(cut_game_player(pic->game, owner)->symbol[0]);
    bool plain = owner == NOBODY || (unsigned char)mark[0] < 0x80;
    put_colored(pic, owner, plain ? mark : "|");
}

/* ---- lines ---- */

/* Letters (or the frame) below the lowest rank or above the highest, `away` ranks from it. */
static void put_files(const struct picture *pic, int step, int away, bool letters)
{
    int rank = step > 0 ? -away : pic->ranks - 1 + away, at = 0;
    for (int file = 0; file < pic->files; file++) {
        int site = file_end(pic, file, step);
        if (site < 0)
            continue;
        int owner = side_owner(pic, site, file_end(pic, file - 1, step), file_end(pic, file + 1, step));
        int place = place_of(pic, file, rank);
        char name[8] = "";
        const char *from = cut_game_site(pic->game, site)->name;
        for (size_t i = 0; i + 1 < sizeof name && is_letter(from[i]); i++)
            name[i] = from[i];
        text_fill(pic->out, ' ', place - at);
        if (letters)
            put_colored(pic, owner, name);
        else
            put_owner(pic, owner);
        at = place + (letters ? text_width(name) : 1);
    }
    text_puts(pic->out, "\n");
}

static void put_site(const struct picture *pic, int site)
{
    int who = cut_position_at(pic->position, site);
    const char *symbol = cut_position_symbol(pic->position, site);
    if (pic->style->unicode && who == -1)
        symbol = "·";
    else if (pic->stones)
        symbol = who == 0 ? "●" : "○";
    put_colored(pic, who, symbol);
    text_fill(pic->out, ' ', pic->width - text_width(symbol));
}

static bool marked(const struct picture *pic, int site)
{
    return site >= 0 && pic->marks != NULL && pic->marks->of[site];
}

/* The characters between two sites of a rank, either of which may be missing. */
static void put_gap(const struct picture *pic, int left, int right, int size)
{
    bool closes = marked(pic, left), opens = marked(pic, right);
    if (size == 1) {
        char c = closes == opens ? ' ' : closes ? pic->marks->close : pic->marks->open;
        text_fill(pic->out, c, 1);
        return;
    }
    text_fill(pic->out, closes ? pic->marks->close : ' ', 1);
    text_fill(pic->out, ' ', size - 2);
    text_fill(pic->out, opens ? pic->marks->open : ' ', 1);
}

static const char *rank_name(const struct picture *pic, int site)
{
    const char *name = cut_game_site(pic->game, site)->name;
    while (is_letter(*name))
        name++;
    return name;
}

static void put_rank_sites(const struct picture *pic, int rank)
{
    int left = -1, at = 0;
    for (int file = 0; file < pic->files; file++) {
        int site = site_at(pic, file, rank);
        if (site < 0)
            continue;
        put_gap(pic, left, site, left < 0 ? 1 : place_of(pic, file, rank) - at);
        put_site(pic, site);
        at = place_of(pic, file, rank) + pic->width;
        left = site;
    }
    put_gap(pic, left, -1, 1);
}

static int rank_owner(const struct picture *pic, int rank, int step)
{
    int below = rank > 0 ? rank_end(pic, rank - 1, step) : -1;
    int above = rank + 1 < pic->ranks ? rank_end(pic, rank + 1, step) : -1;
    return side_owner(pic, rank_end(pic, rank, step), below, above);
}

/* The number and the frame lean with the sites, or stand in a column. */
static void put_rank(const struct picture *pic, int rank)
{
    int west = rank_end(pic, rank, 1), east = rank_end(pic, rank, -1);
    if (west < 0) {
        text_puts(pic->out, "\n");
        return;
    }
    bool leans = pic->lean > 0;
    const char *name = rank_name(pic, west);
    int first = cut_game_site(pic->game, west)->file, last = cut_game_site(pic->game, east)->file;
    int before = place_of(pic, first, rank) - pic->margin, after = (pic->files - 1 - last) * pic->unit;
    int owner = rank_owner(pic, rank, 1);
    text_fill(pic->out, ' ', (leans ? before : 0) + pic->rank_width - text_width(name));
    put_colored(pic, owner, name);
    if (pic->framed) {
        text_puts(pic->out, " ");
        put_owner(pic, owner);
    }
    text_fill(pic->out, ' ', leans ? 0 : before);
    put_rank_sites(pic, rank);
    text_fill(pic->out, ' ', leans ? 0 : after);
    owner = rank_owner(pic, rank, -1);
    if (pic->framed) {
        put_owner(pic, owner);
        text_puts(pic->out, " ");
    }
    put_colored(pic, owner, name);
    text_puts(pic->out, "\n");
}

/* ---- measures ---- */

static void measure_pieces(struct picture *pic)
{
    bool plain = cut_game_player_count(pic->game) == 2;
    pic->width = 1;
    for (int site = 0; site < cut_game_site_count(pic->game); site++) {
        int who = cut_position_at(pic->position, site);
        const char *symbol = cut_position_symbol(pic->position, site);
        int width = text_width(symbol);
        pic->width = width > pic->width ? width : pic->width;
        pic->framed = pic->framed || cut_game_site(pic->game, site)->sides != 0;
        if (who < -1 || (who >= 0 && strcmp(symbol, cut_game_player(pic->game, who)->symbol) != 0))
            plain = false;
    }
    pic->stones = pic->style->unicode && plain;
}

static void measure(struct picture *pic)
{
    measure_pieces(pic);
    bool leans = cut_game_is_hexagonal(pic->game);
    pic->unit = pic->width + 1;
    if (leans && pic->unit % 2 != 0)
        pic->unit++;
    pic->lean = leans ? pic->unit / 2 : 0;
    int west = pic->files * pic->unit + pic->ranks * pic->unit;
    for (int site = 0; site < cut_game_site_count(pic->game); site++) {
        const cut_site *s = cut_game_site(pic->game, site);
        int place = s->file * pic->unit + s->rank * pic->lean;
        west = place < west ? place : west;
        pic->sites[s->rank * pic->files + s->file] = site;
        int width = text_width(rank_name(pic, site));
        pic->rank_width = width > pic->rank_width ? width : pic->rank_width;
    }
    pic->shift = -west;
    /* the numbers, a blank and the frame, the place of a mark; letters below lean to the West */
    pic->margin = pic->rank_width + (pic->framed ? 2 : 0) + 1;
}

void draw_board(const cut_position *position, const struct draw_style *style, const struct draw_marks *marks,
                struct text *out)
{
    const cut_game *game = cut_position_game(position);
    struct picture pic = {.position = position, .game = game, .style = style, .marks = marks, .out = out};
    pic.files = cut_game_files(game);
    pic.ranks = cut_game_ranks(game);
    size_t cells = (size_t)pic.files * (size_t)pic.ranks;
    pic.sites = memory_resize(NULL, cells, sizeof *pic.sites);
    for (size_t i = 0; i < cells; i++)
        pic.sites[i] = -1;
    measure(&pic);
    put_files(&pic, -1, pic.framed ? 2 : 1, true);
    if (pic.framed)
        put_files(&pic, -1, 1, false);
    for (int rank = pic.ranks - 1; rank >= 0; rank--)
        put_rank(&pic, rank);
    if (pic.framed)
        put_files(&pic, 1, 1, false);
    put_files(&pic, 1, pic.framed ? 2 : 1, true);
    free(pic.sites);
}
