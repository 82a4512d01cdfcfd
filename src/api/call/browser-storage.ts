/** What the first paint needs of a user stands under this and the user's id. */
export const BOOT_KEY = 'onsil.boot.';

/** Who was last signed in stands under this (src/api/session/identity-keeper.ts). */
export const IDENTITY_KEY = 'onsil.identity';

/** What of localStorage is used. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Storage that never throws: it may be switched off, full or taken away. What it holds only makes starting
 * faster, for it loses the last seconds when the browser is killed.
 */
function calmStorage(open: () => TextStorage): TextStorage {
  function attempt<T>(run: (storage: TextStorage) => T, otherwise: T): T {
    try {
      return run(open());
    } catch {
      // Switched off or full; the device's database knows the same.
      return otherwise;
    }
  }
  return {
    getItem: (key) => attempt((storage) => storage.getItem(key), null),
    setItem: (key, value) => attempt((storage) => storage.setItem(key, value), undefined),
    removeItem: (key) => attempt((storage) => storage.removeItem(key), undefined),
  };
}

export const browserStorage: TextStorage = calmStorage(() => localStorage);

/** sessionStorage: lasts as long as the tab. */
export const tabStorage: TextStorage = calmStorage(() => sessionStorage);

/** Asks the browser not to empty this site when the disk is full; one that says no changes nothing. */
export async function keepStorage(): Promise<void> {
  await navigator.storage?.persist?.().catch(() => false);
}
