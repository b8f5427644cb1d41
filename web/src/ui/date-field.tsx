/** One day, chosen on a calendar; may be left empty. */
import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import type { Day } from '@larder/contracts/day.js';

/** It is shown in the first, and may be typed in any. */
export const dayFormats = ['MMM D, YYYY', 'MMM D YYYY', 'MMMM D, YYYY', 'YYYY-MM-DD', 'M/D/YYYY', 'MM/DD/YYYY', 'D.M.YYYY', 'DD.MM.YYYY'];

interface Props {
  id: string;
  day: Day | undefined;
  onDay(day: Day | undefined): void;
}

export const DateField = ({ id, day, onDay }: Props) => (
  <DatePicker id={id} format={dayFormats} placeholder="Any day" value={day ? dayjs(day) : null} onChange={(date) => onDay(date ? date.format('YYYY-MM-DD') : undefined)} />
);
