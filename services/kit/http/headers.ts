/** Headers that every answer of every process carries, whoever writes it: nothing is stored, framed, guessed at or run, unless the answer says otherwise. */
import { ServerResponse, type IncomingMessage, type OutgoingHttpHeader, type OutgoingHttpHeaders } from 'node:http';
import type { Settings } from '../settings.js';

const A_YEAR_S = 31_536_000;

/** For answers that are data. What is shown as a page states a policy of its own. */
const DATA_SECURITY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

/** What browsers heed with pages only: of JSON they follow no link, run nothing and open no window. Every header costs each answer a two-hundredth of its time. */
const OF_PAGES = { 'referrer-policy': 'strict-origin-when-cross-origin', 'permissions-policy': 'camera=(), microphone=(), geolocation=(self)', 'cross-origin-opener-policy': 'same-origin' };

export const usualHeaders = ({ PUBLIC_URL }: Pick<Settings, 'PUBLIC_URL'>): Record<string, string> => ({
  'cache-control': 'no-store', 'content-security-policy': DATA_SECURITY, 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY',
  ...(PUBLIC_URL?.startsWith('https:') && { 'strict-transport-security': `max-age=${A_YEAR_S}; includeSubDomains` }),
  ...OF_PAGES,
});

type Said = OutgoingHttpHeaders | OutgoingHttpHeader[];

/**
 * The answers of a server (Node's option `ServerResponse`): they add the `usual` headers that the answer does not say itself, in the moment its head is written; JSON goes without those of pages.
 * That is below the framework, so what answers past it (the hosted sign-in, server-sent events) has them too, and is once, where setting each beforehand costs every request.
 */
export function answersWith(usual: Readonly<Record<string, string>>): typeof ServerResponse {
  const entries = Object.entries(usual);
  const flat = entries.flat();
  const ofData = entries.filter(([name]) => !Object.hasOwn(OF_PAGES, name)).flat(); // the others come last, so places are the same
  const valueAt = new Map(entries.map(([name], n) => [name, n * 2 + 1]));
  return class<Asked extends IncomingMessage = IncomingMessage> extends ServerResponse<Asked> {
    override writeHead(status: number, words?: string | Said, said?: Said): this {
      const own = typeof words === 'string' ? said : (said ?? words);
      const reason = typeof words === 'string' ? words : undefined;
      if (Array.isArray(own) || this.getHeaderNames().length > 0) {
        for (const [name, value] of entries) if (!this.hasHeader(name)) this.setHeader(name, value);
        return super.writeHead(status, reason, own);
      }
      const usualHere = String(own?.['content-type']).startsWith('application/json') ? ofData : flat;
      const all: OutgoingHttpHeader[] = [...usualHere];
      for (const name in own) {
        const n = valueAt.get(name.toLowerCase());
        if (n === undefined || n > usualHere.length) all.push(name, own[name] as OutgoingHttpHeader);
        else all[n] = own[name] as OutgoingHttpHeader;
      }
      return super.writeHead(status, reason, all);
    }
  };
}
