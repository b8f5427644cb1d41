/** The sign-in page of one organization: by its short name, at its own provider. */
import { Alert, Button } from 'antd';
import { Link, useNavigate } from 'react-router';
import { asFailure } from '../../lib/failure-text.js';
import { hostOf } from '../../lib/host-of.js';
import { paths } from '../../lib/paths.js';
import type { HostedSignIn } from '../../lib/session/auth-client.js';
import { useEntryQuery } from '../../lib/session/session-api.js';
import { lasting } from '../../lib/storage.js';
import { TextField, useForm } from '../../ui/form.js';
import { FailureBox } from '../../ui/failure-box.js';
import { Loading } from '../../ui/loading.js';
import { HostedButton } from './hosted-button.js';

const REMEMBERED = 'larder.organization';

/** The one that was signed in to here before, if any. */
export const rememberedOrganization = (): string => lasting.getItem(REMEMBERED) ?? '';

interface Props {
  hosted: HostedSignIn;
  /** Its short name; empty while it is not known. */
  slug: string;
  /** Where to go then. */
  wanted: string | undefined;
  returnTo: string;
  /** The issuer whose tile leads here (OpenID Connect Core, 4): whoever has gone there from here before goes at once. Others press the button, or any link could sign them in to somebody else's organization. */
  from: string | null;
}

export function OrganizationSignIn({ hosted, slug, wanted, returnTo, from }: Props) {
  const { currentData: entry, error, isError, isFetching, refetch } = useEntryQuery(slug, { skip: slug === '' });
  const isUnknown = asFailure(error)?.status === 404;
  return (
    <>
      <h1>{entry ? `Sign in to ${entry.name}` : 'Sign in through your organization'}</h1>
      {isFetching && <Loading />}
      {isError && !isUnknown && !isFetching && <FailureBox text="The organization cannot be looked up" error={error} retryLabel="Try Again" onRetry={refetch} />}
      {isError && isUnknown && !isFetching && <Alert type="error" showIcon title={asFailure(error)?.message} role="alert" />}
      {entry && <HostedButton hosted={hosted} returnTo={returnTo} only elsewhere={{ organization: slug }} label={`Continue to ${entry.host}`} atOnce={hostOf(from ?? '') === entry.host && rememberedOrganization() === slug} onGo={() => lasting.setItem(REMEMBERED, slug)} />}
      {!entry && !isFetching && <Which key={slug} slug={slug || rememberedOrganization()} wanted={wanted} />}
      <p className="login-links">
        {entry && <Link to={paths.loginElsewhere(wanted)}>Another organization</Link>}
        <Link to={paths.login({ returnTo: wanted })}>Sign in with a password</Link>
      </p>
    </>
  );
}

function Which({ slug, wanted }: { slug: string; wanted: string | undefined }) {
  const navigate = useNavigate();
  const form = useForm({ organization: slug }, ({ organization }) => (organization.trim() ? {} : { organization: 'Please enter its short name' }), ({ organization }) => navigate(paths.login({ returnTo: wanted, organization: organization.trim().toLowerCase() })));
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <TextField form={form} name="organization" label="Organization" hint="Its short name, such as seaside-stays" autoComplete="organization" autoCapitalize="none" spellCheck={false} autoFocus maxLength={100} />
      <Button type="primary" htmlType="submit" block>Continue</Button>
    </form>
  );
}
