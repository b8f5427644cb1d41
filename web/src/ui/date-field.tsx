/** One day, chosen on a calendar; may be left empty. */
import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useState, type FocusEvent } from 'react';
import type { Day } from '@larder/contracts/day.js';

/** It is shown in the first, and may be typed in any. */
export const dayFormats = ['MMM D, YYYY', 'MMM D YYYY', 'MMMM D, YYYY', 'YYYY-MM-DD', 'M/D/YYYY', 'MM/DD/YYYY', 'D.M.YYYY', 'DD.MM.YYYY'];
const isDay = (typed: string): boolean => dayFormats.some((format) => dayjs(typed, format, true).isValid());

interface Props {
  id: string;
  day: Day | undefined;
  onDay(day: Day | undefined): void;
}

export function DateField({ id, day, onDay }: Props) {
  const [isUnread, setUnread] = useState(false);
  const left = ({ target }: FocusEvent<HTMLElement>) => {
    const typed = (target as HTMLInputElement).value.trim();
    setUnread(typed !== '' && !isDay(typed));
    if (typed === '' && day) onDay(undefined);
  };
  const chosen = (date: dayjs.Dayjs | null) => {
    setUnread(false);
    onDay(date ? date.format('YYYY-MM-DD') : undefined);
  };
  return (
    <>
      <DatePicker id={id} preserveInvalidOnBlur status={isUnread ? 'error' : ''} format={dayFormats} placeholder="Any day" value={day ? dayjs(day) : null} onBlur={left} onChange={chosen} />
      {isUnread && <small className="warn" role="alert">Please enter a day such as Nov 21, 2026</small>}
    </>
  );
}
