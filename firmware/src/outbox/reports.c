/** A held report keeps its place: nothing that came later overtakes it. */
#include <string.h>
#include "outbox/reports.h"

/** The same slot moved again in the same visit needs no place of its own. */
static bool merge(struct device_event *held, const struct device_event *event)
{
	if (held->kind == EVENT_KIND_DOOR || held->kind != event->kind || held->has_sid != event->has_sid || strcmp(held->sid, event->sid) != 0 ||
	    strcmp(held->item.slot, event->item.slot) != 0 || held->item.quantity + event->item.quantity > PROTOCOL_QUANTITY_MAX) {
		return false;
	}
	held->item.quantity = (uint8_t)(held->item.quantity + event->item.quantity);
	return true;
}

static void hold(struct reports *reports, const struct device_event *event)
{
	if (reports->held_count > 0 && merge(&reports->held[reports->held_count - 1], event)) {
		return;
	}
	if (reports->held_count == REPORTS_HELD_MAX) {
		reports->lost++;
		return;
	}
	reports->held[reports->held_count++] = *event;
}

static bool is_kept(enum outbox_result result)
{
	return result == OUTBOX_OK || result == OUTBOX_REFUSED;
}

void reports_add(struct reports *reports, const struct device_event *event, int64_t at_ms, int64_t now_ms)
{
	if (!outbox_is_sale(event)) {
		(void)outbox_push(&reports->outbox, event, at_ms, now_ms);
	} else if (reports->held_count > 0 || !is_kept(outbox_push(&reports->outbox, event, at_ms, now_ms))) {
		hold(reports, event);
	}
}

void reports_release(struct reports *reports, int64_t at_ms, int64_t now_ms)
{
	while (reports->held_count > 0 && is_kept(outbox_push(&reports->outbox, &reports->held[0], at_ms, now_ms))) {
		reports->held_count--;
		memmove(&reports->held[0], &reports->held[1], (size_t)reports->held_count * sizeof(reports->held[0]));
	}
}

uint16_t reports_room(const struct reports *reports)
{
	return reports->held_count > 0 ? 0 : outbox_room(&reports->outbox, true);
}
