/** Whole screens that say why there is nothing to see. */
import { Component, useEffect, type ReactNode } from 'react';
import { reloadIfReplaced } from '../lib/replaced-page.js';

/** For what somebody's role does not allow. */
export const AccessDenied = ({ onBack }: { onBack: () => void }) => (
  <div className="full-note" role="alert">
    <h1>Access Denied</h1>
    <p>Your role does not include this. Ask the owner of your organization if you need it.</p>
    <button type="button" className="plain-button" onClick={onBack}>Go Back</button>
  </div>
);

/** For when the page itself fails. Plain elements only: whatever failed may be what draws the rest. */
export function SomethingWrong() {
  useEffect(() => void reloadIfReplaced(), []);
  return (
    <div className="full-note" role="alert">
      <h1>Something went wrong</h1>
      <p>Please refresh the page to continue.</p>
      <button type="button" className="plain-button" onClick={() => location.reload()}>Reload Page</button>
    </div>
  );
}

export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };
  static getDerivedStateFromError = () => ({ broken: true });
  override render() {
    return this.state.broken ? <SomethingWrong /> : this.props.children;
  }
}
