/** Device protocol v1 between structures and JSON. Nothing that comes in is trusted; nothing goes out that the contract would refuse. */
#ifndef LARDER_CODEC_H
#define LARDER_CODEC_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "codec/json.h"
#include "codec/protocol.h"

/** Room for any event, every character of it escaped. */
#define EVENT_BYTES 1024
#define TELEMETRY_BYTES 640

struct event_number {
	/** Random, made when the flash was formatted. */
	uint32_t epoch;
	/** From 1. */
	uint32_t sequence;
	/** Milliseconds since 1970, 0 when the time is not known. */
	int64_t at_ms;
};

struct device_door { bool open; enum device_mode mode; };
/** `or_slots` explain it as well. */
struct device_item { char slot[PROTOCOL_SLOT_MAX + 1]; uint8_t quantity; uint8_t or_count; char or_slots[PROTOCOL_OR_MAX][PROTOCOL_SLOT_MAX + 1]; };

/** Of the slots of a shelf, none of which explains it. */
struct device_shift { int32_t grams; uint8_t slot_count; char slots[PROTOCOL_SHELF_SLOTS_MAX][PROTOCOL_SLOT_MAX + 1]; };

struct device_event {
	enum event_kind kind;
	union {
		struct { char tag[TEXT_BYTES(PROTOCOL_TAG_MAX)]; } tap;
		struct device_door door;
		/** Of `taken` and `returned`. */
		struct device_item item;
		struct device_shift shift;
		/** `why` is a constant of the firmware's, or NULL. */
		struct { char id[TEXT_BYTES(PROTOCOL_ID_MAX)]; bool ok; const char *why; } done;
	};
	/** Of doors and items. */
	bool has_sid;
	char sid[TEXT_BYTES(PROTOCOL_SID_MAX)];
};

struct device_telemetry {
	enum telemetry_kind kind;
	union {
		struct { uint32_t epoch; const char *firmware; /** 0: not told. */ uint32_t oldest; /** False: not told. */ bool has_slots; uint8_t slot_count; char slots[PROTOCOL_SLOTS_MAX][PROTOCOL_SLOT_MAX + 1]; } hello;
		struct { int64_t at_ms; bool door_open; enum device_mode mode; int8_t rssi_dbm; bool has_temperature; int16_t centi_celsius; uint32_t up_s; /** 0 when the mode does not end by itself. */ uint32_t left_s; /** 0 while there is none. */ bool has_configuration; uint32_t configuration; /** The same. */ bool has_list; uint32_t list; /** A constant of the firmware's; NULL: nothing is said. */ const char *shut; } beat;
		struct { char id[TEXT_BYTES(PROTOCOL_ID_MAX)]; } got;
	};
};

/** In the smallest unit of the list's currency. */
struct device_price { char slot[PROTOCOL_SLOT_MAX + 1]; uint32_t price; };
struct device_price_list { uint32_t revision; char currency[PROTOCOL_CURRENCY_LENGTH + 1]; uint8_t count; struct device_price prices[PROTOCOL_PRICES_MAX]; };

struct device_order {
	enum order_kind kind;
	union {
		struct { uint32_t epoch; uint64_t sequence; } ack;
		struct { char id[TEXT_BYTES(PROTOCOL_ID_MAX)]; enum device_action action; uint32_t ttl_s; bool has_sid; char sid[TEXT_BYTES(PROTOCOL_SID_MAX)]; } command;
		/** Without a limit the machine's own counts. */
		struct device_configuration { uint32_t revision; enum device_duty duty; bool has_limit; uint8_t limit_celsius; } configuration;
		struct device_price_list list;
	};
};

enum codec_result {
	CODEC_OK,
	/** Not JSON, or not this protocol. */
	CODEC_MALFORMED,
	/** A whole command with an action that this firmware does not know: its id can be answered. */
	CODEC_UNKNOWN_ACTION,
};

/** The length of the JSON in `text`, or -1: out of range, or it does not fit. */
int codec_event(char *text, size_t capacity, const struct event_number *number, const struct device_event *event);
/** The same for telemetry. */
int codec_telemetry(char *text, size_t capacity, const struct device_telemetry *telemetry);
/** Reads an order; `order` means nothing unless the answer is CODEC_OK, but for the id of an unknown action. Texts with NUL and numbers written with a point or exponent are refused. */
enum codec_result codec_order(const char *bytes, size_t length, struct device_order *order);

#endif
