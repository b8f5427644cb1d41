#include "machine_rig.h"

static const char LIGHTER[] = "\"t\":\"shifted\",\"e\":\"0000cafe\",\"s\":1,\"at\":1767225600000,\"slots\":[\"A1\",\"A2\"],\"grams\":-180}";

static uint32_t told(void)
{
	return machine.reports.outbox.next - 1;
}

/** In one go, as nothing happens. */
static void wait(int64_t ms)
{
	now_ms += ms - 100;
	pass(100);
}

static void begin_alone(void)
{
	begin();
	pass(4000);
}

CASE(machine_alone, a_shelf_that_changes_behind_the_closed_door_is_told_when_nothing_explains_it)
{
	begin_alone();
	weigh(4820);
	wait(50000);
	check_equal(told(), 0); /* it may pass: somebody leans on the machine */
	wait(10000);
	check(was_said(LIGHTER));
	wait(7200000);
	check_equal(told(), 1);
}

CASE(machine_alone, a_shelf_that_wanders_or_swings_back_is_told_to_nobody)
{
	begin_alone();
	for (int32_t grams = 5000; grams > 4000; grams -= 20) {
		weigh(grams); /* a hot week */
		wait(120000);
	}
	weigh(4020 + 180);
	wait(30000);
	weigh(4020);
	wait(120000);
	check_equal(told(), 0);
}

CASE(machine_alone, a_scale_that_tips_over_and_back_is_told_once_an_hour)
{
	begin_alone();
	for (int n = 0; n < 59; n++) {
		weigh(n % 2 == 0 ? 4820 : 5000);
		wait(119200);
	}
	check_equal(told(), 2);
}

CASE(machine_alone, what_guests_and_operators_leave_behind_is_no_shift)
{
	begin_alone();
	tell("{\"v\":1,\"t\":\"cmd\",\"id\":\"o1\",\"do\":\"restock\",\"ttl\":30}");
	machine_door(&machine, true, now_ms);
	pass(5000);
	weigh(5000 + 20 * 350); /* more than is explained at once */
	wait(120000);
	machine_door(&machine, false, now_ms);
	tell("{\"v\":1,\"t\":\"cmd\",\"id\":\"o2\",\"do\":\"lock\",\"ttl\":30}");
	const uint32_t restocked = told();

	wait(120000);
	check_equal(told(), restocked);
	tell("{\"v\":1,\"t\":\"ack\",\"e\":\"0000cafe\",\"s\":4}");
	unlock("s1");
	machine_door(&machine, true, now_ms);
	weigh(5000 + 20 * 350 + 180); /* their own thing */
	machine_door(&machine, false, now_ms);
	pass(4000);
	const uint32_t left = told();

	wait(120000);
	check_equal(told(), left);
	machine_door(&machine, true, now_ms); /* by force */
	weigh(5000);
	wait(120000);
	const uint32_t forced = told();

	check_equal(forced, left + 1);
	pass(4000);
	check_equal(told(), forced);
}

CASE(machine_alone, a_shelf_is_not_missed_before_its_scale_has_spoken)
{
	begin_alone();
	wait(7200000);
	check_equal(told(), 0);
	check_equal(machine_open(&machine, &settings, &ports, 1, now_ms), MACHINE_OK);
	machine_door(&machine, false, now_ms);
	wait(70000);
	weigh(5000);
	wait(120000);
	check_equal(told(), 0);
}

SUITE(machine_alone, A(a_shelf_that_changes_behind_the_closed_door_is_told_when_nothing_explains_it), A(a_shelf_that_wanders_or_swings_back_is_told_to_nobody), A(a_scale_that_tips_over_and_back_is_told_once_an_hour),
	A(what_guests_and_operators_leave_behind_is_no_shift), A(a_shelf_is_not_missed_before_its_scale_has_spoken));
