import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

type SensorLinkProps = { index: number; className?: string; children: ReactNode };

export function SensorLink({ index, className, children }: SensorLinkProps) {
  return (
    <Link to="/cms/device/sensor-edit/$sensorId" params={{ sensorId: String(index) }} className={className}>
      {children}
    </Link>
  );
}

/** Where the user came from: a device's page, or the list of sensors (undefined). */
export type Origin = { deviceIndex: number } | undefined;

/** A link back to the origin. */
export function BackLink({ origin, className, children }: Omit<SensorLinkProps, 'index'> & { origin: Origin }) {
  if (origin) {
    return (
      <Link
        to="/cms/device/device-edit/$deviceId"
        params={{ deviceId: String(origin.deviceIndex) }}
        search={{ tab: 'channels' }}
        className={className}
      >
        {children}
      </Link>
    );
  }
  return (
    <Link to="/cms/device/sensor-manage" className={className}>
      {children}
    </Link>
  );
}

export const backLabel = (origin: Origin) => (origin ? '장치' : '센서 목록');
