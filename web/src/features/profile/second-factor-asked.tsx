/** For a member whose organization lets people in by two-step sign-in only, before they have turned it on. */
import { Button } from 'antd';
import { useNavigate } from 'react-router';
import { paths } from '../../lib/paths.js';
import { PageHeader } from '../../ui/page-header.js';
import { Section } from '../../ui/section.js';

export function SecondFactorAsked({ by }: { by: string }) {
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title="One more step" subtitle={`${by} asks everybody for two-step sign-in.`} />
      <Section title="Two-step sign-in">
        <div className="stack">
          <p>Besides your password a code of an authenticator app is asked for, so that a stolen password alone opens nothing. Turn it on in your profile, and everything is here again.</p>
          <div className="form-buttons"><Button type="primary" onClick={() => void navigate(paths.profile)}>Go to your profile</Button></div>
        </div>
      </Section>
    </>
  );
}
