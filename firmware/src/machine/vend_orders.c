/** What the door does when it is told to, and why it would not. */
#include <string.h>
#include "machine/vend_parts.h"

static const char RESTING[] = "The machine is out of service";
static const char WARM[] = "It was too warm for too long: the machine is locked until it has been serviced";
static const char COLD_UNKNOWN[] = "It was too warm when the power returned: guests are served when it is cold enough";
static const char BLIND[] = "What is taken would not be seen: a scale says nothing, or no slots are set";
static const char NO_ROOM[] = "There is no room to keep sales until the server has taken some";
static const char OVER[] = "The visit is over";
static const char BUSY[] = "A guest is being served";
static const char OPERATOR[] = "Somebody is working at the machine";
static const char DOOR_OPEN[] = "The door is open";

/** For a while, unless the guest has the door open already; who taps again has it anew. */
static const char *free_for_guest(struct vend *vend, int64_t now_ms)
{
	if (!vend->was_opened && !vend->is_unsure) {
		vend->is_free = true;
		vend->ends_ms = now_ms + (int64_t)vend->settings->customer_s * 1000;
	}
	return NULL;
}

const char *vend_shut(const struct vend *vend, bool is_blind, uint16_t room)
{
	if (vend->is_warm) {
		return WARM;
	}
	if (vend->settings->has_thermometer && !vend->is_cold_known) {
		return COLD_UNKNOWN;
	}
	if (is_blind) {
		return BLIND;
	}
	return room < vend->settings->visit_events ? NO_ROOM : NULL;
}

static const char *unlock_for_guest(struct vend *vend, const struct vend_event *event, struct vend_effects *effects)
{
	const char *sid = event->command.sid;

	if (vend_is_operators(vend->mode)) {
		return OPERATOR;
	}
	if (vend->mode == DEVICE_MODE_CUSTOMER) {
		return strcmp(vend->sid, sid) == 0 && !vend->is_closing ? free_for_guest(vend, event->now_ms) : BUSY;
	}
	if (strcmp(vend->over, sid) == 0) {
		return OVER;
	}
	if (vend->is_resting) {
		return RESTING;
	}
	const char *shut = vend_shut(vend, event->command.is_blind, event->command.room);

	if (shut) {
		return shut;
	}
	if (vend->is_door_open) {
		return DOOR_OPEN;
	}
	vend->mode = DEVICE_MODE_CUSTOMER;
	vend->has_sid = true;
	strcpy(vend->sid, sid);
	effects->beat = true;
	return free_for_guest(vend, event->now_ms);
}

static const char *free_for_operator(struct vend *vend, enum device_mode mode, uint32_t seconds, int64_t now_ms, struct vend_effects *effects)
{
	if (vend->mode == DEVICE_MODE_CUSTOMER) {
		return BUSY;
	}
	vend->mode = mode;
	vend->is_free = true;
	vend->was_opened = vend->was_opened || vend->is_door_open;
	vend->ends_ms = now_ms + (int64_t)seconds * 1000;
	effects->beat = true;
	return NULL;
}

static const char *on_lock(struct vend *vend, const char *sid, int64_t now_ms, struct vend_effects *effects)
{
	if (sid) {
		strcpy(vend->over, sid);
	}
	if (sid && (!vend->has_sid || strcmp(vend->sid, sid) != 0)) {
		return NULL; /* that visit is over already */
	}
	if (vend->is_door_open) {
		return sid ? NULL : DOOR_OPEN; /* it locks when the guest closes the door */
	}
	if (vend_is_unopened(vend)) {
		vend->is_free = false; /* it locks when the latch holds */
		vend->ends_ms = now_ms;
	} else if (!vend->is_closing) {
		vend_lock(vend, now_ms, effects);
	}
	return NULL;
}

const char *vend_obey(struct vend *vend, const struct vend_event *event, struct vend_effects *effects)
{
	const struct vend_settings *settings = vend->settings;
	const char *sid = event->command.sid;

	switch (event->command.action) {
	case DEVICE_ACTION_UNLOCK:
		return sid ? unlock_for_guest(vend, event, effects) : free_for_operator(vend, DEVICE_MODE_SERVICE, settings->unlock_s, event->now_ms, effects);
	case DEVICE_ACTION_SERVICE:
		return free_for_operator(vend, DEVICE_MODE_SERVICE, settings->service_s, event->now_ms, effects);
	case DEVICE_ACTION_RESTOCK:
		return free_for_operator(vend, DEVICE_MODE_RESTOCKING, settings->restock_s, event->now_ms, effects);
	case DEVICE_ACTION_LOCK:
		return on_lock(vend, sid, event->now_ms, effects);
	case DEVICE_ACTION_REBOOT:
		effects->reboot = vend->mode != DEVICE_MODE_CUSTOMER;
		return effects->reboot ? NULL : BUSY;
	default:
		effects->resend = true;
		effects->beat = true;
		return NULL;
	}
}
