/** What a program did to its files, as `recorder.c` wrote it down, and what a disk would hold had the power gone at any moment of it. */

export type Step =
  | { kind: 'named'; file: string }
  | { kind: 'written'; file: string; offset: number; bytes: Buffer }
  | { kind: 'cut'; file: string; length: number }
  | { kind: 'syncing' | 'synced' | 'removed'; file: string }
  /** The program printed something: whoever reads it relies on it from here on. */
  | { kind: 'printed'; text: string };

const HEAD_BYTES = 17;
/** What a disk writes whole or not at all. */
const SECTOR_BYTES = 512;

/** A record that ends within a step was cut off with its program: that step did not happen. */
export function readRecord(record: Buffer): Step[] {
  const steps: Step[] = [];
  const names = new Map<number, string>();
  for (let at = 0; at + HEAD_BYTES <= record.length; ) {
    const kind = String.fromCharCode(record[at] as number);
    const id = record.readUInt32LE(at + 1);
    const offset = Number(record.readBigUInt64LE(at + 5));
    const length = record.readUInt32LE(at + 13);
    const bytes = record.subarray(at + HEAD_BYTES, at + HEAD_BYTES + length);
    if (bytes.length < length) break;
    at += HEAD_BYTES + length;
    if (kind === 'n') names.set(id, bytes.toString());
    steps.push(stepOf(kind, names.get(id) ?? '', offset, bytes));
  }
  return steps;
}

function stepOf(kind: string, file: string, offset: number, bytes: Buffer): Step {
  switch (kind) {
    case 'n': return { kind: 'named', file };
    case 'w': return file === '' ? { kind: 'printed', text: bytes.toString() } : { kind: 'written', file, offset, bytes };
    case 'c': return { kind: 'cut', file, length: offset };
    case 's': return { kind: 'syncing', file };
    case 'd': return { kind: 'synced', file };
    case 'u': return { kind: 'removed', file };
    default: throw new Error(`The record holds a '${kind}'`);
  }
}

type Change = Extract<Step, { kind: 'written' | 'cut' }>;

/** A file on the disk: what is surely there, and what is on its way, of which a sync under way covers the first so many. */
interface Kept extends Content {
  waiting: Change[];
  covered: number;
}

/** `bytes` may be longer than what the file holds, so that a file that grows is not copied each time. */
interface Content {
  bytes: Buffer;
  length: number;
}

function change(content: Content, done: Change): void {
  const length = done.kind === 'cut' ? done.length : Math.max(content.length, done.offset + done.bytes.length);
  if (length > content.bytes.length) content.bytes = Buffer.concat([content.bytes.subarray(0, content.length), Buffer.alloc(2 * length - content.length)]);
  if (length < content.length) content.bytes.fill(0, length, content.length);
  if (done.kind === 'written') done.bytes.copy(content.bytes, done.offset);
  content.length = length;
}

/** The disk while the record is played, step by step. A file's name is there as soon as it is opened, and gone as soon as it is removed. */
export class PlayedDisk {
  private readonly files = new Map<string, Kept>();

  /** Begins with what an earlier power cut has left. */
  constructor(found: ReadonlyMap<string, Buffer> = new Map()) {
    for (const [file, bytes] of found) this.files.set(file, { bytes: Buffer.from(bytes), length: bytes.length, waiting: [], covered: 0 });
  }

  play(step: Step): void {
    if (step.kind === 'printed') return;
    const kept = this.files.get(step.file) ?? { bytes: Buffer.alloc(0), length: 0, waiting: [], covered: 0 };
    this.files.set(step.file, kept);
    if (step.kind === 'removed') this.files.delete(step.file);
    else if (step.kind === 'syncing') kept.covered = kept.waiting.length;
    else if (step.kind === 'written' || step.kind === 'cut') kept.waiting.push(step);
    else if (step.kind === 'synced') for (const done of kept.waiting.splice(0, kept.covered)) change(kept, done);
  }

  /** What is found after a power cut now: of what was on its way each part is there, or not, or torn. `next` answers from 0 up to 1. */
  afterPowerCut(next: () => number): Map<string, Buffer> {
    return new Map([...this.files].map(([file, { bytes, length, waiting }]) => {
      const found = { bytes: Buffer.from(bytes.subarray(0, length)), length };
      for (const done of waiting) {
        const luck = next();
        if (luck < 0.4) change(found, done);
        else if (luck < 0.6 && done.kind === 'written') change(found, { ...done, bytes: done.bytes.subarray(0, SECTOR_BYTES * Math.floor((next() * done.bytes.length) / SECTOR_BYTES)) });
      }
      return [file, found.bytes.subarray(0, found.length)];
    }));
  }
}
