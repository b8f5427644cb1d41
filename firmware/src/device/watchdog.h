/** Restarts the device when a thread that it waits for stands still. */
#ifndef LARDER_WATCHDOG_H
#define LARDER_WATCHDOG_H

/** The machine's loop has ten seconds for a turn, the link's two minutes: more than all its waits for a server together. */
enum watchdog_of { WATCHDOG_MACHINE, WATCHDOG_LINK, WATCHDOG_COUNT };

/** From now on both are waited for. */
void watchdog_open(void);
/** Nothing before watchdog_open. */
void watchdog_feed(enum watchdog_of of);

#endif
