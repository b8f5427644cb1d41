/** The server here is one line: it acknowledges whatever it has heard. */
#include "rig.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zephyr/devicetree.h>
#include <zephyr/drivers/gpio.h>
#include <zephyr/drivers/gpio/gpio_emul.h>
#include <zephyr/ztest.h>
#include "device/device_settings.h"
#include "device/io.h"
#include "device/store_nvs.h"
#include "emulated_hx711.h"
#include "emulated_tmp112.h"

#define USER DT_PATH(zephyr_user)
#define SWITCH(node, property, n) GPIO_DT_SPEC_GET_BY_IDX(node, property, n),

char said[8192];
int64_t now_ms = 1000;
/** The number of the last event that was sent; the server has it with the next turn. */
static unsigned long last_sent;
static struct machine machine;
static const struct gpio_dt_spec latch_pin = GPIO_DT_SPEC_GET(USER, latch_gpios), door_pin = GPIO_DT_SPEC_GET(USER, door_gpios);
static const struct gpio_dt_spec switch_pins[] = { DT_FOREACH_PROP_ELEM(USER, switch_gpios, SWITCH) };
/** Hand-made load cells never agree; the second one is mounted upside down. */
static const struct scale_settings scales[HX711_COUNT] = { { 84000, 412500 }, { -21000, -398000 } };

static bool send(void *context, enum machine_channel channel, const char *json, size_t length)
{
	ARG_UNUSED(context);
	if (channel == MACHINE_EVENTS) {
		last_sent = strtoul(strstr(json, "\"s\":") + 4, NULL, 10);
	}
	snprintf(said + strlen(said), sizeof(said) - strlen(said), "%.*s\n", (int)length, json);
	return true;
}

static void latch(void *context, bool is_free)
{
	ARG_UNUSED(context);
	io_latch(is_free);
}

static void reboot(void *context)
{
	ARG_UNUSED(context);
}

static int64_t wall_clock_ms(void *context)
{
	ARG_UNUSED(context);
	return 0;
}

static const struct machine_settings settings = {
	.vend = { .customer_s = 60, .unlock_s = 60, .service_s = 1800, .restock_s = 900, .settle_ms = 3000, .warm_s = 1800, .visit_events = 8, .has_thermometer = true, .warm_centi_celsius = 800 },
	.items = { .slots = { { "A1", 0, 350, 4 }, { "A2", 1, 52, 2 }, { "B1", ITEMS_NO_SHELF, 0, 0 }, { "B2", ITEMS_NO_SHELF, 0, 0 } }, .slot_count = 4, .noise_grams = 3, .settle_ms = 600, .silent_ms = 5000 },
	.outbox = { .capacity = 24, .reserved = 12 },
	.machine_id = "VM-001",
	.firmware = "larder-test",
};

void *rig_open(void)
{
	struct device_settings *device = device_settings();

	zassert_ok(device_settings_open());
	zassert_not_null(store_open());
	device->has_thermometer = true;
	device->slot_count = settings.items.slot_count;
	for (uint8_t n = 0; n < device->slot_count; n++) {
		device->slots[n].slot = settings.items.slots[n];
	}
	device->slots[2].switches = 2;
	device->slots[3].switches = 1;
	memcpy(device->scales, scales, sizeof(scales));
	zassert_ok(io_open());
	hx711_plug_in();
	return NULL;
}

void rig_begin(void *fixture)
{
	static struct machine_ports ports = { NULL, NULL, send, latch, reboot, wall_clock_ms };

	ARG_UNUSED(fixture);
	zassert_ok(store_clear());
	ports.store = store_open();
	zassert_not_null(ports.store);
	tmp112_answer(true);
	tmp112_set(72);
	door(false);
	for (unsigned int n = 0; n < ARRAY_SIZE(switch_pins); n++) {
		place(n, true);
	}
	weigh(0, 2000);
	weigh(1, 2000);
	last_sent = 0;
	zassert_equal(machine_open(&machine, &settings, &ports, 0xcafe, now_ms), MACHINE_OK);
	pass(10000); /* the thermometer is asked so seldom */
	machine_connected(&machine, now_ms);
	said[0] = '\0';
}

static void acknowledge(void)
{
	char json[60];

	snprintf(json, sizeof(json), "{\"v\":1,\"t\":\"ack\",\"e\":\"0000cafe\",\"s\":%lu}", last_sent);
	tell(json);
}

void pass(int64_t ms)
{
	for (int64_t passed = 0; passed < ms; passed += 50) {
		now_ms += 50;
		if (now_ms % 100 == 0) {
			hx711_measure();
		}
		io_poll(&machine, now_ms);
		machine_tick(&machine, now_ms);
		acknowledge();
	}
}

void tell(const char *json)
{
	machine_hear(&machine, json, strlen(json), now_ms, now_ms);
}

void let_in(const char *sid)
{
	char json[120];

	snprintf(json, sizeof(json), "{\"v\":1,\"t\":\"cmd\",\"id\":\"%s:unlock\",\"do\":\"unlock\",\"ttl\":30,\"sid\":\"%s\"}", sid, sid);
	tell(json);
	door(true);
	pass(200);
}

void door(bool is_open)
{
	zassert_ok(gpio_emul_input_set(door_pin.port, door_pin.pin, is_open)); /* the magnet of the closed door pulls the pin to ground */
}

void place(unsigned int number, bool has_item)
{
	zassert_ok(gpio_emul_input_set(switch_pins[number].port, switch_pins[number].pin, !has_item));
}

void weigh(unsigned int shelf, int32_t grams)
{
	hx711_set(shelf, scales[shelf].empty + (int32_t)((int64_t)grams * scales[shelf].per_gram_x1000 / 1000));
}

bool is_latch_free(void)
{
	return gpio_emul_output_get(latch_pin.port, latch_pin.pin) > 0;
}

int times(const char *words)
{
	int count = 0;

	for (const char *at = strstr(said, words); at; at = strstr(at + 1, words)) {
		count++;
	}
	return count;
}
