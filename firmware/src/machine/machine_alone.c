/** The machine while nobody is at it: whatever changes on a shelf then, with power or without, no guest and nobody of the operator's has done. */
#include <string.h>
#include "machine/machine_parts.h"

/** Warmth is followed all the time, and kept so often: less than a shelf's lightest item lies between. */
#define KEEP_MS 3600000

void machine_tell_shifted(struct machine *machine, uint8_t shelf, int32_t grams, int64_t now_ms)
{
	const struct items_settings *items = &machine->settings->items;
	struct device_event event = { .kind = EVENT_KIND_SHIFTED, .shift = { .grams = grams > PROTOCOL_GRAMS_MAX ? PROTOCOL_GRAMS_MAX : grams < -PROTOCOL_GRAMS_MAX ? -PROTOCOL_GRAMS_MAX : grams } };

	for (uint8_t n = 0; n < items->slot_count; n++) {
		if (items->slots[n].shelf == shelf) {
			strcpy(event.shift.slots[event.shift.slot_count++], items->slots[n].name);
		}
	}
	machine_report(machine, &event, now_ms);
}

bool machine_is_at_rest(const struct machine *machine, int64_t now_ms)
{
	const int64_t closed_for_ms = now_ms - machine->vend.closed_ms;

	return (items_settled(&machine->items) && closed_for_ms >= machine->settings->items.settle_ms + MACHINE_READING_MS) || closed_for_ms >= machine->settings->vend.settle_ms;
}

/** Not while anything is held in memory: after a power cut that has to be seen again. */
static void keep_if_due(struct machine *machine, int64_t now_ms)
{
	const bool is_due = machine->kept_ms == 0 || now_ms - machine->kept_ms >= KEEP_MS;

	if (is_due && machine->reports.held_count == 0 && !machine->is_visit_due) {
		machine->kept_ms = now_ms;
		machine_keep_readings(machine);
	}
}

void machine_watch_alone(struct machine *machine, int64_t now_ms)
{
	const bool was_left_alone = machine->is_left_alone, is_locked = machine->vend.mode == DEVICE_MODE_LOCKED && !machine->is_forced;

	machine->is_left_alone = is_locked && machine->vend.is_door_known && !machine->vend.is_door_open && (was_left_alone || machine_is_at_rest(machine, now_ms));
	machine->is_resumed = machine->is_resumed && is_locked;
	if (!machine->is_left_alone) {
		return;
	}
	if (!was_left_alone && !machine->is_resumed) {
		items_leave(&machine->items);
		machine->kept_ms = 0;
	}
	keep_if_due(machine, now_ms);
	for (uint8_t shelf = 0; shelf < ITEMS_SHELVES_MAX; shelf++) {
		const int32_t grams = items_shifted(&machine->items, shelf, now_ms);

		if (grams != 0) {
			machine->kept_ms = 0;
			keep_if_due(machine, now_ms);
			machine_tell_shifted(machine, shelf, grams, now_ms);
		}
	}
}
