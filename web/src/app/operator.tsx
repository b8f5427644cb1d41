/** The operator's entry. */
import { ConfigProvider } from 'antd';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { RouterProvider } from 'react-router/dom';
import { ErrorBoundary } from '../ui/full-notes.js';
import { ToastHost } from '../ui/toasts.js';
import './app.css';
import { router } from './routes.js';
import { watchSession } from './session-watch.js';
import { store } from './store.js';
import { theme } from './theme.js';

watchSession();

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <ErrorBoundary>
      <Provider store={store}>
        <ConfigProvider theme={theme} wave={{ disabled: true }}>
          <ToastHost>
            <RouterProvider router={router} />
          </ToastHost>
        </ConfigProvider>
      </Provider>
    </ErrorBoundary>
  </StrictMode>,
);
