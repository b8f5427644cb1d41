/** The one machine of this device, for whoever looks at it beside the main loop. */
#ifndef LARDER_THE_MACHINE_H
#define LARDER_THE_MACHINE_H
#include "machine/machine.h"

/** Nobody else touches it until machine_release. */
struct machine *machine_take(void);
void machine_release(void);

#endif
