/**
 * A random world around a whole machine: guests who open, take, put back and do not quite shut the door, a link that comes, goes, loses and repeats, power that is cut in
 * any moment, or within any write. Whatever happens: the latch is free for an order only, a number never means two things, every visit ends, and what a guest holds is on
 * their bill and nobody else's.
 */
#include <stdio.h>
#include "machine_rig.h"
#include "world_server.h"

#ifndef MACHINE_WORLD_STEPS
#define MACHINE_WORLD_STEPS 100000
#endif
#define TURN_MS 50
/** From one move to the next: longer than a reading needs to stand still. */
#define MOVE_MS 1500
/** So long after the door has moved nobody has a hand inside. */
#define REACH_MS 800
#define ITEM_GRAMS 350

static struct { bool is_open; int64_t since_ms; } door;
static int items, grams, cuts;
static int64_t moved_ms;
static bool is_linked, is_cut_within_writes;

static void turn_door(bool is_open)
{
	door.is_open = is_open;
	door.since_ms = now_ms;
}

static void move_something(void)
{
	const int more = visit.taken > 0 && once_in(3) ? 1 : -1;

	if (now_ms - moved_ms < MOVE_MS || now_ms - door.since_ms < REACH_MS || machine.vend.mode != DEVICE_MODE_CUSTOMER) {
		return;
	}
	moved_ms = now_ms;
	visit.taken -= more;
	if (once_in(2)) {
		items += more;
	} else {
		grams += more * ITEM_GRAMS;
	}
}

static void live(void)
{
	const bool is_ajar = visit.cuts == 0 && machine.vend.is_closing && now_ms - door.since_ms < 6 * TURN_MS;

	if (!door.is_open && ((is_latch_free && once_in(40)) || (is_ajar && once_in(10)))) {
		turn_door(true);
	} else if (door.is_open && once_in(120)) {
		turn_door(false);
	} else if (door.is_open && once_in(20)) {
		move_something();
	}
}

static void cut_power(void)
{
	cuts++;
	visit.cuts++;
	fake_store_restart(&store);
	is_linked = is_latch_free = false;
	now_ms += once_in(2) ? 300 : 5000;
	door.since_ms = now_ms;
	check_equal(machine_open(&machine, &settings, &ports, 0xcafe, now_ms), MACHINE_OK);
}

static void link_up(void)
{
	is_linked = true;
	machine_connected(&machine, now_ms);
}

static void make_trouble(void)
{
	if (is_cut_within_writes && store.fails_in < 0 && once_in(500)) {
		store.fails_in = once_in(2) ? 0 : once_in(2) ? 1 : 3;
		store.fails_late = once_in(2);
		store.cuts_power = true;
	}
	if (store.is_dead || once_in(1000)) {
		cut_power();
	} else if (is_linked && once_in(1000)) {
		is_linked = false;
		machine_disconnected(&machine);
	} else if (!is_linked && once_in(100)) {
		link_up();
	}
	is_link_busy = once_in(50);
}

static void turn_wheel(void)
{
	now_ms += TURN_MS;
	if (now_ms - door.since_ms >= 2 * TURN_MS) {
		machine_door(&machine, door.is_open, now_ms);
	}
	machine_counted(&machine, 2, (uint16_t)items, now_ms);
	machine_weight(&machine, 0, grams + (once_in(3) ? 1 : 0), now_ms);
	world_server_serve(is_linked);
	machine_tick(&machine, now_ms);
	check(!is_latch_free || machine.vend.mode == DEVICE_MODE_CUSTOMER);
	check_equal(machine.reports.lost, 0);
	world_server_listen(is_linked);
}

static void begin_world(bool are_writes_cut)
{
	fake_store_open(&store);
	world_server_begin();
	is_cut_within_writes = are_writes_cut;
	now_ms = 1000;
	moved_ms = 0;
	cuts = 0;
	items = 20000;
	grams = 20000 * ITEM_GRAMS;
	is_link_busy = false;
	turn_door(false);
	move_in_the_dark(grams, (uint16_t)items);
	open_machine();
	link_up();
}

static void come_to_rest(void)
{
	fake_store_restart(&store);
	turn_door(false);
	is_link_busy = false;
	link_up();
	for (int n = 0; n < 100000 && (visit.number != 0 || outbox_waiting(&machine.reports.outbox) > 0); n++) {
		turn_wheel();
	}
	check(!is_latch_free && machine.vend.mode == DEVICE_MODE_LOCKED);
	check_equal(outbox_waiting(&machine.reports.outbox), 0);
}

static void live_through(bool are_writes_cut)
{
	begin_world(are_writes_cut);
	for (uint32_t n = 0; n < MACHINE_WORLD_STEPS; n++) {
		live();
		turn_wheel();
		make_trouble();
	}
	come_to_rest();
	printf("%u steps: %d visits, %d goods, %d power cuts\n", (unsigned)MACHINE_WORLD_STEPS, outcome.visits, outcome.goods, cuts);
	check_equal(outcome.nobodys, 0);
	check(outcome.visits > MACHINE_WORLD_STEPS / 1000 && outcome.goods > outcome.visits / 2 && cuts > MACHINE_WORLD_STEPS / 2000);
}

CASE(machine_world, every_bill_is_what_the_guest_holds_whatever_happens)
{
	live_through(false);
}

CASE(machine_world, neither_does_a_cut_within_a_write_change_a_bill)
{
	live_through(true);
}

SUITE(machine_world, A(every_bill_is_what_the_guest_holds_whatever_happens), A(neither_does_a_cut_within_a_write_change_a_bill));
