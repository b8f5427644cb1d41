/** A hundred thousand messages that chance has spoilt: none breaks anything, each is counted once, and of what nobody could read some is kept to look at. */
import { readFileSync } from 'node:fs';
import { connectAsync } from 'mqtt';
import { eventTopic, telemetryTopic, type UnreadMessage } from '@larder/contracts/device.js';
import { Intake } from '@larder/device-adapter/intake/intake.js';
import { standingClock, until } from '@larder/kit/testing.js';
import { seeded } from '../breaking.testing.js';
import { startLarder, type AddedMachine, type TestLarder } from '../testing.js';

const STRAIGHT = 100_000;
const OVER_MQTT = 3_000;
/** Fewer than a machine may say at once, telemetry included. */
const BATCH = 500;

const clock = standingClock();
const random = seeded(8);
let larder: TestLarder;
let machine: AddedMachine;

beforeAll(async () => {
  larder = await startLarder({ clock });
  // What it says by itself would be counted too.
  machine = await larder.addMachine({ slots: [], beatMs: 3_600_000 });
  await machine.device.disconnect(); // so would its answers to what it is told
});
afterAll(() => larder.stop());

const examples = ['events', 'telemetry'].flatMap((file) => {
  const { valid, older, tolerated, invalid } = JSON.parse(readFileSync(`contracts/device/${file}.json`, 'utf8')) as Record<string, { message?: unknown; text?: string }[]>;
  return [...(valid ?? []), ...(older ?? []), ...(tolerated ?? []), ...(invalid ?? [])].map(({ message, text }) => ({ channel: file === 'events' ? 'evt' as const : 'tel' as const, bytes: Buffer.from(text ?? JSON.stringify(message)) }));
});
const upTo = (n: number): number => Math.floor(random() * n);
const PIECES = ['{', '}', '[', ']', '"', ',', ':', '\\', '\\u0000', '1e999', '-1', '4294967296', 'null', 'true', '"__proto__":{}', '\u0000', '\ufeff', '"t":"door"', '"e":"deadbeef"', '9'.repeat(400)];

/** One to four wounds: a bit, a byte, a hole, a piece of something else, a doubled part, an end too early. */
function spoilt(): { channel: 'evt' | 'tel'; bytes: Buffer } {
  const { channel, bytes: whole } = examples[upTo(examples.length)] as (typeof examples)[number];
  let bytes: Buffer = Buffer.from(whole);
  for (let wounds = 1 + upTo(4); wounds > 0; wounds--) {
    const at = upTo(bytes.length + 1);
    const [head, tail] = [bytes.subarray(0, at), bytes.subarray(at)];
    const wound = [
      () => (at < bytes.length ? Buffer.concat([head, Buffer.from([(bytes[at] as number) ^ (1 << upTo(8))]), tail.subarray(1)]) : bytes),
      () => Buffer.concat([head, Buffer.from([upTo(256)]), tail.subarray(1)]),
      () => Buffer.concat([head, tail.subarray(1 + upTo(8))]),
      () => Buffer.concat([head, Buffer.from(PIECES[upTo(PIECES.length)] as string), tail]),
      () => Buffer.concat([head, bytes.subarray(upTo(at + 1), at), tail]),
      () => head,
    ][upTo(6)] as () => Buffer;
    bytes = wound();
  }
  return { channel, bytes };
}

/** How many messages were taken in, in whatever way; what was held back and then stored counts once. */
async function counts(): Promise<Record<string, number>> {
  const { values } = await larder.kit.metrics.deviceMessages.get();
  return Object.fromEntries(values.filter(({ labels }) => labels.outcome !== 'released').map(({ labels, value }) => [String(labels.outcome), value]));
}
const sum = (of: Record<string, number>): number => Object.values(of).reduce((all, one) => all + one, 0);

it(`${STRAIGHT} straight into the intake are each counted once`, async () => {
  const intake = larder.part(Intake);
  const before = sum(await counts());
  for (let sent = 0; sent < STRAIGHT; sent += BATCH) {
    for (let n = 0; n < BATCH; n++) {
      const { channel, bytes } = spoilt();
      intake.receive(machine.machineId, channel, bytes);
    }
    await until(`${sent + BATCH} are counted`, async () => sum(await counts()) === before + sent + BATCH);
    clock.pass(5_000);
  }
  const { malformed = 0, duplicate = 0, stored = 0, failed = 0, flooded = 0, flooded_telemetry: telemetry = 0 } = await counts();
  expect(malformed).toBeGreaterThan(STRAIGHT / 2);
  expect(duplicate + stored).toBeGreaterThan(500);
  expect({ failed, flooded, telemetry }).toEqual({ failed: 0, flooded: 0, telemetry: 0 });
}, 300_000);

it(`${OVER_MQTT} over MQTT are each counted once, and the machine is still heard`, async () => {
  const { machineId, secret } = machine;
  const mute = await connectAsync(larder.mqttUrl, { clientId: machineId, username: machineId, password: secret, protocolVersion: 4, reconnectPeriod: 0 });
  const before = sum(await counts());
  for (let sent = 0; sent < OVER_MQTT; sent += BATCH) {
    for (let n = 0; n < BATCH; n++) {
      const { channel, bytes } = spoilt();
      mute.publish(channel === 'evt' ? eventTopic(machineId) : telemetryTopic(machineId), bytes);
    }
    await until(`${sent + BATCH} are counted`, async () => sum(await counts()) === before + sent + BATCH);
    clock.pass(5_000);
  }
  await mute.endAsync();
  await machine.device.connect();
  machine.device.tap('VM-1-001');
  await until('it is acknowledged', () => machine.device.waiting === 0);
  expect((await larder.kit.metrics.surprises.get()).values).toEqual([]);
}, 60_000);

it('a machine that floods waits for itself: telemetry goes first, no event is lost, and its neighbour notices nothing', async () => {
  const neighbour = await larder.addMachine({ slots: [] });
  const before = await counts();
  for (let n = 0; n < 5_000; n++) machine.device.sendRaw('tel', '{"v":1,"t":"got","id":"none"}');
  await until('all of it was heard', async () => sum(await counts()) >= sum(before) + 5_000);
  const after = await counts();
  expect(after.flooded_telemetry).toBeGreaterThan(3_000);
  expect(after.flooded ?? 0).toBe(0);
  for (const { device } of [neighbour, machine]) {
    device.tap('after-the-flood');
    await until('it is acknowledged', () => device.waiting === 0);
  }
}, 60_000);

it('what could not be read can be looked at: when, why, and how it began', async () => {
  const { messages } = await larder.ask<{ messages: UnreadMessage[] }>('GET', `/api/hardware/unread/${machine.machineId}`, { token: await larder.signIn('operator') });
  expect(messages).toHaveLength(20); // all within an hour
  for (const { why, bytes, beginning } of messages) {
    expect(why).not.toBe('');
    expect(Buffer.from(beginning, 'base64').length).toBe(Math.min(bytes, 200));
  }
});
