/** Reads the prices of a price list into an order. */
#include <string.h>
#include "codec/codec_prices.h"

bool codec_is_slot(const char *slot)
{
	const size_t length = strlen(slot);

	return length > 0 && length <= PROTOCOL_SLOT_MAX && strspn(slot, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789") == length;
}

/** Where a slot's price belongs: a slot that is told twice has the later one. NULL when there is no room. */
static struct device_price *place_of(struct device_price_list *list, const char *slot)
{
	uint8_t n = 0;

	while (n < list->count && strcmp(list->prices[n].slot, slot) != 0) {
		n++;
	}
	if (n == PROTOCOL_PRICES_MAX) {
		return NULL;
	}
	if (n == list->count) {
		list->count++;
		strcpy(list->prices[n].slot, slot);
	}
	return &list->prices[n];
}

static bool read_price(struct json_reader *reader, struct device_price_list *list)
{
	char slot[TEXT_BYTES(PROTOCOL_SLOT_MAX)];
	uint64_t price;

	if (!json_name(reader, slot, PROTOCOL_SLOT_MAX) || !codec_is_slot(slot) || !json_whole(reader, &price) || price > PROTOCOL_PRICE_MAX) {
		return false;
	}
	struct device_price *place = place_of(list, slot);

	if (place) {
		place->price = (uint32_t)price;
	}
	return place != NULL;
}

bool codec_prices(struct json_reader reader, struct device_price_list *list)
{
	if (!json_take(&reader, '{')) {
		return false;
	}
	if (json_take(&reader, '}')) {
		return true;
	}
	do {
		if (!read_price(&reader, list)) {
			return false;
		}
	} while (json_take(&reader, ','));
	return json_take(&reader, '}');
}
