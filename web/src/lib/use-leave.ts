/** Leaving a screen of which what it showed is gone. */
import { useLocation, useNavigate, type NavigateOptions, type To } from 'react-router';

/** Leads to another screen, unless whoever had the order given has gone elsewhere before its answer came. */
export function useLeave(): (to: To, options?: NavigateOptions) => void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (to, options) => {
    if (window.location.pathname === pathname) void navigate(to, options);
  };
}
