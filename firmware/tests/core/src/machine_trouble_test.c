#include <stdio.h>
#include <stdlib.h>
#include "machine_rig.h"

CASE(machine_trouble, offline_it_sells_what_it_was_told_to_and_tells_it_later)
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

CASE(machine_trouble, a_sale_survives_a_power_cut)
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
	check(was_said("\"from\":4,"));
	tell("{\"v\":1,\"t\":\"ack\",\"e\":\"0000cafe\",\"s\":4}");
	pass(2000);
	check(!was_said("\"open\":false"));
}

CASE(machine_trouble, a_machine_that_was_too_warm_is_so_after_a_power_cut)
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

CASE(machine_trouble, a_full_outbox_refuses_guests_and_keeps_every_sale)
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

CASE(machine_trouble, a_flash_that_fails_for_a_while_loses_no_sale)
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

/** Takes over all that it has to tell, as the server does; answers how many of C1 left in s1, and whether its end was told. */
static int take_over(bool *is_over)
{
	char json[EVENT_BYTES], order[60];
	int left = 0;

	*is_over = false;
	while (outbox_waiting(&machine.reports.outbox) > 0) {
		for (uint32_t n = outbox_oldest(&machine.reports.outbox); n < machine.reports.outbox.next; n++) {
			json[outbox_read(&machine.reports.outbox, n, json)] = '\0';
			const char *item = strstr(json, "\"slot\":\"C1\",\"n\":");
			const int items = item && strstr(json, "\"sid\":\"s1\"") ? atoi(item + strlen("\"slot\":\"C1\",\"n\":")) : 0;

			left += strstr(json, "\"taken\"") ? items : -items;
			*is_over = *is_over || strstr(json, "\"open\":false,\"mode\":\"customer\",\"sid\":\"s1\"");
		}
		snprintf(order, sizeof(order), "{\"v\":1,\"t\":\"ack\",\"e\":\"0000cafe\",\"s\":%u}", machine.reports.outbox.next - 1);
		tell(order);
		pass(100);
	}
	return left;
}

/** Without a link, a guest takes an item and puts it back until nothing more can be kept, then leaves with five. */
static void fill_the_outbox_and_take_five(void)
{
	begin();
	machine_disconnected(&machine);
	unlock("s1");
	machine_door(&machine, true, now_ms);
	for (int n = 0; n < 30; n++) {
		count(8);
		count(9);
	}
	count(4);
}

CASE(machine_trouble, a_guest_who_fills_the_outbox_takes_nothing_for_free)
{
	bool is_over;

	fill_the_outbox_and_take_five();
	machine_door(&machine, false, now_ms);
	pass(4000);
	check_equal(machine.reports.lost, 0);
	check_equal(take_over(&is_over), 5);
	check(is_over);
	unlock("s2");
	check(is_latch_free);
}

CASE(machine_trouble, what_is_only_held_is_seen_again_after_a_power_cut)
{
	bool is_over;

	for (int after = 0; after < 3; after++) {
		fill_the_outbox_and_take_five();
		if (after > 0) {
			machine_door(&machine, false, now_ms);
			pass(4000);
		}
		if (after > 1) {
			weigh(4820); /* nobody's doing */
			pass(61000);
		}
		open_machine();
		pass(4000);
		check_equal(take_over(&is_over), 5);
		check(is_over);
		open_machine();
		pass(4000);
		check_equal(outbox_waiting(&machine.reports.outbox), 0);
	}
}

CASE(machine_trouble, what_was_held_is_told_once_though_the_power_goes_after_it)
{
	bool is_over;

	fill_the_outbox_and_take_five();
	const int left = take_over(&is_over);

	check(!is_over);
	open_machine();
	pass(4000);
	check_equal(left + take_over(&is_over), 5);
	check(is_over);
}

CASE(machine_trouble, what_is_held_keeps_its_order_and_its_visit)
{
	static struct reports reports;
	struct device_event door = { .kind = EVENT_KIND_DOOR, .door = { true, DEVICE_MODE_CUSTOMER }, .has_sid = true, .sid = "s1" };
	struct device_event taken = { .kind = EVENT_KIND_TAKEN, .item = { "A1", 1, 1, { "A2" } }, .has_sid = true, .sid = "s1" };
	char text[EVENT_BYTES];

	fake_store_open(&store);
	memset(&reports, 0, sizeof(reports));
	check_equal(outbox_open(&reports.outbox, &store.port, &settings.outbox, 0xcafe), OUTBOX_OK);
	store.cuts_power = true;
	store.fails_in = 0;
	reports_add(&reports, &door, 5, now_ms);
	reports_add(&reports, &taken, 5, now_ms);
	strcpy(taken.sid, "s2");
	reports_add(&reports, &taken, 5, now_ms); /* of another visit, which cannot be: nobody else's bill may carry it */
	check_equal(reports.lost, 1);
	door.has_sid = false;
	reports_add(&reports, &door, 5, now_ms);
	check_equal(reports.held_count, 3);
	fake_store_restart(&store);
	reports_release(&reports, 7, now_ms);
	check_equal(reports.held_count, 0);
	text[outbox_read(&reports.outbox, 1, text)] = '\0';
	check_text(text, "{\"v\":1,\"t\":\"door\",\"e\":\"0000cafe\",\"s\":1,\"at\":7,\"open\":true,\"mode\":\"customer\",\"sid\":\"s1\"}");
	text[outbox_read(&reports.outbox, 2, text)] = '\0';
	check_text(text, "{\"v\":1,\"t\":\"taken\",\"e\":\"0000cafe\",\"s\":2,\"at\":7,\"slot\":\"A1\",\"n\":1,\"or\":[\"A2\"],\"sid\":\"s1\"}");
	text[outbox_read(&reports.outbox, 3, text)] = '\0';
	check_text(text, "{\"v\":1,\"t\":\"door\",\"e\":\"0000cafe\",\"s\":3,\"at\":7,\"open\":true,\"mode\":\"customer\"}");
}

CASE(machine_trouble, a_machine_does_not_start_on_a_store_it_cannot_read_or_settings_it_cannot_follow)
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

SUITE(machine_trouble, A(a_guest_who_fills_the_outbox_takes_nothing_for_free), A(what_is_only_held_is_seen_again_after_a_power_cut), A(what_was_held_is_told_once_though_the_power_goes_after_it), A(offline_it_sells_what_it_was_told_to_and_tells_it_later), A(a_sale_survives_a_power_cut), A(a_machine_that_was_too_warm_is_so_after_a_power_cut), A(a_full_outbox_refuses_guests_and_keeps_every_sale), A(a_flash_that_fails_for_a_while_loses_no_sale), A(what_is_held_keeps_its_order_and_its_visit), A(a_machine_does_not_start_on_a_store_it_cannot_read_or_settings_it_cannot_follow));
