/** The half of json.h that writes. Bytes that do not fit are dropped and the whole is refused at the end. */
#include <string.h>
#include "codec/json.h"

void json_begin(struct json_writer *writer, char *text, size_t capacity)
{
	*writer = (struct json_writer){ .text = text, .capacity = capacity, .is_full = capacity == 0 };
}

static void put(struct json_writer *writer, char sign)
{
	if (writer->length + 1 >= writer->capacity) {
		writer->is_full = true;
		return;
	}
	writer->text[writer->length++] = sign;
}

void json_raw(struct json_writer *writer, const char *text)
{
	while (*text) {
		put(writer, *text++);
	}
}

static void put_escaped(struct json_writer *writer, char sign)
{
	static const char signs[] = "\"\\\b\f\n\r\t";
	static const char escapes[] = "\"\\bfnrt";
	static const char digits[] = "0123456789abcdef";
	const char *found = strchr(signs, sign);

	if (found) {
		put(writer, '\\');
		put(writer, escapes[found - signs]);
	} else if ((unsigned char)sign < 0x20) {
		json_raw(writer, "\\u00");
		put(writer, digits[(unsigned char)sign >> 4]);
		put(writer, digits[sign & 0xf]);
	} else {
		put(writer, sign);
	}
}

void json_put_text(struct json_writer *writer, const char *text)
{
	put(writer, '"');
	while (*text) {
		put_escaped(writer, *text++);
	}
	put(writer, '"');
}

void json_put_whole(struct json_writer *writer, int64_t number)
{
	char digits[20];
	size_t count = 0;
	uint64_t rest = number < 0 ? 0u - (uint64_t)number : (uint64_t)number;

	if (number < 0) {
		put(writer, '-');
	}
	do {
		digits[count++] = (char)('0' + rest % 10);
		rest /= 10;
	} while (rest > 0);
	while (count > 0) {
		put(writer, digits[--count]);
	}
}

void json_put_hundredths(struct json_writer *writer, int32_t hundredths)
{
	const int32_t size = hundredths < 0 ? -hundredths : hundredths;

	if (hundredths < 0) {
		put(writer, '-');
	}
	json_put_whole(writer, size / 100);
	if (size % 100 == 0) {
		return;
	}
	put(writer, '.');
	put(writer, (char)('0' + size % 100 / 10));
	if (size % 10 != 0) {
		put(writer, (char)('0' + size % 10));
	}
}

int json_end(const struct json_writer *writer)
{
	if (writer->is_full) {
		return -1;
	}
	writer->text[writer->length] = '\0';
	return (int)writer->length;
}
