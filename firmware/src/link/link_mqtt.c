/** The link over MQTT 3.1.1: clean session, QoS 1, one thread that owns the socket. What was not acknowledged here is no matter: the outbox sends again. */
#include <string.h>
#include <zephyr/kernel.h>
#include <zephyr/logging/log.h>
#include <zephyr/net/mqtt.h>
#include <zephyr/net/socket.h>
#if defined(CONFIG_MQTT_LIB_TLS)
#include <zephyr/net/tls_credentials.h>
#endif
#include "link/chance.h"
#include "link/link.h"
#include "link/wall_clock.h"

LOG_MODULE_REGISTER(larder_link, LOG_LEVEL_INF);

#define POLL_MS 10
#define ANSWER_MS 5000
#define BACKOFF_FIRST_MS 500
#define BACKOFF_LAST_MS 8000
#define UNDER_WAY_MAX 8
#define SUBACK_REFUSED 0x80

struct outgoing { enum machine_channel channel; uint16_t length; char json[EVENT_BYTES]; };

K_MSGQ_DEFINE(outgoing_messages, sizeof(struct outgoing), 5, 4);
K_MSGQ_DEFINE(incoming_orders, sizeof(struct link_order), 3, 4);
K_SEM_DEFINE(identity_given, 0, 1);
K_MUTEX_DEFINE(identity_lock);

static struct link_identity next_identity;
static bool has_identity;
static atomic_t is_changed;
static atomic_t session;

/* From here on the link thread's own. */
static struct link_identity identity;
static struct mqtt_client client;
static struct mqtt_utf8 user_name, password;
static struct sockaddr_storage broker;
static uint8_t rx_buffer[LINK_ORDER_BYTES + 128], tx_buffer[EVENT_BYTES + 128];
static char topics[3][sizeof(PROTOCOL_TOPIC_TELEMETRY) + sizeof(identity.machine_id)];
static struct { uint16_t id; int64_t sent_ms; } under_way[UNDER_WAY_MAX];
static uint16_t last_message_id;
static uint32_t sessions;
static enum { NOT_CONNECTED, CONNECTED, SUBSCRIBED, BROKEN } state;

void link_open(const struct link_identity *given)
{
	k_mutex_lock(&identity_lock, K_FOREVER);
	next_identity = *given;
	has_identity = true;
	k_mutex_unlock(&identity_lock);
	atomic_set(&is_changed, 1);
	k_sem_give(&identity_given);
}

void link_close(void)
{
	k_mutex_lock(&identity_lock, K_FOREVER);
	has_identity = false;
	k_mutex_unlock(&identity_lock);
	atomic_set(&is_changed, 1);
}

uint32_t link_session(void)
{
	return (uint32_t)atomic_get(&session);
}

bool link_send(enum machine_channel channel, const char *json, size_t length)
{
	static struct outgoing message; /* one caller, the machine's thread */

	if (link_session() == 0 || length > sizeof(message.json)) {
		return false;
	}
	message.channel = channel;
	message.length = (uint16_t)length;
	memcpy(message.json, json, length);
	return k_msgq_put(&outgoing_messages, &message, K_NO_WAIT) == 0;
}

bool link_poll(struct link_order *order)
{
	return k_msgq_get(&incoming_orders, order, K_NO_WAIT) == 0;
}

static uint16_t next_message_id(void)
{
	last_message_id = last_message_id == UINT16_MAX ? 1 : last_message_id + 1;
	return last_message_id;
}

static void await_answer(uint16_t id)
{
	for (size_t n = 0; n < ARRAY_SIZE(under_way); n++) {
		if (under_way[n].id == 0) {
			under_way[n].id = id;
			under_way[n].sent_ms = k_uptime_get();
			return;
		}
	}
}

static void note_answer(uint16_t id)
{
	for (size_t n = 0; n < ARRAY_SIZE(under_way); n++) {
		if (under_way[n].id == id) {
			under_way[n].id = 0;
		}
	}
}

static size_t count_under_way(void)
{
	size_t count = 0;

	for (size_t n = 0; n < ARRAY_SIZE(under_way); n++) {
		count += under_way[n].id != 0;
	}
	return count;
}

static bool is_answer_overdue(void)
{
	for (size_t n = 0; n < ARRAY_SIZE(under_way); n++) {
		if (under_way[n].id != 0 && k_uptime_get() - under_way[n].sent_ms > ANSWER_MS) {
			return true;
		}
	}
	return false;
}

