#include "fake_store.h"
#include <string.h>

struct fake_store store;

enum outcome { WORKS, FAILS, FAILS_LATE };

static enum outcome outcome_of_next(struct fake_store *of)
{
	if (of->is_dead) {
		return FAILS;
	}
	of->writes++;
	if (of->fails_in < 0 || of->fails_in-- > 0) {
		return WORKS;
	}
	of->is_dead = of->cuts_power;
	return of->fails_late ? FAILS_LATE : FAILS;
}

static int write_record(void *context, uint16_t id, const void *bytes, size_t length)
{
	struct fake_store *of = context;
	const enum outcome outcome = id < FAKE_RECORDS && length <= FAKE_RECORD_BYTES ? outcome_of_next(of) : FAILS;

	if (outcome != FAILS) {
		of->records[id].is_there = true;
		of->records[id].length = length;
		memcpy(of->records[id].bytes, bytes, length);
	}
	return outcome == WORKS ? 0 : STORE_FAILED;
}

static int read_record(void *context, uint16_t id, void *bytes, size_t capacity)
{
	struct fake_store *of = context;

	if (of->is_dead || of->is_unreadable || id >= FAKE_RECORDS) {
		return STORE_FAILED;
	}
	if (!of->records[id].is_there) {
		return STORE_ABSENT;
	}
	const size_t length = of->records[id].length;

	memcpy(bytes, of->records[id].bytes, length < capacity ? length : capacity);
	return (int)length;
}

static int remove_record(void *context, uint16_t id)
{
	struct fake_store *of = context;
	const enum outcome outcome = id < FAKE_RECORDS ? outcome_of_next(of) : FAILS;

	if (outcome != FAILS) {
		of->records[id].is_there = false;
	}
	return outcome == WORKS ? 0 : STORE_FAILED;
}

void fake_store_open(struct fake_store *of)
{
	memset(of, 0, sizeof(*of));
	of->port = (struct record_store){ of, write_record, read_record, remove_record };
	fake_store_restart(of);
}

void fake_store_restart(struct fake_store *of)
{
	of->is_dead = false;
	of->fails_in = -1;
	of->is_unreadable = false;
}
