import { useEffect } from 'react';
import { productName } from '#contract/time/korean-text.ts';

/** Sets the title of the page in the browser's tab and history. */
export function useTitle(page: string): void {
  useEffect(() => {
    document.title = `${page} · ${productName}`;
  }, [page]);
}
