/** The half of json.h that reads. */
#include <string.h>
#include "codec/json.h"

static void skip_blanks(struct json_reader *reader)
{
	while (reader->at < reader->end && strchr(" \t\n\r", *reader->at) && *reader->at) {
		reader->at++;
	}
}

static bool is_digit(const struct json_reader *reader)
{
	return reader->at < reader->end && *reader->at >= '0' && *reader->at <= '9';
}

char json_next(struct json_reader *reader)
{
	skip_blanks(reader);
	return reader->at < reader->end ? *reader->at : '\0';
}

bool json_take(struct json_reader *reader, char sign)
{
	if (json_next(reader) != sign || sign == '\0') {
		return false;
	}
	reader->at++;
	return true;
}

bool json_ended(struct json_reader *reader)
{
	skip_blanks(reader);
	return reader->at == reader->end;
}

/** Where the characters of a string go; without `text` they are only checked. */
struct sink { char *text; size_t characters_left; };

static bool emit(struct sink *sink, uint32_t point)
{
	static const struct { uint32_t below; int more; unsigned lead; } ranges[] = {{0x80, 0, 0}, {0x800, 1, 0xc0}, {0x10000, 2, 0xe0}, {0x110000, 3, 0xf0}};
	size_t range = 0;

	if (!sink->text) {
		return true;
	}
	if (point == 0 || sink->characters_left == 0) {
		return false;
	}
	sink->characters_left--;
	while (point >= ranges[range].below) {
		range++;
	}
	*sink->text++ = (char)(ranges[range].lead | (point >> (6 * ranges[range].more)));
	for (int more = ranges[range].more - 1; more >= 0; more--) {
		*sink->text++ = (char)(0x80u | ((point >> (6 * more)) & 0x3fu));
	}
	return true;
}

static bool read_hex4(struct json_reader *reader, uint32_t *unit)
{
	static const char digits[] = "0123456789abcdef";

	*unit = 0;
	for (int n = 0; n < 4; n++) {
		if (reader->at >= reader->end || *reader->at == '\0') {
			return false;
		}
		const char sign = *reader->at++;
		const char *digit = strchr(digits, sign >= 'A' && sign <= 'F' ? sign + ('a' - 'A') : sign);

		if (!digit) {
			return false;
		}
		*unit = *unit << 4 | (uint32_t)(digit - digits);
	}
	return true;
}

static bool read_unicode(struct json_reader *reader, uint32_t *point)
{
	uint32_t low;

	if (!read_hex4(reader, point)) {
		return false;
	}
	if (*point < 0xd800 || *point > 0xdfff) {
		return true;
	}
	if (*point > 0xdbff || reader->end - reader->at < 2 || reader->at[0] != '\\' || reader->at[1] != 'u') {
		return false;
	}
	reader->at += 2;
	if (!read_hex4(reader, &low) || low < 0xdc00 || low > 0xdfff) {
		return false;
	}
	*point = 0x10000u + ((*point - 0xd800u) << 10) + (low - 0xdc00u);
	return true;
}

static bool read_escape(struct json_reader *reader, uint32_t *point)
{
	static const char signs[] = "\"\\/bfnrt";
	static const char meanings[] = "\"\\/\b\f\n\r\t";

	if (reader->at >= reader->end || *reader->at == '\0') {
		return false;
	}
	const char sign = *reader->at++;

	if (sign == 'u') {
		return read_unicode(reader, point);
	}
	const char *found = strchr(signs, sign);

	if (!found) {
		return false;
	}
	*point = (uint32_t)meanings[found - signs];
	return true;
}

/** One character of UTF-8: neither longer than needed, nor half a surrogate pair, nor beyond the last. */
static bool read_utf8(struct json_reader *reader, uint32_t *point)
{
	const unsigned char lead = (unsigned char)*reader->at++;

	if (lead < 0x80) {
		*point = lead;
		return lead >= 0x20;
	}
	if (lead < 0xc2 || lead > 0xf4) {
		return false;
	}
	const int more = lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;

	*point = lead & (0x3fu >> more);
	if (reader->end - reader->at < more) {
		return false;
	}
	for (int n = 0; n < more; n++) {
		const unsigned char byte = (unsigned char)*reader->at++;

		if ((byte & 0xc0u) != 0x80u) {
			return false;
		}
		*point = *point << 6 | (byte & 0x3fu);
	}
	return *point >= (more == 1 ? 0x80u : more == 2 ? 0x800u : 0x10000u) && *point <= 0x10ffff && (*point < 0xd800 || *point > 0xdfff);
}

static bool read_string(struct json_reader *reader, struct sink *sink)
{
	uint32_t point;

	if (!json_take(reader, '"')) {
		return false;
	}
	while (reader->at < reader->end && *reader->at != '"') {
		const bool is_escape = *reader->at == '\\';

		reader->at += is_escape;
		if (!(is_escape ? read_escape(reader, &point) : read_utf8(reader, &point)) || !emit(sink, point)) {
			return false;
		}
	}
	return reader->at < reader->end && *reader->at++ == '"';
}

bool json_text(struct json_reader *reader, char *text, size_t characters_max)
{
	struct sink sink = { text, characters_max };
	const bool is_text = read_string(reader, &sink);

	if (is_text && text) {
		*sink.text = '\0';
	}
	return is_text;
}

bool json_beginning(struct json_reader *reader, char *text, size_t characters_max)
{
	struct json_reader ahead = *reader;
	struct sink sink = { text, characters_max };

	const bool is_whole = read_string(&ahead, &sink);

	strcpy(sink.text, is_whole ? "" : "...");
	return json_text(reader, NULL, 0);
}

bool json_name(struct json_reader *reader, char *name, size_t characters_max)
{
	struct json_reader ahead = *reader;

	if (json_text(&ahead, name, characters_max)) {
		*reader = ahead;
		return json_take(reader, ':');
	}
	name[0] = '\0';
	return json_text(reader, NULL, 0) && json_take(reader, ':');
}

bool json_whole(struct json_reader *reader, uint64_t *number)
{
	skip_blanks(reader);
	if (!is_digit(reader)) {
		return false;
	}
	const bool is_zero = *reader->at == '0';

	*number = 0;
	while (is_digit(reader)) {
		const uint64_t digit = (uint64_t)(*reader->at++ - '0');

		if (*number > (UINT64_MAX - digit) / 10) {
			return false;
		}
		*number = *number * 10 + digit;
		if (is_zero && is_digit(reader)) {
			return false;
		}
	}
	return reader->at == reader->end || !strchr(".eE", *reader->at) || *reader->at == '\0';
}
