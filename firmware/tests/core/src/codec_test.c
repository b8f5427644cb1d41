#include "check.h"
#include "vectors.h"

CASE(codec, events_are_written_as_the_contract_shows_them)
{
	for (size_t n = 0; n < COUNT(event_vectors); n++) {
		char json[EVENT_BYTES];
		const int length = codec_event(json, sizeof(json), &event_vectors[n].number, &event_vectors[n].event);

		check(length > 0);
		check_text(json, event_vectors[n].json);
		check_equal(length, strlen(json));
	}
}

CASE(codec, telemetry_is_written_as_the_contract_shows_it)
{
	for (size_t n = 0; n < COUNT(telemetry_vectors); n++) {
		char json[TELEMETRY_BYTES];

		check(codec_telemetry(json, sizeof(json), &telemetry_vectors[n].telemetry) > 0);
		check_text(json, telemetry_vectors[n].json);
	}
}

CASE(codec, what_the_contract_refuses_is_not_written)
{
	const struct event_number right = { 1, 1, 0 };
	const struct device_event tap = { .kind = EVENT_KIND_TAP, .tap = { "x" } };
	const struct device_event wrong[] = {
		{ .kind = EVENT_KIND_TAP },
		{ .kind = EVENT_KIND_TAKEN, .item = { .slot = "", .quantity = 1 } },
		{ .kind = EVENT_KIND_TAKEN, .item = { .slot = "A 1", .quantity = 1 } },
		{ .kind = EVENT_KIND_TAKEN, .item = { .slot = "A1", .quantity = 0 } },
		{ .kind = EVENT_KIND_TAKEN, .item = { .slot = "A1", .quantity = 100 } },
		{ .kind = EVENT_KIND_RETURNED, .item = { .slot = "A1", .quantity = 1, .or_count = 4 } },
		{ .kind = EVENT_KIND_RETURNED, .item = { .slot = "A1", .quantity = 1, .or_count = 1 } },
		{ .kind = EVENT_KIND_SHIFTED, .shift = { .grams = 5 } },
		{ .kind = EVENT_KIND_SHIFTED, .shift = { .grams = 5, .slot_count = PROTOCOL_SHELF_SLOTS_MAX + 1, .slots = { "A1" } } },
		{ .kind = EVENT_KIND_SHIFTED, .shift = { .grams = 5, .slot_count = 2, .slots = { "A1", "A 2" } } },
		{ .kind = EVENT_KIND_SHIFTED, .shift = { .grams = PROTOCOL_GRAMS_MAX + 1, .slot_count = 1, .slots = { "A1" } } },
		{ .kind = EVENT_KIND_SHIFTED, .shift = { .grams = -PROTOCOL_GRAMS_MAX - 1, .slot_count = 1, .slots = { "A1" } } },
		{ .kind = (enum event_kind)99 },
	};
	char json[EVENT_BYTES];

	for (size_t n = 0; n < COUNT(wrong); n++) {
		check_equal(codec_event(json, sizeof(json), &right, &wrong[n]), -1);
	}
	check_equal(codec_event(json, sizeof(json), &(struct event_number){ 1, 0, 0 }, &tap), -1);
	check_equal(codec_event(json, sizeof(json), &(struct event_number){ 1, 1, -1 }, &tap), -1);
	check_equal(codec_event(json, sizeof(json), &(struct event_number){ 1, 1, PROTOCOL_AT_MAX + 1 }, &tap), -1);
}

CASE(codec, texts_that_are_too_long_are_not_written)
{
	const struct event_number number = { 1, 1, 0 };
	struct device_event event = { .kind = EVENT_KIND_TAP };
	char json[EVENT_BYTES];

	memset(event.tap.tag, 'x', PROTOCOL_TAG_MAX + 1);
	check_equal(codec_event(json, sizeof(json), &number, &event), -1);
	event = (struct device_event){ .kind = EVENT_KIND_DONE };
	memset(event.done.id, 'x', PROTOCOL_ID_MAX + 1);
	check_equal(codec_event(json, sizeof(json), &number, &event), -1);
	event = (struct device_event){ .kind = EVENT_KIND_DOOR, .has_sid = true };
	memset(event.sid, 'x', PROTOCOL_SID_MAX + 1);
	check_equal(codec_event(json, sizeof(json), &number, &event), -1);
	const struct device_telemetry hello = { .kind = TELEMETRY_KIND_HELLO, .hello = { 1, "a firmware with a name nobody wants to read" } };

	check_equal(codec_telemetry(json, sizeof(json), &hello), -1);
	check_equal(codec_telemetry(json, sizeof(json), &(struct device_telemetry){ .kind = TELEMETRY_KIND_HELLO, .hello = { 1, "", 1, true, PROTOCOL_SLOTS_MAX + 1, { "A1" } } }), -1);
	check_equal(codec_telemetry(json, sizeof(json), &(struct device_telemetry){ .kind = TELEMETRY_KIND_HELLO, .hello = { 1, "", 1, true, 2, { "A1", "A 2" } } }), -1);
}

