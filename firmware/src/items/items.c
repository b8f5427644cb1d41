/** Readings that stand still are compared with the last that did; the difference is what was moved. */
#include <stdlib.h>
#include <string.h>
#include "items/items_fit.h"

static bool is_name(const char *name)
{
	const char *end = memchr(name, '\0', PROTOCOL_SLOT_MAX + 1);
	const size_t length = end ? (size_t)(end - name) : 0;

	return length > 0 && strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789") == length;
}

static bool is_slot_right(const struct items_settings *settings, uint8_t n)
{
	const struct items_slot *slot = &settings->slots[n];
	int on_shelf = 0;

	if (!is_name(slot->name) || (slot->shelf != ITEMS_NO_SHELF && (slot->shelf >= ITEMS_SHELVES_MAX || slot->grams == 0))) {
		return false;
	}
	for (uint8_t other = 0; other < settings->slot_count; other++) {
		if (other != n && strcmp(slot->name, settings->slots[other].name) == 0) {
			return false;
		}
		on_shelf += settings->slots[other].shelf == slot->shelf;
	}
	return slot->shelf == ITEMS_NO_SHELF || on_shelf <= ITEMS_SLOTS_PER_SHELF_MAX;
}

bool items_are_right(const struct items_settings *settings)
{
	if (settings->slot_count > ITEMS_SLOTS_MAX) {
		return false;
	}
	for (uint8_t n = 0; n < settings->slot_count; n++) {
		if (!is_slot_right(settings, n)) {
			return false;
		}
	}
	return true;
}

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

/** What it reads now, also when that has not stood still yet; nothing where nothing was read. */
static void begin_at_latest(struct items_reading *reading)
{
	reading->is_known = reading->is_known || reading->is_moving;
	reading->settled = reading->latest;
	reading->drifted = 0;
}

void items_begin(struct items *items)
{
	for (int n = 0; n < ITEMS_SHELVES_MAX; n++) {
		begin_at_latest(&items->shelves[n]);
	}
	for (int n = 0; n < ITEMS_SLOTS_MAX; n++) {
		if (!items->counters[n].is_known) {
			begin_at_latest(&items->counters[n]);
		}
	}
}

int items_weight(struct items *items, uint8_t shelf, int32_t grams, int64_t now_ms, struct item_move moves[ITEMS_MOVES_MAX])
{
	if (shelf >= ITEMS_SHELVES_MAX) {
		return 0;
	}
	struct items_reading *reading = &items->shelves[shelf];

	if (!stands(reading, grams, items->settings->noise_grams, items->settings->settle_ms, now_ms)) {
		return 0;
	}
	if (abs(grams - reading->settled) < drift_grams(items->settings, shelf)) {
		reading->drifted += grams - reading->settled;
		reading->settled = grams;
		return 0;
	}
	const struct items_fit fit = items_explain(items->settings, shelf, grams - reading->settled, false);

	if (fit.count > 0) {
		reading->settled = grams;
		memcpy(moves, fit.moves, sizeof(fit.moves));
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
	const struct items_fit fit = items_explain(items->settings, shelf, step, step < 0);

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
	const int32_t change = count - reading->settled;

	if (abs(change) > PROTOCOL_QUANTITY_MAX) {
		return 0; /* no slot holds so many: the counter is broken, and is believed again when it comes back */
	}
	reading->settled = count;
	*move = (struct item_move){ .slot = slot, .change = (int8_t)change };
	return 1;
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

static bool collide(const struct items_settings *settings, const struct items_slot *a, const struct items_slot *b)
{
	for (int of_a = 1; of_a <= 2; of_a++) {
		for (int of_b = 1; of_b <= 2; of_b++) {
			const int32_t apart = abs(of_a * a->grams - of_b * b->grams);

			if (apart <= of_a * a->tolerance_grams + of_b * b->tolerance_grams + settings->noise_grams) {
				return true;
			}
		}
	}
	return false;
}

int items_collisions(const struct items_settings *settings, uint8_t (*pairs)[2], int capacity)
{
	int count = 0;

	for (uint8_t a = 0; a < settings->slot_count; a++) {
		for (uint8_t b = (uint8_t)(a + 1); b < settings->slot_count; b++) {
			if (settings->slots[a].shelf == ITEMS_NO_SHELF || settings->slots[a].shelf != settings->slots[b].shelf || !collide(settings, &settings->slots[a], &settings->slots[b])) {
				continue;
			}
			if (count < capacity) {
				pairs[count][0] = a;
				pairs[count][1] = b;
			}
			count++;
		}
	}
	return count;
}
