/** SNTP over the monotonic clock. */
#include <zephyr/kernel.h>
#include "link/clock_sync.h"
#include "link/wall_clock.h"
#if defined(CONFIG_SNTP)
#include <zephyr/net/sntp.h>
#endif

/** Zephyr asks up to three times, with 100, 200 and 400 ms for the answer. */
#define ANSWER_MS 700

static K_MUTEX_DEFINE(lock);
static struct clock_sync wall_clock;

int64_t wall_clock_ms(void)
{
	k_mutex_lock(&lock, K_FOREVER);
	const int64_t now_ms = clock_sync_time(&wall_clock, k_uptime_get());

	k_mutex_unlock(&lock);
	return now_ms;
}

bool wall_clock_is_due(void)
{
	/* only the link's thread changes it */
	return IS_ENABLED(CONFIG_SNTP) && clock_sync_is_due(&wall_clock, k_uptime_get());
}

void wall_clock_sync(void)
{
#if defined(CONFIG_SNTP)
	struct sntp_time time;
	const bool has_answered = sntp_simple(CONFIG_LARDER_TIME_SERVER, ANSWER_MS, &time) == 0;

	k_mutex_lock(&lock, K_FOREVER);
	if (has_answered) {
		clock_sync_answered(&wall_clock, (int64_t)time.seconds * 1000 + (int64_t)((uint64_t)time.fraction * 1000 >> 32), k_uptime_get());
	} else {
		clock_sync_missed(&wall_clock, k_uptime_get());
	}
	k_mutex_unlock(&lock);
#endif
}
