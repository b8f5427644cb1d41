/** Numbers as they are typed. */
#ifndef LARDER_WHOLE_H
#define LARDER_WHOLE_H
#include <stdbool.h>
#include <stdlib.h>

/** A whole number from 0 to `most`; false for all else, which strtoul takes for 0. */
static inline bool whole(const char *word, unsigned long most, unsigned long *number)
{
	char *end;

	*number = strtoul(word, &end, 10);
	return *word != '\0' && *end == '\0' && *number <= most;
}

#endif
