/** Zephyr's Wi-Fi management, station mode, WPA2. */
#include <string.h>
#include <zephyr/kernel.h>
#include "link/wifi.h"

#if defined(CONFIG_WIFI)
#include <zephyr/logging/log.h>
#include <zephyr/net/net_if.h>
#include <zephyr/net/wifi_mgmt.h>

LOG_MODULE_REGISTER(larder_wifi, LOG_LEVEL_INF);

#define AGAIN_S 5
#define ASK_SIGNAL_MS 10000

static struct wifi_settings wanted;
static struct net_mgmt_event_callback on_change;
static struct k_work_delayable again;

static void join(struct k_work *work)
{
	struct wifi_connect_req_params request = {
		.ssid = (const uint8_t *)wanted.name, .ssid_length = (uint8_t)strlen(wanted.name), .psk = (const uint8_t *)wanted.password, .psk_length = (uint8_t)strlen(wanted.password),
		.channel = WIFI_CHANNEL_ANY, .security = wanted.password[0] ? WIFI_SECURITY_TYPE_PSK : WIFI_SECURITY_TYPE_NONE, .timeout = SYS_FOREVER_MS,
	};

	ARG_UNUSED(work);
	if (net_mgmt(NET_REQUEST_WIFI_CONNECT, net_if_get_default(), &request, sizeof(request)) != 0) {
		k_work_reschedule(&again, K_SECONDS(AGAIN_S));
	}
}

static void changed(struct net_mgmt_event_callback *callback, uint32_t event, struct net_if *interface)
{
	const struct wifi_status *status = callback->info;

	ARG_UNUSED(interface);
	if (event == NET_EVENT_WIFI_DISCONNECT_RESULT || (event == NET_EVENT_WIFI_CONNECT_RESULT && status->status != 0)) {
		LOG_WRN("No Wi-Fi");
		k_work_reschedule(&again, K_SECONDS(AGAIN_S));
	}
}

void wifi_join(const struct wifi_settings *settings)
{
	static bool is_prepared;

	wanted = *settings;
	if (wanted.name[0] == '\0') {
		return;
	}
	if (!is_prepared) {
		is_prepared = true;
		k_work_init_delayable(&again, join);
		net_mgmt_init_event_callback(&on_change, changed, NET_EVENT_WIFI_CONNECT_RESULT | NET_EVENT_WIFI_DISCONNECT_RESULT);
		net_mgmt_add_event_callback(&on_change);
	}
	k_work_reschedule(&again, K_NO_WAIT);
}

int8_t wifi_rssi_dbm(void)
{
	static int8_t last;
	static int64_t asked_ms = -ASK_SIGNAL_MS;
	struct wifi_iface_status status = { 0 };

	if (k_uptime_get() - asked_ms >= ASK_SIGNAL_MS) {
		asked_ms = k_uptime_get();
		if (net_mgmt(NET_REQUEST_WIFI_IFACE_STATUS, net_if_get_default(), &status, sizeof(status)) == 0) {
			last = (int8_t)CLAMP(status.rssi, PROTOCOL_RSSI_MIN, PROTOCOL_RSSI_MAX);
		}
	}
	return last;
}
#else
void wifi_join(const struct wifi_settings *settings)
{
	ARG_UNUSED(settings);
}

int8_t wifi_rssi_dbm(void)
{
	return 0;
}
#endif
