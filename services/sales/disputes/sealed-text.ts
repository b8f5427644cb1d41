/** A guest's words do not lie open in the log: they are sealed with the organization's key, and opened for its screens. */
import { MOST_OPENED, openTexts, sealTexts } from '@larder/contracts/identity.js';
import { isRefusal, type Refusal } from '@larder/contracts/reply.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import type { Kit } from '@larder/kit/kit.js';

/** Nothing for no words; refused when they cannot be sealed now, and then nothing may be written. */
export async function sealedText(kit: Kit, account: string, text: string | undefined, asked: Asked): Promise<{ text?: string } | Refusal> {
  if (!text) return {};
  const answer = await kit.ask(sealTexts, { account, texts: [text] }, asked);
  return isRefusal(answer) ? answer : { text: answer.sealed[0] };
}

/** By what they were sealed as; those that cannot be opened now are missing. */
export async function openedTexts(kit: Kit, account: string, sealed: readonly string[], asked: Asked): Promise<Map<string, string>> {
  const opened = new Map<string, string>();
  for (let from = 0; from < sealed.length; from += MOST_OPENED) {
    const some = sealed.slice(from, from + MOST_OPENED);
    const answer = await kit.ask(openTexts, { account, sealed: some }, asked);
    if (isRefusal(answer)) continue;
    for (const [n, one] of some.entries()) if (answer.texts[n]) opened.set(one, answer.texts[n]);
  }
  return opened;
}
