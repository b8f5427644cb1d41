/** Orders between the link's thread, which hears them, and the machine's, which obeys; each is read into its place and stays there until it is obeyed. */
#ifndef LARDER_ORDER_QUEUE_H
#define LARDER_ORDER_QUEUE_H
#include "link/link.h"

/** Where the next order may be put; NULL while all places are taken. */
struct link_order *order_queue_place(void);
/** What was put there counts. */
void order_queue_add(void);
/** The oldest order; NULL when there is none. */
const struct link_order *order_queue_first(void);
/** It is obeyed: its place is free. */
void order_queue_drop(void);

#endif
