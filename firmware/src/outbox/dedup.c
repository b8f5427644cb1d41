/** Remembered as hashes, and written down before a command is carried out: a power cut in between loses the command, never doubles it. */
#include <stdbool.h>
#include <string.h>
#include "outbox/dedup.h"

#define HASH_BYTES 8
#define AFTER_RESTART_MS 3600000

static uint64_t hash_of(const char *id)
{
	uint64_t hash = 14695981039346656037u;

	for (; *id; id++) {
		hash = (hash ^ (unsigned char)*id) * 1099511628211u;
	}
	return hash;
}

int dedup_open(struct dedup *dedup, const struct record_store *store, int64_t now_ms)
{
	uint8_t record[DEDUP_CAPACITY * HASH_BYTES];
	const int length = store->read(store->context, RECORD_OBEYED, record, sizeof(record));

	*dedup = (struct dedup){ .store = store };
	if (length == STORE_ABSENT) {
		return 0;
	}
	if (length < 0 || length > (int)sizeof(record) || length % HASH_BYTES != 0) {
		return STORE_FAILED;
	}
	dedup->count = length / HASH_BYTES;
	dedup->restored = dedup->count;
	for (int n = 0; n < dedup->count; n++) {
		memcpy(&dedup->known[n].hash, record + n * HASH_BYTES, HASH_BYTES);
		dedup->known[n].until_ms = now_ms + AFTER_RESTART_MS;
	}
	return 0;
}

static int save(const struct dedup *dedup)
{
	uint8_t record[DEDUP_CAPACITY * HASH_BYTES];

	for (int n = 0; n < dedup->count; n++) {
		memcpy(record + n * HASH_BYTES, &dedup->known[n].hash, HASH_BYTES);
	}
	return dedup->store->write(dedup->store->context, RECORD_OBEYED, record, (size_t)dedup->count * HASH_BYTES);
}

static void forget(struct dedup *dedup, int n)
{
	dedup->count--;
	dedup->restored -= n < dedup->restored ? 1 : 0;
	memmove(&dedup->known[n], &dedup->known[n + 1], (size_t)(dedup->count - n) * sizeof(dedup->known[0]));
}

static bool forget_old_and_find(struct dedup *dedup, uint64_t hash, int64_t now_ms)
{
	bool is_known = false;

	for (int n = dedup->count - 1; n >= 0; n--) {
		if (dedup->known[n].until_ms <= now_ms) {
			forget(dedup, n);
		} else {
			is_known = is_known || dedup->known[n].hash == hash;
		}
	}
	return is_known;
}

enum dedup_result dedup_offer(struct dedup *dedup, const char *id, int64_t received_ms, int64_t ttl_ms, int64_t now_ms)
{
	const uint64_t hash = hash_of(id);

	if (forget_old_and_find(dedup, hash, now_ms)) {
		return DEDUP_REPEATED;
	}
	if (now_ms - received_ms >= ttl_ms) {
		return DEDUP_EXPIRED;
	}
	if (dedup->count == DEDUP_CAPACITY && dedup->restored > 0) {
		forget(dedup, 0); /* fewer are under way than are remembered, so the oldest has had its time */
	}
	if (dedup->count == DEDUP_CAPACITY) {
		return DEDUP_FULL;
	}
	dedup->known[dedup->count].hash = hash;
	dedup->known[dedup->count].until_ms = received_ms + ttl_ms + DEDUP_SLACK_MS;
	dedup->count++;
	if (save(dedup) != 0) {
		dedup->count--;
		return DEDUP_FULL;
	}
	return DEDUP_NEW;
}
