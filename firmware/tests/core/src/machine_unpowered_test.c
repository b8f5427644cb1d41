#include "machine_rig.h"

static void power_returns(void)
{
	fake_store_restart(&store);
	open_machine();
	machine_connected(&machine, now_ms);
	pass(5000);
}

/** Somebody was served who took nothing, and all of it is stored. */
static void serve_nobody(void)
{
	begin();
	unlock("s1");
	machine_door(&machine, true, now_ms);
	machine_door(&machine, false, now_ms);
	pass(5000);
	tell("{\"v\":1,\"t\":\"ack\",\"e\":\"0000cafe\",\"s\":3}");
}

CASE(machine_unpowered, what_is_gone_after_a_power_cut_between_visits_is_told_without_one_and_once)
{
	serve_nobody();
	move_in_the_dark(4300, 7);
	power_returns();
	check(was_said("\"slot\":\"A1\",\"n\":2,\"or\":[\"A2\"]}") && was_said("\"slot\":\"C1\",\"n\":2}"));
	tell("{\"v\":1,\"t\":\"ack\",\"e\":\"0000cafe\",\"s\":5}");
	power_returns();
	check(!was_said("\"t\":\"taken\""));
	unlock("s2");
	machine_door(&machine, true, now_ms);
	machine_door(&machine, false, now_ms);
	pass(5000);
	check(was_said("\"sid\":\"s2\"") && !was_said("\"t\":\"taken\""));
}

CASE(machine_unpowered, a_shelf_that_shifts_while_the_power_is_off_is_told_when_nothing_explains_it)
{
	serve_nobody();
	move_in_the_dark(4820, 9);
	power_returns();
	check(!was_said("\"t\":\"shifted\""));
	pass(60000);
	check(was_said("\"t\":\"shifted\"") && was_said("\"slots\":[\"A1\",\"A2\"],\"grams\":-180}"));
	tell("{\"v\":1,\"t\":\"ack\",\"e\":\"0000cafe\",\"s\":4}");
	power_returns();
	pass(60000);
	check(!was_said("\"t\":\"shifted\""));
}

CASE(machine_unpowered, what_is_gone_behind_a_door_that_stands_open_when_power_returns_is_told_as_well)
{
	serve_nobody();
	move_in_the_dark(4300, 7);
	fake_store_restart(&store);
	check_equal(machine_open(&machine, &settings, &ports, 0xcafe, now_ms), MACHINE_OK);
	said[0] = '\0';
	machine_connected(&machine, now_ms);
	machine_weight(&machine, 0, 4300, now_ms);
	machine_counted(&machine, 2, 7, now_ms);
	pass(50);
	machine_door(&machine, true, now_ms); /* a switch that bounces is heard later than the others */
	weigh(4300);
	count(7);
	pass(100);
	check(was_said("\"slot\":\"A1\",\"n\":2,\"or\":[\"A2\"]}") && was_said("\"slot\":\"C1\",\"n\":2}"));
}

CASE(machine_unpowered, warmth_of_many_days_is_no_shift_after_a_power_cut)
{
	serve_nobody();
	for (int32_t grams = 5000; grams > 4500; grams -= 100) {
		weigh(grams);
		now_ms += 3600000;
		pass(100);
	}
	power_returns();
	pass(60000);
	check(!was_said("\"t\":\"shifted\"") && !was_said("\"t\":\"taken\""));
}

CASE(machine_unpowered, what_an_operator_moves_is_theirs_to_tell_also_with_a_power_cut_in_it)
{
	serve_nobody();
	tell("{\"v\":1,\"t\":\"cmd\",\"id\":\"o1\",\"do\":\"restock\",\"ttl\":30}");
	move_in_the_dark(4300, 7);
	power_returns();
	pass(60000);
	check(!was_said("\"t\":\"taken\"") && !was_said("\"t\":\"shifted\""));
	move_in_the_dark(3600, 7);
	power_returns();
	check(was_said("\"slot\":\"A1\",\"n\":2"));
}

CASE(machine_unpowered, what_an_operator_leaves_is_where_it_begins_anew)
{
	serve_nobody();
	power_returns();
	tell("{\"v\":1,\"t\":\"cmd\",\"id\":\"o1\",\"do\":\"restock\",\"ttl\":30}");
	machine_door(&machine, true, now_ms);
	pass(100);
	weigh(5000 + 20 * 350);
	machine_door(&machine, false, now_ms);
	tell("{\"v\":1,\"t\":\"cmd\",\"id\":\"o2\",\"do\":\"lock\",\"ttl\":30}");
	pass(65000);
	check(!was_said("\"t\":\"shifted\""));
	tell("{\"v\":1,\"t\":\"ack\",\"e\":\"0000cafe\",\"s\":7}");
	move_in_the_dark(5000 + 18 * 350, 9);
	power_returns();
	check(was_said("\"t\":\"taken\"") && was_said("\"slot\":\"A1\",\"n\":2,"));
}

CASE(machine_unpowered, slots_that_were_told_anew_are_compared_with_nothing)
{
	static struct machine_settings its;

	serve_nobody();
	its = settings;
	strcpy(its.items.slots[2].name, "C2");
	move_in_the_dark(4300, 7);
	fake_store_restart(&store);
	check_equal(machine_open(&machine, &its, &ports, 0xcafe, now_ms), MACHINE_OK);
	machine_door(&machine, false, now_ms);
	weigh(4300);
	count(7);
	pass(65000);
	check_equal(outbox_waiting(&machine.reports.outbox), 0);
}

SUITE(machine_unpowered, A(what_is_gone_after_a_power_cut_between_visits_is_told_without_one_and_once), A(a_shelf_that_shifts_while_the_power_is_off_is_told_when_nothing_explains_it),
	A(what_is_gone_behind_a_door_that_stands_open_when_power_returns_is_told_as_well), A(warmth_of_many_days_is_no_shift_after_a_power_cut), A(what_an_operator_moves_is_theirs_to_tell_also_with_a_power_cut_in_it),
	A(what_an_operator_leaves_is_where_it_begins_anew), A(slots_that_were_told_anew_are_compared_with_nothing));
