/** Used storage and quota of this site, bytes, as estimated by the browser. */
export type StorageSpace = { used: number; quota: number };

/** Undefined where the browser does not support estimates. */
export async function storageSpace(): Promise<StorageSpace | undefined> {
  const found = await navigator.storage?.estimate?.().catch(() => undefined);
  const { usage, quota } = found ?? {};
  return usage !== undefined && quota ? { used: usage, quota } : undefined;
}
