/** Which address shows which screen. Screens are loaded when they are first wanted. */
import { createBrowserRouter, Navigate, useLocation, type RouteObject } from 'react-router';
import { paths } from '../lib/paths.js';
import { Loading } from '../ui/loading.js';
import { SomethingWrong } from '../ui/full-notes.js';
import { Protected } from './layout.js';

const machines = () => import('../features/machines/machines-page.js');

/** Addresses from before there was an operator area under /app. */
function Legacy() {
  const { pathname, search } = useLocation();
  return <Navigate to={paths.app + pathname + search} replace />;
}
const legacy: RouteObject[] = ['dashboard', 'machines', 'machines/:machineId', 'sales', 'alerts'].map((path) => ({ path, element: <Legacy /> }));

export const router = createBrowserRouter([
  {
    path: paths.home,
    errorElement: <SomethingWrong />,
    hydrateFallbackElement: <main className="full-note"><Loading /></main>,
    children: [
      { index: true, element: <Navigate to={paths.dashboard} replace /> },
      { path: 'login', lazy: () => import('../features/sign-in/login-page.js') },
      {
        path: 'app',
        element: <Protected />,
        children: [
          { index: true, element: <Navigate to={paths.dashboard} replace /> },
          { path: 'dashboard', lazy: () => import('../features/dashboard/dashboard-page.js') },
          { path: 'machines', lazy: machines },
          { path: 'machines/:machineId', lazy: machines },
          { path: 'sales', lazy: () => import('../features/sales/sales-page.js') },
          { path: 'alerts', lazy: () => import('../features/alerts/alerts-page.js') },
        ],
      },
      ...legacy,
      { path: '*', element: <Navigate to={paths.home} replace /> },
    ],
  },
]);
