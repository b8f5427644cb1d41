import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { currencies } from '@larder/contracts/currencies.js';
import { givenBackBecause, guestRefusals, visitSentences } from '@larder/contracts/vending/guest-sentences.js';
import type { Receipt } from '@larder/contracts/vending/receipts.js';
import type { SessionView } from '@larder/contracts/vending.js';
import { formatAmount } from '../../../lib/money-and-time.js';
import { disputeText, holdText, mailedText, NOT_YOURS } from '../receipt/receipt-texts.js';
import { afterLeaving, afterPaying, noSession } from '../visit/left-checkout.js';
import { cancelRefusal, payRefusal, unheard } from '../visit/refusals.js';
import { sessionScreen, spokenState } from '../visit/session-screen.js';
import { amountIn } from './amounts.js';
import { languageOf, languages } from './languages.js';
import { language, say, use } from './say.js';
import { sentences, type Words } from './sentences.js';
import { standInSentences, type StandInWords } from './stand-in-sentences.js';

const others = Object.keys(languages).filter((code) => code !== 'en');
const wordsIn = async (code: string): Promise<Words> => ((await import(`./in/${code}.js`)) as { words: Words }).words;
const standInWordsIn = async (code: string): Promise<StandInWords> => ((await import(`./stand-ins/${code}.js`)) as { words: StandInWords }).words;
const holes = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();
const reasons = givenBackBecause.map((reason) => reason.charAt(0).toLowerCase() + reason.slice(1));
const all: readonly string[] = [...sentences, ...visitSentences, ...guestRefusals, ...reasons];

it('there is a file for each language that can be chosen, and no other', () => {
  for (const folder of ['in', 'stand-ins']) expect(readdirSync(join(__dirname, folder)).sort()).toEqual(others.map((code) => `${code}.ts`).sort());
});

it.each(others)('in %s every sentence says what differs in it, and says it in that language', async (code) => {
  const words = await wordsIn(code);
  expect(Object.keys(words).sort()).toEqual([...new Set(all)].sort());
  expect(Object.entries(words).filter(([sentence, said]) => String(holes(sentence)) !== String(holes(said)))).toEqual([]);
  expect(Object.entries(words).filter(([sentence, said]) => sentence === said && sentence.length > 40)).toEqual([]);
});

it.each(others)('in %s the test checkout and the simulated tag say all of theirs, which nobody loads with what is said otherwise', async (code) => {
  const words = await standInWordsIn(code);
  expect(Object.keys(words).sort()).toEqual([...standInSentences].sort());
  expect(Object.entries(words).filter(([sentence, said]) => String(holes(sentence)) !== String(holes(said)) || sentence === said)).toEqual([]);
  expect(standInSentences.filter((sentence) => all.includes(sentence))).toEqual([]);
});

it.each([['de-AT', 'de'], ['NB-no', 'nb'], ['no', 'nb'], ['nn-NO', 'nb'], ['iw-IL', 'he'], ['zh-Hant-TW', 'zh'], ['uk-UA', undefined], ['constructor', undefined], ['', undefined]])('a phone that says %j reads %s', (tag, language) => {
  expect(languageOf(tag)).toBe(language);
});

it('in Hebrew an amount stands apart from the words around it, whose sign would go elsewhere', () => {
  expect(amountIn('he', '$2.50')).toBe(`\u2068${new Intl.NumberFormat('he', { style: 'currency', currency: 'USD' }).format(2.5)}\u2069`);
});

