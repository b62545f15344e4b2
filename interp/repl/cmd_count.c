/* `perft` and `divide`. */
#include "depth.h"
#include "state.h"

#include <stdlib.h>

struct counting {
    struct session *session;
    struct text *out;
    bool divide, stopped;
};

static bool count_one(void *user, const char *move, uint64_t nodes)
{
    struct counting *counting = user;
    if (counting->divide)
        text_printf(counting->out, "%s %llu\n", move, (unsigned long long)nodes);
    counting->stopped = session_stopped(counting->session);
    return !counting->stopped;
}

static bool goes_on(void *user)
{
    const struct counting *counting = user;
    return !session_stopped(counting->session);
}

static bool count(struct counting *counting, int depth, uint64_t *nodes)
{
    cut_perft_options options = {.divide = count_one, .user = counting, .go_on = goes_on};
    struct session *session = counting->session;
    *nodes = 0;
    if (session->resigned)
        return true;
    cut_status status = session_heed(session, cut_perft(session->position, depth, &options, nodes));
    if (status == CUT_STOPPED || counting->stopped)
        text_puts(counting->out, "Stopped.\n");
    else if (status != CUT_OK)
        session_say_error(session->position, counting->out);
    return status == CUT_OK && !counting->stopped;
}

static bool read_depth(const char *command, const char *rest, long *depth, struct text *out)
{
    if (*rest == '\0')
        text_printf(out, "`%s` wants a depth, as in `%s 2`.\n", command, command);
    return *rest != '\0' && command_number(rest, 1, 1, DEPTH_MOST, depth, out);
}

void cmd_perft(struct session *session, char *rest, struct text *out)
{
    long depth;
    struct counting counting = {.session = session, .out = out};
    if (!read_depth("perft", rest, &depth, out))
        return;
    uint64_t nodes = 0;
    int d = 0;
    do {
        if (!count(&counting, ++d, &nodes))
            return;
        text_printf(out, "%d %llu\n", d, (unsigned long long)nodes);
    } while (!depth_is_last(d, depth, nodes, out));
}

void cmd_divide(struct session *session, char *rest, struct text *out)
{
    long depth;
    uint64_t nodes;
    struct counting counting = {.session = session, .out = out, .divide = true};
    if (read_depth("divide", rest, &depth, out) && count(&counting, (int)depth, &nodes))
        text_printf(out, "total %llu\n", (unsigned long long)nodes);
}
