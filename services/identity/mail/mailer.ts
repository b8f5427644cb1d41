/** The mailer port, and the outbox that stands in where there is no mail server: a page shows what is in it. */
import type { AnyFact } from '@larder/contracts/fact.js';
import type { Clock } from '@larder/kit/time.js';
import type { Passes } from '../secrets/passes.js';
import type { Vault } from '../secrets/vault.js';

export interface Mail {
  /** The same mail has the same id, however often it is sent. */
  id: string;
  /** Whose key seals it where it is kept. */
  person: string;
  to: string;
  subject: string;
  html: string;
  text: string;
}

export interface Mailer {
  /** Resolves when the mail was handed over (`accepted`), or can never be (`refused`). Rejects when it should be tried again later. */
  send(mail: Mail): Promise<'accepted' | 'refused'>;
  close(): void;
}

/** Where nobody can look into an outbox either: nothing is said to be sent. */
export const NO_MAILER: Mailer = { send: async () => 'refused', close: () => undefined };

const KEPT_DAYS = 7;
export interface KeptMail extends Mail {
  at: string;
}

/** Keeps mails as passes, each sealed with the key of its person: forgotten with them. */
export class Outbox implements Mailer {
  constructor(private readonly passes: Passes, private readonly vault: Vault, private readonly clock: Clock) {}

  async send(mail: Mail): Promise<'accepted'> {
    const now = this.clock.now();
    const content = await this.vault.seal(mail.person, JSON.stringify({ ...mail, at: now.toISOString() }));
    await this.passes.put({ kind: 'mail', id: mail.id, owner: mail.person, group: '', content, expiresAt: new Date(now.getTime() + KEPT_DAYS * 86_400_000).toISOString() });
    return 'accepted';
  }

  /** Newest first. */
  async newest(limit: number): Promise<KeptMail[]> {
    const kept = await this.passes.newest('mail', this.clock.now().toISOString(), limit);
    const open = await Promise.all(kept.map(({ owner, content }) => this.vault.open(owner, content as string)));
    return open.flatMap((text) => (text ? [JSON.parse(text) as KeptMail] : []));
  }

  close(): void {}
}

/** Tells what becomes of each e-mail, so that a mail server that takes none is noticed before people miss theirs. */
export class Counted implements Mailer {
  constructor(private readonly mailer: Mailer, private readonly count: (outcome: 'accepted' | 'refused' | 'later') => void) {}

  async send(mail: Mail): Promise<'accepted' | 'refused'> {
    try {
      const outcome = await this.mailer.send(mail);
      this.count(outcome);
      return outcome;
    } catch (error) {
      this.count('later');
      throw error;
    }
  }

  close(): void {
    this.mailer.close();
  }
}

const REMEMBERED_DAYS = 30;
const SENT = 'sent-mail';

/** Sends each mail once: a crash, or a place in the log that was lost, makes services hear again of what they have written about. */
export class SentOnce implements Mailer {
  constructor(private readonly mailer: Mailer, private readonly passes: Passes, private readonly clock: Clock) {}

  async send(mail: Mail): Promise<'accepted' | 'refused'> {
    const now = this.clock.now();
    if (await this.passes.get(SENT, mail.id, now.toISOString())) return 'accepted';
    const outcome = await this.mailer.send(mail);
    const expiresAt = new Date(now.getTime() + REMEMBERED_DAYS * 86_400_000).toISOString();
    if (outcome === 'accepted') await this.passes.put({ kind: SENT, id: mail.id, owner: mail.person, group: '', content: true, expiresAt });
    return outcome;
  }

  close(): void {
    this.mailer.close();
  }
}

const WORTH_DAYS = 7;

/** Whether what happened is young enough to be written about; less than sent mails are remembered. */
export const isNews = ({ meta }: AnyFact, now: Date): boolean => now.getTime() - Date.parse(meta.at) < WORTH_DAYS * 86_400_000;

/** Injection token. */
export const MAILER = Symbol('mailer');
