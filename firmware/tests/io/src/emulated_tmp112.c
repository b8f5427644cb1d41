/** A register is named by the first byte; reading gives its two bytes, the higher first. */
#define DT_DRV_COMPAT ti_tmp112
#include <errno.h>
#include <zephyr/device.h>
#include <zephyr/drivers/emul.h>
#include <zephyr/drivers/i2c.h>
#include <zephyr/drivers/i2c_emul.h>
#include "emulated_tmp112.h"

static uint16_t registers[4];
static bool does_answer = true;

void tmp112_set(int16_t sixteenths)
{
	registers[0] = (uint16_t)((uint16_t)sixteenths << 4);
}

void tmp112_answer(bool does)
{
	does_answer = does;
}

static int transfer(const struct emul *target, struct i2c_msg *messages, int count, int address)
{
	uint16_t *named = &registers[messages[0].buf[0] % 4];

	ARG_UNUSED(target);
	ARG_UNUSED(address);
	if (!does_answer) {
		return -EIO;
	}
	if (count == 1 && messages[0].len == 3) {
		*named = (uint16_t)(messages[0].buf[1] << 8 | messages[0].buf[2]);
		return 0;
	}
	if (count != 2 || messages[1].len != 2) {
		return -EIO;
	}
	messages[1].buf[0] = (uint8_t)(*named >> 8);
	messages[1].buf[1] = (uint8_t)*named;
	return 0;
}

static int plug_in(const struct emul *target, const struct device *parent)
{
	ARG_UNUSED(target);
	ARG_UNUSED(parent);
	return 0;
}

static const struct i2c_emul_api api = { .transfer = transfer };

EMUL_DT_INST_DEFINE(0, plug_in, NULL, NULL, &api, NULL)
