/** Says that a view is in a larger plan, and where plans are. */
import { Blank } from '../../ui/blank.js';
import { paths } from '../../lib/paths.js';

export const UpgradeNote = ({ title }: { title: string }) => (
  <Blank title={`${title} is part of the Growth and Enterprise plans`}>Your plan shows the overview and top products. <a href={paths.pricing}>Compare plans</a></Blank>
);
