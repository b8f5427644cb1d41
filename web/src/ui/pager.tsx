/** Turning the pages of a list; nothing when there is only one. */
import { Button } from 'antd';
import { formatNumber } from '../lib/format.js';

interface Props {
  page: number;
  pages: number;
  total: number;
  pageSize: number;
  onPage: (page: number) => void;
}

export function Pager({ page, pages, total, pageSize, onPage }: Props) {
  if (pages <= 1) return null;
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
