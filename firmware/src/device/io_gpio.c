/** Latch, door and switches on GPIO; scales and thermometer through scales.h and Zephyr's sensors. On simulated boards the emulated GPIO and the shell stand in. */
#include <zephyr/device.h>
#include <zephyr/devicetree.h>
#include <zephyr/drivers/gpio.h>
#include <zephyr/drivers/sensor.h>
#include <zephyr/kernel.h>
#if defined(CONFIG_GPIO_EMUL)
#include <zephyr/drivers/gpio/gpio_emul.h>
#endif
#include "device/device_settings.h"
#include "device/io.h"
#include "device/scales.h"

#define USER DT_PATH(zephyr_user)
#define DOOR_BOUNCE_MS 60
#define THERMOMETER_MS 10000

static const struct gpio_dt_spec latch = GPIO_DT_SPEC_GET(USER, latch_gpios);
/** Active while the door is closed. */
static const struct gpio_dt_spec door = GPIO_DT_SPEC_GET(USER, door_gpios);

#if DT_NODE_HAS_PROP(USER, switch_gpios)
#define SWITCH(node, property, n) GPIO_DT_SPEC_GET_BY_IDX(node, property, n),
/** Active while an item is there. */
static const struct gpio_dt_spec switches[] = { DT_FOREACH_PROP_ELEM(USER, switch_gpios, SWITCH) };
#else
static const struct gpio_dt_spec switches[] = {};
#endif

#if defined(CONFIG_LARDER_SIMULATED_READINGS)
static struct simulated_readings simulated = { .centi_celsius = 450 };

struct simulated_readings *io_simulated(void)
{
	return &simulated;
}
#endif

#if defined(CONFIG_GPIO_EMUL)
void io_simulate_door(bool is_open)
{
	const bool is_low_active = (door.dt_flags & GPIO_ACTIVE_LOW) != 0;

	(void)gpio_emul_input_set(door.port, door.pin, is_open == is_low_active);
}
#endif

bool io_is_latch_free(void)
{
	return gpio_pin_get_dt(&latch) > 0;
}

void io_latch(bool is_free)
{
	(void)gpio_pin_set_dt(&latch, is_free);
}

int io_open(void)
{
	int result = gpio_pin_configure_dt(&latch, GPIO_OUTPUT_INACTIVE | GPIO_INPUT);

	if (result != 0) {
		return result;
	}
	result = gpio_pin_configure_dt(&door, GPIO_INPUT);
	for (size_t n = 0; n < ARRAY_SIZE(switches) && result == 0; n++) {
		result = gpio_pin_configure_dt(&switches[n], GPIO_INPUT);
	}
	return result != 0 ? result : scales_open();
}

/** The door counts when it has been the same for a while: reed switches bounce. */
static void read_door(struct machine *machine, int64_t now_ms)
{
	static int last = -1;
	static int64_t since_ms;
	const int is_closed = gpio_pin_get_dt(&door);

	if (is_closed < 0) {
		return;
	}
	if (is_closed != last) {
		last = is_closed;
		since_ms = now_ms;
	} else if (now_ms - since_ms >= DOOR_BOUNCE_MS) {
		machine_door(machine, is_closed == 0, now_ms);
	}
}

static uint16_t count_switches(size_t first, uint8_t count)
{
	uint16_t items = 0;

	for (size_t n = first; n < first + count && n < ARRAY_SIZE(switches); n++) {
		items += gpio_pin_get_dt(&switches[n]) > 0;
	}
	return items;
}

static void read_slots(struct machine *machine, int64_t now_ms)
{
	const struct device_settings *settings = device_settings();
	size_t first = 0;

	for (uint8_t n = 0; n < settings->slot_count; n++) {
		if (settings->slots[n].slot.shelf != ITEMS_NO_SHELF) {
			continue;
		}
#if defined(CONFIG_LARDER_SIMULATED_READINGS)
		machine_counted(machine, n, simulated.counts[n], now_ms);
#else
		machine_counted(machine, n, count_switches(first, settings->slots[n].switches), now_ms);
#endif
		first += settings->slots[n].switches;
	}
	(void)count_switches;
	(void)first;
}

static void read_scales(struct machine *machine, int64_t now_ms)
{
#if defined(CONFIG_LARDER_SIMULATED_READINGS)
	for (uint8_t shelf = 0; shelf < ITEMS_SHELVES_MAX; shelf++) {
		machine_weight(machine, shelf, simulated.grams[shelf], now_ms);
	}
#else
	for (uint8_t shelf = 0; shelf < scales_count(); shelf++) {
		int32_t raw;

		if (scales_read(shelf, &raw)) {
			machine_weight(machine, shelf, scales_grams(&device_settings()->scales[shelf], raw), now_ms);
		}
	}
#endif
}

static bool read_celsius(int16_t *centi_celsius)
{
#if defined(CONFIG_LARDER_SIMULATED_READINGS)
	*centi_celsius = simulated.centi_celsius;
	return true;
#elif DT_NODE_EXISTS(DT_ALIAS(larder_thermometer))
	const struct device *thermometer = DEVICE_DT_GET(DT_ALIAS(larder_thermometer));
	struct sensor_value celsius;

	if (!device_is_ready(thermometer) || sensor_sample_fetch(thermometer) != 0 || sensor_channel_get(thermometer, SENSOR_CHAN_AMBIENT_TEMP, &celsius) != 0) {
		return false;
	}
	*centi_celsius = (int16_t)(celsius.val1 * 100 + celsius.val2 / 10000);
	return true;
#else
	ARG_UNUSED(centi_celsius);
	return false;
#endif
}

static void read_thermometer(struct machine *machine, int64_t now_ms)
{
	static int64_t asked_ms = -THERMOMETER_MS;
	int16_t centi_celsius;

	if (!device_settings()->has_thermometer || now_ms - asked_ms < THERMOMETER_MS) {
		return;
	}
	asked_ms = now_ms;
	if (read_celsius(&centi_celsius)) {
		machine_temperature(machine, centi_celsius, now_ms);
	}
}

void io_poll(struct machine *machine, int64_t now_ms)
{
	read_door(machine, now_ms);
	read_slots(machine, now_ms);
	read_scales(machine, now_ms);
	read_thermometer(machine, now_ms);
}
