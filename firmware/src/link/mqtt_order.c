/** Zephyr's own function for reading a message waits for ever when the server dies in the middle of it. */
#include <zephyr/kernel.h>
#include <zephyr/net/socket.h>
#include "link/mqtt_order.h"
#include "link/order_queue.h"

#define POLL_MS 10
#define WHOLE_MS 5000

static bool read_payload(struct mqtt_client *client, int socket, char *bytes, size_t length, int64_t until_ms)
{
	struct zsock_pollfd poll = { .fd = socket, .events = ZSOCK_POLLIN };

	while (length > 0 && k_uptime_get() < until_ms) {
		const int got = mqtt_read_publish_payload(client, bytes, length);

		if (got == -EAGAIN) {
			(void)zsock_poll(&poll, 1, POLL_MS);
		} else if (got <= 0) {
			return false;
		} else {
			bytes += got;
			length -= (size_t)got;
		}
	}
	return length == 0;
}

bool mqtt_order_take(struct mqtt_client *client, int socket, const struct mqtt_publish_param *publish)
{
	struct link_order *order = order_queue_place();
	const size_t length = publish->message.payload.len;
	const int64_t until_ms = k_uptime_get() + WHOLE_MS;

	for (size_t left = length; left > 0;) {
		const size_t part = MIN(left, sizeof(order->bytes));

		if (!read_payload(client, socket, order->bytes, part, until_ms)) {
			return false;
		}
		left -= part;
	}
	if (length <= sizeof(order->bytes)) {
		order->length = (uint16_t)length;
		order->received_ms = k_uptime_get();
		order_queue_add();
	}
	if (publish->message.topic.qos == MQTT_QOS_1_AT_LEAST_ONCE) {
		const struct mqtt_puback_param answer = { .message_id = publish->message_id };

		(void)mqtt_publish_qos1_ack(client, &answer);
	}
	return true;
}
