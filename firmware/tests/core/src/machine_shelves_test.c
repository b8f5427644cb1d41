#include "machine_rig.h"

CASE(machine_shelves, what_moves_while_the_door_is_closing_is_part_of_the_visit)
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

CASE(machine_shelves, what_is_lifted_bit_by_bit_is_taken_all_the_same)
{
	begin();
	unlock("s1");
	machine_door(&machine, true, now_ms);
	weigh(4850);
	weigh(4700);
	weigh(4650);
	machine_door(&machine, false, now_ms);
	pass(4000);
	check(was_said("\"t\":\"taken\"") && was_said("\"slot\":\"A1\",\"n\":1,\"or\":[\"A2\"],\"sid\":\"s1\""));
}

CASE(machine_shelves, a_scale_that_never_rests_does_not_keep_the_visit_open)
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

/** Somebody is served who brings the shelf to so many grams. */
static void serve(int32_t grams)
{
	unlock("s1");
	machine_door(&machine, true, now_ms);
	weigh(grams);
	machine_door(&machine, false, now_ms);
	pass(4000);
}

CASE(machine_shelves, a_guest_pays_for_what_they_take_however_much_was_filled_in_at_once)
{
	begin();
	tell("{\"v\":1,\"t\":\"cmd\",\"id\":\"o1\",\"do\":\"restock\",\"ttl\":30}");
	machine_door(&machine, true, now_ms);
	weigh(5000 + 20 * 350);
	machine_door(&machine, false, now_ms);
	tell("{\"v\":1,\"t\":\"cmd\",\"id\":\"o2\",\"do\":\"lock\",\"ttl\":30}");
	tell("{\"v\":1,\"t\":\"ack\",\"e\":\"0000cafe\",\"s\":4}");
	serve(5000 + 19 * 350);
	check(was_said("\"t\":\"taken\"") && was_said("\"slot\":\"A1\",\"n\":1,"));
}

CASE(machine_shelves, what_was_gone_before_is_not_the_next_guests)
{
	begin();
	weigh(5000 - 13 * 350); /* more than is explained at once */
	serve(5000 - 13 * 350);
	check(!was_said("\"t\":\"taken\""));
	check(was_said("\"open\":false,\"mode\":\"customer\",\"sid\":\"s1\""));
}

CASE(machine_shelves, who_is_let_in_before_the_readings_have_stood_still_pays_as_well)
{
	for (int is_cut = 0; is_cut < 2; is_cut++) {
		begin();
		check_equal(machine_open(&machine, &settings, &ports, 1, now_ms), MACHINE_OK);
		machine_connected(&machine, now_ms);
		machine_door(&machine, false, now_ms);
		machine_weight(&machine, 0, 5000, now_ms);
		machine_counted(&machine, 2, 9, now_ms);
		said[0] = '\0';
		unlock("s1");
		machine_door(&machine, true, now_ms);
		move_in_the_dark(4650, 8);
		if (is_cut) {
			open_machine_with_door(true);
			machine_connected(&machine, now_ms);
		} else {
			weigh(4650);
			count(8);
		}
		tell("{\"v\":1,\"t\":\"ack\",\"e\":\"0000cafe\",\"s\":2}");
		pass(100);
		check(was_said("\"slot\":\"A1\",\"n\":1,"));
		check(was_said("\"slot\":\"C1\",\"n\":1,"));
	}
}

/** The door is opened while it is locked and closed again, and the shelf stands at so many grams then. */
static void force(int32_t grams)
{
	machine_door(&machine, true, now_ms);
	weigh(grams);
	pass(4000);
	machine_door(&machine, false, now_ms);
}

