/** The cabinet's thermometer on the emulated I2C bus, below Zephyr's own driver. */
#ifndef LARDER_EMULATED_TMP112_H
#define LARDER_EMULATED_TMP112_H
#include <stdbool.h>
#include <stdint.h>

/** In sixteenths of a degree Celsius, as the sensor counts. */
void tmp112_set(int16_t sixteenths);
/** Whether it is on the bus at all. */
void tmp112_answer(bool does);

#endif
