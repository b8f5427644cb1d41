/** One record per part, so that a newer firmware with a larger part reads the older ones. */
#include <string.h>
#include <zephyr/kernel.h>
#include <zephyr/settings/settings.h>
#include "device/device_settings.h"

static struct device_settings all = { .warm_centi_celsius = 800 };

static const struct { const char *name; void *at; size_t size; } parts[] = {
	{ "identity", &all.identity, sizeof(all.identity) },
	{ "wifi", &all.wifi, sizeof(all.wifi) },
	{ "slots", all.slots, sizeof(all.slots) },
	{ "slot_count", &all.slot_count, sizeof(all.slot_count) },
	{ "scales", all.scales, sizeof(all.scales) },
	{ "has_thermometer", &all.has_thermometer, sizeof(all.has_thermometer) },
	{ "warm", &all.warm_centi_celsius, sizeof(all.warm_centi_celsius) },
};

static int load(const char *name, size_t length, settings_read_cb read, void *context)
{
	for (size_t n = 0; n < ARRAY_SIZE(parts); n++) {
		if (strcmp(name, parts[n].name) == 0 && length <= parts[n].size) {
			return read(context, parts[n].at, length) < 0 ? -EIO : 0;
		}
	}
	return -ENOENT;
}

SETTINGS_STATIC_HANDLER_DEFINE(larder, "larder", NULL, load, NULL, NULL);

int device_settings_open(void)
{
	const int result = settings_subsys_init();

	return result != 0 ? result : settings_load_subtree("larder");
}

struct device_settings *device_settings(void)
{
	return &all;
}

int device_settings_keep(void)
{
	for (size_t n = 0; n < ARRAY_SIZE(parts); n++) {
		char name[32];

		snprintk(name, sizeof(name), "larder/%s", parts[n].name);
		const int result = settings_save_one(name, parts[n].at, parts[n].size);

		if (result != 0) {
			return result;
		}
	}
	return 0;
}
