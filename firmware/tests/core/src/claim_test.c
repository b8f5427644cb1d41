#include <stdio.h>
#include "check.h"
#include "setup/claim.h"

static struct claim claim;

static bool read(const char *json)
{
	return claim_read(json, strlen(json), &claim);
}

CASE(claim, a_right_code_tells_the_machine_who_it_is)
{
	check(read("{\"success\":true,\"data\":{\"machineId\":\"VM-001\",\"name\":\"Lobby\",\"mqtt\":{\"host\":\"mq.example.com\",\"port\":8883,\"username\":\"VM-001\",\"password\":\"s3cret\"},\"wifi\":{\"ssid\":\"Café\",\"password\":\"pass word\",\"band\":5}},\"a field of a newer server's\":[1]}"));
	check(claim.is_success);
	check_text(claim.machine_id, "VM-001");
	check_text(claim.host, "mq.example.com");
	check_equal(claim.port, 8883);
	check_text(claim.secret, "s3cret");
	check_text(claim.wifi_name, "Café");
	check_text(claim.wifi_password, "pass word");
}

CASE(claim, without_a_host_it_is_the_one_that_was_asked)
{
	check(read("{\"success\":true,\"data\":{\"machineId\":\"VM-001\",\"mqtt\":{\"port\":1883,\"password\":\"s\"}}}"));
	check_text(claim.host, "");
	check(read("{\"success\":true,\"data\":{\"machineId\":\"VM-001\",\"mqtt\":{\"port\":1883,\"password\":\"s\"},\"wifi\":{}}}"));
}

CASE(claim, a_wrong_code_is_told_in_the_servers_words)
{
	check(read("{\"success\":false,\"error\":\"NOT_FOUND\",\"message\":\"This claim code is not valid.\",\"data\":null}"));
	check(!claim.is_success);
	check_text(claim.message, "This claim code is not valid.");
}

/** `{"success":false,"message":"<so many characters>"` and so on. */
static const char *refusal(size_t characters, const char *rest)
{
	static char json[2200];
	size_t length = (size_t)snprintf(json, sizeof(json), "{\"success\":false,\"message\":\"");

	for (size_t n = 0; n < characters; n++) {
		memcpy(json + length, "\xc3\xbc", 2);
		length += 2;
	}
	strcpy(json + length, rest);
	return json;
}

CASE(claim, of_a_long_refusal_the_beginning_is_told)
{
	check(read(refusal(CLAIM_MESSAGE_MAX, "\",\"data\":null}")));
	check_equal(strlen(claim.message), 2 * CLAIM_MESSAGE_MAX);
	check(read(refusal(CLAIM_MESSAGE_MAX + 1, "\",\"data\":null}")));
	check(!claim.is_success);
	check_equal(strlen(claim.message), 2 * CLAIM_MESSAGE_MAX + 3);
	check_text(claim.message + 2 * CLAIM_MESSAGE_MAX - 2, "\xc3\xbc...");
}

CASE(claim, of_a_refusal_that_is_cut_off_what_came_is_told)
{
	check(!read(refusal(1000, "")));
	check(!claim.is_success);
	check_text(claim.message + 2 * CLAIM_MESSAGE_MAX - 2, "\xc3\xbc...");
	check(!read(refusal(3, "\",\"data\":{")));
	check_text(claim.message, "\xc3\xbc\xc3\xbc\xc3\xbc");
	check(read("{\"success\":false,\"message\":null}"));
	check_text(claim.message, "");
}

CASE(claim, anything_else_is_no_answer)
{
	static const char *const wrong[] = {
		"", "[]", "{\"success\":true}", "{\"success\":true,\"data\":{\"machineId\":\"VM-001\"}}", "{\"success\":true,\"data\":{\"mqtt\":{\"port\":0}}}", "{\"success\":true,\"data\":{\"mqtt\":{\"port\":65536}}}",
		"{\"success\":true,\"data\":{\"mqtt\":{\"port\":\"1883\"}}}", "{\"success\":true,\"data\":{\"machineId\":7}}", "{\"success\":true", "{\"success\":true,\"data\":{\"wifi\":[]}}", "{\"success\" true}", "<html>",
	};

	for (size_t n = 0; n < COUNT(wrong); n++) {
		check(!read(wrong[n]));
	}
}

SUITE(claim, A(a_right_code_tells_the_machine_who_it_is), A(without_a_host_it_is_the_one_that_was_asked), A(a_wrong_code_is_told_in_the_servers_words), A(of_a_long_refusal_the_beginning_is_told), A(of_a_refusal_that_is_cut_off_what_came_is_told), A(anything_else_is_no_answer));
