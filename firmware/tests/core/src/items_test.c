#include "check.h"
#include "items/items.h"

/* Shelf 0: a can, a bar, water. Shelf 1: two that weigh the same, a light one. C1 has a counter of its own. */
enum { CAN, BAR, WATER, RED, BLUE, GUM, COUNTED };
static const struct items_settings settings = {
	.slots = {
		{ "A1", 0, 350, 4 }, { "A2", 0, 52, 2 }, { "A3", 0, 517, 5 },
		{ "B1", 1, 200, 3 }, { "B2", 1, 201, 3 }, { "B3", 1, 30, 1 },
		{ "C1", ITEMS_NO_SHELF, 0, 0 },
	},
	.slot_count = 7, .noise_grams = 3, .settle_ms = 500,
};
static struct items items;
static struct item_move moves[ITEMS_MOVES_MAX];
static int64_t now_ms;

/** The shelf stands at so many grams until that counts. */
static int stand_at(uint8_t shelf, int32_t grams)
{
	int count = items_weight(&items, shelf, grams, now_ms += 100, moves);

	for (int n = 0; n < 6 && count == 0; n++) {
		count = items_weight(&items, shelf, grams + (n % 2), now_ms += 100, moves);
	}
	return count;
}

static void begin(void)
{
	check(items_open(&items, &settings));
	check_equal(stand_at(0, 5000), 0);
	check_equal(stand_at(1, 2000), 0);
}

CASE(items, the_weight_tells_what_was_taken)
{
	begin();
	check_equal(stand_at(0, 5000 - 351), 1);
	check_equal(moves[0].slot, CAN);
	check_equal(moves[0].change, -1);
	check_equal(moves[0].or_count, 0);
	check_equal(stand_at(0, 5000), 1);
	check_equal(moves[0].slot, CAN);
	check_equal(moves[0].change, 1);
}

CASE(items, several_things_in_one_grip_are_told_apart)
{
	begin();
	check_equal(stand_at(0, 5000 - 350 - 2 * 52), 2);
	check_equal(moves[0].slot, CAN);
	check_equal(moves[0].change, -1);
	check_equal(moves[1].slot, BAR);
	check_equal(moves[1].change, -2);
}

CASE(items, six_of_one_slot_may_be_taken_at_once)
{
	begin();
	check_equal(stand_at(0, 5000 - 6 * 517), 1);
	check_equal(moves[0].slot, WATER);
	check_equal(moves[0].change, -6);
}

CASE(items, a_take_that_two_slots_explain_names_both)
{
	begin();
	check_equal(stand_at(1, 1800), 1);
	check_equal(moves[0].slot, RED);
	check_equal(moves[0].or_count, 1);
	check_equal(moves[0].or_slots[0], BLUE);
}

CASE(items, a_hand_on_the_shelf_is_waited_for)
{
	begin();
	for (int n = 0; n < 20; n++) {
		check_equal(items_weight(&items, 0, 5000 + (n % 2) * 900, now_ms += 100, moves), 0);
	}
	check(!items_settled(&items));
	check_equal(stand_at(0, 5000), 0);
	check(items_settled(&items));
}

CASE(items, a_scale_that_wanders_is_followed)
{
	begin();
	for (int32_t grams = 5000; grams > 4900; grams -= 5) {
		check_equal(stand_at(0, grams), 0);
	}
	check_equal(stand_at(0, 4905 - 52), 1);
	check_equal(moves[0].slot, BAR);
}

CASE(items, a_thing_of_the_guests_own_put_down_and_picked_up_is_nobodys_sale)
{
	begin();
	check_equal(stand_at(0, 5000 + 176), 0);
	check_equal(stand_at(0, 5000 + 176 - 350), 0);
	check_equal(stand_at(0, 5000 - 350), 1);
	check_equal(moves[0].slot, CAN);
	check_equal(moves[0].change, -1);
}

