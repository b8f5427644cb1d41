#include "vend_rig.h"

CASE(vend_guests, a_guest_opens_takes_and_closes)
{
	struct device_event move = { .kind = EVENT_KIND_TAKEN, .item = { .slot = "A1", .quantity = 1 } };

	vend_begin();
	check(vend_told(DEVICE_ACTION_UNLOCK, "s1", 0) == NULL);
	check(vend.is_free && effects.beat);
	check_equal(vend_seconds_left(&vend, 500), 60);
	vend_door(true, 1000);
	vend_check_door(true, DEVICE_MODE_CUSTOMER, "s1");
	check(effects.keep_visit);
	check_equal(vend_seconds_left(&vend, 1000), 0);
	vend_step(&vend, &(struct vend_event){ .kind = VEND_MOVE, .move = &move }, &effects);
	check_text(effects.report.sid, "s1");
	vend_door(false, 9000);
	check(!vend.is_free && !effects.has_report && effects.beat); /* first it is weighed what was taken */
	vend_door(false, 9100); /* the sensor says so as long as it is */
	check_equal(vend.closed_ms, 9000);
	vend_settled(9500);
	vend_check_door(false, DEVICE_MODE_CUSTOMER, "s1");
	check(effects.keep_visit);
	check_equal(vend.mode, DEVICE_MODE_LOCKED);
	/* Tapped again before the server had heard of all that: nobody would be charged for what left now. */
	check_text(vend_told(DEVICE_ACTION_UNLOCK, "s1", 30000), "The visit is over");
	vend_settled(9600);
	check(!effects.has_report);
}

CASE(vend_guests, a_door_that_is_only_now_known_to_be_closed_ends_no_visit)
{
	vend_begin();
	vend.is_door_known = false;
	check(vend_told(DEVICE_ACTION_UNLOCK, "s1", 0) == NULL);
	vend_door(false, 100);
	vend_settled(800);
	check(vend.is_free && !effects.has_report);
	vend_door(true, 1000);
	vend_check_door(true, DEVICE_MODE_CUSTOMER, "s1");
}

CASE(vend_guests, a_door_that_nobody_opens_locks_again)
{
	vend_begin();
	check(vend_told(DEVICE_ACTION_UNLOCK, "s1", 0) == NULL);
	vend_tick(59999);
	check(vend.is_free);
	vend_tick(60000);
	check(!vend.is_free);
	vend_tick(61000);
	check_equal(vend.mode, DEVICE_MODE_LOCKED);
	check(effects.beat && !effects.has_report && effects.keep_visit);
}

CASE(vend_guests, whoever_pulls_the_door_open_in_the_last_moment_is_still_being_served)
{
	vend_begin();
	vend_told(DEVICE_ACTION_UNLOCK, "s1", 0);
	vend_tick(60000);
	vend_door(true, 60060); /* its switch bounced until now */
	vend_check_door(true, DEVICE_MODE_CUSTOMER, "s1");
	vend_tick(70000);
	vend_door(false, 71000);
	check(vend.is_closing && !effects.has_report);
	vend_settled(72000);
	vend_check_door(false, DEVICE_MODE_CUSTOMER, "s1");
}

CASE(vend_guests, whoever_taps_again_has_the_minute_anew)
{
	vend_begin();
	vend_told(DEVICE_ACTION_UNLOCK, "s1", 0);
	vend_told(DEVICE_ACTION_UNLOCK, "s1", 59000);
	vend_tick(60000);
	check(vend.is_free);
	check_equal(vend_seconds_left(&vend, 60000), 59);
	vend_tick(119000);
	check(!vend.is_free);
	check(vend_told(DEVICE_ACTION_UNLOCK, "s1", 119500) == NULL);
	check(vend.is_free);
	vend_door(true, 120000);
	vend_told(DEVICE_ACTION_UNLOCK, "s1", 121000);
	vend_door(false, 122000);
	check(!vend.is_free);
}

CASE(vend_guests, an_open_door_does_not_end_a_visit)
{
	vend_begin();
	vend_told(DEVICE_ACTION_UNLOCK, "s1", 0);
	vend_door(true, 1000);
	vend_tick(600000);
	check_equal(vend.mode, DEVICE_MODE_CUSTOMER);
	check(vend_told(DEVICE_ACTION_LOCK, "s1", 600000) == NULL);
	check_equal(vend.mode, DEVICE_MODE_CUSTOMER);
	check(vend_told(DEVICE_ACTION_LOCK, NULL, 600000) != NULL);
}

CASE(vend_guests, a_door_that_springs_open_again_is_still_the_same_visit)
{
	vend_begin();
	vend_told(DEVICE_ACTION_UNLOCK, "s1", 0);
	vend_door(true, 1000);
	vend_door(false, 2000);
	vend_door(true, 2100);
	check(!effects.has_report);
	vend_settled(2200);
	check(!effects.has_report);
	vend_door(false, 3000);
	vend_settled(4000);
	vend_check_door(false, DEVICE_MODE_CUSTOMER, "s1");
}

