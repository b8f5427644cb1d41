/** The documentation: how a visit runs, what states and alerts mean, who may do what, and how to connect. */
import { paths } from '../../../lib/paths.js';
import { AlertsChapter, MachinesChapter, VisitChapter } from './docs-running.js';
import { ApiChapter, DevicesChapter, ImportChapter, SingleSignOnChapter } from './docs-connecting.js';
import { Reading, type Chapter } from './reading.js';
import { RolesTable } from './roles-table.js';

const chapters: readonly Chapter[] = [
  { id: 'visit', title: 'A guest’s visit', text: <VisitChapter /> },
  { id: 'machines', title: 'States of a machine', text: <MachinesChapter /> },
  { id: 'alerts', title: 'Alerts', text: <AlertsChapter /> },
  { id: 'roles', title: 'Roles', text: <RolesTable /> },
  { id: 'single-sign-on', title: 'Single sign-on', text: <SingleSignOnChapter /> },
  { id: 'import', title: 'Importing sales', text: <ImportChapter /> },
  { id: 'api', title: 'The HTTP API', text: <ApiChapter /> },
  { id: 'devices', title: 'The device protocol', text: <DevicesChapter /> },
];

export const DocsPage = () => (
  <Reading title="Documentation" lead={<>How Larder behaves, exactly. For quick answers see <a href={paths.help}>Help</a>; every call is in the <a href={paths.apiDocs}>API reference</a>.</>} chapters={chapters} />
);
