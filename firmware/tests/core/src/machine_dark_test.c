#include <stdlib.h>
#include "machine_rig.h"

static const char NOT_OPENED[] = "\"id\":\"s1:unlock\",\"ok\":false,\"why\":\"The power went before the door was opened\"";

static void power_returns(bool is_door_open)
{
	fake_store_restart(&store);
	open_machine_with_door(is_door_open);
	machine_connected(&machine, now_ms);
	pass(5000);
}

CASE(machine_dark, a_visit_that_was_only_unlocked_is_told_to_have_come_to_nothing)
{
	begin();
	unlock("s1");
	power_returns(false);
	check(!is_latch_free);
	check_equal(machine.vend.mode, DEVICE_MODE_LOCKED);
	check(was_said(NOT_OPENED));
	check(!was_said("\"t\":\"door\""));
	tell("{\"v\":1,\"t\":\"ack\",\"e\":\"0000cafe\",\"s\":2}");
	power_returns(false);
	check(!was_said(NOT_OPENED));
	unlock("s2");
	check(is_latch_free);
}

CASE(machine_dark, a_door_that_stands_open_when_power_returns_belongs_to_the_guest_it_was_unlocked_for)
{
	begin();
	unlock("s1");
	move_in_the_dark(4650, 9);
	power_returns(true);
	check(!is_latch_free);
	check(!was_said(NOT_OPENED));
	check(was_said("\"open\":true,\"mode\":\"customer\",\"sid\":\"s1\""));
	count(8);
	machine_door(&machine, false, now_ms);
	tell("{\"v\":1,\"t\":\"ack\",\"e\":\"0000cafe\",\"s\":2}");
	pass(5000);
	check(was_said("\"slot\":\"A1\",\"n\":1"));
	check(was_said("\"slot\":\"C1\",\"n\":1,\"sid\":\"s1\""));
	check(was_said("\"open\":false,\"mode\":\"customer\",\"sid\":\"s1\""));
}

CASE(machine_dark, what_is_gone_although_nobody_is_known_to_have_opened_is_told_without_a_visit)
{
	begin();
	unlock("s1");
	move_in_the_dark(5000, 7);
	power_returns(false);
	check(was_said(NOT_OPENED));
	check(was_said("\"slot\":\"C1\",\"n\":2}"));
}

CASE(machine_dark, what_is_moved_in_the_dark_is_seen_when_power_returns)
{
	begin();
	unlock("s1");
	machine_door(&machine, true, now_ms);
	count(8);
	tell("{\"v\":1,\"t\":\"ack\",\"e\":\"0000cafe\",\"s\":3}");
	move_in_the_dark(4300, 9);
	power_returns(true);
	check(was_said("\"slot\":\"A1\",\"n\":2"));
	check(was_said("\"t\":\"returned\",\"e\":\"0000cafe\",\"s\":6"));
	tell("{\"v\":1,\"t\":\"ack\",\"e\":\"0000cafe\",\"s\":6}");
	said[0] = '\0';
	power_returns(true);
	check(!was_said("\"t\":\"taken\""));
	check(!was_said("\"t\":\"returned\""));
}

/** Of slot C1, by everything that was ever kept. */
static int told(void)
{
	char json[EVENT_BYTES];
	int sum = 0;

	for (uint32_t sequence = 1; sequence < machine.reports.outbox.next; sequence++) {
		const int length = outbox_read(&machine.reports.outbox, sequence, json);

		json[length > 0 ? length : 0] = '\0';
		const char *quantity = strstr(json, "\"slot\":\"C1\",\"n\":");

		sum += quantity ? atoi(quantity + 16) : 0;
	}
	return sum;
}

CASE(machine_dark, a_power_cut_at_any_write_tells_each_move_once)
{
	for (int cut = 0; cut < 12; cut++) {
		begin();
		unlock("s1");
		machine_door(&machine, true, now_ms);
		store.cuts_power = true;
		store.fails_in = cut;
		count(8);
		count(6);
		move_in_the_dark(5000, 6);
		power_returns(true);
		check_equal(told(), 3);
		power_returns(true);
		check_equal(told(), 3);
	}
}

/** Of all that was ever kept, the words of the last that has them. */
static bool was_kept(const char *words)
{
	char json[EVENT_BYTES];
	bool is = false;

	for (uint32_t sequence = 1; sequence < machine.reports.outbox.next; sequence++) {
		const int length = outbox_read(&machine.reports.outbox, sequence, json);

		json[length > 0 ? length : 0] = '\0';
		is = is || strstr(json, words) != NULL;
	}
	return is;
}

