import { useNavigateFromHere } from '#src/lib/navigation.ts';
import type { Origin } from './sensor-link.tsx';

/** Navigates to the target of BackLink. */
export function useGoBack(): (origin: Origin) => void {
  const navigate = useNavigateFromHere();
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
