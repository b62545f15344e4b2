/* `doc` and `help`: what the commands, the rules and the language say about themselves. */
#include "doc.h"
#include "nearest.h"
#include "state.h"

static struct doc_place here(const struct session *session)
{
    return (struct doc_place){session->context, session->name, "doc", session->config.width};
}

void cmd_doc(struct session *session, char *rest, struct text *out)
{
    struct doc_place place = here(session);
    if (*rest == '\0')
        doc_list(&place, out);
    else
        doc_tell(&place, rest, out);
}

static void list_commands(struct text *out)
{
    text_puts(out, "A move is played by typing it. The other commands:\n");
    for (size_t i = 0; command_at(i) != NULL; i++)
        text_printf(out, "  %-28s%s\n", command_at(i)->usage, command_at(i)->summary);
    text_puts(out, "Everything after a `#` is a comment. `help COMMAND` tells more about one.\n");
}

static void explain_command(const struct command *command, struct text *out)
{
    text_printf(out, "%s: %s.\n", command->usage, command->summary);
    if (*command->more != '\0')
        text_printf(out, "%s\n", command->more);
    if (*command->others != '\0')
        text_printf(out, "Also: %s\n", command->others);
    text_printf(out, "Example: %s\n", command->example);
}

void cmd_help(struct session *session, char *rest, struct text *out)
{
    struct doc_place place = here(session);
    const struct command *command = *rest != '\0' ? command_find(rest) : NULL;
    if (*rest == '\0') {
        list_commands(out);
        return;
    }
    if (command != NULL)
        explain_command(command, out);
    if (command != NULL || doc_tell_word(&place, rest, out))
        return;
    struct nearest nearest = nearest_begin(rest);
    for (size_t i = 0; command_at(i) != NULL; i++)
        nearest_try(&nearest, command_at(i)->name);
    text_printf(out, "There is no command `%s`", rest);
    nearest_end(&nearest, out);
    text_puts(out, " `help` lists them all, `doc` the words of the library.\n");
}
