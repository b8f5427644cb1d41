#include "link/wifi_watch.h"

enum wifi_step wifi_watch_step(struct wifi_watch *watch, enum wifi_seen seen, bool is_wanted, int64_t now_ms)
{
	if (seen != WIFI_SEEN_TRYING) {
		*watch = (struct wifi_watch){ 0 };
		return seen == WIFI_SEEN_AWAY ? WIFI_STEP_JOIN : is_wanted ? WIFI_STEP_WAIT : WIFI_STEP_LEAVE;
	}
	if (!watch->is_trying) {
		watch->is_trying = true;
		watch->since_ms = now_ms;
	}
	if (now_ms - watch->since_ms < WIFI_WATCH_TRIES_MS) {
		return WIFI_STEP_WAIT;
	}
	if (watch->leaves >= WIFI_WATCH_LEAVES) {
		return WIFI_STEP_RESTART;
	}
	watch->since_ms = now_ms;
	watch->leaves++;
	return WIFI_STEP_LEAVE;
}
