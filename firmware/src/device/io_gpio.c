/** Latch and door on GPIO, which simulated boards emulate; everything else through readings.h. */
#include <zephyr/devicetree.h>
#include <zephyr/drivers/gpio.h>
#include <zephyr/kernel.h>
#if defined(CONFIG_GPIO_EMUL)
#include <zephyr/drivers/gpio/gpio_emul.h>
#endif
#include "device/device_settings.h"
#include "device/io.h"
#include "device/readings.h"

#define USER DT_PATH(zephyr_user)
#define DOOR_BOUNCE_MS 60
#define THERMOMETER_MS 10000

#define NO_SWITCHES 0xff

/** Of each slot, as it was told before the start; NO_SWITCHES for one on a shelf. */
static uint8_t switches[ITEMS_SLOTS_MAX];
static uint8_t slot_count;
static const struct gpio_dt_spec latch = GPIO_DT_SPEC_GET(USER, latch_gpios);
/** Active while the door is closed. */
static const struct gpio_dt_spec door = GPIO_DT_SPEC_GET(USER, door_gpios);

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

static void note_slots(void)
{
	const struct device_settings *settings = device_settings();

	slot_count = settings->slot_count;
	for (uint8_t n = 0; n < slot_count; n++) {
		switches[n] = settings->slots[n].slot.shelf == ITEMS_NO_SHELF ? settings->slots[n].switches : NO_SWITCHES;
	}
}

int io_open(void)
{
	int result = gpio_pin_configure_dt(&latch, GPIO_OUTPUT_INACTIVE | GPIO_INPUT);

	note_slots();
	if (result != 0) {
		return result;
	}
	result = gpio_pin_configure_dt(&door, GPIO_INPUT);
	return result != 0 ? result : readings_open();
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

static void read_slots(struct machine *machine, int64_t now_ms)
{
	uint8_t first = 0;

	for (uint8_t n = 0; n < slot_count; n++) {
		if (switches[n] != NO_SWITCHES) {
			machine_counted(machine, n, reading_of_slot(n, first, switches[n]), now_ms);
			first = (uint8_t)(first + switches[n]);
		}
	}
}

static void read_shelves(struct machine *machine, int64_t now_ms)
{
	for (uint8_t shelf = 0; shelf < ITEMS_SHELVES_MAX; shelf++) {
		int32_t grams;

		if (reading_of_shelf(shelf, &grams)) {
			machine_weight(machine, shelf, grams, now_ms);
		}
	}
}

static void read_thermometer(struct machine *machine, int64_t now_ms)
{
	static int64_t asked_ms = -THERMOMETER_MS;
	int16_t centi_celsius;

	if (!device_settings()->has_thermometer || now_ms - asked_ms < THERMOMETER_MS) {
		return;
	}
	asked_ms = now_ms;
	if (reading_of_thermometer(&centi_celsius)) {
		machine_temperature(machine, centi_celsius, now_ms);
	}
}

void io_poll(struct machine *machine, int64_t now_ms)
{
	read_door(machine, now_ms);
	read_slots(machine, now_ms);
	read_shelves(machine, now_ms);
	read_thermometer(machine, now_ms);
}
