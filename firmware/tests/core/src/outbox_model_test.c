/**
 * Random histories against a model: a server that remembers what it was told, a link that loses and repeats, a store whose power is cut at any write.
 * Whatever happens: a number never means two things, what was accepted arrives unchanged, and nothing is removed that the server does not have.
 */
#include <stdio.h>
#include <stdlib.h>
#include "check.h"
#include "fake_store.h"
#include "outbox/outbox.h"

#ifndef OUTBOX_MODEL_STEPS
#define OUTBOX_MODEL_STEPS 200000
#endif
#define MARGIN 64

static struct outbox outbox;
/** By number, modulo a span longer than anything under way: the marks of what was accepted and of what arrived; 0 for none. */
static uint32_t accepted[MARGIN * 16], arrived[MARGIN * 16];
static uint32_t reached, mark, pushes, acknowledgements, cuts, deliveries;
static uint32_t chance = 2463534242u;
static int64_t now_ms;
static const struct outbox_settings settings = { .capacity = 24, .reserved = 8 };

static uint32_t roll(uint32_t sides)
{
	chance ^= chance << 13;
	chance ^= chance >> 17;
	chance ^= chance << 5;
	return chance % sides;
}

static uint32_t *cell(uint32_t *table, uint32_t sequence)
{
	return &table[sequence % (MARGIN * 16)];
}

static void restart(void)
{
	cuts++;
	fake_store_restart(&store);
	check_equal(outbox_open(&outbox, &store.port, &settings, 99), OUTBOX_OK);
	check_equal(outbox.epoch, 1);
	check(outbox.acknowledged <= reached);
}

static void push_something(void)
{
	const bool is_sale = roll(2) == 0;
	struct device_event event = { .kind = is_sale ? EVENT_KIND_TAKEN : EVENT_KIND_TAP };
	const uint32_t sequence = outbox.next;
	const uint16_t room = outbox_room(&outbox, is_sale);

	snprintf(is_sale ? event.sid : event.tap.tag, 20, "m%u", (unsigned)++mark);
	event.has_sid = is_sale;
	if (is_sale) {
		strcpy(event.item.slot, "A1");
		event.item.quantity = 1;
	}
	const enum outbox_result result = outbox_push(&outbox, &event, 0, now_ms);

	check(result == OUTBOX_OK || result == OUTBOX_FAILED || (result == OUTBOX_FULL && room == 0));
	if (result == OUTBOX_OK) {
		*cell(accepted, sequence) = mark;
		*cell(arrived, sequence) = 0;
		pushes++;
	} else if (result == OUTBOX_FAILED) {
		*cell(accepted, sequence) = 0; /* it may be there after a restart, or not */
		*cell(arrived, sequence) = 0;
	}
}

static uint32_t mark_in(const char *json)
{
	const char *at = strstr(json, "\"m");

	return (uint32_t)strtoul(at + 2, NULL, 10);
}

static void arrives(const char *json)
{
	const uint32_t sequence = (uint32_t)strtoul(strstr(json, "\"s\":") + 4, NULL, 10);

	deliveries++;
	if (sequence <= reached && sequence + MARGIN > reached) {
		check_equal(*cell(arrived, sequence), mark_in(json));
	}
	if (sequence == reached + 1) {
		if (*cell(accepted, sequence) != 0) {
			check_equal(*cell(accepted, sequence), mark_in(json));
		}
		*cell(arrived, sequence) = mark_in(json);
		reached = sequence;
	}
}

static void send_something(void)
{
	char json[EVENT_BYTES + 1];
	const uint32_t due = outbox_due(&outbox, now_ms);
	const int length = due == 0 ? -1 : outbox_read(&outbox, due, json);

	if (due == 0) {
		return;
	}
	check(due > outbox.acknowledged && due <= outbox.acknowledged + PROTOCOL_WINDOW);
	outbox_sent(&outbox, due);
	if (store.is_dead) {
		return;
	}
	check(length > 0);
	json[length] = '\0';
	for (uint32_t copies = roll(4); copies > 0; copies--) { /* lost, once, twice or three times */
		arrives(json);
	}
}

static void acknowledge_something(void)
{
	const uint32_t behind = roll(8) == 0 ? roll(6) : 0;
	const uint32_t sequence = reached > behind ? reached - behind : 0;

	acknowledgements += outbox_acknowledge(&outbox, roll(50) == 0 ? 2 : 1, roll(50) == 0 ? sequence + 1000 : sequence, now_ms) == OUTBOX_OK;
	check(outbox.acknowledged <= reached);
}

static void let_the_store_fail(void)
{
	if (store.fails_in >= 0 || store.is_dead) {
		return;
	}
	store.fails_in = (int)roll(6);
	store.fails_late = roll(2) == 0;
	store.cuts_power = roll(2) == 0;
}

static void one_step(void)
{
	now_ms += roll(100);
	switch (roll(16)) {
	case 0: case 1: case 2: case 3: push_something(); break;
	case 4: case 5: case 6: case 7: case 8: case 9: send_something(); break;
	case 10: case 11: case 12: acknowledge_something(); break;
	case 13: let_the_store_fail(); break;
	case 14: outbox_again(&outbox, now_ms); break;
	default: now_ms += roll(2000); break;
	}
	if (store.is_dead || roll(500) == 0) {
		restart();
	}
}

static void drain(void)
{
	fake_store_restart(&store);
	for (int n = 0; n < 100000 && outbox_waiting(&outbox) > 0; n++) {
		now_ms += 50;
		send_something();
		acknowledge_something();
	}
	check_equal(outbox_waiting(&outbox), 0);
}

CASE(outbox_model, nothing_is_lost_doubled_or_mixed_up_whatever_happens)
{
	fake_store_open(&store);
	check_equal(outbox_open(&outbox, &store.port, &settings, 1), OUTBOX_OK);
	for (uint32_t n = 0; n < OUTBOX_MODEL_STEPS; n++) {
		one_step();
	}
	drain();
	check_equal(reached, outbox.next - 1);
	printf("%u steps: %u events accepted, %u deliveries, %u acknowledgements, %u restarts\n", (unsigned)OUTBOX_MODEL_STEPS, (unsigned)pushes, (unsigned)deliveries, (unsigned)acknowledgements, (unsigned)cuts);
	check(pushes > OUTBOX_MODEL_STEPS / 20 && cuts > OUTBOX_MODEL_STEPS / 1000);
}

SUITE(outbox_model, A(nothing_is_lost_doubled_or_mixed_up_whatever_happens));
