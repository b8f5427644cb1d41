import { sendNotice } from '@larder/contracts/identity.js';
import type { AlertRow } from '../alert-view.js';
import { mailOf } from './notice-texts.js';

const row: AlertRow = {
  _id: 'unseen_slot.VM-001.1', condition: 'unseen_slot.VM-001', type: 'unusual_activity', severity: 'high', message: 'Lobby has no sensor for A1', createdAt: '2026-03-01T12:00:00.000Z', isResolved: false, details: {},
  machine: { machineId: 'VM-001', name: 'Lobby', location: { address: '1 Main Street' } }, handling: 'new', undelivered: 0, history: [], notices: [],
};
const mail = (message: string) => mailOf({ row: { ...row, message }, step: 1, orderedAt: row.createdAt }, 'UTC');

describe('The e-mail about an alert', () => {
  it('says what is so, where, and since when', () =>
    expect(mail(row.message)).toMatchObject({ subject: '[High] Lobby has no sensor for A1', lines: ['Lobby has no sensor for A1', 'Machine: Lobby (VM-001), 1 Main Street', expect.stringMatching(/^Raised Mar 1, 2026, 12:00\sPM \(UTC\)$/)] }));

  it('says what a guest took and has not paid for', () =>
    expect(mailOf({ row: { ...row, details: { items: [{ name: 'Cola', quantity: 2 }, { name: 'שוקולד', quantity: 1 }] } }, step: 1, orderedAt: row.createdAt }, 'UTC').lines[1]).toBe('Taken: 2x Cola, 1x \u2068שוקולד\u2069'));

  it('can be handed over however many slots the alert names', () => {
    const long = mail(`Lobby has no sensor for ${Array.from({ length: 250 }, (_, n) => `SHELF${n}`).join(', ')}`);
    expect(sendNotice.input.safeParse({ id: 'n1', account: 'acme', to: { userId: 'u1' }, ...long }).error).toBeUndefined();
    expect(long.lines[0]).toMatch(/^Lobby has no sensor for SHELF0, SHELF1, .*…$/);
  });
});