CASE(items, what_is_missing_at_the_end_is_told_by_the_nearest_explanation)
{
	begin();
	check_equal(stand_at(0, 5000 - 335), 0);
	check_equal(items_finish(&items, 0, moves), 1);
	check_equal(moves[0].slot, CAN);
	check_equal(moves[0].change, -1);
	check(moves[0].or_count >= 1); /* uncertain, and said so */
	check_equal(items_finish(&items, 0, moves), 0);
}

CASE(items, a_shelf_that_was_swept_is_told_to_an_item)
{
	int32_t gone = 0;

	begin();
	check_equal(stand_at(0, 12000), 0);
	check_equal(items_finish(&items, 0, moves), 0);
	items_begin(&items);
	items_weight(&items, 0, 12000 - 20 * 350 - 5 * 517, now_ms += 100, moves); /* a hand kept it moving until the door was closed */
	for (int count = items_finish(&items, 0, moves); count > 0; count = items_finish(&items, 0, moves)) {
		for (int n = 0; n < count; n++) {
			gone += moves[n].change * settings.slots[moves[n].slot].grams;
		}
	}
	check(gone < -9585 + 350 / 2 && gone > -9585 - 350 / 2);
	check_equal(stand_at(0, 12000), 0);
	check_equal(items_finish(&items, 0, moves), 0);
	items_begin(&items);
	items_weight(&items, 0, 12000 - 12 * 521, now_ms += 100, moves); /* each a little heavier than said */
	check_equal(items_finish(&items, 0, moves), 1);
	check_equal(moves[0].change, -12);
	check_equal(items_finish(&items, 0, moves), 0);
	items_begin(&items);
	items_weight(&items, 0, -90000, now_ms += 100, moves); /* a scale that broke is no sweep */
	check(items_finish(&items, 0, moves) > 0);
	check_equal(items_finish(&items, 0, moves), 0);
}

CASE(items, what_went_bit_by_bit_is_missed_at_the_end)
{
	begin();
	check_equal(stand_at(0, 4990), 0); /* before: that was warmth */
	items_begin(&items);
	for (int32_t grams = 4970; grams >= 4640; grams -= 15) {
		check_equal(stand_at(0, grams), 0);
	}
	check_equal(items_finish(&items, 0, moves), 1);
	check_equal(moves[0].slot, CAN);
	check_equal(moves[0].change, -1);
	check_equal(items_finish(&items, 0, moves), 0);
	items_begin(&items);
	check_equal(stand_at(0, 4660), 0);
	check_equal(stand_at(0, 4640), 0); /* leant on, and let go */
	check_equal(items_finish(&items, 0, moves), 0);
}

CASE(items, what_was_left_on_the_shelf_is_let_be)
{
	begin();
	check_equal(stand_at(0, 5000 + 176), 0);
	check_equal(items_finish(&items, 0, moves), 0);
	check_equal(stand_at(0, 5000 + 176 - 350), 1);
	check_equal(items_finish(&items, 7, moves), 0);
	check_equal(items_finish(&items, ITEMS_SHELVES_MAX, moves), 0);
}

CASE(items, a_slot_with_a_counter_is_simply_counted)
{
	struct item_move move;

	begin();
	check_equal(items_counted(&items, COUNTED, 8, 0, &move), 0);
	check_equal(items_counted(&items, COUNTED, 8, 500, &move), 0);
	check_equal(items_counted(&items, COUNTED, 6, 600, &move), 0);
	check(!items_settled(&items));
	check_equal(items_counted(&items, COUNTED, 6, 1100, &move), 1);
	check_equal(move.slot, COUNTED);
	check_equal(move.change, -2);
	check_equal(items_counted(&items, COUNTED, 7, 1200, &move), 0);
	check_equal(items_counted(&items, COUNTED, 6, 1300, &move), 0); /* it bounced */
	check_equal(items_counted(&items, COUNTED, 6, 1900, &move), 0);
	check_equal(items_counted(&items, COUNTED, 999, 2000, &move), 0);
	check_equal(items_counted(&items, COUNTED, 999, 2600, &move), 0); /* broken */
	check_equal(items_counted(&items, 99, 1, 0, &move), 0);
	check_equal(items_weight(&items, 99, 1, 0, moves), 0);
}

