/** For whom the door is free, and how that ends. */
#include <string.h>
#include "machine/vend_parts.h"

bool vend_is_operators(enum device_mode mode)
{
	return mode == DEVICE_MODE_SERVICE || mode == DEVICE_MODE_RESTOCKING;
}

bool vend_is_unopened(const struct vend *vend)
{
	return vend->mode == DEVICE_MODE_CUSTOMER && !vend->was_opened;
}

void vend_lock(struct vend *vend, int64_t now_ms, struct vend_effects *effects)
{
	if (vend_is_operators(vend->mode) && vend->was_opened) {
		effects->keep_health = vend->is_warm;
		vend->is_warm = false;
		vend->cold_ms = now_ms;
		vend->is_cold_known = true;
	}
	if (vend->mode == DEVICE_MODE_CUSTOMER && vend->was_opened && vend->has_sid) {
		strcpy(vend->over, vend->sid); /* its bill is made: what leaves after another order to unlock would be on nobody's */
	}
	effects->keep_visit = vend->mode == DEVICE_MODE_CUSTOMER;
	effects->beat = vend->mode != DEVICE_MODE_LOCKED;
	vend->mode = DEVICE_MODE_LOCKED;
	vend->is_free = false;
	vend->is_closing = false;
	vend->was_opened = false;
	vend->is_unsure = false;
	vend->has_sid = false;
	vend->sid[0] = '\0';
}
