/* api_code.c - the passes by name, and the code that they make. */
#include "api.h"
#include "fast/code.h"

static const char *const paths[] = {"placement", "flank", "march", "code"};

size_t cut_pass_count(void)
{
    return PASS_COUNT + sizeof paths / sizeof paths[0];
}

size_t cut_code_pass_count(void)
{
    return PASS_COUNT;
}

const char *cut_pass_name(size_t index)
{
    if (index < PASS_COUNT)
        return code_pass_name[index];
    return index < cut_pass_count() ? paths[index - PASS_COUNT] : NULL;
}

const char *api_path_name(enum api_path path)
{
    return paths[path];
}

bool api_without_path(unsigned without, enum api_path path)
{
    return without >> (PASS_COUNT + (unsigned)path) & 1;
}

unsigned api_code_passes(unsigned without)
{
    return without & ((1u << PASS_COUNT) - 1);
}

struct printing {
    unsigned without;
    void (*line)(void *user, const char *text);
    void *user;
};

static cut_status print_code(cut_position *position, void *argument)
{
    const struct printing *printing = argument;
    const cut_game *game = position->game;
    const struct program *program =
        code_make(&position->machine.kept, game->rules, &game->layout, api_code_passes(printing->without));
    if (program == NULL)
        return CUT_NO;
    code_print(program, printing->line, printing->user);
    return CUT_OK;
}

cut_status cut_position_code(cut_position *position, unsigned without, void (*line)(void *user, const char *text),
                             void *user)
{
    struct printing printing = {without, line, user};
    return api_guard(position, print_code, &printing);
}