CASE(items, a_take_that_one_item_more_of_another_slot_explains_names_it)
{
	struct items_settings halves = settings;

	halves.slots[BAR].grams = 175;
	check(items_open(&items, &halves));
	check_equal(stand_at(0, 5000), 0);
	check_equal(stand_at(0, 5000 - 350), 1);
	check_equal(moves[0].slot, CAN);
	check(moves[0].or_count == 1 && moves[0].or_slots[0] == BAR);
}

CASE(items, what_was_taken_one_by_one_comes_back_in_one_grip)
{
	struct items_settings halves = settings;

	halves.slots[BAR].grams = 175; /* two of them weigh as much as a can */
	check(items_open(&items, &halves));
	check_equal(stand_at(0, 5000), 0);
	check_equal(stand_at(0, 5000 - 175), 1);
	check_equal(stand_at(0, 5000 - 350), 1);
	check_equal(stand_at(0, 5000), 1);
	check_equal(moves[0].slot, BAR);
	check_equal(moves[0].change, 2);
	check(moves[0].or_count == 1 && moves[0].or_slots[0] == CAN);
	check_equal(stand_at(0, 5000 + 350), 1); /* of what nobody has taken the fewest */
	check_equal(moves[0].slot, CAN);
	check_equal(moves[0].change, 1);
}

CASE(items, neighbours_that_cannot_be_told_apart_are_warned_of)
{
	uint8_t pairs[4][2];
	struct items_settings doubled = settings;

	check_equal(items_collisions(&settings, pairs, 4), 1);
	check_equal(pairs[0][0], RED);
	check_equal(pairs[0][1], BLUE);
	doubled.slots[BAR].grams = 175; /* two of them weigh as much as a can */
	check_equal(items_collisions(&doubled, pairs, 0), 2);
	doubled.slots[BLUE].shelf = 2;
	check_equal(items_collisions(&doubled, pairs, 4), 1);
}

CASE(items, settings_that_contradict_themselves_are_refused)
{
	struct items_settings wrong = settings;

	strcpy(wrong.slots[0].name, "A2");
	check(!items_open(&items, &wrong));
	wrong = settings;
	strcpy(wrong.slots[0].name, "A-1");
	check(!items_open(&items, &wrong));
	wrong = settings;
	memset(wrong.slots[0].name, 'A', sizeof(wrong.slots[0].name));
	check(!items_open(&items, &wrong));
	wrong = settings;
	wrong.slots[0].grams = 0;
	check(!items_open(&items, &wrong));
	wrong = settings;
	wrong.slots[0].shelf = ITEMS_SHELVES_MAX;
	check(!items_open(&items, &wrong));
	wrong.slot_count = ITEMS_SLOTS_MAX + 1;
	check(!items_open(&items, &wrong));
	wrong = (struct items_settings){ .slot_count = 9 };
	for (int n = 0; n < 9; n++) {
		wrong.slots[n] = (struct items_slot){ { 'A', (char)('1' + n) }, 0, 100, 1 };
	}
	check(!items_open(&items, &wrong));
}

SUITE(items, A(what_was_taken_one_by_one_comes_back_in_one_grip), A(a_take_that_one_item_more_of_another_slot_explains_names_it), A(the_weight_tells_what_was_taken), A(several_things_in_one_grip_are_told_apart), A(six_of_one_slot_may_be_taken_at_once), A(a_take_that_two_slots_explain_names_both),
	A(a_hand_on_the_shelf_is_waited_for), A(a_scale_that_wanders_is_followed), A(a_thing_of_the_guests_own_put_down_and_picked_up_is_nobodys_sale),
	A(what_is_missing_at_the_end_is_told_by_the_nearest_explanation), A(a_shelf_that_was_swept_is_told_to_an_item), A(what_went_bit_by_bit_is_missed_at_the_end), A(what_was_left_on_the_shelf_is_let_be), A(a_slot_with_a_counter_is_simply_counted),
	A(neighbours_that_cannot_be_told_apart_are_warned_of), A(settings_that_contradict_themselves_are_refused));
