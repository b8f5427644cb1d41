#include "vend_rig.h"

CASE(vend_operators, operators_have_their_time_and_the_door_locks_behind_them)
{
	vend_begin();
	check(vend_told(DEVICE_ACTION_RESTOCK, NULL, 0) == NULL);
	check_equal(vend_seconds_left(&vend, 0), 900);
	check(vend_told(DEVICE_ACTION_UNLOCK, "s1", 0) != NULL);
	vend_door(true, 10);
	vend_check_door(true, DEVICE_MODE_RESTOCKING, NULL);
	vend_tick(900000);
	check_equal(vend.mode, DEVICE_MODE_RESTOCKING); /* the door is open */
	vend_door(false, 900001);
	vend_check_door(false, DEVICE_MODE_RESTOCKING, NULL);
	check_equal(vend.mode, DEVICE_MODE_LOCKED);
	check(vend_told(DEVICE_ACTION_UNLOCK, NULL, 0) == NULL);
	check_equal(vend.mode, DEVICE_MODE_SERVICE);
	check_equal(vend_seconds_left(&vend, 0), 60);
	check(vend_told(DEVICE_ACTION_SERVICE, NULL, 0) == NULL);
	vend_tick(1799999);
	check(vend.is_free);
	vend_tick(1800000);
	check(!vend.is_free);
	vend_told(DEVICE_ACTION_SERVICE, NULL, 0);
	check(vend_told(DEVICE_ACTION_LOCK, NULL, 1) == NULL);
	check_equal(vend.mode, DEVICE_MODE_LOCKED);
}

CASE(vend_operators, what_operators_move_is_not_reported_and_what_nobody_moves_is)
{
	struct device_event move = { .kind = EVENT_KIND_TAKEN, .item = { .slot = "A1", .quantity = 1 } };

	vend_begin();
	vend_step(&vend, &(struct vend_event){ .kind = VEND_MOVE, .move = &move }, &effects);
	check(effects.has_report && !effects.report.has_sid);
	vend_told(DEVICE_ACTION_RESTOCK, NULL, 0);
	vend_step(&vend, &(struct vend_event){ .kind = VEND_MOVE, .move = &move }, &effects);
	check(!effects.has_report);
}

CASE(vend_operators, half_an_hour_of_warmth_locks_the_machine_by_itself)
{
	vend_begin();
	vend_warmth(801, 1000);
	vend_warmth(1200, 1799000);
	check(!vend.is_warm);
	vend_warmth(1200, 1800000);
	check(vend.is_warm && effects.keep_health && effects.beat);
	vend_warmth(400, 1900000);
	check(vend.is_warm); /* cold again is not good again */
	check(vend_told(DEVICE_ACTION_UNLOCK, "s1", 1900000) != NULL);
	check(vend_told(DEVICE_ACTION_RESTOCK, NULL, 1900000) == NULL);
	vend_door(true, 1910000);
	vend_door(false, 1940000);
	check(vend_told(DEVICE_ACTION_LOCK, NULL, 1950000) == NULL);
	check(effects.keep_health && !vend.is_warm);
	check(vend_told(DEVICE_ACTION_UNLOCK, "s1", 1950000) == NULL);
}

CASE(vend_operators, nothing_is_cold_again_because_somebody_far_away_has_unlocked_it)
{
	vend_begin();
	vend_warmth(1200, 1700000);
	vend_told(DEVICE_ACTION_SERVICE, NULL, 1700000);
	vend_warmth(1200, 1800000);
	check(vend.is_warm); /* the half hour went on */
	vend_told(DEVICE_ACTION_LOCK, NULL, 1900000);
	check(vend.is_warm && !effects.keep_health);
	check(vend_told(DEVICE_ACTION_UNLOCK, "s1", 1900000) != NULL);
	vend_door(true, 1910000); /* by force, and then somebody is sent */
	vend_told(DEVICE_ACTION_SERVICE, NULL, 1920000);
	vend_door(false, 1930000);
	vend_told(DEVICE_ACTION_LOCK, NULL, 1940000);
	check(effects.keep_health && !vend.is_warm);
}

