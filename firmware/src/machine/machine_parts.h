/** What the two files of the machine know of each other. */
#ifndef LARDER_MACHINE_PARTS_H
#define LARDER_MACHINE_PARTS_H
#include "machine/machine.h"

int64_t machine_wall_ms(const struct machine *machine);
void machine_take_effect(struct machine *machine, const struct vend_effects *effects, int64_t now_ms);
/** Answers a command: done, or why not. */
void machine_answer(struct machine *machine, const char *id, const char *refusal, int64_t now_ms);
/** The door is about to be unlocked for a guest by this command. */
void machine_keep_unlocked(const struct machine *machine, const char *id);
/** The command that had unlocked the door is told to have come to nothing, so that nobody waits before a locked one. */
void machine_tell_not_opened(struct machine *machine, int64_t now_ms);
/** The visit as it is now, or that there is none. */
void machine_keep_visit(const struct machine *machine);
/** What stands on the shelves, while a guest is being served. */
void machine_keep_readings(const struct machine *machine);
/** Goes on with the visit that is kept. */
enum machine_result machine_open_visit(struct machine *machine, int64_t now_ms);
/** Takes up a newer configuration and keeps it; the next beat tells which one counts. */
void machine_configure(struct machine *machine, const struct device_configuration *configuration);
/** The same for a price list. */
void machine_price_by(struct machine *machine, const struct device_price_list *prices);
/** Finds what is kept of both. */
enum machine_result machine_open_wanted(struct machine *machine);
/** Sends what is due. */
void machine_speak(struct machine *machine, int64_t now_ms);

/** Longer ids are none of the protocol's. */
#define MACHINE_ID_BYTES 40
/** Forgets what another machine left. */
enum machine_result machine_open_owner(struct machine *machine);
/** Notes whose the records are from now on. */
enum machine_result machine_keep_owner(const struct machine *machine);

#endif
