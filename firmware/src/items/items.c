/** Readings that stand still are compared with the last that did; the difference is what was moved. */
#include <stdlib.h>
#include <string.h>
#include "items/items_fit.h"

bool items_open(struct items *items, const struct items_settings *settings)
{
	*items = (struct items){ .settings = settings };
	return items_are_right(settings);
}

/** True when the reading has stood still long enough; the first that does is where counting begins. */
static bool stands(struct items_reading *reading, int32_t value, int32_t noise, uint16_t settle_ms, int64_t now_ms)
{
	if (!reading->is_moving || abs(value - reading->latest) > noise) {
		if (reading->is_known && !reading->is_moving && abs(value - reading->latest) <= noise) {
			return false;
		}
		reading->is_moving = true;
		reading->latest = value;
		reading->since_ms = now_ms;
		return false;
	}
	if (now_ms - reading->since_ms < settle_ms) {
		return false;
	}
	reading->is_moving = false;
	reading->latest = value;
	if (reading->is_known) {
		return true;
	}
	reading->is_known = true;
	reading->settled = value;
	return false;
}

/** Half the lightest item of a shelf: less than that is warmth and wear of the scale, and is followed. */
static int32_t drift_grams(const struct items_settings *settings, uint8_t shelf)
{
	int32_t lightest = INT32_MAX;

	for (uint8_t n = 0; n < settings->slot_count; n++) {
		if (settings->slots[n].shelf == shelf && settings->slots[n].grams < lightest) {
			lightest = settings->slots[n].grams;
		}
	}
	return lightest / 2;
}

/** What it reads now, also when that has not stood still yet; nothing where nothing was read. Of one on the move the lower: a bounce must take nothing, and what rises is taken up by itself. */
static void begin_at_latest(struct items_reading *reading, bool is_sure)
{
	if (!reading->is_known || is_sure || reading->latest < reading->settled) {
		reading->settled = reading->latest;
	}
	reading->is_known = reading->is_known || reading->is_moving;
	reading->drifted = 0;
}

void items_begin(struct items *items)
{
	items->jolted_until_ms = INT64_MAX;
	memset(items->taken, 0, sizeof(items->taken));
	for (int n = 0; n < ITEMS_SHELVES_MAX; n++) {
		begin_at_latest(&items->shelves[n], !items->shelves[n].is_moving);
	}
	for (int n = 0; n < ITEMS_SLOTS_MAX; n++) {
		begin_at_latest(&items->counters[n], false);
	}
}

void items_opened(struct items *items, int64_t now_ms)
{
	items->jolted_until_ms = now_ms + ITEMS_JOLT_MS;
}

void items_ended(struct items *items)
{
	items->jolted_until_ms = 0;
}

static void note_taken(struct items *items, const struct item_move *moves, int count)
{
	for (int n = 0; n < count; n++) {
		const int taken = items->taken[moves[n].slot] - moves[n].change;

		items->taken[moves[n].slot] = (uint8_t)(taken < 0 ? 0 : taken > UINT8_MAX ? UINT8_MAX : taken);
	}
}

static bool is_taken_from(const struct items *items, uint8_t shelf)
{
	for (uint8_t n = 0; n < items->settings->slot_count; n++) {
		if (items->settings->slots[n].shelf == shelf && items->taken[n] > 0) {
			return true;
		}
	}
	return false;
}

