import { useConnectivity } from '../call/connectivity.ts';
import { useSession } from './session.ts';

/** Offline as the banner says it; a session that could not be renewed yet can send nothing either. */
export function useIsOffline(): boolean {
  const reach = useConnectivity();
  const { data: session } = useSession();
  return reach === 'offline' || reach === 'captive' || session?.isOffline === true;
}
