/** The link as the machine sees it: two queues and a thread that connects, and again with growing patience. What is lost here is no matter: the outbox sends again. */
#include <string.h>
#include <zephyr/kernel.h>
#include <zephyr/logging/log.h>
#include "link/chance.h"
#include "link/link.h"
#include "link/mqtt_connection.h"
#include "link/wall_clock.h"

LOG_MODULE_REGISTER(larder_link, LOG_LEVEL_INF);

#define BACKOFF_FIRST_MS 500
#define BACKOFF_LAST_MS 8000

struct outgoing { enum machine_channel channel; uint16_t length; char json[EVENT_BYTES]; };

K_MSGQ_DEFINE(outgoing_messages, sizeof(struct outgoing), 5, 4);
K_MSGQ_DEFINE(incoming_orders, sizeof(struct link_order), 3, 4);
K_SEM_DEFINE(identity_given, 0, 1);
K_MUTEX_DEFINE(identity_lock);

static struct link_identity next_identity;
static bool has_identity;
static atomic_t is_changed;
static atomic_t session;

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

static void hear(const struct link_order *order)
{
	(void)k_msgq_put(&incoming_orders, order, K_NO_WAIT); /* a flood waits for the server to say it again */
}

static void serve(void)
{
	static struct outgoing message;

	while (mqtt_connection_serve() && !atomic_get(&is_changed)) {
		while (mqtt_connection_has_room() && k_msgq_get(&outgoing_messages, &message, K_NO_WAIT) == 0) {
			if (!mqtt_connection_publish(message.channel, message.json, message.length)) {
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

static bool take_identity(struct link_identity *identity)
{
	k_mutex_lock(&identity_lock, K_FOREVER);
	*identity = next_identity;
	const bool is_there = has_identity;

	k_mutex_unlock(&identity_lock);
	atomic_set(&is_changed, 0);
	return is_there;
}

/** The connection as long as it holds. */
static void live(const struct link_identity *identity)
{
	static uint32_t sessions;

	LOG_INF("Connected to %s:%u as %s", identity->host, identity->port, identity->machine_id);
	k_msgq_purge(&outgoing_messages);
	atomic_set(&session, (atomic_val_t)++sessions);
	wall_clock_sync();
	serve();
	atomic_set(&session, 0);
	LOG_INF("The connection is over");
}

static void link_thread(void *a, void *b, void *c)
{
	static struct link_identity identity;
	int32_t backoff_ms = BACKOFF_FIRST_MS;

	ARG_UNUSED(a);
	ARG_UNUSED(b);
	ARG_UNUSED(c);
	for (;;) {
		if (!take_identity(&identity)) {
			k_sem_take(&identity_given, K_FOREVER);
			continue;
		}
		if (mqtt_connection_open(&identity, hear)) {
			backoff_ms = BACKOFF_FIRST_MS;
			live(&identity);
		}
		mqtt_connection_close();
		k_sem_take(&identity_given, K_MSEC(with_jitter(backoff_ms)));
		backoff_ms = MIN(2 * backoff_ms, BACKOFF_LAST_MS);
	}
}

K_THREAD_DEFINE(larder_link, CONFIG_LARDER_LINK_STACK_BYTES, link_thread, NULL, NULL, NULL, 7, 0, 0);
