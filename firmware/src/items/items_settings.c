/** What slots and shelves may be, and which of them a scale cannot tell apart. */
#include <stdlib.h>
#include <string.h>
#include "items/items.h"

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
