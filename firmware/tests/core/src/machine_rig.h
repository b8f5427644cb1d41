/** A machine for tests: what it says is collected, its sensors and its clock are moved by hand. */
#ifndef LARDER_MACHINE_RIG_H
#define LARDER_MACHINE_RIG_H
#include "check.h"
#include "fake_store.h"
#include "machine/machine.h"

extern struct machine machine;
/** Everything sent since it was last emptied, a line each: `evt` or `tel` and the JSON. */
extern char said[5120];
extern bool is_latch_free, is_link_busy;
extern int reboots;
extern int64_t now_ms;
extern const struct machine_ports ports;
extern struct machine_settings settings;

/** Time goes by, with a tick every 50 ms. */
void pass(int64_t ms);
/** The shelf stands at so many grams, long enough to count. */
void weigh(int32_t grams);
/** So many items are in slot C1, long enough to count. */
void count(uint16_t items);
void tell(const char *json);
void unlock(const char *sid);
/** While there is no power. */
void move_in_the_dark(int32_t grams, uint16_t items);
/** Starts on the store as it is, and sees what stands there. */
void open_machine_with_door(bool is_open);
/** The same, its door closed. */
void open_machine(void);
/** Starts on an empty store, connected. */
void begin(void);
bool was_said(const char *words);

#endif
