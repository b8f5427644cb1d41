/** What a deployment that was started read-only answers to whoever wants to change something. */
import { refuse, type Refusal } from '@larder/contracts/reply.js';

/** @param deed what was asked for, such as 'Creating machine' */
export const notSupported = (deed: string): Refusal =>
  refuse('READ_ONLY', `${deed} is not supported`, {
    type: 'UNSUPPORTED_OPERATION', details: 'This deployment is read-only.', userAction: 'Use the dashboard to look things up, and contact your administrator for changes.',
  });
