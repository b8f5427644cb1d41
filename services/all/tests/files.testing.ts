/** For system tests: files that the API answers with, and what can be read in them. */
import { inflateSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import type { TestLarder } from './testing.js';

export interface Fetched {
  status: number;
  name: string;
  records: number;
  contentType: string;
  bytes: Buffer;
}

export async function fetchFile(larder: TestLarder, path: string, token: string): Promise<Fetched> {
  const response = await fetch(`${larder.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  return {
    status: response.status, name: /filename="(.+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? '', records: Number(response.headers.get('x-records') ?? NaN),
    contentType: response.headers.get('content-type') ?? '', bytes: Buffer.from(await response.arrayBuffer()),
  };
}

/** Records by the names of their columns. */
export const csvOf = ({ bytes }: Fetched): Record<string, string>[] => parse(bytes, { columns: true, bom: true, record_delimiter: '\r\n' });

/** The text of every page, run by run, without the spaces and breaks between them being exact. */
export function pdfText({ bytes }: Pick<Fetched, 'bytes'>): string {
  const latin = bytes.toString('latin1');
  const streamAt = (index: number): string => {
    const from = latin.indexOf('stream', index) + 'stream'.length;
    const start = from + (latin[from] === '\r' ? 2 : 1);
    return inflateSync(bytes.subarray(start, latin.indexOf('endstream', start))).toString('latin1');
  };
  const objectAt = (id: string | undefined): number => latin.search(new RegExp(`(^|\\n)${id} 0 obj`));
  /** What the glyphs of a font that goes along stand for; nothing for fonts that every reader has. */
  const lettersOf = (font: string): string[] | undefined => {
    const [, id] = new RegExp(`/${font} (\\d+) 0 R`).exec(latin) ?? [];
    const [, map] = /(?:\/ToUnicode (\d+) 0 R|endobj)/.exec(latin.slice(objectAt(id))) ?? [];
    if (map === undefined) return undefined;
    const [, letters = ''] = /beginbfrange\n<[0-9a-f]+> <[0-9a-f]+> \[([^\]]*)\]/.exec(streamAt(objectAt(map))) ?? [];
    return letters.split(' ').map((hex) => Buffer.from(hex.slice(1, -1), 'hex').swap16().toString('utf16le'));
  };
  const runs: string[] = [];
  for (const { index } of latin.matchAll(/\/FlateDecode\s*>>\s*stream\r?\n/g)) {
    let letters: string[] | undefined;
    for (const [, font, run = ''] of streamAt(index).matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (font !== undefined) letters = lettersOf(font);
      else runs.push([...run.matchAll(/<([0-9a-f]*)>/g)].map(([, hex = '']) => (letters ? (hex.match(/.{4}/g) ?? []).map((glyph) => letters?.[Number.parseInt(glyph, 16)]).join('') : Buffer.from(hex, 'hex').toString('latin1'))).join(''));
    }
  }
  return runs.join('\n');
}
