/** The door: what it is free for, who is being served, and when it locks by itself. A step is a function of state and event; nothing here touches the world. */
#ifndef LARDER_VEND_H
#define LARDER_VEND_H
#include <stdbool.h>
#include <stdint.h>
#include "codec/codec.h"

/** After a guest's time, or when it is told to lock, until the latch holds and the door's sensor has said its last: who pulls the door open meanwhile is still being served. */
#define VEND_LATCHING_MS 1000
/** A door that seems to stand open for so long in a visit does not keep the machine to it: the server has made the bill long before, its sensor may be broken, and an operator could not even lock it. */
#define VEND_LONGEST_OPEN_MS 7200000
/** Too warm at the start, a machine has this long to be cold enough: air that an open door has warmed is by then, goods that stood without power for hours are not. */
#define VEND_RECOVERY_MS 600000

struct vend_settings {
	/** Seconds a guest has for opening the door; operators' modes end after theirs, once the door is closed. */
	uint32_t customer_s, unlock_s, service_s, restock_s;
	/** Readings are on the move after the door is closed; longer than this is not waited for. */
	uint32_t settle_ms;
	/** Above this for `warm_s` the machine locks until somebody of the operator's has been there. */
	int16_t warm_centi_celsius;
	uint32_t warm_s;
	/** Without one the limit is not watched. A thermometer that is silent for `warm_s` counts as too warm. */
	bool has_thermometer;
	/** Events a visit must have room for, or it does not begin. */
	uint16_t visit_events;
};

enum vend_event_kind {
	VEND_TICK,
	/** A door sensor's word, first or changed. */
	VEND_DOOR,
	VEND_TEMPERATURE,
	/** A command, to be carried out now. */
	VEND_COMMAND,
	/** Something was taken or put back. */
	VEND_MOVE,
	/** The readings have come to rest after the door was closed. */
	VEND_SETTLED,
};

struct vend_event {
	enum vend_event_kind kind;
	/** Monotonic. */
	int64_t now_ms;
	union {
		bool is_open;
		int16_t centi_celsius;
		struct { enum device_action action; /** NULL without a session. */ const char *sid; /** How many events the outbox has room for; 0 when it fails. */ uint16_t room; /** What is taken would not be seen. */ bool is_blind; } command;
		/** `kind`, `item` are filled in; whose it was is added here. */
		struct device_event *move;
	};
};

struct vend_effects {
	/** What to report, at most one thing a step; the door's state and the item's. */
	bool has_report;
	struct device_event report;
	/** What to answer a command: NULL for yes, or why not. */
	const char *refusal;
	/** A heartbeat at once. */
	bool beat;
	/** Everything unacknowledged again. */
	bool resend;
	/** Once the answer has had its time to go out. */
	bool reboot;
	/** The power went after the door was unlocked, and nobody has opened it. */
	bool not_opened;
	/** The visit, or whether the machine is locked for warmth, is another than what was kept. */
	bool keep_visit, keep_health;
};

struct vend {
	const struct vend_settings *settings;
	enum device_mode mode;
	/** The latch is to be held free. */
	bool is_free;
	bool is_door_known, is_door_open;
	/** The guest has opened the door in this visit, or somebody of the operator's in their time. */
	bool was_opened;
	/** The power went before it was known whether the guest has: the first word of the door tells. */
	bool is_unsure;
	/** The guest has closed the door; what was taken is still being weighed. */
	bool is_closing;
	/** When the door was closed last, and opened. */
	int64_t closed_ms, opened_ms;
	/** When the mode ends by itself; a guest's only before the door is opened. */
	int64_t ends_ms;
	bool has_sid;
	char sid[TEXT_BYTES(PROTOCOL_SID_MAX)];
	/** The visit it was last told to lock for, or whose door was closed: an order to unlock for it that comes behind is late. */
	char over[TEXT_BYTES(PROTOCOL_SID_MAX)];
	/** It was too warm for too long: no more guests until the operator has been there. */
	bool is_warm;
	/** When it was last known to be cold enough. */
	int64_t cold_ms;
	/** It was cold enough since the start, or somebody of the operator's has been there: before that nobody knows for how long it has been warm. */
	bool is_cold_known;
	/** Configured: no guest is served. */
	bool is_resting;
	/** Configured, or the settings' own. */
	int16_t warm_centi_celsius;
};

struct vend_visit { const char *sid; bool was_opened; };

/** A locked machine. `visit` is one that a power cut came upon, or NULL; `is_warm` as it was kept. */
void vend_open(struct vend *vend, const struct vend_settings *settings, const struct vend_visit *visit, bool is_warm, int64_t now_ms);
/** How the operator wants it to work from now on; a visit that is under way goes on. */
void vend_configure(struct vend *vend, const struct device_configuration *configuration);
void vend_step(struct vend *vend, const struct vend_event *event, struct vend_effects *effects);
/** Somebody of the operator's is let in. */
bool vend_is_operators(enum device_mode mode);
/** A guest may open the door, and has not. */
bool vend_is_unopened(const struct vend *vend);
/** Seconds until the mode ends by itself, rounded up; 0 when it does not. */
uint32_t vend_seconds_left(const struct vend *vend, int64_t now_ms);
/** Why it would let no guest in, where somebody has to see to it; NULL while it would. `room` as for a command. */
const char *vend_shut(const struct vend *vend, bool is_blind, uint16_t room);

#endif
