/** Restarts the device when the machine's loop stands still. */
#ifndef LARDER_WATCHDOG_H
#define LARDER_WATCHDOG_H

void watchdog_open(void);
void watchdog_feed(void);

#endif
