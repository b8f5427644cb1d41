/** One connection over MQTT 3.1.1: clean session, QoS 1, every answer and every message within five seconds or it is over. */
#include <string.h>
#include <zephyr/kernel.h>
#include <zephyr/logging/log.h>
#include <zephyr/net/mqtt.h>
#include <zephyr/net/socket.h>
#if defined(CONFIG_MQTT_LIB_TLS)
#include <zephyr/net/tls_credentials.h>
#endif
#include "link/address.h"
#include "link/answers.h"
#include "link/mqtt_connection.h"
#include "link/mqtt_order.h"
#include "link/order_queue.h"
#include "link/patience.h"

LOG_MODULE_REGISTER(larder_mqtt, LOG_LEVEL_INF);

#define POLL_MS 10
#define ANSWER_MS 5000
/** A heartbeat is not answered: this finds a connection that stands still before an order that waits in it has outlived a visit's 30 s. */
#define PING_MS 15000
/** No message has this number. */
#define PING_ID UINT16_MAX
#define SUBACK_REFUSED 0x80

static const struct link_identity *identity;
static struct mqtt_client client;
static struct mqtt_utf8 user_name, password;
static struct sockaddr_in broker;
/** All but what is published, here and there: topics, and the identity when connecting. */
static uint8_t rx_buffer[128], tx_buffer[256];
static char topics[3][sizeof(PROTOCOL_TOPIC_TELEMETRY) + sizeof(identity->machine_id)];
static struct answers answers;
static uint16_t last_message_id;
static int64_t pinged_ms;
static enum { NOT_CONNECTED, CONNECTED, SUBSCRIBED, BROKEN } state;

static uint16_t next_message_id(void)
{
	last_message_id = last_message_id == PING_ID - 1 ? 1 : last_message_id + 1;
	return last_message_id;
}

static int socket_of_client(void)
{
#if defined(CONFIG_MQTT_LIB_TLS)
	if (client.transport.type == MQTT_TRANSPORT_SECURE) {
		return client.transport.tls.sock;
	}
#endif
	return client.transport.tcp.sock;
}

static void subscribe(void)
{
	struct mqtt_topic topic = { .topic = { topics[2], strlen(topics[2]) }, .qos = MQTT_QOS_1_AT_LEAST_ONCE };
	const struct mqtt_subscription_list list = { .list = &topic, .list_count = 1, .message_id = next_message_id() };

	answers_await(&answers, list.message_id, k_uptime_get());
	if (mqtt_subscribe(&client, &list) != 0) {
		state = BROKEN;
	}
}

static void on_event(struct mqtt_client *from, const struct mqtt_evt *event)
{
	ARG_UNUSED(from);
	switch (event->type) {
	case MQTT_EVT_CONNACK:
		state = event->result == 0 ? CONNECTED : BROKEN;
		if (event->result != 0) {
			LOG_WRN("The server refuses machine %s (%d)", identity->machine_id, event->param.connack.return_code);
		}
		break;
	case MQTT_EVT_SUBACK: {
		const bool is_refused = event->param.suback.return_codes.len < 1 || event->param.suback.return_codes.data[0] >= SUBACK_REFUSED;

		answers_note(&answers, event->param.suback.message_id);
		state = is_refused ? BROKEN : SUBSCRIBED;
		break;
	}
	case MQTT_EVT_PUBLISH:
		if (!mqtt_order_take(&client, socket_of_client(), &event->param.publish)) {
			state = BROKEN;
		}
		break;
	case MQTT_EVT_PUBACK:
		answers_note(&answers, event->param.puback.message_id);
		break;
	case MQTT_EVT_PINGRESP:
		answers_note(&answers, PING_ID);
		break;
	case MQTT_EVT_DISCONNECT:
		state = BROKEN;
		break;
	default:
		break;
	}
}

static void set_transport(void)
{
	client.transport.type = MQTT_TRANSPORT_NON_SECURE;
#if defined(CONFIG_MQTT_LIB_TLS)
	static sec_tag_t tags[] = { CONFIG_LARDER_CA_TAG };

	if (identity->is_secure) {
		client.transport.type = MQTT_TRANSPORT_SECURE;
		client.transport.tls.config = (struct mqtt_sec_config){ .peer_verify = TLS_PEER_VERIFY_REQUIRED, .sec_tag_list = tags, .sec_tag_count = ARRAY_SIZE(tags), .hostname = identity->host };
	}
#endif
}

