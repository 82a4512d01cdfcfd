import { Navigate } from '@tanstack/react-router';

/** Unknown paths lead to the same page as forbidden ones. */
export function NotFoundRedirect() {
  return <Navigate to="/404" replace />;
}
