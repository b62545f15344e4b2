#include <string.h>

#include "parse_ctx.h"
#include "parser.h"

/* Sorted by text. What follows an item word: n a name, [ a row, { a block, " a text, w `when`, b `by`. */
static const struct word words[] = {
    {"about", TOK_ABOUT, WORD_ITEM, "\""},
    {"again", TOK_AGAIN, WORD_STEP, NULL},
    {"along", TOK_ALONG, WORD_JOINER, NULL},
    {"and", TOK_AND, WORD_OPERATOR, NULL},
    {"any", TOK_ANY, WORD_OPERATOR, NULL},
    {"as", TOK_AS, WORD_JOINER, NULL},
    {"author", TOK_AUTHOR, WORD_ITEM, "\""},
    {"ban", TOK_BAN, WORD_ITEM, "n"},
    {"board", TOK_BOARD, WORD_ITEM, "n["},
    {"both", TOK_BOTH, WORD_ITEM, "n"},
    {"by", TOK_BY, WORD_JOINER, NULL},
    {"choose", TOK_CHOOSE, WORD_STEP, NULL},
    {"claim", TOK_CLAIM, WORD_ITEM, "n"},
    {"coords", TOK_COORDS, WORD_ITEM, "n"},
    {"def", TOK_DEF, WORD_ITEM, "n"},
    {"draw", TOK_DRAW, WORD_ITEM, "w"},
    {"drawn", TOK_DRAWN, WORD_JOINER, NULL},
    {"draws", TOK_DRAWS, WORD_FREE, NULL},
    {"each", TOK_EACH, WORD_STEP, NULL},
    {"either", TOK_EITHER, WORD_STEP, NULL},
    {"else", TOK_ELSE, WORD_JOINER, NULL},
    {"end", TOK_END, WORD_ITEM, "w"},
    {"ends", TOK_ENDS, WORD_FREE, NULL},
    {"every", TOK_EVERY, WORD_OPERATOR, NULL},
    {"example", TOK_EXAMPLE, WORD_ITEM, "\""},
    {"extends", TOK_EXTENDS, WORD_ITEM, "n\""},
    {"first", TOK_FIRST, WORD_STEP, NULL},
    {"flip", TOK_FLIP, WORD_STEP, NULL},
    {"following", TOK_FOLLOWING, WORD_OPERATOR, NULL},
    {"for", TOK_FOR, WORD_FREE, NULL},
    {"forbid", TOK_FORBID, WORD_STEP, NULL},
    {"game", TOK_GAME, WORD_ITEM, "\""},
    {"if", TOK_IF, WORD_STEP, NULL},
    {"in", TOK_IN, WORD_OPERATOR, NULL},
    {"let", TOK_LET, WORD_STEP, NULL},
    {"lines", TOK_LINES, WORD_FREE, NULL},
    {"lose", TOK_LOSE, WORD_ITEM, "w"},
    {"loses", TOK_LOSES, WORD_FREE, NULL},
    {"merged", TOK_MERGED, WORD_FREE, NULL},
    {"midpoints", TOK_MIDPOINTS, WORD_FREE, NULL},
    {"most", TOK_MOST, WORD_STEP, NULL},
    {"move", TOK_MOVE, WORD_STEP, NULL},
    {"moves", TOK_MOVES, WORD_ITEM, "nb"},
    {"neutral", TOK_NEUTRAL, WORD_ITEM, "n"},
    {"never", TOK_NEVER, WORD_FREE, NULL},
    {"no", TOK_NO, WORD_OPERATOR, NULL},
    {"not", TOK_NOT, WORD_OPERATOR, NULL},
    {"on", TOK_ON, WORD_JOINER, NULL},
    {"option", TOK_OPTION, WORD_ITEM, "n"},
    {"or", TOK_OR, WORD_OPERATOR, NULL},
    {"out", TOK_OUT, WORD_ITEM, "w"},
    {"pass", TOK_PASS, WORD_STEP, NULL},
    {"passes", TOK_PASSES, WORD_FREE, NULL},
    {"pattern", TOK_PATTERN, WORD_ITEM, "n"},
    {"pieces", TOK_PIECES, WORD_ITEM, "n"},
    {"players", TOK_PLAYERS, WORD_ITEM, "n"},
    {"ply", TOK_PLY, WORD_FREE, NULL},
    {"promote", TOK_PROMOTE, WORD_STEP, NULL},
    {"put", TOK_PUT, WORD_STEP, NULL},
    {"refuted", TOK_REFUTED, WORD_FREE, NULL},
    {"remove", TOK_REMOVE, WORD_STEP, NULL},
    {"require", TOK_REQUIRE, WORD_STEP, NULL},
    {"result", TOK_RESULT, WORD_FREE, NULL},
    {"rule", TOK_RULE, WORD_ITEM, "n"},
    {"score", TOK_SCORE, WORD_ITEM, "n"},
    {"set", TOK_SET, WORD_STEP, NULL},
    {"shift", TOK_SHIFT, WORD_STEP, NULL},
    {"some", TOK_SOME, WORD_OPERATOR, NULL},
    {"start", TOK_START, WORD_ITEM, "n["},
    {"state", TOK_STATE, WORD_ITEM, "n"},
    {"stuck", TOK_STUCK, WORD_ITEM, "n"},
    {"swap", TOK_SWAP, WORD_ITEM, "n"},
    {"their", TOK_THEIR, WORD_OPERATOR, NULL},
    {"to", TOK_TO, WORD_JOINER, NULL},
    {"turn", TOK_TURN, WORD_ITEM, "{w"},
    {"use", TOK_USE, WORD_ITEM, "n\""},
    {"using", TOK_USING, WORD_FREE, NULL},
    {"when", TOK_WHEN, WORD_JOINER, NULL},
    {"win", TOK_WIN, WORD_ITEM, "w"},
    {"wins", TOK_WINS, WORD_FREE, NULL},
    {"with", TOK_WITH, WORD_JOINER, NULL},
    {"without", TOK_WITHOUT, WORD_ITEM, "n"},
    {"write", TOK_WRITE, WORD_STEP, NULL},
};

