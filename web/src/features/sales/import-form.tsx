/** Choosing the file to import and the time zone that its days are meant in. */
import { Select } from 'antd';
import { useId } from 'react';
import type { ChosenFile } from '../../lib/files/use-import.js';
import { allZones } from '../../lib/time/time-zones.js';
import { CsvFileChoice } from '../../ui/csv-file-choice.js';

const MOST_BYTES = 20_000_000;
const zones = allZones().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));

interface Props {
  file: ChosenFile | undefined;
  onFile(file: ChosenFile | undefined): void;
  timeZone: string | undefined;
  onTimeZone(timeZone: string): void;
}

export function ImportForm({ file, onFile, timeZone, onTimeZone }: Props) {
  const id = useId();
  return (
    <div className="import-form">
      <p>A Seed Live transaction export (CSV). First the file is checked and you see what would be imported; nothing is stored before you say so.</p>
      <CsvFileChoice file={file} most={MOST_BYTES} onFile={onFile} />
      <label htmlFor={id}>
        Time zone of the machines
        <Select id={id} showSearch={{ optionFilterProp: 'label' }} value={timeZone} options={zones} onChange={onTimeZone} />
      </label>
    </div>
  );
}
