/** An end to every wait for the other side: without one Zephyr's sockets wait for ever. */
#ifndef LARDER_PATIENCE_H
#define LARDER_PATIENCE_H

/** From now on each call that sends or receives on this socket, TLS or not, fails after five seconds. */
void patience_set(int socket);
/**
 * Between the two a connection that this thread makes and opens, handshake and all, fails 30 s after the first call. Without TLS they do
 * nothing: CONFIG_NET_SOCKETS_CONNECT_TIMEOUT is enough. While one thread is between them another waits.
 */
void patience_begin_connect(void);
void patience_end_connect(void);

#endif
