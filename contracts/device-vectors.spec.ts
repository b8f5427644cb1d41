import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ZodType } from 'zod';
import { deviceEvent, deviceOrder, deviceTelemetry, PASSING_REFUSALS } from './device.js';

const root = join(__dirname, '..');

interface Example {
  name: string;
  message?: unknown;
  /** What JSON cannot say of itself. */
  text?: string;
}
type Examples = Record<'valid' | 'older' | 'tolerated' | 'invalid', Example[]>;

const contracts: [string, ZodType][] = [['events', deviceEvent], ['telemetry', deviceTelemetry], ['orders', deviceOrder]];

describe.each(contracts)('Of the %s of device protocol v1', (file, contract) => {
  const { valid, older, tolerated, invalid } = JSON.parse(readFileSync(join(root, `contracts/device/${file}.json`), 'utf8')) as Examples;

  it.each(valid)('$name is understood, to the last field', (example) => expect(contract.parse(read(example))).toEqual(example.message));

  it.each([...older, ...tolerated])('$name is understood', (example) => expect(contract.safeParse(read(example)).error).toBeUndefined());

  it.each(invalid)('$name is refused', (example) => expect(contract.safeParse(read(example)).success).toBe(false));
});

it('The firmware is built from this very contract: run `npm run build && node firmware/generate.mjs` when it is not', async () => {
  const script = join(root, 'firmware/generate.mjs');
  const { generated } = (await import(script)) as { generated(root: string): Record<string, string> };
  for (const [path, text] of Object.entries(generated(root))) expect({ path, text: readFileSync(join(root, path), 'utf8') }).toEqual({ path, text });
});

it('The firmware refuses in the words that are known here', () => {
  const folder = join(root, 'firmware/src/machine');
  const firmware = readdirSync(folder).filter((file) => file.endsWith('.c')).map((file) => readFileSync(join(folder, file), 'utf8')).join('');
  expect([...PASSING_REFUSALS].filter((words) => !firmware.includes(`"${words}"`))).toEqual([]);
});

/** What is no JSON reads as undefined, as in the adapter. */
function read({ message, text }: Example): unknown {
  if (text === undefined) return message;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