CASE(codec, a_buffer_is_never_overrun)
{
	for (size_t n = 0; n < COUNT(event_vectors); n++) {
		const size_t needed = strlen(event_vectors[n].json) + 1;

		for (size_t capacity = 0; capacity < needed; capacity++) {
			char json[EVENT_BYTES];

			memset(json, '#', sizeof(json));
			check_equal(codec_event(json, capacity, &event_vectors[n].number, &event_vectors[n].event), -1);
			check_equal(json[capacity], '#');
		}
	}
}

CASE(codec, a_broken_thermometer_does_not_silence_the_heartbeat)
{
	const struct device_telemetry beat = { .kind = TELEMETRY_KIND_BEAT, .beat = { .mode = DEVICE_MODE_LOCKED, .has_temperature = true, .centi_celsius = 30000 } };
	const struct device_telemetry strong = { .kind = TELEMETRY_KIND_BEAT, .beat = { .rssi_dbm = 1 } };
	char json[TELEMETRY_BYTES];

	check(codec_telemetry(json, sizeof(json), &beat) > 0);
	check_text(json, "{\"v\":1,\"t\":\"beat\",\"at\":0,\"door\":\"closed\",\"mode\":\"locked\",\"rssi\":0,\"up\":0}");
	check_equal(codec_telemetry(json, sizeof(json), &strong), -1);
	check_equal(codec_telemetry(json, sizeof(json), &(struct device_telemetry){ .kind = (enum telemetry_kind)9 }), -1);
}

static void check_order(const struct device_order *is, const struct device_order *should)
{
	check_equal(is->kind, should->kind);
	if (should->kind == ORDER_KIND_ACK) {
		check_equal(is->ack.epoch, should->ack.epoch);
		check(is->ack.sequence == should->ack.sequence);
		return;
	}
	if (should->kind == ORDER_KIND_CONF) {
		check_equal(is->configuration.revision, should->configuration.revision);
		check_equal(is->configuration.duty, should->configuration.duty);
		check_equal(is->configuration.has_limit, should->configuration.has_limit);
		check_equal(is->configuration.limit_celsius, should->configuration.limit_celsius);
		return;
	}
	if (should->kind == ORDER_KIND_LIST) {
		check_equal(is->list.revision, should->list.revision);
		check_text(is->list.currency, should->list.currency);
		check_equal(is->list.count, should->list.count);
		for (uint8_t n = 0; n < should->list.count; n++) {
			check_text(is->list.prices[n].slot, should->list.prices[n].slot);
			check_equal(is->list.prices[n].price, should->list.prices[n].price);
		}
		return;
	}
	check_text(is->command.id, should->command.id);
	check_equal(is->command.action, should->command.action);
	check_equal(is->command.ttl_s, should->command.ttl_s);
	check_equal(is->command.has_sid, should->command.has_sid);
	check_text(is->command.sid, should->command.sid);
}

CASE(codec, orders_are_read_as_the_contract_shows_them)
{
	for (size_t n = 0; n < COUNT(order_vectors); n++) {
		struct device_order order;

		check_equal(codec_order(order_vectors[n].json, strlen(order_vectors[n].json), &order), CODEC_OK);
		check_order(&order, &order_vectors[n].order);
	}
}

CASE(codec, orders_that_the_contract_refuses_are_refused)
{
	for (size_t n = 0; n < COUNT(refused_orders); n++) {
		struct device_order order;

		check(codec_order(refused_orders[n].json, strlen(refused_orders[n].json), &order) != CODEC_OK);
	}
}

