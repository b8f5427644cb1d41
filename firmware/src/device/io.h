/** The machine's hardware: one latch, one door, switches, scales, a thermometer. Readings are passed on as they are; what they mean is decided elsewhere. */
#ifndef LARDER_IO_H
#define LARDER_IO_H
#include <stdbool.h>
#include <stdint.h>
#include "machine/machine.h"

/** To be called when the settings are read: slots count as they then are. 0, or a negative error: something that the devicetree names is not there. */
int io_open(void);
void io_latch(bool is_free);
/** Reads every sensor and tells the machine. To be called every 50 ms. */
void io_poll(struct machine *machine, int64_t now_ms);

/** Moves the simulated door. */
void io_simulate_door(bool is_open);
bool io_is_latch_free(void);

#endif
