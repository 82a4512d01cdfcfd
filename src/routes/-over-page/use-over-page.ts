import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useEffect } from 'react';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { useLazyModule } from '#src/ui/use-lazy-module.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What lies over the page was opened from it: closing goes back in the history. */
    isOverPage?: boolean;
  }
}

/** What can lie over any page, by the word under which it stands in the address. */
type OverPage = 'weather' | 'calendar';

/**
 * A dialog over the page that stands in the address, so that it can be shared and Back leaves it. Its code is fetched
 * when it is wanted; `load` must be the same function at every render, `failure` is said when it cannot be fetched.
 */
export function useOverPage<Part>(name: OverPage, load: () => Promise<Part>, failure: string) {
  const navigate = useNavigate();
  const { history } = useRouter();
  // The page notes the address in one task, the dialog opens in the next.
  const asked = useDeferredValue(useSearch({ strict: false, select: (search) => search[name] }));
  const isOverPage = useLocation({ select: ({ state }) => state.isOverPage === true });
  const { part, fetchPart } = useLazyModule(load);
  const isAsked = asked !== undefined;
  useEffect(() => {
    if (isAsked) void fetchPart();
  }, [isAsked, fetchPart]);

  function go(next: object, how: { replace?: true; state?: true | { isOverPage: true } }) {
    void navigate({ to: '.', search: (was: object) => ({ ...was, ...next }), resetScroll: false, ...how });
  }
  return {
    /** What stands in the address; undefined while nothing is open. */
    asked,
    part,
    fetchPart,
    async open(value: string) {
      if (await fetchPart()) go({ [name]: value }, { state: { isOverPage: true } });
      else showToast(failure, 'failed');
    },
    /** Within the dialog nothing is a step of the history: Back leaves the dialog from wherever one is in it. */
    change: (next: object) => go(next, { replace: true, state: true }),
    close() {
      if (isOverPage) history.back();
      else go({ [name]: undefined }, { replace: true });
    },
  };
}
