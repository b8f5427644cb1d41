/** Somebody else changed the product meanwhile: both sides, and a choice. */
import { HISTORY_FIELDS, type ProductConflict } from '@larder/contracts/catalog.js';
import { Alert, Button } from 'antd';
import { fieldLabels, valueText } from '../field-words.js';

interface Props {
  conflict: ProductConflict;
  currency: string;
  onMine(): void;
  onTheirs(): void;
}

export function ConflictNote({ conflict: { theirs, yours }, currency, onMine, onTheirs }: Props) {
  const different = HISTORY_FIELDS.filter((field) => JSON.stringify(theirs[field] ?? null) !== JSON.stringify(yours[field] ?? null));
  return (
    <Alert
      type="warning" showIcon role="alert" title="Somebody else changed this" className="conflict"
      description={(
        <>
          <table>
            <thead><tr><th scope="col">Field</th><th scope="col">Theirs</th><th scope="col">Yours</th></tr></thead>
            <tbody>{different.map((field) => <tr key={field}><th scope="row">{fieldLabels[field]}</th><td>{valueText(field, theirs[field], currency)}</td><td>{valueText(field, yours[field], currency)}</td></tr>)}</tbody>
          </table>
          <div className="form-buttons"><Button onClick={onTheirs}>Take theirs</Button><Button type="primary" onClick={onMine}>Save mine</Button></div>
        </>
      )}
    />
  );
}
