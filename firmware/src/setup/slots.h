/** `larder slot …`: which slots there are, and how what is in them is counted. */
#ifndef LARDER_SLOTS_H
#define LARDER_SLOTS_H
#include <zephyr/shell/shell.h>

/** A handler of the shell's. What a machine could not start with is refused. */
int slots_set(const struct shell *shell, size_t count, char **words);
/** Names the slots that cannot be told apart. */
void slots_warn(const struct shell *shell);

#endif