CASE(vend_guests, a_second_guest_waits)
{
	vend_begin();
	vend_told(DEVICE_ACTION_UNLOCK, "s1", 0);
	check(vend_told(DEVICE_ACTION_UNLOCK, "s1", 10) == NULL);
	check(vend_told(DEVICE_ACTION_UNLOCK, "s2", 10) != NULL);
	check(vend_told(DEVICE_ACTION_RESTOCK, NULL, 10) != NULL);
	check(vend_told(DEVICE_ACTION_REBOOT, NULL, 10) != NULL);
	check(!effects.reboot);
	check_text(vend.sid, "s1");
	check(vend_told(DEVICE_ACTION_LOCK, "s0", 10) == NULL);
	check(vend.is_free);
	check(vend_told(DEVICE_ACTION_LOCK, "s1", 10) == NULL);
	check(!vend.is_free);
	vend_tick(10 + VEND_LATCHING_MS);
	vend_told(DEVICE_ACTION_UNLOCK, "s3", 2000);
	vend_door(true, 3000);
	vend_door(false, 4000);
	check(vend_told(DEVICE_ACTION_UNLOCK, "s3", 4010) != NULL);
	check(vend_told(DEVICE_ACTION_LOCK, NULL, 4010) == NULL);
	check(vend.is_closing);
}

CASE(vend_guests, who_pulls_the_door_open_while_it_is_being_locked_is_still_served)
{
	vend_begin();
	vend_told(DEVICE_ACTION_UNLOCK, "s1", 0);
	check(vend_told(DEVICE_ACTION_LOCK, "s1", 5000) == NULL);
	check(!vend.is_free);
	vend_tick(4999 + VEND_LATCHING_MS);
	check(vend.mode == DEVICE_MODE_CUSTOMER);
	vend_door(true, 4999 + VEND_LATCHING_MS);
	vend_check_door(true, DEVICE_MODE_CUSTOMER, "s1");
	vend_tick(20000);
	check(vend.mode == DEVICE_MODE_CUSTOMER);
}

CASE(vend_guests, a_visit_it_was_told_to_lock_for_is_not_unlocked_again)
{
	vend_begin();
	vend_told(DEVICE_ACTION_UNLOCK, "s1", 0);
	vend_told(DEVICE_ACTION_LOCK, "s1", 10);
	check(vend_told(DEVICE_ACTION_UNLOCK, "s1", 20) == NULL); /* nobody has been told yet that it is over */
	vend_told(DEVICE_ACTION_LOCK, "s1", 30);
	vend_tick(30 + VEND_LATCHING_MS);
	check(vend_told(DEVICE_ACTION_UNLOCK, "s1", 2000) != NULL);
	check(!vend.is_free);
	vend_told(DEVICE_ACTION_LOCK, "s2", 2010);
	check(vend_told(DEVICE_ACTION_UNLOCK, "s2", 2020) != NULL);
	check(vend_told(DEVICE_ACTION_UNLOCK, "s3", 2030) == NULL);
}

CASE(vend_guests, nothing_is_sold_without_room_for_the_sale)
{
	vend_begin();
	check(vend_told_with_room(DEVICE_ACTION_UNLOCK, "s1", 9, 0) != NULL);
	check(!vend.is_free);
	check_equal(vend.mode, DEVICE_MODE_LOCKED);
	check(vend_told_with_room(DEVICE_ACTION_SERVICE, NULL, 0, 0) == NULL);
}

CASE(vend_guests, nothing_is_sold_through_a_door_that_stands_open)
{
	vend_begin();
	vend_door(true, 0);
	vend_check_door(true, DEVICE_MODE_LOCKED, NULL);
	check(vend_told(DEVICE_ACTION_UNLOCK, "s1", 0) != NULL);
	vend_door(false, 5);
	vend_check_door(false, DEVICE_MODE_LOCKED, NULL);
}

CASE(vend_guests, after_a_power_cut_the_latch_stays_until_the_door_has_spoken_and_the_visit_ends_by_its_time_if_it_never_does)
{
	vend_open(&vend, &vend_rig_settings, &(struct vend_visit){ "s1", false }, false, 0);
	vend_warmth(450, 0);
	check(vend_told(DEVICE_ACTION_UNLOCK, "s1", 100) == NULL);
	check(!vend.is_free);
	vend_tick(59999);
	check_equal(vend.mode, DEVICE_MODE_CUSTOMER);
	vend_tick(61000);
	check_equal(vend.mode, DEVICE_MODE_LOCKED);
	check(vend_told(DEVICE_ACTION_UNLOCK, "s2", 62000) == NULL);
	check(vend.is_free);
}

SUITE(vend_guests, A(after_a_power_cut_the_latch_stays_until_the_door_has_spoken_and_the_visit_ends_by_its_time_if_it_never_does), A(a_guest_opens_takes_and_closes), A(a_door_that_is_only_now_known_to_be_closed_ends_no_visit), A(a_door_that_nobody_opens_locks_again), A(whoever_pulls_the_door_open_in_the_last_moment_is_still_being_served), A(whoever_taps_again_has_the_minute_anew), A(an_open_door_does_not_end_a_visit), A(a_door_that_springs_open_again_is_still_the_same_visit), A(a_second_guest_waits), A(who_pulls_the_door_open_while_it_is_being_locked_is_still_served), A(a_visit_it_was_told_to_lock_for_is_not_unlocked_again), A(nothing_is_sold_without_room_for_the_sale), A(nothing_is_sold_through_a_door_that_stands_open));
