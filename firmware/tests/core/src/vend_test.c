#include "check.h"
#include "machine/vend.h"

static const struct vend_settings settings = {
	.customer_s = 60, .unlock_s = 60, .service_s = 1800, .restock_s = 900, .settle_ms = 3000,
	.warm_centi_celsius = 800, .warm_s = 1800, .has_thermometer = true, .visit_events = 10,
};
static struct vend vend;
static struct vend_effects effects;

static void begin(void)
{
	vend_open(&vend, &settings, NULL, false, 0);
	vend_step(&vend, &(struct vend_event){ .kind = VEND_DOOR, .is_open = false }, &effects);
	check(!effects.has_report);
}

static const char *told_with_room(enum device_action action, const char *sid, uint16_t room, int64_t now_ms)
{
	vend_step(&vend, &(struct vend_event){ .kind = VEND_COMMAND, .now_ms = now_ms, .command = { action, sid, room } }, &effects);
	return effects.refusal;
}

static const char *told(enum device_action action, const char *sid, int64_t now_ms)
{
	return told_with_room(action, sid, 10, now_ms);
}

static void door(bool is_open, int64_t now_ms)
{
	vend_step(&vend, &(struct vend_event){ .kind = VEND_DOOR, .now_ms = now_ms, .is_open = is_open }, &effects);
}

static void tick(int64_t now_ms)
{
	vend_step(&vend, &(struct vend_event){ .kind = VEND_TICK, .now_ms = now_ms }, &effects);
}

static void settled(int64_t now_ms)
{
	vend_step(&vend, &(struct vend_event){ .kind = VEND_SETTLED, .now_ms = now_ms }, &effects);
}

static void warmth(int16_t centi_celsius, int64_t now_ms)
{
	vend_step(&vend, &(struct vend_event){ .kind = VEND_TEMPERATURE, .now_ms = now_ms, .centi_celsius = centi_celsius }, &effects);
	tick(now_ms);
}

static void check_door(bool is_open, enum device_mode mode, const char *sid)
{
	check(effects.has_report);
	check_equal(effects.report.kind, EVENT_KIND_DOOR);
	check_equal(effects.report.door.open, is_open);
	check_equal(effects.report.door.mode, mode);
	check_equal(effects.report.has_sid, sid != NULL);
	check_text(effects.report.sid, sid ? sid : "");
}

CASE(vend, a_guest_opens_takes_and_closes)
{
	struct device_event move = { .kind = EVENT_KIND_TAKEN, .item = { .slot = "A1", .quantity = 1 } };

	begin();
	check(told(DEVICE_ACTION_UNLOCK, "s1", 0) == NULL);
	check(vend.is_free && effects.beat);
	check_equal(vend_seconds_left(&vend, 500), 60);
	door(true, 1000);
	check_door(true, DEVICE_MODE_CUSTOMER, "s1");
	check(effects.keep_visit);
	check_equal(vend_seconds_left(&vend, 1000), 0);
	vend_step(&vend, &(struct vend_event){ .kind = VEND_MOVE, .move = &move }, &effects);
	check_text(effects.report.sid, "s1");
	door(false, 9000);
	check(!vend.is_free && !effects.has_report); /* first it is weighed what was taken */
	settled(9500);
	check_door(false, DEVICE_MODE_CUSTOMER, "s1");
	check(effects.keep_visit);
	check_equal(vend.mode, DEVICE_MODE_LOCKED);
	settled(9600);
	check(!effects.has_report);
}

CASE(vend, a_door_that_nobody_opens_locks_again)
{
	begin();
	check(told(DEVICE_ACTION_UNLOCK, "s1", 0) == NULL);
	tick(59999);
	check(vend.is_free);
	tick(60000);
	check(!vend.is_free);
	check_equal(vend.mode, DEVICE_MODE_LOCKED);
	check(effects.beat && !effects.has_report && !effects.keep_visit);
}

CASE(vend, an_open_door_does_not_end_a_visit)
{
	begin();
	told(DEVICE_ACTION_UNLOCK, "s1", 0);
	door(true, 1000);
	tick(600000);
	check_equal(vend.mode, DEVICE_MODE_CUSTOMER);
	check(told(DEVICE_ACTION_LOCK, "s1", 600000) == NULL);
	check_equal(vend.mode, DEVICE_MODE_CUSTOMER);
	check(told(DEVICE_ACTION_LOCK, NULL, 600000) != NULL);
}

