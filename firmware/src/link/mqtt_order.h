/** An order as it comes off the connection. */
#ifndef LARDER_MQTT_ORDER_H
#define LARDER_MQTT_ORDER_H
#include <stdbool.h>
#include <zephyr/net/mqtt.h>

/** Reads it into the order queue, which is to have a place, and acknowledges it; one that is too long is passed over. False when it did not come within five seconds: the connection is over. */
bool mqtt_order_take(struct mqtt_client *client, int socket, const struct mqtt_publish_param *publish);

#endif
