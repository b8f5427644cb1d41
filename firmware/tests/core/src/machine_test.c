#include <stdio.h>
#include "check.h"
#include "fake_store.h"
#include "machine/machine.h"

static struct machine machine;
static char said[5120];
static bool is_latch_free, is_link_busy;
static int reboots;
static int64_t now_ms;

static bool send(void *context, enum machine_channel channel, const char *json, size_t length)
{
	(void)context;
	if (is_link_busy) {
		return false;
	}
	snprintf(said + strlen(said), sizeof(said) - strlen(said), "%s %.*s\n", channel == MACHINE_EVENTS ? "evt" : "tel", (int)length, json);
	return true;
}

static void latch(void *context, bool is_free)
{
	(void)context;
	is_latch_free = is_free;
}

static void reboot(void *context)
{
	(void)context;
	reboots++;
}

static int64_t wall_clock_ms(void *context)
{
	(void)context;
	return 1767225600000;
}

static const struct machine_ports ports = { NULL, &store.port, send, latch, reboot, wall_clock_ms };
static const struct machine_settings settings = {
	.vend = { .customer_s = 60, .unlock_s = 60, .service_s = 1800, .restock_s = 900, .settle_ms = 3000, .warm_centi_celsius = 800, .warm_s = 1800, .visit_events = 8 },
	.items = { .slots = { { "A1", 0, 350, 4 }, { "A2", 0, 351, 4 }, { "C1", ITEMS_NO_SHELF, 0, 0 } }, .slot_count = 3, .noise_grams = 3, .settle_ms = 500 },
	.outbox = { .capacity = 24, .reserved = 12 },
	.firmware = "larder-test",
};

static void pass(int64_t ms)
{
	for (int64_t n = 0; n < ms; n += 50) {
		machine_tick(&machine, now_ms += 50);
	}
}

static void weigh(int32_t grams)
{
	for (int n = 0; n < 8; n++) {
		machine_weight(&machine, 0, grams, now_ms += 100);
	}
}

static void count(uint16_t items)
{
	for (int n = 0; n < 8; n++) {
		machine_counted(&machine, 2, items, now_ms += 100);
	}
}

static void tell(const char *json)
{
	machine_hear(&machine, json, strlen(json), now_ms, now_ms);
}

static void unlock(const char *sid)
{
	char json[120];

	snprintf(json, sizeof(json), "{\"v\":1,\"t\":\"cmd\",\"id\":\"%s:unlock\",\"do\":\"unlock\",\"ttl\":30,\"sid\":\"%s\"}", sid, sid);
	tell(json);
}

static void open_machine(void)
{
	check_equal(machine_open(&machine, &settings, &ports, 0xcafe, now_ms), MACHINE_OK);
	machine_door(&machine, false, now_ms);
	weigh(5000);
	count(9);
	said[0] = '\0';
}

static void begin(void)
{
	fake_store_open(&store);
	now_ms = 1000;
	is_link_busy = false;
	open_machine();
	machine_connected(&machine, now_ms);
	pass(50);
}

static bool was_said(const char *words)
{
	return strstr(said, words) != NULL;
}

CASE(machine, a_machine_that_connects_says_hello_and_beats)
{
	begin();
	check(was_said("tel {\"v\":1,\"t\":\"hello\",\"e\":\"0000cafe\",\"fw\":\"larder-test\"}"));
	machine_signal(&machine, -58);
	machine_temperature(&machine, 450, now_ms);
	said[0] = '\0';
	pass(MACHINE_BEAT_MS);
	check(was_said("\"door\":\"closed\",\"mode\":\"locked\",\"rssi\":-58,\"tempC\":4.5,\"up\":"));
	machine_disconnected(&machine);
	said[0] = '\0';
	pass(60000);
	check_text(said, "");
}

