/** What this device was told when it was set up; kept through power cuts by Zephyr's settings. */
#ifndef LARDER_DEVICE_SETTINGS_H
#define LARDER_DEVICE_SETTINGS_H
#include "items/items.h"
#include "link/link.h"

struct wifi_settings { char name[33]; char password[65]; };

struct slot_settings {
	struct items_slot slot;
	/** Switches that count the items of a slot without a shelf; they follow each other in the order of the slots. */
	uint8_t switches;
};

/** Of a shelf: what its scale reads when empty, and per gram. */
struct scale_settings { int32_t empty; int32_t per_gram_x1000; };

struct device_settings {
	struct link_identity identity;
	struct wifi_settings wifi;
	struct slot_settings slots[ITEMS_SLOTS_MAX];
	uint8_t slot_count;
	struct scale_settings scales[ITEMS_SHELVES_MAX];
	bool has_thermometer;
	int16_t warm_centi_celsius;
};

/** Reads what is kept. 0 or a negative error. */
int device_settings_open(void);
struct device_settings *device_settings(void);
/** Keeps what was changed. 0 or a negative error. */
int device_settings_keep(void);

#endif
