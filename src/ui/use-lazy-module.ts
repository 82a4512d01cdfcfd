import { useCallback, useState } from 'react';

/**
 * A lazily loaded part of a page. `fetchPart` may be called early (on hover or focus); it resolves with false when
 * loading failed, and can be called again (React.lazy would cache the failure). `load` must be the same function at
 * every render.
 */
export function useLazyModule<Part>(load: () => Promise<Part>): {
  part: Part | null;
  fetchPart: () => Promise<boolean>;
} {
  const [part, setPart] = useState<{ loaded: Part } | null>(null);
  const fetchPart = useCallback(async () => {
    try {
      const loaded = await load();
      // Wrapped in an object, because React would call a function as an updater. The same part keeps its state object,
      // so nothing renders again.
      setPart((was) => (was?.loaded === loaded ? was : { loaded }));
      return true;
    } catch {
      // No network and not cached: the caller tells the user, and may try again.
      return false;
    }
  }, [load]);
  return { part: part ? part.loaded : null, fetchPart };
}
