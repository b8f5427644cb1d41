/** A handful of numbers: looking through all of them is quick enough. */
#include "link/answers.h"

void answers_await(struct answers *answers, uint16_t id, int64_t now_ms)
{
	for (size_t n = 0; n < ANSWERS_MAX; n++) {
		if (answers->awaited[n].id == 0) {
			answers->awaited[n].id = id;
			answers->awaited[n].sent_ms = now_ms;
			return;
		}
	}
}

void answers_note(struct answers *answers, uint16_t id)
{
	for (size_t n = 0; n < ANSWERS_MAX; n++) {
		if (answers->awaited[n].id == id) {
			answers->awaited[n].id = 0;
		}
	}
}

size_t answers_count(const struct answers *answers)
{
	size_t count = 0;

	for (size_t n = 0; n < ANSWERS_MAX; n++) {
		count += answers->awaited[n].id != 0;
	}
	return count;
}

bool answers_overdue(const struct answers *answers, int64_t since_ms)
{
	for (size_t n = 0; n < ANSWERS_MAX; n++) {
		if (answers->awaited[n].id != 0 && answers->awaited[n].sent_ms < since_ms) {
			return true;
		}
	}
	return false;
}
