/** Puts the parts together: every input becomes a step of the door. */
#include <string.h>
#include "machine/machine_parts.h"

static void moved(struct machine *machine, const struct item_move *move, int64_t now_ms)
{
	const struct items_slot *slots = machine->settings->items.slots;
	struct device_event event = { .kind = move->change < 0 ? EVENT_KIND_TAKEN : EVENT_KIND_RETURNED };

	strcpy(event.item.slot, slots[move->slot].name);
	event.item.quantity = (uint8_t)(move->change < 0 ? -move->change : move->change);
	event.item.or_count = move->or_count;
	for (size_t n = 0; n < move->or_count; n++) {
		strcpy(event.item.or_slots[n], slots[move->or_slots[n]].name);
	}
	machine_step(machine, &(struct vend_event){ .kind = VEND_MOVE, .now_ms = now_ms, .move = &event });
}

/** What the power went in the middle of telling. */
static void tell_untold(struct machine *machine, int64_t now_ms)
{
	struct item_move moves[ITEMS_MOVES_MAX];
	const int count = machine_untold(machine, moves);

	for (int n = 0; n < count; n++) {
		moved(machine, &moves[n], now_ms);
	}
}

enum machine_result machine_open(struct machine *machine, const struct machine_settings *settings, const struct machine_ports *ports, uint32_t fresh_epoch, int64_t now_ms)
{
	memset(machine, 0, sizeof(*machine));
	machine->settings = settings;
	machine->ports = ports;
	machine->started_ms = now_ms;
	if (!items_open(&machine->items, &settings->items)) {
		return MACHINE_REFUSED;
	}
	const enum machine_result owner = machine_open_owner(machine);

	if (owner != MACHINE_OK) {
		return owner;
	}
	const enum outbox_result outbox = outbox_open(&machine->reports.outbox, ports->store, &settings->outbox, fresh_epoch);

	if (outbox != OUTBOX_OK) {
		return outbox == OUTBOX_REFUSED ? MACHINE_REFUSED : MACHINE_FAILED;
	}
	if (dedup_open(&machine->dedup, ports->store, now_ms) != 0) {
		return MACHINE_FAILED;
	}
	if (machine_keep_owner(machine) != MACHINE_OK) {
		return MACHINE_FAILED;
	}
	ports->latch(ports->context, false);
	const enum machine_result visit = machine_open_visit(machine, now_ms);

	if (visit != MACHINE_OK) {
		return visit;
	}
	tell_untold(machine, now_ms);
	return machine_open_wanted(machine);
}

void machine_tag(struct machine *machine, const char *tag, int64_t now_ms)
{
	struct device_event event = { .kind = EVENT_KIND_TAP };

	if (strlen(tag) < sizeof(event.tap.tag)) {
		strcpy(event.tap.tag, tag);
		machine_report(machine, &event, now_ms);
	}
}

void machine_door(struct machine *machine, bool is_open, int64_t now_ms)
{
	const bool was_open = machine->vend.is_door_open, was_opened = machine->vend.was_opened;

	machine_step(machine, &(struct vend_event){ .kind = VEND_DOOR, .now_ms = now_ms, .is_open = is_open });
	if (is_open && !was_open && machine->vend.mode == DEVICE_MODE_LOCKED) {
		machine->is_forced = true;
		if (!machine->is_resumed) { /* else it was opened in the dark: what is gone since then is to be told */
			items_begin(&machine->items);
		}
	}
	if (is_open && !was_open && !was_opened) {
		items_opened(&machine->items, now_ms);
	}
}

/**
 * What is kept goes before what is told, and holds it: after a power cut between the two the rest is told when power returns.
 * What can only be held in memory is not kept either: after a power cut it is seen again.
 */
static void all_moved(struct machine *machine, const struct item_move *moves, int count, int64_t now_ms)
{
	if ((count > 0 || machine->items.is_begun_anew) && reports_room(&machine->reports) > 0) {
		machine->items.is_begun_anew = false;
		(void)machine_keep_moves(machine, moves, count);
	}
	for (int n = 0; n < count; n++) {
		moved(machine, &moves[n], now_ms);
	}
}