CASE(vend_operators, a_machine_that_is_too_warm_when_power_returns_serves_nobody_before_it_is_cold)
{
	for (int is_silent = 0; is_silent < 2; is_silent++) {
		vend_open(&vend, &vend_rig_settings, NULL, false, 0);
		vend_door(false, 0);
		for (int64_t second = 0; second < 599; second++) {
			if (!is_silent) {
				vend_warmth(900, second * 1000);
			}
			vend_tick(second * 1000);
		}
		check_text(vend_told(DEVICE_ACTION_UNLOCK, "s1", 599000), "It was too warm when the power returned: guests are served when it is cold enough");
		check(!vend.is_warm && !vend.is_free);
		vend_tick(600000);
		check(vend.is_warm && effects.keep_health);
		check(vend_told(DEVICE_ACTION_RESTOCK, NULL, 700000) == NULL);
		vend_door(true, 701000);
		vend_door(false, 702000);
		check(vend_told(DEVICE_ACTION_LOCK, NULL, 703000) == NULL);
		check(vend_told(DEVICE_ACTION_UNLOCK, "s2", 704000) == NULL); /* whoever was there has seen to it */
		vend_tick(704000 + 1790000);
		check(!vend.is_warm);
	}
	vend_open(&vend, &vend_rig_settings, NULL, false, 0);
	vend_door(false, 0);
	vend_warmth(900, 0);
	vend_warmth(800, 300000); /* air, from a door that was open */
	check(vend_told(DEVICE_ACTION_UNLOCK, "s1", 300000) == NULL);
}

CASE(vend_operators, a_short_warmth_is_no_harm)
{
	vend_begin();
	for (int64_t minute = 1; minute < 200; minute++) {
		vend_warmth(minute % 29 == 0 ? 800 : 900, minute * 60000);
	}
	check(!vend.is_warm);
}

CASE(vend_operators, an_unlocked_door_that_nobody_opened_locks_when_it_gets_too_warm)
{
	vend_begin();
	vend_told(DEVICE_ACTION_UNLOCK, "s1", 1799990);
	vend_tick(1800000);
	check(vend.is_warm && !vend.is_free);
	check(effects.keep_health);
	vend_tick(1800000 + VEND_LATCHING_MS);
	check_equal(vend.mode, DEVICE_MODE_LOCKED);
}

CASE(vend_operators, who_pulls_the_door_open_in_the_moment_it_gets_too_warm_is_still_served)
{
	vend_begin();
	vend_told(DEVICE_ACTION_UNLOCK, "s1", 1799990);
	vend_tick(1800000);
	vend_door(true, 1800060);
	vend_check_door(true, DEVICE_MODE_CUSTOMER, "s1");
}

CASE(vend_operators, a_silent_thermometer_counts_as_too_warm_and_none_does_not)
{
	struct vend_settings without = vend_rig_settings;

	vend_begin();
	vend_tick(1800000);
	check(vend.is_warm);
	without.has_thermometer = false;
	vend_open(&vend, &without, NULL, false, 0);
	vend_tick(99999999);
	check(!vend.is_warm);
}

CASE(vend_operators, an_open_door_while_restocking_is_no_warmth)
{
	vend_begin();
	vend_told(DEVICE_ACTION_RESTOCK, NULL, 0);
	vend_door(true, 0);
	for (int64_t minute = 0; minute < 120; minute++) {
		vend_warmth(2000, minute * 60000);
	}
	check(!vend.is_warm);
}

CASE(vend_operators, a_power_cut_in_a_visit_does_not_lose_it)
{
	vend_open(&vend, &vend_rig_settings, &(struct vend_visit){ "s1", true }, false, 0);
	vend_door(false, 100);
	check(vend.is_closing && !effects.has_report);
	vend_settled(600);
	vend_check_door(false, DEVICE_MODE_CUSTOMER, "s1");
	vend_open(&vend, &vend_rig_settings, &(struct vend_visit){ "s1", true }, true, 0);
	vend_door(true, 100);
	vend_check_door(true, DEVICE_MODE_CUSTOMER, "s1");
	check(vend.is_warm && !vend.is_free);
}

CASE(vend_operators, sync_and_reboot_are_done_by_others)
{
	vend_begin();
	check(vend_told(DEVICE_ACTION_SYNC, NULL, 0) == NULL);
	check(effects.resend && effects.beat);
	check(vend_told(DEVICE_ACTION_REBOOT, NULL, 0) == NULL);
	check(effects.reboot);
}

SUITE(vend_operators, A(operators_have_their_time_and_the_door_locks_behind_them), A(what_operators_move_is_not_reported_and_what_nobody_moves_is), A(half_an_hour_of_warmth_locks_the_machine_by_itself), A(nothing_is_cold_again_because_somebody_far_away_has_unlocked_it), A(a_machine_that_is_too_warm_when_power_returns_serves_nobody_before_it_is_cold), A(a_short_warmth_is_no_harm), A(an_unlocked_door_that_nobody_opened_locks_when_it_gets_too_warm), A(who_pulls_the_door_open_in_the_moment_it_gets_too_warm_is_still_served), A(a_silent_thermometer_counts_as_too_warm_and_none_does_not), A(an_open_door_while_restocking_is_no_warmth), A(a_power_cut_in_a_visit_does_not_lose_it), A(sync_and_reboot_are_done_by_others));
