/** Slots are tried before they are kept: a machine whose settings contradict themselves sells nothing. */
#include <string.h>
#include <zephyr/kernel.h>
#include "device/device_settings.h"
#include "device/readings.h"
#include "setup/slots.h"
#include "setup/whole.h"

static const struct items_settings *listed(void)
{
	static struct items_settings items = { .noise_grams = 3 };
	const struct device_settings *settings = device_settings();

	items.slot_count = settings->slot_count;
	for (uint8_t n = 0; n < settings->slot_count; n++) {
		items.slots[n] = settings->slots[n].slot;
	}
	return &items;
}

void slots_warn(const struct shell *shell)
{
	const struct items_settings *items = listed();
	uint8_t pairs[8][2];
	const int count = items_collisions(items, pairs, ARRAY_SIZE(pairs));

	for (int n = 0; n < MIN(count, (int)ARRAY_SIZE(pairs)); n++) {
		shell_warn(shell, "%s and %s cannot be told apart by weight: put one of them on another shelf", items->slots[pairs[n][0]].name, items->slots[pairs[n][1]].name);
	}
}

/** False when the words are no slot. */
static bool read_slot(size_t count, char **words, struct slot_settings *slot)
{
	unsigned long shelf, grams, tolerance, switches;

	*slot = (struct slot_settings){ .slot = { .shelf = ITEMS_NO_SHELF } };
	if (strlen(words[1]) >= sizeof(slot->slot.name)) {
		return false;
	}
	strcpy(slot->slot.name, words[1]);
	if (count == 6 && strcmp(words[2], "shelf") == 0 && whole(words[3], ITEMS_SHELVES_MAX - 1, &shelf) && whole(words[4], UINT16_MAX, &grams) && whole(words[5], UINT16_MAX, &tolerance)) {
		slot->slot.shelf = (uint8_t)shelf;
		slot->slot.grams = (uint16_t)grams;
		slot->slot.tolerance_grams = (uint16_t)tolerance;
		return true;
	}
	if (count == 4 && strcmp(words[2], "switches") == 0 && whole(words[3], PROTOCOL_QUANTITY_MAX, &switches) && switches > 0) {
		slot->switches = (uint8_t)switches;
		return true;
	}
	return false;
}

/** False when slots are counted by more switches than there are: what is taken from them would not be seen. */
static bool has_switches(const struct device_settings *settings)
{
	uint32_t needed = 0;

	for (uint8_t n = 0; n < settings->slot_count; n++) {
		needed += settings->slots[n].switches;
	}
	return needed <= readings_switches();
}

/** Where the slot of that name is, or would be. */
static uint8_t place_of(const struct device_settings *settings, const char *name)
{
	uint8_t n = 0;

	while (n < settings->slot_count && strcmp(settings->slots[n].slot.name, name) != 0) {
		n++;
	}
	return n;
}

static int keep(const struct shell *shell)
{
	const int result = device_settings_keep();

	if (result != 0) {
		shell_error(shell, "It could not be kept (%d)", result);
		return result;
	}
	slots_warn(shell);
	shell_print(shell, "It counts from the next start on");
	return 0;
}

static int take_out(const struct shell *shell, struct device_settings *settings, uint8_t place)
{
	if (place == settings->slot_count) {
		shell_error(shell, "There is no such slot");
		return -ENOENT;
	}
	settings->slot_count--;
	memmove(&settings->slots[place], &settings->slots[place + 1], (size_t)(settings->slot_count - place) * sizeof(settings->slots[0]));
	return keep(shell);
}

int slots_set(const struct shell *shell, size_t count, char **words)
{
	struct device_settings *settings = device_settings();
	const uint8_t place = place_of(settings, words[1]), former_count = settings->slot_count;
	struct slot_settings slot;

	if (count == 3 && strcmp(words[2], "none") == 0) {
		return take_out(shell, settings, place);
	}
	if (!read_slot(count, words, &slot)) {
		shell_error(shell, "slot <name> shelf <0-7> <grams> <tolerance>, slot <name> switches <count>, or slot <name> none");
		return -EINVAL;
	}
	if (place == ITEMS_SLOTS_MAX) {
		shell_error(shell, "No more than %d slots", ITEMS_SLOTS_MAX);
		return -ENOSPC;
	}
	const struct slot_settings former = settings->slots[place];

	settings->slots[place] = slot;
	settings->slot_count = MAX(former_count, place + 1);
	const bool is_wired = has_switches(settings);

	if (!is_wired || !items_are_right(listed())) {
		settings->slots[place] = former;
		settings->slot_count = former_count;
		if (!is_wired) {
			shell_error(shell, "There are no more than %u switches on this board: what they do not count is not seen", readings_switches());
		} else {
			shell_error(shell, "A name has up to %d letters and digits; a shelf has up to %d slots, and what is on it weighs something", PROTOCOL_SLOT_MAX, ITEMS_SLOTS_PER_SHELF_MAX);
		}
		return -EINVAL;
	}
	return keep(shell);
}
