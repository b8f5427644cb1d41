/** A record store in memory whose power can be cut at any write. */
#ifndef LARDER_FAKE_STORE_H
#define LARDER_FAKE_STORE_H
#include <stdbool.h>
#include "outbox/record_store.h"

#ifndef FAKE_RECORDS
#define FAKE_RECORDS 600
#define FAKE_RECORD_BYTES 1100
#endif

struct fake_store {
	struct record_store port;
	struct { bool is_there; size_t length; unsigned char bytes[FAKE_RECORD_BYTES]; } records[FAKE_RECORDS];
	/** Writes and removals until one fails; negative for never. */
	int fails_in;
	/** The one that fails takes effect all the same. */
	bool fails_late;
	/** After it nothing works until fake_store_restart. */
	bool cuts_power;
	bool is_dead;
	/** Reading fails. */
	bool is_unreadable;
	int writes;
};

/** The one store of all tests: it would not fit a small device five times. */
extern struct fake_store store;

void fake_store_open(struct fake_store *of);
void fake_store_restart(struct fake_store *of);

#endif
