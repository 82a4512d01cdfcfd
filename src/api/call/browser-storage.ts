/** Prefix of the localStorage key for what the first paint needs; the user's id follows. */
export const BOOT_KEY = 'onsil.boot.';

/** localStorage key of the user who was signed in last (src/api/session/identity-keeper.ts). */
export const IDENTITY_KEY = 'onsil.identity';

/** localStorage key of a device that several people share: when it was last used, epoch ms of the server's clock. */
export const SHARED_KEY = 'onsil.shared';

/** The part of the Storage interface that is used. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Storage that never throws: it may be disabled, full or revoked. Its content only makes the start faster, because the
 * last seconds are lost when the browser is killed.
 */
function safeStorage(open: () => TextStorage): TextStorage {
  function attempt<T>(run: (storage: TextStorage) => T, otherwise: T): T {
    try {
      return run(open());
    } catch {
      // Disabled or full; the device database holds the same.
      return otherwise;
    }
  }
  return {
    getItem: (key) => attempt((storage) => storage.getItem(key), null),
    setItem: (key, value) => attempt((storage) => storage.setItem(key, value), undefined),
    removeItem: (key) => attempt((storage) => storage.removeItem(key), undefined),
  };
}

export const browserStorage: TextStorage = safeStorage(() => localStorage);

/** sessionStorage: lasts as long as the tab. */
export const tabStorage: TextStorage = safeStorage(() => sessionStorage);

/** Asks the browser not to evict this site when the disk is full; a refusal is ignored. */
export async function keepStorage(): Promise<void> {
  await navigator.storage?.persist?.().catch(() => false);
}
