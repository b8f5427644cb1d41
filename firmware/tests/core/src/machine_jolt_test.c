#include <stdio.h>
#include "machine_rig.h"

/** The counter says so many from now on, and has said so once. */
static void stir(uint16_t items)
{
	machine_counted(&machine, 2, items, now_ms += 50);
}

static void let_in(void)
{
	unlock("s1");
	machine_door(&machine, true, now_ms += 50);
}

/** Up to now, the server having taken all of it. */
static bool was_told(const char *words)
{
	char ack[80];

	for (int n = 0; n < 3; n++) {
		snprintf(ack, sizeof(ack), "{\"v\":1,\"t\":\"ack\",\"e\":\"0000cafe\",\"s\":%u}", machine.reports.outbox.next - 1);
		pass(50);
		tell(ack);
	}
	return was_said(words);
}

static void let_out(void)
{
	machine_door(&machine, false, now_ms);
	pass(4000);
	check(was_told("\"open\":false,\"mode\":\"customer\",\"sid\":\"s1\""));
}

CASE(machine_jolt, what_slides_into_place_as_a_guest_is_let_in_was_there_before)
{
	for (int before_ms = -400; before_ms <= 300; before_ms += 100) {
		begin();
		count(5);
		said[0] = '\0';
		if (before_ms < 0) {
			stir(6);
			now_ms -= before_ms;
		}
		let_in();
		now_ms += before_ms < 0 ? 0 : before_ms;
		count(6);
		check(!was_told("returned"));
		count(5); /* and this is the guest's, who pays for it */
		check(was_told("\"t\":\"taken\"") && was_told("\"slot\":\"C1\",\"n\":1,\"sid\":\"s1\""));
		count(6);
		check(was_told("\"t\":\"returned\"")); /* who puts it back, does not */
		let_out();
	}
}

CASE(machine_jolt, what_slides_onto_a_scale_as_a_guest_is_let_in_was_there_before)
{
	for (int is_moving = 0; is_moving < 2; is_moving++) {
		begin();
		if (is_moving) {
			machine_weight(&machine, 0, 5200, now_ms += 50);
		}
		let_in();
		weigh(5350);
		check(was_told("\"t\":\"shifted\"") && was_told("\"slots\":[\"A1\",\"A2\"],\"grams\":350}") && !was_told("returned"));
		weigh(5000);
		check(was_told("\"t\":\"taken\"") && was_told("\"slot\":\"A1\",\"n\":1,"));
		let_out();
	}
}

CASE(machine_jolt, a_shelf_that_rises_with_each_guest_is_told_once_an_hour)
{
	static const char *const guests[] = { "s1", "s2", "s3" };

	begin();
	for (int n = 0; n < 3; n++) {
		now_ms += n == 2 ? ITEMS_SHIFT_AGAIN_MS : 0;
		said[0] = '\0';
		unlock(guests[n]);
		machine_door(&machine, true, now_ms += 50);
		weigh(5350);
		check_equal(was_told("\"t\":\"shifted\""), n != 1);
		weigh(5000);
		machine_door(&machine, false, now_ms);
		pass(4000);
		check(was_told("\"open\":false"));
	}
}

CASE(machine_jolt, a_switch_that_bounces_takes_nothing_and_gives_nothing_back)
{
	for (uint16_t other = 8; other <= 10; other += 2) {
		for (int moment = 0; moment < 3; moment++) {
			begin();
			if (moment == 0) {
				stir(other);
			}
			let_in();
			if (moment > 0) {
				stir(other);
			}
			if (moment > 1) {
				stir(9);
				stir(other);
			}
			count(9);
			let_out();
			check(!was_told("taken") && !was_told("returned"));
		}
	}
}

CASE(machine_jolt, a_switch_that_lets_go_for_a_while_comes_to_nothing)
{
	begin();
	unlock("s1");
	count(8);
	tell("{\"v\":1,\"t\":\"cmd\",\"id\":\"s1:unlock:2\",\"do\":\"unlock\",\"ttl\":30,\"sid\":\"s1\"}"); /* the guest taps again */
	count(9);
	machine_door(&machine, true, now_ms);
	check(was_told("\"t\":\"taken\"") && was_told("\"t\":\"returned\""));
	let_out();
}

CASE(machine_jolt, what_is_laid_down_later_is_told_and_may_be_picked_up_again)
{
	begin();
	let_in();
	now_ms += ITEMS_JOLT_MS;
	count(10);
	check(was_told("\"t\":\"returned\"") && was_told("\"slot\":\"C1\",\"n\":1,\"sid\":\"s1\""));
	let_out();
}

CASE(machine_jolt, what_was_put_back_before_the_jolt_was_over_is_put_back)
{
	begin();
	unlock("s1");
	weigh(4650); /* the scale is heard before the door */
	machine_door(&machine, true, now_ms);
	weigh(5000);
	check(was_told("\"t\":\"taken\"") && was_told("\"t\":\"returned\""));
	let_out();
}

CASE(machine_jolt, where_a_visit_began_anew_is_kept_through_a_power_cut)
{
	for (int is_open = 0; is_open < 2; is_open++) {
		begin();
		unlock("s1");
		if (is_open) {
			machine_door(&machine, true, now_ms);
		}
		count(10);
		fake_store_restart(&store);
		open_machine_with_door(true);
		machine_connected(&machine, now_ms);
		pass(1000);
		check(!was_told("returned") && !was_told("taken"));
		count(9);
		check(was_told("\"t\":\"taken\""));
	}
}

CASE(machine_jolt, what_slid_into_place_in_the_dark_was_there_when_nobody_had_opened)
{
	begin();
	unlock("s1");
	fake_store_restart(&store);
	check_equal(machine_open(&machine, &settings, &ports, 1, now_ms), MACHINE_OK);
	machine_connected(&machine, now_ms);
	machine_door(&machine, true, now_ms);
	count(10);
	check(!was_told("returned"));
}

CASE(machine_jolt, what_rises_when_the_visit_is_over_is_told_without_one)
{
	begin();
	unlock("s1");
	pass(70000);
	check_equal(machine.vend.mode, DEVICE_MODE_LOCKED);
	count(10);
	check(was_told("\"t\":\"returned\"") && was_told("\"slot\":\"C1\",\"n\":1}"));
}

SUITE(machine_jolt, A(what_slides_into_place_as_a_guest_is_let_in_was_there_before), A(what_slides_onto_a_scale_as_a_guest_is_let_in_was_there_before), A(a_shelf_that_rises_with_each_guest_is_told_once_an_hour), A(a_switch_that_bounces_takes_nothing_and_gives_nothing_back),
	A(a_switch_that_lets_go_for_a_while_comes_to_nothing), A(what_is_laid_down_later_is_told_and_may_be_picked_up_again), A(what_was_put_back_before_the_jolt_was_over_is_put_back), A(where_a_visit_began_anew_is_kept_through_a_power_cut),
	A(what_slid_into_place_in_the_dark_was_there_when_nobody_had_opened), A(what_rises_when_the_visit_is_over_is_told_without_one));
