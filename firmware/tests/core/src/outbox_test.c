#include "check.h"
#include "fake_store.h"
#include "outbox/outbox.h"

static struct outbox outbox;
static const struct outbox_settings settings = { .capacity = 12, .reserved = 4 };
static const struct device_event tap = { .kind = EVENT_KIND_TAP, .tap = { "VM-1" } };
static const struct device_event door = { .kind = EVENT_KIND_DOOR, .door = { true, DEVICE_MODE_CUSTOMER } };

static void begin(void)
{
	fake_store_open(&store);
	check_equal(outbox_open(&outbox, &store.port, &settings, 0xa1b2c3d4), OUTBOX_OK);
}

static void push(const struct device_event *event, int times)
{
	for (int n = 0; n < times; n++) {
		check_equal(outbox_push(&outbox, event, 0, 0), OUTBOX_OK);
	}
}

/** Sends what is due; answers the last number. */
static uint32_t send_due(int64_t now_ms)
{
	uint32_t last = 0;

	for (uint32_t due = outbox_due(&outbox, now_ms); due != 0; due = outbox_due(&outbox, now_ms)) {
		outbox_sent(&outbox, due);
		last = due;
	}
	return last;
}

CASE(outbox, events_are_numbered_from_one_and_kept)
{
	char json[EVENT_BYTES];

	begin();
	push(&tap, 2);
	check_equal(outbox_waiting(&outbox), 2);
	const int length = outbox_read(&outbox, 2, json);

	json[length] = '\0';
	check_text(json, "{\"v\":1,\"t\":\"tap\",\"e\":\"a1b2c3d4\",\"s\":2,\"at\":0,\"tag\":\"VM-1\"}");
	check(outbox_read(&outbox, 3, json) < 0);
	check(outbox_read(&outbox, 14, json) < 0);
}

CASE(outbox, no_more_than_the_window_is_under_way)
{
	begin();
	push(&tap, 6);
	check_equal(send_due(0), 4);
	check_equal(outbox_acknowledge(&outbox, 0xa1b2c3d4, 1, 10), OUTBOX_OK);
	check_equal(send_due(10), 5);
	check_equal(outbox_acknowledge(&outbox, 0xa1b2c3d4, 5, 10), OUTBOX_OK);
	check_equal(send_due(10), 6);
}

CASE(outbox, a_window_without_an_acknowledgement_is_sent_again)
{
	begin();
	push(&tap, 2);
	check_equal(send_due(0), 2);
	check_equal(send_due(OUTBOX_RESEND_MS - 1), 0);
	check_equal(outbox_due(&outbox, OUTBOX_RESEND_MS), 1);
	outbox_again(&outbox, OUTBOX_RESEND_MS);
	check_equal(outbox_due(&outbox, OUTBOX_RESEND_MS), 1);
}

CASE(outbox, only_an_acknowledgement_of_its_own_events_counts)
{
	begin();
	push(&tap, 2);
	outbox_acknowledge(&outbox, 0xffffffff, 2, 0);
	outbox_acknowledge(&outbox, 0xa1b2c3d4, 3, 0);
	outbox_acknowledge(&outbox, 0xa1b2c3d4, 0, 0);
	outbox_acknowledge(&outbox, 0xa1b2c3d4, UINT64_C(0x100000002), 0);
	check_equal(outbox_waiting(&outbox), 2);
}

CASE(outbox, a_full_outbox_refuses_taps_first_and_doors_last)
{
	begin();
	push(&tap, 8);
	check_equal(outbox_room(&outbox, false), 0);
	check_equal(outbox_push(&outbox, &tap, 0, 0), OUTBOX_FULL);
	push(&door, 4);
	check_equal(outbox_room(&outbox, true), 0);
	check_equal(outbox_push(&outbox, &door, 0, 0), OUTBOX_FULL);
	outbox_acknowledge(&outbox, 0xa1b2c3d4, 5, 0);
	check_equal(outbox_room(&outbox, true), 5);
	check_equal(outbox_room(&outbox, false), 1);
}

CASE(outbox, a_restart_goes_on_where_it_was)
{
	begin();
	push(&tap, 5);
	outbox_acknowledge(&outbox, 0xa1b2c3d4, 5, 0);
	push(&tap, 2);
	check_equal(outbox_open(&outbox, &store.port, &(struct outbox_settings){ 99, 1 }, 7), OUTBOX_OK);
	check_equal(outbox.epoch, 0xa1b2c3d4);
	check_equal(outbox_waiting(&outbox), 2);
	check_equal(outbox_due(&outbox, 0), 6);
	check_equal(outbox.capacity, 12); /* the places of kept events depend on it */
}

