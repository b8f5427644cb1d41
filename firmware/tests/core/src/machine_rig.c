#include <stdio.h>
#include "machine_rig.h"

struct machine machine;
char said[5120];
bool is_latch_free, is_link_busy;
int reboots;
int64_t now_ms;
/** What stands there, whether the machine has power or not. */
static int32_t grams_there;
static uint16_t items_there;

static bool send(void *context, enum machine_channel channel, const char *json, size_t length)
{
	(void)context;
	if (is_link_busy) {
		return false;
	}
	snprintf(said + strlen(said), sizeof(said) - strlen(said), "%s %.*s\n", channel == MACHINE_EVENTS ? "evt" : "tel", (int)length, json);
	return true;
}

static void latch(void *context, bool is_free)
{
	(void)context;
	is_latch_free = is_free;
}

static void reboot(void *context)
{
	(void)context;
	reboots++;
}

static int64_t wall_clock_ms(void *context)
{
	(void)context;
	return 1767225600000;
}

const struct machine_ports ports = { NULL, &store.port, send, latch, reboot, wall_clock_ms };
struct machine_settings settings = {
	.vend = { .customer_s = 60, .unlock_s = 60, .service_s = 1800, .restock_s = 900, .settle_ms = 3000, .warm_centi_celsius = 800, .warm_s = 1800, .visit_events = 8 },
	.items = { .slots = { { "A1", 0, 350, 4 }, { "A2", 0, 351, 4 }, { "C1", ITEMS_NO_SHELF, 0, 0 } }, .slot_count = 3, .noise_grams = 3, .settle_ms = 500 },
	.outbox = { .capacity = 24, .reserved = 12 },
	.firmware = "larder-test",
	.machine_id = "VM-001",
};

void pass(int64_t ms)
{
	for (int64_t n = 0; n < ms; n += 50) {
		machine_tick(&machine, now_ms += 50);
	}
}

void weigh(int32_t grams)
{
	grams_there = grams;
	for (int n = 0; n < 8; n++) {
		machine_weight(&machine, 0, grams, now_ms += 100);
	}
}

void count(uint16_t items)
{
	items_there = items;
	for (int n = 0; n < 8; n++) {
		machine_counted(&machine, 2, items, now_ms += 100);
	}
}

void tell(const char *json)
{
	machine_hear(&machine, json, strlen(json), now_ms, now_ms);
}

void unlock(const char *sid)
{
	char json[120];

	snprintf(json, sizeof(json), "{\"v\":1,\"t\":\"cmd\",\"id\":\"%s:unlock\",\"do\":\"unlock\",\"ttl\":30,\"sid\":\"%s\"}", sid, sid);
	tell(json);
}

void move_in_the_dark(int32_t grams, uint16_t items)
{
	grams_there = grams;
	items_there = items;
}

void open_machine_with_door(bool is_open)
{
	check_equal(machine_open(&machine, &settings, &ports, 0xcafe, now_ms), MACHINE_OK);
	machine_door(&machine, is_open, now_ms);
	weigh(grams_there);
	count(items_there);
	said[0] = '\0';
}

void open_machine(void)
{
	open_machine_with_door(false);
}

void begin(void)
{
	fake_store_open(&store);
	now_ms = 1000;
	settings.machine_id = "VM-001";
	is_link_busy = false;
	move_in_the_dark(5000, 9);
	open_machine();
	machine_connected(&machine, now_ms);
	pass(50);
}

bool was_said(const char *words)
{
	return strstr(said, words) != NULL;
}
