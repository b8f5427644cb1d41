/** Where the machine keeps what must outlive a power cut: small numbered records, each written whole or not at all. */
#ifndef LARDER_RECORD_STORE_H
#define LARDER_RECORD_STORE_H
#include <stddef.h>
#include <stdint.h>

/** There is no such record. */
#define STORE_ABSENT (-2)
/** The store failed; of a record under way either the former or the new content is there afterwards. */
#define STORE_FAILED (-5)

enum record_id { RECORD_ACKNOWLEDGED = 1, RECORD_FORMAT = 2, RECORD_OBEYED = 3, RECORD_VISIT = 4, RECORD_HEALTH = 5, RECORD_CONFIGURATION = 6, RECORD_PRICES = 7, RECORD_UNLOCKED = 8, RECORD_READINGS = 9, RECORD_OWNER = 10, RECORD_FIRST_EVENT = 16 };

struct record_store {
	void *context;
	/** 0 or an error. */
	int (*write)(void *context, uint16_t id, const void *bytes, size_t length);
	/** The record's length, at most `capacity` of it copied; or an error. */
	int (*read)(void *context, uint16_t id, void *bytes, size_t capacity);
	/** 0 or an error; a record that is absent may be removed. */
	int (*remove)(void *context, uint16_t id);
};

#endif
