/** Who and what something is about: as facts name it, and as a log may. */
import type { AnyFact } from '@larder/contracts/fact.js';
import type { Caller } from '@larder/contracts/roles.js';
import type { Asked } from './bus/ask.js';

/** As facts name who did it. */
export function actorOf(caller: Caller): string {
  switch (caller.kind) {
    case 'user':
    case 'person':
      return `user:${caller.id}`;
    case 'program':
      return `program:${caller.id}`;
    case 'guest':
      return 'guest';
    case 'device':
      return `device:${caller.machineId}`;
    case 'service':
      return `system:${caller.name}`;
  }
}

/** What a log may say of whoever an error happened to; `request` is what facts call the correlation id. */
export interface About {
  request?: string;
  by?: string;
  account?: string;
  machineId?: string;
  due?: string;
  file?: string;
}

/** Of somebody who asks. */
export const aboutAsked = ({ correlationId: request, caller }: Asked): About => ({ request, by: actorOf(caller), ...('account' in caller && { account: caller.account }) });

/** Where to look for what it happened to. */
export const aboutFact = ({ id, type, stream, meta }: AnyFact): object => ({ fact: id, type, stream, request: meta.correlationId });
