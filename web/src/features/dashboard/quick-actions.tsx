/** Short ways to what is done most, by role. */
import { AppstoreOutlined, InboxOutlined, PlusOutlined, ShopOutlined } from '@ant-design/icons';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.js';
import { useMayChange, useMaySee } from '../../lib/session/session-api.js';
import { Section } from '../../ui/section.js';

export function QuickActions() {
  // Products are the administrators' screen, as in the menu.
  const mayOpenProducts = useMaySee('products.delete');
  const mayChangeProducts = useMayChange('products.delete');
  const mayOpenMachines = useMaySee('machines.read');
  const mayAddMachines = useMayChange('machines.create');
  return (
    <Section title="Quick Actions">
      <nav className="quick-links" aria-label="Quick actions">
        {mayOpenProducts && mayChangeProducts && <Link to={paths.newProduct}><PlusOutlined aria-hidden="true" /> Add Product</Link>}
        {mayOpenProducts && <Link to={paths.products}><AppstoreOutlined aria-hidden="true" /> View Products</Link>}
        {mayAddMachines && <Link to={paths.newMachine}><PlusOutlined aria-hidden="true" /> Add Machine</Link>}
        {mayOpenMachines && <Link to={paths.machines}><ShopOutlined aria-hidden="true" /> View Machines</Link>}
        {mayOpenMachines && <Link to={paths.restock}><InboxOutlined aria-hidden="true" /> Restock List</Link>}
      </nav>
    </Section>
  );
}
