/** A condition that somebody should know of: raised, looked after and resolved in turn, one stream per condition. */
import type { AlertFact } from '@larder/contracts/alerts.js';
import { refuse, isRefusal, type Refusal } from '@larder/contracts/reply.js';
import { never, type Decider } from '@larder/kit/commands/decider.js';
import { attentionFrom, countedFrom, lostAt, outsideQuiet, stepDueAt, type EscalationPlan } from './notices/escalation.js';
import { sentenceOf } from './sentences.js';
import { followUp, note, noticed, type Noticed, type NoticeCommand } from './notices/noticing.js';

type Data<T extends AlertFact['type']> = Extract<AlertFact, { type: T }>['data'];
export type Raised = Data<'AlertRaised'>;
export type Heard = NonNullable<Raised['heard']>;

/** `now` is ISO 8601; `plan` is what the organization's rules say at that moment. */
export type AlertCommand =
  | { type: 'Raise'; alert: Omit<Raised, 'alertId'>; now: string; plan: EscalationPlan; heard?: Heard | undefined }
  /** The condition is gone. */
  | { type: 'Clear'; heard?: Heard | undefined }
  /** The slot is this product's now: what was said of another one is over. */
  | { type: 'ClearOther'; productId: string; heard?: Heard | undefined }
  | { type: 'Resolve'; alertId: string; reason: string }
  | { type: 'Reopen'; alertId: string; reason: string; now: string; plan: EscalationPlan }
  | { type: 'Acknowledge'; alertId: string; note?: string }
  | { type: 'Assign'; alertId: string; userId: string | null }
  | { type: 'Snooze'; alertId: string; until: string; reason?: string; now: string }
  | { type: 'Return'; alertId: string; now: string; plan: EscalationPlan }
  /** The time of `AlertWakeSet` has come. */
  | { type: 'Wake'; now: string; plan: EscalationPlan }
  | NoticeCommand;

export interface AlertState {
  /** The newest alert of the condition, if there ever was one. */
  last?: Raised;
  isOpen: boolean;
  /** How often the condition was raised; numbers the alerts of a condition. */
  raised: number;
  isAcknowledged: boolean;
  assignedTo: string | null;
  snoozedUntil?: string;
  /** How often the newest alert began to ask for attention, whether or not anybody was to be told. */
  round: number;
  next?: { step: number; beganAt: string; at: string };
  notices: Noticed;
  wakeAt: string | null;
  /** How far each stream was heard whose facts led to something here. */
  heard: Readonly<Record<string, number>>;
}

const initial: AlertState = { isOpen: false, raised: 0, isAcknowledged: false, assignedTo: null, round: 0, notices: {}, wakeAt: null, heard: {} };

export const alert: Decider<AlertCommand, AlertFact, AlertState> = {
  category: 'alert',
  initial,
  decide(command, state) {
    const heard = 'heard' in command ? command.heard : undefined;
    // After a crash facts are heard again: one that led to nothing then must not undo what later ones have led to.
    if (heard && heard.revision < (state.heard[heard.stream] ?? 0)) return [];
    const decided = decideAlone(command, state);
    if (isRefusal(decided) || decided.length === 0) return decided;
    const facts = heard ? decided.map((fact) => noting(fact, heard)) : decided;
    const after = facts.reduce(evolve, state);
    const at = nextWake(after);
    return at === after.wakeAt || !after.last ? facts : [...facts, { type: 'AlertWakeSet', data: { alertId: after.last.alertId, at } }];
  },
  evolve,
};

function decideAlone(command: AlertCommand, state: AlertState): AlertFact[] | Refusal {
  switch (command.type) {
    case 'Raise':
      return raise(command, state);
    case 'Clear':
      return clear(state);
    case 'ClearOther':
      return isOfOther(command.productId, state) ? clear(state) : [];
    case 'Reopen':
      return reopen(command, state);
    case 'Wake':
      return wake(command, state);
    case 'NoteDelivered':
    case 'NoteFailed':
      return state.last ? note(command, state.last.alertId, state.notices) : [];
    default:
      return state.isOpen && state.last?.alertId === command.alertId ? lookAfter(command, state) : refuse('CONFLICT', 'This alert is resolved already');
  }
}

function noting(fact: AlertFact, heard: Heard): AlertFact {
  switch (fact.type) {
    case 'AlertRaised':
      return { type: fact.type, data: { ...fact.data, heard } };
    case 'AlertChanged':
      return { type: fact.type, data: { ...fact.data, heard } };
    case 'AlertResolved':
      return { type: fact.type, data: { ...fact.data, heard } };
    default:
      return fact;
  }
}

