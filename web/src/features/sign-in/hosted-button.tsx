/** The way to a sign-in page elsewhere. */
import { Alert, Button } from 'antd';
import { useEffect, useState } from 'react';
import type { Elsewhere, HostedSignIn } from '../../lib/session/auth-client.js';
import { arrivalOf } from './sign-in-texts.js';

interface Props {
  hosted: HostedSignIn;
  returnTo: string;
  email?: string;
  /** There is no other way. */
  only?: boolean;
  elsewhere?: Elsewhere;
  label?: string;
  /** Once: whoever comes back by the browser's Back presses it. */
  atOnce?: boolean;
  /** They are about to leave. */
  onGo?(): void;
}

export function HostedButton({ hosted, returnTo, email, only, elsewhere, label = 'Continue with single sign-on', atOnce = false, onGo }: Props) {
  const [state, setState] = useState<'idle' | 'leaving' | 'failed'>('idle');
  const go = async () => {
    setState('leaving');
    onGo?.();
    await hosted.begin(returnTo, email, elsewhere).catch(() => setState('failed'));
  };
  useEffect(() => {
    if (!atOnce) return;
    // The address that they come back to leads nowhere by itself.
    const here = new URL(location.href);
    here.searchParams.delete('iss');
    history.replaceState(history.state, '', here);
    void go();
  }, []);
  return (
    <>
      {state === 'failed' && <Alert type="error" showIcon title="Sign in failed" description={arrivalOf('temporarily_unavailable')?.text} role="alert" />}
      <Button block type={only ? 'primary' : 'default'} disabled={state === 'leaving'} onClick={() => void go()}>{label}</Button>
    </>
  );
}
