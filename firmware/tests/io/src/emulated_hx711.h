/** The shelves' HX711 converters, bit by bit on emulated pins. */
#ifndef LARDER_EMULATED_HX711_H
#define LARDER_EMULATED_HX711_H
#include <stdint.h>

#define HX711_COUNT 2

/** To be called once, after io_open. */
void hx711_plug_in(void);
/** What the converter has measured from now on, 24 bits. */
void hx711_set(unsigned int shelf, int32_t number);
/** A new number is there, as it is ten times a second. */
void hx711_measure(void);
/** How often the converter was clocked since its last number was there. */
int hx711_clocked(unsigned int shelf);

#endif
