/** What the server answers to a claim code: who the machine is, how it connects, and its Wi-Fi. */
#ifndef LARDER_CLAIM_H
#define LARDER_CLAIM_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "codec/json.h"

#define CLAIM_HOST_MAX 63
#define CLAIM_MACHINE_MAX 40
#define CLAIM_SECRET_MAX 64
#define CLAIM_WIFI_NAME_MAX 32
#define CLAIM_MESSAGE_MAX 200

struct claim {
	char machine_id[TEXT_BYTES(CLAIM_MACHINE_MAX)];
	/** Empty when it is the host that was asked. */
	char host[TEXT_BYTES(CLAIM_HOST_MAX)];
	uint16_t port;
	char secret[TEXT_BYTES(CLAIM_SECRET_MAX)];
	char wifi_name[TEXT_BYTES(CLAIM_WIFI_NAME_MAX)];
	char wifi_password[TEXT_BYTES(CLAIM_SECRET_MAX)];
	/** The server's sentence when it says no, or its beginning and `...`; there also when what followed it was cut off or not understood. */
	char message[TEXT_BYTES(CLAIM_MESSAGE_MAX) + 3];
	bool is_success;
};

/** False when it is not such an answer; a refusal is one, with `is_success` false. */
bool claim_read(const char *bytes, size_t length, struct claim *claim);

#endif
