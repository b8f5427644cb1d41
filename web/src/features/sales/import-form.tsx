/** Choosing the file to import and the time zone that its days are meant in. */
import { csvText } from '@larder/contracts/csv-text.js';
import { Select } from 'antd';
import { useId, useState } from 'react';
import { allZones } from '../../lib/time/time-zones.js';
import type { ChosenFile } from '../../lib/files/use-import.js';

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
  const [refusal, setRefusal] = useState('');
  const choose = async (chosen: File | undefined) => {
    const tooLarge = chosen !== undefined && chosen.size > MOST_BYTES;
    setRefusal(tooLarge ? 'The file is larger than 20 MB. Please split it.' : '');
    onFile(chosen && !tooLarge ? { name: chosen.name, csv: csvText(await chosen.arrayBuffer()) } : undefined);
  };
  return (
    <div className="import-form">
      <p>A Seed Live transaction export (CSV). First the file is checked and you see what would be imported; nothing is stored before you say so.</p>
      <label className="file-choice" htmlFor={`${id}f`}>
        <input id={`${id}f`} type="file" accept=".csv,text/csv" onChange={(event) => void choose(event.target.files?.[0])} />
        <strong>{file?.name ?? 'Choose a CSV file'}</strong>
        <span className="quiet">{file ? 'Choose another' : 'Up to 20 MB'}</span>
        {refusal && <span role="alert" className="warn">{refusal}</span>}
      </label>
      <label htmlFor={`${id}z`}>
        Time zone of the machines
        <Select id={`${id}z`} showSearch={{ optionFilterProp: 'label' }} value={timeZone} options={zones} onChange={onTimeZone} />
      </label>
    </div>
  );
}
