/** The device's network, where it has to be joined. */
#ifndef LARDER_WIFI_H
#define LARDER_WIFI_H
#include <stdint.h>
#include "device/device_settings.h"

/** Joins, and again whenever the network is lost. Nothing on boards with a wire. */
void wifi_join(const struct wifi_settings *settings);
/** Decibel-milliwatts; 0 without Wi-Fi. */
int8_t wifi_rssi_dbm(void);

#endif
