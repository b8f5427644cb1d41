/** The time of day, once a time server has told it. */
#ifndef LARDER_WALL_CLOCK_H
#define LARDER_WALL_CLOCK_H
#include <stdbool.h>
#include <stdint.h>

/** Milliseconds since 1970; 0 while unknown. */
int64_t wall_clock_ms(void);
/** The time server is to be asked, see clock_sync.h. For the link's thread, as is the next. */
bool wall_clock_is_due(void);
/** Asks it. Blocks until it has answered, 0.7 s at most, and before that until its name is looked up, 2 s at most. */
void wall_clock_sync(void);

#endif
