/** `larder …` on the serial console: setting a machine up by hand and looking at how it is. */
#include <string.h>
#include <zephyr/kernel.h>
#include <zephyr/shell/shell.h>
#include "device/device_settings.h"
#include "device/io.h"
#include "device/scales.h"
#include "device/store_nvs.h"
#include "link/wifi.h"
#include "setup/claim_http.h"
#include "setup/identity.h"
#include "setup/slots.h"
#include "setup/whole.h"
#include "the_machine.h"

static int keep(const struct shell *shell)
{
	const int result = device_settings_keep();

	if (result != 0) {
		shell_error(shell, "It could not be kept (%d)", result);
	}
	return result;
}

static bool copy(const struct shell *shell, char *to, size_t capacity, const char *from)
{
	if (strlen(from) >= capacity) {
		shell_error(shell, "%s is longer than %u letters", from, (unsigned)capacity - 1);
		return false;
	}
	strcpy(to, from);
	return true;
}

static int set_wifi(const struct shell *shell, size_t count, char **words)
{
	struct wifi_settings *wifi = &device_settings()->wifi;

	if (!copy(shell, wifi->name, sizeof(wifi->name), words[1]) || !copy(shell, wifi->password, sizeof(wifi->password), count > 2 ? words[2] : "")) {
		return -EINVAL;
	}
	wifi_join(wifi);
	return keep(shell);
}

static bool read_port(const struct shell *shell, const char *word, uint16_t *port)
{
	unsigned long number;
	const bool is_port = whole(word, UINT16_MAX, &number) && number > 0;

	*port = (uint16_t)number;
	if (!is_port) {
		shell_error(shell, "%s is no port", word);
	}
	return is_port;
}

static int set_identity(const struct shell *shell, size_t count, char **words)
{
	struct link_identity identity = { .is_secure = count > 5 && strcmp(words[5], "tls") == 0 };

	if (!read_port(shell, words[4], &identity.port) || !copy(shell, identity.machine_id, sizeof(identity.machine_id), words[1]) || !copy(shell, identity.secret, sizeof(identity.secret), words[2]) || !copy(shell, identity.host, sizeof(identity.host), words[3])) {
		return -EINVAL;
	}
	return identity_become(shell, &identity);
}

static int say_no(const struct shell *shell, int result, const struct claim *claim)
{
	if (result == 0 || (result == -EBADMSG && !claim->is_success && claim->message[0])) {
		shell_error(shell, "The server refuses: %s", claim->message);
		return -EACCES;
	}
	shell_error(shell, result == -EBADMSG ? "What the server answered is not understood (%d)" : "The server did not answer (%d)", result);
	return result;
}

static int claim_machine(const struct shell *shell, size_t count, char **words)
{
	static struct claim claim;
	struct device_settings *settings = device_settings();
	struct link_identity identity = { .is_secure = count > 4 && strcmp(words[4], "tls") == 0 };
	uint16_t port;

	if (!read_port(shell, words[2], &port)) {
		return -EINVAL;
	}
	const int result = claim_ask(words[1], port, identity.is_secure, words[3], &claim);

	if (result != 0 || !claim.is_success) {
		return say_no(shell, result, &claim);
	}
	identity.port = claim.port;
	if (!copy(shell, identity.machine_id, sizeof(identity.machine_id), claim.machine_id) || !copy(shell, identity.secret, sizeof(identity.secret), claim.secret) ||
	    !copy(shell, identity.host, sizeof(identity.host), claim.host[0] ? claim.host : words[1])) {
		return -EINVAL;
	}
	if (claim.wifi_name[0] && copy(shell, settings->wifi.name, sizeof(settings->wifi.name), claim.wifi_name) && copy(shell, settings->wifi.password, sizeof(settings->wifi.password), claim.wifi_password)) {
		wifi_join(&settings->wifi);
	}
	shell_print(shell, "This is %s", identity.machine_id);
	return identity_become(shell, &identity);
}

static int set_thermometer(const struct shell *shell, size_t count, char **words)
{
	const bool is_there = strcmp(words[1], "none") != 0;
	unsigned long degrees = 0;

	ARG_UNUSED(count);
	if (is_there && !whole(words[1], PROTOCOL_WARM_MAX, &degrees)) {
		shell_error(shell, "thermometer <0-%d degrees>, or thermometer none", PROTOCOL_WARM_MAX);
		return -EINVAL;
	}
	device_settings()->has_thermometer = is_there;
	device_settings()->warm_centi_celsius = (int16_t)(degrees * 100);
	shell_print(shell, "It counts from the next start on");
	return keep(shell);
}

