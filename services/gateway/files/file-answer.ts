/** An answer that is a file: named, and read while it is made. */
import type { Readable } from 'node:stream';

export interface FileAnswer {
  name: string;
  contentType: string;
  body: Readable;
  /** How many records are to come, for whoever shows progress, where each ends a line. */
  records?: number;
}

export const CONTENT_TYPES = { csv: 'text/csv; charset=utf-8', 'csv-comma': 'text/csv; charset=utf-8', xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', pdf: 'application/pdf', json: 'application/json; charset=utf-8' };
