/** The way to the server, whatever protocol it speaks. It runs in a thread of its own; every function here returns at once. */
#ifndef LARDER_LINK_H
#define LARDER_LINK_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "machine/machine.h"

#define LINK_ORDER_BYTES 1024

struct link_identity {
	char host[64];
	uint16_t port;
	bool is_secure;
	/** User name and client id. */
	char machine_id[41];
	char secret[65];
};

struct link_order { int64_t received_ms; uint16_t length; char bytes[LINK_ORDER_BYTES]; };

/** Connects, and again whenever it breaks, as long as the device runs. Calling it again changes to another identity. */
void link_open(const struct link_identity *identity);
/** Which connection this is, counted from 1; 0 while there is none. */
uint32_t link_session(void);
/** Takes a message over; false when there is no connection or too much is under way. */
bool link_send(enum machine_channel channel, const char *json, size_t length);
/** The oldest order that has come and was not given back; NULL when there is none. */
const struct link_order *link_poll(void);
/** Gives it back. While two are kept nothing more is read. */
void link_done(void);
/** Ends the connection until link_open. */
void link_close(void);

#endif
