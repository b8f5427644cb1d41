/** Zephyr's task watchdog, over the board's own one where there is any. */
#include <zephyr/device.h>
#include <zephyr/kernel.h>
#include <zephyr/logging/log.h>
#include <zephyr/task_wdt/task_wdt.h>
#include "device/watchdog.h"

LOG_MODULE_REGISTER(larder_watchdog, LOG_LEVEL_INF);

#define PATIENCE_MS 10000

static int channel = -1;

void watchdog_open(void)
{
	const struct device *hardware = NULL;

#if defined(CONFIG_WATCHDOG)
	hardware = DEVICE_DT_GET_OR_NULL(DT_ALIAS(watchdog0));
#endif
	if (hardware && !device_is_ready(hardware)) {
		hardware = NULL;
	}
	if (task_wdt_init(hardware) == 0) {
		channel = task_wdt_add(PATIENCE_MS, NULL, NULL);
	}
	if (channel < 0) {
		LOG_ERR("There is no watchdog");
	}
}

void watchdog_feed(void)
{
	if (channel >= 0) {
		(void)task_wdt_feed(channel);
	}
}
