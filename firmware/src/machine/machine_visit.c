/** A visit on its way through a power cut: who was being served, whether the door was opened, and what stood on the shelves when that was last told. */
#include <string.h>
#include "machine/machine_parts.h"

/** The command that unlocked the door and the guest it was for, each ended by NUL. */
struct unlocked { char id[TEXT_BYTES(PROTOCOL_ID_MAX)]; char sid[TEXT_BYTES(PROTOCOL_SID_MAX)]; };

bool machine_keep_unlocked(const struct machine *machine, const char *id)
{
	const struct record_store *store = machine->ports->store;
	struct unlocked unlocked = { 0 };

	strcpy(unlocked.id, id);
	memcpy(unlocked.sid, machine->vend.sid, sizeof(unlocked.sid));
	/* Readings of an earlier visit would be taken for what was moved in this one. */
	return machine_keep_moves(machine, NULL, 0) && store->write(store->context, RECORD_UNLOCKED, &unlocked, offsetof(struct unlocked, sid) + strlen(unlocked.sid) + 1) == 0;
}

/** STORE_ABSENT as well when it is not as it was written. */
static int read_unlocked(const struct machine *machine, struct unlocked *unlocked)
{
	const struct record_store *store = machine->ports->store;

	memset(unlocked, 0, sizeof(*unlocked));
	const int length = store->read(store->context, RECORD_UNLOCKED, unlocked, sizeof(*unlocked));
	const bool is_whole = length > (int)offsetof(struct unlocked, sid) && length <= (int)sizeof(*unlocked) && memchr(unlocked->id, '\0', sizeof(unlocked->id)) && memchr(unlocked->sid, '\0', sizeof(unlocked->sid));

	return length < 0 || is_whole ? length : STORE_ABSENT;
}

void machine_tell_not_opened(struct machine *machine, int64_t now_ms)
{
	struct unlocked unlocked;

	if (read_unlocked(machine, &unlocked) > 0) {
		machine_answer(machine, unlocked.id, "The power went before the door was opened", now_ms);
	}
}

/** Without moves only as far as them. */
struct readings { struct items_kept kept; /** The number that the first move is told under. */ uint32_t first; struct item_move moves[ITEMS_MOVES_MAX]; };

bool machine_keep_moves(const struct machine *machine, const struct item_move *moves, int count)
{
	const struct record_store *store = machine->ports->store;
	struct readings readings = { .first = machine->reports.outbox.next };

	if (vend_is_operators(machine->vend.mode)) {
		return true;
	}
	items_keep(&machine->items, &readings.kept);
	for (int n = 0; n < count; n++) {
		readings.moves[n] = moves[n];
	}
	return store->write(store->context, RECORD_READINGS, &readings, count > 0 ? offsetof(struct readings, moves) + (size_t)count * sizeof(moves[0]) : sizeof(readings.kept)) == 0;
}

void machine_keep_readings(const struct machine *machine)
{
	(void)machine_keep_moves(machine, NULL, 0);
}

void machine_forget_readings(const struct machine *machine)
{
	(void)machine->ports->store->remove(machine->ports->store->context, RECORD_READINGS);
}

void machine_keep_visit(struct machine *machine)
{
	const struct record_store *store = machine->ports->store;
	const struct vend *vend = &machine->vend;
	const bool is_under_way = vend->mode == DEVICE_MODE_CUSTOMER && vend->was_opened;

	machine->is_visit_due = !is_under_way && reports_room(&machine->reports) == 0;
	if (machine->is_visit_due) {
		return;
	}
	if (is_under_way) {
		(void)store->write(store->context, RECORD_VISIT, vend->sid, strlen(vend->sid));
	} else {
		(void)store->remove(store->context, RECORD_VISIT);
	}
	(void)store->remove(store->context, RECORD_UNLOCKED);
}

/** How many moves a record of this length holds; negative when it is not as it was written. */
static int moves_in(int length)
{
	const int bytes = length - (int)offsetof(struct readings, moves), each = (int)sizeof(struct item_move);

	if (length == (int)sizeof(struct items_kept)) {
		return 0;
	}
	return bytes > 0 && bytes <= ITEMS_MOVES_MAX * each && bytes % each == 0 ? bytes / each : -1;
}

int machine_untold(const struct machine *machine, struct item_move moves[ITEMS_MOVES_MAX])
{
	const struct record_store *store = machine->ports->store;
	struct readings readings;
	const int count = machine->is_resumed ? moves_in(store->read(store->context, RECORD_READINGS, &readings, sizeof(readings))) : 0;
	int untold = 0;

	for (int n = 0; n < count; n++) {
		if (readings.first + (uint32_t)n >= machine->reports.outbox.next) {
			moves[untold++] = readings.moves[n];
		}
	}
	return untold;
}

/** Those of other slots are let be, as slots are told anew. */
static enum machine_result open_readings(struct machine *machine)
{
	const struct record_store *store = machine->ports->store;
	struct readings readings;
	const int length = store->read(store->context, RECORD_READINGS, &readings, sizeof(readings));

	machine->is_resumed = moves_in(length) >= 0 && items_resume(&machine->items, &readings.kept);
	return length >= 0 || length == STORE_ABSENT ? MACHINE_OK : MACHINE_FAILED;
}

enum machine_result machine_open_visit(struct machine *machine, int64_t now_ms)
{
	const struct record_store *store = machine->ports->store;
	struct unlocked unlocked;
	char sid[TEXT_BYTES(PROTOCOL_SID_MAX)];
	uint8_t is_warm = 0;
	const int health = store->read(store->context, RECORD_HEALTH, &is_warm, sizeof(is_warm));
	const int opened = store->read(store->context, RECORD_VISIT, sid, sizeof(sid) - 1);
	const int only_unlocked = read_unlocked(machine, &unlocked);

	if ((health < 0 && health != STORE_ABSENT) || (opened < 0 && opened != STORE_ABSENT) || (only_unlocked < 0 && only_unlocked != STORE_ABSENT)) {
		return MACHINE_FAILED;
	}
	sid[opened > 0 && opened < (int)sizeof(sid) ? opened : 0] = '\0';
	const bool was_opened = opened >= 0 && opened < (int)sizeof(sid);
	const struct vend_visit visit = { was_opened ? sid : unlocked.sid, was_opened };

	const bool is_kept = was_opened || only_unlocked > 0;

	vend_open(&machine->vend, &machine->settings->vend, is_kept ? &visit : NULL, is_warm != 0, now_ms);
	const enum machine_result readings = open_readings(machine);

	if (is_kept && !was_opened) {
		items_begin(&machine->items); /* no guest has had a hand in yet */
	}
	return readings;
}
