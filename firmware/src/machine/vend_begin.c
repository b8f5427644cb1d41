/** How the door begins, and what it is told about the way it should work. */
#include <string.h>
#include "machine/vend.h"

void vend_open(struct vend *vend, const struct vend_settings *settings, const struct vend_visit *visit, bool is_warm, int64_t now_ms)
{
	*vend = (struct vend){ .settings = settings, .mode = DEVICE_MODE_LOCKED, .is_warm = is_warm, .cold_ms = now_ms, .warm_centi_celsius = settings->warm_centi_celsius };
	if (visit && strlen(visit->sid) < sizeof(vend->sid)) {
		vend->mode = DEVICE_MODE_CUSTOMER;
		vend->was_opened = visit->was_opened;
		vend->is_unsure = !visit->was_opened;
		vend->ends_ms = now_ms + (int64_t)settings->customer_s * 1000;
		vend->has_sid = true;
		strcpy(vend->sid, visit->sid);
	}
}

void vend_configure(struct vend *vend, const struct device_configuration *configuration)
{
	vend->is_resting = configuration->duty == DEVICE_DUTY_REST;
	vend->warm_centi_celsius = configuration->has_limit ? (int16_t)(configuration->limit_celsius * 100) : vend->settings->warm_centi_celsius;
}