const clear = ({ isOpen, last }: AlertState): AlertFact[] => (isOpen && last ? [{ type: 'AlertResolved', data: { alertId: last.alertId, how: 'cleared' } }] : []);
/** Not when either is not known: the catalog may be away. */
const isOfOther = (productId: string | undefined, { last }: AlertState): boolean => productId !== undefined && last?.product !== undefined && last.product.productId !== productId;

function raise({ alert: raised, now, plan }: Extract<AlertCommand, { type: 'Raise' }>, state: AlertState): AlertFact[] {
  const { last } = state;
  if (!state.isOpen || !last || isOfOther(raised.product?.productId, state)) {
    const fact = { ...raised, alertId: `${raised.condition}.${state.raised + 1}` };
    // Who looks after the one product does not know of the other yet.
    return [...clear(state), { type: 'AlertRaised', data: fact }, ...begin(fact, 1, now, plan, attentionFrom(raised, now))];
  }
  const { severity, message, telling, details, machine, product } = raised;
  // Another name alone is nothing worse or better.
  const before = sentenceOf(last, { machine: machine.name, product: product?.name }) ?? last.message;
  if (severity === last.severity && message === before) return [];
  return [{ type: 'AlertChanged', data: { alertId: last.alertId, severity, message, ...(telling !== undefined && { telling }), details } }, ...tellSooner({ ...raised, alertId: last.alertId }, now, plan, state)];
}

/** When it is worse than it was: whom nobody has told and nobody was going to is told, and who is to wait for the end of a quiet hour that does not hold for this is told before. */
function tellSooner(worse: Raised, now: string, plan: EscalationPlan, { next, notices, round, isAcknowledged, snoozedUntil }: AlertState): AlertFact[] {
  if (isAcknowledged || snoozedUntil !== undefined) return [];
  if (!next) return goOn(worse, now, plan, { round, notices });
  const { step, beganAt } = next;
  const at = stepDueAt(plan, worse.severity, step, beganAt, now);
  return at && at < next.at ? [{ type: 'EscalationPlanned', data: { alertId: worse.alertId, round, step, beganAt, at } }] : [];
}

/** Where telling had ended: those who have heard of it in this round have the time of the next ones once more. */
function goOn(worse: Raised, now: string, plan: EscalationPlan, { round, notices }: Pick<AlertState, 'round' | 'notices'>): AlertFact[] {
  const told = Object.values(notices).filter((notice) => notice.round === round).map(({ step }) => step);
  const from = attentionFrom(worse, now);
  if (told.length === 0) return begin(worse, round + 1, now, plan, from);
  const last = Math.max(...told);
  const beganAt = countedFrom(plan, last, '', from);
  const at = stepDueAt(plan, worse.severity, last + 1, beganAt, now);
  return at ? [{ type: 'EscalationPlanned', data: { alertId: worse.alertId, round, step: last + 1, beganAt, at } }] : [];
}

type Handling = Extract<AlertCommand, { type: 'Resolve' | 'Acknowledge' | 'Assign' | 'Snooze' | 'Return' }>;

/** What a person does about an alert that is open. */
function lookAfter(command: Handling, state: AlertState): AlertFact[] | Refusal {
  const { alertId } = command;
  switch (command.type) {
    case 'Resolve':
      return [{ type: 'AlertResolved', data: { alertId, how: 'operator', reason: command.reason } }];
    case 'Acknowledge':
      if (state.snoozedUntil) return refuse('CONFLICT', 'This alert is snoozed');
      return state.isAcknowledged ? [] : [{ type: 'AlertAcknowledged', data: { alertId, ...(command.note && { note: command.note }) } }];
    case 'Assign':
      return state.assignedTo === command.userId ? [] : [{ type: 'AlertAssigned', data: { alertId, userId: command.userId } }];
    case 'Snooze':
      if (command.until <= command.now) return refuse('BAD_INPUT', 'Please choose a time in the future');
      return [{ type: 'AlertSnoozed', data: { alertId, until: command.until, ...(command.reason && { reason: command.reason }) } }];
    case 'Return':
      return state.snoozedUntil && state.last ? [{ type: 'AlertReturned', data: { alertId } }, ...begin(state.last, state.round + 1, command.now, command.plan)] : [];
    default:
      return never(command);
  }
}

function reopen({ alertId, reason, now, plan }: Extract<AlertCommand, { type: 'Reopen' }>, { last, isOpen, round }: AlertState): AlertFact[] | Refusal {
  if (last?.alertId !== alertId) return refuse('CONFLICT', 'The same condition has raised a newer alert');
  if (isOpen) return refuse('CONFLICT', 'This alert is open already');
  return [{ type: 'AlertReopened', data: { alertId, reason } }, ...begin(last, round + 1, now, plan)];
}

