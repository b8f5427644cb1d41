/** Socket options where they are heeded; a TLS handshake has none in Zephyr 3.4, so that the socket below it is shut from outside. */
#include <zephyr/kernel.h>
#include <zephyr/net/socket.h>
#include "link/patience.h"

#define CALL_S 5

void patience_set(int socket)
{
	const struct zsock_timeval time = { .tv_sec = CALL_S };

	(void)zsock_setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &time, sizeof(time));
	(void)zsock_setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &time, sizeof(time));
}

#if defined(CONFIG_LARDER_TLS)
/** Longer than CONFIG_NET_SOCKETS_CONNECT_TIMEOUT: while that runs the socket below is locked. */
#define CONNECT_MS 30000

enum { NONE = -1, WANTED = -2, BEING_MADE = -3 };

static K_MUTEX_DEFINE(lock);
static k_tid_t connecting;
static int below = NONE;

static void give_up(struct k_work *work)
{
	ARG_UNUSED(work);
	if (below >= 0) {
		(void)zsock_shutdown(below, ZSOCK_SHUT_RD);
	}
}

static K_WORK_DELAYABLE_DEFINE(end, give_up);

void patience_begin_connect(void)
{
	k_mutex_lock(&lock, K_FOREVER);
	connecting = k_current_get();
	below = WANTED;
	(void)k_work_schedule(&end, K_MSEC(CONNECT_MS));
}

void patience_end_connect(void)
{
	struct k_work_sync sync;

	(void)k_work_cancel_delayable_sync(&end, &sync);
	below = NONE;
	connecting = NULL;
	k_mutex_unlock(&lock);
}

/** Zephyr's TLS keeps the TCP socket that it makes to itself: this stands before the native sockets, has one made and remembers it. */
static bool is_below_tls(int family, int type, int protocol)
{
	return family == AF_INET && type == SOCK_STREAM && protocol == IPPROTO_TCP && connecting == k_current_get() && below == WANTED;
}

static int make_below(int family, int type, int protocol)
{
	below = BEING_MADE;
	below = zsock_socket(family, type, protocol);
	return below;
}

NET_SOCKET_REGISTER(larder_below_tls, 40, AF_INET, is_below_tls, make_below);
#else
void patience_begin_connect(void)
{
}

void patience_end_connect(void)
{
}
#endif
