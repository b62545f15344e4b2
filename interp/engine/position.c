#include "position.h"

void layout_make(struct layout *layout, const struct rules *rules)
{
    int words = rules->board->words, at = 0;
    layout->words = words;
    layout->stones = at;
    at += words * rules->player_count;
    layout->neutral = at;
    at += words * rules->neutral_count;
    layout->kind = at;
    at += words * rules->kind_count;
    layout->last_changed = at;
    at += words;
    for (int i = 0; i < rules->state_count; i++) {
        const struct state *state = &rules->states[i];
        layout->state[i] = at;
        layout->state_size[i] = state->kind == KIND_SITES ? words : 1;
        at += layout->state_size[i] * (state->per_player ? rules->player_count : 1);
    }
    layout->core_size = sizeof(struct core) + (size_t)at * sizeof(uint64_t);
    layout->placed = at;
    layout->captured = at + words;
    layout->way_size = layout->core_size + 2 * (size_t)words * sizeof(uint64_t);
}

int core_piece(const struct rules *rules, const struct layout *layout, const struct core *core, int site)
{
    for (int p = 0; p < rules->player_count; p++) {
        if (set_has(core->set + layout->stones + p * layout->words, site))
            return p;
    }
    for (int n = 0; n < rules->neutral_count; n++) {
        if (set_has(core->set + layout->neutral + n * layout->words, site))
            return -2 - n;
    }
    return -1;
}

int core_kind(const struct rules *rules, const struct layout *layout, const struct core *core, int site)
{
    for (int k = 1; k < rules->kind_count; k++) {
        if (set_has(core->set + layout->kind + k * layout->words, site))
            return k;
    }
    return 0;
}

void core_place(const struct rules *rules, const struct layout *layout, struct core *core, int site, int piece,
                int kind)
{
    if (piece >= PIECE_NEUTRAL) {
        set_add(core->set + layout->neutral + (piece - PIECE_NEUTRAL) * layout->words, site);
        return;
    }
    set_add(core->set + layout->stones + piece * layout->words, site);
    if (rules->kind_count > 0)
        set_add(core->set + layout->kind + kind * layout->words, site);
}

int head_following(const struct rules *rules, const struct head *head, int player)
{
    for (int i = 1; i < rules->player_count; i++) {
        int p = (player + i) % rules->player_count;
        if (!(head->out >> p & 1))
            return p;
    }
    return player;
}

void head_win(struct head *head, int winner)
{
    head->result = RESULT_WIN;
    head->winner = (uint8_t)winner;
}

void head_score(struct head *head, const int64_t *scores, int count)
{
    int best = 0;
    bool equal = false;
    for (int p = 1; p < count; p++) {
        equal = scores[p] == scores[best] || (equal && scores[p] < scores[best]);
        if (scores[p] > scores[best])
            best = p;
    }
    if (equal)
        head->result = RESULT_DRAW;
    else
        head_win(head, best);
}

void head_put_out(const struct rules *rules, struct head *head, int player)
{
    int left = 0, last = 0;
    head->out |= (uint8_t)(1 << player);
    for (int p = 0; p < rules->player_count; p++) {
        if (!(head->out >> p & 1)) {
            left++;
            last = p;
        }
    }
    if (left == 1)
        head_win(head, last);
}

void core_occupied(const struct rules *rules, const struct layout *layout, const struct core *core, uint64_t *set)
{
    int words = layout->words;
    set_copy(words, set, core->set + layout->stones);
    for (int p = 1; p < rules->player_count + rules->neutral_count; p++)
        set_or(words, set, set, core->set + layout->stones + p * words);
}

void core_difference(const struct rules *rules, const struct layout *layout, const struct core *a, const struct core *b,
                     uint64_t *set)
{
    int words = layout->words, sets = rules->player_count + rules->neutral_count + rules->kind_count;
    set_clear(words, set);
    for (int i = 0; i < sets; i++) {
        for (int w = 0; w < words; w++)
            set[w] |= a->set[layout->stones + i * words + w] ^ b->set[layout->stones + i * words + w];
    }
}

bool core_state_equal(const struct rules *rules, const struct layout *layout, const struct core *a,
                      const struct core *b, int state)
{
    int size = layout->state_size[state] * (rules->states[state].per_player ? rules->player_count : 1);
    return set_equal(size, a->set + layout->state[state], b->set + layout->state[state]);
}

/* Two rounds of multiply and xor-shift on each word, with different constants for the two halves. */
static uint64_t mix(uint64_t h, uint64_t word, uint64_t factor)
{
    h = (h ^ word) * factor;
    h ^= h >> 29;
    h *= 0x9E3779B97F4A7C15u;
    return h ^ h >> 32;
}

struct history_key history_key(const struct layout *layout, const struct core *core, int to_move)
{
    struct history_key key = {0x243F6A8885A308D3u, 0x13198A2E03707344u, (uint32_t)to_move};
    for (int i = 0; i < layout->last_changed; i++) {
        key.a = mix(key.a, core->set[i], 0xBF58476D1CE4E5B9u);
        key.b = mix(key.b, core->set[i], 0x94D049BB133111EBu);
    }
    return key;
}
