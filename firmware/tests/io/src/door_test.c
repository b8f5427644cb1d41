/** Latch and door: one pin out, one pin in. */
#include <zephyr/ztest.h>
#include "device/io.h"
#include "rig.h"

ZTEST(door, test_the_latch_is_held_only_while_a_guest_may_open)
{
	zassert_false(is_latch_free());
	tell("{\"v\":1,\"t\":\"cmd\",\"id\":\"s1:unlock\",\"do\":\"unlock\",\"ttl\":30,\"sid\":\"s1\"}");
	zassert_true(is_latch_free());
	zassert_true(io_is_latch_free());
	pass(61000);
	zassert_false(is_latch_free());
	zassert_false(io_is_latch_free());
	zassert_equal(times("\"t\":\"door\""), 0);
}

ZTEST(door, test_it_locks_with_the_closed_door)
{
	let_in("s1");
	zassert_true(is_latch_free());
	door(false);
	pass(150);
	zassert_false(is_latch_free());
	pass(4000);
	zassert_equal(times("\"open\":true,\"mode\":\"customer\",\"sid\":\"s1\""), 1);
	zassert_equal(times("\"open\":false,\"mode\":\"customer\",\"sid\":\"s1\""), 1);
}

ZTEST(door, test_a_reed_switch_that_bounces_is_one_door)
{
	tell("{\"v\":1,\"t\":\"cmd\",\"id\":\"s1:unlock\",\"do\":\"unlock\",\"ttl\":30,\"sid\":\"s1\"}");
	for (int n = 0; n < 9; n++) {
		door(n % 2 == 0);
		pass(100); /* seen twice the same, which is not enough */
	}
	zassert_equal(times("\"t\":\"door\""), 0);
	pass(100);
	zassert_equal(times("\"open\":true"), 1);
}

ZTEST(door, test_a_door_that_is_forced_is_told)
{
	door(true);
	pass(200);
	zassert_equal(times("\"open\":true,\"mode\":\"locked\""), 1);
	door(false);
	pass(200);
	zassert_equal(times("\"open\":false,\"mode\":\"locked\""), 1);
}

ZTEST_SUITE(door, NULL, rig_open, rig_begin, NULL, NULL);
