/** What every public page has around it: the way in on top, everything else at the bottom. */
import { createContext, useContext, type ReactNode } from 'react';
import { paths } from '../../lib/paths.js';
import { Wordmark } from '../../ui/wordmark.js';
import { mailTo, SUPPORT } from './contact.js';
import { useVisitor, VisitorContext } from './visitor.js';

/** The path of the page. */
export const AddressContext = createContext<string>(paths.home);

export function Frame({ children }: { children: ReactNode }) {
  const visitor = useVisitor();
  const address = useContext(AddressContext);
  return (
    <VisitorContext value={visitor}>
      <a className="skip" href="#content">Skip to content</a>
      <Header />
      <main id="content">{visitor === 'asking' && address === paths.home ? <Loading /> : children}</main>
      <Footer />
    </VisitorContext>
  );
}

const Loading = () => (
  <div className="loading" role="status">
    <i className="spinner" aria-hidden="true" />
    Loading...
  </div>
);

function Header() {
  return (
    <header className="site-header">
      <div className="wide">
        <a href={paths.home} aria-label="Larder, home"><Wordmark /></a>
        <nav aria-label="Main">
          <NavLink to={paths.features} often={false}>Features</NavLink>
          <NavLink to={paths.pricing}>Pricing</NavLink>
          <NavLink to={paths.roiCalculator} often={false}>ROI calculator</NavLink>
          <WaysIn />
        </nav>
      </div>
    </header>
  );
}

/** @param often whether it stays on a narrow screen */
function NavLink({ to, often = true, children }: { to: string; often?: boolean; children: ReactNode }) {
  const address = useContext(AddressContext);
  return <a href={to} className={often ? undefined : 'seldom'} aria-current={address.replace(/\/+$/, '') === to ? 'page' : undefined}>{children}</a>;
}

function WaysIn() {
  switch (useContext(VisitorContext)) {
    case 'asking': return null;
    case 'member': return <a className="button small" href={paths.app}>Go to Dashboard</a>;
    case 'stranger': return (
      <>
        <a href={paths.login()}>Sign In</a>
        <a className="button small" href={paths.register()}>Get Started</a>
      </>
    );
  }
}

function Footer() {
  const isMember = useContext(VisitorContext) === 'member';
  return (
    <footer className="site-footer">
      <div className="wide">
        <div>
          <Wordmark />
          <p>A small shop in every stay.</p>
        </div>
        <nav aria-label="Product">
          <h2>Product</h2>
          <a href={isMember ? paths.app : paths.login()}>Dashboard</a>
          <a href={paths.features}>Features</a>
          <a href={paths.pricing}>Pricing</a>
          <a href={paths.roiCalculator}>ROI calculator</a>
        </nav>
        <nav aria-label="Support">
          <h2>Support</h2>
          <a href={paths.help}>Help</a>
          <a href={paths.docs}>Documentation</a>
          <a href={paths.apiDocs}>API reference</a>
          <a href={mailTo()}>{SUPPORT}</a>
        </nav>
      </div>
    </footer>
  );
}
