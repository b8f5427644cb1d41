/** Choosing the file to import. */
import { csvText } from '@larder/contracts/csv-text.js';
import { useId, useState } from 'react';
import type { ChosenFile } from '../../../lib/files/use-import.js';

export function FileChoice({ file, most, onFile }: { file: ChosenFile | undefined; most: number; onFile(file: ChosenFile | undefined): void }) {
  const id = useId();
  const [refusal, setRefusal] = useState('');
  const choose = async (chosen: File | undefined) => {
    const tooLarge = chosen !== undefined && chosen.size > most;
    setRefusal(tooLarge ? 'The file is larger than 5 MB. Please split it.' : '');
    onFile(chosen && !tooLarge ? { name: chosen.name, csv: csvText(await chosen.arrayBuffer()) } : undefined);
  };
  return (
    <div className="import-form">
      <p>A CSV file with the columns SKU, Name, Category, Price, Cost and Weight (g); Active, Allergens, Image and Tax Rate (%) as far as you have them. For products that are here already, Cost and Weight may be missing, too. An export from this screen has them all. Products are found by their SKU. First the file is checked and you see what would change; nothing is stored before you say so.</p>
      <label className="file-choice" htmlFor={id}>
        <input id={id} type="file" accept=".csv,text/csv" onChange={(event) => void choose(event.target.files?.[0])} />
        <strong>{file?.name ?? 'Choose a CSV file'}</strong>
        <span className="quiet">{file ? 'Choose another' : 'Up to 5 MB'}</span>
        {refusal && <span role="alert" className="warn">{refusal}</span>}
      </label>
    </div>
  );
}
