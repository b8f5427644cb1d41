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

SUITE(machine_shelves, A(what_moves_while_the_door_is_closing_is_part_of_the_visit), A(what_is_lifted_bit_by_bit_is_taken_all_the_same), A(a_scale_that_never_rests_does_not_keep_the_visit_open), A(a_guest_pays_for_what_they_take_however_much_was_filled_in_at_once), A(what_was_gone_before_is_not_the_next_guests), A(who_is_let_in_before_the_readings_have_stood_still_pays_as_well));
