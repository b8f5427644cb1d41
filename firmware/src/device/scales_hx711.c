/** The HX711's own two wires: it pulls data low when it has a number, and gives it out bit by bit, highest first; a 25th clock asks for channel A with gain 128 again. */
#include <zephyr/devicetree.h>
#include <zephyr/drivers/gpio.h>
#include <zephyr/kernel.h>
#include "device/scales.h"

#define USER DT_PATH(zephyr_user)
#define BITS 24
/** What is beyond them reads as one of the two. */
#define LEAST (-8388608)
#define MOST 8388607

#if DT_NODE_HAS_PROP(USER, scale_data_gpios)
#define PIN(node, property, n) GPIO_DT_SPEC_GET_BY_IDX(node, property, n),
static const struct gpio_dt_spec data[] = { DT_FOREACH_PROP_ELEM(USER, scale_data_gpios, PIN) };
static const struct gpio_dt_spec clocks[] = { DT_FOREACH_PROP_ELEM(USER, scale_clock_gpios, PIN) };
BUILD_ASSERT(ARRAY_SIZE(data) == ARRAY_SIZE(clocks), "every scale has a data and a clock pin");

int scales_open(void)
{
	int result = 0;

	for (size_t n = 0; n < ARRAY_SIZE(data) && result == 0; n++) {
		result = gpio_pin_configure_dt(&data[n], GPIO_INPUT);
		if (result == 0) {
			result = gpio_pin_configure_dt(&clocks[n], GPIO_OUTPUT_INACTIVE);
		}
	}
	return result;
}

uint8_t scales_count(void)
{
	return (uint8_t)MIN(ARRAY_SIZE(data), ITEMS_SHELVES_MAX);
}

static int clock_bit(uint8_t shelf)
{
	(void)gpio_pin_set_dt(&clocks[shelf], 1);
	k_busy_wait(1);
	const int bit = gpio_pin_get_dt(&data[shelf]);

	(void)gpio_pin_set_dt(&clocks[shelf], 0);
	k_busy_wait(1);
	return bit > 0;
}

bool scales_read(uint8_t shelf, int32_t *raw)
{
	uint32_t number = 0;

	if (gpio_pin_get_dt(&data[shelf]) != 0) {
		return false;
	}
	/* A clock that stays high for 60 us puts the converter to sleep: nothing may come in between. */
	const unsigned int key = irq_lock();

	for (int bit = 0; bit < BITS; bit++) {
		number = number << 1 | (uint32_t)clock_bit(shelf);
	}
	(void)clock_bit(shelf);
	irq_unlock(key);
	*raw = (int32_t)(number << 8) >> 8;
	return *raw != LEAST && *raw != MOST;
}
#else
int scales_open(void)
{
	return 0;
}

uint8_t scales_count(void)
{
	return 0;
}

bool scales_read(uint8_t shelf, int32_t *raw)
{
	ARG_UNUSED(shelf);
	ARG_UNUSED(raw);
	return false;
}
#endif

int32_t scales_grams(const struct scale_settings *settings, int32_t raw)
{
	return settings->per_gram_x1000 == 0 ? 0 : (int32_t)((int64_t)(raw - settings->empty) * 1000 / settings->per_gram_x1000);
}
