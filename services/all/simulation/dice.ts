/** Dice that fall the same way for the same seed: everything in a simulated day follows from them. */
import { hash } from 'node:crypto';
import type { Chance } from '@larder/kit/time.js';

export class Dice {
  private state: number;

  constructor(private readonly seed: string) {
    this.state = Number.parseInt(hash('sha256', seed, 'hex').slice(0, 8), 16);
  }

  /** Dice of their own: how often one part throws changes nothing for the others. */
  of(part: string): Dice {
    return new Dice(`${this.seed}/${part}`);
  }

  /** From 0 up to, not including, 1; the generator is Mulberry32. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  happens(share: number): boolean {
    return this.next() < share;
  }

  /** A whole number, both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.next() * from.length)] as T;
  }

  asChance(): Chance {
    const hex = (digits: number): string => Array.from({ length: digits }, () => this.between(0, 15).toString(16)).join('');
    return {
      uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
      secret: (bytes) => Buffer.from(hex(bytes * 2), 'hex').toString('base64url'),
    };
  }
}
