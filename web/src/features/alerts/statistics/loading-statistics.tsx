/** Statistics are on their way. */
import { Spin } from 'antd';

export const LoadingStatistics = () => (
  <div className="section loading-statistics" role="status">
    <Spin />
    <strong>Loading Statistics</strong>
    <p className="quiet">Please wait while we gather the data...</p>
  </div>
);
