/** Who may do what, from the one table that the server checks. */
import { has, permissionsOf, roles, type Permission } from '@larder/contracts/roles.js';
import { capitalized } from '../../../lib/format.js';

const permissions = permissionsOf.owner;

export const RolesTable = () => (
  <>
    <p>Each role holds what the one before it holds. This is the table that the server checks on every call.</p>
    <table className="roles">
      <thead>
        <tr>
          <th scope="col">Permission</th>
          {roles.map((role) => <th key={role} scope="col">{capitalized(role)}</th>)}
        </tr>
      </thead>
      <tbody>
        {permissions.map((permission) => (
          <tr key={permission}>
            <th scope="row">{wordsOf(permission)}</th>
            {roles.map((role) => <td key={role}>{has(role, permission) ? <><span aria-hidden="true">✓</span><span className="unseen">yes</span></> : <span className="unseen">no</span>}</td>)}
          </tr>
        ))}
      </tbody>
    </table>
  </>
);

/** `machines.manage_inventory` → `Machines: manage inventory`. */
const wordsOf = (permission: Permission): string => capitalized(permission.replace('.', ': ').replaceAll('_', ' '));