static const struct word fact_words[] = {
    {"=", TOK_EQ, WORD_OPERATOR, NULL},
    {"after", TOK_FACT_AFTER, WORD_FACT, NULL},
    {"by", TOK_FACT_BY, WORD_JOINER, NULL},
    {"captures", TOK_FACT_CAPTURES, WORD_JOINER, NULL},
    {"draws", TOK_FACT_DRAWS, WORD_JOINER, NULL},
    {"ends", TOK_FACT_ENDS, WORD_JOINER, NULL},
    {"exactly", TOK_FACT_EXACTLY, WORD_JOINER, NULL},
    {"fails", TOK_FACT_FAILS, WORD_FACT, NULL},
    {"holds", TOK_FACT_HOLDS, WORD_FACT, NULL},
    {"illegal", TOK_FACT_ILLEGAL, WORD_FACT, NULL},
    {"legal", TOK_FACT_LEGAL, WORD_FACT, NULL},
    {"loses", TOK_FACT_LOSES, WORD_JOINER, NULL},
    {"no", TOK_FACT_NO, WORD_JOINER, NULL},
    {"perft", TOK_FACT_PERFT, WORD_FACT, NULL},
    {"play", TOK_FACT_PLAY, WORD_FACT, NULL},
    {"set", TOK_FACT_SET, WORD_FACT, NULL},
    {"stuck", TOK_FACT_STUCK, WORD_FACT, NULL},
    {"wins", TOK_FACT_WINS, WORD_JOINER, NULL},
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char no_loop[] = "write `each x in L { ... }`, `reach(...)`, or a rule that runs itself";
static const char else_if[] = "write `else if C { ... }`";
static const char braces[] = "a block stands in braces: `{ ... }`";
static const char two_values[] = "write `a = b` for equality, `a in b` for sets";
static const char truth[] = "a truth value is a condition such as `some S`, `a = b`, `a in b`";
static const char no_chance[] = "chance is outside the language; see \"what this language cannot say\"";
static const char no_secret[] = "every position is open to both players; see \"what this language cannot say\"";
static const char by_turns[] = "players move one after the other; see \"what this language cannot say\"";
static const char a_rule[] = "write `rule NAME(...) { ... }` for steps, `def NAME(...) = ...` for a value";

/* Sorted by text. */
static const struct foreign_word foreign_words[] = {
    {"begin", "blocks do not begin with `begin`", braces},
    {"bid", "Crosscut has no bids", no_secret},
    {"break", "there is no `break`", no_loop},
    {"card", "Crosscut has no cards", no_secret},
    {"cards", "Crosscut has no cards", no_secret},
    {"chance", "Crosscut has no chance", no_chance},
    {"const", "there is no `const`", "write `def NAME = ...`"},
    {"deck", "Crosscut has no deck of cards", no_secret},
    {"dice", "Crosscut has no dice", no_chance},
    {"die", "Crosscut has no dice", no_chance},
    {"do", "there is no `do`", no_loop},
    {"elif", "there is no `elif`", else_if},
    {"elseif", "there is no `elseif`", else_if},
    {"elsif", "there is no `elsif`", else_if},
    {"endif", "blocks do not end with `endif`", braces},
    {"equals", "there is no `equals`", two_values},
    {"false", "there is no `false`", truth},
    {"fi", "blocks do not end with `fi`", braces},
    {"fn", "there is no `fn`", a_rule},
    {"for", "there is no `for` loop", "write `each x in L { ... }` to act on all, `choose x in L` to pick one"},
    {"foreach", "there is no `foreach`", "write `each x in L { ... }`"},
    {"forall", "there is no `forall`", "write `every x in L with C`"},
    {"func", "there is no `func`", a_rule},
    {"function", "there is no `function`", a_rule},
    {"goto", "there is no `goto`", no_loop},
    {"hand", "Crosscut has no hands of cards", no_secret},
    {"hands", "Crosscut has no hands of cards", no_secret},
    {"hidden", "Crosscut has no hidden information", no_secret},
    {"is", "there is no `is`", two_values},
    {"loop", "there is no `loop`", no_loop},
    {"macro", "there is no `macro`", a_rule},
    {"null", "there is no `null`", "the empty set is `nowhere`; `no S` asks whether S is empty"},
    {"print", "nothing is printed", "`write E` says how the move is written"},
    {"proc", "there is no `proc`", a_rule},
    {"procedure", "there is no `procedure`", a_rule},
    {"random", "Crosscut has no random numbers", no_chance},
    {"repeat", "there is no `repeat`", no_loop},
    {"return", "nothing is returned", "a `def` is a value, a `rule` runs to its end"},
    {"roll", "Crosscut has no dice", no_chance},
    {"secret", "Crosscut has no hidden information", no_secret},
    {"shuffle", "Crosscut has no random numbers", no_chance},
    {"simultaneous", "Crosscut has no simultaneous moves", by_turns},
    {"switch", "there is no `switch`", "write `if C { ... } else if C { ... } else { ... }`"},
    {"then", "there is no `then`", "write `if C { ... }`"},
    {"timer", "Crosscut has no clocks", by_turns},
    {"true", "there is no `true`", truth},
    {"unless", "there is no `unless`", "write `if not C { ... }`"},
    {"until", "there is no `until`", no_loop},
    {"var", "there is no `var`", "write `let NAME = ...`"},
    {"where", "there is no `where`", "write `with C`"},
    {"while", "there is no `while`", no_loop},
    {"xor", "there is no `xor`", "write `(a or b) and not (a and b)`"},
};

static const struct word *find(const struct word *table, size_t count, const char *text, size_t size)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strncmp(table[middle].text, text, size);
        if (order == 0 && table[middle].text[size] == '\0')
            return &table[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

const struct word *word_find(const char *text, size_t size)
{
    return find(words, COUNT(words), text, size);
}

const struct word *word_find_fact(const char *text, size_t size)
{
    return find(fact_words, COUNT(fact_words), text, size);
}

const struct word *word_of_token(int token)
{
    for (size_t i = 0; i < COUNT(words); i++)
        if (words[i].token == token)
            return &words[i];
    return NULL;
}

static size_t list(const struct word *table, size_t count, enum word_class class, const char **texts, size_t room)
{
    size_t n = 0;
    for (size_t i = 0; i < count && n < room; i++)
        if (table[i].class == class)
            texts[n++] = table[i].text;
    return n;
}

size_t word_list(enum word_class class, const char **texts, size_t room)
{
    size_t n = list(words, COUNT(words), class, texts, room);
    return n + list(fact_words, COUNT(fact_words), class, texts + n, room - n);
}

const struct foreign_word *word_foreign(const char *text)
{
    for (size_t i = 0; i < COUNT(foreign_words); i++)
        if (strcmp(foreign_words[i].text, text) == 0)
            return &foreign_words[i];
    return NULL;
}

const char *parse_word_help(const char *word)
{
    const struct foreign_word *foreign = word_foreign(word);
    return foreign != NULL ? foreign->help : NULL;
}
