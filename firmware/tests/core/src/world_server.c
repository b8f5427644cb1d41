#include <stdio.h>
#include <stdlib.h>
#include "machine_rig.h"
#include "world_server.h"

/** More than can be under way, so that what comes again is known. */
#define REMEMBERED 64
#define ORDERED_MS 30000
#define HOUR_MS 3600000

struct world_visit visit;
struct world_outcome outcome;
static uint32_t chance, reached;
/** Of what came under each of the last numbers. */
static uint32_t marks[REMEMBERED];

bool once_in(uint32_t sides)
{
	chance ^= chance << 13;
	chance ^= chance >> 17;
	chance ^= chance << 5;
	return chance % sides == 0;
}

void world_server_begin(void)
{
	chance = 2463534242u;
	reached = 0;
	memset(&visit, 0, sizeof(visit));
	memset(&outcome, 0, sizeof(outcome));
}

static uint32_t mark_of(const char *line)
{
	uint32_t mark = 0x811c9dc5u;

	for (; *line; line++) {
		mark = (mark ^ (unsigned char)*line) * 0x01000193u;
	}
	return mark;
}

static int number_behind(const char *line, const char *words)
{
	const char *at = strstr(line, words);

	return at ? atoi(at + strlen(words)) : 0;
}

static void end_visit(void)
{
	check_equal(visit.taken, visit.billed);
	outcome.goods += visit.taken;
	outcome.visits++;
	memset(&visit, 0, sizeof(visit));
}

static void note_moved(const char *line)
{
	const int count = number_behind(line, "\"n\":") * (strstr(line, "\"taken\"") ? 1 : -1);

	if (visit.number != 0 && number_behind(line, "\"sid\":\"s") == visit.number) {
		visit.billed += count;
	} else {
		outcome.nobodys += count;
	}
}

/** Locked as it was told, or it would not unlock. */
static void note_done(const char *line)
{
	const bool is_lock = strstr(line, ":lock\"") != NULL, is_ok = strstr(line, "\"ok\":true") != NULL;

	if (visit.number != 0 && !visit.was_opened && is_lock == is_ok && number_behind(line, "\"id\":\"s") == visit.number) {
		end_visit();
	}
}

static void note_door(const char *line)
{
	const bool is_of_visit = visit.number != 0 && number_behind(line, "\"sid\":\"s") == visit.number;

	visit.was_opened = visit.was_opened || is_of_visit;
	if (is_of_visit && strstr(line, "\"open\":false")) {
		end_visit();
	}
}

static void take_in(const char *line)
{
	const uint32_t number = (uint32_t)number_behind(line, "\"s\":");

	check(number > reached || number + REMEMBERED <= reached || marks[number % REMEMBERED] == mark_of(line));
	if (number != reached + 1) {
		return;
	}
	reached = number;
	marks[number % REMEMBERED] = mark_of(line);
	if (strstr(line, "\"slot\"")) {
		note_moved(line);
	} else if (strstr(line, "\"done\"")) {
		note_done(line);
	} else {
		note_door(line);
	}
}

void world_server_listen(bool is_linked)
{
	char ack[60];

	for (char *line = strtok(said, "\n"); line; line = strtok(NULL, "\n")) {
		if (strncmp(line, "evt ", 4) == 0 && !once_in(20)) {
			take_in(line + 4);
		}
	}
	said[0] = '\0';
	if (is_linked && once_in(4)) {
		snprintf(ack, sizeof(ack), "{\"v\":1,\"t\":\"ack\",\"e\":\"0000cafe\",\"s\":%u}", (unsigned)reached);
		tell(ack);
	}
}

static void order(const char *what)
{
	char json[120];

	snprintf(json, sizeof(json), "{\"v\":1,\"t\":\"cmd\",\"id\":\"s%d:%s\",\"do\":\"%s\",\"ttl\":30,\"sid\":\"s%d\"}", visit.number, what, what, visit.number);
	tell(json);
}

void world_server_serve(bool is_linked)
{
	const int64_t for_ms = now_ms - visit.began_ms;

	if (visit.number == 0) {
		if (is_linked && once_in(60)) {
			visit.number = outcome.visits + 1;
			visit.began_ms = now_ms;
			order("unlock");
		}
		return;
	}
	check(for_ms < HOUR_MS);
	if (is_linked && for_ms < ORDERED_MS && once_in(40)) {
		order("unlock");
	} else if (is_linked && for_ms > ORDERED_MS && !visit.was_opened && once_in(100)) {
		order("lock");
	}
}
