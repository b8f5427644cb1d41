/** Lets what cleans up after a test know that it failed: a browser's pages are asked what they show before they close. */
import { TestEnvironment } from 'jest-environment-node';

export default class extends TestEnvironment {
  handleTestEvent({ name }) {
    if (name === 'test_start') this.global.hasFailed = false;
    if (name === 'test_fn_failure') this.global.hasFailed = true;
  }
}
