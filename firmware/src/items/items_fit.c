/** Tries every handful of up to four items, and up to a dozen of one slot: a few hundred sums, done before a hand has left the shelf. */
#include <stdlib.h>
#include <string.h>
#include "items/items_fit.h"

#define HANDFUL_MAX 4

struct handful { uint8_t counts[ITEMS_SLOTS_PER_SHELF_MAX]; int items; int32_t error; bool fits, was_taken; };
struct search {
	const struct items_settings *settings;
	uint8_t slots[ITEMS_SLOTS_PER_SHELF_MAX];
	int slot_count;
	int32_t grams;
	const uint8_t *taken;
	void (*visit)(struct search *search, const struct handful *handful);
	struct handful best;
	/** Slots of other explanations. */
	bool is_other[ITEMS_SLOTS_PER_SHELF_MAX];
};

static void weigh(const struct search *search, struct handful *handful)
{
	int32_t grams = 0;
	int32_t tolerance = search->settings->noise_grams;

	handful->items = 0;
	handful->was_taken = true;
	for (int n = 0; n < search->slot_count; n++) {
		const struct items_slot *slot = &search->settings->slots[search->slots[n]];

		handful->items += handful->counts[n];
		handful->was_taken = handful->was_taken && (search->taken == NULL || handful->counts[n] <= search->taken[search->slots[n]]);
		grams += handful->counts[n] * slot->grams;
		tolerance += handful->counts[n] * slot->tolerance_grams;
	}
	handful->error = abs(search->grams - grams);
	handful->fits = handful->error <= tolerance;
}

static void try_from(struct search *search, struct handful *handful, int slot, int left)
{
	for (int n = slot; n < search->slot_count && left > 0; n++) {
		handful->counts[n]++;
		weigh(search, handful);
		search->visit(search, handful);
		try_from(search, handful, n, left - 1);
		handful->counts[n]--;
	}
}

static void try_all(struct search *search, void (*visit)(struct search *, const struct handful *))
{
	struct handful handful = { 0 };

	search->visit = visit;
	try_from(search, &handful, 0, HANDFUL_MAX);
	for (int n = 0; n < search->slot_count; n++) {
		for (uint8_t count = HANDFUL_MAX + 1; count <= ITEMS_GRIP_MAX; count++) {
			handful = (struct handful){ 0 };
			handful.counts[n] = count;
			weigh(search, &handful);
			visit(search, &handful);
		}
	}
}

/** What fits before what does not, then what was taken, then fewer items, then the nearer weight. */
static void keep_better(struct search *search, const struct handful *handful)
{
	const struct handful *best = &search->best;
	bool is_better = best->items == 0;

	if (!is_better && handful->fits != best->fits) {
		is_better = handful->fits;
	} else if (!is_better && handful->fits && handful->was_taken != best->was_taken) {
		is_better = handful->was_taken;
	} else if (!is_better && handful->fits) {
		is_better = handful->items < best->items || (handful->items == best->items && handful->error < best->error);
	} else if (!is_better) {
		is_better = handful->error < best->error;
	}
	if (is_better) {
		search->best = *handful;
	}
}

static void note_others(struct search *search, const struct handful *handful)
{
	const bool is_as_good = search->best.fits ? handful->fits && handful->items <= search->best.items + 1 : handful->error <= 2 * search->best.error;

	if (!is_as_good || memcmp(handful->counts, search->best.counts, sizeof(handful->counts)) == 0) {
		return;
	}
	for (int n = 0; n < search->slot_count; n++) {
		search->is_other[n] = search->is_other[n] || handful->counts[n] > 0;
	}
}

static struct item_move move_of(const struct search *search, int n, bool is_taken)
{
	struct item_move move = { .slot = search->slots[n], .change = (int8_t)(is_taken ? -search->best.counts[n] : search->best.counts[n]) };

	for (int other = 0; other < search->slot_count && move.or_count < PROTOCOL_OR_MAX; other++) {
		if (other != n && search->is_other[other]) {
			move.or_slots[move.or_count++] = search->slots[other];
		}
	}
	return move;
}

struct items_fit items_explain(const struct items_settings *settings, uint8_t shelf, int32_t step_grams, bool is_last, const uint8_t *taken)
{
	struct search search = { .settings = settings, .grams = abs(step_grams), .taken = taken };
	struct items_fit fit = { 0 };

	for (uint8_t n = 0; n < settings->slot_count && search.slot_count < ITEMS_SLOTS_PER_SHELF_MAX; n++) {
		if (settings->slots[n].shelf == shelf) {
			search.slots[search.slot_count++] = n;
		}
	}
	try_all(&search, keep_better);
	if (search.best.items == 0 || (!search.best.fits && !is_last)) {
		return fit;
	}
	try_all(&search, note_others);
	for (int n = 0; n < search.slot_count; n++) {
		if (search.best.counts[n] > 0) {
			fit.moves[fit.count++] = move_of(&search, n, step_grams < 0);
		}
	}
	fit.is_part = !search.best.fits && (search.best.items == ITEMS_GRIP_MAX || (search.best.items == HANDFUL_MAX && fit.count > 1));
	return fit;
}
