/** Asking as the gateway itself, before it is known for whom. */
import type { Asked } from '@larder/kit/bus/ask.js';
import type { Kit } from '@larder/kit/kit.js';

/** `id`: of the request because of which it asks, if there is one. */
export const asGateway = (kit: Kit, id = kit.chance.uuid()): Asked => ({ caller: { kind: 'service', name: 'gateway' }, commandId: id, correlationId: id });
