/** The mailer port, and its adapters: SMTP, or an outbox that a page shows where there is no mail server. */
import nodemailer from 'nodemailer';
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

/** @param url `smtp://user:password@host:port` or `smtps://…`; refused tells of an address the server will not take */
export function openSmtpMailer(url: string, from: string, refused: (error: unknown) => void): Mailer {
  const transport = nodemailer.createTransport({ url, pool: true, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 });
  return {
    async send({ id, to, subject, html, text }) {
      try {
        await transport.sendMail({ from, to, subject, html, text, messageId: `<${id}@larder>`, headers: { 'Auto-Submitted': 'auto-generated' } });
        return 'accepted';
      } catch (error) {
        const { code = 'unknown', responseCode = 0 } = error as { code?: string; responseCode?: number };
        // What servers answer repeats the address, and errors end up in logs.
        const told = new Error(`The mail server does not take an e-mail (${code} ${responseCode})`);
        if (responseCode < 500) throw told;
        refused(told);
        return 'refused';
      }
    },
    close: () => transport.close(),
  };
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
