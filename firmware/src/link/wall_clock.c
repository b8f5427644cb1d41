/** SNTP over the monotonic clock. */
#include <zephyr/kernel.h>
#include <zephyr/sys/atomic.h>
#include "link/wall_clock.h"
#if defined(CONFIG_SNTP)
#include <zephyr/net/sntp.h>
#endif

#define SYNC_AGAIN_MS (6 * 3600 * 1000)

static K_MUTEX_DEFINE(lock);
static int64_t offset_ms;

int64_t wall_clock_ms(void)
{
	k_mutex_lock(&lock, K_FOREVER);
	const int64_t offset = offset_ms;

	k_mutex_unlock(&lock);
	return offset == 0 ? 0 : k_uptime_get() + offset;
}

void wall_clock_sync(void)
{
#if defined(CONFIG_SNTP)
	static int64_t asked_ms;
	struct sntp_time time;

	if (offset_ms != 0 && k_uptime_get() - asked_ms < SYNC_AGAIN_MS) {
		return;
	}
	asked_ms = k_uptime_get();
	if (sntp_simple(CONFIG_LARDER_TIME_SERVER, 2000, &time) != 0) {
		return;
	}
	k_mutex_lock(&lock, K_FOREVER);
	offset_ms = (int64_t)time.seconds * 1000 + (int64_t)((uint64_t)time.fraction * 1000 >> 32) - k_uptime_get();
	k_mutex_unlock(&lock);
#endif
}
