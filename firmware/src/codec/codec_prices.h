/** What the two halves of the codec share about slots and their prices. */
#ifndef LARDER_CODEC_PRICES_H
#define LARDER_CODEC_PRICES_H
#include "codec/codec.h"

bool codec_is_slot(const char *slot);
/** Reads an object of slots and prices into an empty list; false when it is none, or more than a list holds. */
bool codec_prices(struct json_reader reader, struct device_price_list *list);

#endif
