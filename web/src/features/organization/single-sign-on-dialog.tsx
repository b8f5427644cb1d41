/** Sets up single sign-on: what the provider has to know, and what it gives in return. */
import { clientSecret, singleSignOnSettings, type singleSignOn } from '@larder/contracts/identity/single-sign-on.js';
import type { Out } from '@larder/contracts/request.js';
import { Radio } from 'antd';
import { useState } from 'react';
import { firstIssues } from '../../lib/first-issues.js';
import { CopyButton } from '../../ui/copy-button.js';
import { Dialog } from '../../ui/dialog.js';
import { FailureBox } from '../../ui/failure-box.js';
import { PasswordField, TextField, useForm } from '../../ui/form.js';
import { useToasts } from '../../ui/toasts.js';
import { useSetSingleSignOnMutation } from './organization-api.js';

const entry = singleSignOnSettings.pick({ issuer: true, clientId: true });

export function SingleSignOnDialog({ shown: { settings: before, callbackUrl }, onClose }: { shown: Out<typeof singleSignOn>; onClose(): void }) {
  const toasts = useToasts();
  const [isRequired, setRequired] = useState(before?.isRequired ?? false);
  const [set, { error, isLoading }] = useSetSingleSignOnMutation();
  const begun = { issuer: before?.issuer ?? '', clientId: before?.clientId ?? '', clientSecret: '' };
  const isKept = (entered: typeof begun): boolean => before !== undefined && entered.clientSecret === '' && entered.issuer === before.issuer && entered.clientId === before.clientId;
  const form = useForm(begun, (entered) => firstIssues(isKept(entered) ? entry : entry.extend({ clientSecret }), entered), async (entered) => {
    const answer = await set({ issuer: entered.issuer.trim(), clientId: entered.clientId.trim(), isRequired, ...(!isKept(entered) && { clientSecret: entered.clientSecret.trim() }) });
    if (answer.error) return;
    toasts.good('Single sign-on is on');
    onClose();
  });
  return (
    <Dialog title="Single sign-on" okText={isLoading ? 'Asking the provider...' : 'Save'} confirmLoading={isLoading} okButtonProps={{ htmlType: 'submit', form: 'single-sign-on' }} onCancel={onClose}>
      <form id="single-sign-on" className="stack" onSubmit={form.onSubmit} noValidate>
        {error && <FailureBox text="Single sign-on could not be set up" error={error} />}
        <p className="quiet">At your provider, add a web application with the authorization code flow, and enter this as its redirect address:</p>
        <p className="shown-once"><small>Redirect address</small><code>{callbackUrl}</code><CopyButton what="Redirect address" text={callbackUrl} /></p>
        <TextField form={form} name="issuer" label="Issuer address" hint="What the provider calls itself, such as https://login.example.com. It has to be on the public internet." autoComplete="off" inputMode="url" autoCapitalize="none" spellCheck={false} autoFocus maxLength={300} />
        <TextField form={form} name="clientId" label="Client ID" autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={300} />
        <PasswordField form={form} name="clientSecret" label="Client secret" hint={before ? 'Empty: the one before stays, as long as the provider and the client do.' : 'Kept encrypted, and never shown again.'} autoComplete="new-password" maxLength={1000} />
        <fieldset className="choice">
          <legend>Passwords</legend>
          <Radio.Group value={isRequired} onChange={(event) => setRequired(event.target.value === true)}>
            <Radio value={false}>Let everybody in, too<small>Members choose how they sign in.</small></Radio>
            <Radio value={true}>Let owners in only<small>All others sign in at the provider, and are signed out once now. Owners keep a way in for when it is away.</small></Radio>
          </Radio.Group>
        </fieldset>
        <p className="quiet">The provider lets in members, found by their e-mail address, and whoever comes by the link of an invitation. Nobody else.</p>
      </form>
    </Dialog>
  );
}
