/** The authority that signs the server's certificate, built in as DER. */
#include <zephyr/init.h>
#include <zephyr/logging/log.h>
#include <zephyr/net/tls_credentials.h>

LOG_MODULE_REGISTER(larder_tls, LOG_LEVEL_INF);

static const unsigned char authority[] = {
#include <larder_ca.der.inc>
};

static int add_authority(void)
{
	const int result = tls_credential_add(CONFIG_LARDER_CA_TAG, TLS_CREDENTIAL_CA_CERTIFICATE, authority, sizeof(authority));

	if (result != 0) {
		LOG_ERR("The built-in certificate is of no use (%d)", result);
	}
	return result;
}

SYS_INIT(add_authority, APPLICATION, CONFIG_APPLICATION_INIT_PRIORITY);
