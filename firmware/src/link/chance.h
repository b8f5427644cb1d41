/** Random numbers of the hardware's; the header's name differs between Zephyr versions. */
#ifndef LARDER_CHANCE_H
#define LARDER_CHANCE_H
#if __has_include(<zephyr/random/random.h>)
#include <zephyr/random/random.h>
#else
#include <zephyr/random/rand32.h>
#endif

static inline uint32_t chance_u32(void)
{
	return sys_rand32_get();
}

#endif
