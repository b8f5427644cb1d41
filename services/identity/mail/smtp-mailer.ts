/** Mails by SMTP. */
import nodemailer from 'nodemailer';
import { refuse } from '@larder/contracts/reply.js';
import { Declined } from '@larder/kit/aside/passing.js';
import type { Mailer } from './mailer.js';

/** What nodemailer calls troubles with the server as such: no word about the one e-mail. */
const OF_THE_SERVER = new Set(['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS', 'ETLS', 'EPROTOCOL', 'EAUTH']);

/** @param url `smtp://user:password@host:port` or `smtps://…`: a password travels encrypted or not at all. `refused` tells of an address the server will not take. */
export function openSmtpMailer(url: string, from: string, refused: (error: unknown) => void): Mailer {
  const transport = nodemailer.createTransport({ url, pool: true, requireTLS: new URL(url).password !== '', connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 });
  return {
    async send({ id, to, subject, html, text }) {
      try {
        await transport.sendMail({ from, to, subject, html, text, messageId: `<${id}@larder>`, headers: { 'Auto-Submitted': 'auto-generated' } });
        return 'accepted';
      } catch (error) {
        const { code = 'unknown', responseCode = 0 } = error as { code?: string; responseCode?: number };
        // What servers answer repeats the address, and errors end up in logs.
        const words = `The mail server does not take an e-mail (${code} ${responseCode})`;
        if (OF_THE_SERVER.has(code) || (responseCode >= 400 && responseCode < 500)) throw new Declined(refuse('UNAVAILABLE', words));
        const told = new Error(words);
        if (responseCode < 500) throw told;
        refused(told);
        return 'refused';
      }
    },
    close: () => transport.close(),
  };
}
