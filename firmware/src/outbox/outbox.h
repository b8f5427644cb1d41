/**
 * Store and forward: events are numbered, kept until the server says that they are stored, and sent again until then.
 * The order of writes makes every moment safe for a power cut: an event counts when its record is there, and a number is never given twice.
 */
#ifndef LARDER_OUTBOX_H
#define LARDER_OUTBOX_H
#include <stdbool.h>
#include "codec/codec.h"
#include "outbox/record_store.h"

#define OUTBOX_CAPACITY_MAX 512
/** Without an acknowledgement for this long the window is sent again. */
#define OUTBOX_RESEND_MS 3000

enum outbox_result {
	OUTBOX_OK = 0,
	/** No room for an event of this kind. */
	OUTBOX_FULL = -1,
	/** It cannot be said in the protocol. */
	OUTBOX_REFUSED = -2,
	/** The store failed. A later push takes the same number, so nothing is told twice. */
	OUTBOX_FAILED = -3,
};

struct outbox_settings {
	/** Events kept at most. Counts when the store is formatted; afterwards it is what it was then. */
	uint16_t capacity;
	/** Of these, kept free for doors and items. */
	uint16_t reserved;
};

/** Fields are the outbox's own; read them through the functions. */
struct outbox {
	const struct record_store *store;
	uint16_t capacity, reserved;
	uint32_t epoch;
	/** Up to here the server has everything. */
	uint32_t acknowledged;
	/** The number the next event gets. */
	uint32_t next;
	/** The highest number sent since the window was last begun. */
	uint32_t sent;
	int64_t progress_ms;
	uint8_t present[OUTBOX_CAPACITY_MAX / 8];
};

/** Finds what is kept, or formats an empty store with `fresh_epoch` (random). OUTBOX_REFUSED for settings that make no sense, OUTBOX_FAILED when the store cannot be read: then nothing may be sold. */
enum outbox_result outbox_open(struct outbox *outbox, const struct record_store *store, const struct outbox_settings *settings, uint32_t fresh_epoch);
/** Events that still fit; `for_sales` counts the reserved ones. */
uint16_t outbox_room(const struct outbox *outbox, bool for_sales);
/** Doors and items: without them the server's bill would be wrong. */
bool outbox_is_sale(const struct device_event *event);
/** Numbers and keeps an event. `at_ms` since 1970 or 0; `now_ms` by the monotonic clock. Doors and items may use the reserved room, taps and answers may not. */
enum outbox_result outbox_push(struct outbox *outbox, const struct device_event *event, int64_t at_ms, int64_t now_ms);
/** The server has everything up to `sequence`. Another epoch's, an older one, or one of an event that never was changes nothing. */
enum outbox_result outbox_acknowledge(struct outbox *outbox, uint32_t epoch, uint64_t sequence, int64_t now_ms);
/** The number of the event to send now, 0 for none. Call it again after outbox_sent. */
uint32_t outbox_due(struct outbox *outbox, int64_t now_ms);
void outbox_sent(struct outbox *outbox, uint32_t sequence);
/** The event's JSON into `text` (EVENT_BYTES); its length or a negative number. */
int outbox_read(const struct outbox *outbox, uint32_t sequence, char *text);
/** A connection was opened, or the server asks for everything again: the window begins at its beginning. */
void outbox_again(struct outbox *outbox, int64_t now_ms);
/** The lowest number that is kept, or the next that will be given: nothing before it will be sent any more. */
uint32_t outbox_oldest(const struct outbox *outbox);
/** Events the server has not acknowledged. */
uint32_t outbox_waiting(const struct outbox *outbox);

#endif