static void drop_payload(size_t left)
{
	static uint8_t nowhere[64];

	while (left > 0) {
		const size_t part = MIN(left, sizeof(nowhere));

		if (mqtt_readall_publish_payload(&client, nowhere, part) < 0) {
			state = BROKEN;
			return;
		}
		left -= part;
	}
}

static void on_publish(const struct mqtt_publish_param *publish)
{
	static struct link_order order;
	const size_t length = publish->message.payload.len;

	if (length > sizeof(order.bytes)) {
		drop_payload(length);
	} else if (mqtt_readall_publish_payload(&client, order.bytes, length) < 0) {
		state = BROKEN;
		return;
	} else {
		order.length = (uint16_t)length;
		order.received_ms = k_uptime_get();
		(void)k_msgq_put(&incoming_orders, &order, K_NO_WAIT); /* a flood waits for the server to say it again */
	}
	if (publish->message.topic.qos == MQTT_QOS_1_AT_LEAST_ONCE) {
		const struct mqtt_puback_param answer = { .message_id = publish->message_id };

		(void)mqtt_publish_qos1_ack(&client, &answer);
	}
}

static void subscribe(void)
{
	struct mqtt_topic topic = { .topic = { topics[2], strlen(topics[2]) }, .qos = MQTT_QOS_1_AT_LEAST_ONCE };
	const struct mqtt_subscription_list list = { .list = &topic, .list_count = 1, .message_id = next_message_id() };

	await_answer(list.message_id);
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
			LOG_WRN("The server refuses machine %s (%d)", identity.machine_id, event->param.connack.return_code);
		}
		break;
	case MQTT_EVT_SUBACK: {
		const bool is_refused = event->param.suback.return_codes.len < 1 || event->param.suback.return_codes.data[0] >= SUBACK_REFUSED;

		note_answer(event->param.suback.message_id);
		state = is_refused ? BROKEN : SUBSCRIBED;
		break;
	}
	case MQTT_EVT_PUBLISH:
		on_publish(&event->param.publish);
		break;
	case MQTT_EVT_PUBACK:
		note_answer(event->param.puback.message_id);
		break;
	case MQTT_EVT_DISCONNECT:
		state = BROKEN;
		break;
	default:
		break;
	}
}

static bool find_broker(void)
{
	struct sockaddr_in *ipv4 = (struct sockaddr_in *)&broker;

	memset(&broker, 0, sizeof(broker));
	if (zsock_inet_pton(AF_INET, identity.host, &ipv4->sin_addr) == 1) {
		ipv4->sin_family = AF_INET;
		ipv4->sin_port = htons(identity.port);
		return true;
	}
#if defined(CONFIG_DNS_RESOLVER)
	const struct zsock_addrinfo hints = { .ai_family = AF_INET, .ai_socktype = SOCK_STREAM };
	struct zsock_addrinfo *found;

	if (zsock_getaddrinfo(identity.host, NULL, &hints, &found) == 0) {
		memcpy(&broker, found->ai_addr, found->ai_addrlen);
		ipv4->sin_port = htons(identity.port);
		zsock_freeaddrinfo(found);
		return true;
	}
#endif
	return false;
}

static void set_transport(void)
{
	client.transport.type = MQTT_TRANSPORT_NON_SECURE;
#if defined(CONFIG_MQTT_LIB_TLS)
	static sec_tag_t tags[] = { CONFIG_LARDER_CA_TAG };

	if (identity.is_secure) {
		client.transport.type = MQTT_TRANSPORT_SECURE;
		client.transport.tls.config = (struct mqtt_sec_config){ .peer_verify = TLS_PEER_VERIFY_REQUIRED, .sec_tag_list = tags, .sec_tag_count = ARRAY_SIZE(tags), .hostname = identity.host };
	}
#endif
}

