/** What the operator wants of the machine, as it was told last: kept, so that it counts after a power cut, and told again with every beat. */
#include <string.h>
#include "machine/machine_parts.h"

enum { CONFIGURATION_BYTES = 7 };

/** What cannot be kept is not taken up: it comes again with the next beat. */
void machine_configure(struct machine *machine, const struct device_configuration *configuration)
{
	const struct record_store *store = machine->ports->store;
	const uint32_t revision = configuration->revision;
	const uint8_t record[CONFIGURATION_BYTES] = { (uint8_t)revision, (uint8_t)(revision >> 8), (uint8_t)(revision >> 16), (uint8_t)(revision >> 24),
		(uint8_t)configuration->duty, configuration->has_limit, configuration->limit_celsius };

	machine->is_beat_due = true;
	if (revision <= machine->configuration.revision || store->write(store->context, RECORD_CONFIGURATION, record, sizeof(record)) != 0) {
		return;
	}
	machine->configuration = *configuration;
	vend_configure(&machine->vend, configuration);
}

static enum machine_result open_configuration(struct machine *machine)
{
	const struct record_store *store = machine->ports->store;
	uint8_t record[CONFIGURATION_BYTES];
	const int length = store->read(store->context, RECORD_CONFIGURATION, record, sizeof(record));

	if (length == CONFIGURATION_BYTES) {
		const uint32_t revision = record[0] | (uint32_t)record[1] << 8 | (uint32_t)record[2] << 16 | (uint32_t)record[3] << 24;

		machine->configuration = (struct device_configuration){ revision, record[4] == DEVICE_DUTY_SELL ? DEVICE_DUTY_SELL : DEVICE_DUTY_REST, record[5] != 0, record[6] };
		vend_configure(&machine->vend, &machine->configuration);
	}
	return length >= 0 || length == STORE_ABSENT ? MACHINE_OK : MACHINE_FAILED;
}

static size_t length_of(const struct device_price_list *prices)
{
	return offsetof(struct device_price_list, prices) + prices->count * sizeof(prices->prices[0]);
}

void machine_price_by(struct machine *machine, const struct device_price_list *prices)
{
	const struct record_store *store = machine->ports->store;

	machine->is_beat_due = true;
	if (prices->revision > machine->prices.revision && store->write(store->context, RECORD_PRICES, prices, length_of(prices)) == 0) {
		machine->prices = *prices;
	}
}

const struct device_price *machine_price(const struct machine *machine, const char *slot)
{
	for (uint8_t n = 0; n < machine->prices.count; n++) {
		if (strcmp(machine->prices.prices[n].slot, slot) == 0) {
			return &machine->prices.prices[n];
		}
	}
	return NULL;
}

/** A list of another firmware's making is asked for again. */
static enum machine_result open_prices(struct machine *machine)
{
	const struct record_store *store = machine->ports->store;
	struct device_price_list *prices = &machine->prices;
	const int length = store->read(store->context, RECORD_PRICES, prices, sizeof(*prices));

	if (length < 0 || prices->count > PROTOCOL_PRICES_MAX || (size_t)length != length_of(prices)) {
		memset(prices, 0, sizeof(*prices));
	}
	return length >= 0 || length == STORE_ABSENT ? MACHINE_OK : MACHINE_FAILED;
}

enum machine_result machine_open_wanted(struct machine *machine)
{
	const enum machine_result configuration = open_configuration(machine);

	return configuration == MACHINE_OK ? open_prices(machine) : configuration;
}