describe('In German', () => {
  beforeAll(async () => use('de', await wordsIn('de')));

  it('a sentence keeps what differs in it, words in the middle of one are looked up, and what nobody knows stays as it is', () => {
    expect(language).toBe('de');
    expect(say('Total')).toBe('Summe');
    expect(say('$2.50 is still due for the items you took.')).toBe('Für die entnommenen Artikel sind noch 2,50\u00a0$ zu bezahlen.');
    expect(say('$2.75 refunded: the machine saw it come back.')).toBe('2,75\u00a0$ erstattet: der Automat hat gesehen, dass es zurückkam.');
    expect(say('Not refunded: It was cold (and {amount} of it)')).toBe('Nicht erstattet: It was cold (and {amount} of it)');
    expect(say('Cola')).toBe('Cola');
  });

  it('an amount is written as in German, alone and in a sentence, and what only looks like one is not', () => {
    expect(currencies.filter((code) => say(formatAmount(-1234.5, code)) !== new Intl.NumberFormat('de', { style: 'currency', currency: code }).format(-1234.5))).toEqual([]);
    expect(say('€2.50')).toBe('2,50\u00a0€');
    expect(say('€2.50 are held on your card. You pay only for what you take.')).toBe('2,50\u00a0€ sind auf Ihrer Karte reserviert. Sie bezahlen nur, was Sie nehmen.');
    expect(['Cola 2.50', '2.50', '$2.5', '₿2.50'].map(say)).toEqual(['Cola 2.50', '2.50', '$2.5', '₿2.50']);
  });

  it.each(currencies)('a sentence with an amount in %s is one', (currency) => expect(say(`${formatAmount(1234.5, currency)} refunded`)).toBe(`${say(formatAmount(1234.5, currency))} erstattet`));

  it('a host\'s own words are never taken for the end of another sentence, which would say that something is given back', () => {
    expect(say('Not refunded: You were already refunded.')).toBe('Nicht erstattet: You were already refunded.');
    expect(say('Not refunded: the rest is on its way back to you.')).toBe('Nicht erstattet: the rest is on its way back to you.');
    expect(say('$1.00 refunded, and not the rest: that was refunded.')).toBe('1,00\u00a0$ erstattet, der Rest nicht: that was refunded.');
  });

  const isKnown = (text: string): boolean => say(text) !== text;
  const unknown = (texts: readonly (string | undefined)[]): string[] => [...new Set(texts.filter((text): text is string => !!text))].filter((text) => !isKnown(text));

  it('every sentence in the source of the pages is known', () => {
    const folder = join(__dirname, '..');
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file) && !/spec|^words/.test(file)).map((file) => readFileSync(join(folder, file), 'utf8'));
    const written = sources.flatMap((source) => [...source.matchAll(/say\((?:'([^']*)'|"([^"]*)")\)|<(?:Page|SessionError) title="([^"]*)"|(?:heading|says|text|label|message): '([^']+)'/g)].map((found) => found.slice(1).find((one) => one !== undefined)));
    expect(written.length).toBeGreaterThan(60);
    const ofStandIns: readonly string[] = standInSentences;
    expect(unknown(written.filter((text) => text === undefined || !ofStandIns.includes(text)))).toEqual([]);
  });

  it('what a visit says in each of its states is known', () => {
    const cola = { name: 'Cola', sku: 'COL-1', quantity: 2, price: 1.5 };
    const visit: SessionView = { sessionId: 's', status: 'active', items: [], totalAmount: 3, currency: 'USD', committed: false, timeRemaining: 300, expiresAt: '2026-01-01T00:05:00Z', machine: { machineId: 'VM-001', name: 'Lobby', location: { address: 'Main St 1' } } };
    const statuses: SessionView['status'][] = ['active', 'committed', 'payment_pending', 'completed', 'cancelled', 'expired'];
    const holds: SessionView['hold'][] = [undefined, { amount: 15, state: 'needed' }, { amount: 15, state: 'placed', charged: 2 }, { amount: 15, state: 'settled', charged: 2, released: 13 }];
    const views = statuses.flatMap((status) => holds.flatMap((hold) => [[], [cola], [{ ...cola, quantity: 1 }]].map((items): SessionView => ({ ...visit, status, items, ...(hold && { hold }) }))));
    expect(unknown(views.flatMap((view) => [0, 5, 20, 45, 272].flatMap((left) => [...sessionScreen(view, left).notes.map(({ text }) => text), ...spokenState(view, left)])))).toEqual([]);
    expect(unknown(views.flatMap((view) => [afterLeaving(view), noSession].flatMap(({ heading, says }) => [heading, ...says])))).toEqual([]);
    expect(unknown([...statuses, undefined].map(afterPaying).flatMap(({ heading, says }) => [heading, says]))).toEqual([]);
  });

  it('what is refused is known', () => {
    const network = { ok: false, code: 'NETWORK', message: 'Network error. Please check your connection.' } as const;
    const blocked = { ok: false, code: 'CANCELLATION_BLOCKED', message: '', data: { itemsToReturn: [{ name: 'Cola', quantity: 2 }] } } as const;
    expect(unknown([cancelRefusal(network), cancelRefusal(blocked), cancelRefusal({ ...blocked, data: undefined }), unheard(network, true), unheard(network, false), payRefusal(network, true), payRefusal(network, false), payRefusal({ ...network, code: 'INTERNAL', message: '' }, true)])).toEqual([]);
  });

  it('what a receipt says is known', () => {
    const cola: Receipt['lines'][number] = { line: 0, name: 'Cola', quantity: 1, unitPrice: 2.75, amount: 2.75, refunded: 0, refunding: 0, disputable: true };
    const said = (['open', 'approved', 'refunded', 'declined'] as const).flatMap((state) => [undefined, ...givenBackBecause].flatMap((reason) => [0, 1, 2.75].flatMap((refunded) => [0, 1].map((refunding) => disputeText({ ...cola, refunded, refunding, dispute: { claim: 'wrong', state, amount: 1, ...(reason && { reason }) } }, 'USD')?.text))));
    expect(unknown([...said, disputeText({ ...cola, refunding: 1 }, 'USD')?.text, disputeText({ ...cola, refunded: 1 }, 'USD')?.text, holdText({ held: 15, charged: 6, released: 9 }, 'USD'), mailedText('sent', 'a@b.c'), mailedText('waiting', 'a@b.c'), NOT_YOURS])).toEqual([]);
  });
});
