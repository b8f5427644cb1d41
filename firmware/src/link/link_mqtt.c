/** The link as the machine sees it: a queue each way and a thread that connects, and again with growing patience. What is lost here is no matter: the outbox sends again. */
#include <string.h>
#include <zephyr/kernel.h>
#include <zephyr/logging/log.h>
#include <zephyr/sys/ring_buffer.h>
#include "device/watchdog.h"
#include "link/chance.h"
#include "link/link.h"
#include "link/mqtt_connection.h"
#include "link/order_queue.h"
#include "link/wall_clock.h"

LOG_MODULE_REGISTER(larder_link, LOG_LEVEL_INF);

#define BACKOFF_FIRST_MS 500
#define BACKOFF_LAST_MS 8000

struct heading { uint16_t length; uint16_t channel; };

/** Room for a window of usual messages, or for the longest. */
RING_BUF_DECLARE(outgoing, 1536);
BUILD_ASSERT(sizeof(struct heading) + EVENT_BYTES <= 1536, "the longest message fits");
K_MUTEX_DEFINE(outgoing_lock);
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
	const struct heading heading = { (uint16_t)length, (uint16_t)channel };

	if (link_session() == 0 || length > EVENT_BYTES) {
		return false;
	}
	k_mutex_lock(&outgoing_lock, K_FOREVER);
	const bool has_room = ring_buf_space_get(&outgoing) >= sizeof(heading) + length;

	if (has_room) {
		(void)ring_buf_put(&outgoing, (const uint8_t *)&heading, sizeof(heading));
		(void)ring_buf_put(&outgoing, (const uint8_t *)json, (uint32_t)length);
	}
	k_mutex_unlock(&outgoing_lock);
	return has_room;
}

static bool next_outgoing(struct heading *heading, char *json)
{
	k_mutex_lock(&outgoing_lock, K_FOREVER);
	const bool is_there = ring_buf_get(&outgoing, (uint8_t *)heading, sizeof(*heading)) > 0;

	if (is_there) {
		(void)ring_buf_get(&outgoing, (uint8_t *)json, heading->length);
	}
	k_mutex_unlock(&outgoing_lock);
	return is_there;
}

/** What an earlier connection left: the outbox sends it again. */
static void drop_outgoing(void)
{
	k_mutex_lock(&outgoing_lock, K_FOREVER);
	ring_buf_reset(&outgoing);
	k_mutex_unlock(&outgoing_lock);
}

const struct link_order *link_poll(void)
{
	return order_queue_first();
}

void link_done(void)
{
	order_queue_drop();
}

static void serve(void)
{
	static char json[EVENT_BYTES];
	struct heading heading;

	while (mqtt_connection_serve() && !atomic_get(&is_changed)) {
		watchdog_feed(WATCHDOG_LINK);
		if (wall_clock_is_due() && mqtt_connection_is_quiet()) {
			wall_clock_sync();
		}
		while (mqtt_connection_has_room() && next_outgoing(&heading, json)) {
			if (!mqtt_connection_publish((enum machine_channel)heading.channel, json, heading.length)) {
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
	drop_outgoing();
	atomic_set(&session, (atomic_val_t)++sessions);
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
		watchdog_feed(WATCHDOG_LINK);
		if (!take_identity(&identity)) {
			k_sem_take(&identity_given, K_MSEC(BACKOFF_LAST_MS));
			continue;
		}
		if (mqtt_connection_open(&identity)) {
			const int64_t since_ms = k_uptime_get();

			live(&identity);
			/* Two boards that are told to be the same machine end each other's connection: patience has to grow for them, too. */
			backoff_ms = k_uptime_get() - since_ms > BACKOFF_LAST_MS ? BACKOFF_FIRST_MS : backoff_ms;
		}
		mqtt_connection_close();
		k_sem_take(&identity_given, K_MSEC(with_jitter(backoff_ms)));
		backoff_ms = MIN(2 * backoff_ms, BACKOFF_LAST_MS);
	}
}

K_THREAD_DEFINE(larder_link, CONFIG_LARDER_LINK_STACK_BYTES, link_thread, NULL, NULL, NULL, 7, 0, 0);
