/** What is said above the sign-in form. */
import { Alert } from 'antd';
import type { Arrival } from './sign-in-texts.js';
import type { SigningIn } from './use-sign-in.js';

/** Why somebody was sent here. */
export const ArrivalNote = ({ arrival: { title, text } }: { arrival: Arrival }) =>
  title ? <Alert type="error" showIcon title={title} description={text} role="alert" /> : <Alert type="info" showIcon title={text} role="alert" />;

/** Why the last step did not work. */
export const Problem = ({ signing: { state } }: { signing: SigningIn }) =>
  'problem' in state && state.problem ? <Alert type="error" showIcon title="Sign in failed" description={state.problem} role="alert" /> : null;
