/** Each rising clock gives out the next bit, highest first; the 25th ends the number. */
#include <stdbool.h>
#include <zephyr/devicetree.h>
#include <zephyr/drivers/gpio.h>
#include <zephyr/drivers/gpio/gpio_emul.h>
#include <zephyr/kernel.h>
#include "emulated_hx711.h"

#define USER DT_PATH(zephyr_user)
#define PIN(node, property, n) GPIO_DT_SPEC_GET_BY_IDX(node, property, n),

static const struct gpio_dt_spec data[] = { DT_FOREACH_PROP_ELEM(USER, scale_data_gpios, PIN) };
static const struct gpio_dt_spec clocks[] = { DT_FOREACH_PROP_ELEM(USER, scale_clock_gpios, PIN) };
static struct { int32_t number; int clocked; bool is_high; } converters[HX711_COUNT];
static struct gpio_callback on_clock;

static void clocked(const struct device *port, struct gpio_callback *callback, gpio_port_pins_t pins)
{
	ARG_UNUSED(callback);
	for (unsigned int shelf = 0; shelf < HX711_COUNT; shelf++) {
		const bool is_high = gpio_emul_output_get(port, clocks[shelf].pin) > 0;
		const bool is_rising = is_high && !converters[shelf].is_high;

		if ((pins & BIT(clocks[shelf].pin)) == 0) {
			continue;
		}
		converters[shelf].is_high = is_high;
		if (is_rising) {
			const int clock = ++converters[shelf].clocked;

			(void)gpio_emul_input_set(port, data[shelf].pin, clock > 24 ? 1 : (converters[shelf].number >> (24 - clock)) & 1);
		}
	}
}

void hx711_plug_in(void)
{
	gpio_init_callback(&on_clock, clocked, BIT(clocks[0].pin) | BIT(clocks[1].pin));
	(void)gpio_add_callback(clocks[0].port, &on_clock);
}

void hx711_set(unsigned int shelf, int32_t number)
{
	converters[shelf].number = number;
}

void hx711_measure(void)
{
	for (unsigned int shelf = 0; shelf < HX711_COUNT; shelf++) {
		converters[shelf].clocked = 0;
		(void)gpio_emul_input_set(data[shelf].port, data[shelf].pin, 0);
	}
}

int hx711_clocked(unsigned int shelf)
{
	return converters[shelf].clocked;
}
