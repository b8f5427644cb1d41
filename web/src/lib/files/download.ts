/** Files from the API: fetched piece by piece, so that a long one shows how far it has come. */
import type { Envelope } from '@larder/contracts/reply.js';
import { queryString, type ApiFailure, type Ask } from '../api.js';
import { authorizedFetch } from '../session/authorized-fetch.js';

export interface Progress {
  bytes: number;
  /** Lines that have come, and records that were announced. */
  lines: number;
  records?: number;
}
interface Downloaded {
  name: string;
  content: Blob;
}

const LINE_FEED = 10;

/** Resolves with the file or why there is none; rejects with an `AbortError` when `signal` ends it. JSON is taken out of its envelope and made readable. */
export async function download({ url, query = {} }: Pick<Ask, 'url' | 'query'>, signal: AbortSignal, onProgress: (progress: Progress) => void): Promise<Downloaded | { failure: ApiFailure }> {
  try {
    const response = await authorizedFetch(`/api${url}${queryString(query)}`, { signal });
    if (!response.ok || !response.body) return { failure: failureOf(response.status, (await response.json()) as Envelope<unknown>) };
    const pieces = await read(response.body, Number(response.headers.get('x-records') ?? NaN), onProgress);
    const type = response.headers.get('content-type') ?? 'application/octet-stream';
    const content = new Blob(pieces, { type });
    const name = /filename="(.+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'download';
    return { name, content: type.startsWith('application/json') ? await readable(content) : content };
  } catch (error) {
    if (signal.aborted) throw error;
    return { failure: { status: 0, code: 'NETWORK', message: 'Network error. Please check your connection.' } };
  }
}

async function read(body: ReadableStream<Uint8Array<ArrayBuffer>>, records: number, onProgress: (progress: Progress) => void): Promise<Uint8Array<ArrayBuffer>[]> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let [bytes, lines] = [0, 0];
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return pieces;
    pieces.push(value);
    bytes += value.length;
    for (const byte of value) if (byte === LINE_FEED) lines++;
    onProgress({ bytes, lines, ...(Number.isFinite(records) && { records }) });
  }
}

async function readable(content: Blob): Promise<Blob> {
  const { data } = JSON.parse(await content.text()) as Envelope<unknown>;
  return new Blob([`${JSON.stringify(data, null, 2)}\n`], { type: content.type });
}

const failureOf = (status: number, { error = 'INTERNAL', message = '' }: Envelope<unknown>): ApiFailure => ({ status, code: error, message });
