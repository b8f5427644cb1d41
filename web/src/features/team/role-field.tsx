/** Chooses a role out of those that one may give. */
import type { Role } from '@larder/contracts/roles.js';
import { Radio } from 'antd';
import { capitalized } from '../../lib/format.js';
import { roleTexts, rolesUpTo } from './actions.js';

export const RoleField = ({ held, role, onRole }: { held: Role; role: Role; onRole(role: Role): void }) => (
  <fieldset className="choice">
    <legend>Role</legend>
    <Radio.Group value={role} onChange={(event) => onRole(event.target.value as Role)}>
      {rolesUpTo(held).map((one) => <Radio key={one} value={one}>{capitalized(one)}<small>{roleTexts[one]}</small></Radio>)}
    </Radio.Group>
  </fieldset>
);
