/** One step of the door, and what follows from it: every effect goes through a port. */
#include "machine/machine_parts.h"

static void keep_health(const struct machine *machine)
{
	const struct record_store *store = machine->ports->store;
	const uint8_t is_warm = machine->vend.is_warm;

	(void)store->write(store->context, RECORD_HEALTH, &is_warm, sizeof(is_warm));
}

static void set_latch(struct machine *machine)
{
	if (machine->vend.is_free != machine->was_free) {
		machine->was_free = machine->vend.is_free;
		machine->ports->latch(machine->ports->context, machine->was_free);
	}
}

/** That a visit is under way is kept before it is told, that it is over afterwards: a power cut in between tells its end twice rather than never. */
void machine_take_effect(struct machine *machine, const struct vend_effects *effects, int64_t now_ms)
{
	const bool is_over = machine->vend.mode != DEVICE_MODE_CUSTOMER;

	if (effects->not_opened) {
		machine_tell_not_opened(machine, now_ms);
	}
	if (effects->keep_visit && !is_over) {
		machine_keep_visit(machine);
	}
	if (effects->keep_health) {
		keep_health(machine);
	}
	if (effects->has_report) {
		machine_report(machine, &effects->report, now_ms);
	}
	if (machine->locking[0] && !vend_is_unopened(&machine->vend)) {
		machine_answer(machine, machine->locking, NULL, now_ms);
		machine->locking[0] = '\0';
	}
	if (effects->keep_visit && is_over) {
		items_ended(&machine->items);
		machine_keep_visit(machine);
	}
	if (effects->resend) {
		outbox_again(&machine->reports.outbox, now_ms);
	}
	if (effects->reboot) {
		machine->reboot_ms = now_ms + MACHINE_REBOOT_MS;
	}
	machine->is_beat_due = machine->is_beat_due || effects->beat;
	set_latch(machine);
}

void machine_step(struct machine *machine, const struct vend_event *event)
{
	struct vend_effects effects;

	vend_step(&machine->vend, event, &effects);
	machine_take_effect(machine, &effects, event->now_ms);
}
