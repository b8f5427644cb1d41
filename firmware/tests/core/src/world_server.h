/** The other end of a random world's link: a server that serves one guest after another, takes in each report once and in order, and remembers what it was told. */
#ifndef LARDER_WORLD_SERVER_H
#define LARDER_WORLD_SERVER_H
#include <stdbool.h>
#include <stdint.h>

/** The visit under way; number 0 while there is none. */
extern struct world_visit {
	int number;
	/** By what the machine has told, and by what the guest has really taken and not put back. */
	int billed, taken;
	/** How often the power was cut meanwhile. */
	int cuts;
	/** The machine has told so. */
	bool was_opened;
	int64_t began_ms;
} visit;

/** Visits that are over; what guests went away with; items that were told of nobody's visit. */
extern struct world_outcome { int visits, goods, nobodys; } outcome;

/** One chance in so many, the same in each run. */
bool once_in(uint32_t sides);
void world_server_begin(void);
/** Begins a visit now and then, and gives the orders of the one under way, again and again. */
void world_server_serve(bool is_linked);
/** Hears what was said, but for what is lost on the way, and acknowledges. */
void world_server_listen(bool is_linked);

#endif