static void prepare_client(void)
{
	mqtt_client_init(&client);
	client.broker = &broker;
	client.evt_cb = on_event;
	client.client_id.utf8 = (uint8_t *)identity->machine_id;
	client.client_id.size = strlen(identity->machine_id);
	user_name = client.client_id;
	password.utf8 = (uint8_t *)identity->secret;
	password.size = strlen(identity->secret);
	client.user_name = &user_name;
	client.password = &password;
	client.protocol_version = MQTT_VERSION_3_1_1;
	client.clean_session = 1;
	client.rx_buf = rx_buffer;
	client.rx_buf_size = sizeof(rx_buffer);
	client.tx_buf = tx_buffer;
	client.tx_buf_size = sizeof(tx_buffer);
	set_transport();
	snprintk(topics[MACHINE_EVENTS], sizeof(topics[0]), PROTOCOL_TOPIC_EVENTS, identity->machine_id);
	snprintk(topics[MACHINE_TELEMETRY], sizeof(topics[0]), PROTOCOL_TOPIC_TELEMETRY, identity->machine_id);
	snprintk(topics[2], sizeof(topics[0]), PROTOCOL_TOPIC_ORDERS, identity->machine_id);
}

/** What is said is short, and a guest waits for it: it is not kept back until the server has acknowledged what was said before, which servers put off for 40 ms. */
static void say_at_once(void)
{
	const int yes = 1;

	(void)zsock_setsockopt(socket_of_client(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes));
}

/** Hears what has come; false when the connection is broken. */
static bool serve_once(int timeout_ms)
{
	struct zsock_pollfd poll = { .fd = socket_of_client(), .events = ZSOCK_POLLIN };

	if (!order_queue_place()) {
		k_sleep(K_MSEC(timeout_ms)); /* the server waits as long as the machine is busy */
	} else if (zsock_poll(&poll, 1, timeout_ms) > 0 && ((poll.revents & ZSOCK_POLLIN) == 0 || mqtt_input(&client) != 0)) {
		return false;
	}
	return state != BROKEN;
}

/** Asks the server whether it is still there; false when that cannot be sent. */
static bool ping_when_due(int64_t now_ms)
{
	if (now_ms - pinged_ms < PING_MS || !mqtt_connection_has_room()) {
		return true;
	}
	pinged_ms = now_ms;
	answers_await(&answers, PING_ID, now_ms);
	return mqtt_ping(&client) == 0;
}

static bool wait_for(int wanted)
{
	const int64_t until_ms = k_uptime_get() + ANSWER_MS;

	while ((int)state != wanted) {
		if (k_uptime_get() > until_ms || !serve_once(POLL_MS)) {
			return false;
		}
	}
	return true;
}

bool mqtt_connection_open(const struct link_identity *of)
{
	identity = of;
	state = NOT_CONNECTED;
	memset(&answers, 0, sizeof(answers));
	pinged_ms = k_uptime_get();
	if (!address_of(identity->host, identity->port, &broker)) {
		LOG_WRN("%s is not known here", identity->host);
		return false;
	}
	prepare_client();
	patience_begin_connect();
	const int connected = mqtt_connect(&client);

	patience_end_connect();
	if (connected != 0) {
		LOG_WRN("No connection to %s:%u (%d)", identity->host, identity->port, connected);
		return false;
	}
	patience_set(socket_of_client());
	say_at_once();
	if (wait_for(CONNECTED)) {
		subscribe();
		if (wait_for(SUBSCRIBED)) {
			return true;
		}
	}
	LOG_WRN("%s:%u does not take machine %s in", identity->host, identity->port, identity->machine_id);
	return false;
}

bool mqtt_connection_serve(void)
{
	const int64_t now_ms = k_uptime_get();

	return ping_when_due(now_ms) && serve_once(POLL_MS) && !answers_overdue(&answers, now_ms - ANSWER_MS);
}

bool mqtt_connection_has_room(void)
{
	return answers_count(&answers) < ANSWERS_MAX;
}

bool mqtt_connection_is_quiet(void)
{
	return answers_count(&answers) == 0;
}

bool mqtt_connection_publish(enum machine_channel channel, const char *json, size_t length)
{
	const enum mqtt_qos qos = channel == MACHINE_EVENTS ? MQTT_QOS_1_AT_LEAST_ONCE : MQTT_QOS_0_AT_MOST_ONCE;
	const struct mqtt_publish_param param = {
		.message = { .topic = { .topic = { (uint8_t *)topics[channel], strlen(topics[channel]) }, .qos = qos }, .payload = { (uint8_t *)json, length } },
		.message_id = next_message_id(),
	};

	if (qos == MQTT_QOS_1_AT_LEAST_ONCE) {
		answers_await(&answers, param.message_id, k_uptime_get());
	}
	return mqtt_publish(&client, &param) == 0;
}

void mqtt_connection_close(void)
{
	(void)mqtt_abort(&client);
}
