/** When the time server is to be asked, and what time it is by its last answer. Times without another word are milliseconds since the start. */
#ifndef LARDER_CLOCK_SYNC_H
#define LARDER_CLOCK_SYNC_H
#include <stdbool.h>
#include <stdint.h>

/** While the time is not known. */
#define CLOCK_SYNC_RETRY_MS (30 * 1000)
/** Once it is: a clock drifts. */
#define CLOCK_SYNC_AGAIN_MS (6 * 3600 * 1000)

/** Never asked when it is all zero. */
struct clock_sync { int64_t offset_ms; int64_t next_ms; };

bool clock_sync_is_due(const struct clock_sync *sync, int64_t now_ms);
/** It answered with this time, in milliseconds since 1970. */
void clock_sync_answered(struct clock_sync *sync, int64_t unix_ms, int64_t now_ms);
/** It did not answer; a time that is known stays. */
void clock_sync_missed(struct clock_sync *sync, int64_t now_ms);
/** Milliseconds since 1970; 0 while unknown. */
int64_t clock_sync_time(const struct clock_sync *sync, int64_t now_ms);

#endif
