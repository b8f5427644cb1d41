/** Asking as the gateway itself, before it is known for whom. */
import type { Asked } from '@larder/kit/bus/ask.js';
import type { Kit } from '@larder/kit/kit.js';

export const asGateway = (kit: Kit): Asked => ({ caller: { kind: 'service', name: 'gateway' }, commandId: kit.chance.uuid(), correlationId: kit.chance.uuid() });
