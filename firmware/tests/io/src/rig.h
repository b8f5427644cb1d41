/** The machine as main.c puts it together, but for the link: what it says is collected, and time is moved by hand. */
#ifndef LARDER_IO_RIG_H
#define LARDER_IO_RIG_H
#include <stdbool.h>
#include <stdint.h>
#include "machine/machine.h"

/** Everything sent in this test, a line of JSON each. */
extern char said[8192];
extern int64_t now_ms;

/** Before every test: an empty flash, the door closed, two kilograms on both shelves, three items in their places; connected. */
void rig_begin(void *fixture);
/** Once, before all tests. */
void *rig_open(void);
/** Time goes by: pins are read every 50 ms, the scales measure every 100. */
void pass(int64_t ms);
void tell(const char *json);
/** Unlocks for a guest and opens the door. */
void let_in(const char *sid);
void door(bool is_open);
/** The item's own switch, from 0. */
void place(unsigned int number, bool has_item);
void weigh(unsigned int shelf, int32_t grams);
bool is_latch_free(void);
/** How often it was said. */
int times(const char *words);

#endif
