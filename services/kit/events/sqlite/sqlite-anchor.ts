/** A small file beside the SQLite log that says how far it has been acknowledged: without it, a log that lost its newest facts would look like a shorter one. */
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';
import { seal, type Mark } from './sqlite-rows.js';

const ANCHOR_BYTES = 256;

/**
 * Written after every commit and never synced: after a power cut it may be behind the log, which is harmless, but never before it.
 * What does not carry its own seal was torn and counts as nothing. Removing the file accepts the log as it is, e.g. one restored from a backup.
 */
export class Anchor {
  private readonly descriptor: number;
  private readonly text = Buffer.alloc(ANCHOR_BYTES, ' ');

  constructor(readonly file: string) {
    this.descriptor = openSync(file, constants.O_RDWR | constants.O_CREAT, 0o600);
  }

  read(): Mark | undefined {
    const text = Buffer.alloc(ANCHOR_BYTES);
    readSync(this.descriptor, text, 0, ANCHOR_BYTES, 0);
    const [position = '', hash = '', check] = text.toString('latin1').split(' ');
    return check === seal(position, hash) ? { position: Number(position), hash } : undefined;
  }

  write({ position, hash }: Mark): void {
    this.text.fill(' ').write(`${position} ${hash} ${seal(String(position), hash)} \n`, 'latin1');
    try {
      writeSync(this.descriptor, this.text, 0, ANCHOR_BYTES, 0);
    } catch {
      // The facts are safe in the log; only the next opening's comparison reaches less far.
    }
  }

  close(): void {
    closeSync(this.descriptor);
  }
}