static void prepare_client(void)
{
	mqtt_client_init(&client);
	client.broker = &broker;
	client.evt_cb = on_event;
	client.client_id.utf8 = (uint8_t *)identity.machine_id;
	client.client_id.size = strlen(identity.machine_id);
	user_name = client.client_id;
	password.utf8 = (uint8_t *)identity.secret;
	password.size = strlen(identity.secret);
	client.user_name = &user_name;
	client.password = &password;
	client.protocol_version = MQTT_VERSION_3_1_1;
	client.clean_session = 1;
	client.rx_buf = rx_buffer;
	client.rx_buf_size = sizeof(rx_buffer);
	client.tx_buf = tx_buffer;
	client.tx_buf_size = sizeof(tx_buffer);
	set_transport();
	snprintk(topics[MACHINE_EVENTS], sizeof(topics[0]), PROTOCOL_TOPIC_EVENTS, identity.machine_id);
	snprintk(topics[MACHINE_TELEMETRY], sizeof(topics[0]), PROTOCOL_TOPIC_TELEMETRY, identity.machine_id);
	snprintk(topics[2], sizeof(topics[0]), PROTOCOL_TOPIC_ORDERS, identity.machine_id);
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

/** Hears what has come, keeps the connection alive; false when it is broken. */
static bool serve_once(int timeout_ms)
{
	struct zsock_pollfd poll = { .fd = socket_of_client(), .events = ZSOCK_POLLIN };

	if (zsock_poll(&poll, 1, timeout_ms) > 0 && ((poll.revents & ZSOCK_POLLIN) == 0 || mqtt_input(&client) != 0)) {
		return false;
	}
	const int alive = mqtt_live(&client);

	return state != BROKEN && (alive == 0 || alive == -EAGAIN) && client.unacked_ping <= 1;
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

static bool connect_and_subscribe(void)
{
	state = NOT_CONNECTED;
	memset(under_way, 0, sizeof(under_way));
	if (!find_broker()) {
		LOG_WRN("%s is not known here", identity.host);
		return false;
	}
	prepare_client();
	if (mqtt_connect(&client) != 0) {
		return false;
	}
	if (!wait_for(CONNECTED)) {
		return false;
	}
	subscribe();
	return wait_for(SUBSCRIBED);
}

static bool publish(const struct outgoing *message)
{
	const enum mqtt_qos qos = message->channel == MACHINE_EVENTS ? MQTT_QOS_1_AT_LEAST_ONCE : MQTT_QOS_0_AT_MOST_ONCE;
	const struct mqtt_publish_param param = {
		.message = { .topic = { .topic = { (uint8_t *)topics[message->channel], strlen(topics[message->channel]) }, .qos = qos }, .payload = { (uint8_t *)message->json, message->length } },
		.message_id = next_message_id(),
	};

	if (qos == MQTT_QOS_1_AT_LEAST_ONCE) {
		await_answer(param.message_id);
	}
	return mqtt_publish(&client, &param) == 0;
}

static void serve(void)
{
	static struct outgoing message;

	while (serve_once(POLL_MS) && !is_answer_overdue() && !atomic_get(&is_changed)) {
		while (count_under_way() < UNDER_WAY_MAX && k_msgq_get(&outgoing_messages, &message, K_NO_WAIT) == 0) {
			if (!publish(&message)) {
				return;
			}
		}
	}
}

/** Half to the whole of the time, so that machines which lost the server together do not come back together. */
static int32_t with_jitter(int32_t backoff_ms)
{
	return backoff_ms / 2 + (int32_t)(chance_u32() % (uint32_t)(backoff_ms / 2 + 1));
}

static bool take_identity(void)
{
	k_mutex_lock(&identity_lock, K_FOREVER);
	identity = next_identity;
	const bool is_there = has_identity;

	k_mutex_unlock(&identity_lock);
	atomic_set(&is_changed, 0);
	return is_there;
}

static void link_thread(void *a, void *b, void *c)
{
	int32_t backoff_ms = BACKOFF_FIRST_MS;

	ARG_UNUSED(a);
	ARG_UNUSED(b);
	ARG_UNUSED(c);
	for (;;) {
		if (!take_identity()) {
			k_sem_take(&identity_given, K_FOREVER);
			continue;
		}
		if (connect_and_subscribe()) {
			LOG_INF("Connected to %s:%u as %s", identity.host, identity.port, identity.machine_id);
			backoff_ms = BACKOFF_FIRST_MS;
			k_msgq_purge(&outgoing_messages);
			atomic_set(&session, (atomic_val_t)++sessions);
			wall_clock_sync();
			serve();
			atomic_set(&session, 0);
			LOG_INF("The connection is over");
		}
		(void)mqtt_abort(&client);
		k_sem_take(&identity_given, K_MSEC(with_jitter(backoff_ms)));
		backoff_ms = MIN(2 * backoff_ms, BACKOFF_LAST_MS);
	}
}

K_THREAD_DEFINE(larder_link, CONFIG_LARDER_LINK_STACK_BYTES, link_thread, NULL, NULL, NULL, 7, 0, 0);
