/** Where a server is. */
#ifndef LARDER_ADDRESS_H
#define LARDER_ADDRESS_H
#include <stdbool.h>
#include <stdint.h>
#include <zephyr/net/net_ip.h>

/** `host` is a name or four numbers. Blocks while a name is looked up; false when it is not known. */
bool address_of(const char *host, uint16_t port, struct sockaddr_in *address);

#endif
