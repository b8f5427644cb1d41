/** Which items explain a change of weight. */
#ifndef LARDER_ITEMS_FIT_H
#define LARDER_ITEMS_FIT_H
#include "items/items.h"

struct items_fit {
	/** Moves in `moves`, 0 when nothing fits. */
	int count;
	struct item_move moves[ITEMS_MOVES_MAX];
	/** It is as much as is looked for at once, and does not explain all. */
	bool is_part;
};

/**
 * Explains `step_grams` on a shelf by the fewest items, the nearest weight among these; of what is put back by what was `taken` of each slot, if that fits. `taken` is NULL where something is taken. Slots of other explanations with at most one item more are named beside.
 * With `is_last` the nearest explanation is taken even when it does not fit, and every slot that would do nearly as well is named.
 */
struct items_fit items_explain(const struct items_settings *settings, uint8_t shelf, int32_t step_grams, bool is_last, const uint8_t *taken);

#endif
