/** A simulated machine as a process of its own, that may be killed at any moment: it goes on where its file ends. */
import { setTimeout as pause } from 'node:timers/promises';
import type { DeviceEvent } from '@larder/contracts/device.js';
import { SimulatedDevice } from '@larder/simulator/device.js';
import { KeptOutbox } from '@larder/simulator/kept-outbox.js';
import { takenIn } from './takes.js';

const [machineId = '', secret = '', brokerUrl = '', epoch = '', file = ''] = process.argv.slice(2);
const MOVE_MS = 60;

const outbox = new KeptOutbox(epoch, file);
const before = [...outbox.history];
const did = (t: DeviceEvent['t'], sid: string, open?: boolean): boolean => before.some((event) => event.t === t && 'sid' in event && event.sid === sid && (event.t !== 'door' || event.open === open));
const done = before.filter((event) => event.t === 'done').map(({ id }) => id);

const device = new SimulatedDevice({
  machineId, secret, brokerUrl, epoch, outbox, obeyed: done, now: () => Date.now(), beatMs: 2_000,
  async obey({ do: action, sid }) {
    if (action === 'unlock' && sid) void visit(sid);
    return { ok: true };
  },
});

/** Whose guest stands there: an order to unlock that comes again brings no second one. */
const atTheDoor = new Set<string>();

/** One guest, who knows from the visit's id what to take. After a power cut whoever stands at an open door closes it. */
async function visit(sid: string): Promise<void> {
  if (did('door', sid, false) || atTheDoor.has(sid)) return;
  atTheDoor.add(sid);
  if (!did('door', sid, true)) {
    await pause(MOVE_MS);
    device.openDoor(sid);
    for (const { slot, quantity } of takenIn(sid)) {
      await pause(MOVE_MS);
      device.take(slot, quantity, sid);
    }
    await pause(MOVE_MS);
  }
  device.closeDoor(sid);
  atTheDoor.delete(sid);
}

await device.connect().catch(() => process.exit(1));
const last = done.findLast((id) => id.endsWith(':unlock'))?.slice(0, -':unlock'.length);
const open = before.findLast((event) => event.t === 'door' && event.open);
for (const sid of new Set([open && 'sid' in open ? open.sid : undefined, last])) if (sid) await visit(sid);
