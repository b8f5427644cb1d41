/** The device's network, where it has to be joined. */
#ifndef LARDER_WIFI_H
#define LARDER_WIFI_H
#include <stdbool.h>
#include <stdint.h>
#include "device/device_settings.h"

/** Joins, and again whenever the network is lost or another one is wanted. Nothing on boards with a wire. */
void wifi_join(const struct wifi_settings *settings);
/** The driver is not to be had out of what it does but by a restart. */
bool wifi_is_stuck(void);
/** Decibel-milliwatts; 0 without Wi-Fi. */
int8_t wifi_rssi_dbm(void);

#endif
