#include "machine_rig.h"

CASE(machine_visits, a_machine_that_connects_says_hello_and_beats)
{
	begin();
	check(was_said("tel {\"v\":1,\"t\":\"hello\",\"e\":\"0000cafe\",\"fw\":\"larder-test\",\"from\":1,\"slots\":[\"A1\",\"A2\",\"C1\"]}"));
	machine_signal(&machine, -58);
	machine_temperature(&machine, 450, now_ms);
	said[0] = '\0';
	pass(MACHINE_BEAT_MS);
	check(was_said("\"door\":\"closed\",\"mode\":\"locked\",\"rssi\":-58,\"tempC\":4.5,\"up\":"));
	machine_disconnected(&machine);
	said[0] = '\0';
	pass(60000);
	check_text(said, "");
}

CASE(machine_visits, a_configuration_counts_is_confirmed_and_outlives_a_power_cut)
{
	begin();
	pass(100);
	check(was_said("\"conf\":0,"));
	said[0] = '\0';
	tell("{\"v\":1,\"t\":\"conf\",\"rev\":7,\"do\":\"rest\",\"warm\":8}");
	pass(100);
	check(was_said("\"conf\":7,"));
	unlock("s1");
	check(!is_latch_free);
	pass(100);
	check(was_said("\"ok\":false,\"why\":\"The machine is out of service\""));
	open_machine();
	machine_connected(&machine, now_ms);
	unlock("s2");
	check(!is_latch_free);
	said[0] = '\0';
	tell("{\"v\":1,\"t\":\"conf\",\"rev\":6,\"do\":\"sell\"}");
	pass(100);
	check(was_said("\"conf\":7,"));
	tell("{\"v\":1,\"t\":\"conf\",\"rev\":8,\"do\":\"sell\"}");
	unlock("s3");
	check(is_latch_free);
}

CASE(machine_visits, a_price_list_is_known_is_confirmed_and_outlives_a_power_cut)
{
	begin();
	pass(100);
	check(was_said("\"list\":0,"));
	check(machine_price(&machine, "A1") == NULL);
	said[0] = '\0';
	tell("{\"v\":1,\"t\":\"list\",\"rev\":7,\"cur\":\"USD\",\"p\":{\"A1\":320,\"C1\":200}}");
	pass(100);
	check(was_said("\"list\":7,"));
	check_equal(machine_price(&machine, "C1")->price, 200);
	open_machine();
	machine_connected(&machine, now_ms);
	check_equal(machine_price(&machine, "A1")->price, 320);
	check_text(machine.prices.currency, "USD");
	said[0] = '\0';
	tell("{\"v\":1,\"t\":\"list\",\"rev\":6,\"cur\":\"USD\",\"p\":{\"A1\":1}}");
	pass(100);
	check(was_said("\"list\":7,"));
	tell("{\"v\":1,\"t\":\"list\",\"rev\":8,\"cur\":\"USD\",\"p\":{\"A2\":150}}");
	pass(100);
	check(was_said("\"list\":8,"));
	check(machine_price(&machine, "A1") == NULL);
	check_equal(machine_price(&machine, "A2")->price, 150);
}

CASE(machine_visits, a_price_list_that_cannot_be_kept_is_not_confirmed_and_one_of_another_firmware_is_asked_for_again)
{
	begin();
	store.fails_in = 0;
	tell("{\"v\":1,\"t\":\"list\",\"rev\":1,\"cur\":\"USD\",\"p\":{\"A1\":320}}");
	said[0] = '\0';
	pass(100);
	check(was_said("\"list\":0,"));
	fake_store_restart(&store);
	check_equal(store.port.write(store.port.context, RECORD_PRICES, "a list nobody knows", 19), 0);
	open_machine();
	check_equal(machine.prices.revision, 0);
	check(machine_price(&machine, "A1") == NULL);
	const struct device_price_list longer = { .revision = 7, .count = 1, .prices = { { .slot = "A1", .price = 1 } } };

	check_equal(store.port.write(store.port.context, RECORD_PRICES, &longer, offsetof(struct device_price_list, prices) + 2 * sizeof(longer.prices[0])), 0);
	open_machine();
	check_equal(machine.prices.revision, 0);
	store.is_unreadable = true;
	check_equal(machine_open(&machine, &settings, &ports, 0xcafe, now_ms), MACHINE_FAILED);
	fake_store_restart(&store);
}