/** With nothing on it `empty`, then with a known weight `grams`. */
static int set_scale(const struct shell *shell, size_t count, char **words)
{
	const bool is_empty = strcmp(words[2], "empty") == 0;
	unsigned long shelf, grams = 0;
	int32_t raw = 0;
	bool is_read = false;

	ARG_UNUSED(count);
	if (!whole(words[1], ITEMS_SHELVES_MAX - 1, &shelf) || (!is_empty && (!whole(words[2], UINT16_MAX, &grams) || grams == 0))) {
		shell_error(shell, "scale <0-%d> empty, or scale <0-%d> <grams on it>", ITEMS_SHELVES_MAX - 1, ITEMS_SHELVES_MAX - 1);
		return -EINVAL;
	}
	for (int n = 0; shelf < scales_count() && n < 20 && !is_read; n++) {
		is_read = scales_read((uint8_t)shelf, &raw);
		k_sleep(K_MSEC(20));
	}
	if (!is_read) {
		shell_error(shell, "No reading of scale %lu", shelf);
		return -EIO;
	}
	struct scale_settings *scale = &device_settings()->scales[shelf];
	const int32_t per_gram_x1000 = is_empty ? scale->per_gram_x1000 : (int32_t)((int64_t)(raw - scale->empty) * 1000 / (int32_t)grams);

	if (!is_empty && per_gram_x1000 == 0) {
		shell_error(shell, "There is nothing more on it than when it was empty");
		return -EINVAL;
	}
	*scale = (struct scale_settings){ is_empty ? raw : scale->empty, per_gram_x1000 };
	return keep(shell);
}

static void show_price(const struct shell *shell, const struct machine *machine, const char *slot)
{
	const struct device_price *price = machine_price(machine, slot);

	if (price) {
		shell_print(shell, "  %u of the smallest %s, by price list %u", price->price, machine->prices.currency, machine->prices.revision);
	}
}

static int show_status(const struct shell *shell, size_t count, char **words)
{
	static const char *const modes[] = DEVICE_MODE_WORDS;
	const struct device_settings *settings = device_settings();
	const struct machine *machine = machine_take();
	const struct outbox *outbox = &machine->reports.outbox;
	const char *shut = machine_shut(machine, k_uptime_get());

	ARG_UNUSED(count);
	ARG_UNUSED(words);
	shell_print(shell, "machine %s, server %s:%u%s, %s", settings->identity.machine_id, settings->identity.host, settings->identity.port, settings->identity.is_secure ? " (TLS)" : "", link_session() ? "connected" : "not connected");
	shell_print(shell, "mode %s, latch %s, door %s", modes[machine->vend.mode], io_is_latch_free() ? "free" : "locked", machine->vend.is_door_open ? "open" : "closed");
	if (shut) {
		shell_warn(shell, "no guest is let in. %s", shut);
	}
	if (machine->vend.is_resting) {
		shell_warn(shell, "no guest is let in. It is configured so on the machine's page");
	}
	shell_print(shell, "epoch %08x, %u events wait, next number %u, room for %u of sales and %u others", outbox->epoch, outbox_waiting(outbox), outbox->next, outbox_room(outbox, true), outbox_room(outbox, false));
	if (machine->reports.held_count > 0 || machine->reports.lost > 0) {
		shell_warn(shell, "%d sales are held in memory, %u were lost: the flash fails", machine->reports.held_count, machine->reports.lost);
	}
	for (uint8_t n = 0; n < settings->slot_count; n++) {
		const struct slot_settings *slot = &settings->slots[n];

		if (slot->slot.shelf == ITEMS_NO_SHELF) {
			shell_print(shell, "slot %s: %u switches", slot->slot.name, slot->switches);
		} else {
			shell_print(shell, "slot %s: shelf %u, %u g +- %u g", slot->slot.name, slot->slot.shelf, slot->slot.grams, slot->slot.tolerance_grams);
		}
		show_price(shell, machine, slot->slot.name);
	}
	machine_release();
	slots_warn(shell);
	return 0;
}

static int format_store(const struct shell *shell, size_t count, char **words)
{
	ARG_UNUSED(count);
	if (strcmp(words[1], "yes") != 0) {
		shell_error(shell, "Events that the server does not have yet are lost: `larder format yes`");
		return -EINVAL;
	}
	(void)machine_take(); /* and not given back: nothing is sold until the restart */
	const int result = store_clear();

	if (result != 0) {
		shell_error(shell, "It could not be erased (%d)", result);
	} else {
		shell_print(shell, "It begins anew at the next start");
	}
	return result;
}

SHELL_STATIC_SUBCMD_SET_CREATE(larder_commands,
	SHELL_CMD_ARG(claim, NULL, "<host> <port> <claim code> [tls]: ask the server who this machine is", claim_machine, 4, 1),
	SHELL_CMD_ARG(identity, NULL, "<machine> <secret> <host> <port> [tls]: the same by hand", set_identity, 5, 1),
	SHELL_CMD_ARG(wifi, NULL, "<name> [password]", set_wifi, 2, 1),
	SHELL_CMD_ARG(slot, NULL, "<name> shelf <0-7> <grams> <tolerance> | <name> switches <count> | <name> none", slots_set, 3, 3),
	SHELL_CMD_ARG(scale, NULL, "<shelf> empty | <shelf> <grams on it>", set_scale, 3, 0),
	SHELL_CMD_ARG(thermometer, NULL, "<degrees at which the machine locks> | none", set_thermometer, 2, 0),
	SHELL_CMD_ARG(status, NULL, "how the machine is", show_status, 1, 0),
	SHELL_CMD_ARG(format, NULL, "yes: empty the outbox and begin a new epoch; then restart", format_store, 2, 0),
	SHELL_SUBCMD_SET_END);
SHELL_CMD_REGISTER(larder, &larder_commands, "The vending machine", NULL);
