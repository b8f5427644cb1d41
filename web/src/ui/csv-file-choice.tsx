/** Choosing a CSV file to import. */
import { csvText } from '@larder/contracts/csv-text.js';
import { useId, useRef, useState } from 'react';
import type { ChosenFile } from '../lib/files/use-import.js';

interface Props {
  file: ChosenFile | undefined;
  /** Bytes. */
  most: number;
  /** Undefined while there is none: the one before is not what somebody wants who has chosen another. */
  onFile(file: ChosenFile | undefined): void;
}

export function CsvFileChoice({ file, most, onFile }: Props) {
  const id = useId();
  const latest = useRef<File>(undefined);
  const [refusal, setRefusal] = useState('');
  const upTo = `${Math.floor(most / 1_000_000)} MB`;
  const choose = async (input: HTMLInputElement): Promise<void> => {
    const chosen = (latest.current = input.files?.[0]);
    onFile(undefined);
    setRefusal('');
    if (!chosen) return;
    const refuse = (why: string): void => {
      input.value = ''; // else the same one, mended, could not be chosen again
      setRefusal(why);
    };
    if (chosen.size > most) return refuse(`The file is larger than ${upTo}. Please split it.`);
    const bytes = await chosen.arrayBuffer().catch(() => undefined);
    if (latest.current !== chosen) return;
    // E.g. on a stick that was taken out, or open in a program that keeps it to itself.
    if (bytes) onFile({ name: chosen.name, csv: csvText(bytes) });
    else refuse('The file cannot be read. Please close it where it is open, and choose it again.');
  };
  return (
    <label className="file-choice" htmlFor={id}>
      <input id={id} type="file" accept=".csv,text/csv" onChange={({ target }) => void choose(target)} />
      <strong>{file?.name ?? 'Choose a CSV file'}</strong>
      <span className="quiet">{file ? 'Choose another' : `Up to ${upTo}`}</span>
      {refusal && <span role="alert" className="warn">{refusal}</span>}
    </label>
  );
}
