/** Whole screens that say why there is nothing to see. */
import { Component, useEffect, useState, type ReactNode } from 'react';
import { reloadIfReplaced } from '../lib/replaced-page.js';

/** For what somebody's role does not allow. */
export const AccessDenied = ({ onBack }: { onBack: () => void }) => (
  <div className="full-note" role="alert">
    <h1>Access Denied</h1>
    <p>Your role does not include this. Ask the owner of your organization if you need it.</p>
    <button type="button" className="plain-button" onClick={onBack}>Go Back</button>
  </div>
);

const AGAIN_MS = 3_000;

/** Whether there is no way to the server, so that a screen which had yet to be loaded could not be. Once there is one the page is loaded anew: browsers remember what they could not load. */
function useCutOff(): boolean {
  const [isCutOff, setCutOff] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    let was = false;
    const look = async (): Promise<void> => {
      const isThere = await reloadIfReplaced();
      clearTimeout(timer);
      if (isOver) return;
      if (!isThere) timer = setTimeout(look, AGAIN_MS);
      else if (was) location.reload();
      was ||= !isThere;
      setCutOff(was);
    };
    void look();
    addEventListener('online', look);
    return () => {
      isOver = true;
      clearTimeout(timer);
      removeEventListener('online', look);
    };
  }, []);
  return isCutOff;
}

/** For when the page itself fails. Plain elements only: whatever failed may be what draws the rest. */
export function SomethingWrong() {
  const isCutOff = useCutOff();
  return (
    <div className="full-note" role="alert">
      <h1>{isCutOff ? 'No connection' : 'Something went wrong'}</h1>
      <p>{isCutOff ? 'Network error. Please check your connection. This screen comes by itself once there is one.' : 'Please refresh the page to continue.'}</p>
      {!isCutOff && <button type="button" className="plain-button" onClick={() => location.reload()}>Reload Page</button>}
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
