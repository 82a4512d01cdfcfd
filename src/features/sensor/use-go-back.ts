import { useNavigate } from '@tanstack/react-router';
import type { Origin } from './sensor-link.tsx';

/** Goes where BackLink leads. */
export function useGoBack(): (origin: Origin) => void {
  const navigate = useNavigate();
  return (origin) => {
    if (!origin) void navigate({ to: '/cms/device/sensor-manage' });
    else {
      void navigate({
        to: '/cms/device/device-edit/$deviceId',
        params: { deviceId: String(origin.deviceIndex) },
        search: { tab: 'connect' },
      });
    }
  };
}
