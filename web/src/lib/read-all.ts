/** A whole list, however many pages of the API it takes. */
import type { QueryReturnValue } from '@reduxjs/toolkit/query';
import type { ApiFailure, Ask } from './api.js';

/** So many the API tells at once. */
export const MOST_AT_ONCE = 1000;

type Asks = (asked: Ask) => QueryReturnValue<unknown, ApiFailure, object> | PromiseLike<QueryReturnValue<unknown, ApiFailure, object>>;

/** The last answer with the rows of all. @param list the field that holds them */
export async function readAll<K extends string, R, A extends { pages: number } & Record<K, R[]>>(ask: Asks, { query, ...asked }: Ask, list: K): Promise<{ data: A } | { error: ApiFailure }> {
  const rows: R[] = [];
  for (let page = 1; ; page += 1) {
    const { data, error } = await ask({ ...asked, query: { ...query, page, limit: MOST_AT_ONCE }, lists: list });
    if (error) return { error };
    const read = data as A;
    rows.push(...read[list]);
    if (!(page < read.pages)) return { data: { ...read, [list]: rows } };
  }
}
