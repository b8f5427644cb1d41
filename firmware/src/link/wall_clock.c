/** SNTP over the monotonic clock. */
#include <zephyr/kernel.h>
#include "link/address.h"
#include "link/clock_sync.h"
#include "link/wall_clock.h"
#if defined(CONFIG_SNTP)
#include <zephyr/net/sntp.h>
#endif

#define SNTP_PORT 123
/** It is asked up to three times, with 100, 200 and 400 ms for the answer. */
#define ANSWER_FIRST_MS 100
#define ANSWER_LAST_MS 400

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

#if defined(CONFIG_SNTP)
static bool ask(struct sntp_time *time)
{
	struct sockaddr_in server;
	struct sntp_ctx context;
	bool has_answered = false;

	if (!address_of(CONFIG_LARDER_TIME_SERVER, SNTP_PORT, &server) || sntp_init(&context, (struct sockaddr *)&server, sizeof(server)) != 0) {
		return false;
	}
	for (uint32_t wait_ms = ANSWER_FIRST_MS; wait_ms <= ANSWER_LAST_MS && !has_answered; wait_ms *= 2) {
		has_answered = sntp_query(&context, wait_ms, time) == 0;
	}
	sntp_close(&context);
	return has_answered;
}
#endif

void wall_clock_sync(void)
{
#if defined(CONFIG_SNTP)
	struct sntp_time time;
	const bool has_answered = ask(&time);

	k_mutex_lock(&lock, K_FOREVER);
	if (has_answered) {
		clock_sync_answered(&wall_clock, (int64_t)time.seconds * 1000 + (int64_t)((uint64_t)time.fraction * 1000 >> 32), k_uptime_get());
	} else {
		clock_sync_missed(&wall_clock, k_uptime_get());
	}
	k_mutex_unlock(&lock);
#endif
}
