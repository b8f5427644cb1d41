/** Asks the server with a claim code, over HTTP. */
#ifndef LARDER_CLAIM_HTTP_H
#define LARDER_CLAIM_HTTP_H
#include "setup/claim.h"

/** Blocks for half a minute at most, with TLS for one and a half. 0, or a negative error when no answer came. */
int claim_ask(const char *host, uint16_t port, bool is_secure, const char *code, struct claim *claim);

#endif
