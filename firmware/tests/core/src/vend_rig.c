#include "vend_rig.h"

const struct vend_settings vend_rig_settings = {
	.customer_s = 60, .unlock_s = 60, .service_s = 1800, .restock_s = 900, .settle_ms = 3000,
	.warm_centi_celsius = 800, .warm_s = 1800, .has_thermometer = true, .visit_events = 10,
};
struct vend vend;
struct vend_effects effects;

void vend_begin(void)
{
	vend_open(&vend, &vend_rig_settings, NULL, false, 0);
	vend_step(&vend, &(struct vend_event){ .kind = VEND_DOOR, .is_open = false }, &effects);
	check(!effects.has_report);
	vend_warmth(450, 0);
}

const char *vend_told_with_room(enum device_action action, const char *sid, uint16_t room, int64_t at_ms)
{
	vend_step(&vend, &(struct vend_event){ .kind = VEND_COMMAND, .now_ms = at_ms, .command = { action, sid, room } }, &effects);
	return effects.refusal;
}

const char *vend_told(enum device_action action, const char *sid, int64_t at_ms)
{
	return vend_told_with_room(action, sid, 10, at_ms);
}

void vend_door(bool is_open, int64_t at_ms)
{
	vend_step(&vend, &(struct vend_event){ .kind = VEND_DOOR, .now_ms = at_ms, .is_open = is_open }, &effects);
}

void vend_tick(int64_t at_ms)
{
	vend_step(&vend, &(struct vend_event){ .kind = VEND_TICK, .now_ms = at_ms }, &effects);
}

void vend_settled(int64_t at_ms)
{
	vend_step(&vend, &(struct vend_event){ .kind = VEND_SETTLED, .now_ms = at_ms }, &effects);
}

void vend_warmth(int16_t centi_celsius, int64_t at_ms)
{
	vend_step(&vend, &(struct vend_event){ .kind = VEND_TEMPERATURE, .now_ms = at_ms, .centi_celsius = centi_celsius }, &effects);
	vend_tick(at_ms);
}

void vend_check_door(bool is_open, enum device_mode mode, const char *sid)
{
	check(effects.has_report);
	check_equal(effects.report.kind, EVENT_KIND_DOOR);
	check_equal(effects.report.door.open, is_open);
	check_equal(effects.report.door.mode, mode);
	check_equal(effects.report.has_sid, sid != NULL);
	check_text(effects.report.sid, sid ? sid : "");
}
