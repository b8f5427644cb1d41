/** The whole machine without its hardware: what the sensors say and the server orders goes in, what is to be sent, kept and done comes out through ports. */
#ifndef LARDER_MACHINE_H
#define LARDER_MACHINE_H
#include "outbox/dedup.h"
#include "items/items.h"
#include "outbox/reports.h"
#include "machine/vend.h"

/** A sensor's reading is at most so old. */
#define MACHINE_READING_MS 250
/** A reboot waits so long for the answer to it, and all before it, to be acknowledged. */
#define MACHINE_REBOOT_MS 5000
#define MACHINE_BEAT_MS 15000
/** A temperature that is older is none. */
#define MACHINE_TEMPERATURE_MS 60000

enum machine_channel { MACHINE_EVENTS, MACHINE_TELEMETRY };

struct machine_ports {
	void *context;
	const struct record_store *store;
	/** Hands a message to the link. False when it cannot take it now: events are offered again, telemetry is not. */
	bool (*send)(void *context, enum machine_channel channel, const char *json, size_t length);
	/** Called with every change and once at the start. */
	void (*latch)(void *context, bool is_free);
	void (*reboot)(void *context);
	/** Milliseconds since 1970, 0 while unknown. */
	int64_t (*wall_clock_ms)(void *context);
};

struct machine_settings {
	struct vend_settings vend;
	struct items_settings items;
	struct outbox_settings outbox;
	const char *firmware;
	/** Empty while it was not told who it is. Records of another machine are forgotten when it opens, unsent events as well: they are not this one's to tell. */
	const char *machine_id;
};

/** Fields are the machine's own; glue reads `vend` and `reports` for its status page. */
struct machine {
	const struct machine_settings *settings;
	const struct machine_ports *ports;
	struct vend vend;
	struct items items;
	struct reports reports;
	struct dedup dedup;
	bool is_connected, is_beat_due, was_free;
	/** The door was opened while it was locked, or stood open for longer than a visit lasts: what is missing when it is closed again is told, without a visit. */
	bool is_forced;
	/** Locked, the door closed, and all told of who was there last. */
	bool is_left_alone;
	/** It goes on from readings of before the power went: what differs from them is still to be told. */
	bool is_resumed;
	/** When the readings of a machine that is left alone were kept last; 0: they are due. */
	int64_t kept_ms;
	/** The visit that is over is to be forgotten once its end is told. */
	bool is_visit_due;
	/** The command to lock that is answered when the latch holds, or the guest was faster; empty for none. Of several a visit's, as its answer ends the visit: the others are answered at once. */
	char locking[TEXT_BYTES(PROTOCOL_ID_MAX)];
	int64_t started_ms, beat_ms, reboot_ms;
	bool has_temperature;
	int16_t centi_celsius;
	/** When it was read. */
	int64_t temperature_ms;
	int8_t rssi_dbm;
	/** Revision 0: there is none. */
	struct device_configuration configuration;
	/** The same; for whatever shows prices. What is charged the server decides. */
	struct device_price_list prices;
};

enum machine_result {
	MACHINE_OK,
	/** The settings contradict themselves. */
	MACHINE_REFUSED,
	/** The store cannot be read: nothing may be sold. */
	MACHINE_FAILED,
};

/** Opens or resumes a machine; `fresh_epoch` is random. Times are milliseconds of the monotonic clock throughout. */
enum machine_result machine_open(struct machine *machine, const struct machine_settings *settings, const struct machine_ports *ports, uint32_t fresh_epoch, int64_t now_ms);
void machine_connected(struct machine *machine, int64_t now_ms);
void machine_disconnected(struct machine *machine);
/** What came on the machine's order topic, at `received_ms`. */
void machine_hear(struct machine *machine, const char *bytes, size_t length, int64_t received_ms, int64_t now_ms);
/** Somebody tapped; a tap for which there is no room is not kept. */
void machine_tag(struct machine *machine, const char *tag, int64_t now_ms);
void machine_door(struct machine *machine, bool is_open, int64_t now_ms);
void machine_weight(struct machine *machine, uint8_t shelf, int32_t grams, int64_t now_ms);
void machine_counted(struct machine *machine, uint8_t slot, uint16_t count, int64_t now_ms);
void machine_temperature(struct machine *machine, int16_t centi_celsius, int64_t now_ms);
/** Decibel-milliwatts, at most 0. */
void machine_signal(struct machine *machine, int8_t rssi_dbm);
/** What an item of a slot costs by the list that is known; NULL for a slot that is not on it. */
const struct device_price *machine_price(const struct machine *machine, const char *slot);
/** Why it would let no guest in, in the words of its heartbeats, where somebody has to see to it; NULL while it would. */
const char *machine_shut(const struct machine *machine, int64_t now_ms);
/** The board wants to begin anew; it waits as an order to reboot does, for a guest too. Once more before that is the same. */
void machine_restart(struct machine *machine, int64_t now_ms);
/** To be called at least every 100 ms: sends what is due, ends what is over. */
void machine_tick(struct machine *machine, int64_t now_ms);

#endif
