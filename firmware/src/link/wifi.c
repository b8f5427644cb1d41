/** Zephyr's Wi-Fi management, station mode, WPA2. */
#include <string.h>
#include <zephyr/kernel.h>
#include "link/wifi.h"
#include "link/wifi_watch.h"

#if defined(CONFIG_WIFI)
#include <zephyr/logging/log.h>
#include <zephyr/net/net_if.h>
#include <zephyr/net/wifi_mgmt.h>

LOG_MODULE_REGISTER(larder_wifi, LOG_LEVEL_INF);

#define ASK_SIGNAL_MS 10000

static struct wifi_settings wanted;
static struct wifi_watch watch;
static atomic_t stuck;

static void look(struct k_work *work);
static K_WORK_DELAYABLE_DEFINE(looking, look);

/** While it joins and while it leaves a driver takes no other order, so it is asked first how it stands. */
static enum wifi_seen seen(bool *is_wanted)
{
	struct net_if *interface = net_if_get_default();
	struct wifi_iface_status status = { 0 };

	if (net_mgmt(NET_REQUEST_WIFI_IFACE_STATUS, interface, &status, sizeof(status)) != 0) {
		return WIFI_SEEN_AWAY;
	}
	*is_wanted = status.ssid_len == strlen(wanted.name) && memcmp(status.ssid, wanted.name, status.ssid_len) == 0;
	switch (status.state) {
	case WIFI_STATE_DISCONNECTED:
	case WIFI_STATE_INTERFACE_DISABLED:
	case WIFI_STATE_INACTIVE:
		return WIFI_SEEN_AWAY;
	default:
		return status.state == WIFI_STATE_COMPLETED && net_if_ipv4_get_global_addr(interface, NET_ADDR_PREFERRED) != NULL ? WIFI_SEEN_IN : WIFI_SEEN_TRYING;
	}
}

static void join(void)
{
	struct wifi_connect_req_params request = {
		.ssid = (const uint8_t *)wanted.name, .ssid_length = (uint8_t)strlen(wanted.name), .psk = (const uint8_t *)wanted.password, .psk_length = (uint8_t)strlen(wanted.password),
		.channel = WIFI_CHANNEL_ANY, .security = wanted.password[0] ? WIFI_SECURITY_TYPE_PSK : WIFI_SECURITY_TYPE_NONE, .timeout = SYS_FOREVER_MS,
	};

	LOG_INF("No Wi-Fi yet");
	(void)net_mgmt(NET_REQUEST_WIFI_CONNECT, net_if_get_default(), &request, sizeof(request)); /* what came of it is seen the next time */
}

static void look(struct k_work *work)
{
	bool is_wanted = false;

	ARG_UNUSED(work);
	if (wanted.name[0] == '\0') {
		return;
	}
	const enum wifi_seen how = seen(&is_wanted);

	switch (wifi_watch_step(&watch, how, is_wanted, k_uptime_get())) {
	case WIFI_STEP_JOIN:
		join();
		break;
	case WIFI_STEP_LEAVE:
		LOG_WRN("Leaves the Wi-Fi, to join anew");
		(void)net_mgmt(NET_REQUEST_WIFI_DISCONNECT, net_if_get_default(), NULL, 0);
		break;
	case WIFI_STEP_RESTART:
		LOG_ERR("The Wi-Fi hears no order");
		atomic_set(&stuck, 1);
		break;
	case WIFI_STEP_WAIT:
		break;
	}
	(void)k_work_reschedule(&looking, K_MSEC(WIFI_WATCH_MS));
}

void wifi_join(const struct wifi_settings *settings)
{
	wanted = *settings;
	(void)k_work_reschedule(&looking, K_NO_WAIT);
}

bool wifi_is_stuck(void)
{
	return atomic_get(&stuck) != 0;
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

bool wifi_is_stuck(void)
{
	return false;
}

int8_t wifi_rssi_dbm(void)
{
	return 0;
}
#endif
