/** The half of codec.h that writes. Fields stand in the order of the contract's examples. */
#include <string.h>
#include "codec/codec_prices.h"

static const char *const modes[] = DEVICE_MODE_WORDS;
static const char *const event_kinds[] = EVENT_KIND_WORDS;
static const char *const telemetry_kinds[] = TELEMETRY_KIND_WORDS;

static void field(struct json_writer *writer, const char *name)
{
	json_raw(writer, ",\"");
	json_raw(writer, name);
	json_raw(writer, "\":");
}

static void text_field(struct json_writer *writer, const char *name, const char *text)
{
	field(writer, name);
	json_put_text(writer, text);
}

static void whole_field(struct json_writer *writer, const char *name, int64_t number)
{
	field(writer, name);
	json_put_whole(writer, number);
}

static void bool_field(struct json_writer *writer, const char *name, bool is)
{
	field(writer, name);
	json_raw(writer, is ? "true" : "false");
}

static void epoch_field(struct json_writer *writer, uint32_t epoch)
{
	static const char digits[] = "0123456789abcdef";
	char text[9] = { 0 };

	for (int n = 0; n < 8; n++) {
		text[n] = digits[epoch >> (28 - 4 * n) & 0xf];
	}
	text_field(writer, "e", text);
}

static void begin(struct json_writer *writer, char *text, size_t capacity, const char *kind)
{
	json_begin(writer, text, capacity);
	json_raw(writer, "{\"v\":");
	json_put_whole(writer, PROTOCOL_VERSION);
	text_field(writer, "t", kind);
}

static size_t characters(const char *text)
{
	size_t count = 0;

	for (; *text; text++) {
		count += ((unsigned char)*text & 0xc0u) != 0x80u;
	}
	return count;
}

static bool is_time(int64_t at_ms)
{
	return at_ms >= 0 && at_ms <= PROTOCOL_AT_MAX;
}

static bool put_slots(struct json_writer *writer, const char *name, const char (*slots)[PROTOCOL_SLOT_MAX + 1], size_t count)
{
	field(writer, name);
	json_raw(writer, "[");
	for (size_t n = 0; n < count; n++) {
		if (!codec_is_slot(slots[n])) {
			return false;
		}
		json_raw(writer, n == 0 ? "" : ",");
		json_put_text(writer, slots[n]);
	}
	json_raw(writer, "]");
	return true;
}

static bool put_item(struct json_writer *writer, const struct device_event *event)
{
	if (!codec_is_slot(event->item.slot) || event->item.quantity < 1 || event->item.quantity > PROTOCOL_QUANTITY_MAX || event->item.or_count > PROTOCOL_OR_MAX) {
		return false;
	}
	text_field(writer, "slot", event->item.slot);
	whole_field(writer, "n", event->item.quantity);
	return event->item.or_count == 0 || put_slots(writer, "or", event->item.or_slots, event->item.or_count);
}

static bool put_shift(struct json_writer *writer, const struct device_event *event)
{
	const struct device_shift *shift = &event->shift;

	if (shift->slot_count == 0 || shift->slot_count > PROTOCOL_SHELF_SLOTS_MAX || shift->grams > PROTOCOL_GRAMS_MAX || shift->grams < -PROTOCOL_GRAMS_MAX || !put_slots(writer, "slots", shift->slots, shift->slot_count)) {
		return false;
	}
	whole_field(writer, "grams", shift->grams);
	return true;
}

static bool put_done(struct json_writer *writer, const struct device_event *event)
{
	const char *why = event->done.why;

	if (characters(event->done.id) > PROTOCOL_ID_MAX || (why && characters(why) > PROTOCOL_WHY_MAX)) {
		return false;
	}
	text_field(writer, "id", event->done.id);
	bool_field(writer, "ok", event->done.ok);
	if (why) {
		text_field(writer, "why", why);
	}
	return true;
}

static bool put_content(struct json_writer *writer, const struct device_event *event)
{
	switch (event->kind) {
	case EVENT_KIND_TAP:
		text_field(writer, "tag", event->tap.tag);
		return event->tap.tag[0] != '\0' && characters(event->tap.tag) <= PROTOCOL_TAG_MAX;
	case EVENT_KIND_DOOR:
		bool_field(writer, "open", event->door.open);
		text_field(writer, "mode", modes[event->door.mode]);
		return true;
	case EVENT_KIND_TAKEN:
	case EVENT_KIND_RETURNED:
		return put_item(writer, event);
	case EVENT_KIND_SHIFTED:
		return put_shift(writer, event);
	case EVENT_KIND_DONE:
		return put_done(writer, event);
	default:
		return false;
	}
}

