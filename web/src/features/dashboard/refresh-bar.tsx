/** How fresh the dashboard is, and how it stays so. */
import { ReloadOutlined } from '@ant-design/icons';
import { Button, Switch } from 'antd';
import { useId } from 'react';
import { formatNumber } from '../../lib/format.js';
import { useNow } from '../../lib/time/use-now.js';

interface Props {
  /** In milliseconds; none before the first answer. */
  updatedAtMs?: number;
  loading: boolean;
  auto: boolean;
  onAuto(auto: boolean): void;
  onRefresh(): void;
}

export function RefreshBar({ updatedAtMs, loading, auto, onAuto, onRefresh }: Props) {
  const id = useId();
  return (
    <>
      <span className="quiet updated">{updatedAtMs && <Updated atMs={updatedAtMs} />}</span>
      <label className="beside" htmlFor={id}><Switch id={id} size="small" checked={auto} onChange={onAuto} /> Auto-refresh</label>
      <Button icon={<ReloadOutlined spin={loading} />} onClick={onRefresh}>Refresh</Button>
    </>
  );
}

function Updated({ atMs }: { atMs: number }) {
  useNow(1000);
  const seconds = Math.max(0, Math.floor((Date.now() - atMs) / 1000)); // both by this computer's clock
  return <>updated {seconds < 120 ? `${seconds} s` : `${formatNumber(Math.floor(seconds / 60))} min`} ago</>;
}
