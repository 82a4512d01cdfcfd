import { useSyncExternalStore } from 'react';
import type { Observable } from './observable.ts';

/** The value of an observable; renders again when it changes. */
export function useObservable<T>({ get, subscribe }: Observable<T>): T {
  return useSyncExternalStore(subscribe, get, get);
}