int items_weight(struct items *items, uint8_t shelf, int32_t grams, int64_t now_ms, struct item_move moves[ITEMS_MOVES_MAX])
{
	if (shelf >= ITEMS_SHELVES_MAX) {
		return 0;
	}
	struct items_reading *reading = &items->shelves[shelf];

	items->heard_ms[shelf] = now_ms;
	if (!stands(reading, grams, items->settings->noise_grams, items->settings->settle_ms, now_ms)) {
		return 0;
	}
	if (abs(grams - reading->settled) < drift_grams(items->settings, shelf)) {
		reading->drifted += grams - reading->settled;
		reading->settled = grams;
		return 0;
	}
	if (grams > reading->settled && reading->since_ms < items->jolted_until_ms && !is_taken_from(items, shelf)) {
		const int32_t risen = grams - reading->settled;

		items->risen_grams = risen >= ITEMS_SHIFT_GRAMS && items_may_tell_shift(items, shelf, now_ms) ? risen : 0;
		begin_at_latest(reading, true);
		items->is_begun_anew = true;
		return 0;
	}
	const struct items_fit fit = items_explain(items->settings, shelf, grams - reading->settled, false, grams > reading->settled ? items->taken : NULL);

	if (fit.count > 0) {
		reading->settled = grams;
		memcpy(moves, fit.moves, sizeof(fit.moves));
		note_taken(items, moves, fit.count);
	}
	return fit.count;
}

/** What is missing beside the part that is explained. There is never less than nothing on a shelf: a scale that says so is broken. */
static int32_t rest_of(const struct items *items, uint8_t shelf, int32_t step, const struct items_fit *fit)
{
	for (int n = 0; n < fit->count; n++) {
		step -= fit->moves[n].change * items->settings->slots[fit->moves[n].slot].grams;
	}
	return step < 0 && items->shelves[shelf].latest > -drift_grams(items->settings, shelf) ? step : 0;
}

int items_finish(struct items *items, uint8_t shelf, struct item_move moves[ITEMS_MOVES_MAX])
{
	if (shelf >= ITEMS_SHELVES_MAX || !items->shelves[shelf].is_known) {
		return 0;
	}
	struct items_reading *reading = &items->shelves[shelf];
	const int32_t step = reading->latest - reading->settled + reading->drifted;

	reading->settled = reading->latest;
	reading->drifted = 0;
	reading->is_moving = false;
	if (abs(step) < drift_grams(items->settings, shelf)) {
		return 0;
	}
	const struct items_fit fit = items_explain(items->settings, shelf, step, step < 0, step > 0 ? items->taken : NULL);

	if (step < 0 && fit.is_part) {
		reading->drifted = rest_of(items, shelf, step, &fit);
	}
	memcpy(moves, fit.moves, sizeof(fit.moves));
	return fit.count;
}

int items_counted(struct items *items, uint8_t slot, uint16_t count, int64_t now_ms, struct item_move *move)
{
	if (slot >= items->settings->slot_count) {
		return 0;
	}
	struct items_reading *reading = &items->counters[slot];

	if (!stands(reading, count, 0, items->settings->settle_ms, now_ms) || count == reading->settled) {
		return 0;
	}
	const int32_t rise = count - reading->settled;
	const int32_t change = reading->since_ms < items->jolted_until_ms && rise > items->taken[slot] ? items->taken[slot] : rise;

	if (abs(rise) > PROTOCOL_QUANTITY_MAX) {
		return 0; /* no slot holds so many: the counter is broken, and is believed again when it comes back */
	}
	reading->settled = count;
	items->is_begun_anew = items->is_begun_anew || change != rise;
	*move = (struct item_move){ .slot = slot, .change = (int8_t)change };
	note_taken(items, move, 1);
	return change != 0;
}

bool items_are_watched(const struct items *items, int64_t now_ms)
{
	const struct items_settings *settings = items->settings;

	for (uint8_t n = 0; n < settings->slot_count && settings->silent_ms > 0; n++) {
		const uint8_t shelf = settings->slots[n].shelf;

		if (shelf != ITEMS_NO_SHELF && now_ms - items->heard_ms[shelf] >= settings->silent_ms) {
			return false;
		}
	}
	return settings->slot_count > 0;
}

bool items_settled(const struct items *items)
{
	for (int n = 0; n < ITEMS_SHELVES_MAX; n++) {
		if (items->shelves[n].is_moving) {
			return false;
		}
	}
	for (int n = 0; n < ITEMS_SLOTS_MAX; n++) {
		if (items->counters[n].is_moving) {
			return false;
		}
	}
	return true;
}
