/** Several files in one, each deflated while it is written (ZIP, PKWARE's APPNOTE 6.3; up to 4 GB). */
import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

export interface ZippedFile {
  name: string;
  content: Iterable<string> | AsyncIterable<string>;
}

const LOCAL = 0x04034b50;
const SIZES = 0x08074b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
/** Sizes follow the content, and names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
/** 1 January 1980, the first day there is: nobody asks when parts of an export were made. */
const DAY = 0x21;

export async function* zip(files: Iterable<ZippedFile>): AsyncGenerator<Buffer> {
  const listed: Buffer[] = [];
  let at = 0;
  for (const { name, content } of files) {
    const path = Buffer.from(name);
    const head = Buffer.concat([bytes(['w', LOCAL], ['h', VERSION], ['h', FLAGS], ['h', DEFLATED], ['h', 0], ['h', DAY], ['w', 0], ['w', 0], ['w', 0], ['h', path.length], ['h', 0]), path]);
    yield head;
    const sum = { crc: 0, size: 0 };
    let packed = 0;
    for await (const chunk of deflated(content, sum)) {
      packed += chunk.length;
      yield chunk;
    }
    const sizes = bytes(['w', SIZES], ['w', sum.crc], ['w', packed], ['w', sum.size]);
    yield sizes;
    listed.push(bytes(['w', CENTRAL], ['h', VERSION], ['h', VERSION], ['h', FLAGS], ['h', DEFLATED], ['h', 0], ['h', DAY], ['w', sum.crc], ['w', packed], ['w', sum.size], ['h', path.length], ['h', 0], ['h', 0], ['h', 0], ['h', 0], ['w', 0], ['w', at]), path);
    at += head.length + packed + sizes.length;
  }
  const list = Buffer.concat(listed);
  const count = listed.length / 2;
  yield Buffer.concat([list, bytes(['w', END], ['h', 0], ['h', 0], ['h', count], ['h', count], ['w', list.length], ['w', at], ['h', 0])]);
}

/** Adds up in `sum` what went in. Whoever stops reading, or a content that fails, ends both. */
function deflated(content: ZippedFile['content'], sum: { crc: number; size: number }): AsyncIterable<Buffer> {
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const text of content) {
      const chunk = Buffer.from(text);
      sum.crc = crc32(chunk, sum.crc);
      sum.size += chunk.length;
      yield chunk;
    }
  }
  return pipeline(Readable.from(counted()), createDeflateRaw(), () => undefined); // who reads is told of it
}

/** Words of four bytes and halves of them, the lowest byte first. */
function bytes(...numbers: readonly (readonly ['w' | 'h', number])[]): Buffer {
  return Buffer.concat(numbers.map(([size, number]) => {
    const written = Buffer.alloc(size === 'w' ? 4 : 2);
    if (size === 'w') written.writeUInt32LE(number);
    else written.writeUInt16LE(number);
    return written;
  }));
}