CASE(machine_dark, what_goes_in_one_grip_is_told_to_its_end_though_the_power_goes_in_between)
{
	static struct machine_settings its;

	for (int cut = 0; cut < 4; cut++) {
		begin();
		its = settings;
		its.items.slots[1].grams = 52;
		check_equal(machine_open(&machine, &its, &ports, 0xcafe, now_ms), MACHINE_OK);
		machine_door(&machine, false, now_ms);
		weigh(5000);
		unlock("s1");
		machine_door(&machine, true, now_ms);
		store.cuts_power = true;
		store.fails_in = cut;
		weigh(5000 - 350 - 52);
		fake_store_restart(&store);
		check_equal(machine_open(&machine, &its, &ports, 0xcafe, now_ms), MACHINE_OK);
		machine_door(&machine, true, now_ms);
		weigh(5000 - 350 - 52);
		check(was_kept("\"slot\":\"A1\",\"n\":1,\"sid\":\"s1\"") && was_kept("\"slot\":\"A2\",\"n\":1,\"sid\":\"s1\""));
		check_equal(machine.reports.outbox.next, 6); /* the unlocking, the door before and after, and each of the two once */
	}
}

CASE(machine_dark, a_move_that_was_not_told_yet_is_let_be_when_slots_were_told_anew)
{
	static struct machine_settings its;

	begin();
	unlock("s1");
	machine_door(&machine, true, now_ms);
	store.cuts_power = true;
	store.fails_in = 1;
	count(8);
	fake_store_restart(&store);
	its = settings;
	strcpy(its.items.slots[2].name, "C2");
	check_equal(machine_open(&machine, &its, &ports, 0xcafe, now_ms), MACHINE_OK);
	check(!was_kept("\"t\":\"taken\""));
}

CASE(machine_dark, what_was_filled_in_since_the_last_visit_is_not_told_after_a_power_cut_in_the_next)
{
	for (int cut = 0; cut < 6; cut++) {
		begin();
		unlock("s1");
		pass(70000);
		tell("{\"v\":1,\"t\":\"cmd\",\"id\":\"o1\",\"do\":\"restock\",\"ttl\":30}");
		count(5);
		tell("{\"v\":1,\"t\":\"cmd\",\"id\":\"o2\",\"do\":\"lock\",\"ttl\":30}");
		tell("{\"v\":1,\"t\":\"ack\",\"e\":\"0000cafe\",\"s\":3}");
		store.cuts_power = true;
		store.fails_in = cut;
		unlock("s2");
		power_returns(false);
		check(!was_said("\"slot\":\"C1\""));
	}
}

CASE(machine_dark, a_power_cut_at_any_write_leaves_no_visit_without_its_end)
{
	for (int is_cancelled = 0; is_cancelled < 2; is_cancelled++) {
		for (int cut = 0; cut < 6; cut++) {
			begin();
			unlock("s1");
			if (!is_cancelled) {
				machine_door(&machine, true, now_ms);
				machine_door(&machine, false, now_ms);
			} else {
				tell("{\"v\":1,\"t\":\"cmd\",\"id\":\"s1:lock\",\"do\":\"lock\",\"ttl\":30,\"sid\":\"s1\"}");
			}
			store.cuts_power = true;
			store.fails_in = cut;
			pass(4000);
			power_returns(false);
			check(is_cancelled ? was_said("\"id\":\"s1:lock\",\"ok\":true") || was_said(NOT_OPENED) : was_said("\"open\":false,\"mode\":\"customer\",\"sid\":\"s1\""));
			check_equal(machine.vend.mode, DEVICE_MODE_LOCKED);
		}
	}
}

CASE(machine_dark, what_was_kept_by_another_firmware_is_let_be)
{
	begin();
	check_equal(store.port.write(store.port.context, RECORD_UNLOCKED, "s1:unlock", 9), 0);
	check_equal(store.port.write(store.port.context, RECORD_READINGS, "much", 4), 0);
	power_returns(false);
	check_equal(machine.vend.mode, DEVICE_MODE_LOCKED);
	check(!was_said("\"t\":\"done\""));
	check_equal(store.port.write(store.port.context, RECORD_VISIT, "s1", 2), 0);
	power_returns(false);
	check(was_said("\"open\":false,\"mode\":\"customer\",\"sid\":\"s1\""));
	check(!was_said("\"t\":\"taken\""));
}

SUITE(machine_dark, A(a_visit_that_was_only_unlocked_is_told_to_have_come_to_nothing), A(a_door_that_stands_open_when_power_returns_belongs_to_the_guest_it_was_unlocked_for), A(what_is_gone_although_nobody_is_known_to_have_opened_is_told_without_a_visit), A(what_is_moved_in_the_dark_is_seen_when_power_returns), A(a_power_cut_at_any_write_tells_each_move_once), A(what_goes_in_one_grip_is_told_to_its_end_though_the_power_goes_in_between), A(a_move_that_was_not_told_yet_is_let_be_when_slots_were_told_anew), A(what_was_filled_in_since_the_last_visit_is_not_told_after_a_power_cut_in_the_next), A(a_power_cut_at_any_write_leaves_no_visit_without_its_end), A(what_was_kept_by_another_firmware_is_let_be));
