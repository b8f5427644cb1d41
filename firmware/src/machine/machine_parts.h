/** What the files of the machine know of each other, from the ground up: none calls one that stands below it here. */
#ifndef LARDER_MACHINE_PARTS_H
#define LARDER_MACHINE_PARTS_H
#include "machine/machine.h"

/* machine_report.c */
int64_t machine_wall_ms(const struct machine *machine);
/** Tells the server what happened now; what there is no room for is not told. */
void machine_report(struct machine *machine, const struct device_event *event, int64_t now_ms);
/** Answers a command: done, or why not. */
void machine_answer(struct machine *machine, const char *id, const char *refusal, int64_t now_ms);

/* machine_owner.c */
/** Longer ids are none of the protocol's. */
#define MACHINE_ID_BYTES 40
/** Forgets what another machine left. */
enum machine_result machine_open_owner(struct machine *machine);
/** Notes whose the records are from now on. */
enum machine_result machine_keep_owner(const struct machine *machine);

/* machine_wanted.c */
/** Takes up a newer configuration and keeps it; the next beat tells which one counts. */
void machine_configure(struct machine *machine, const struct device_configuration *configuration);
/** The same for a price list. */
void machine_price_by(struct machine *machine, const struct device_price_list *prices);
/** Finds what is kept of both. */
enum machine_result machine_open_wanted(struct machine *machine);

/* machine_visit.c */
/** The door is about to be unlocked for a guest by this command. False when that cannot be kept: then it must not be. */
bool machine_keep_unlocked(const struct machine *machine, const char *id);
/** The command that had unlocked the door is told to have come to nothing, so that nobody waits before a locked one. */
void machine_tell_not_opened(struct machine *machine, int64_t now_ms);
/** The visit as it is now, or that there is none: not before its end can be told. */
void machine_keep_visit(struct machine *machine);
/** What stands on the shelves, unless somebody of the operator's is moving it. */
void machine_keep_readings(const struct machine *machine);
/** The same, with the moves that led to it and are told next. False when the store fails. */
bool machine_keep_moves(const struct machine *machine, const struct item_move *moves, int count);
/** Moves that were kept in that way and not told before the power went; answers how many. */
int machine_untold(const struct machine *machine, struct item_move moves[ITEMS_MOVES_MAX]);
/** Goes on with the visit that is kept. */
enum machine_result machine_open_visit(struct machine *machine, int64_t now_ms);

/** They are no measure any more: somebody of the operator's is let in. */
void machine_forget_readings(const struct machine *machine);

/* machine_step.c */
void machine_take_effect(struct machine *machine, const struct vend_effects *effects, int64_t now_ms);
void machine_step(struct machine *machine, const struct vend_event *event);

/* machine_alone.c */
/** The scales have come to rest behind the closed door, or are not waited for any longer. */
bool machine_is_at_rest(const struct machine *machine, int64_t now_ms);
/** That a shelf, and with it these slots, became so much heavier or lighter. */
void machine_tell_shifted(struct machine *machine, uint8_t shelf, int32_t grams, int64_t now_ms);
/** To be called with every tick. */
void machine_watch_alone(struct machine *machine, int64_t now_ms);

/* machine_link.c */
/** Says at once that a command has come; what becomes of it is answered when it is known. */
void machine_got(struct machine *machine, const char *id);
/** Sends what is due. */
void machine_speak(struct machine *machine, int64_t now_ms);

#endif
