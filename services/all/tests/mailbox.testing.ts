/** For system tests: reads the e-mails the product has sent, as somebody with their mailbox open. */
import { until } from '@larder/kit/testing.js';
import type { TestLarder } from './testing.js';

export interface ReadMail {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

const mails = async ({ url }: Pick<TestLarder, 'url'>): Promise<ReadMail[]> => (await fetch(`${url}/dev/mailbox.json`)).json() as Promise<ReadMail[]>;

/** Waits for an e-mail to `to` whose subject matches, other than those in `seen`, which it joins. */
export function mailTo(larder: Pick<TestLarder, 'url'>, to: string, subject: RegExp, seen: Set<string>): Promise<ReadMail> {
  return until(`${to} gets ${subject}`, async () => {
    const found = (await mails(larder)).find((mail) => mail.to === to && subject.test(mail.subject) && !seen.has(mail.id));
    if (found) seen.add(found.id);
    return found;
  });
}

/** Those that are there now. */
export const lettersTo = async (larder: Pick<TestLarder, 'url'>, to: string, subject: RegExp): Promise<ReadMail[]> => (await mails(larder)).filter((mail) => mail.to === to && subject.test(mail.subject));

export const codeIn = ({ text }: ReadMail): string => /^ {4}(\d{6})$/m.exec(text)?.[1] ?? '';
/** The path of the first link of ours. */
export const linkIn = ({ text }: ReadMail): string => new URL(/^https?:\S+$/m.exec(text)?.[0] ?? '').href.replace(/^https?:\/\/[^/]+/, '');
