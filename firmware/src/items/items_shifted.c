/** Shelves that change while nobody can have moved anything: a neighbour's shelf that sags, a bottle that falls over, a hand through the back. */
#include <stdlib.h>
#include "items/items.h"

void items_leave(struct items *items)
{
	for (int n = 0; n < ITEMS_SHELVES_MAX; n++) {
		items->shelves[n].settled = items->shelves[n].latest;
		items->shelves[n].drifted = 0;
	}
}

bool items_may_tell_shift(struct items *items, uint8_t shelf, int64_t now_ms)
{
	const bool is_too_soon = items->shifted_ms[shelf] != 0 && now_ms - items->shifted_ms[shelf] < ITEMS_SHIFT_AGAIN_MS;

	items->shifted_ms[shelf] = is_too_soon ? items->shifted_ms[shelf] : now_ms;
	return !is_too_soon;
}

int32_t items_shifted(struct items *items, uint8_t shelf, int64_t now_ms)
{
	struct items_reading *reading = &items->shelves[shelf];
	const int32_t grams = reading->latest - reading->settled;

	if (!reading->is_known || reading->is_moving || abs(grams) < ITEMS_SHIFT_GRAMS || now_ms - reading->since_ms < ITEMS_SHIFT_MS || !items_may_tell_shift(items, shelf, now_ms)) {
		return 0;
	}
	reading->settled = reading->latest;
	return grams;
}
