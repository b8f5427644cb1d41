/** The commands a stream has handled: a number of eight bytes for each, because a stream that is in use for years has handled tens of thousands. */
import { hash } from 'node:crypto';

const FIRST = 8;
/** Copied so seldom, and so little of them free. */
const GROWTH = 1.25;
/** The part of the places that is taken at most: the next free one is near then. */
const FULL = 0.75;

/** Tells which commands were added; of a million, two have the same number in one of 36 million such streams. */
export class Handled {
  size = 0;
  /** In the order in which they came. */
  private numbers: BigUint64Array = new BigUint64Array(FIRST);
  /** By number: which of `numbers` it is, counted from 1, at its own place or the next free one. */
  private places = new Uint32Array(2 * FIRST);

  /** What {@link since} gave, put together again. */
  static of(texts: readonly string[]): Handled {
    const handled = new Handled();
    for (const text of texts) {
      const bytes = Buffer.from(text, 'base64');
      for (let at = 0; at < bytes.length; at += 8) handled.put(bytes.readBigUInt64LE(at));
    }
    return handled;
  }

  has(commandId: string): boolean {
    return this.size > 0 && this.places[this.placeOf(numberOf(commandId))] !== 0;
  }

  add(commandId: string): void {
    this.put(numberOf(commandId));
  }

  /** All but the first `count`, as text. */
  since(count: number): string {
    const bytes = Buffer.alloc(8 * (this.size - count));
    this.numbers.subarray(count, this.size).forEach((number, n) => bytes.writeBigUInt64LE(number, 8 * n));
    return bytes.toString('base64');
  }

  private put(number: bigint): void {
    if (this.places[this.placeOf(number)] !== 0) return;
    if (this.size === this.numbers.length) this.numbers = longer(this.numbers);
    if (this.size >= FULL * this.places.length) this.spread();
    this.places[this.placeOf(number)] = this.size + 1;
    this.numbers[this.size] = number;
    this.size += 1;
  }

  /** Where a number is, or would be. */
  private placeOf(number: bigint): number {
    const last = this.places.length - 1;
    for (let place = Number(number & BigInt(last)); ; place = (place + 1) & last) {
      const which = this.places[place];
      if (!which || this.numbers[which - 1] === number) return place;
    }
  }

  /** Over twice the places. */
  private spread(): void {
    this.places = new Uint32Array(2 * this.places.length);
    for (let n = 0; n < this.size; n++) this.places[this.placeOf(this.numbers[n] as bigint)] = n + 1;
  }
}

function longer(numbers: BigUint64Array): BigUint64Array {
  const more = new BigUint64Array(Math.ceil(GROWTH * numbers.length));
  more.set(numbers);
  return more;
}

const numberOf = (commandId: string): bigint => BigInt(`0x${hash('sha256', commandId, 'hex').slice(0, 16)}`);
