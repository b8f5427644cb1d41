/** A distance between two clocks, and when to measure it again. */
#include "link/clock_sync.h"

static bool is_set(const struct clock_sync *sync)
{
	return sync->offset_ms != 0;
}

bool clock_sync_is_due(const struct clock_sync *sync, int64_t now_ms)
{
	return now_ms >= sync->next_ms;
}

void clock_sync_answered(struct clock_sync *sync, int64_t unix_ms, int64_t now_ms)
{
	sync->offset_ms = unix_ms - now_ms;
	sync->next_ms = now_ms + CLOCK_SYNC_AGAIN_MS;
}

void clock_sync_missed(struct clock_sync *sync, int64_t now_ms)
{
	sync->next_ms = now_ms + (is_set(sync) ? CLOCK_SYNC_AGAIN_MS : CLOCK_SYNC_RETRY_MS);
}

int64_t clock_sync_time(const struct clock_sync *sync, int64_t now_ms)
{
	return is_set(sync) ? now_ms + sync->offset_ms : 0;
}
