/** A public page with all that is around it. */
import { StrictMode, type ComponentType } from 'react';
import { ErrorBoundary } from '../../ui/full-notes.js';
import { Frame } from './frame.js';

export const WholePage = ({ Page }: { Page: ComponentType }) => (
  <StrictMode>
    <ErrorBoundary>
      <Frame>
        <Page />
      </Frame>
    </ErrorBoundary>
  </StrictMode>
);
