/** The half of codec.h that reads: one pass over the fields into a draft, then one look at whether the draft is an order. */
#include <string.h>
#include "codec/codec_prices.h"

enum seen { SEEN_V = 1, SEEN_T = 2, SEEN_E = 4, SEEN_S = 8, SEEN_ID = 16, SEEN_DO = 32, SEEN_TTL = 64, SEEN_SID = 128, SEEN_REV = 256, SEEN_WARM = 512, SEEN_CUR = 1024, SEEN_P = 2048 };

/** No word or field name of ours is longer. */
#define WORD_MAX 15

struct draft {
	/** Fields that were there, and those of them that were of the right shape. */
	unsigned seen, good;
	uint64_t version;
	uint64_t sequence;
	uint64_t ttl_s;
	uint64_t revision;
	uint64_t warm;
	char kind[TEXT_BYTES(WORD_MAX)];
	char action[TEXT_BYTES(WORD_MAX)];
	char epoch[TEXT_BYTES(8)];
	char id[TEXT_BYTES(PROTOCOL_ID_MAX)];
	char sid[TEXT_BYTES(PROTOCOL_SID_MAX)];
	char currency[TEXT_BYTES(PROTOCOL_CURRENCY_LENGTH)];
	/** Where the prices stand: they are read when it is known that they are wanted. */
	struct json_reader prices;
};

static bool read_value(struct json_reader *reader, unsigned field, struct draft *draft)
{
	switch (field) {
	case SEEN_V: return json_whole(reader, &draft->version);
	case SEEN_S: return json_whole(reader, &draft->sequence);
	case SEEN_TTL: return json_whole(reader, &draft->ttl_s);
	case SEEN_REV: return json_whole(reader, &draft->revision);
	case SEEN_WARM: return json_whole(reader, &draft->warm);
	case SEEN_T: return json_text(reader, draft->kind, WORD_MAX);
	case SEEN_DO: return json_text(reader, draft->action, WORD_MAX);
	case SEEN_E: return json_text(reader, draft->epoch, 8);
	case SEEN_ID: return json_text(reader, draft->id, PROTOCOL_ID_MAX);
	case SEEN_CUR: return json_text(reader, draft->currency, PROTOCOL_CURRENCY_LENGTH);
	case SEEN_P: draft->prices = *reader; return json_skip(reader);
	default: return json_text(reader, draft->sid, PROTOCOL_SID_MAX);
	}
}

/** A value of another shape than ours is passed over: whether it matters depends on the kind of order, which may come later. */
static bool read_field(struct json_reader *reader, const char *name, struct draft *draft)
{
	static const char *const names[] = { "v", "t", "e", "s", "id", "do", "ttl", "sid", "rev", "warm", "cur", "p" };
	struct json_reader ahead = *reader;

	for (unsigned n = 0; n < sizeof(names) / sizeof(names[0]); n++) {
		if (strcmp(name, names[n]) != 0) {
			continue;
		}
		draft->seen |= 1u << n;
		draft->good &= ~(1u << n);
		if (read_value(&ahead, 1u << n, draft)) {
			draft->good |= 1u << n;
			*reader = ahead;
			return true;
		}
	}
	return json_skip(reader);
}

static bool read_draft(struct json_reader *reader, struct draft *draft)
{
	char name[TEXT_BYTES(WORD_MAX)];

	if (!json_take(reader, '{')) {
		return false;
	}
	if (!json_take(reader, '}')) {
		do {
			if (!json_name(reader, name, WORD_MAX) || !read_field(reader, name, draft)) {
				return false;
			}
		} while (json_take(reader, ','));
		if (!json_take(reader, '}')) {
			return false;
		}
	}
	return json_ended(reader);
}

static bool read_epoch(const char *text, uint32_t *epoch)
{
	static const char digits[] = "0123456789abcdef";

	*epoch = 0;
	if (strlen(text) != 8) {
		return false;
	}
	for (; *text; text++) {
		const char *digit = strchr(digits, *text);

		if (!digit) {
			return false;
		}
		*epoch = *epoch << 4 | (uint32_t)(digit - digits);
	}
	return true;
}

