/** POST /api/hardware/claim. With TLS the server's certificate is checked against the one that is built in. */
#include <errno.h>
#include <string.h>
#include <zephyr/kernel.h>
#include <zephyr/net/http/client.h>
#include <zephyr/net/socket.h>
#if defined(CONFIG_NET_SOCKETS_SOCKOPT_TLS)
#include <zephyr/net/tls_credentials.h>
#endif
#include "link/address.h"
#include "link/patience.h"
#include "setup/claim_http.h"

#define PATIENCE_MS 10000

static char body[1536];
static size_t body_length;

static void on_part(struct http_response *response, enum http_final_call is_final, void *context)
{
	ARG_UNUSED(is_final);
	ARG_UNUSED(context);
	if (response->body_frag_start) {
		const size_t part = MIN(response->body_frag_len, sizeof(body) - body_length);

		memcpy(body + body_length, response->body_frag_start, part);
		body_length += part;
	}
}

static int open_socket(const char *host, bool is_secure)
{
#if defined(CONFIG_NET_SOCKETS_SOCKOPT_TLS)
	if (is_secure) {
		static const sec_tag_t tags[] = { CONFIG_LARDER_CA_TAG };
		const int at = zsock_socket(AF_INET, SOCK_STREAM, IPPROTO_TLS_1_2);

		if (at >= 0 && (zsock_setsockopt(at, SOL_TLS, TLS_SEC_TAG_LIST, tags, sizeof(tags)) != 0 || zsock_setsockopt(at, SOL_TLS, TLS_HOSTNAME, host, strlen(host) + 1) != 0)) {
			(void)zsock_close(at);
			return -1;
		}
		return at;
	}
#endif
	ARG_UNUSED(host);
	return is_secure ? -1 : zsock_socket(AF_INET, SOCK_STREAM, IPPROTO_TCP);
}

/** The socket, connected to the server, or a negative error. */
static int reach(const char *host, uint16_t port, bool is_secure)
{
	struct sockaddr_in address;
	const int at = open_socket(host, is_secure);

	if (at < 0) {
		return -ENOTSUP;
	}
	patience_set(at);
	if (!address_of(host, port, &address) || zsock_connect(at, (struct sockaddr *)&address, sizeof(address)) != 0) {
		(void)zsock_close(at);
		return -EHOSTUNREACH;
	}
	return at;
}

static int post(int at, const char *host, const char *payload)
{
	static uint8_t buffer[512];
	static const char *const headers[] = { "Content-Type: application/json\r\n", NULL };
	struct http_request request = {
		.method = HTTP_POST, .url = "/api/hardware/claim", .host = host, .protocol = "HTTP/1.1", .header_fields = (const char **)headers,
		.payload = payload, .payload_len = strlen(payload), .response = on_part, .recv_buf = buffer, .recv_buf_len = sizeof(buffer),
	};

	return http_client_req(at, &request, PATIENCE_MS, NULL);
}

int claim_ask(const char *host, uint16_t port, bool is_secure, const char *code, struct claim *claim)
{
	char payload[160];
	struct json_writer writer;

	json_begin(&writer, payload, sizeof(payload));
	json_raw(&writer, "{\"claimCode\":");
	json_put_text(&writer, code);
	json_raw(&writer, "}");
	body_length = 0;
	if (json_end(&writer) < 0) {
		return -EINVAL;
	}
	patience_begin_connect();
	const int at = reach(host, port, is_secure);

	patience_end_connect();
	if (at < 0) {
		return at;
	}
	const int result = post(at, host, payload);

	(void)zsock_close(at);
	if (result < 0) {
		return result;
	}
	return claim_read(body, body_length, claim) ? 0 : -EBADMSG;
}
