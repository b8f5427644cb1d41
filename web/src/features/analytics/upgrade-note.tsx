/** Says that a view is in a larger plan, and how to have that. */
import { Blank } from '../../ui/blank.js';
import { PlanWay } from '../../ui/plan-way.js';

export const UpgradeNote = ({ title }: { title: string }) => (
  <Blank title={`${title} is part of the Growth and Enterprise plans`}>Your plan shows the overview and top products. <PlanWay /></Blank>
);

export const ReportNote = () => <Blank title="Custom reports are part of the Enterprise plan"><PlanWay /></Blank>;
