/** Says why a machine cannot be changed: the plan has room for fewer machines than there are, and this is one of the newest. */
import type { PlanLimit } from '@larder/contracts/fleet.js';
import { Alert } from 'antd';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.js';

export const PlanNote = ({ limit, current }: PlanLimit) => (
  <Alert
    type="warning" showIcon role="status" title="This machine can be looked at, not changed"
    description={<>Your plan has room for {limit} of your {current} machines, and this is one of the newest. Guests can go on buying. <Link to={paths.subscription}>See the plans</Link>, or remove machines you no longer need.</>}
  />
);
