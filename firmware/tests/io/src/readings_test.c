/** What is taken: by weight through HX711 converters, by switches; and the thermometer. */
#include <zephyr/ztest.h>
#include "device/device_settings.h"
#include "device/readings.h"
#include "device/scales.h"
#include "emulated_hx711.h"
#include "emulated_tmp112.h"
#include "rig.h"

ZTEST(readings, test_a_guest_takes_from_two_shelves_and_the_bill_is_complete_before_the_door)
{
	let_in("s1");
	weigh(0, 2000 - 2 * 350);
	pass(1500);
	weigh(1, 2000 - 52);
	pass(1500);
	weigh(0, 2000 - 350);
	pass(1500);
	door(false);
	pass(4000);
	zassert_equal(times("\"t\":\"taken\",\"e\":\"0000cafe\",\"s\":3,\"at\":0,\"slot\":\"A1\",\"n\":2,\"sid\":\"s1\""), 1, "%s", said);
	zassert_equal(times("\"t\":\"taken\",\"e\":\"0000cafe\",\"s\":4,\"at\":0,\"slot\":\"A2\",\"n\":1,\"sid\":\"s1\""), 1, "%s", said);
	zassert_equal(times("\"t\":\"returned\",\"e\":\"0000cafe\",\"s\":5,\"at\":0,\"slot\":\"A1\",\"n\":1,\"sid\":\"s1\""), 1, "%s", said);
	zassert_equal(times("\"t\":\"door\",\"e\":\"0000cafe\",\"s\":6,\"at\":0,\"open\":false"), 1, "%s", said);
}

ZTEST(readings, test_switches_belong_to_the_slots_in_their_order)
{
	let_in("s1");
	place(0, false);
	place(1, false);
	pass(1500);
	zassert_equal(times("\"slot\":\"B2\""), 0, "%s", said);
	place(2, false);
	pass(1500);
	zassert_equal(times("\"slot\":\"B1\",\"n\":2"), 1, "%s", said);
	zassert_equal(times("\"slot\":\"B2\",\"n\":1"), 1, "%s", said);
	zassert_equal(reading_of_slot(2, 1, 9), 0, "there are no more switches than three");
}

ZTEST(readings, test_slots_that_are_told_anew_count_from_the_next_start_on)
{
	struct slot_settings *slots = device_settings()->slots;

	slots[2].switches = 1;
	slots[0].slot.shelf = ITEMS_NO_SHELF;
	pass(3000);
	zassert_equal(times("\"t\":\"taken\""), 0, "%s", said);
	slots[2].switches = 2;
	slots[0].slot.shelf = 0;
	pass(3000);
	zassert_equal(times("\"t\":\"returned\""), 0, "%s", said);
}

ZTEST(readings, test_a_converter_is_read_once_for_each_number)
{
	int32_t grams = 0;

	weigh(0, 1234);
	hx711_measure();
	zassert_true(reading_of_shelf(0, &grams));
	zassert_within(grams, 1234, 1);
	zassert_equal(hx711_clocked(0), 25);
	zassert_false(reading_of_shelf(0, &grams), "there is no new number yet");
	zassert_equal(hx711_clocked(0), 25);
	zassert_false(reading_of_shelf(HX711_COUNT, &grams), "there is no such shelf");
}

ZTEST(readings, test_numbers_below_nothing_keep_their_sign)
{
	static const int32_t numbers[] = { 0, -1, 1, -8388607, 8388606, -21000 };
	int32_t raw;

	for (size_t n = 0; n < ARRAY_SIZE(numbers); n++) {
		hx711_set(1, numbers[n]);
		hx711_measure();
		zassert_true(scales_read(1, &raw));
		zassert_equal(raw, numbers[n]);
	}
	zassert_equal(scales_grams(&(struct scale_settings){ 84000, 0 }, 90000), 0, "a scale that was never set up weighs nothing");
	zassert_equal(scales_grams(&(struct scale_settings){ 84000, 412500 }, 84000 - 412500), -1000);
}

ZTEST(readings, test_a_load_cell_whose_wire_breaks_is_on_nobodys_bill)
{
	static const int32_t ends[] = { -8388608, 8388607 };

	for (size_t n = 0; n < ARRAY_SIZE(ends); n++) {
		rig_begin(NULL);
		let_in("s1");
		hx711_set(n, ends[n]); /* the second scale is mounted upside down */
		pass(1500);
		door(false);
		pass(4000);
		zassert_equal(times("\"t\":\"taken\""), 0, "%s", said);
		zassert_equal(times("\"open\":false"), 1, "%s", said);
	}
}

ZTEST(readings, test_a_scale_whose_wire_is_broken_lets_nobody_in)
{
	hx711_set(0, 8388607);
	pass(6000);
	tell("{\"v\":1,\"t\":\"cmd\",\"id\":\"s1:unlock\",\"do\":\"unlock\",\"ttl\":30,\"sid\":\"s1\"}");
	pass(200);
	zassert_false(is_latch_free());
	zassert_equal(times("a scale says nothing"), 1, "%s", said);
}

ZTEST(readings, test_a_scale_that_was_never_shown_a_weight_says_nothing)
{
	int32_t grams;
	struct scale_settings *scale = &device_settings()->scales[0];
	const struct scale_settings former = *scale;

	scale->per_gram_x1000 = 0;
	hx711_measure();
	zassert_false(reading_of_shelf(0, &grams));
	*scale = former;
	hx711_measure();
	zassert_true(reading_of_shelf(0, &grams));
}

ZTEST(readings, test_the_heartbeat_tells_the_temperature)
{
	tmp112_set(-292);
	pass(26000);
	zassert_true(times("\"tempC\":-18.25") > 0, "%s", said);
	tmp112_set(72);
	pass(26000);
	zassert_true(times("\"tempC\":4.5,") > 0, "%s", said);
}

ZTEST(readings, test_a_thermometer_that_is_gone_locks_the_machine_after_half_an_hour)
{
	tmp112_answer(false);
	pass(1700 * 1000);
	said[0] = '\0';
	let_in("s1");
	zassert_true(is_latch_free());
	door(false);
	pass(200 * 1000);
	said[0] = '\0';
	let_in("s2");
	zassert_false(is_latch_free());
	zassert_equal(times("\"why\":\"It was too warm"), 1, "%s", said); /* its heartbeats say so as well */
}

ZTEST_SUITE(readings, NULL, rig_open, rig_begin, NULL, NULL);
