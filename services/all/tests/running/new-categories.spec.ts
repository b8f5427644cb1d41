/** A new category of streams is published by one version and written to by the next: a copy of before that runs beside it would publish past it, and every reaction would miss its facts. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Noted {
  /** By the service that publishes them; every version that may still run beside this one does. */
  published: Record<string, readonly string[]>;
  /** New ones: which version publishes it (the service stands before the category), and of package.json the first that does. */
  announced: Record<string, string>;
  /** No service publishes them, so nobody reacts to them. */
  heardByNobody: readonly string[];
}
type Told = [service: string, category: string];

const noted = JSON.parse(readFileSync(join(__dirname, 'published-categories.json'), 'utf8')) as Noted;
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const sourcesOf = (kind: RegExp): string[] => readdirSync('services', { recursive: true, encoding: 'utf8' })
  .filter((name) => kind.test(name) && !/(^|\/)(dist|node_modules|tests)\//.test(name)).map((name) => readFileSync(join('services', name), 'utf8'));

const told = (by: Record<string, readonly string[]>): Told[] => Object.entries(by).flatMap(([service, categories]) => categories.map((category): Told => [service, category]));
const publishes = (texts: readonly string[]): Told[] => texts.flatMap((text) => [...text.matchAll(/name: '([\w-]+)',\s*categories: \[([^\]]+)\]/g)].flatMap(([, service = '', list = '']) => [...list.matchAll(/'([\w-]+)'/g)].map(([, category = '']): Told => [service, category])));
/** A decider says which streams it writes. */
const writes = (texts: readonly string[]): string[] => texts.flatMap((text) => [...text.matchAll(/: Decider<[^]*?= \{\s*category: '([\w-]+)'/g)].map(([, category = '']) => category));

/** What has to be noted or to wait, in words for whoever added it. */
function wrongOf({ published, announced, heardByNobody }: Noted, now: { publishes: readonly Told[]; writes: readonly string[]; version: string }): string[] {
  const known = new Set([...told(published).map(String), ...Object.keys(announced).map((one) => one.replace(' ', ','))]);
  const isPublished = new Set(now.publishes.map(String));
  const tooEarly = new Set(Object.entries(announced).filter(([, since]) => since === now.version).map(([one]) => one.split(' ')[1]));
  const categories = new Set(now.publishes.map(([, category]) => category));
  return [
    ...[...isPublished].filter((one) => !known.has(one)).map((one) => `${one} is published for the first time: note it as announced, with this version`),
    ...[...known].filter((one) => !isPublished.has(one)).map((one) => `${one} is not published any more`),
    ...now.writes.filter((category) => tooEarly.has(category)).map((category) => `${category} is written to by the version that publishes it first: only the next one may`),
    ...now.writes.filter((category) => !categories.has(category) && !heardByNobody.includes(category)).map((category) => `${category} is written to and nobody publishes it: publish it in one version, and write to it in the next`),
  ];
}

it('nothing is written to streams that the version before does not publish', () => {
  const now = { publishes: publishes(sourcesOf(/\.module\.ts$/)), writes: writes(sourcesOf(/^[^.]+\.ts$/)), version };
  expect(now.writes).toEqual(expect.arrayContaining([...told(noted.published).map(([, category]) => category), ...noted.heardByNobody]));
  expect(wrongOf(noted, now)).toEqual([]);
});

it('a category that is new is refused until it was announced, and written to only by a later version than the one that announced it', () => {
  const before: Noted = { published: { fleet: ['machine'] }, announced: {}, heardByNobody: ['call'] };
  const announced = { ...before, announced: { 'fleet round': '1.1.0' } };
  const [silent, at]: [Told[], string] = [[['fleet', 'machine']], '1.1.0'];
  const both: Told[] = [...silent, ['fleet', 'round']];
  expect(wrongOf(before, { publishes: silent, writes: ['machine', 'call'], version: at })).toEqual([]);
  expect(wrongOf(before, { publishes: silent, writes: ['round'], version: at })).toEqual([expect.stringMatching(/^round is written to and nobody publishes it/)]);
  expect(wrongOf(before, { publishes: both, writes: ['machine', 'round'], version: at })).toEqual([expect.stringMatching(/^fleet,round is published for the first time/)]);
  expect(wrongOf(announced, { publishes: both, writes: ['machine'], version: at })).toEqual([]);
  expect(wrongOf(announced, { publishes: both, writes: ['round'], version: at })).toEqual([expect.stringMatching(/^round is written to by the version that publishes it first/)]);
  expect(wrongOf(announced, { publishes: both, writes: ['round'], version: '1.2.0' })).toEqual([]);
  expect(wrongOf(announced, { publishes: silent, writes: [], version: '1.2.0' })).toEqual([expect.stringMatching(/^fleet,round is not published any more/)]);
});
