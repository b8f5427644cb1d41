import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Contract } from './request.js';

/** What each request has to bring, as it was noted when the request was new. */
const noted = JSON.parse(readFileSync(join(__dirname, 'request-needs.json'), 'utf8')) as Record<string, string[]>;

const isContract = (value: unknown): value is Contract => typeof value === 'object' && value !== null && 'subject' in value && 'door' in value && 'input' in value;

const contracts = readdirSync(__dirname, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts') && !name.startsWith('dist/'))
  .flatMap((name) => Object.values(jest.requireActual<Record<string, unknown>>(join(__dirname, name)))).filter(isContract);

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
}

/** The paths of what must not be missing, each with its type; of a choice between several shapes nothing more. */
function needsOf({ type = 'any', properties = {}, required = [], items }: Schema, path = ''): string[] {
  const within = required.flatMap((name) => needsOf(properties[name] ?? {}, path === '' ? name : `${path}.${name}`));
  return [...(path === '' ? [] : [`${path}: ${type}`]), ...within, ...(items ? needsOf(items, `${path}[]`) : [])];
}

const needs = Object.fromEntries(contracts.map(({ subject, input }): [string, string[]] => [subject, needsOf(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema).sort()]).sort(([one], [other]) => (one < other ? -1 : 1)));

describe('A request while services are updated one after the other', () => {
  it('asks for nothing that an older service does not send: what is new in it may be missing', () => {
    const more = Object.entries(needs).flatMap(([subject, its]) => its.filter((need) => noted[subject] && !noted[subject].includes(need)).map((need) => `${subject} needs ${need}`));
    expect(more).toEqual([]);
  });

  it('is noted when it is new', () => {
    expect(Object.keys(needs).length).toBeGreaterThan(100);
    // As it is here it belongs into request-needs.json.
    expect(Object.fromEntries(Object.entries(needs).filter(([subject]) => !noted[subject]))).toEqual({});
  });
});
