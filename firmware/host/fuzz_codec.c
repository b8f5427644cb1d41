/** Throws bytes at the order decoder; what it reads must go out again as an answer. */
#include <stdlib.h>
#include <string.h>
#include "codec/codec_prices.h"

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t length);

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t length)
{
	struct device_order order;
	const enum codec_result read = codec_order((const char *)bytes, length, &order);

	if (read == CODEC_OK && order.kind == ORDER_KIND_LIST) {
		for (uint8_t n = 0; n < order.list.count; n++) {
			if (n >= PROTOCOL_PRICES_MAX || !codec_is_slot(order.list.prices[n].slot) || order.list.prices[n].price > PROTOCOL_PRICE_MAX) {
				abort();
			}
		}
	}
	if (read != CODEC_MALFORMED && order.kind == ORDER_KIND_CMD) {
		struct device_event done = { .kind = EVENT_KIND_DONE };
		char json[EVENT_BYTES];

		strcpy(done.done.id, order.command.id);
		done.has_sid = order.command.has_sid;
		strcpy(done.sid, order.command.sid);
		if (codec_event(json, sizeof(json), &(struct event_number){ 1, 1, 0 }, &done) < 0) {
			abort();
		}
	}
	return 0;
}
