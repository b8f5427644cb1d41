/** NVS writes an entry whole or not at all, which is all the outbox asks for. */
#include <errno.h>
#include <zephyr/drivers/flash.h>
#include <zephyr/fs/nvs.h>
#include <zephyr/storage/flash_map.h>
#include "device/store_nvs.h"

#define PARTITION larder_partition

static struct nvs_fs nvs;

static int write_record(void *context, uint16_t id, const void *bytes, size_t length)
{
	/* NVS reports 0 when the same bytes are there already. */
	return nvs_write(context, id, bytes, length) >= 0 ? 0 : STORE_FAILED;
}

static int read_record(void *context, uint16_t id, void *bytes, size_t capacity)
{
	const ssize_t length = nvs_read(context, id, bytes, capacity);

	return length >= 0 ? (int)length : length == -ENOENT ? STORE_ABSENT : STORE_FAILED;
}

static int remove_record(void *context, uint16_t id)
{
	const int result = nvs_delete(context, id);

	return result == 0 || result == -ENOENT ? 0 : STORE_FAILED;
}

const struct record_store *store_open(void)
{
	static const struct record_store store = { &nvs, write_record, read_record, remove_record };
	struct flash_pages_info page;

	nvs.flash_device = FIXED_PARTITION_DEVICE(PARTITION);
	nvs.offset = FIXED_PARTITION_OFFSET(PARTITION);
	if (!device_is_ready(nvs.flash_device) || flash_get_page_info_by_offs(nvs.flash_device, nvs.offset, &page) != 0) {
		return NULL;
	}
	nvs.sector_size = (uint16_t)page.size;
	nvs.sector_count = (uint16_t)(FIXED_PARTITION_SIZE(PARTITION) / page.size);
	return nvs_mount(&nvs) == 0 ? &store : NULL;
}

int store_clear(void)
{
	/* nvs_clear is refused while NVS is not mounted, which is when this is needed most */
	const struct flash_area *area;
	int result = flash_area_open(FIXED_PARTITION_ID(PARTITION), &area);

	nvs.ready = false;
	if (result == 0) {
		result = flash_area_erase(area, 0, area->fa_size);
		flash_area_close(area);
	}
	return result;
}
