/** One figure with what it means and where it is heading. */
import { ArrowDownOutlined, ArrowUpOutlined, MinusOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';

/** `none`: nothing to compare with. */
export type Direction = 'increase' | 'neutral' | 'decrease' | 'none';
export interface Trend {
  direction: Direction;
  text: string;
}
interface Props {
  title: string;
  /** Keeps its place while it is not known. */
  value: ReactNode;
  detail?: ReactNode;
  trend?: Trend;
}

const arrows: Record<Direction, ReactNode> = { increase: <ArrowUpOutlined />, neutral: <MinusOutlined />, decrease: <ArrowDownOutlined />, none: null };

export function StatCard({ title, value, detail, trend }: Props) {
  return (
    <div className="stat">
      <dt>{title}</dt>
      <dd>
        <span className="figure">{value ?? '\u2007'}</span>
        {detail && <span className="detail">{detail}</span>}
        {trend && <span className={`trend ${trend.direction}`}><span aria-hidden="true">{arrows[trend.direction]}</span> {trend.text}</span>}
      </dd>
    </div>
  );
}

export const StatCards = ({ children }: { children: ReactNode }) => <dl className="stats">{children}</dl>;
