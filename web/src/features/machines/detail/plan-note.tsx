/** Says why a machine cannot be changed: the plan has room for fewer machines than there are, and this is one of the newest. */
import type { PlanLimit } from '@larder/contracts/fleet.js';
import { Alert } from 'antd';
import { PlanWay } from '../../../ui/plan-way.js';

export const PlanNote = ({ limit, current }: PlanLimit) => (
  <Alert
    type="warning" showIcon role="status" title="This machine can be looked at, not changed"
    description={<>Your plan has room for {limit} of your {current} machines, and this is one of the newest. Guests can go on buying. Machines that are no longer needed can be removed. <PlanWay /></>}
  />
);
