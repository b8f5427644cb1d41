/** A door for tests: one function for each thing that can happen to it. */
#ifndef LARDER_VEND_RIG_H
#define LARDER_VEND_RIG_H
#include "check.h"
#include "machine/vend.h"

extern const struct vend_settings vend_rig_settings;
extern struct vend vend;
/** Of the last thing that happened. */
extern struct vend_effects effects;

/** A locked machine, its door closed. */
void vend_begin(void);
/** Answers why not, or NULL. */
const char *vend_told_with_room(enum device_action action, const char *sid, uint16_t room, int64_t at_ms);
const char *vend_told(enum device_action action, const char *sid, int64_t at_ms);
void vend_door(bool is_open, int64_t at_ms);
void vend_tick(int64_t at_ms);
void vend_settled(int64_t at_ms);
/** A reading of the thermometer and a tick. */
void vend_warmth(int16_t centi_celsius, int64_t at_ms);
/** The last thing reported is the door. */
void vend_check_door(bool is_open, enum device_mode mode, const char *sid);

#endif
