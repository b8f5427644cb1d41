/** The guest's entry: nothing but React and the guest's own pages, so that it opens at once on a phone. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Unbroken } from '../features/guest/broken.js';
import { begin, GuestApp } from '../features/guest/guest-app.js';
import { guestRoute } from '../features/guest/route.js';
import { speak } from '../features/guest/words/speak.js';
import '../features/guest/guest.css';

void Promise.all([speak(), begin(guestRoute(location.pathname, new URLSearchParams(location.search)))]).then(() =>
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <Unbroken>
        <GuestApp />
      </Unbroken>
    </StrictMode>,
  ));
