/** What the server orders: commands, each carried out once, and what it acknowledges and wants. */
#include <string.h>
#include "machine/machine_parts.h"

static const char NOT_KEPT[] = "The memory does not keep what is sold: it is worn or broken";

/** A guest may pull the door open as long as the latch does not hold: until then nobody knows how the visit ends. */
static bool is_locking(const struct machine *machine, const struct device_order *order)
{
	const bool is_meant = !order->command.has_sid || strcmp(order->command.sid, machine->vend.sid) == 0;

	return order->command.action == DEVICE_ACTION_LOCK && is_meant && vend_is_unopened(&machine->vend);
}

/** A guest is let in, if that can be kept: else nobody could say after a power cut whose door it was, and what stood there before. */
static void let_in(struct machine *machine, const struct device_order *order, const struct vend *before, struct vend_effects *effects)
{
	const bool is_new_visit = before->mode != DEVICE_MODE_CUSTOMER;

	if (is_new_visit) {
		items_begin(&machine->items);
	}
	if (machine_keep_unlocked(machine, order->command.id)) {
		return;
	}
	if (is_new_visit) {
		items_ended(&machine->items);
	}
	machine->vend = *before;
	*effects = (struct vend_effects){ .refusal = NOT_KEPT };
}

static void carry_out(struct machine *machine, const struct device_order *order, enum codec_result read, int64_t now_ms)
{
	const uint16_t room = reports_room(&machine->reports);
	const struct vend_event event = { .kind = VEND_COMMAND, .now_ms = now_ms, .command = { order->command.action, order->command.has_sid ? order->command.sid : NULL, room, !items_are_watched(&machine->items, now_ms) } };
	const struct vend before = machine->vend;
	struct vend_effects effects;

	machine_got(machine, order->command.id);
	if (read == CODEC_UNKNOWN_ACTION) {
		machine_answer(machine, order->command.id, "This firmware does not know the command", now_ms);
		return;
	}
	vend_step(&machine->vend, &event, &effects);
	if (order->command.action == DEVICE_ACTION_UNLOCK && order->command.has_sid && !effects.refusal && !machine->vend.was_opened && !machine->vend.is_unsure) {
		let_in(machine, order, &before, &effects);
	}
	if (vend_is_operators(machine->vend.mode)) {
		machine_forget_readings(machine);
	}
	machine_take_effect(machine, &effects, now_ms);
	if (is_locking(machine, order) && (order->command.has_sid || !machine->locking[0])) {
		if (machine->locking[0]) {
			machine_answer(machine, machine->locking, NULL, now_ms);
		}
		strcpy(machine->locking, order->command.id);
		return;
	}
	machine_answer(machine, order->command.id, effects.refusal, now_ms);
}

/** Its answer went with the power, or there was no room for it: without one the visit would keep the machine for an hour. While anything is still to be told the answer may be among it. */
static bool is_unanswered_lock(const struct machine *machine, const struct device_order *order)
{
	const bool is_all_told = outbox_waiting(&machine->reports.outbox) == 0 && machine->reports.held_count == 0;

	return order->command.action == DEVICE_ACTION_LOCK && order->command.has_sid && is_all_told && !machine->locking[0];
}

void machine_hear(struct machine *machine, const char *bytes, size_t length, int64_t received_ms, int64_t now_ms)
{
	struct device_order order;
	const enum codec_result read = codec_order(bytes, length, &order);

	if (read == CODEC_MALFORMED) {
		return;
	}
	if (order.kind == ORDER_KIND_ACK) {
		(void)outbox_acknowledge(&machine->reports.outbox, order.ack.epoch, order.ack.sequence, now_ms);
		return;
	}
	if (order.kind == ORDER_KIND_CONF) {
		machine_configure(machine, &order.configuration);
		return;
	}
	if (order.kind == ORDER_KIND_LIST) {
		machine_price_by(machine, &order.list);
		return;
	}
	switch (dedup_offer(&machine->dedup, order.command.id, received_ms, (int64_t)order.command.ttl_s * 1000, now_ms)) {
	case DEDUP_NEW:
		carry_out(machine, &order, read, now_ms);
		break;
	case DEDUP_FULL:
		machine_answer(machine, order.command.id, "The machine cannot remember another command", now_ms);
		break;
	case DEDUP_REPEATED:
		if (is_unanswered_lock(machine, &order)) {
			carry_out(machine, &order, read, now_ms); /* to lock for a visit once more changes nothing */
		}
		break;
	default:
		break;
	}
}
