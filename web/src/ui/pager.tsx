/** Turning the pages of a list; nothing when there is only one. A page beyond the last one leads to the last. */
import { Button } from 'antd';
import { useEffect, useRef } from 'react';
import { formatNumber } from '../lib/format.js';

/** `replace`: nobody turned the page, so there is nothing to go back to. */
export type TurnPage = (page: number, options?: { replace: boolean }) => void;

interface Props {
  page: number;
  pages: number;
  total: number;
  pageSize: number;
  onPage: TurnPage;
}

/** Where somebody turned a page that has not come yet. */
let turnedAt: string | undefined;

export function Pager({ page, pages, total, pageSize, onPage }: Props) {
  const nav = useRef<HTMLElement>(null);
  const latest = useRef(onPage);
  useEffect(() => {
    latest.current = onPage;
  });
  useEffect(() => {
    if (page > Math.max(1, pages)) latest.current(Math.max(1, pages), { replace: true });
  }, [page, pages]);
  useEffect(() => {
    if (turnedAt === location.pathname && nav.current) readFromTop(nav.current);
    turnedAt = undefined;
  }, [page]);
  const turn = (to: number) => {
    turnedAt = location.pathname;
    onPage(to);
  };
  if (pages <= 1 || page > pages) return null;
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, total);
  return (
    <nav ref={nav} className="pager" aria-label="Pages">
      <span>Showing {formatNumber(first)} to {formatNumber(last)} of {formatNumber(total)} results</span>
      <span>
        <Button disabled={page <= 1} onClick={() => turn(page - 1)}>Previous</Button>
        <Button disabled={page >= pages} onClick={() => turn(page + 1)}>Next</Button>
      </span>
    </nav>
  );
}

/** Reading goes on at the top of the list above, and so does the Tab key. */
function readFromTop(nav: HTMLElement): void {
  let above = nav.previousElementSibling;
  while (above && !above.matches('ul, ol') && !above.querySelector('table')) above = above.previousElementSibling;
  const list = above?.querySelector('table') ?? above;
  if (!(list instanceof HTMLElement)) return;
  list.tabIndex = -1;
  list.focus({ preventScroll: true });
  list.scrollIntoView({ block: 'start' });
}