CASE(vend, a_door_that_springs_open_again_is_still_the_same_visit)
{
	begin();
	told(DEVICE_ACTION_UNLOCK, "s1", 0);
	door(true, 1000);
	door(false, 2000);
	door(true, 2100);
	check(!effects.has_report);
	settled(2200);
	check(!effects.has_report);
	door(false, 3000);
	settled(4000);
	check_door(false, DEVICE_MODE_CUSTOMER, "s1");
}

CASE(vend, a_second_guest_waits)
{
	begin();
	told(DEVICE_ACTION_UNLOCK, "s1", 0);
	check(told(DEVICE_ACTION_UNLOCK, "s1", 10) == NULL);
	check(told(DEVICE_ACTION_UNLOCK, "s2", 10) != NULL);
	check(told(DEVICE_ACTION_RESTOCK, NULL, 10) != NULL);
	check(told(DEVICE_ACTION_REBOOT, NULL, 10) != NULL);
	check(!effects.reboot);
	check_text(vend.sid, "s1");
	check(told(DEVICE_ACTION_LOCK, "s0", 10) == NULL);
	check(vend.is_free);
	check(told(DEVICE_ACTION_LOCK, "s1", 10) == NULL);
	check(!vend.is_free);
	told(DEVICE_ACTION_UNLOCK, "s3", 20);
	door(true, 30);
	door(false, 40);
	check(told(DEVICE_ACTION_UNLOCK, "s3", 50) != NULL);
	check(told(DEVICE_ACTION_LOCK, NULL, 50) == NULL);
	check(vend.is_closing);
}

CASE(vend, nothing_is_sold_without_room_for_the_sale)
{
	begin();
	check(told_with_room(DEVICE_ACTION_UNLOCK, "s1", 9, 0) != NULL);
	check(!vend.is_free);
	check_equal(vend.mode, DEVICE_MODE_LOCKED);
	check(told_with_room(DEVICE_ACTION_SERVICE, NULL, 0, 0) == NULL);
}

CASE(vend, nothing_is_sold_through_a_door_that_stands_open)
{
	begin();
	door(true, 0);
	check_door(true, DEVICE_MODE_LOCKED, NULL);
	check(told(DEVICE_ACTION_UNLOCK, "s1", 0) != NULL);
	door(false, 5);
	check_door(false, DEVICE_MODE_LOCKED, NULL);
}

CASE(vend, operators_have_their_time_and_the_door_locks_behind_them)
{
	begin();
	check(told(DEVICE_ACTION_RESTOCK, NULL, 0) == NULL);
	check_equal(vend_seconds_left(&vend, 0), 900);
	check(told(DEVICE_ACTION_UNLOCK, "s1", 0) != NULL);
	door(true, 10);
	check_door(true, DEVICE_MODE_RESTOCKING, NULL);
	tick(900000);
	check_equal(vend.mode, DEVICE_MODE_RESTOCKING); /* the door is open */
	door(false, 900001);
	check_door(false, DEVICE_MODE_RESTOCKING, NULL);
	check_equal(vend.mode, DEVICE_MODE_LOCKED);
	check(told(DEVICE_ACTION_UNLOCK, NULL, 0) == NULL);
	check_equal(vend.mode, DEVICE_MODE_SERVICE);
	check_equal(vend_seconds_left(&vend, 0), 60);
	check(told(DEVICE_ACTION_SERVICE, NULL, 0) == NULL);
	tick(1799999);
	check(vend.is_free);
	tick(1800000);
	check(!vend.is_free);
	told(DEVICE_ACTION_SERVICE, NULL, 0);
	check(told(DEVICE_ACTION_LOCK, NULL, 1) == NULL);
	check_equal(vend.mode, DEVICE_MODE_LOCKED);
}

CASE(vend, what_operators_move_is_not_reported_and_what_nobody_moves_is)
{
	struct device_event move = { .kind = EVENT_KIND_TAKEN, .item = { .slot = "A1", .quantity = 1 } };

	begin();
	vend_step(&vend, &(struct vend_event){ .kind = VEND_MOVE, .move = &move }, &effects);
	check(effects.has_report && !effects.report.has_sid);
	told(DEVICE_ACTION_RESTOCK, NULL, 0);
	vend_step(&vend, &(struct vend_event){ .kind = VEND_MOVE, .move = &move }, &effects);
	check(!effects.has_report);
}

