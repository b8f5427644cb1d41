/** What became of goods that are taken off the books. */
import { lossCause, type LossCause } from '@larder/contracts/fleet.js';
import { Radio } from 'antd';
import { capitalized } from '../../../lib/format.js';

const options = lossCause.options.map((value) => ({ value, label: capitalized(value) }));

/** @param label of what it is said, for those who do not see where the choice stands */
export const CauseField = ({ label, cause, onCause }: { label: string; cause: LossCause; onCause(cause: LossCause): void }) =>
  <Radio.Group className="causes" optionType="button" aria-label={label} value={cause} options={options} onChange={({ target }) => onCause(target.value as LossCause)} />;
