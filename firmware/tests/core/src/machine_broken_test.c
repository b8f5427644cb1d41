#include "machine_rig.h"

static const char BLIND[] = "\"ok\":false,\"why\":\"What is taken would not be seen: a scale says nothing, or no slots are set\"";

static void begin_with(const struct machine_settings *its)
{
	begin();
	check_equal(machine_open(&machine, its, &ports, 0xcafe, now_ms), MACHINE_OK);
	machine_connected(&machine, now_ms);
	machine_door(&machine, false, now_ms);
	said[0] = '\0';
}

CASE(machine_broken, a_machine_whose_scale_says_nothing_lets_nobody_in)
{
	struct machine_settings its = settings;

	its.items.silent_ms = 5000;
	begin_with(&its);
	weigh(5000);
	pass(4900);
	unlock("s1");
	machine_door(&machine, true, now_ms);
	weigh(4650);
	pass(20000); /* it breaks */
	machine_door(&machine, false, now_ms);
	pass(4000);
	check(was_said("\"slot\":\"A1\",\"n\":1,") && was_said("\"open\":false,\"mode\":\"customer\",\"sid\":\"s1\""));
	tell("{\"v\":1,\"t\":\"ack\",\"e\":\"0000cafe\",\"s\":4}");
	unlock("s2");
	pass(100);
	check(was_said("\"id\":\"s2:unlock\",") && was_said(BLIND) && !is_latch_free);
	weigh(4650);
	unlock("s3");
	check(is_latch_free);
}

CASE(machine_broken, a_heartbeat_says_why_no_guest_would_be_let_in)
{
	struct machine_settings its = settings;

	its.items.silent_ms = 5000;
	begin_with(&its);
	weigh(5000);
	tell("{\"v\":1,\"t\":\"cmd\",\"id\":\"o1\",\"do\":\"sync\",\"ttl\":30}");
	pass(100);
	check(was_said("\"t\":\"beat\"") && was_said("\"shut\":\"\"}"));
	check(machine_shut(&machine, now_ms) == NULL);
	said[0] = '\0';
	pass(15000); /* the scale has broken */
	check(was_said("\"shut\":\"What is taken would not be seen: a scale says nothing, or no slots are set\"}"));
	check_text(machine_shut(&machine, now_ms), "What is taken would not be seen: a scale says nothing, or no slots are set");
}

CASE(machine_broken, a_machine_that_was_not_told_its_slots_lets_nobody_in)
{
	struct machine_settings its = settings;

	its.items.slot_count = 0;
	begin_with(&its);
	unlock("s1");
	pass(100);
	check(was_said(BLIND) && !is_latch_free);
	tell("{\"v\":1,\"t\":\"cmd\",\"id\":\"o1\",\"do\":\"service\",\"ttl\":30}");
	check(is_latch_free);
}

CASE(machine_broken, a_temperature_of_a_thermometer_that_fell_silent_is_not_told)
{
	begin();
	machine_temperature(&machine, 450, now_ms);
	pass(45000);
	check(was_said("\"tempC\":4.5"));
	pass(30000);
	said[0] = '\0';
	pass(15000);
	check(was_said("\"t\":\"beat\"") && !was_said("tempC"));
	machine_temperature(&machine, 500, now_ms);
	pass(15000);
	check(was_said("\"tempC\":5"));
}

CASE(machine_broken, a_door_that_seems_open_for_ever_keeps_nobody_from_the_machine)
{
	begin();
	unlock("s1");
	machine_door(&machine, true, now_ms);
	now_ms += 7198000;
	pass(1000);
	check_equal(machine.vend.mode, DEVICE_MODE_CUSTOMER);
	pass(1000);
	check_equal(machine.vend.mode, DEVICE_MODE_LOCKED);
	check(!is_latch_free);
	tell("{\"v\":1,\"t\":\"ack\",\"e\":\"0000cafe\",\"s\":2}");
	said[0] = '\0';
	weigh(4650); /* whoever takes now is not in that visit */
	weigh(4650 - 175);
	check_equal(outbox_waiting(&machine.reports.outbox), 1);
	machine_door(&machine, false, now_ms);
	pass(4000);
	check(was_said("\"open\":false,\"mode\":\"locked\"}"));
	check_equal(outbox_waiting(&machine.reports.outbox), 3); /* with what was missing when it was closed */
	check(was_said("\"t\":\"taken\"") && was_said("\"slot\":\"A1\",\"n\":1,") && !was_said("sid"));
	tell("{\"v\":1,\"t\":\"cmd\",\"id\":\"o1\",\"do\":\"restock\",\"ttl\":30}");
	check_equal(machine.vend.mode, DEVICE_MODE_RESTOCKING);
}

CASE(machine_broken, a_scale_that_breaks_in_the_night_is_told_as_far_as_there_is_a_word_for_it)
{
	begin();
	pass(4000);
	weigh(-900000);
	pass(60000);
	check(was_said("\"grams\":-500000}"));
	weigh(900000);
	now_ms += 3598000;
	pass(1000);
	check_equal(outbox_waiting(&machine.reports.outbox), 2);
}

CASE(machine_broken, more_than_memory_can_hold_is_counted_as_lost)
{
	begin();
	store.cuts_power = true;
	store.fails_in = 0;
	for (int n = 0; n < REPORTS_HELD_MAX + 4; n++) {
		machine_door(&machine, n % 2 == 0, now_ms);
	}
	check_equal(machine.reports.held_count, REPORTS_HELD_MAX);
	check_equal(machine.reports.lost, 4);
}

CASE(machine_broken, no_guest_is_let_in_where_it_cannot_be_kept_that_one_was)
{
	for (int write = 1; write < 3; write++) { /* after the order itself: what stands there, and for whom the door is unlocked */
		begin();
		store.fails_in = write;
		unlock("s1");
		check(!is_latch_free);
		pass(100);
		check(was_said("\"id\":\"s1:unlock\",\"ok\":false,\"why\":\"The memory does not keep what is sold: it is worn or broken\""));
		check(machine.vend.mode == DEVICE_MODE_LOCKED);
		fake_store_restart(&store);
		unlock("s2");
		check(is_latch_free);
	}
}

SUITE(machine_broken, A(no_guest_is_let_in_where_it_cannot_be_kept_that_one_was), A(more_than_memory_can_hold_is_counted_as_lost), A(a_machine_whose_scale_says_nothing_lets_nobody_in), A(a_heartbeat_says_why_no_guest_would_be_let_in), A(a_machine_that_was_not_told_its_slots_lets_nobody_in), A(a_temperature_of_a_thermometer_that_fell_silent_is_not_told),
	A(a_door_that_seems_open_for_ever_keeps_nobody_from_the_machine), A(a_scale_that_breaks_in_the_night_is_told_as_far_as_there_is_a_word_for_it));
