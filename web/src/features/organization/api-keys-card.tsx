/** The keys with which programs of the organization call the API. */
import type { ApiKey } from '@larder/contracts/identity/api-keys.js';
import { Button } from 'antd';
import { useState } from 'react';
import { ago, capitalized, formatDay } from '../../lib/format.js';
import { dayAt } from '../../lib/time/day-at.js';
import { useNow } from '../../lib/time/use-now.js';
import { useOpened } from '../../lib/use-opened.js';
import { useZone } from '../../lib/time/use-zone.js';
import { useAccountQuery, useMayChange } from '../../lib/session/session-api.js';
import { Blank } from '../../ui/blank.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { FailureBox } from '../../ui/failure-box.js';
import { LoadingRows } from '../../ui/loading.js';
import { PlanWay } from '../../ui/plan-way.js';
import { Section } from '../../ui/section.js';
import { useToasts } from '../../ui/toasts.js';
import { IssueKeyDialog } from './issue-key-dialog.js';
import { useApiKeysQuery, useRevokeApiKeyMutation } from './organization-api.js';

export function ApiKeysCard() {
  const issuing = useOpened('key');
  const [revoking, setRevoking] = useState<ApiKey>();
  const mayChange = useMayChange('settings.update') === true;
  const isIncluded = useAccountQuery().data?.features.includes('api_access') ?? true;
  const { data, error, isError, refetch } = useApiKeysQuery();
  return (
    <Section title="API Keys" extra={<span className="beside"><a href="/api/docs">API reference</a>{mayChange && isIncluded && <Button size="small" onClick={() => issuing.open('new')}>Issue Key</Button>}</span>}>
      <p className="quiet">With a key a program of yours, such as bookkeeping or a property system, reads or does what a member in its role may.</p>
      {!isIncluded && <p className="quiet">Your plan includes no API access{data && data.length > 0 && ', so these keys open nothing'}. <PlanWay /></p>}
      {isError && <FailureBox text="Failed to load API keys" error={error} stale={data !== undefined} onRetry={refetch} />}
      {!data && !isError && <LoadingRows rows={2} label="Loading API keys" />}
      {data?.length === 0 && <Blank title="No API keys yet" />}
      <ul className="rows" aria-label="API keys">
        {data?.map((key) => <Row key={key.keyId} apiKey={key} onRevoke={mayChange ? setRevoking : undefined} />)}
      </ul>
      {mayChange && issuing.opened && <IssueKeyDialog onClose={issuing.close} />}
      {revoking && <Revoke apiKey={revoking} onClose={() => setRevoking(undefined)} />}
    </Section>
  );
}

function Row({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: ((apiKey: ApiKey) => void) | undefined }) {
  const { name, role, issuedBy, issuedAt, expiresAt, lastUsedAt } = apiKey;
  const zone = useZone();
  const now = useNow(60_000);
  const dayOf = (iso: string): string => formatDay(dayAt(zone ?? 'UTC', iso));
  const isOver = expiresAt !== undefined && Date.parse(expiresAt) <= now;
  return (
    <li>
      <span className="row-main">
        {name}
        <small>{capitalized(role)} · issued {dayOf(issuedAt)}{issuedBy && ` by ${issuedBy}`} · {expiresAt ? `${isOver ? 'expired' : 'until'} ${dayOf(expiresAt)}` : 'until it is revoked'}</small>
      </span>
      <span className="row-end">
        {isOver ? <span className="pill plain">Expired</span> : <small>{lastUsedAt ? `Used ${ago(lastUsedAt, now).toLowerCase()}` : 'Not used yet'}</small>}
        {onRevoke && <Button size="small" danger aria-label={`Revoke ${name}`} onClick={() => onRevoke(apiKey)}>Revoke</Button>}
      </span>
    </li>
  );
}

function Revoke({ apiKey: { keyId, name }, onClose }: { apiKey: ApiKey; onClose(): void }) {
  const toasts = useToasts();
  const [revoke] = useRevokeApiKeyMutation();
  return (
    <ConfirmDialog title={`Revoke ${name}?`} okText="Revoke Key" danger failed="Failed to revoke the API key" act={() => revoke(keyId)} onDone={() => toasts.good(`${name} is revoked`)} onClose={onClose}>
      <p>The program that uses it is refused from its next call on. A revoked key cannot be had back: give the program a new one first if it is to go on.</p>
    </ConfirmDialog>
  );
}
