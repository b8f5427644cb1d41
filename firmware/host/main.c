/** Runs the core's tests on this computer. */
int codec_suite(void);
int outbox_suite(void);
int outbox_model_suite(void);
int dedup_suite(void);
int items_suite(void);
int vend_guests_suite(void);
int vend_operators_suite(void);
int machine_visits_suite(void);
int machine_link_suite(void);
int machine_shelves_suite(void);
int machine_jolt_suite(void);
int machine_alone_suite(void);
int machine_trouble_suite(void);
int machine_dark_suite(void);
int machine_unpowered_suite(void);
int machine_broken_suite(void);
int machine_owner_suite(void);
int machine_world_suite(void);
int claim_suite(void);
int clock_sync_suite(void);
int wifi_watch_suite(void);

int main(void)
{
	return codec_suite() + outbox_suite() + outbox_model_suite() + dedup_suite() + items_suite() + vend_guests_suite() + vend_operators_suite() + machine_visits_suite() + machine_link_suite() + machine_shelves_suite() + machine_alone_suite() + machine_jolt_suite() + machine_trouble_suite() + machine_dark_suite() + machine_unpowered_suite() + machine_broken_suite() + machine_owner_suite() + machine_world_suite() + claim_suite() + clock_sync_suite() + wifi_watch_suite() == 0 ? 0 : 1;
}
