/** What the machine has to tell: into the outbox, or held in memory while the outbox cannot take it. */
#ifndef LARDER_REPORTS_H
#define LARDER_REPORTS_H
#include "outbox/outbox.h"

/** Doors and items that are held at once: of a visit every slot once, as what it comes to, and the door. */
#define REPORTS_HELD_MAX 34

/** An event without the name of its visit. */
struct held_report { enum event_kind kind; bool has_sid; union { struct device_door door; struct device_item item; }; };

struct reports {
	struct outbox outbox;
	struct held_report held[REPORTS_HELD_MAX];
	int held_count;
	/** Whose visit it is; there is one at most, as none begins while anything is held. */
	char sid[TEXT_BYTES(PROTOCOL_SID_MAX)];
	/** Sales that could be kept nowhere: only a broken flash and a full memory together do this. */
	uint32_t lost;
};

/** A sale is held when it cannot be kept now, and tried again in its order; a tap or an answer is not. `at_ms` as in outbox_push. */
void reports_add(struct reports *reports, const struct device_event *event, int64_t at_ms, int64_t now_ms);
/** Something is held and there is room for all of it, or as much as there will ever be. */
bool reports_may_release(const struct reports *reports);
/** Tries again what is held. */
void reports_release(struct reports *reports, int64_t at_ms, int64_t now_ms);
/** Events a visit may count on; 0 while anything is held. */
uint16_t reports_room(const struct reports *reports);

#endif
