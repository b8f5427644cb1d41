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

export function Pager({ page, pages, total, pageSize, onPage }: Props) {
  const latest = useRef(onPage);
  useEffect(() => {
    latest.current = onPage;
  });
  useEffect(() => {
    if (page > Math.max(1, pages)) latest.current(Math.max(1, pages), { replace: true });
  }, [page, pages]);
  if (pages <= 1 || page > pages) return null;
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, total);
  return (
    <nav className="pager" aria-label="Pages">
      <span>Showing {formatNumber(first)} to {formatNumber(last)} of {formatNumber(total)} results</span>
      <span>
        <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>Previous</Button>
        <Button disabled={page >= pages} onClick={() => onPage(page + 1)}>Next</Button>
      </span>
    </nav>
  );
}
