/** For somebody who is signed in and belongs to no organization. */
import { foundOrganization } from '@larder/contracts/identity/organization.js';
import { TRIAL_DAYS } from '@larder/contracts/identity/price-list.js';
import { Button } from 'antd';
import { firstIssues } from '../../lib/first-issues.js';
import { FailureBox } from '../../ui/failure-box.js';
import { TextField, useForm } from '../../ui/form.js';
import { PageHeader } from '../../ui/page-header.js';
import { Section } from '../../ui/section.js';
import { useToasts } from '../../ui/toasts.js';
import { useFoundMutation } from './organization-api.js';

export function LegacyAccount() {
  const toasts = useToasts();
  const [found, { error, isLoading }] = useFoundMutation();
  const form = useForm({ organizationName: '' }, (entered) => firstIssues(foundOrganization.input, entered), async ({ organizationName }) => {
    const answer = await found({ organizationName: organizationName.trim(), timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone });
    if (!answer.error) toasts.good('Your organization is ready');
  });
  return (
    <>
      <PageHeader title="Legacy Account" subtitle="Your login belongs to no organization, so there is nothing to show." />
      <div className="columns even">
        <Section title="Create your organization">
          <form className="stack" onSubmit={form.onSubmit} noValidate>
            {error && <FailureBox text="Failed to create the organization" error={error} />}
            <TextField form={form} name="organizationName" label="Organization name" autoComplete="organization" maxLength={100} hint={`You become its owner. The trial lasts ${TRIAL_DAYS} days.`} />
            <Button type="primary" htmlType="submit" disabled={isLoading}>{isLoading ? 'Creating...' : 'Create your organization'}</Button>
          </form>
        </Section>
        <Section title="Have an invitation?">
          <p>Open the link in the e-mail you were sent while you are signed in here. If it has expired, ask whoever invited you to send it again.</p>
        </Section>
      </div>
    </>
  );
}
