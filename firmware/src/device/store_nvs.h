/** The record store on the device's flash. */
#ifndef LARDER_STORE_NVS_H
#define LARDER_STORE_NVS_H
#include "outbox/record_store.h"

/** The store, or NULL when its partition cannot be mounted. Also to be called again after store_clear. */
const struct record_store *store_open(void);
/** Erases the partition, also one that cannot be mounted; nothing is written until store_open. A new epoch begins with the next start. 0 or a negative error. */
int store_clear(void);

#endif
