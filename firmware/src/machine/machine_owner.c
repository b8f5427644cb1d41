/** Whose records these are: a board that becomes another machine begins with none. */
#include <string.h>
#include "machine/machine_parts.h"

static const uint16_t OWNED[] = { RECORD_OBEYED, RECORD_VISIT, RECORD_CONFIGURATION, RECORD_PRICES, RECORD_UNLOCKED, RECORD_READINGS, RECORD_FORMAT };

static bool is_owners(const struct machine *machine, int length, const char *owner)
{
	const char *id = machine->settings->machine_id;

	return length == (int)strlen(id) && memcmp(owner, id, (size_t)length) == 0;
}

/** Without its format the outbox begins anew; the owner is written when it has, so that a power cut in between changes nothing. */
enum machine_result machine_open_owner(struct machine *machine)
{
	const struct record_store *store = machine->ports->store;
	char owner[MACHINE_ID_BYTES];
	const int length = store->read(store->context, RECORD_OWNER, owner, sizeof(owner));

	if (length == STORE_ABSENT || machine->settings->machine_id[0] == '\0') {
		return MACHINE_OK;
	}
	if (length < 0) {
		return MACHINE_FAILED;
	}
	if (!is_owners(machine, length, owner)) {
		for (size_t n = 0; n < sizeof(OWNED) / sizeof(OWNED[0]); n++) {
			if (store->remove(store->context, OWNED[n]) != 0) {
				return MACHINE_FAILED;
			}
		}
	}
	return MACHINE_OK;
}

enum machine_result machine_keep_owner(const struct machine *machine)
{
	const struct record_store *store = machine->ports->store;
	const char *id = machine->settings->machine_id;
	char owner[MACHINE_ID_BYTES];
	const int length = store->read(store->context, RECORD_OWNER, owner, sizeof(owner));

	if (id[0] == '\0' || is_owners(machine, length, owner)) {
		return MACHINE_OK;
	}
	return store->write(store->context, RECORD_OWNER, id, strlen(id)) == 0 ? MACHINE_OK : MACHINE_FAILED;
}
