/** What is kept on the flash: records of the outbox, and what the device was told when it was set up. */
#include <string.h>
#include <zephyr/storage/flash_map.h>
#include <zephyr/ztest.h>
#include "device/device_settings.h"
#include "device/store_nvs.h"
#include "rig.h"

ZTEST(kept, test_a_record_is_there_again_as_it_was_last_written)
{
	char bytes[8] = "";
	const struct record_store *store = store_open();

	zassert_equal(store->read(store->context, 40, bytes, sizeof(bytes)), STORE_ABSENT);
	zassert_ok(store->write(store->context, 40, "first", 5));
	zassert_ok(store->write(store->context, 40, "second", 6));
	zassert_ok(store->write(store->context, 40, "second", 6));
	store = store_open();
	zassert_equal(store->read(store->context, 40, bytes, sizeof(bytes)), 6);
	zassert_mem_equal(bytes, "second", 6);
	zassert_ok(store->remove(store->context, 40));
	zassert_ok(store->remove(store->context, 40));
	zassert_equal(store->read(store->context, 40, bytes, sizeof(bytes)), STORE_ABSENT);
}

ZTEST(kept, test_the_longest_event_fits_a_record)
{
	static char bytes[4 + EVENT_BYTES], again[sizeof(bytes)];
	const struct record_store *store = store_open();

	memset(bytes, 'x', sizeof(bytes));
	zassert_ok(store->write(store->context, 41, bytes, sizeof(bytes)));
	zassert_equal(store->read(store->context, 41, again, sizeof(again)), sizeof(again));
	zassert_mem_equal(bytes, again, sizeof(bytes));
}

ZTEST(kept, test_a_partition_that_cannot_be_mounted_is_formatted_all_the_same)
{
	static const uint8_t rubbish[512];
	const struct flash_area *area;
	const struct record_store *store;
	char bytes[8];

	zassert_ok(flash_area_open(FIXED_PARTITION_ID(larder_partition), &area));
	zassert_ok(store_clear()); /* as after a start: not mounted */
	for (off_t at = 0; at < (off_t)area->fa_size; at += sizeof(rubbish)) {
		zassert_ok(flash_area_write(area, at, rubbish, sizeof(rubbish)));
	}
	zassert_is_null(store_open());
	zassert_ok(store_clear());
	store = store_open();
	zassert_not_null(store);
	zassert_equal(store->read(store->context, 40, bytes, sizeof(bytes)), STORE_ABSENT);
	zassert_ok(store->write(store->context, 40, "first", 5));
}

ZTEST(kept, test_what_the_device_was_told_survives_a_power_cut)
{
	struct device_settings *device = device_settings(), before;

	strcpy(device->identity.machine_id, "VM-001");
	strcpy(device->wifi.name, "Seaside Guests");
	zassert_ok(device_settings_keep());
	before = *device;
	memset(device, 0, sizeof(*device));
	zassert_ok(device_settings_open());
	zassert_equal(strcmp(device->identity.machine_id, "VM-001"), 0);
	zassert_equal(strcmp(device->wifi.name, "Seaside Guests"), 0);
	zassert_equal(device->slot_count, before.slot_count);
	zassert_mem_equal(device->slots, before.slots, sizeof(before.slots));
	zassert_mem_equal(device->scales, before.scales, sizeof(before.scales));
	zassert_equal(device->warm_centi_celsius, before.warm_centi_celsius);
}

ZTEST_SUITE(kept, NULL, rig_open, rig_begin, NULL, NULL);
