/** The operator's entry. */
import { ConfigProvider } from 'antd';
import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { RouterProvider } from 'react-router/dom';
import { bearTranslators } from '../lib/translated.js';
import { ErrorBoundary } from '../ui/full-notes.js';
import { ToastHost } from '../ui/toasts.js';
import { useDark, useStill } from '../ui/use-media.js';
import './colours.css';
import './app.css';
import './print.css';
import { router } from './routes.js';
import { watchSession } from './session-watch.js';
import { store } from './store.js';
import { themeOf } from './theme.js';
import { keepUnsent } from './unsent.js';

bearTranslators();
watchSession();
keepUnsent();

/** Beside it is said whether it does. */
const WORDS = { locale: 'en', global: { show: 'Show password', hide: 'Show password' } };

function Look({ children }: { children: ReactNode }) {
  return <ConfigProvider theme={themeOf({ isStill: useStill(), isDark: useDark() })} wave={{ disabled: true }} locale={WORDS}>{children}</ConfigProvider>;
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <ErrorBoundary>
      <Provider store={store}>
        <Look>
          <ToastHost>
            {/* A screen that follows its address only when there is time for it loses what is chosen on it until then. */}
            <RouterProvider router={router} useTransitions={false} />
          </ToastHost>
        </Look>
      </Provider>
    </ErrorBoundary>
  </StrictMode>,
);
