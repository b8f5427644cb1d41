/** One day, chosen on a calendar; may be left empty. */
import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import type { Day } from '@larder/contracts/day.js';

interface Props {
  id: string;
  day: Day | undefined;
  onDay(day: Day | undefined): void;
}

export const DateField = ({ id, day, onDay }: Props) => (
  <DatePicker id={id} format="MMM D, YYYY" placeholder="Any day" value={day ? dayjs(day) : null} onChange={(date) => onDay(date ? date.format('YYYY-MM-DD') : undefined)} />
);
