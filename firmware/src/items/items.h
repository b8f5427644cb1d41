/** Item detection: what was taken or put back, by counters of single slots and by the weight of shelves that several slots share. */
#ifndef LARDER_ITEMS_H
#define LARDER_ITEMS_H
#include <stdbool.h>
#include <stdint.h>
#include "codec/protocol.h"

#define ITEMS_SLOTS_MAX PROTOCOL_SLOTS_MAX
#define ITEMS_SHELVES_MAX 8
#define ITEMS_SLOTS_PER_SHELF_MAX 8
/** A slot with a counter of its own. */
#define ITEMS_NO_SHELF 0xff
/** Different slots that one change of weight is explained by, at most. */
#define ITEMS_MOVES_MAX 4
/** Of one slot in one grip. */
#define ITEMS_GRIP_MAX 12
/** So long after a guest's door has moved nobody can have laid anything down inside: what rises is what the jolt has shaken into place. */
#define ITEMS_JOLT_MS 500
/** Less than this on a shelf is weather, however light its items are. */
#define ITEMS_SHIFT_GRAMS 25
#define ITEMS_SHIFT_MS 60000
#define ITEMS_SHIFT_AGAIN_MS 3600000

struct items_slot {
	char name[PROTOCOL_SLOT_MAX + 1];
	/** 0 up to ITEMS_SHELVES_MAX - 1, or ITEMS_NO_SHELF. */
	uint8_t shelf;
	/** Of one item, and how far from it one may be. Only on shelves. */
	uint16_t grams, tolerance_grams;
};

struct items_settings {
	struct items_slot slots[ITEMS_SLOTS_MAX];
	uint8_t slot_count;
	/** A reading may wander so far and still stand for the same weight. */
	uint16_t noise_grams;
	/** A reading counts when it has stood still for so long. */
	uint16_t settle_ms;
	/** A scale that has said nothing for so long is broken; 0: none is missed. */
	uint16_t silent_ms;
};

struct item_move {
	/** Index into the settings' slots. */
	uint8_t slot;
	/** Put back when positive, taken when negative. */
	int8_t change;
	/** Slots that explain it as well; none when it is certain. */
	uint8_t or_count;
	uint8_t or_slots[PROTOCOL_OR_MAX];
};

/** `drifted`: what was followed as drift since items_begin. */
struct items_reading { bool is_known; int32_t settled, latest, drifted; bool is_moving; int64_t since_ms; };
struct items {
	const struct items_settings *settings;
	struct items_reading shelves[ITEMS_SHELVES_MAX];
	struct items_reading counters[ITEMS_SLOTS_MAX];
	/** When each shelf's scale spoke last. */
	int64_t heard_ms[ITEMS_SHELVES_MAX];
	/** What the guest of now has taken of each slot and not put back. */
	uint8_t taken[ITEMS_SLOTS_MAX];
	/** What began to rise before is nobody's doing. */
	int64_t jolted_until_ms;
	/** Where a reading begins is another than was kept, although nothing was moved; for who keeps it. */
	bool is_begun_anew;
	/** By how much the shelf that was read last is heavier where it begins anew, once an hour; for who tells it. */
	int32_t risen_grams;
	/** When a shelf was last told to have shifted; 0: never. */
	int64_t shifted_ms[ITEMS_SHELVES_MAX];
};

/** What stood still last, for who keeps it through a power cut; a bit for each that is known. */
struct items_kept { int32_t shelves[ITEMS_SHELVES_MAX]; uint16_t counters[ITEMS_SLOTS_MAX]; uint32_t known_counters; uint32_t known_shelves; /** Of which slots they are. */ uint32_t slots_mark; };

/** False when the settings name a slot wrongly or twice, or a shelf holds too many or an item without weight. */
bool items_are_right(const struct items_settings *settings);
/** False when they are not right. */
bool items_open(struct items *items, const struct items_settings *settings);
/** Somebody may take something from now on, up to items_finish; what was moved before and never explained is not theirs, and what is more up to items_opened was there before. */
void items_begin(struct items *items);
/** The door has been opened. */
void items_opened(struct items *items, int64_t now_ms);
/** Nobody is let in any more. */
void items_ended(struct items *items);
/** A reading of a shelf in grams. Answers how many moves it explains; a weight that nothing explains waits for the next, as things put down and picked up again do. */
int items_weight(struct items *items, uint8_t shelf, int32_t grams, int64_t now_ms, struct item_move moves[ITEMS_MOVES_MAX]);
/** A reading of a slot's own counter: items that are in it. Answers 0 or 1. */
int items_counted(struct items *items, uint8_t slot, uint16_t count, int64_t now_ms, struct item_move *move);
/** The door is closed: what is missing from a shelf and still unexplained, also what went bit by bit, is told by its nearest explanation, the others beside it; to be called until it answers 0, as more than a handful is told in several. What is too much is let be. */
int items_finish(struct items *items, uint8_t shelf, struct item_move moves[ITEMS_MOVES_MAX]);
void items_keep(const struct items *items, struct items_kept *kept);
/** Begins with these readings instead of the first that stand still: what differs from them was moved in the dark. False when they are of other slots. */
bool items_resume(struct items *items, const struct items_kept *kept);
/** What is taken would be seen: there are slots, and the scales below them speak. */
bool items_are_watched(const struct items *items, int64_t now_ms);
/** The machine is left alone behind its closed door: what stands on the shelves now is where items_shifted begins. */
void items_leave(struct items *items);
/**
 * Grams by which a shelf differs, for a minute, from what it was when the machine was left alone or when this answered last, and no items explain it; 0 for none.
 * Warmth and wear are none, as they come bit by bit, and no shelf is told more than once an hour.
 */
int32_t items_shifted(struct items *items, uint8_t shelf, int64_t now_ms);
/** True when a shelf was not told to have shifted for an hour; it is told now. */
bool items_may_tell_shift(struct items *items, uint8_t shelf, int64_t now_ms);
/** No reading is on the move. */
bool items_settled(const struct items *items);
/** Pairs of slots on one shelf that cannot be told apart, up to two items of each. Answers how many; `pairs` gets the first `capacity`. */
int items_collisions(const struct items_settings *settings, uint8_t (*pairs)[2], int capacity);

#endif