CASE(machine, a_visit_from_tap_to_closed_door)
{
	begin();
	machine_tag(&machine, "VM-001", now_ms);
	unlock("s1");
	check(is_latch_free);
	machine_door(&machine, true, now_ms);
	weigh(4650);
	count(8);
	machine_door(&machine, false, now_ms);
	check(!is_latch_free);
	pass(300);
	check(!was_said("\"open\":false"));
	tell("{\"v\":1,\"t\":\"ack\",\"e\":\"0000cafe\",\"s\":4}");
	pass(3000);
	check(was_said("evt {\"v\":1,\"t\":\"tap\",\"e\":\"0000cafe\",\"s\":1,\"at\":1767225600000,\"tag\":\"VM-001\"}"));
	check(was_said("tel {\"v\":1,\"t\":\"got\",\"id\":\"s1:unlock\"}"));
	check(was_said("\"s\":2,\"at\":1767225600000,\"id\":\"s1:unlock\",\"ok\":true}"));
	check(was_said("\"s\":3,\"at\":1767225600000,\"open\":true,\"mode\":\"customer\",\"sid\":\"s1\"}"));
	check(was_said("\"s\":4,\"at\":1767225600000,\"slot\":\"A1\",\"n\":1,\"or\":[\"A2\"],\"sid\":\"s1\"}"));
	check(was_said("\"s\":5,\"at\":1767225600000,\"slot\":\"C1\",\"n\":1,\"sid\":\"s1\"}"));
	check(was_said("\"s\":6,\"at\":1767225600000,\"open\":false,\"mode\":\"customer\",\"sid\":\"s1\"}"));
}

CASE(machine, what_moves_while_the_door_is_closing_is_part_of_the_visit)
{
	begin();
	unlock("s1");
	machine_door(&machine, true, now_ms);
	machine_door(&machine, false, now_ms);
	for (int n = 0; n < 10; n++) { /* the scale reads what the hand did a moment ago */
		machine_weight(&machine, 0, 4650, now_ms);
		pass(100);
	}
	check(was_said("\"slot\":\"A1\""));
	check(strstr(said, "\"slot\":\"A1\"") < strstr(said, "\"open\":false"));
}

CASE(machine, a_scale_that_never_rests_does_not_keep_the_visit_open)
{
	begin();
	unlock("s1");
	machine_door(&machine, true, now_ms);
	machine_door(&machine, false, now_ms);
	for (int n = 0; n < 40; n++) {
		machine_weight(&machine, 0, 4650 + n % 2 * 50, now_ms);
		pass(100);
	}
	check(was_said("\"open\":false"));
	check(was_said("\"slot\":\"A"));
}

CASE(machine, a_command_is_obeyed_once_and_never_late)
{
	static const char json[] = "{\"v\":1,\"t\":\"cmd\",\"id\":\"o1\",\"do\":\"service\",\"ttl\":30}";

	begin();
	machine_hear(&machine, json, strlen(json), now_ms - 30000, now_ms);
	check(!is_latch_free);
	tell(json);
	check(is_latch_free);
	tell("{\"v\":1,\"t\":\"cmd\",\"id\":\"o2\",\"do\":\"lock\",\"ttl\":30}");
	check(!is_latch_free);
	tell(json);
	check(!is_latch_free);
	tell("rubbish");
}

CASE(machine, a_refusal_is_told_with_its_reason)
{
	begin();
	unlock("s1");
	unlock("s2");
	tell("{\"v\":1,\"t\":\"cmd\",\"id\":\"o1\",\"do\":\"dance\",\"ttl\":30}");
	pass(100);
	check(was_said("\"id\":\"s2:unlock\",\"ok\":false,\"why\":\"A guest is being served\"}"));
	check(was_said("\"id\":\"o1\",\"ok\":false,\"why\":\"This firmware does not know the command\"}"));
	store.fails_in = 0;
	tell("{\"v\":1,\"t\":\"cmd\",\"id\":\"o2\",\"do\":\"lock\",\"ttl\":30}");
	pass(100);
	check(was_said("\"id\":\"o2\",\"ok\":false"));
}

