/** Starts the parts and turns the wheel: sensors in, orders in, a tick of the machine, twenty times a second. */
#include <zephyr/kernel.h>
#include <zephyr/logging/log.h>
#include <zephyr/logging/log_ctrl.h>
#include <zephyr/shell/shell_uart.h>
#include <zephyr/sys/reboot.h>
#if defined(CONFIG_MCUBOOT_IMG_MANAGER)
#include <zephyr/dfu/mcuboot.h>
#endif
#include "link/chance.h"
#include "device/device_settings.h"
#include "device/io.h"
#include "link/link.h"
#include "device/store_nvs.h"
#include "the_machine.h"
#include "link/wall_clock.h"
#include "device/watchdog.h"
#include "link/wifi.h"

LOG_MODULE_REGISTER(larder, LOG_LEVEL_INF);

#define TURN_MS 50

K_MUTEX_DEFINE(machine_lock);
static struct machine machine;
static struct machine_settings settings = {
	.vend = { .customer_s = 60, .unlock_s = 60, .service_s = 1800, .restock_s = 900, .settle_ms = 3000, .warm_s = 1800, .visit_events = CONFIG_LARDER_VISIT_EVENTS },
	.items = { .noise_grams = 3, .settle_ms = 600, .silent_ms = 5000 },
	.outbox = { .capacity = CONFIG_LARDER_OUTBOX_EVENTS, .reserved = CONFIG_LARDER_RESERVED_EVENTS },
	.firmware = "larder-" CONFIG_LARDER_VERSION,
};

struct machine *machine_take(void)
{
	k_mutex_lock(&machine_lock, K_FOREVER);
	return &machine;
}

void machine_release(void)
{
	k_mutex_unlock(&machine_lock);
}

static bool send(void *context, enum machine_channel channel, const char *json, size_t length)
{
	ARG_UNUSED(context);
	return link_send(channel, json, length);
}

static void set_latch(void *context, bool is_free)
{
	ARG_UNUSED(context);
	io_latch(is_free);
}

static void restart(void *context)
{
	ARG_UNUSED(context);
	LOG_PANIC();
	sys_reboot(SYS_REBOOT_COLD);
}

static int64_t time_of_day(void *context)
{
	ARG_UNUSED(context);
	return wall_clock_ms();
}

static void follow_link(int64_t now_ms)
{
	static uint32_t last_session;
	const uint32_t session = link_session();

	if (session != last_session) {
		machine_disconnected(&machine);
		if (session != 0) {
			machine_connected(&machine, now_ms);
		}
		last_session = session;
	}
	for (const struct link_order *order = link_poll(); order; order = link_poll()) {
		machine_hear(&machine, order->bytes, order->length, order->received_ms, now_ms);
		link_done();
	}
}

static bool start_machine(void)
{
	static struct machine_ports ports = { .send = send, .latch = set_latch, .reboot = restart, .wall_clock_ms = time_of_day };
	const struct device_settings *device = device_settings();

	if (io_open() != 0) {
		LOG_ERR("A pin of the devicetree is not there: nothing is sold");
		return false;
	}
	ports.store = store_open();
	if (!ports.store) {
		LOG_ERR("The flash cannot be read: nothing is sold");
		return false;
	}
	settings.machine_id = device->identity.machine_id;
	settings.vend.has_thermometer = device->has_thermometer;
	settings.vend.warm_centi_celsius = device->warm_centi_celsius;
	settings.items.slot_count = device->slot_count;
	for (uint8_t n = 0; n < device->slot_count; n++) {
		settings.items.slots[n] = device->slots[n].slot;
	}
	const enum machine_result result = machine_open(&machine, &settings, &ports, chance_u32(), k_uptime_get());

	if (result != MACHINE_OK) {
		LOG_ERR("%s: nothing is sold", result == MACHINE_REFUSED ? "The settings contradict themselves" : "The kept records cannot be read");
	}
	return result == MACHINE_OK;
}

/** A new image that reaches the server is a good one; else the boot loader takes the former back at the next restart. */
static void confirm_image(void)
{
#if defined(CONFIG_MCUBOOT_IMG_MANAGER)
	static bool is_looked_at;

	if (is_looked_at || link_session() == 0) {
		return;
	}
	is_looked_at = true;
	if (!boot_is_img_confirmed() && boot_write_img_confirmed() != 0) {
		LOG_ERR("The new firmware could not be confirmed");
	}
#endif
}

int main(void)
{
	if (device_settings_open() != 0) {
		LOG_ERR("The settings cannot be read");
	}
	const bool is_started = start_machine();

	(void)shell_start(shell_backend_uart_get_ptr()); /* not before: there was no network to claim over, and no settings that could be kept without losing the others */
	if (!is_started) {
		return 0; /* the shell stays, to look and to format */
	}
	watchdog_open();
	wifi_join(&device_settings()->wifi);
	if (device_settings()->identity.machine_id[0] != '\0') {
		link_open(&device_settings()->identity);
	}
	for (;;) {
		const int64_t now_ms = k_uptime_get();

		machine_take();
		machine_signal(&machine, wifi_rssi_dbm());
		if (wifi_is_stuck()) {
			machine_restart(&machine, now_ms);
		}
		io_poll(&machine, now_ms);
		follow_link(now_ms);
		machine_tick(&machine, now_ms);
		machine_release();
		confirm_image();
		watchdog_feed(WATCHDOG_MACHINE);
		k_sleep(K_MSEC(TURN_MS));
	}
}
