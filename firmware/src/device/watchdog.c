/** Zephyr's task watchdog, over the board's own one where there is any. */
#include <zephyr/device.h>
#include <zephyr/kernel.h>
#include <zephyr/logging/log.h>
#include <zephyr/task_wdt/task_wdt.h>
#include "device/watchdog.h"

LOG_MODULE_REGISTER(larder_watchdog, LOG_LEVEL_INF);

static const uint32_t patience_ms[WATCHDOG_COUNT] = { [WATCHDOG_MACHINE] = 10000, [WATCHDOG_LINK] = 120000 };
static int channels[WATCHDOG_COUNT] = { -1, -1 };

static bool add_channels(void)
{
	for (int of = 0; of < WATCHDOG_COUNT; of++) {
		channels[of] = task_wdt_add(patience_ms[of], NULL, NULL);
		if (channels[of] < 0) {
			return false;
		}
	}
	return true;
}

void watchdog_open(void)
{
	const struct device *hardware = NULL;

#if defined(CONFIG_WATCHDOG)
	hardware = DEVICE_DT_GET_OR_NULL(DT_ALIAS(watchdog0));
#endif
	if (hardware && !device_is_ready(hardware)) {
		hardware = NULL;
	}
	if (task_wdt_init(hardware) != 0 || !add_channels()) {
		LOG_ERR("There is no watchdog");
	}
}

void watchdog_feed(enum watchdog_of of)
{
	if (channels[of] >= 0) {
		(void)task_wdt_feed(channels[of]);
	}
}
