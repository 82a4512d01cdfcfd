import { useConnectivity } from '../call/connectivity.ts';
import { useSession } from './session.ts';

/** Offline as the banner shows it; a session that is not confirmed counts too, because it cannot send. */
export function useIsOffline(): boolean {
  const reach = useConnectivity();
  const { data: session } = useSession();
  return reach === 'offline' || reach === 'captive' || session?.isOffline === true;
}
