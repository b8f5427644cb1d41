/** Load cells behind HX711 converters, one a shelf. */
#ifndef LARDER_SCALES_H
#define LARDER_SCALES_H
#include <stdbool.h>
#include <stdint.h>
#include "device/device_settings.h"

int scales_open(void);
uint8_t scales_count(void);
/** The converter's number, 24 bits; false while it has no new one (it makes ten a second), or where it ends: what a broken wire reads as is no weight. */
bool scales_read(uint8_t shelf, int32_t *raw);
int32_t scales_grams(const struct scale_settings *settings, int32_t raw);

#endif