static int word_index(const char *word, const char *const *words, int count)
{
	for (int n = 0; n < count; n++) {
		if (strcmp(word, words[n]) == 0) {
			return n;
		}
	}
	return -1;
}

static enum codec_result as_ack(const struct draft *draft, struct device_order *order)
{
	const unsigned needed = SEEN_E | SEEN_S;

	order->ack.sequence = draft->sequence;
	return (draft->good & needed) == needed && read_epoch(draft->epoch, &order->ack.epoch) ? CODEC_OK : CODEC_MALFORMED;
}

static enum codec_result as_command(const struct draft *draft, struct device_order *order)
{
	static const char *const actions[] = DEVICE_ACTION_WORDS;
	const unsigned needed = SEEN_ID | SEEN_DO | SEEN_TTL | (draft->seen & SEEN_SID);

	if ((draft->good & needed) != needed || draft->ttl_s == 0) {
		return CODEC_MALFORMED;
	}
	memcpy(order->command.id, draft->id, sizeof(draft->id));
	memcpy(order->command.sid, draft->sid, sizeof(draft->sid));
	order->command.has_sid = (draft->seen & SEEN_SID) != 0;
	order->command.ttl_s = draft->ttl_s > UINT32_MAX ? UINT32_MAX : (uint32_t)draft->ttl_s;
	const int action = word_index(draft->action, actions, DEVICE_ACTION_COUNT);

	if (action < 0) {
		return CODEC_UNKNOWN_ACTION;
	}
	order->command.action = (enum device_action)action;
	return CODEC_OK;
}

static enum codec_result as_configuration(const struct draft *draft, struct device_order *order)
{
	static const char *const duties[] = DEVICE_DUTY_WORDS;
	const unsigned needed = SEEN_REV | SEEN_DO | (draft->seen & SEEN_WARM);
	const int duty = word_index(draft->action, duties, DEVICE_DUTY_COUNT);

	if ((draft->good & needed) != needed || draft->revision == 0 || draft->revision > UINT32_MAX || draft->warm > PROTOCOL_WARM_MAX || duty < 0) {
		return CODEC_MALFORMED;
	}
	order->configuration = (struct device_configuration){ (uint32_t)draft->revision, (enum device_duty)duty, (draft->seen & SEEN_WARM) != 0, (uint8_t)draft->warm };
	return CODEC_OK;
}

static enum codec_result as_list(const struct draft *draft, struct device_order *order)
{
	const unsigned needed = SEEN_REV | SEEN_CUR | SEEN_P;

	if ((draft->good & needed) != needed || draft->revision == 0 || draft->revision > UINT32_MAX ||
	    strspn(draft->currency, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != PROTOCOL_CURRENCY_LENGTH) {
		return CODEC_MALFORMED;
	}
	order->list.revision = (uint32_t)draft->revision;
	memcpy(order->list.currency, draft->currency, PROTOCOL_CURRENCY_LENGTH);
	return codec_prices(draft->prices, &order->list) ? CODEC_OK : CODEC_MALFORMED;
}

enum codec_result codec_order(const char *bytes, size_t length, struct device_order *order)
{
	static const char *const order_kinds[] = ORDER_KIND_WORDS;
	struct json_reader reader = { bytes, bytes + length };
	struct draft draft = { 0 };

	if (!read_draft(&reader, &draft) || (draft.good & (SEEN_V | SEEN_T)) != (SEEN_V | SEEN_T) || draft.version != PROTOCOL_VERSION) {
		return CODEC_MALFORMED;
	}
	const int kind = word_index(draft.kind, order_kinds, ORDER_KIND_COUNT);

	if (kind < 0) {
		return CODEC_MALFORMED;
	}
	memset(order, 0, sizeof(*order));
	order->kind = (enum order_kind)kind;
	switch (order->kind) {
	case ORDER_KIND_ACK: return as_ack(&draft, order);
	case ORDER_KIND_CONF: return as_configuration(&draft, order);
	case ORDER_KIND_LIST: return as_list(&draft, order);
	default: return as_command(&draft, order);
	}
}
