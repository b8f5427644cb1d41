#include <stdio.h>
#include "check.h"
#include "fake_store.h"
#include "outbox/dedup.h"

static struct dedup dedup;

static void begin(void)
{
	fake_store_open(&store);
	check_equal(dedup_open(&dedup, &store.port, 0), 0);
}

CASE(dedup, a_command_is_carried_out_once)
{
	begin();
	check_equal(dedup_offer(&dedup, "o1", 0, 30000, 0), DEDUP_NEW);
	check_equal(dedup_offer(&dedup, "o1", 0, 30000, 0), DEDUP_REPEATED);
	check_equal(dedup_offer(&dedup, "o2", 0, 30000, 0), DEDUP_NEW);
	check_equal(dedup_offer(&dedup, "o1", 80000, 30000, 80000), DEDUP_REPEATED);
}

CASE(dedup, a_command_is_remembered_through_a_power_cut)
{
	begin();
	check_equal(dedup_offer(&dedup, "reboot", 0, 30000, 0), DEDUP_NEW);
	check_equal(dedup_open(&dedup, &store.port, 5), 0);
	check_equal(dedup_offer(&dedup, "reboot", 5, 30000, 5), DEDUP_REPEATED);
	check_equal(dedup_offer(&dedup, "reboot", 3600004, 30000, 3600004), DEDUP_REPEATED);
	check_equal(dedup_offer(&dedup, "reboot", 3600005, 30000, 3600005), DEDUP_NEW);
}

CASE(dedup, a_command_that_waited_too_long_is_not_carried_out)
{
	begin();
	check_equal(dedup_offer(&dedup, "o1", 1000, 30000, 31000), DEDUP_EXPIRED);
	check_equal(dedup_offer(&dedup, "o1", 1000, 30000, 30999), DEDUP_NEW);
}

CASE(dedup, what_cannot_be_remembered_is_not_carried_out)
{
	begin();
	store.fails_in = 0;
	check_equal(dedup_offer(&dedup, "o1", 0, 30000, 0), DEDUP_FULL);
	check_equal(dedup_offer(&dedup, "o1", 0, 30000, 0), DEDUP_NEW);
}

CASE(dedup, old_commands_make_room_for_new_ones)
{
	char id[16];

	begin();
	for (int n = 0; n < DEDUP_CAPACITY; n++) {
		snprintf(id, sizeof(id), "o%d", n);
		check_equal(dedup_offer(&dedup, id, 0, 30000, 0), DEDUP_NEW);
	}
	check_equal(dedup_offer(&dedup, "one more", 0, 30000, 0), DEDUP_FULL);
	check_equal(dedup_offer(&dedup, "one more", 90000, 30000, 90000), DEDUP_NEW);
}

CASE(dedup, power_cuts_one_after_the_other_make_no_command_wait)
{
	char id[16];

	begin();
	for (int n = 0; n < 3 * DEDUP_CAPACITY; n++) {
		snprintf(id, sizeof(id), "o%d", n);
		check_equal(dedup_offer(&dedup, id, n, 30000, n), DEDUP_NEW);
		check_equal(dedup_open(&dedup, &store.port, n), 0);
	}
	check_equal(dedup.count, DEDUP_CAPACITY);
	for (int n = 2 * DEDUP_CAPACITY; n < 3 * DEDUP_CAPACITY; n++) {
		snprintf(id, sizeof(id), "o%d", n);
		check_equal(dedup_offer(&dedup, id, 200, 30000, 200), DEDUP_REPEATED);
	}
}

CASE(dedup, a_memory_that_cannot_be_read_is_said_so)
{
	begin();
	store.is_unreadable = true;
	check_equal(dedup_open(&dedup, &store.port, 0), STORE_FAILED);
	fake_store_open(&store);
	store.records[RECORD_OBEYED].is_there = true;
	store.records[RECORD_OBEYED].length = 3;
	check_equal(dedup_open(&dedup, &store.port, 0), STORE_FAILED);
}

SUITE(dedup, A(a_command_is_carried_out_once), A(a_command_is_remembered_through_a_power_cut), A(a_command_that_waited_too_long_is_not_carried_out),
	A(what_cannot_be_remembered_is_not_carried_out), A(old_commands_make_room_for_new_ones), A(power_cuts_one_after_the_other_make_no_command_wait), A(a_memory_that_cannot_be_read_is_said_so));
