/** What the two files of the machine know of each other. */
#ifndef LARDER_MACHINE_PARTS_H
#define LARDER_MACHINE_PARTS_H
#include "machine/machine.h"

int64_t machine_wall_ms(const struct machine *machine);
void machine_take_effect(struct machine *machine, const struct vend_effects *effects, int64_t now_ms);
/** Takes up a newer configuration and keeps it; the next beat tells which one counts. */
void machine_configure(struct machine *machine, const struct device_configuration *configuration);
/** Sends what is due. */
void machine_speak(struct machine *machine, int64_t now_ms);

#endif
