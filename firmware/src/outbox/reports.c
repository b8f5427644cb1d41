/** A held report keeps its place: nothing that came later overtakes it. */
#include <string.h>
#include "outbox/reports.h"

/** The same slot moved again in the same visit needs no place of its own. */
static bool merge(struct held_report *held, const struct device_event *event)
{
	if (held->kind == EVENT_KIND_DOOR || held->kind != event->kind || held->has_sid != event->has_sid || strcmp(held->item.slot, event->item.slot) != 0 ||
	    held->item.quantity + event->item.quantity > PROTOCOL_QUANTITY_MAX) {
		return false;
	}
	held->item.quantity = (uint8_t)(held->item.quantity + event->item.quantity);
	return true;
}

static void hold(struct reports *reports, const struct device_event *event)
{
	struct held_report *place = &reports->held[reports->held_count];
	const bool is_of_another_visit = event->has_sid && reports->sid[0] != '\0' && strcmp(reports->sid, event->sid) != 0;

	if (!is_of_another_visit && reports->held_count > 0 && merge(place - 1, event)) {
		return;
	}
	if (is_of_another_visit || reports->held_count == REPORTS_HELD_MAX) {
		reports->lost++;
		return;
	}
	*place = (struct held_report){ .kind = event->kind, .has_sid = event->has_sid };
	if (event->kind == EVENT_KIND_DOOR) {
		place->door = event->door;
	} else {
		place->item = event->item;
	}
	if (event->has_sid) {
		memcpy(reports->sid, event->sid, sizeof(reports->sid));
	}
	reports->held_count++;
}

static enum outbox_result push_first(struct reports *reports, int64_t at_ms, int64_t now_ms)
{
	const struct held_report *first = &reports->held[0];
	struct device_event event = { .kind = first->kind, .has_sid = first->has_sid };

	if (event.kind == EVENT_KIND_DOOR) {
		event.door = first->door;
	} else {
		event.item = first->item;
	}
	memcpy(event.sid, reports->sid, sizeof(event.sid));
	return outbox_push(&reports->outbox, &event, at_ms, now_ms);
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
	while (reports->held_count > 0 && is_kept(push_first(reports, at_ms, now_ms))) {
		reports->held_count--;
		memmove(&reports->held[0], &reports->held[1], (size_t)reports->held_count * sizeof(reports->held[0]));
	}
	if (reports->held_count == 0) {
		reports->sid[0] = '\0';
	}
}

uint16_t reports_room(const struct reports *reports)
{
	return reports->held_count > 0 ? 0 : outbox_room(&reports->outbox, true);
}
