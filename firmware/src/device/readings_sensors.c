/** Switches on GPIO, scales behind HX711 converters, a thermometer through Zephyr's sensors. */
#include <zephyr/device.h>
#include <zephyr/devicetree.h>
#include <zephyr/drivers/gpio.h>
#include <zephyr/drivers/sensor.h>
#include <zephyr/kernel.h>
#include "device/readings.h"
#include "device/scales.h"

#define USER DT_PATH(zephyr_user)

#if DT_NODE_HAS_PROP(USER, switch_gpios)
#define SWITCH(node, property, n) GPIO_DT_SPEC_GET_BY_IDX(node, property, n),
/** Active while an item is there. */
static const struct gpio_dt_spec switches[] = { DT_FOREACH_PROP_ELEM(USER, switch_gpios, SWITCH) };
#else
static const struct gpio_dt_spec switches[] = {};
#endif

int readings_open(void)
{
	for (size_t n = 0; n < ARRAY_SIZE(switches); n++) {
		const int result = gpio_pin_configure_dt(&switches[n], GPIO_INPUT);

		if (result != 0) {
			return result;
		}
	}
	return scales_open();
}

uint16_t readings_switches(void)
{
	return ARRAY_SIZE(switches);
}

uint16_t reading_of_slot(uint8_t slot, uint8_t first, uint8_t count)
{
	uint16_t items = 0;

	ARG_UNUSED(slot);
	for (size_t n = first; n < (size_t)first + count && n < ARRAY_SIZE(switches); n++) {
		items = (uint16_t)(items + (gpio_pin_get_dt(&switches[n]) > 0));
	}
	return items;
}

bool reading_of_shelf(uint8_t shelf, int32_t *grams)
{
	int32_t raw;

	if (shelf >= scales_count() || !scales_read(shelf, &raw)) {
		return false;
	}
	if (device_settings()->scales[shelf].per_gram_x1000 == 0) {
		return false; /* it was never shown a weight */
	}
	*grams = scales_grams(&device_settings()->scales[shelf], raw);
	return true;
}

bool reading_of_thermometer(int16_t *centi_celsius)
{
#if DT_NODE_EXISTS(DT_ALIAS(larder_thermometer))
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
