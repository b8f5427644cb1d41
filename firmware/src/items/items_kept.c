/** Readings on their way through a power cut. */
#include <string.h>
#include "items/items.h"

/** FNV-1a over names and shelves: which counter and which scale is whose. */
static uint32_t mark_of(const struct items_settings *settings)
{
	uint32_t mark = 0x811c9dc5u;

	for (uint8_t n = 0; n < settings->slot_count; n++) {
		for (const char *at = settings->slots[n].name; *at; at++) {
			mark = (mark ^ (unsigned char)*at) * 0x01000193u;
		}
		mark = (mark ^ settings->slots[n].shelf) * 0x01000193u;
	}
	return mark;
}

void items_keep(const struct items *items, struct items_kept *kept)
{
	memset(kept, 0, sizeof(*kept));
	kept->slots_mark = mark_of(items->settings);
	for (int n = 0; n < ITEMS_SHELVES_MAX; n++) {
		kept->shelves[n] = items->shelves[n].settled;
		kept->known_shelves |= (uint32_t)items->shelves[n].is_known << n;
	}
	for (int n = 0; n < ITEMS_SLOTS_MAX; n++) {
		kept->counters[n] = (uint16_t)items->counters[n].settled;
		kept->known_counters |= (uint32_t)items->counters[n].is_known << n;
	}
}

static void resume(struct items_reading *reading, int32_t value)
{
	*reading = (struct items_reading){ .is_known = true, .settled = value, .latest = value };
}

bool items_resume(struct items *items, const struct items_kept *kept)
{
	if (kept->slots_mark != mark_of(items->settings)) {
		return false;
	}
	for (int n = 0; n < ITEMS_SHELVES_MAX; n++) {
		if (kept->known_shelves >> n & 1u) {
			resume(&items->shelves[n], kept->shelves[n]);
		}
	}
	for (int n = 0; n < ITEMS_SLOTS_MAX; n++) {
		if (kept->known_counters >> n & 1u) {
			resume(&items->counters[n], kept->counters[n]);
		}
	}
	return true;
}
