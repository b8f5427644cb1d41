/** Who this device is: told once, and seldom told anew. */
#ifndef LARDER_IDENTITY_H
#define LARDER_IDENTITY_H
#include <zephyr/shell/shell.h>
#include "link/link.h"

/** Keeps it and connects; 0 or a negative error. A device that was another machine says what is forgotten with that one, and starts anew. */
int identity_become(const struct shell *shell, const struct link_identity *identity);

#endif
