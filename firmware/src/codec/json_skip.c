/** How json.h passes over what it does not want: checked as JSON all the same. */
#include <string.h>
#include "codec/json.h"

static bool is_digit(const struct json_reader *reader)
{
	return reader->at < reader->end && *reader->at >= '0' && *reader->at <= '9';
}

static bool skip_digits(struct json_reader *reader)
{
	if (!is_digit(reader)) {
		return false;
	}
	while (is_digit(reader)) {
		reader->at++;
	}
	return true;
}

static bool skip_number(struct json_reader *reader)
{
	if (*reader->at == '-') {
		reader->at++;
	}
	const bool is_zero = reader->at < reader->end && *reader->at == '0';
	const char *first = reader->at;

	if (!skip_digits(reader) || (is_zero && reader->at - first > 1)) {
		return false;
	}
	if (reader->at < reader->end && *reader->at == '.') {
		reader->at++;
		if (!skip_digits(reader)) {
			return false;
		}
	}
	if (reader->at < reader->end && (*reader->at == 'e' || *reader->at == 'E')) {
		reader->at++;
		if (reader->at < reader->end && (*reader->at == '+' || *reader->at == '-')) {
			reader->at++;
		}
		return skip_digits(reader);
	}
	return true;
}

static bool skip_word(struct json_reader *reader)
{
	static const char *const words[] = { "true", "false", "null" };

	for (size_t n = 0; n < sizeof(words) / sizeof(words[0]); n++) {
		const size_t length = strlen(words[n]);

		if ((size_t)(reader->end - reader->at) >= length && memcmp(reader->at, words[n], length) == 0) {
			reader->at += length;
			return true;
		}
	}
	return false;
}

static bool skip_scalar(struct json_reader *reader)
{
	const char first = json_next(reader);

	if (first == '"') {
		return json_text(reader, NULL, 0);
	}
	return first == '-' || is_digit(reader) ? skip_number(reader) : skip_word(reader);
}

static bool skip_key(struct json_reader *reader)
{
	return json_text(reader, NULL, 0) && json_take(reader, ':');
}

/** After a value: closes what ends here. Answers whether another value follows, or -1 when it is no JSON. */
static int after_value(struct json_reader *reader, const char *closing, size_t *depth)
{
	while (*depth > 0) {
		const char close = closing[*depth - 1];

		if (json_take(reader, ',')) {
			return close == ']' || skip_key(reader) ? 1 : -1;
		}
		if (!json_take(reader, close)) {
			return -1;
		}
		(*depth)--;
	}
	return 0;
}

/** Opens a list or object. Answers whether a value follows, 0 when it was empty, or -1. */
static int open_nest(struct json_reader *reader, char *closing, size_t *depth)
{
	const char close = *reader->at++ == '{' ? '}' : ']';

	if (*depth == JSON_DEPTH_MAX) {
		return -1;
	}
	if (json_take(reader, close)) {
		return 0;
	}
	closing[(*depth)++] = close;
	return close == ']' || skip_key(reader) ? 1 : -1;
}

bool json_skip(struct json_reader *reader)
{
	char closing[JSON_DEPTH_MAX];
	size_t depth = 0;
	int more = 1;

	while (more == 1) {
		const char first = json_next(reader);

		if (first == '{' || first == '[') {
			more = open_nest(reader, closing, &depth);
			if (more == 1) {
				continue;
			}
		} else {
			more = skip_scalar(reader) ? 0 : -1;
		}
		if (more == 0) {
			more = after_value(reader, closing, &depth);
		}
	}
	return more == 0;
}
