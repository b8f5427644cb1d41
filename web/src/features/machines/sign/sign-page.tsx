/** The sign that stands at a machine, to be printed, and the address for its tag. */
import { guestLanguages, isFromRight, type GuestLanguage } from '@larder/contracts/vending/guest-languages.js';
import type { MachineView } from '@larder/contracts/fleet.js';
import { PrinterOutlined } from '@ant-design/icons';
import { Alert, Button, Select } from 'antd';
import { useId } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { asFailure } from '../../../lib/failure-text.js';
import { paths } from '../../../lib/paths.js';
import { useAccountQuery } from '../../../lib/session/session-api.js';
import { withParameter } from '../../../lib/use-opened.js';
import { CopyButton } from '../../../ui/copy-button.js';
import { FailureBox } from '../../../ui/failure-box.js';
import { Loading } from '../../../ui/loading.js';
import { PageHeader } from '../../../ui/page-header.js';
import { Qr } from '../../../ui/qr.js';
import { Section } from '../../../ui/section.js';
import { useMachineQuery } from '../machines-api.js';
import { isOnlyHere, steps, tagAddress } from './sign-words.js';
import '../machines.css';

/** More make the letters too small to be read in passing. */
const MOST_LANGUAGES = 4;
const names = new Intl.DisplayNames('en', { type: 'language' });
const choices = guestLanguages.map((value) => ({ value, label: names.of(value) }));

export function Component() {
  const { machineId = '' } = useParams();
  const { currentData: machine, error, isError, refetch } = useMachineQuery({ id: machineId });
  const isMissing = asFailure(error)?.status === 404;
  return (
    <>
      <PageHeader
        title="Sign and tag" subtitle={<Link to={paths.machine(machineId)}>{machine?.name ?? machineId}</Link>}
        actions={machine && <Button type="primary" icon={<PrinterOutlined />} onClick={() => window.print()}>Print the sign</Button>}
      />
      {isError && <FailureBox text={isMissing ? 'Machine not found' : 'Failed to load machine data'} error={isMissing ? undefined : error} stale={machine !== undefined} onRetry={refetch} />}
      {!machine && !isError && <Loading />}
      {machine && <SignAndTag machine={machine} />}
    </>
  );
}

function SignAndTag({ machine }: { machine: MachineView }) {
  const id = useId();
  const [query, setQuery] = useSearchParams();
  const chosen = guestLanguages.filter((language) => (query.get('languages') ?? 'en').split(',').includes(language)).slice(0, MOST_LANGUAGES);
  const choose = (list: GuestLanguage[]) => setQuery((was) => withParameter(was, 'languages', list.join(',') || null), { replace: true });
  const address = tagAddress(location.origin, machine.machineId);
  return (
    <>
      {isOnlyHere(location.hostname) && <Alert className="no-print" type="warning" showIcon title="Guests' phones cannot reach this address" description={`${location.hostname} is this computer alone. Open Larder by the address that guests can reach before you print the sign or write the tag.`} />}
      <div className="columns">
        <div className="stack">
          <label className="sign-languages no-print" htmlFor={id}>Languages <Select id={id} mode="multiple" maxCount={MOST_LANGUAGES} value={chosen} options={choices} optionFilterProp="label" onChange={choose} /></label>
          <Sign machine={machine} address={address} chosen={chosen.length > 0 ? chosen : ['en']} />
        </div>
        <div className="no-print">
          <Section title="The tag">
            <div className="stack">
              <p>A round NFC sticker beside the door: a phone that is held to it opens this address. Write it to the tag as a web address, with any app that writes NFC tags, and lock the tag afterwards, so that nobody writes another one.</p>
              <p className="shown-once"><small>Address of the tag</small><code className="secret">{address}</code><CopyButton what="Address" text={address} /></p>
              <p className="quiet">The sign's code leads to the same address, for phones that read no tags. It only says which machine is meant: a door is opened to one guest at a time, and a copy of the address opens nothing more than a tap does.</p>
            </div>
          </Section>
        </div>
      </div>
    </>
  );
}

function Sign({ machine, address, chosen }: { machine: MachineView; address: string; chosen: readonly GuestLanguage[] }) {
  const { data } = useAccountQuery();
  const contact = data?.account.guestContact;
  return (
    <article className="sign" aria-label="Sign">
      <h2>{machine.name}</h2>
      <Qr value={address} size={220} label={`QR code that begins a visit at ${machine.name}`} />
      <div className="sign-steps">
        {chosen.map((language) => (
          <ol key={language} lang={language} dir={isFromRight(language) ? 'rtl' : 'ltr'}>{steps[language].map((step) => <li key={step}>{step}</li>)}</ol>
        ))}
      </div>
      <p className="sign-foot">{[machine.machineId, contact].filter(Boolean).join(' · ')}</p>
    </article>
  );
}