CASE(machine_visits, a_configured_limit_locks_earlier_and_the_machines_own_counts_again_without_it)
{
	begin();
	tell("{\"v\":1,\"t\":\"conf\",\"rev\":1,\"do\":\"sell\",\"warm\":2}");
	check_equal(machine.vend.warm_centi_celsius, 200);
	tell("{\"v\":1,\"t\":\"conf\",\"rev\":2,\"do\":\"sell\"}");
	check_equal(machine.vend.warm_centi_celsius, settings.vend.warm_centi_celsius);
}

CASE(machine_visits, a_visit_from_tap_to_closed_door)
{
	begin();
	machine_tag(&machine, "VM-001", now_ms);
	unlock("s1");
	check(is_latch_free);
	machine_door(&machine, true, now_ms);
	weigh(4650);
	count(8);
	machine_door(&machine, false, now_ms);
	check(!is_latch_free);
	pass(300);
	check(!was_said("\"open\":false"));
	tell("{\"v\":1,\"t\":\"ack\",\"e\":\"0000cafe\",\"s\":4}");
	pass(3000);
	check(was_said("evt {\"v\":1,\"t\":\"tap\",\"e\":\"0000cafe\",\"s\":1,\"at\":1767225600000,\"tag\":\"VM-001\"}"));
	check(was_said("tel {\"v\":1,\"t\":\"got\",\"id\":\"s1:unlock\"}"));
	check(was_said("\"s\":2,\"at\":1767225600000,\"id\":\"s1:unlock\",\"ok\":true}"));
	check(was_said("\"s\":3,\"at\":1767225600000,\"open\":true,\"mode\":\"customer\",\"sid\":\"s1\"}"));
	check(was_said("\"s\":4,\"at\":1767225600000,\"slot\":\"A1\",\"n\":1,\"or\":[\"A2\"],\"sid\":\"s1\"}"));
	check(was_said("\"s\":5,\"at\":1767225600000,\"slot\":\"C1\",\"n\":1,\"sid\":\"s1\"}"));
	check(was_said("\"s\":6,\"at\":1767225600000,\"open\":false,\"mode\":\"customer\",\"sid\":\"s1\"}"));
}

CASE(machine_visits, a_command_is_obeyed_once_and_never_late)
{
	static const char json[] = "{\"v\":1,\"t\":\"cmd\",\"id\":\"o1\",\"do\":\"service\",\"ttl\":30}";

	begin();
	machine_hear(&machine, json, strlen(json), now_ms - 30000, now_ms);
	check(!is_latch_free);
	tell(json);
	check(is_latch_free);
	tell("{\"v\":1,\"t\":\"cmd\",\"id\":\"o2\",\"do\":\"lock\",\"ttl\":30}");
	check(!is_latch_free);
	tell(json);
	check(!is_latch_free);
	tell("rubbish");
}

CASE(machine_visits, to_have_locked_is_told_when_the_latch_holds)
{
	begin();
	unlock("s1");
	tell("{\"v\":1,\"t\":\"cmd\",\"id\":\"s1:lock\",\"do\":\"lock\",\"ttl\":30,\"sid\":\"s1\"}");
	check(!is_latch_free);
	pass(VEND_LATCHING_MS - 100);
	check(!was_said("\"id\":\"s1:lock\",\"ok\""));
	pass(200);
	check(was_said("\"id\":\"s1:lock\",\"ok\":true"));
	said[0] = '\0';
	tell("{\"v\":1,\"t\":\"cmd\",\"id\":\"s0:lock\",\"do\":\"lock\",\"ttl\":30,\"sid\":\"s0\"}");
	pass(100);
	check(was_said("\"id\":\"s0:lock\",\"ok\":true"));
}

