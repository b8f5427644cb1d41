/** The guest's pages translate what the services say by its words: who changes one here changes it there. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { givenBackBecause, guestRefusals } from '@larder/contracts/vending/guest-sentences.js';

const services = join(__dirname, '../../..');
const sources = readdirSync(services, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts') && !/(^|\/)dist\/|spec\.ts|testing\.ts/.test(file)).map((file) => readFileSync(join(services, file), 'utf8')).join('\n');

it.each([...guestRefusals, ...givenBackBecause])('%s', (sentence) => {
  // Around what differs.
  expect(sentence.split(/\{\w+\}/).filter((part) => !sources.includes(part))).toEqual([]);
});
