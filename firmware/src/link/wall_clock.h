/** The time of day, once a time server has told it. */
#ifndef LARDER_WALL_CLOCK_H
#define LARDER_WALL_CLOCK_H
#include <stdint.h>

/** Milliseconds since 1970; 0 while unknown. */
int64_t wall_clock_ms(void);
/** Asks the time server unless it was asked within the last hours. Blocks for up to two seconds: for the link's thread. */
void wall_clock_sync(void);

#endif
