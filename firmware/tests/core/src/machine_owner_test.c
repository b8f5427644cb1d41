#include "machine_rig.h"

static void starts_as(const char *machine_id)
{
	fake_store_restart(&store);
	settings.machine_id = machine_id;
	check_equal(machine_open(&machine, &settings, &ports, 0xbeef, now_ms), MACHINE_OK);
	said[0] = '\0';
	machine_connected(&machine, now_ms);
	pass(50);
}

/** A door that was opened and not told of, a configuration, a price. */
static void has_a_past(void)
{
	begin();
	machine_disconnected(&machine);
	machine_door(&machine, true, now_ms);
	tell("{\"v\":1,\"t\":\"conf\",\"rev\":3,\"do\":\"rest\"}");
	tell("{\"v\":1,\"t\":\"list\",\"rev\":2,\"cur\":\"USD\",\"p\":{\"A1\":250}}");
}

CASE(machine_owner, what_another_machine_left_is_not_told_as_its_own)
{
	has_a_past();
	starts_as("VM-002");
	check(!was_said("\"t\":\"door\""));
	check(was_said("\"t\":\"hello\",\"e\":\"0000beef\""));
	check(was_said("\"conf\":0,\"list\":0"));
	unlock("s1");
	check(is_latch_free);
	pass(50);
	check(was_said("\"e\":\"0000beef\",\"s\":1"));
	starts_as("VM-002");
	check(was_said("\"e\":\"0000beef\",\"s\":1"));
}

CASE(machine_owner, its_own_past_is_there_after_every_start)
{
	has_a_past();
	starts_as("VM-001");
	check(was_said("\"t\":\"door\""));
	check(was_said("\"e\":\"0000cafe\",\"s\":1"));
	check(was_said("\"conf\":3,\"list\":2"));
}

CASE(machine_owner, what_happened_before_it_was_anybody_is_the_first_ones)
{
	begin();
	fake_store_open(&store);
	starts_as("");
	machine_disconnected(&machine);
	machine_door(&machine, true, now_ms);
	starts_as("VM-001");
	check(was_said("\"t\":\"door\""));
	starts_as("VM-001");
	check(was_said("\"t\":\"door\""));
}

CASE(machine_owner, a_change_that_power_was_cut_in_is_made_at_the_next_start)
{
	enum machine_result result = MACHINE_FAILED;
	int cuts = 0;

	for (; result == MACHINE_FAILED; cuts++) {
		has_a_past();
		settings.machine_id = "VM-002";
		store.cuts_power = true;
		store.fails_in = cuts;
		result = machine_open(&machine, &settings, &ports, 0xdead, now_ms);
		starts_as("VM-002");
		check(!was_said("\"t\":\"door\""));
		check(was_said("\"conf\":0,\"list\":0"));
	}
	check(cuts > 25);
	check(was_said("\"e\":\"0000dead\""));
}

CASE(machine_owner, a_store_that_cannot_be_read_or_written_sells_nothing)
{
	begin();
	store.records[RECORD_OWNER].length = 100;
	check_equal(machine_open(&machine, &settings, &ports, 0xbeef, now_ms), MACHINE_OK);
	settings.machine_id = "VM-002";
	store.fails_in = 0;
	check_equal(machine_open(&machine, &settings, &ports, 0xbeef, now_ms), MACHINE_FAILED);
	store.is_unreadable = true;
	check_equal(machine_open(&machine, &settings, &ports, 0xbeef, now_ms), MACHINE_FAILED);
	fake_store_restart(&store);
}

SUITE(machine_owner,
      A(what_another_machine_left_is_not_told_as_its_own),
      A(its_own_past_is_there_after_every_start),
      A(what_happened_before_it_was_anybody_is_the_first_ones),
      A(a_change_that_power_was_cut_in_is_made_at_the_next_start),
      A(a_store_that_cannot_be_read_or_written_sells_nothing));
