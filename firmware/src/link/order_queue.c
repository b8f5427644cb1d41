/** One thread adds and one drops, so that two counters are enough. */
#include <zephyr/sys/atomic.h>
#include "link/order_queue.h"

#define PLACES 2

static struct link_order orders[PLACES];
static atomic_t added, dropped;

struct link_order *order_queue_place(void)
{
	const uint32_t count = (uint32_t)atomic_get(&added);

	return count - (uint32_t)atomic_get(&dropped) < PLACES ? &orders[count % PLACES] : NULL;
}

void order_queue_add(void)
{
	(void)atomic_inc(&added);
}

const struct link_order *order_queue_first(void)
{
	const uint32_t count = (uint32_t)atomic_get(&dropped);

	return count != (uint32_t)atomic_get(&added) ? &orders[count % PLACES] : NULL;
}

void order_queue_drop(void)
{
	(void)atomic_inc(&dropped);
}
