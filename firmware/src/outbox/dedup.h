/** Which commands have been carried out: each once, also when it is delivered again or the power fails in between. */
#ifndef LARDER_DEDUP_H
#define LARDER_DEDUP_H
#include "outbox/record_store.h"

/** Commands remembered at once; the server has at most 50 under way. */
#define DEDUP_CAPACITY 64
/** A command is remembered for so much longer than it lives, for copies that were on their way. */
#define DEDUP_SLACK_MS 60000

enum dedup_result {
	/** Remembered now: carry it out. */
	DEDUP_NEW,
	/** It was carried out before. */
	DEDUP_REPEATED,
	/** It waited here longer than it lives. */
	DEDUP_EXPIRED,
	/** It could not be remembered, so it must not be carried out. */
	DEDUP_FULL,
};

struct dedup {
	const struct record_store *store;
	/** Oldest first. */
	struct { /** 64-bit FNV-1a of the id. */ uint64_t hash; int64_t until_ms; } known[DEDUP_CAPACITY];
	int count;
	/** So many of the oldest are from before a restart: how long they would have counted is not known any more. */
	int restored;
};

/** Reads what was remembered before a restart; that counts for another hour from `now_ms`, as the clock then is not known, or until there is no room for newer ones. STORE_FAILED when it cannot be read. */
int dedup_open(struct dedup *dedup, const struct record_store *store, int64_t now_ms);
/** `ttl_ms` counts from `received_ms`. */
enum dedup_result dedup_offer(struct dedup *dedup, const char *id, int64_t received_ms, int64_t ttl_ms, int64_t now_ms);

#endif
