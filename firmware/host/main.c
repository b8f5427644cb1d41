/** Runs the core's tests on this computer. */
int codec_suite(void);
int outbox_suite(void);
int outbox_model_suite(void);
int dedup_suite(void);
int items_suite(void);
int vend_suite(void);
int machine_suite(void);
int claim_suite(void);

int main(void)
{
	return codec_suite() + outbox_suite() + outbox_model_suite() + dedup_suite() + items_suite() + vend_suite() + machine_suite() + claim_suite() == 0 ? 0 : 1;
}
