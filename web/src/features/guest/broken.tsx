/** What a guest sees when the page itself fails. */
import { Component, type ReactNode } from 'react';
import { Page } from './parts.js';
import { say } from './words/say.js';

export class Unbroken extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };
  static getDerivedStateFromError = () => ({ broken: true });
  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <Page title="Something went wrong" tone="bad">
        <p role="alert">{say('Please refresh the page to continue.')}</p>
        <div className="actions"><button type="button" className="button" onClick={() => location.reload()}>{say('Reload Page')}</button></div>
      </Page>
    );
  }
}
