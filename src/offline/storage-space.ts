/** What the browser has given this site, and what of it is in use, bytes; as it estimates them itself. */
export type StorageSpace = { used: number; quota: number };

/** Undefined where the browser does not say. */
export async function storageSpace(): Promise<StorageSpace | undefined> {
  const found = await navigator.storage?.estimate?.().catch(() => undefined);
  const { usage, quota } = found ?? {};
  return usage !== undefined && quota ? { used: usage, quota } : undefined;
}