void machine_weight(struct machine *machine, uint8_t shelf, int32_t grams, int64_t now_ms)
{
	struct item_move moves[ITEMS_MOVES_MAX];

	all_moved(machine, moves, items_weight(&machine->items, shelf, grams, now_ms, moves), now_ms);
	if (machine->items.risen_grams != 0 && !vend_is_operators(machine->vend.mode)) {
		machine_tell_shifted(machine, shelf, machine->items.risen_grams, now_ms);
	}
	machine->items.risen_grams = 0;
}

void machine_counted(struct machine *machine, uint8_t slot, uint16_t count, int64_t now_ms)
{
	struct item_move move;

	all_moved(machine, &move, items_counted(&machine->items, slot, count, now_ms, &move), now_ms);
}

void machine_temperature(struct machine *machine, int16_t centi_celsius, int64_t now_ms)
{
	machine->has_temperature = true;
	machine->centi_celsius = centi_celsius;
	machine->temperature_ms = now_ms;
	machine_step(machine, &(struct vend_event){ .kind = VEND_TEMPERATURE, .now_ms = now_ms, .centi_celsius = centi_celsius });
}

void machine_signal(struct machine *machine, int8_t rssi_dbm)
{
	machine->rssi_dbm = rssi_dbm;
}

static void tell_missing(struct machine *machine, int64_t now_ms)
{
	for (uint8_t shelf = 0; shelf < ITEMS_SHELVES_MAX; shelf++) {
		struct item_move moves[ITEMS_MOVES_MAX];

		for (int count = items_finish(&machine->items, shelf, moves); count > 0; count = items_finish(&machine->items, shelf, moves)) {
			all_moved(machine, moves, count, now_ms);
		}
	}
}

static void finish_visit(struct machine *machine, int64_t now_ms)
{
	if (machine->vend.is_closing && machine_is_at_rest(machine, now_ms)) {
		tell_missing(machine, now_ms);
		machine_step(machine, &(struct vend_event){ .kind = VEND_SETTLED, .now_ms = now_ms });
	}
}

static void finish_forced(struct machine *machine, int64_t now_ms)
{
	if (machine->is_forced && !machine->vend.is_door_open && machine_is_at_rest(machine, now_ms)) {
		machine->is_forced = false;
		tell_missing(machine, now_ms);
	}
}

/** What was held is told as soon as there is room for all of it. */
static void release_held(struct machine *machine, int64_t now_ms)
{
	if (reports_may_release(&machine->reports)) {
		machine_keep_readings(machine);
		reports_release(&machine->reports, machine_wall_ms(machine), now_ms);
	}
	if (machine->is_visit_due) {
		machine_keep_visit(machine);
	}
}

/** Not in the middle of a visit, and not before its end had its time to go out. */
static void reboot_if_due(struct machine *machine, int64_t now_ms)
{
	if (machine->reboot_ms == 0) {
		return;
	}
	if (machine->vend.mode == DEVICE_MODE_CUSTOMER) {
		machine->reboot_ms = now_ms + MACHINE_REBOOT_MS;
	} else if (now_ms >= machine->reboot_ms || outbox_waiting(&machine->reports.outbox) == 0) {
		machine->reboot_ms = 0;
		machine->ports->reboot(machine->ports->context);
	}
}

void machine_restart(struct machine *machine, int64_t now_ms)
{
	if (machine->reboot_ms == 0) {
		machine->reboot_ms = now_ms + MACHINE_REBOOT_MS;
	}
}

void machine_tick(struct machine *machine, int64_t now_ms)
{
	release_held(machine, now_ms);
	finish_visit(machine, now_ms);
	finish_forced(machine, now_ms);
	machine_watch_alone(machine, now_ms);
	const bool was_served = machine->vend.mode == DEVICE_MODE_CUSTOMER;

	machine_step(machine, &(struct vend_event){ .kind = VEND_TICK, .now_ms = now_ms });
	machine->is_forced = machine->is_forced || (was_served && machine->vend.mode == DEVICE_MODE_LOCKED && machine->vend.is_door_open);
	machine_speak(machine, now_ms);
	reboot_if_due(machine, now_ms);
}
