#include "check.h"
#include "link/wifi_watch.h"

static struct wifi_watch watch;
static int64_t now_ms;

static void begin(void)
{
	watch = (struct wifi_watch){ 0 };
	now_ms = 4000;
}

/** What it says when it looks the next time. */
static enum wifi_step look(enum wifi_seen seen, bool is_wanted)
{
	now_ms += WIFI_WATCH_MS;
	return wifi_watch_step(&watch, seen, is_wanted, now_ms);
}

/** How long the driver tries, in looks, until something else is to be done than to wait. */
static int looks_until(enum wifi_step step)
{
	for (int looks = 1; looks < 1000; looks++) {
		const enum wifi_step next = look(WIFI_SEEN_TRYING, true);

		if (next != WIFI_STEP_WAIT) {
			check_equal(next, step);
			return looks;
		}
	}
	return 0;
}

CASE(wifi_watch, joins_whenever_it_is_away_and_waits_while_it_is_in)
{
	begin();
	check_equal(look(WIFI_SEEN_AWAY, false), WIFI_STEP_JOIN);
	check_equal(look(WIFI_SEEN_TRYING, true), WIFI_STEP_WAIT);
	for (int looks = 0; looks < 100; looks++) {
		check_equal(look(WIFI_SEEN_IN, true), WIFI_STEP_WAIT);
	}
	check_equal(look(WIFI_SEEN_AWAY, true), WIFI_STEP_JOIN);
	check_equal(look(WIFI_SEEN_AWAY, true), WIFI_STEP_JOIN); /* the wrong password, or no network of that name */
}

CASE(wifi_watch, leaves_another_network_for_the_wanted_one)
{
	begin();
	check_equal(look(WIFI_SEEN_IN, false), WIFI_STEP_LEAVE);
	check_equal(look(WIFI_SEEN_AWAY, false), WIFI_STEP_JOIN);
	check_equal(look(WIFI_SEEN_IN, true), WIFI_STEP_WAIT);
}

CASE(wifi_watch, calls_off_what_does_not_end_after_a_minute)
{
	const int a_minute = WIFI_WATCH_TRIES_MS / WIFI_WATCH_MS;

	begin();
	check_equal(looks_until(WIFI_STEP_LEAVE), a_minute + 1);
	check_equal(look(WIFI_SEEN_AWAY, true), WIFI_STEP_JOIN);
	check_equal(looks_until(WIFI_STEP_LEAVE), a_minute + 1); /* the time of before does not count */
}

CASE(wifi_watch, restarts_a_driver_that_does_not_stop_and_none_that_does)
{
	begin();
	for (int times = 0; times < 3 * WIFI_WATCH_LEAVES; times++) {
		check(looks_until(WIFI_STEP_LEAVE) > 0);
		check_equal(look(WIFI_SEEN_AWAY, true), WIFI_STEP_JOIN);
	}
	for (int times = 0; times < WIFI_WATCH_LEAVES; times++) {
		check(looks_until(WIFI_STEP_LEAVE) > 0);
	}
	check(looks_until(WIFI_STEP_RESTART) > 0);
	check_equal(look(WIFI_SEEN_TRYING, true), WIFI_STEP_RESTART); /* until it is done: a guest may be in between */
	check_equal(look(WIFI_SEEN_IN, true), WIFI_STEP_WAIT);
}

SUITE(wifi_watch, A(joins_whenever_it_is_away_and_waits_while_it_is_in), A(leaves_another_network_for_the_wanted_one), A(calls_off_what_does_not_end_after_a_minute), A(restarts_a_driver_that_does_not_stop_and_none_that_does));
