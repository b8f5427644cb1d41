/** One connection to the server, opened and used by the link's thread alone. */
#ifndef LARDER_MQTT_CONNECTION_H
#define LARDER_MQTT_CONNECTION_H
#include "link/link.h"

/** Connects and subscribes; blocks for half a minute at most, with TLS for one and a half. `identity` is used until mqtt_connection_close, which is to be called also when the answer is false. */
bool mqtt_connection_open(const struct link_identity *identity);
/** Hears what has come within 10 ms, orders into their queue while it has room, and keeps the connection alive. False when it is over. */
bool mqtt_connection_serve(void);
/** Another message may be sent: not too many answers are awaited. */
bool mqtt_connection_has_room(void);
/** No answer is awaited: who is busy elsewhere for less than the five seconds misses none. */
bool mqtt_connection_is_quiet(void);
/** Events with QoS 1, telemetry with 0. False when the connection is over. */
bool mqtt_connection_publish(enum machine_channel channel, const char *json, size_t length);
void mqtt_connection_close(void);

#endif
