#include "machine_rig.h"

CASE(machine_link, a_busy_link_is_tried_again)
{
	begin();
	is_link_busy = true;
	machine_tag(&machine, "VM-001", now_ms);
	pass(200);
	check(!was_said("\"t\":\"tap\""));
	is_link_busy = false;
	pass(100);
	check(was_said("\"t\":\"tap\""));
}

CASE(machine_link, a_reboot_waits_for_its_answer_to_be_stored_but_not_for_ever)
{
	static const char json[] = "{\"v\":1,\"t\":\"cmd\",\"id\":\"o1\",\"do\":\"reboot\",\"ttl\":30}";

	begin();
	reboots = 0;
	tell(json);
	pass(1000);
	check_equal(reboots, 0);
	tell("{\"v\":1,\"t\":\"ack\",\"e\":\"0000cafe\",\"s\":1}");
	pass(100);
	check_equal(reboots, 1);
	open_machine();
	tell(json); /* delivered again: it was done before the restart */
	pass(MACHINE_REBOOT_MS + 100);
	check_equal(reboots, 1);
	tell("{\"v\":1,\"t\":\"cmd\",\"id\":\"o2\",\"do\":\"reboot\",\"ttl\":30}");
	pass(MACHINE_REBOOT_MS + 100);
	check_equal(reboots, 2);
}

CASE(machine_link, a_reboot_waits_for_a_guest_who_was_let_in_meanwhile)
{
	begin();
	reboots = 0;
	tell("{\"v\":1,\"t\":\"cmd\",\"id\":\"o1\",\"do\":\"reboot\",\"ttl\":30}");
	unlock("s1");
	machine_door(&machine, true, now_ms);
	pass(MACHINE_REBOOT_MS + 1000);
	tell("{\"v\":1,\"t\":\"ack\",\"e\":\"0000cafe\",\"s\":3}");
	pass(100);
	check_equal(reboots, 0);
	machine_door(&machine, false, now_ms);
	pass(3500);
	check(was_said("\"open\":false,\"mode\":\"customer\",\"sid\":\"s1\""));
	check_equal(reboots, 0);
	tell("{\"v\":1,\"t\":\"ack\",\"e\":\"0000cafe\",\"s\":4}");
	pass(100);
	check_equal(reboots, 1);
}

CASE(machine_link, a_board_that_wants_to_begin_anew_waits_for_a_guest_however_often_it_says_so)
{
	begin();
	reboots = 0;
	unlock("s1");
	machine_door(&machine, true, now_ms);
	for (int times = 0; times < 20; times++) {
		machine_restart(&machine, now_ms);
		pass(1000);
	}
	check_equal(reboots, 0);
	machine_door(&machine, false, now_ms);
	for (int times = 0; times < 20; times++) {
		machine_restart(&machine, now_ms);
		pass(1000);
	}
	check(reboots > 0);
}

CASE(machine_link, an_order_to_lock_whose_answer_was_lost_is_answered_when_it_comes_again)
{
	static const char lock[] = "{\"v\":1,\"t\":\"cmd\",\"id\":\"s1:lock\",\"do\":\"lock\",\"ttl\":30,\"sid\":\"s1\"}";
	static const char locked[] = "\"id\":\"s1:lock\",\"ok\":true";

	begin();
	store.cuts_power = true;
	store.fails_in = 1; /* it is remembered, and then the power goes */
	tell(lock);
	fake_store_restart(&store);
	open_machine();
	machine_connected(&machine, now_ms);
	pass(1000);
	check(!was_said(locked));
	tell(lock);
	pass(100);
	check(was_said(locked));
	said[0] = '\0';
	tell(lock);
	pass(100);
	check(!was_said(locked)); /* the answer is on its way */
}

CASE(machine_link, an_order_to_lock_that_comes_again_while_the_latch_takes_hold_is_answered_once)
{
	static const char lock[] = "{\"v\":1,\"t\":\"cmd\",\"id\":\"s1:lock\",\"do\":\"lock\",\"ttl\":30,\"sid\":\"s1\"}";

	begin();
	unlock("s1");
	tell("{\"v\":1,\"t\":\"ack\",\"e\":\"0000cafe\",\"s\":1}");
	tell(lock);
	tell(lock);
	pass(500);
	check_equal(outbox_waiting(&machine.reports.outbox), 0);
	pass(1000);
	check_equal(outbox_waiting(&machine.reports.outbox), 1);
	check(was_said("\"id\":\"s1:lock\",\"ok\":true"));
}

CASE(machine_link, a_sync_sends_everything_again)
{
	begin();
	machine_tag(&machine, "VM-001", now_ms);
	pass(100);
	said[0] = '\0';
	tell("{\"v\":1,\"t\":\"cmd\",\"id\":\"o1\",\"do\":\"sync\",\"ttl\":30}");
	pass(100);
	check(was_said("\"t\":\"tap\"") && was_said("\"t\":\"beat\""));
}

CASE(machine_link, a_tag_is_told_when_the_protocol_has_room_for_it)
{
	char tag[PROTOCOL_TAG_MAX + 2];

	begin();
	said[0] = '\0';
	memset(tag, 'T', sizeof(tag));
	tag[PROTOCOL_TAG_MAX + 1] = '\0';
	machine_tag(&machine, tag, now_ms);
	pass(100);
	check(!was_said("\"t\":\"tap\""));
	machine_tag(&machine, tag + 1, now_ms);
	pass(100);
	check(was_said(tag + 1));
}

CASE(machine_link, what_was_kept_comes_behind_the_beat_that_it_is_dated_by)
{
	begin();
	machine_disconnected(&machine);
	machine_tag(&machine, "VM-001", now_ms);
	pass(60000);
	said[0] = '\0';
	machine_connected(&machine, now_ms);
	pass(100);
	check(was_said("\"t\":\"tap\"") && strstr(said, "\"t\":\"beat\"") < strstr(said, "\"t\":\"tap\""));
}

SUITE(machine_link, A(what_was_kept_comes_behind_the_beat_that_it_is_dated_by), A(a_busy_link_is_tried_again), A(a_reboot_waits_for_its_answer_to_be_stored_but_not_for_ever), A(a_reboot_waits_for_a_guest_who_was_let_in_meanwhile), A(a_board_that_wants_to_begin_anew_waits_for_a_guest_however_often_it_says_so), A(an_order_to_lock_whose_answer_was_lost_is_answered_when_it_comes_again), A(an_order_to_lock_that_comes_again_while_the_latch_takes_hold_is_answered_once), A(a_sync_sends_everything_again), A(a_tag_is_told_when_the_protocol_has_room_for_it));
