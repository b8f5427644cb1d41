/** Chapters of the documentation about connecting other systems and machines. */
import { DEVICE_WINDOW, deviceAction, eventTopic, orderTopic, telemetryTopic } from '@larder/contracts/device.js';
import { refusalStatus } from '@larder/contracts/reply.js';
import { paths } from '../../../lib/paths.js';
import { IMPORT_MB } from '../facts.js';
import { Terms } from './reading.js';

export const ImportChapter = () => (
  <>
    <p>Sales, Import takes a Seed Live transaction export as CSV, up to {IMPORT_MB} MB. It needs the admin role.</p>
    <ol>
      <li>Choose the file. The dry run says what would be taken over, what is known already and what cannot be read.</li>
      <li>Start the import and follow it row by row.</li>
      <li>Download the quarantine file: every row that could not be taken, with its line and the reason.</li>
    </ol>
    <p>Machines and products of the export are created as they are met. The same file twice changes nothing.</p>
  </>
);

export const SingleSignOnChapter = () => (
  <>
    <p>On the Enterprise plan members sign in with the login of their company, at any provider that speaks OpenID Connect.</p>
    <ol>
      <li>At the provider, add a web application with the authorization code flow. Its redirect address stands under Organization, Single Sign-On.</li>
      <li>There an owner enters the provider’s issuer address, the client ID and the client secret. The provider is asked for its configuration before anything is saved.</li>
      <li>Members sign in at <code>/login?organization=</code> with the organization’s short name. It is the address for a tile in the provider’s portal, too (its <i>initiate login URI</i>), from where members who have come that way before come in at once.</li>
    </ol>
    <p>The provider lets in members, found by their e-mail address at first, and whoever comes by the link of an invitation. Roles stay those of the team. Such a sign-in ends after a day, and with the membership. Where single sign-on is required, passwords let owners in only.</p>
  </>
);

const example = `curl -X POST https://your.larder/api/cognito-auth/machines/VM-001/inventory \\
  -H 'Authorization: Bearer <ID token>' \\
  -H 'Idempotency-Key: restock-2026-03-01' \\
  -H 'Content-Type: application/json' \\
  -d '{"slot":"A1","productId":"<id>","quantity":8,"maxQuantity":10}'`;

export const ApiChapter = () => (
  <>
    <p>Every screen uses it, so it does everything a screen does. The <a href={paths.apiDocs}>API reference</a> lists each call with its fields and who may make it.</p>
    <pre tabIndex={0} aria-label="Example call"><code>{example}</code></pre>
    <Terms terms={[
      ['Sign-in', <>An ID token as <code>Authorization: Bearer</code>. Machines use their id and credential as <code>Basic</code>.</>],
      ['Answers', <>Always <code>{'{ success, data, error, message }'}</code>. The message is a sentence for people, the error a code for programs.</>],
      ['Repeating', <>Send an <code>Idempotency-Key</code> with changes. The same key again has one effect, so a lost answer can simply be asked for again. Where money moves it also gets the same answer, and is refused with another request.</>],
      ['Live', <><code>GET /api/live</code> sends an event whenever sales, machines or alerts change. It ends with its token; come back with a fresh one.</>],
    ]} />
    <h3>Error codes</h3>
    <Terms short terms={Object.entries(refusalStatus).map(([code, status]) => [<code key={code}>{code}</code>, `HTTP ${status}`] as const)} />
  </>
);

const report = `${eventTopic('VM-001')}
{"v":1,"e":"0a1b2c3d","s":42,"at":1772366400000,"t":"taken","slot":"A1","n":1}

${orderTopic('VM-001')}
{"v":1,"t":"ack","e":"0a1b2c3d","s":42}`;

export const DevicesChapter = () => (
  <>
    <p>JSON over MQTT 3.1.1. A machine signs in with its id and its credential and may use its own topics only.</p>
    <Terms terms={[
      [<code key="t">{eventTopic('<id>')}</code>, <>Numbered events, QoS 1: <code>tap</code>, <code>door</code>, <code>taken</code>, <code>returned</code>, <code>done</code>.</>],
      [<code key="t">{telemetryTopic('<id>')}</code>, <><code>hello</code> at each connection, and a heartbeat every 15 seconds. Neither is numbered or kept.</>],
      [<code key="t">{orderTopic('<id>')}</code>, <>Acknowledgements, and commands with a time to live: {deviceAction.options.join(', ')}.</>],
    ]} />
    <pre tabIndex={0} aria-label="A report and its acknowledgement"><code>{report}</code></pre>
    <ul>
      <li><code>e</code> (epoch) is made when the machine’s memory is formatted; <code>s</code> counts within it. Together they name an event, so a repeated one has one effect.</li>
      <li>The machine keeps an event until <code>ack</code> says that all up to this number is stored. At most {DEVICE_WINDOW} events are under way.</li>
      <li>A command that is not done within its time to live is void. Unfinished ones are sent again at the next <code>hello</code>.</li>
      <li>What cannot be understood is counted and dropped; it harms nothing.</li>
    </ul>
  </>
);
