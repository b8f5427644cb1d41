import type { ApiFailure, Ask } from './api.js';
import { readAll } from './read-all.js';

type Page = { rows: number[]; pages: number; total: number };
const asked: Ask[] = [];
const reading = (answers: Record<number, Partial<Page>>) => readAll<'rows', number, Page>((ask) => {
  asked.push(ask);
  const data = answers[ask.query?.page as number];
  return data ? { data } : { error: { status: 500, code: 'INTERNAL', message: '' } as ApiFailure };
}, { url: '/numbers', query: { odd: true } }, 'rows');

beforeEach(() => asked.splice(0));

it('a list is read page after page', async () => {
  expect(await reading({ 1: { rows: [1, 3], pages: 2, total: 3 }, 2: { rows: [5], pages: 2, total: 3 } })).toEqual({ data: { rows: [1, 3, 5], pages: 2, total: 3 } });
  expect(asked).toEqual([1, 2].map((page) => ({ url: '/numbers', lists: 'rows', query: { odd: true, page, limit: 1000 } })));
});

it('one of a single page is asked for once, even where its pages are not counted', async () => {
  await reading({ 1: { rows: [], pages: 0, total: 0 } });
  await reading({ 1: { rows: [1] } });
  expect(asked).toHaveLength(2);
});

it('a page that cannot be had is a failure: a list with a hole would be taken for the whole', async () => {
  expect(await reading({ 1: { rows: [1], pages: 2 } })).toEqual({ error: { status: 500, code: 'INTERNAL', message: '' } });
});
