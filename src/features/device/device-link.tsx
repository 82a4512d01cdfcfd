import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

type DeviceLinkProps = { index: number; className?: string; children: ReactNode };

export function DeviceLink({ index, className, children }: DeviceLinkProps) {
  return (
    <Link to="/cms/device/device-edit/$deviceId" params={{ deviceId: String(index) }} className={className}>
      {children}
    </Link>
  );
}

/** A link back to the list. */
export function DeviceListLink({ className, children }: Omit<DeviceLinkProps, 'index'>) {
  return (
    <Link to="/cms/device/device-manage" className={className}>
      {children}
    </Link>
  );
}
