/** An outbox that survives the process, as the firmware's in its flash does: every event goes into a file before it goes out. */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { DeviceEvent } from '@larder/contracts/device.js';
import { Outbox, type EventContent } from './outbox.js';

export class KeptOutbox extends Outbox {
  /** Everything it ever kept, oldest first. */
  readonly history: DeviceEvent[];

  constructor(epoch: string, private readonly file: string) {
    super(epoch);
    this.history = eventsIn(file);
    // A line that a power cut left half written never happened.
    writeFileSync(file, this.history.map((event) => `${JSON.stringify(event)}\n`).join(''));
    this.waiting = [...this.history];
    this.next = (this.history.at(-1)?.s ?? 0) + 1;
  }

  override add(content: EventContent, at: number): DeviceEvent {
    const event = super.add(content, at);
    appendFileSync(this.file, `${JSON.stringify(event)}\n`);
    this.history.push(event);
    return event;
  }
}

/** What such a file holds. */
export function eventsIn(file: string): DeviceEvent[] {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
  return lines.map((line) => JSON.parse(line) as DeviceEvent);
}
