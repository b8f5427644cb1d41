/** What has to be done to be in the wanted Wi-Fi, by what the driver says of itself: asked again and again, because what it tells by itself may be lost. Pure. */
#ifndef LARDER_WIFI_WATCH_H
#define LARDER_WIFI_WATCH_H
#include <stdbool.h>
#include <stdint.h>

/** How often it is looked. */
#define WIFI_WATCH_MS 5000
/** No driver tries for as long, and no router waits as long with an address. */
#define WIFI_WATCH_TRIES_MS 60000
/** A driver that goes on trying after so many orders to stop is not to be had out of it but by a restart. */
#define WIFI_WATCH_LEAVES 5

enum wifi_seen {
	WIFI_SEEN_AWAY,
	/** On the way in, or in and without an address. */
	WIFI_SEEN_TRYING,
	WIFI_SEEN_IN,
};

enum wifi_step { WIFI_STEP_WAIT, WIFI_STEP_JOIN, WIFI_STEP_LEAVE, WIFI_STEP_RESTART };

/** Nothing was seen yet when it is all zero. */
struct wifi_watch {
	bool is_trying;
	/** Since when, or since the last order to stop. */
	int64_t since_ms;
	uint8_t leaves;
};

/** `is_wanted`: the network it is in is the wanted one. Times are milliseconds since the start. */
enum wifi_step wifi_watch_step(struct wifi_watch *watch, enum wifi_seen seen, bool is_wanted, int64_t now_ms);

#endif
