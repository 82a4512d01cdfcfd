import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

type ShellLinkProps = {
  /** A path of the app; any string, because it comes from the server's menu. */
  to: string;
  isCurrent?: boolean;
  onClick?: () => void;
  className?: string;
  children: ReactNode;
};

/** A link inside the app without a page reload. */
export function ShellLink({ to, isCurrent, ...rest }: ShellLinkProps) {
  return <Link to={to} activeOptions={{ exact: true }} aria-current={isCurrent ? 'page' : undefined} {...rest} />;
}
