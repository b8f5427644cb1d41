/** IPv4 only: that is what guest networks have. */
#include <zephyr/net/socket.h>
#include "link/address.h"

bool address_of(const char *host, uint16_t port, struct sockaddr_in *address)
{
	*address = (struct sockaddr_in){ .sin_family = AF_INET, .sin_port = htons(port) };
	if (zsock_inet_pton(AF_INET, host, &address->sin_addr) == 1) {
		return true;
	}
#if defined(CONFIG_DNS_RESOLVER)
	const struct zsock_addrinfo hints = { .ai_family = AF_INET, .ai_socktype = SOCK_STREAM };
	struct zsock_addrinfo *found;

	if (zsock_getaddrinfo(host, NULL, &hints, &found) == 0) {
		address->sin_addr = ((const struct sockaddr_in *)found->ai_addr)->sin_addr;
		zsock_freeaddrinfo(found);
		return true;
	}
#endif
	return false;
}
