/** What the sensors say beside the door's: from hardware, or from the shell on boards without any. */
#ifndef LARDER_READINGS_H
#define LARDER_READINGS_H
#include <stdbool.h>
#include <stdint.h>
#include "items/items.h"

/** 0, or a negative error: something that the devicetree names is not there. */
int readings_open(void);
/** Switches that the board has: what is counted by more than these is not seen. */
uint16_t readings_switches(void);
/** Items in a slot that is counted by `count` switches from the number `first` on. */
uint16_t reading_of_slot(uint8_t slot, uint8_t first, uint8_t count);
/** False while there is no new reading, or no such shelf. */
bool reading_of_shelf(uint8_t shelf, int32_t *grams);
/** Hundredths of a degree Celsius; false when the thermometer does not answer. */
bool reading_of_thermometer(int16_t *centi_celsius);

/** On simulated boards: what the shell moves. */
struct simulated_readings { int32_t grams[ITEMS_SHELVES_MAX]; uint16_t counts[ITEMS_SLOTS_MAX]; int16_t centi_celsius; };
struct simulated_readings *readings_simulated(void);

#endif
