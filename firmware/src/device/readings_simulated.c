/** The readings of boards without sensors: whatever the shell has set. */
#include "device/readings.h"

static struct simulated_readings simulated = { .centi_celsius = 450 };

int readings_open(void)
{
	return 0;
}

struct simulated_readings *readings_simulated(void)
{
	return &simulated;
}

uint16_t readings_switches(void)
{
	return UINT16_MAX;
}

uint16_t reading_of_slot(uint8_t slot, uint8_t first, uint8_t count)
{
	(void)first;
	(void)count;
	return simulated.counts[slot];
}

bool reading_of_shelf(uint8_t shelf, int32_t *grams)
{
	*grams = simulated.grams[shelf];
	return true;
}

bool reading_of_thermometer(int16_t *centi_celsius)
{
	*centi_celsius = simulated.centi_celsius;
	return true;
}
