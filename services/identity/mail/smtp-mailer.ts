/** Mails by SMTP. */
import nodemailer from 'nodemailer';
import type { Mailer } from './mailer.js';

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