CASE(vend, half_an_hour_of_warmth_locks_the_machine_by_itself)
{
	begin();
	warmth(801, 1000);
	warmth(1200, 1799000);
	check(!vend.is_warm);
	warmth(1200, 1800000);
	check(vend.is_warm && effects.keep_health && effects.beat);
	warmth(400, 1900000);
	check(vend.is_warm); /* cold again is not good again */
	check(told(DEVICE_ACTION_UNLOCK, "s1", 1900000) != NULL);
	check(told(DEVICE_ACTION_RESTOCK, NULL, 1900000) == NULL);
	check(told(DEVICE_ACTION_LOCK, NULL, 1950000) == NULL);
	check(effects.keep_health && !vend.is_warm);
	check(told(DEVICE_ACTION_UNLOCK, "s1", 1950000) == NULL);
}

CASE(vend, a_short_warmth_is_no_harm)
{
	begin();
	for (int64_t minute = 1; minute < 200; minute++) {
		warmth(minute % 29 == 0 ? 800 : 900, minute * 60000);
	}
	check(!vend.is_warm);
}

CASE(vend, an_unlocked_door_that_nobody_opened_locks_when_it_gets_too_warm)
{
	begin();
	told(DEVICE_ACTION_UNLOCK, "s1", 1799990);
	tick(1800000);
	check(vend.is_warm && !vend.is_free);
	check_equal(vend.mode, DEVICE_MODE_LOCKED);
	check(effects.keep_health);
}

CASE(vend, a_silent_thermometer_counts_as_too_warm_and_none_does_not)
{
	struct vend_settings without = settings;

	begin();
	tick(1800000);
	check(vend.is_warm);
	without.has_thermometer = false;
	vend_open(&vend, &without, NULL, false, 0);
	tick(99999999);
	check(!vend.is_warm);
}

CASE(vend, an_open_door_while_restocking_is_no_warmth)
{
	begin();
	told(DEVICE_ACTION_RESTOCK, NULL, 0);
	door(true, 0);
	for (int64_t minute = 0; minute < 120; minute++) {
		warmth(2000, minute * 60000);
	}
	check(!vend.is_warm);
}

CASE(vend, a_power_cut_in_a_visit_does_not_lose_it)
{
	vend_open(&vend, &settings, "s1", false, 0);
	door(false, 100);
	check(vend.is_closing && !effects.has_report);
	settled(600);
	check_door(false, DEVICE_MODE_CUSTOMER, "s1");
	vend_open(&vend, &settings, "s1", true, 0);
	door(true, 100);
	check_door(true, DEVICE_MODE_CUSTOMER, "s1");
	check(vend.is_warm && !vend.is_free);
}

CASE(vend, sync_and_reboot_are_done_by_others)
{
	begin();
	check(told(DEVICE_ACTION_SYNC, NULL, 0) == NULL);
	check(effects.resend && effects.beat);
	check(told(DEVICE_ACTION_REBOOT, NULL, 0) == NULL);
	check(effects.reboot);
}

SUITE(vend, A(a_guest_opens_takes_and_closes), A(a_door_that_nobody_opens_locks_again), A(an_open_door_does_not_end_a_visit), A(a_door_that_springs_open_again_is_still_the_same_visit),
	A(a_second_guest_waits), A(nothing_is_sold_without_room_for_the_sale), A(nothing_is_sold_through_a_door_that_stands_open), A(operators_have_their_time_and_the_door_locks_behind_them),
	A(what_operators_move_is_not_reported_and_what_nobody_moves_is), A(half_an_hour_of_warmth_locks_the_machine_by_itself), A(a_short_warmth_is_no_harm),
	A(an_unlocked_door_that_nobody_opened_locks_when_it_gets_too_warm), A(a_silent_thermometer_counts_as_too_warm_and_none_does_not), A(an_open_door_while_restocking_is_no_warmth),
	A(a_power_cut_in_a_visit_does_not_lose_it), A(sync_and_reboot_are_done_by_others));
