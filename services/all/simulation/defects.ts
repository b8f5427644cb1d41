/** Defects that can be put into a simulated day, to see that its checks are not blind. They are switches of the simulation; the product has none. */
import type { DiskDefects } from './disk.js';
import type { MachineDefects } from './machine.js';
import type { RowDefects } from './rows.js';
import type { WireDefects } from './wire.js';

export interface Defects {
  disk: DiskDefects;
  wire: WireDefects;
  machine: MachineDefects;
  rows: RowDefects;
  /** Nothing that is due is ever looked at. */
  deadlinesSleep?: boolean;
  /** The payment provider counts a repeated request again. */
  providerForgetsKeys?: boolean;
  /** Payment messages are believed whoever signed them. */
  signaturesUnread?: boolean;
  /** The operator's browser sends a repeated request as a new one. */
  browserForgetsKeys?: boolean;
}

export const NONE: Defects = { disk: {}, wire: {}, machine: {}, rows: {} };

export const defects: Record<string, Defects> = {
  'the disk acknowledges facts before it keeps them': { ...NONE, disk: { forgetsAcknowledged: true } },
  'what was heard is noted before it is dealt with': { ...NONE, disk: { bookmarksRunAhead: true } },
  'facts vanish on the bus': { ...NONE, wire: { losesFacts: true } },
  'facts overtake each other on the bus': { ...NONE, wire: { reordersFacts: true } },
  'answers are mixed up on the bus': { ...NONE, wire: { mixesAnswers: true } },
  'the machine numbers an event anew when it sends it again': { ...NONE, machine: { renumbers: true } },
  'the machine forgets an event when it is sent': { ...NONE, machine: { forgetsEarly: true } },
  'rows of views are lost in writing': { ...NONE, rows: { losesRows: true } },
  'views are read for the wrong organization': { ...NONE, rows: { mixesAccounts: true } },
  'nothing that is due is done': { ...NONE, deadlinesSleep: true },
  'the provider counts a repeated request again': { ...NONE, providerForgetsKeys: true },
  'payment messages are believed unsigned': { ...NONE, signaturesUnread: true },
  'a repeated click is sent as a new one': { ...NONE, browserForgetsKeys: true },
};
