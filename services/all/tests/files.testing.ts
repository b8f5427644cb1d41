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
  const runs: string[] = [];
  for (const { index } of latin.matchAll(/\/FlateDecode\s*>>\s*stream\r?\n/g)) {
    const from = latin.indexOf('stream', index) + 'stream'.length;
    const start = from + (latin[from] === '\r' ? 2 : 1);
    const page = inflateSync(bytes.subarray(start, latin.indexOf('endstream', start))).toString('latin1');
    for (const [, run = ''] of page.matchAll(/\[([^\]]*)\] TJ/g)) runs.push([...run.matchAll(/<([0-9a-f]*)>/g)].map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1')).join(''));
  }
  return runs.join('\n');
}
