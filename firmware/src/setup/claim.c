/** Reads `{"success":true,"data":{"machineId":…,"mqtt":{…},"wifi":{…}}}`, objects in objects, unknown fields passed over. */
#include <string.h>
#include "setup/claim.h"

#define NAME_MAX 15

typedef bool (*read_member)(struct json_reader *reader, const char *name, struct claim *claim);

static bool read_object(struct json_reader *reader, read_member member, struct claim *claim)
{
	char name[TEXT_BYTES(NAME_MAX)];

	if (!json_take(reader, '{')) {
		return false;
	}
	if (json_take(reader, '}')) {
		return true;
	}
	do {
		if (!json_name(reader, name, NAME_MAX) || !member(reader, name, claim)) {
			return false;
		}
	} while (json_take(reader, ','));
	return json_take(reader, '}');
}

static bool in_mqtt(struct json_reader *reader, const char *name, struct claim *claim)
{
	uint64_t port;

	if (strcmp(name, "host") == 0) {
		return json_text(reader, claim->host, CLAIM_HOST_MAX);
	}
	if (strcmp(name, "password") == 0) {
		return json_text(reader, claim->secret, CLAIM_SECRET_MAX);
	}
	if (strcmp(name, "port") != 0) {
		return json_skip(reader);
	}
	if (!json_whole(reader, &port) || port == 0 || port > UINT16_MAX) {
		return false;
	}
	claim->port = (uint16_t)port;
	return true;
}

static bool in_wifi(struct json_reader *reader, const char *name, struct claim *claim)
{
	if (strcmp(name, "ssid") == 0) {
		return json_text(reader, claim->wifi_name, CLAIM_WIFI_NAME_MAX);
	}
	return strcmp(name, "password") == 0 ? json_text(reader, claim->wifi_password, CLAIM_SECRET_MAX) : json_skip(reader);
}

static bool in_data(struct json_reader *reader, const char *name, struct claim *claim)
{
	if (strcmp(name, "machineId") == 0) {
		return json_text(reader, claim->machine_id, CLAIM_MACHINE_MAX);
	}
	if (strcmp(name, "mqtt") == 0) {
		return read_object(reader, in_mqtt, claim);
	}
	return strcmp(name, "wifi") == 0 ? read_object(reader, in_wifi, claim) : json_skip(reader);
}

static bool in_answer(struct json_reader *reader, const char *name, struct claim *claim)
{
	if (strcmp(name, "success") == 0) {
		claim->is_success = json_next(reader) == 't';
		return json_skip(reader);
	}
	if (strcmp(name, "message") == 0) {
		return json_next(reader) == '"' ? json_beginning(reader, claim->message, CLAIM_MESSAGE_MAX) : json_skip(reader);
	}
	return strcmp(name, "data") == 0 && json_next(reader) == '{' ? read_object(reader, in_data, claim) : json_skip(reader);
}

bool claim_read(const char *bytes, size_t length, struct claim *claim)
{
	struct json_reader reader = { bytes, bytes + length };

	memset(claim, 0, sizeof(*claim));
	return read_object(&reader, in_answer, claim) && json_ended(&reader) && (!claim->is_success || (claim->machine_id[0] && claim->secret[0] && claim->port != 0));
}
