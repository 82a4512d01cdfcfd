import { Navigate } from '@tanstack/react-router';

/** Paths nobody listed end where unpermitted ones do. */
export function NotFoundRedirect() {
  return <Navigate to="/404" replace />;
}
