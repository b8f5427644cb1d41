/** A table of figures, wider than a phone: its inside scrolls, by keyboard too, and the first of them are in sight. */
import { Table, type TableProps } from 'antd';
import { useEffect, useRef } from 'react';

interface Props<T> extends Pick<TableProps<T>, 'rowKey' | 'columns' | 'dataSource' | 'size' | 'summary'> {
  label: string;
  /** Rows; without it all are on one page. */
  pageSize?: number;
}

export function FiguresTable<T extends object>({ label, pageSize, ...props }: Props<T>) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The component library gives no way to say this of the part that scrolls.
    for (const [name, value] of Object.entries({ tabindex: '0', role: 'region', 'aria-label': label })) box.current?.querySelector('.ant-table-content')?.setAttribute(name, value);
  }, [label]);
  return <div ref={box} className="figures-table"><Table<T> size="middle" {...props} pagination={pageSize ? { pageSize, hideOnSinglePage: true, showSizeChanger: false } : false} scroll={{ x: 'max-content' }} /></div>;
}
