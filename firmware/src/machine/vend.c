/** The states are the protocol's modes; a guest's visit ends when the door is closed and the items are weighed. */
#include <string.h>
#include "machine/vend_parts.h"

uint32_t vend_seconds_left(const struct vend *vend, int64_t now_ms)
{
	const bool ends = vend_is_operators(vend->mode) || vend_is_unopened(vend);

	return ends && vend->ends_ms > now_ms ? (uint32_t)((vend->ends_ms - now_ms + 999) / 1000) : 0;
}

static void report_door(const struct vend *vend, struct vend_effects *effects)
{
	effects->has_report = true;
	effects->report.kind = EVENT_KIND_DOOR;
	effects->report.door.open = vend->is_door_open;
	effects->report.door.mode = vend->mode;
	effects->report.has_sid = vend->has_sid;
	memcpy(effects->report.sid, vend->sid, sizeof(vend->sid));
}

static void on_door(struct vend *vend, bool is_open, int64_t now_ms, struct vend_effects *effects)
{
	const bool is_first = !vend->is_door_known;
	/* A door that is closed at first ends the visit in which it was opened before the power went, and no other. */
	const bool is_news = is_first ? is_open || vend->was_opened : is_open != vend->is_door_open;

	if (!is_open && (is_first || vend->is_door_open)) {
		vend->closed_ms = now_ms;
	}
	if (is_open && (is_first || !vend->is_door_open)) {
		vend->opened_ms = now_ms;
	}
	vend->is_door_known = true;
	vend->is_door_open = is_open;
	if (vend->is_unsure && !is_open) {
		effects->not_opened = true;
		vend_lock(vend, now_ms, effects);
	}
	vend->is_unsure = false;
	if (!is_news) {
		return;
	}
	effects->beat = true;
	if (vend->mode == DEVICE_MODE_CUSTOMER && !is_open) {
		vend->is_free = false;
		vend->is_closing = true;
		return; /* reported when it is known what was taken */
	}
	if (vend->mode == DEVICE_MODE_CUSTOMER) {
		effects->keep_visit = !vend->was_opened;
		vend->was_opened = true;
		if (vend->is_closing) { /* not quite closed: the same visit goes on, for the server the door was never closed */
			vend->is_closing = false;
			return;
		}
	}
	vend->was_opened = vend->was_opened || (is_open && vend_is_operators(vend->mode));
	report_door(vend, effects);
	if (!is_open && vend_is_operators(vend->mode) && now_ms >= vend->ends_ms) {
		vend_lock(vend, now_ms, effects);
	}
}

static void watch_warmth(struct vend *vend, int64_t now_ms, struct vend_effects *effects)
{
	if (vend_is_operators(vend->mode) && vend->was_opened) {
		vend->cold_ms = now_ms; /* the door stands open for a good reason */
	}
	const int64_t limit_ms = vend->is_cold_known ? (int64_t)vend->settings->warm_s * 1000 : VEND_RECOVERY_MS;

	if (!vend->settings->has_thermometer || vend->is_warm || now_ms - vend->cold_ms < limit_ms) {
		return;
	}
	vend->is_warm = true;
	effects->keep_health = true;
	effects->beat = true;
	if (vend_is_unopened(vend)) {
		vend->ends_ms = now_ms; /* it locks when the latch holds */
	}
}

static void on_tick(struct vend *vend, int64_t now_ms, struct vend_effects *effects)
{
	const bool is_over = vend_is_unopened(vend) || vend_is_operators(vend->mode);

	watch_warmth(vend, now_ms, effects);
	if (vend->mode == DEVICE_MODE_CUSTOMER && vend->is_door_open && now_ms - vend->opened_ms >= VEND_LONGEST_OPEN_MS) {
		vend_lock(vend, now_ms, effects);
		return;
	}
	if (!is_over || vend->mode == DEVICE_MODE_LOCKED || vend->is_door_open || now_ms < vend->ends_ms) {
		return;
	}
	if (vend->mode == DEVICE_MODE_CUSTOMER && now_ms < vend->ends_ms + VEND_LATCHING_MS) {
		vend->is_free = false;
		return;
	}
	vend_lock(vend, now_ms, effects);
}

/** What the operator's people move is theirs to tell; what is moved while nobody is served is told without a session. */
static void on_move(const struct vend *vend, const struct device_event *move, struct vend_effects *effects)
{
	if (vend_is_operators(vend->mode)) {
		return;
	}
	effects->has_report = true;
	effects->report = *move;
	effects->report.has_sid = vend->has_sid;
	memcpy(effects->report.sid, vend->sid, sizeof(vend->sid));
}

void vend_step(struct vend *vend, const struct vend_event *event, struct vend_effects *effects)
{
	memset(effects, 0, sizeof(*effects));
	switch (event->kind) {
	case VEND_TICK:
		on_tick(vend, event->now_ms, effects);
		break;
	case VEND_DOOR:
		on_door(vend, event->is_open, event->now_ms, effects);
		break;
	case VEND_TEMPERATURE:
		if (event->centi_celsius <= vend->warm_centi_celsius) {
			vend->cold_ms = event->now_ms;
			vend->is_cold_known = true;
		}
		break;
	case VEND_COMMAND:
		effects->refusal = vend_obey(vend, event, effects);
		break;
	case VEND_MOVE:
		on_move(vend, event->move, effects);
		break;
	case VEND_SETTLED:
		if (vend->is_closing) {
			report_door(vend, effects);
			vend_lock(vend, event->now_ms, effects);
		}
		break;
	}
}
