/** JSON in small pieces: a reader that walks over bytes it does not trust, and a writer into a buffer that does not grow. */
#ifndef LARDER_JSON_H
#define LARDER_JSON_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Deeper nesting is refused: the protocol needs one level, newer servers may add a few. */
#define JSON_DEPTH_MAX 8

/** Bytes that a text of so many characters may need in UTF-8, with its end. */
#define TEXT_BYTES(characters) (4 * (characters) + 1)

struct json_reader { const char *at; const char *end; };

/** The sign that comes next, blanks left aside; NUL at the end. */
char json_next(struct json_reader *reader);
/** Each answers false when what follows is something else; where the reader stands is then of no meaning. */
bool json_take(struct json_reader *reader, char sign);
/** True when nothing but blanks is left. */
bool json_ended(struct json_reader *reader);
/**
 * A string, its escapes resolved, ended by NUL. False as well when it has more than `characters_max` characters, is not UTF-8,
 * or has a NUL or half a surrogate pair in it. `text` holds TEXT_BYTES(characters_max);
 * without it the string is only checked to be JSON.
 */
bool json_text(struct json_reader *reader, char *text, size_t characters_max);
/** The same, but of a longer string, or one that is no text, the beginning and `...`: `text` holds TEXT_BYTES(characters_max) and three more. */
bool json_beginning(struct json_reader *reader, char *text, size_t characters_max);
/** The name of a field with its colon; one that is longer is passed over and comes as an empty name. */
bool json_name(struct json_reader *reader, char *name, size_t characters_max);
/** A whole number written plainly, from 0; one beyond 2^64 - 1 is refused. */
bool json_whole(struct json_reader *reader, uint64_t *number);
/** Any value at all: what a newer server says is passed over, but must be JSON. */
bool json_skip(struct json_reader *reader);

struct json_writer { char *text; size_t capacity; size_t length; bool is_full; };

void json_begin(struct json_writer *writer, char *text, size_t capacity);
void json_raw(struct json_writer *writer, const char *text);
/** A string with its quotes. */
void json_put_text(struct json_writer *writer, const char *text);
void json_put_whole(struct json_writer *writer, int64_t number);
/** Hundredths as a decimal number, as short as can be: -25 is `-0.25`, 450 is `4.5`. */
void json_put_hundredths(struct json_writer *writer, int32_t hundredths);
/** The length, or -1 when it did not fit. */
int json_end(const struct json_writer *writer);

#endif