CASE(machine_shelves, what_is_gone_behind_a_door_that_was_forced_is_told_without_a_visit)
{
	begin();
	for (int32_t grams = 4968; grams >= 4840; grams -= 32) {
		weigh(grams); /* warmth, of many days */
	}
	force(4840);
	pass(100);
	weigh(4840 - 4 * 350 - 60); /* the scale reads what the hand did a moment ago, and something was left there */
	pass(4000);
	check(was_said("\"t\":\"taken\"") && was_said("\"n\":4") && !was_said("sid"));
	const uint32_t told = outbox_waiting(&machine.reports.outbox);

	weigh(4840 - 4 * 350 - 60 - 200); /* nobody can have taken it */
	pass(4000);
	force(4840 - 4 * 350 - 60);
	pass(4000);
	check_equal(outbox_waiting(&machine.reports.outbox), told + 3); /* the door, and that the shelf has risen with it: what was put in is nobody's */
}

CASE(machine_shelves, the_next_guest_pays_nothing_of_what_went_through_a_forced_door)
{
	begin();
	force(5000 - 4 * 350 - 60);
	unlock("s1");
	machine_door(&machine, true, now_ms);
	weigh(5000 - 4 * 350 - 60 - 200); /* leans on it */
	pass(4000);
	check(was_said("\"open\":true,\"mode\":\"customer\"") && !was_said("taken"));
	tell("{\"v\":1,\"t\":\"ack\",\"e\":\"0000cafe\",\"s\":4}");
	weigh(5000 - 4 * 350 - 60);
	machine_door(&machine, false, now_ms);
	pass(4000);
	check(was_said("\"open\":false,\"mode\":\"customer\"") && !was_said("taken"));
}

CASE(machine_shelves, what_a_scale_says_before_the_guests_door_is_heard_is_the_guests)
{
	begin();
	unlock("s1");
	machine_weight(&machine, 0, 4650, now_ms);
	machine_door(&machine, true, now_ms);
	weigh(4650);
	machine_door(&machine, false, now_ms);
	pass(4000);
	check(was_said("\"slot\":\"A1\",\"n\":1"));
}

CASE(machine_shelves, what_is_gone_behind_a_door_that_somebody_of_the_operators_closes_is_theirs_to_tell)
{
	begin();
	machine_door(&machine, true, now_ms);
	weigh(5000 - 9 * 350 - 175);
	tell("{\"v\":1,\"t\":\"cmd\",\"id\":\"o1\",\"do\":\"service\",\"ttl\":30}");
	machine_door(&machine, false, now_ms);
	pass(4000);
	check(!was_said("taken"));
}

CASE(machine_shelves, a_reading_that_comes_late_after_the_door_is_closed_still_counts)
{
	begin();
	unlock("s1");
	machine_door(&machine, true, now_ms);
	machine_door(&machine, false, now_ms);
	pass(settings.items.settle_ms + MACHINE_READING_MS - 50);
	machine_weight(&machine, 0, 4650, now_ms); /* a scale that swings for long */
	pass(settings.items.settle_ms - 50);
	check(!was_said("\"open\":false"));
	machine_weight(&machine, 0, 4650, now_ms += 50);
	pass(200);
	check(strstr(said, "\"slot\":\"A1\"") < strstr(said, "\"open\":false"));
}

SUITE(machine_shelves, A(what_is_gone_behind_a_door_that_was_forced_is_told_without_a_visit), A(the_next_guest_pays_nothing_of_what_went_through_a_forced_door), A(what_a_scale_says_before_the_guests_door_is_heard_is_the_guests), A(what_is_gone_behind_a_door_that_somebody_of_the_operators_closes_is_theirs_to_tell), A(a_reading_that_comes_late_after_the_door_is_closed_still_counts), A(what_moves_while_the_door_is_closing_is_part_of_the_visit), A(what_is_lifted_bit_by_bit_is_taken_all_the_same), A(a_scale_that_never_rests_does_not_keep_the_visit_open), A(a_guest_pays_for_what_they_take_however_much_was_filled_in_at_once), A(what_was_gone_before_is_not_the_next_guests), A(who_is_let_in_before_the_readings_have_stood_still_pays_as_well));