CASE(outbox, a_number_is_not_given_again_after_everything_was_acknowledged)
{
	begin();
	push(&tap, 3);
	outbox_acknowledge(&outbox, 0xa1b2c3d4, 3, 0);
	check_equal(outbox_open(&outbox, &store.port, &settings, 7), OUTBOX_OK);
	push(&tap, 1);
	check_equal(outbox_due(&outbox, 0), 4);
}

CASE(outbox, an_event_that_cannot_be_read_any_more_does_not_stop_the_others)
{
	begin();
	push(&tap, 7);
	for (uint16_t n = 1; n <= 5; n++) {
		store.records[RECORD_FIRST_EVENT + n].is_there = false;
	}
	check_equal(outbox_open(&outbox, &store.port, &settings, 7), OUTBOX_OK);
	check_equal(outbox_oldest(&outbox), 6);
	check_equal(outbox_due(&outbox, 0), 6);
	check_equal(send_due(0), 7);
	outbox_acknowledge(&outbox, 0xa1b2c3d4, 7, 0);
	check_equal(outbox_oldest(&outbox), 8);
	check_equal(outbox_waiting(&outbox), 0);
}

CASE(outbox, a_store_that_fails_is_said_so)
{
	begin();
	store.fails_in = 0;
	check_equal(outbox_push(&outbox, &tap, 0, 0), OUTBOX_FAILED);
	push(&tap, 1);
	store.fails_in = 0;
	check_equal(outbox_acknowledge(&outbox, 0xa1b2c3d4, 1, 0), OUTBOX_FAILED);
	check_equal(outbox_waiting(&outbox), 1);
	store.is_unreadable = true;
	check_equal(outbox_open(&outbox, &store.port, &settings, 7), OUTBOX_FAILED);
	for (int fails_in = 0; fails_in < 14; fails_in++) {
		fake_store_open(&store);
		store.fails_in = fails_in;
		check_equal(outbox_open(&outbox, &store.port, &settings, 7), OUTBOX_FAILED);
	}
}

CASE(outbox, records_that_make_no_sense_are_no_start)
{
	begin();
	store.records[RECORD_FORMAT].length = 3;
	check_equal(outbox_open(&outbox, &store.port, &settings, 7), OUTBOX_FAILED);
	begin();
	store.records[RECORD_FORMAT].bytes[4] = 0;
	check_equal(outbox_open(&outbox, &store.port, &settings, 7), OUTBOX_FAILED);
	begin();
	push(&tap, 1);
	outbox_acknowledge(&outbox, 0xa1b2c3d4, 1, 0);
	store.records[RECORD_ACKNOWLEDGED].length = 2;
	check_equal(outbox_open(&outbox, &store.port, &settings, 7), OUTBOX_FAILED);
	begin();
	push(&tap, 1);
	store.records[RECORD_FIRST_EVENT + 1].length = 2;
	check_equal(outbox_open(&outbox, &store.port, &settings, 7), OUTBOX_FAILED);
	check_equal(outbox_open(&outbox, &store.port, &(struct outbox_settings){ 0, 0 }, 7), OUTBOX_REFUSED);
	check_equal(outbox_open(&outbox, &store.port, &(struct outbox_settings){ 4, 4 }, 7), OUTBOX_REFUSED);
	check_equal(outbox_open(&outbox, &store.port, &(struct outbox_settings){ OUTBOX_CAPACITY_MAX + 1, 4 }, 7), OUTBOX_REFUSED);
}

CASE(outbox, what_the_protocol_cannot_say_is_refused)
{
	begin();
	check_equal(outbox_push(&outbox, &(struct device_event){ .kind = EVENT_KIND_TAP }, 0, 0), OUTBOX_REFUSED);
	check_equal(outbox_waiting(&outbox), 0);
	outbox.next = PROTOCOL_SEQUENCE_MAX;
	outbox.acknowledged = PROTOCOL_SEQUENCE_MAX - 1;
	check_equal(outbox_push(&outbox, &tap, 0, 0), OUTBOX_FULL);
}

SUITE(outbox, A(events_are_numbered_from_one_and_kept), A(no_more_than_the_window_is_under_way), A(a_window_without_an_acknowledgement_is_sent_again),
	A(only_an_acknowledgement_of_its_own_events_counts), A(a_full_outbox_refuses_taps_first_and_doors_last), A(a_restart_goes_on_where_it_was),
	A(a_number_is_not_given_again_after_everything_was_acknowledged), A(an_event_that_cannot_be_read_any_more_does_not_stop_the_others),
	A(a_store_that_fails_is_said_so), A(records_that_make_no_sense_are_no_start), A(what_the_protocol_cannot_say_is_refused));
