import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

type ShellLinkProps = {
  /** A path of the app; comes from the server's menu, so it is any string. */
  to: string;
  isCurrent?: boolean;
  onClick?: () => void;
  className?: string;
  children: ReactNode;
};

/** A link inside the app that changes the page without loading it anew. */
export function ShellLink({ to, isCurrent, ...rest }: ShellLinkProps) {
  return <Link to={to} activeOptions={{ exact: true }} aria-current={isCurrent ? 'page' : undefined} {...rest} />;
}
