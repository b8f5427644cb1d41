/** IPv4 only: that is what guest networks have. Zephyr's getaddrinfo takes memory from a heap that small builds do not have, and then knows no name. */
#include <zephyr/kernel.h>
#include <zephyr/net/dns_resolve.h>
#include <zephyr/net/socket.h>
#include "link/address.h"

#if defined(CONFIG_DNS_RESOLVER)
#define LOOK_UP_MS 2000

struct look_up { struct in_addr address; bool is_found; struct k_sem is_over; };

/** Told each address by itself, and then, or when the time is over, that there is no more. */
static void on_answer(enum dns_resolve_status status, struct dns_addrinfo *info, void *context)
{
	struct look_up *look_up = context;

	if (status != DNS_EAI_INPROGRESS) {
		k_sem_give(&look_up->is_over);
	} else if (info && info->ai_family == AF_INET && !look_up->is_found) {
		look_up->address = net_sin(&info->ai_addr)->sin_addr;
		look_up->is_found = true;
	}
}

static bool look_up(const char *host, struct in_addr *address)
{
	struct look_up asked = { 0 };

	k_sem_init(&asked.is_over, 0, 1);
	if (dns_get_addr_info(host, DNS_QUERY_TYPE_A, NULL, on_answer, &asked, LOOK_UP_MS) == 0) {
		(void)k_sem_take(&asked.is_over, K_FOREVER);
	}
	*address = asked.address;
	return asked.is_found;
}
#endif

bool address_of(const char *host, uint16_t port, struct sockaddr_in *address)
{
	*address = (struct sockaddr_in){ .sin_family = AF_INET, .sin_port = htons(port) };
	if (zsock_inet_pton(AF_INET, host, &address->sin_addr) == 1) {
		return true;
	}
#if defined(CONFIG_DNS_RESOLVER)
	return look_up(host, &address->sin_addr);
#else
	return false;
#endif
}