CASE(machine, offline_it_sells_what_it_was_told_to_and_tells_it_later)
{
	begin();
	unlock("s1");
	machine_disconnected(&machine);
	machine_door(&machine, true, now_ms);
	count(7);
	machine_door(&machine, false, now_ms);
	pass(4000);
	said[0] = '\0';
	machine_connected(&machine, now_ms);
	pass(100);
	check(was_said("\"slot\":\"C1\",\"n\":2,\"sid\":\"s1\""));
}

CASE(machine, a_sale_survives_a_power_cut)
{
	begin();
	unlock("s1");
	machine_door(&machine, true, now_ms);
	count(8);
	fake_store_restart(&store);
	open_machine(); /* the door was closed in the dark */
	machine_connected(&machine, now_ms);
	pass(2000);
	check(!is_latch_free);
	check(was_said("\"slot\":\"C1\",\"n\":1,\"sid\":\"s1\""));
	tell("{\"v\":1,\"t\":\"ack\",\"e\":\"0000cafe\",\"s\":3}");
	pass(1000);
	check(was_said("\"open\":false,\"mode\":\"customer\",\"sid\":\"s1\""));
	said[0] = '\0';
	open_machine();
	machine_connected(&machine, now_ms);
	tell("{\"v\":1,\"t\":\"ack\",\"e\":\"0000cafe\",\"s\":4}");
	pass(2000);
	check(!was_said("\"open\":false"));
}

CASE(machine, a_machine_that_was_too_warm_is_so_after_a_power_cut)
{
	struct machine_settings cold = settings;

	fake_store_open(&store);
	now_ms = 1000;
	cold.vend.has_thermometer = true;
	check_equal(machine_open(&machine, &cold, &ports, 1, now_ms), MACHINE_OK);
	machine_door(&machine, false, now_ms);
	now_ms += 1800000;
	machine_tick(&machine, now_ms);
	check(machine.vend.is_warm);
	check_equal(machine_open(&machine, &cold, &ports, 1, now_ms), MACHINE_OK);
	check(machine.vend.is_warm);
}

CASE(machine, a_full_outbox_refuses_guests_and_keeps_every_sale)
{
	begin();
	machine_disconnected(&machine);
	for (int n = 0; n < 30; n++) {
		machine_tag(&machine, "VM-001", now_ms);
	}
	check_equal(outbox_waiting(&machine.reports.outbox), 12);
	unlock("s1");
	check(is_latch_free); /* twelve are reserved, a visit asks for eight */
	machine_door(&machine, true, now_ms);
	for (uint16_t items = 8; items > 0; items--) {
		count(items);
	}
	machine_door(&machine, false, now_ms);
	pass(4000);
	unlock("s2");
	check(!is_latch_free);
	check_equal(machine.reports.lost, 0);
}

CASE(machine, a_flash_that_fails_for_a_while_loses_no_sale)
{
	begin();
	unlock("s1");
	machine_door(&machine, true, now_ms);
	store.cuts_power = true;
	store.fails_in = 0;
	count(8);
	count(7);
	machine_door(&machine, false, now_ms);
	pass(4000);
	check_equal(machine.reports.held_count, 2); /* two of one slot are one thing to tell */
	unlock("s2");
	check(!is_latch_free);
	fake_store_restart(&store);
	pass(100);
	check_equal(machine.reports.held_count, 0);
	tell("{\"v\":1,\"t\":\"ack\",\"e\":\"0000cafe\",\"s\":2}");
	pass(100);
	check(was_said("\"slot\":\"C1\",\"n\":2,\"sid\":\"s1\""));
	check(was_said("\"open\":false"));
}

