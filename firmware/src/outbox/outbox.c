/** The outbox over numbered records: an event lies at RECORD_FIRST_EVENT + its number modulo the capacity, as its number and its JSON. */
#include <string.h>
#include "outbox/outbox.h"

#define NUMBER_BYTES 4

static void put_u32(uint8_t *bytes, uint32_t number)
{
	for (unsigned n = 0; n < 4; n++) {
		bytes[n] = (uint8_t)(number >> (8 * n));
	}
}

static uint32_t get_u32(const uint8_t *bytes)
{
	return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static uint16_t place(const struct outbox *outbox, uint32_t sequence)
{
	return (uint16_t)(sequence % outbox->capacity);
}

static uint16_t record_of(const struct outbox *outbox, uint32_t sequence)
{
	return (uint16_t)(RECORD_FIRST_EVENT + place(outbox, sequence));
}

static bool is_present(const struct outbox *outbox, uint32_t sequence)
{
	return (outbox->present[place(outbox, sequence) / 8] >> (place(outbox, sequence) % 8) & 1) != 0;
}

static void set_present(struct outbox *outbox, uint32_t sequence, bool is)
{
	const uint8_t bit = (uint8_t)(1u << (place(outbox, sequence) % 8));
	uint8_t *byte = &outbox->present[place(outbox, sequence) / 8];

	*byte = (uint8_t)(is ? *byte | bit : *byte & ~bit);
}

static enum outbox_result format(struct outbox *outbox, uint32_t fresh_epoch)
{
	uint8_t record[6];

	/* The acknowledgement of a former epoch goes before the new epoch comes. */
	if (outbox->store->remove(outbox->store->context, RECORD_ACKNOWLEDGED) != 0) {
		return OUTBOX_FAILED;
	}
	for (uint16_t n = 0; n < outbox->capacity; n++) {
		if (outbox->store->remove(outbox->store->context, (uint16_t)(RECORD_FIRST_EVENT + n)) != 0) {
			return OUTBOX_FAILED;
		}
	}
	put_u32(record, fresh_epoch);
	record[4] = (uint8_t)outbox->capacity;
	record[5] = (uint8_t)(outbox->capacity >> 8);
	outbox->epoch = fresh_epoch;
	return outbox->store->write(outbox->store->context, RECORD_FORMAT, record, sizeof(record)) == 0 ? OUTBOX_OK : OUTBOX_FAILED;
}

static enum outbox_result read_format(struct outbox *outbox, uint32_t fresh_epoch)
{
	uint8_t record[6];
	const int length = outbox->store->read(outbox->store->context, RECORD_FORMAT, record, sizeof(record));

	if (length == STORE_ABSENT) {
		return format(outbox, fresh_epoch);
	}
	if (length != sizeof(record)) {
		return OUTBOX_FAILED;
	}
	outbox->epoch = get_u32(record);
	outbox->capacity = (uint16_t)(record[4] | record[5] << 8);
	return outbox->capacity > 0 && outbox->capacity <= OUTBOX_CAPACITY_MAX ? OUTBOX_OK : OUTBOX_FAILED;
}

static enum outbox_result read_acknowledged(struct outbox *outbox)
{
	uint8_t record[NUMBER_BYTES];
	const int length = outbox->store->read(outbox->store->context, RECORD_ACKNOWLEDGED, record, sizeof(record));

	if (length == STORE_ABSENT) {
		return OUTBOX_OK;
	}
	outbox->acknowledged = get_u32(record);
	return length == NUMBER_BYTES ? OUTBOX_OK : OUTBOX_FAILED;
}

/** What was acknowledged but not removed before a power cut stays where it is until its place is needed. */
static enum outbox_result scan(struct outbox *outbox)
{
	uint8_t record[NUMBER_BYTES];

	for (uint16_t n = 0; n < outbox->capacity; n++) {
		const int length = outbox->store->read(outbox->store->context, (uint16_t)(RECORD_FIRST_EVENT + n), record, sizeof(record));

		if (length == STORE_ABSENT) {
			continue;
		}
		if (length < NUMBER_BYTES) {
			return OUTBOX_FAILED;
		}
		const uint32_t sequence = get_u32(record);

		if (place(outbox, sequence) != n || sequence <= outbox->acknowledged || sequence - outbox->acknowledged > outbox->capacity) {
			continue;
		}
		set_present(outbox, sequence, true);
		outbox->next = sequence >= outbox->next ? sequence + 1 : outbox->next;
	}
	return OUTBOX_OK;
}

enum outbox_result outbox_open(struct outbox *outbox, const struct record_store *store, const struct outbox_settings *settings, uint32_t fresh_epoch)
{
	*outbox = (struct outbox){ .store = store, .capacity = settings->capacity };
	if (settings->capacity == 0 || settings->capacity > OUTBOX_CAPACITY_MAX || settings->reserved >= settings->capacity) {
		return OUTBOX_REFUSED;
	}
	if (read_format(outbox, fresh_epoch) != OUTBOX_OK || read_acknowledged(outbox) != OUTBOX_OK) {
		return OUTBOX_FAILED;
	}
	outbox->reserved = settings->reserved < outbox->capacity ? settings->reserved : (uint16_t)(outbox->capacity - 1);
	outbox->next = outbox->acknowledged + 1;
	outbox->sent = outbox->acknowledged;
	return scan(outbox);
}

uint32_t outbox_waiting(const struct outbox *outbox)
{
	return outbox->next - 1 - outbox->acknowledged;
}

uint32_t outbox_oldest(const struct outbox *outbox)
{
	uint32_t oldest = outbox->acknowledged + 1;

	while (oldest < outbox->next && !is_present(outbox, oldest)) {
		oldest++;
	}
	return oldest;
}

uint16_t outbox_room(const struct outbox *outbox, bool for_sales)
{
	const uint32_t free = outbox->capacity - outbox_waiting(outbox);
	const uint32_t kept = for_sales ? 0 : outbox->reserved;

	return (uint16_t)(free > kept ? free - kept : 0);
}

bool outbox_is_sale(const struct device_event *event)
{
	return event->kind == EVENT_KIND_DOOR || event->kind == EVENT_KIND_TAKEN || event->kind == EVENT_KIND_RETURNED;
}

enum outbox_result outbox_push(struct outbox *outbox, const struct device_event *event, int64_t at_ms, int64_t now_ms)
{
	uint8_t record[NUMBER_BYTES + EVENT_BYTES];
	const struct event_number number = { outbox->epoch, outbox->next, at_ms };

	if (outbox_room(outbox, outbox_is_sale(event)) == 0 || outbox->next == PROTOCOL_SEQUENCE_MAX) {
		return OUTBOX_FULL;
	}
	const int length = codec_event((char *)record + NUMBER_BYTES, EVENT_BYTES, &number, event);

	if (length < 0) {
		return OUTBOX_REFUSED;
	}
	put_u32(record, outbox->next);
	if (outbox->store->write(outbox->store->context, record_of(outbox, outbox->next), record, NUMBER_BYTES + (size_t)length) != 0) {
		return OUTBOX_FAILED;
	}
	if (outbox_waiting(outbox) == 0) {
		outbox->progress_ms = now_ms;
	}
	set_present(outbox, outbox->next, true);
	outbox->next++;
	return OUTBOX_OK;
}

enum outbox_result outbox_acknowledge(struct outbox *outbox, uint32_t epoch, uint64_t sequence, int64_t now_ms)
{
	uint8_t record[NUMBER_BYTES];

	if (epoch != outbox->epoch || sequence <= outbox->acknowledged || sequence >= outbox->next) {
		return OUTBOX_OK;
	}
	put_u32(record, (uint32_t)sequence);
	/* Written before anything is removed: what is gone must be known to be acknowledged, or its number would be given again. */
	if (outbox->store->write(outbox->store->context, RECORD_ACKNOWLEDGED, record, sizeof(record)) != 0) {
		return OUTBOX_FAILED;
	}
	for (uint32_t n = outbox->acknowledged + 1; n <= (uint32_t)sequence; n++) {
		(void)outbox->store->remove(outbox->store->context, record_of(outbox, n));
		set_present(outbox, n, false);
	}
	outbox->acknowledged = (uint32_t)sequence;
	outbox->sent = outbox->sent > outbox->acknowledged ? outbox->sent : outbox->acknowledged;
	outbox->progress_ms = now_ms;
	return OUTBOX_OK;
}

void outbox_again(struct outbox *outbox, int64_t now_ms)
{
	outbox->sent = outbox->acknowledged;
	outbox->progress_ms = now_ms;
}

uint32_t outbox_due(struct outbox *outbox, int64_t now_ms)
{
	int in_window = 0;

	if (outbox_waiting(outbox) > 0 && now_ms - outbox->progress_ms >= OUTBOX_RESEND_MS) {
		outbox_again(outbox, now_ms);
	}
	for (uint32_t n = outbox->acknowledged + 1; n < outbox->next && in_window < PROTOCOL_WINDOW; n++) {
		if (!is_present(outbox, n)) {
			continue;
		}
		if (n > outbox->sent) {
			return n;
		}
		in_window++;
	}
	return 0;
}

void outbox_sent(struct outbox *outbox, uint32_t sequence)
{
	outbox->sent = sequence > outbox->sent ? sequence : outbox->sent;
}

int outbox_read(const struct outbox *outbox, uint32_t sequence, char *text)
{
	uint8_t record[NUMBER_BYTES + EVENT_BYTES];
	const int length = outbox->store->read(outbox->store->context, record_of(outbox, sequence), record, sizeof(record));

	if (length <= NUMBER_BYTES || length > (int)sizeof(record) || get_u32(record) != sequence) {
		return -1;
	}
	memcpy(text, record + NUMBER_BYTES, (size_t)length - NUMBER_BYTES);
	return length - NUMBER_BYTES;
}
