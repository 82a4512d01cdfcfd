import { calmStorage } from '../call/browser-storage.ts';

const KEY = 'onsil.prompted';
const tab = calmStorage(() => sessionStorage);

/** Whether this user has been asked for their information in this tab; a reload does not ask again. */
export function wasPrompted(uid: string): boolean {
  return tab.getItem(KEY) === uid;
}

export function notePrompted(uid: string): void {
  tab.setItem(KEY, uid);
}

/** The user leaves: nothing of them stays in the tab. */
export function forgetPrompted(): void {
  tab.removeItem(KEY);
}
