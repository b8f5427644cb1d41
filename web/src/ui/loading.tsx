/** Something is on its way. */
import { Skeleton, Spin } from 'antd';

export const Loading = ({ text = 'Loading...' }: { text?: string }) => (
  <div className="loading" role="status">
    <Spin />
    <span>{text}</span>
  </div>
);

/** Keeps the room that a section will need. */
export const LoadingRows = ({ rows = 4, label }: { rows?: number; label: string }) => (
  <div role="status" aria-label={label}>
    <Skeleton active title={false} paragraph={{ rows, width: '100%' }} />
  </div>
);

/** Of what opens over a screen and is still to be loaded: said once that takes longer than somebody notices. */
export const Coming = () => <p className="going" role="status">Loading...</p>;
