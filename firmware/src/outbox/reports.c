/** A held report keeps its place: no door overtakes it, and it overtakes none. */
#include <string.h>
#include "outbox/reports.h"

/** A slot that is moved again is one thing to tell: what it comes to. */
static void add(struct held_report *held, const struct device_event *event)
{
	const int before = held->kind == EVENT_KIND_TAKEN ? held->item.quantity : -held->item.quantity;
	const int now = before + (event->kind == EVENT_KIND_TAKEN ? event->item.quantity : -event->item.quantity);

	held->kind = now > 0 ? EVENT_KIND_TAKEN : EVENT_KIND_RETURNED;
	held->item.quantity = (uint8_t)(now > 0 ? now : -now);
}

static void drop(struct reports *reports, int n)
{
	reports->held_count--;
	memmove(&reports->held[n], &reports->held[n + 1], (size_t)(reports->held_count - n) * sizeof(reports->held[0]));
}

/** Into what is held of the same slot in the same visit since the door was last told. */
static bool merge(struct reports *reports, const struct device_event *event)
{
	for (int n = reports->held_count - 1; n >= 0 && event->kind != EVENT_KIND_DOOR && reports->held[n].kind != EVENT_KIND_DOOR; n--) {
		struct held_report *held = &reports->held[n];

		if (held->has_sid == event->has_sid && strcmp(held->item.slot, event->item.slot) == 0 && held->item.quantity + event->item.quantity <= PROTOCOL_QUANTITY_MAX) {
			add(held, event);
			if (held->item.quantity == 0) {
				drop(reports, n);
			}
			return true;
		}
	}
	return false;
}

static void hold(struct reports *reports, const struct device_event *event)
{
	struct held_report *place = &reports->held[reports->held_count];
	const bool is_of_another_visit = event->has_sid && reports->sid[0] != '\0' && strcmp(reports->sid, event->sid) != 0;

	if (!is_of_another_visit && merge(reports, event)) {
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

bool reports_may_release(const struct reports *reports)
{
	const struct outbox *outbox = &reports->outbox;

	return reports->held_count > 0 && (outbox_room(outbox, true) >= reports->held_count || outbox_waiting(outbox) == 0);
}

void reports_release(struct reports *reports, int64_t at_ms, int64_t now_ms)
{
	while (reports->held_count > 0 && is_kept(push_first(reports, at_ms, now_ms))) {
		drop(reports, 0);
	}
	if (reports->held_count == 0) {
		reports->sid[0] = '\0';
	}
}

uint16_t reports_room(const struct reports *reports)
{
	return reports->held_count > 0 ? 0 : outbox_room(&reports->outbox, true);
}
