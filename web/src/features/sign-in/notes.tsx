/** What is said above the sign-in form. */
import { Alert } from 'antd';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.js';
import type { Arrival } from './sign-in-texts.js';
import type { SigningIn } from './use-sign-in.js';

/** Why somebody was sent here. */
export const ArrivalNote = ({ arrival: { title, text } }: { arrival: Arrival }) =>
  title ? <Alert type="error" showIcon title={title} description={text} role="alert" /> : <Alert type="info" showIcon title={text} role="alert" />;

/** Why the last step did not work. */
export const Problem = ({ signing: { state } }: { signing: SigningIn }) =>
  'problem' in state && state.problem ? <Alert type="error" showIcon title="Sign in failed" description={<Sentence text={state.problem} />} role="alert" /> : null;

/** Of an organization that asks for another way in, with the way there. */
function Sentence({ text }: { text: string }) {
  const [said, organization] = text.split(`: ${location.origin}${paths.login()}?organization=`);
  return organization === undefined ? text : <>{said}. <Link to={paths.login({ organization })}>Sign in there</Link></>;
}
