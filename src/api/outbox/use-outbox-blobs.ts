import { useEffect, useState } from 'react';
import { useLoadOutbox } from './outbox-context.ts';

/** The blobs of outbox entries that have been read from the device so far. */
export function useOutboxBlobs(entryIds: readonly string[]): ReadonlyMap<string, Blob> {
  const loadOutbox = useLoadOutbox();
  const [blobs, setBlobs] = useState<ReadonlyMap<string, Blob>>(new Map());
  const wanted = entryIds.join(' ');
  useEffect(() => {
    if (wanted === '') return;
    let isGone = false;
    async function look() {
      const store = (await loadOutbox())?.store();
      for (const id of wanted.split(' ')) {
        // Without a storage answer the placeholder stays.
        const blob = await store?.blobOf(id).catch(() => undefined);
        if (isGone) return;
        if (blob) setBlobs((earlier) => (earlier.has(id) ? earlier : new Map(earlier).set(id, blob)));
      }
    }
    void look();
    return () => {
      isGone = true;
    };
  }, [wanted, loadOutbox]);
  return blobs;
}