CASE(machine, more_than_memory_can_hold_is_counted_as_lost)
{
	begin();
	store.cuts_power = true;
	store.fails_in = 0;
	for (int n = 0; n < 20; n++) {
		machine_door(&machine, n % 2 == 0, now_ms);
	}
	check_equal(machine.reports.held_count, REPORTS_HELD_MAX);
	check_equal(machine.reports.lost, 4);
}

CASE(machine, a_busy_link_is_tried_again)
{
	begin();
	is_link_busy = true;
	machine_tag(&machine, "VM-001", now_ms);
	pass(200);
	check(!was_said("\"t\":\"tap\""));
	is_link_busy = false;
	pass(100);
	check(was_said("\"t\":\"tap\""));
}

CASE(machine, a_reboot_waits_for_its_answer_to_be_stored_but_not_for_ever)
{
	static const char json[] = "{\"v\":1,\"t\":\"cmd\",\"id\":\"o1\",\"do\":\"reboot\",\"ttl\":30}";

	begin();
	reboots = 0;
	tell(json);
	pass(1000);
	check_equal(reboots, 0);
	tell("{\"v\":1,\"t\":\"ack\",\"e\":\"0000cafe\",\"s\":1}");
	pass(100);
	check_equal(reboots, 1);
	open_machine();
	tell(json); /* delivered again: it was done before the restart */
	pass(MACHINE_REBOOT_MS + 100);
	check_equal(reboots, 1);
	tell("{\"v\":1,\"t\":\"cmd\",\"id\":\"o2\",\"do\":\"reboot\",\"ttl\":30}");
	pass(MACHINE_REBOOT_MS + 100);
	check_equal(reboots, 2);
}

CASE(machine, a_sync_sends_everything_again)
{
	begin();
	machine_tag(&machine, "VM-001", now_ms);
	pass(100);
	said[0] = '\0';
	tell("{\"v\":1,\"t\":\"cmd\",\"id\":\"o1\",\"do\":\"sync\",\"ttl\":30}");
	pass(100);
	check(was_said("\"t\":\"tap\"") && was_said("\"t\":\"beat\""));
}

CASE(machine, a_machine_does_not_start_on_a_store_it_cannot_read_or_settings_it_cannot_follow)
{
	struct machine_settings wrong = settings;

	fake_store_open(&store);
	store.is_unreadable = true;
	check_equal(machine_open(&machine, &settings, &ports, 1, 0), MACHINE_FAILED);
	fake_store_open(&store);
	store.records[RECORD_OBEYED].is_there = true;
	store.records[RECORD_OBEYED].length = 5;
	check_equal(machine_open(&machine, &settings, &ports, 1, 0), MACHINE_FAILED);
	wrong.outbox.reserved = 99;
	check_equal(machine_open(&machine, &wrong, &ports, 1, 0), MACHINE_REFUSED);
	wrong = settings;
	wrong.items.slots[0].name[0] = '?';
	check_equal(machine_open(&machine, &wrong, &ports, 1, 0), MACHINE_REFUSED);
}

SUITE(machine, A(a_machine_that_connects_says_hello_and_beats), A(a_visit_from_tap_to_closed_door), A(what_moves_while_the_door_is_closing_is_part_of_the_visit),
	A(a_scale_that_never_rests_does_not_keep_the_visit_open), A(a_command_is_obeyed_once_and_never_late), A(a_refusal_is_told_with_its_reason),
	A(offline_it_sells_what_it_was_told_to_and_tells_it_later), A(a_sale_survives_a_power_cut), A(a_machine_that_was_too_warm_is_so_after_a_power_cut),
	A(a_full_outbox_refuses_guests_and_keeps_every_sale), A(a_flash_that_fails_for_a_while_loses_no_sale), A(more_than_memory_can_hold_is_counted_as_lost),
	A(a_busy_link_is_tried_again), A(a_reboot_waits_for_its_answer_to_be_stored_but_not_for_ever), A(a_sync_sends_everything_again),
	A(a_machine_does_not_start_on_a_store_it_cannot_read_or_settings_it_cannot_follow));
