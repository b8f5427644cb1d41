/** What the machine has to tell: into the outbox, or held in memory while the outbox cannot take it. */
#ifndef LARDER_REPORTS_H
#define LARDER_REPORTS_H
#include "outbox/outbox.h"

/** Doors and items that are held at once. */
#define REPORTS_HELD_MAX 16

struct reports {
	struct outbox outbox;
	struct device_event held[REPORTS_HELD_MAX];
	int held_count;
	/** Sales that could be kept nowhere: only a broken flash and a full memory together do this. */
	uint32_t lost;
};

/** A sale is held when it cannot be kept now, and tried again in its order; a tap or an answer is not. `at_ms` as in outbox_push. */
void reports_add(struct reports *reports, const struct device_event *event, int64_t at_ms, int64_t now_ms);
/** Tries again what is held. */
void reports_release(struct reports *reports, int64_t at_ms, int64_t now_ms);
/** Events a visit may count on; 0 while anything is held. */
uint16_t reports_room(const struct reports *reports);

#endif
