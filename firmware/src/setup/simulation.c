/** `sim …` on the console of simulated boards: doors, shelves and counters that are not there. */
#include <stdlib.h>
#include <string.h>
#include <zephyr/kernel.h>
#include <zephyr/shell/shell.h>
#include "device/io.h"
#include "device/readings.h"
#include "the_machine.h"

static int tap(const struct shell *shell, size_t count, char **words)
{
	ARG_UNUSED(shell);
	ARG_UNUSED(count);
	machine_tag(machine_take(), words[1], k_uptime_get());
	machine_release();
	return 0;
}

static int door(const struct shell *shell, size_t count, char **words)
{
	const bool is_open = strcmp(words[1], "open") == 0;

	ARG_UNUSED(count);
	if (is_open && !io_is_latch_free()) {
		shell_warn(shell, "The latch is locked: forced open");
	}
	io_simulate_door(is_open);
	return 0;
}

static int grams(const struct shell *shell, size_t count, char **words)
{
	const unsigned long shelf = strtoul(words[1], NULL, 10);

	ARG_UNUSED(count);
	if (shelf >= ITEMS_SHELVES_MAX) {
		shell_error(shell, "There is no shelf %lu", shelf);
		return -EINVAL;
	}
	readings_simulated()->grams[shelf] = (int32_t)strtol(words[2], NULL, 10);
	return 0;
}

static int items(const struct shell *shell, size_t count, char **words)
{
	const unsigned long slot = strtoul(words[1], NULL, 10);

	ARG_UNUSED(count);
	if (slot >= ITEMS_SLOTS_MAX) {
		shell_error(shell, "There is no slot %lu", slot);
		return -EINVAL;
	}
	readings_simulated()->counts[slot] = (uint16_t)strtoul(words[2], NULL, 10);
	return 0;
}

static int warmth(const struct shell *shell, size_t count, char **words)
{
	ARG_UNUSED(shell);
	ARG_UNUSED(count);
	readings_simulated()->centi_celsius = (int16_t)strtol(words[1], NULL, 10);
	return 0;
}

SHELL_STATIC_SUBCMD_SET_CREATE(sim_commands,
	SHELL_CMD_ARG(tap, NULL, "<tag>", tap, 2, 0),
	SHELL_CMD_ARG(door, NULL, "open | closed", door, 2, 0),
	SHELL_CMD_ARG(grams, NULL, "<shelf> <grams on it>", grams, 3, 0),
	SHELL_CMD_ARG(items, NULL, "<slot, from 0> <items in it>", items, 3, 0),
	SHELL_CMD_ARG(warmth, NULL, "<hundredths of a degree Celsius>", warmth, 2, 0),
	SHELL_SUBCMD_SET_END);
SHELL_CMD_REGISTER(sim, &sim_commands, "What is simulated", NULL);