/** A new round of telling people. */
function begin({ alertId, severity }: Pick<Raised, 'alertId' | 'severity'>, round: number, now: string, plan: EscalationPlan, beganAt = now): AlertFact[] {
  const at = stepDueAt(plan, severity, 0, beganAt, now);
  return at ? [{ type: 'EscalationPlanned', data: { alertId, round, step: 0, beganAt, at } }] : [];
}

function wake({ now, plan }: Extract<AlertCommand, { type: 'Wake' }>, state: AlertState): AlertFact[] {
  const { last, snoozedUntil, round } = state;
  if (!state.isOpen || !last) return [];
  if (snoozedUntil && snoozedUntil <= now) {
    const back: AlertFact[] = [{ type: 'AlertReturned', data: { alertId: last.alertId } }, ...begin(last, round + 1, now, plan)];
    // Whom nobody has to wait for is told with the same wake.
    return [...back, ...escalate(last, now, plan, back.reduce(evolve, state))];
  }
  return [...followUp(last.alertId, now, outsideQuiet(plan, last.severity, now), state.notices), ...escalate(last, now, plan, state)];
}

function escalate({ alertId, severity }: Raised, now: string, plan: EscalationPlan, { next, round }: AlertState): AlertFact[] {
  if (!next || next.at > now) return [];
  const { step, beganAt } = next;
  const due = stepDueAt(plan, severity, step, beganAt, now);
  if (!due) return [{ type: 'EscalationEnded', data: { alertId } }];
  // The rules have changed since it was planned, and now it is a quiet hour.
  if (due > now) return [{ type: 'EscalationPlanned', data: { alertId, round, step, beganAt, at: due } }];
  const told = (plan.steps[step]?.to ?? []).map((to, n): AlertFact =>
    ({ type: 'NoticeOrdered', data: { alertId, noticeId: `${alertId}.${round}.${step}.${n}`, round, step, to, orderedAt: now, tryAgainAt: lostAt(now) } }));
  const since = countedFrom(plan, step, beganAt, now);
  const at = stepDueAt(plan, severity, step + 1, since, now);
  return [...told, at ? { type: 'EscalationPlanned', data: { alertId, round, step: step + 1, beganAt: since, at } } : { type: 'EscalationEnded', data: { alertId } }];
}

function nextWake({ isOpen, snoozedUntil, next, notices }: AlertState): string | null {
  if (!isOpen) return null;
  const waiting = Object.values(notices).filter(({ state }) => state === 'waiting').map((notice) => notice.tryAgainAt);
  return [snoozedUntil, next?.at, ...waiting].filter((at) => at !== undefined).sort()[0] ?? null;
}

/** Somebody looks after it, or nobody has to: nobody else is told. */
const hush = (state: AlertState): AlertState => ({
  ...state, next: undefined, notices: Object.fromEntries(Object.entries(state.notices).map(([id, notice]) => [id, notice.state === 'waiting' ? { ...notice, state: 'settled' } : notice])),
});

const withHeard = ({ heard: before }: AlertState, { heard }: { heard?: Heard | undefined }): AlertState['heard'] => (heard ? { ...before, [heard.stream]: heard.revision } : before);

function evolve(state: AlertState, fact: AlertFact): AlertState {
  switch (fact.type) {
    case 'AlertRaised':
      return { ...initial, last: fact.data, isOpen: true, raised: state.raised + 1, wakeAt: state.wakeAt, heard: withHeard(state, fact.data) };
    case 'AlertChanged':
      return { ...state, last: state.last && { ...state.last, telling: undefined, ...fact.data }, heard: withHeard(state, fact.data) };
    case 'AlertResolved':
      return { ...hush(state), isOpen: false, snoozedUntil: undefined, heard: withHeard(state, fact.data) };
    case 'AlertReopened':
      return { ...state, isOpen: true, isAcknowledged: false, round: state.round + 1 };
    case 'AlertAcknowledged':
      return { ...hush(state), isAcknowledged: true };
    case 'AlertAssigned':
      return { ...state, assignedTo: fact.data.userId };
    case 'AlertSnoozed':
      return { ...hush(state), snoozedUntil: fact.data.until };
    case 'AlertReturned':
      return { ...state, snoozedUntil: undefined, isAcknowledged: false, round: state.round + 1 };
    case 'EscalationPlanned': {
      const { round, step, beganAt, at } = fact.data;
      return { ...state, round, next: { step, beganAt, at } };
    }
    case 'EscalationEnded':
      return { ...state, next: undefined };
    case 'AlertWakeSet':
      return { ...state, wakeAt: fact.data.at };
    default:
      return { ...state, notices: noticed(state.notices, fact) };
  }
}

/** The stream of a condition: organizations never share one. */
export const alertStream = (account: string, condition: string): string => `${account}.${condition}`;
