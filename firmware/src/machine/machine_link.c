/** The machine's side of the link: greets, sends what is due, beats. */
#include <string.h>
#include "machine/machine_parts.h"

static bool send_telemetry(struct machine *machine, const struct device_telemetry *telemetry)
{
	char json[TELEMETRY_BYTES];
	const int length = machine->is_connected ? codec_telemetry(json, sizeof(json), telemetry) : -1;

	return length > 0 && machine->ports->send(machine->ports->context, MACHINE_TELEMETRY, json, (size_t)length);
}

void machine_connected(struct machine *machine, int64_t now_ms)
{
	const struct items_settings *items = &machine->settings->items;
	struct device_telemetry hello = { .kind = TELEMETRY_KIND_HELLO, .hello = { machine->reports.outbox.epoch, machine->settings->firmware, outbox_oldest(&machine->reports.outbox), true, items->slot_count, { { 0 } } } };

	for (uint8_t n = 0; n < items->slot_count; n++) {
		strcpy(hello.hello.slots[n], items->slots[n].name);
	}
	machine->is_connected = true;
	machine->is_beat_due = true;
	(void)send_telemetry(machine, &hello);
	outbox_again(&machine->reports.outbox, now_ms);
}

void machine_got(struct machine *machine, const char *id)
{
	struct device_telemetry got = { .kind = TELEMETRY_KIND_GOT };

	strcpy(got.got.id, id);
	(void)send_telemetry(machine, &got);
}

void machine_disconnected(struct machine *machine)
{
	machine->is_connected = false;
}

const char *machine_shut(const struct machine *machine, int64_t now_ms)
{
	return vend_shut(&machine->vend, !items_are_watched(&machine->items, now_ms), reports_room(&machine->reports));
}

static void beat(struct machine *machine, int64_t now_ms)
{
	const struct vend *vend = &machine->vend;
	const char *shut = machine_shut(machine, now_ms);
	const struct device_telemetry telemetry = { .kind = TELEMETRY_KIND_BEAT, .beat = {
		.at_ms = machine_wall_ms(machine), .door_open = vend->is_door_open, .mode = vend->mode, .rssi_dbm = machine->rssi_dbm,
		.has_temperature = machine->has_temperature && now_ms - machine->temperature_ms < MACHINE_TEMPERATURE_MS, .centi_celsius = machine->centi_celsius,
		.up_s = (uint32_t)((now_ms - machine->started_ms) / 1000), .left_s = vend_seconds_left(vend, now_ms),
		.has_configuration = true, .configuration = machine->configuration.revision,
		.has_list = true, .list = machine->prices.revision,
		.shut = shut ? shut : "",
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
	if (machine->is_beat_due || now_ms - machine->beat_ms >= MACHINE_BEAT_MS) {
		beat(machine, now_ms); /* first, as the server dates by it what was kept while nobody listened */
	}
	send_due(machine, now_ms);
}
