/** What the files of the door know of each other. */
#ifndef LARDER_VEND_PARTS_H
#define LARDER_VEND_PARTS_H
#include "machine/vend.h"

/* vend_latch.c */
/** Ends whatever the door was free for. Where somebody of the operator's has opened it the cold chain begins anew; an order alone makes nothing cold. */
void vend_lock(struct vend *vend, int64_t now_ms, struct vend_effects *effects);

/* vend_orders.c */
/** Carries out a command: NULL for yes, or why not. */
const char *vend_obey(struct vend *vend, const struct vend_event *event, struct vend_effects *effects);

#endif
