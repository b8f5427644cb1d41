/** The mailer port, and the outbox that stands in where there is no mail server: a page shows what is in it. */
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

/** Injection token. */
export const MAILER = Symbol('mailer');
