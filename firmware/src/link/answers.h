/** Messages whose answer is awaited. */
#ifndef LARDER_ANSWERS_H
#define LARDER_ANSWERS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ANSWERS_MAX 8

/** Empty when it is all zero. */
struct answers { struct { uint16_t id; int64_t sent_ms; } awaited[ANSWERS_MAX]; };

/** Without room it is not awaited: count first. */
void answers_await(struct answers *answers, uint16_t id, int64_t now_ms);
void answers_note(struct answers *answers, uint16_t id);
size_t answers_count(const struct answers *answers);
/** One is awaited since before `since_ms`. */
bool answers_overdue(const struct answers *answers, int64_t since_ms);

#endif
