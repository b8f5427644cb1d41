/** The device's side of the numbered link: events are kept until the server says they are stored. */
import { DEVICE_WINDOW, type DeviceEvent } from '@larder/contracts/device.js';

type Content = DeviceEvent extends infer E ? (E extends DeviceEvent ? Omit<E, 'v' | 'e' | 's' | 'at'> : never) : never;
export type EventContent = Content;

/** Unacknowledged for this long (ms): the window is sent again. */
export const RESEND_MS = 3000;

export class Outbox {
  protected next = 1;
  protected waiting: DeviceEvent[] = [];

  /** @param epoch 8 hexadecimal digits, made when the flash was formatted */
  constructor(readonly epoch: string) {}

  /** Keeps an event; `at` in milliseconds by the device's clock. */
  add(content: EventContent, at: number): DeviceEvent {
    const event = { ...content, v: 1, e: this.epoch, s: this.next++, at } as DeviceEvent;
    this.waiting.push(event);
    return event;
  }

  /** What may be under way now: the oldest few. */
  window(): readonly DeviceEvent[] {
    return this.waiting.slice(0, DEVICE_WINDOW);
  }

  /** Everything up to `sequence` is stored. Answers what has moved into the window by that. */
  acknowledge(epoch: string, sequence: number): readonly DeviceEvent[] {
    if (epoch !== this.epoch) return [];
    const last = this.window().at(-1)?.s ?? 0;
    this.waiting = this.waiting.filter((event) => event.s > sequence);
    return this.window().filter((event) => event.s > last);
  }

  /** The lowest number that is kept, or the next: nothing before it will be sent any more. */
  get oldest(): number {
    return this.waiting[0]?.s ?? this.next;
  }

  get size(): number {
    return this.waiting.length;
  }
}