CASE(codec, half_an_order_is_no_order)
{
	for (size_t n = 0; n < COUNT(order_vectors); n++) {
		size_t whole = strlen(order_vectors[n].json);

		while (whole > 0 && order_vectors[n].json[whole - 1] != '}') {
			whole--;
		}
		for (size_t length = 0; length < whole; length++) {
			struct device_order order;

			check_equal(codec_order(order_vectors[n].json, length, &order), CODEC_MALFORMED);
		}
	}
}

static enum codec_result read(const char *json)
{
	struct device_order order;

	return codec_order(json, strlen(json), &order);
}

CASE(codec, a_command_of_a_newer_server_can_be_answered)
{
	static const char json[] = "{\"v\":1,\"t\":\"cmd\",\"id\":\"o1\",\"do\":\"dance\",\"ttl\":60}";
	struct device_order order;

	check_equal(codec_order(json, strlen(json), &order), CODEC_UNKNOWN_ACTION);
	check_text(order.command.id, "o1");
	check_equal(read("{\"v\":1,\"t\":\"cmd\",\"id\":\"o1\",\"do\":\"a word longer than all others\",\"ttl\":60}"), CODEC_MALFORMED);
}

CASE(codec, a_field_of_another_shape_matters_only_where_it_belongs)
{
	check_equal(read("{\"v\":1,\"t\":\"cmd\",\"id\":\"o1\",\"do\":\"lock\",\"ttl\":60,\"s\":{\"a\":[]},\"e\":null}"), CODEC_OK);
	check_equal(read("{\"v\":1,\"t\":\"ack\",\"e\":\"0badcafe\",\"s\":1,\"id\":7,\"a name longer than any of ours\":1}"), CODEC_OK);
}

CASE(codec, what_is_no_json_is_refused_wherever_it_stands)
{
	static const char *const values[] = {
		"{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{,}", "[1,]", "[1 2]", "[,]", "{1:2}", "-", "-x", "1.", "1.e5", "1e", "1e+", "00", "tru", "nul", "+1", "\"", "\"\\u12\"", "\"\\u12g4\"",
		"\"\\\"", "\"\\ud800\\u0041\"", "\"\\", "\"\\u", "\"\xff\"", "\"\xc0\xaf\"", "\"\xc3(\"", "\"\xe2\x82\"", "\"\xed\xa0\x80\"", "\"\xf4\x90\x80\x80\"", "\"\xf0\x80\x80\x80\"", "\"\xe0\x80\x80\"", "\t", "}", "]", "",
		"[[[[[[[[[1]]]]]]]]]", "\"\x01\"", "\"\\ud800\"", "\"\\udc00\"", "\"\\ud800\\n\"",
	};

	for (size_t n = 0; n < COUNT(values); n++) {
		char json[160];

		strcpy(json, "{\"v\":1,\"t\":\"ack\",\"e\":\"0badcafe\",\"s\":1,\"x\":");
		strcat(json, values[n]);
		strcat(json, "}");
		check_equal(read(json), CODEC_MALFORMED);
	}
	check_equal(read("{\"v\":1,\"t\":\"ack\",\"e\":\"0badcafe\",\"s\":1,\"x\":[[[[[[[-0.5E-3]]]]]],{},[]]}"), CODEC_OK);
	check_equal(read("{\"v\":1,\"t\":\"ack\",\"e\":\"0badcafe\",\"s\":99999999999999999999}"), CODEC_MALFORMED);
	check_equal(read("{\"v\":1,\"t\":\"cmd\",\"id\":\"a\\u0000b\",\"do\":\"lock\",\"ttl\":60}"), CODEC_MALFORMED);
	check_equal(read("{}"), CODEC_MALFORMED);
	check_equal(read("{\"v\" 1}"), CODEC_MALFORMED);
}

SUITE(codec, A(events_are_written_as_the_contract_shows_them), A(telemetry_is_written_as_the_contract_shows_it), A(what_the_contract_refuses_is_not_written),
	A(texts_that_are_too_long_are_not_written), A(a_buffer_is_never_overrun), A(a_broken_thermometer_does_not_silence_the_heartbeat),
	A(orders_are_read_as_the_contract_shows_them), A(orders_that_the_contract_refuses_are_refused), A(half_an_order_is_no_order),
	A(a_command_of_a_newer_server_can_be_answered), A(a_field_of_another_shape_matters_only_where_it_belongs), A(what_is_no_json_is_refused_wherever_it_stands));
