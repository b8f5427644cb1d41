/** What another machine left must not be told as this one's: machine_open forgets it at the start that follows. */
#include <string.h>
#include <zephyr/kernel.h>
#include <zephyr/sys/reboot.h>
#include "device/device_settings.h"
#include "setup/identity.h"
#include "the_machine.h"

#define WORDS_MS 200

static int keep(const struct shell *shell, const struct link_identity *identity)
{
	device_settings()->identity = *identity;
	const int result = device_settings_keep();

	if (result != 0) {
		shell_error(shell, "It could not be kept (%d)", result);
	}
	return result;
}

int identity_become(const struct shell *shell, const struct link_identity *identity)
{
	const char *former = device_settings()->identity.machine_id;

	if (former[0] == '\0' || strcmp(former, identity->machine_id) == 0) {
		link_open(identity);
		return keep(shell, identity);
	}
	link_close();
	shell_warn(shell, "It was %s: %u reports of that machine are forgotten, and it starts anew", former, outbox_waiting(&machine_take()->reports.outbox));
	machine_release();
	const int result = keep(shell, identity);

	if (result == 0) {
		k_sleep(K_MSEC(WORDS_MS)); /* the words have to get out */
		sys_reboot(SYS_REBOOT_COLD);
	}
	return result;
}
