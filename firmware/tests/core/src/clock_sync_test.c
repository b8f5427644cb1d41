#include "check.h"
#include "link/clock_sync.h"

#define START_MS 4000
#define IN_2026_MS 1772323200000

static struct clock_sync wall_clock;

static void begin(void)
{
	wall_clock = (struct clock_sync){ 0 };
}

CASE(clock_sync, the_time_is_asked_for_at_once_and_unknown_until_then)
{
	begin();
	check(clock_sync_is_due(&wall_clock, START_MS));
	check_equal(clock_sync_time(&wall_clock, START_MS), 0);
}

CASE(clock_sync, a_server_that_does_not_answer_is_asked_every_half_minute)
{
	begin();
	for (int64_t now_ms = START_MS; now_ms < START_MS + 10 * CLOCK_SYNC_RETRY_MS; now_ms += CLOCK_SYNC_RETRY_MS) {
		check(clock_sync_is_due(&wall_clock, now_ms));
		clock_sync_missed(&wall_clock, now_ms);
		check(!clock_sync_is_due(&wall_clock, now_ms + CLOCK_SYNC_RETRY_MS - 1));
		check_equal(clock_sync_time(&wall_clock, now_ms), 0);
	}
}

CASE(clock_sync, its_answer_counts_from_then_on)
{
	begin();
	clock_sync_missed(&wall_clock, START_MS);
	clock_sync_answered(&wall_clock, IN_2026_MS, START_MS + CLOCK_SYNC_RETRY_MS);
	check_equal(clock_sync_time(&wall_clock, START_MS + CLOCK_SYNC_RETRY_MS), IN_2026_MS);
	check_equal(clock_sync_time(&wall_clock, START_MS + CLOCK_SYNC_RETRY_MS + 1500), IN_2026_MS + 1500);
}

CASE(clock_sync, a_clock_that_drifts_is_put_right_after_six_hours)
{
	const int64_t later_ms = START_MS + CLOCK_SYNC_AGAIN_MS;

	begin();
	clock_sync_answered(&wall_clock, IN_2026_MS, START_MS);
	check(!clock_sync_is_due(&wall_clock, later_ms - 1));
	check(clock_sync_is_due(&wall_clock, later_ms));
	clock_sync_answered(&wall_clock, IN_2026_MS + CLOCK_SYNC_AGAIN_MS + 800, later_ms);
	check_equal(clock_sync_time(&wall_clock, later_ms), IN_2026_MS + CLOCK_SYNC_AGAIN_MS + 800);
	check(!clock_sync_is_due(&wall_clock, later_ms + CLOCK_SYNC_AGAIN_MS - 1));
}

CASE(clock_sync, a_time_that_is_known_stays_when_the_server_does_not_answer)
{
	const int64_t later_ms = START_MS + CLOCK_SYNC_AGAIN_MS;

	begin();
	clock_sync_answered(&wall_clock, IN_2026_MS, START_MS);
	clock_sync_missed(&wall_clock, later_ms);
	check_equal(clock_sync_time(&wall_clock, later_ms), IN_2026_MS + CLOCK_SYNC_AGAIN_MS);
	check(!clock_sync_is_due(&wall_clock, later_ms + CLOCK_SYNC_AGAIN_MS - 1));
	check(clock_sync_is_due(&wall_clock, later_ms + CLOCK_SYNC_AGAIN_MS));
}

SUITE(clock_sync, A(the_time_is_asked_for_at_once_and_unknown_until_then), A(a_server_that_does_not_answer_is_asked_every_half_minute), A(its_answer_counts_from_then_on),
	A(a_clock_that_drifts_is_put_right_after_six_hours), A(a_time_that_is_known_stays_when_the_server_does_not_answer));