CASE(machine_visits, each_order_to_lock_is_answered_and_a_visits_not_before_the_latch_holds)
{
	static const char visits[] = "{\"v\":1,\"t\":\"cmd\",\"id\":\"s1:lock\",\"do\":\"lock\",\"ttl\":30,\"sid\":\"s1\"}";
	static const char operators[] = "{\"v\":1,\"t\":\"cmd\",\"id\":\"o1\",\"do\":\"lock\",\"ttl\":30}";

	for (int is_operator_first = 0; is_operator_first < 2; is_operator_first++) {
		begin();
		unlock("s1");
		tell(is_operator_first ? operators : visits);
		tell(is_operator_first ? visits : operators);
		pass(VEND_LATCHING_MS - 100);
		check(!was_said("\"id\":\"s1:lock\",\"ok\""));
		pass(200);
		check(was_said("\"id\":\"s1:lock\",\"ok\":true"));
		check(was_said("\"id\":\"o1\",\"ok\":true"));
	}
}

CASE(machine_visits, a_door_that_was_faster_than_the_latch_is_told_before_the_answer)
{
	begin();
	unlock("s1");
	pass(1000);
	machine_hear(&machine, "{\"v\":1,\"t\":\"ack\",\"e\":\"0000cafe\",\"s\":1}", strlen("{\"v\":1,\"t\":\"ack\",\"e\":\"0000cafe\",\"s\":1}"), now_ms, now_ms);
	said[0] = '\0';
	tell("{\"v\":1,\"t\":\"cmd\",\"id\":\"s1:lock\",\"do\":\"lock\",\"ttl\":30,\"sid\":\"s1\"}");
	pass(500);
	machine_door(&machine, true, now_ms);
	pass(100);
	check(was_said("\"open\":true,\"mode\":\"customer\",\"sid\":\"s1\""));
	check(strstr(said, "\"open\":true") < strstr(said, "\"id\":\"s1:lock\",\"ok\":true"));
}

CASE(machine_visits, a_refusal_is_told_with_its_reason)
{
	begin();
	unlock("s1");
	unlock("s2");
	tell("{\"v\":1,\"t\":\"cmd\",\"id\":\"o1\",\"do\":\"dance\",\"ttl\":30}");
	pass(100);
	check(was_said("\"id\":\"s2:unlock\",\"ok\":false,\"why\":\"A guest is being served\"}"));
	check(was_said("\"id\":\"o1\",\"ok\":false,\"why\":\"This firmware does not know the command\"}"));
	store.fails_in = 0;
	tell("{\"v\":1,\"t\":\"cmd\",\"id\":\"o2\",\"do\":\"lock\",\"ttl\":30}");
	pass(100);
	check(was_said("\"id\":\"o2\",\"ok\":false"));
}

SUITE(machine_visits, A(a_machine_that_connects_says_hello_and_beats), A(a_configuration_counts_is_confirmed_and_outlives_a_power_cut), A(a_price_list_is_known_is_confirmed_and_outlives_a_power_cut), A(a_price_list_that_cannot_be_kept_is_not_confirmed_and_one_of_another_firmware_is_asked_for_again), A(a_configured_limit_locks_earlier_and_the_machines_own_counts_again_without_it), A(a_visit_from_tap_to_closed_door), A(a_command_is_obeyed_once_and_never_late), A(to_have_locked_is_told_when_the_latch_holds), A(each_order_to_lock_is_answered_and_a_visits_not_before_the_latch_holds), A(a_door_that_was_faster_than_the_latch_is_told_before_the_answer), A(a_refusal_is_told_with_its_reason));
