import type { UnreadFact } from '@larder/contracts/device.js';
import { given, stored, viewOf } from '@larder/kit/testing.js';
import { quarantine, unreadView } from './quarantine.js';

const at = (minute: number): string => new Date(Date.UTC(2026, 2, 1, 12, minute)).toISOString();
const unread = (minute: number): UnreadFact => ({ type: 'DeviceMessageUnread', data: { machineId: 'VM-1', channel: 'evt', receivedAt: at(minute), why: 'no JSON', bytes: 3, beginning: 'eHg=' } });
const put = (minute: number) => ({ type: 'Quarantine' as const, message: unread(minute).data });

describe('What nobody could read', () => {
  it('is kept', () => given(quarantine).when(put(0)).then(unread(0)));

  it('is kept twenty times an hour, and then only counted', () => {
    const twenty = Array.from({ length: 20 }, (_, n) => unread(n));
    given(quarantine, ...twenty).when(put(30)).thenNothing();
    given(quarantine, ...twenty).when(put(60)).then(unread(60));
    given(quarantine, ...twenty).when(put(-600)).then(unread(-600)); // the clock was ahead, and is put right
  });

  it('is shown newest first, the last fifty of a machine', () => {
    const row = viewOf(unreadView, 'VM-1', stored(Array.from({ length: 60 }, (_, n) => unread(n))));
    expect(row?.messages).toHaveLength(50);
    expect(row?.messages[0]).toEqual({ channel: 'evt', receivedAt: at(59), why: 'no JSON', bytes: 3, beginning: 'eHg=' });
  });
});
