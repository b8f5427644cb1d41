/** The machine's side of the link: greets, hears orders, sends what is due, beats. */
#include <string.h>
#include "machine/machine_parts.h"

void machine_answer(struct machine *machine, const char *id, const char *refusal, int64_t now_ms)
{
	struct device_event event = { .kind = EVENT_KIND_DONE };

	strcpy(event.done.id, id);
	event.done.ok = refusal == NULL;
	event.done.why = refusal;
	reports_add(&machine->reports, &event, machine_wall_ms(machine), now_ms); /* without room for it the server lets the command expire */
}

static bool send_telemetry(struct machine *machine, const struct device_telemetry *telemetry)
{
	char json[TELEMETRY_BYTES];
	const int length = machine->is_connected ? codec_telemetry(json, sizeof(json), telemetry) : -1;

	return length > 0 && machine->ports->send(machine->ports->context, MACHINE_TELEMETRY, json, (size_t)length);
}

void machine_connected(struct machine *machine, int64_t now_ms)
{
	struct device_telemetry hello = { .kind = TELEMETRY_KIND_HELLO, .hello = { machine->reports.outbox.epoch, machine->settings->firmware, outbox_oldest(&machine->reports.outbox) } };

	machine->is_connected = true;
	machine->is_beat_due = true;
	(void)send_telemetry(machine, &hello);
	outbox_again(&machine->reports.outbox, now_ms);
}

void machine_disconnected(struct machine *machine)
{
	machine->is_connected = false;
}

static void carry_out(struct machine *machine, const struct device_order *order, enum codec_result read, int64_t now_ms)
{
	const uint16_t room = reports_room(&machine->reports);
	const struct vend_event event = { .kind = VEND_COMMAND, .now_ms = now_ms, .command = { order->command.action, order->command.has_sid ? order->command.sid : NULL, room } };
	struct device_telemetry got = { .kind = TELEMETRY_KIND_GOT };
	struct vend_effects effects;

	strcpy(got.got.id, order->command.id);
	(void)send_telemetry(machine, &got);
	if (read == CODEC_UNKNOWN_ACTION) {
		machine_answer(machine, order->command.id, "This firmware does not know the command", now_ms);
		return;
	}
	vend_step(&machine->vend, &event, &effects);
	if (order->command.action == DEVICE_ACTION_UNLOCK && order->command.has_sid && !effects.refusal && !machine->vend.was_opened) {
		machine_keep_unlocked(machine, order->command.id);
	}
	machine_take_effect(machine, &effects, now_ms);
	machine_answer(machine, order->command.id, effects.refusal, now_ms);
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
	default:
		break;
	}
}

static void beat(struct machine *machine, int64_t now_ms)
{
	const struct vend *vend = &machine->vend;
	const struct device_telemetry telemetry = { .kind = TELEMETRY_KIND_BEAT, .beat = {
		.at_ms = machine_wall_ms(machine), .door_open = vend->is_door_open, .mode = vend->mode, .rssi_dbm = machine->rssi_dbm,
		.has_temperature = machine->has_temperature, .centi_celsius = machine->centi_celsius,
		.up_s = (uint32_t)((now_ms - machine->started_ms) / 1000), .left_s = vend_seconds_left(vend, now_ms),
		.has_configuration = true, .configuration = machine->configuration.revision,
		.has_list = true, .list = machine->prices.revision,
	} };

	machine->is_beat_due = false;
	machine->beat_ms = now_ms;
	(void)send_telemetry(machine, &telemetry);
}

static void send_due(struct machine *machine, int64_t now_ms)
{
	char json[EVENT_BYTES];

	for (uint32_t sequence = outbox_due(&machine->reports.outbox, now_ms); sequence != 0; sequence = outbox_due(&machine->reports.outbox, now_ms)) {
		const int length = outbox_read(&machine->reports.outbox, sequence, json);

		if (length > 0 && !machine->ports->send(machine->ports->context, MACHINE_EVENTS, json, (size_t)length)) {
			return;
		}
		outbox_sent(&machine->reports.outbox, sequence);
	}
}

void machine_speak(struct machine *machine, int64_t now_ms)
{
	if (!machine->is_connected) {
		return;
	}
	send_due(machine, now_ms);
	if (machine->is_beat_due || now_ms - machine->beat_ms >= MACHINE_BEAT_MS) {
		beat(machine, now_ms);
	}
}
