/* test_memory.c - memory runs short at each allocation in turn: every call says so or succeeds, nothing leaks, and the
 * objects go on working once there is memory again. */
#include "support.h"

#include <stdlib.h>
#include <string.h>

enum { STEP_FROM = 150 }; /* beyond, not every allocation is tried */

struct memory {
    long countdown; /* allocations until it fails; negative: never */
    bool failed;
    long blocks, bytes;
    bool wrong_size;
};

/* Each block begins with its size, to hold the library to the sizes that it gives back. */
union head {
    size_t size;
    max_align_t align;
};

static void *limited_alloc(void *user, void *block, size_t old_size, size_t new_size)
{
    struct memory *memory = user;
    union head *head = block == NULL ? NULL : (union head *)block - 1;
    if ((head == NULL ? 0 : head->size) != old_size)
        memory->wrong_size = true;
    if (new_size == 0) {
        if (head != NULL) {
            memory->blocks--;
            memory->bytes -= (long)old_size;
            memset(block, 0xDD, old_size);
        }
        free(head);
        return NULL;
    }
    if (memory->countdown == 0) {
        memory->failed = true;
        return NULL;
    }
    if (memory->countdown > 0)
        memory->countdown--;
    union head *fresh = malloc(sizeof *fresh + new_size);
    assert_non_null(fresh);
    fresh->size = new_size;
    memset(fresh + 1, 0xCD, new_size);
    if (head != NULL)
        memcpy(fresh + 1, block, old_size < new_size ? old_size : new_size);
    free(head);
    memory->blocks += head == NULL;
    memory->bytes += (long)new_size - (long)old_size;
    return fresh + 1;
}

/* Makes a call; if it says that memory is short, there is memory from now on, and the call must succeed. */
#define TRY(memory, wanted, call)                                                                                      \
    do {                                                                                                               \
        cut_status status_ = (call);                                                                                   \
        if (status_ == CUT_NO_MEMORY) {                                                                                \
            assert_true((memory)->failed);                                                                             \
            (memory)->countdown = -1;                                                                                  \
            status_ = (call);                                                                                          \
        }                                                                                                              \
        assert_int_equal(status_, (wanted));                                                                           \
    } while (0)

static const char *text_of(struct memory *memory, cut_position *position)
{
    const char *text = cut_position_text(position);
    if (text == NULL) {
        assert_true(memory->failed);
        memory->countdown = -1;
        text = cut_position_text(position);
    }
    assert_non_null(text);
    return text;
}

static bool any_move(void *user, const cut_move *move)
{
    (void)move;
    ++*(int *)user;
    return true;
}

static void use_position(struct memory *memory, cut_position *position)
{
    const cut_move *moves;
    size_t count;
    uint64_t number = 0, seed = 1;
    int seen = 0;
    TRY(memory, CUT_OK, cut_position_moves(position, &moves, &count));
    assert_true(count > 0);
    char move[64];
    snprintf(move, sizeof move, "%s", moves[count / 2].text);
    TRY(memory, CUT_OK, cut_position_each_move(position, "a", any_move, &seen));
    TRY(memory, CUT_OK, cut_position_count_moves(position, &number));
    assert_int_equal(number, count);
    TRY(memory, CUT_OK, cut_position_play(position, move));
    TRY(memory, CUT_OK, cut_position_play_random(position, next_random, &seed));
    TRY(memory, CUT_NO, cut_position_play(position, "z99"));
    cut_outcome outcome;
    TRY(memory, CUT_OK, cut_position_outcome(position, &outcome));
    bool scored;
    int64_t scores[CUT_MAX_PLAYERS];
    TRY(memory, CUT_OK, cut_position_scores(position, &scored, scores));
    bool legal;
    const cut_reason *reasons;
    TRY(memory, CUT_OK, cut_position_explain(position, move, &legal, &reasons, &count));
    char text[LINE_ROOM];
    snprintf(text, sizeof text, "%s", text_of(memory, position));
    cut_position *copy = NULL;
    TRY(memory, CUT_OK, cut_position_copy(position, &copy));
    TRY(memory, CUT_OK, cut_position_reset(copy));
    TRY(memory, CUT_NO, cut_position_set(copy, "nonsense"));
    TRY(memory, CUT_OK, cut_position_set(copy, text));
    assert_string_equal(text_of(memory, copy), text);
    TRY(memory, CUT_OK, cut_perft(copy, 1, NULL, &number));
    cut_position_free(copy);
    cut_playout_options options = {.playouts = 1, .seed = 1, .max_plies = 40};
    cut_playout_result result;
    TRY(memory, CUT_OK, cut_playouts(position, &options, &result));
    assert_string_equal(text_of(memory, position), text);
}

struct scene {
    const char *name;
    cut_setting setting;
    size_t settings;
};

static const char broken_text[] = "game \"Broken\"\nboard square(3\nplayers A, B\nturn { choose here in emty }\n";

static void play_scene(struct memory *memory, const struct scene *scene)
{
    cut_config config = {.alloc = limited_alloc, .alloc_user = memory};
    cut_context *context = cut_context_new(&config);
    if (context == NULL) {
        assert_true(memory->failed);
        assert_int_equal(memory->blocks, 0);
        memory->countdown = -1;
        context = cut_context_new(&config);
        assert_non_null(context);
    }
    cut_game *game = NULL, *bad = NULL;
    TRY(memory, CUT_BAD_GAME, cut_load_text(context, "broken.cut", broken_text, strlen(broken_text), NULL, 0, &bad));
    assert_true(cut_message_count(context) > 0);
    TRY(memory, CUT_NOT_FOUND, cut_load(context, "nowhere", NULL, 0, &bad));
    TRY(memory, CUT_OK, cut_load(context, scene->name, &scene->setting, scene->settings, &game));
    cut_position *position = NULL;
    TRY(memory, CUT_OK, cut_position_new(game, &position));
    use_position(memory, position);
    cut_position_free(position);
    cut_game_free(game);
    cut_test_result result;
    TRY(memory, CUT_OK, cut_test(context, scene->name, &scene->setting, scene->settings, NULL, NULL, &result));
    assert_int_equal(result.failed, 0);
    cut_context_free(context);
}

static void fail_each_allocation(const struct scene *scene)
{
    int runs = 0;
    long step = (long)environment_number("CUT_MEMORY_STEP", 1);
    for (long n = 0;; n += n < STEP_FROM ? step : n / 12) {
        struct memory memory = {.countdown = n};
        play_scene(&memory, scene);
        runs++;
        assert_int_equal(memory.blocks, 0);
        assert_int_equal(memory.bytes, 0);
        assert_false(memory.wrong_size);
        if (!memory.failed)
            break;
    }
    print_message("%s: %d runs\n", scene->name, runs);
    assert_true(runs > 1);
}

static void placing(void **state)
{
    (void)state;
    fail_each_allocation(&(struct scene){"crossway", {"size", 4}, 1});
}

static void moving(void **state)
{
    (void)state;
    fail_each_allocation(&(struct scene){.name = "crossings"});
}

static void history(void **state)
{
    (void)state;
    fail_each_allocation(&(struct scene){"go", {"size", 3}, 1});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(placing),
        cmocka_unit_test(moving),
        cmocka_unit_test(history),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