int codec_event(char *text, size_t capacity, const struct event_number *number, const struct device_event *event)
{
	struct json_writer writer;

	if (number->sequence == 0 || !is_time(number->at_ms) || (unsigned)event->kind >= EVENT_KIND_COUNT) {
		return -1;
	}
	begin(&writer, text, capacity, event_kinds[event->kind]);
	epoch_field(&writer, number->epoch);
	whole_field(&writer, "s", number->sequence);
	whole_field(&writer, "at", number->at_ms);
	if (!put_content(&writer, event)) {
		return -1;
	}
	if (event->has_sid) {
		if (characters(event->sid) > PROTOCOL_SID_MAX) {
			return -1;
		}
		text_field(&writer, "sid", event->sid);
	}
	json_raw(&writer, "}");
	return json_end(&writer);
}

static bool put_beat(struct json_writer *writer, const struct device_telemetry *telemetry)
{
	const int16_t celsius = telemetry->beat.centi_celsius;
	const char *shut = telemetry->beat.shut;

	if (!is_time(telemetry->beat.at_ms) || (shut && characters(shut) > PROTOCOL_WHY_MAX) || telemetry->beat.rssi_dbm > PROTOCOL_RSSI_MAX || telemetry->beat.left_s > PROTOCOL_LEFT_MAX) {
		return false;
	}
	whole_field(writer, "at", telemetry->beat.at_ms);
	text_field(writer, "door", telemetry->beat.door_open ? "open" : "closed");
	text_field(writer, "mode", modes[telemetry->beat.mode]);
	whole_field(writer, "rssi", telemetry->beat.rssi_dbm);
	/* A broken thermometer must not take the heartbeat with it. */
	if (telemetry->beat.has_temperature && celsius >= PROTOCOL_TEMP_C_MIN * 100 && celsius <= PROTOCOL_TEMP_C_MAX * 100) {
		field(writer, "tempC");
		json_put_hundredths(writer, celsius);
	}
	whole_field(writer, "up", telemetry->beat.up_s);
	if (telemetry->beat.left_s > 0) {
		whole_field(writer, "left", telemetry->beat.left_s);
	}
	if (telemetry->beat.has_configuration) {
		whole_field(writer, "conf", telemetry->beat.configuration);
	}
	if (telemetry->beat.has_list) {
		whole_field(writer, "list", telemetry->beat.list);
	}
	if (shut) {
		text_field(writer, "shut", shut);
	}
	return true;
}

static bool put_hello(struct json_writer *writer, const struct device_telemetry *telemetry)
{
	epoch_field(writer, telemetry->hello.epoch);
	text_field(writer, "fw", telemetry->hello.firmware);
	if (telemetry->hello.oldest > 0) {
		whole_field(writer, "from", telemetry->hello.oldest);
	}
	if (characters(telemetry->hello.firmware) > PROTOCOL_FW_MAX || telemetry->hello.slot_count > PROTOCOL_SLOTS_MAX) {
		return false;
	}
	return !telemetry->hello.has_slots || put_slots(writer, "slots", telemetry->hello.slots, telemetry->hello.slot_count);
}

static bool put_telemetry(struct json_writer *writer, const struct device_telemetry *telemetry)
{
	switch (telemetry->kind) {
	case TELEMETRY_KIND_HELLO:
		return put_hello(writer, telemetry);
	case TELEMETRY_KIND_BEAT:
		return put_beat(writer, telemetry);
	case TELEMETRY_KIND_GOT:
		text_field(writer, "id", telemetry->got.id);
		return characters(telemetry->got.id) <= PROTOCOL_ID_MAX;
	default:
		return false;
	}
}

int codec_telemetry(char *text, size_t capacity, const struct device_telemetry *telemetry)
{
	struct json_writer writer;

	if ((unsigned)telemetry->kind >= TELEMETRY_KIND_COUNT) {
		return -1;
	}
	begin(&writer, text, capacity, telemetry_kinds[telemetry->kind]);
	if (!put_telemetry(&writer, telemetry)) {
		return -1;
	}
	json_raw(&writer, "}");
	return json_end(&writer);
}
