import { useCallback, useState } from 'react';

/**
 * A part of the page that is fetched when it is first wanted. `fetchPart` may be called ahead (on hover or focus);
 * it answers false when the part could not be fetched, and may be called again. React.lazy would remember the failure.
 * `load` must be the same function at every render.
 */
export function useLazyModule<Part>(load: () => Promise<Part>): {
  part: Part | null;
  fetchPart: () => Promise<boolean>;
} {
  const [part, setPart] = useState<{ loaded: Part } | null>(null);
  const fetchPart = useCallback(async () => {
    try {
      const loaded = await load();
      // Wrapped, because React would call a bare component as an updater. What is shown already is not drawn again.
      setPart((was) => (was?.loaded === loaded ? was : { loaded }));
      return true;
    } catch {
      // No network and not on the device: the caller tells the user, and may try again.
      return false;
    }
  }, [load]);
  return { part: part ? part.loaded : null, fetchPart };
}
