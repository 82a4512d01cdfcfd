import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { startTransition, useDeferredValue, useEffect, useRef, useState } from 'react';
import { showToast } from '#src/lib/toasts.ts';
import { whenIdle } from '#src/lib/use-settled.ts';
import { useLazyModule } from '#src/ui/use-lazy-module.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What lies over the page was opened from it: closing goes back in the history. */
    isOverPage?: boolean;
  }
}

/** What can lie over any page, by the word under which it stands in the address. */
type OverPage = 'weather' | 'calendar';

/** What was opened stands in the address at the latest after this long, ms: nobody is back at Back sooner. */
const NOTED_WITHIN_MS = 300;

/**
 * A dialog over the page that stands in the address, so that it can be shared and Back leaves it. Its code is fetched
 * when it is wanted; `load` must be the same function at every render, `failure` is said when it cannot be fetched.
 */
export function useOverPage<Part>(name: OverPage, load: () => Promise<Part>, failure: string) {
  const navigate = useNavigate();
  const { history } = useRouter();
  // The page notes the address in one task, the dialog opens in the next.
  const addressed = useDeferredValue(useSearch({ strict: false, select: (search) => search[name] }));
  const isOverPage = useLocation({ select: ({ state }) => state.isOverPage === true });
  const { part, fetchPart } = useLazyModule(load);
  // What was pressed is drawn first, and then noted in the address: that is work, and nobody waits to see it.
  const [pressed, setPressed] = useState<string>();
  const noted = useRef(Promise.resolve());
  const asked = addressed ?? pressed;
  const isAsked = asked !== undefined;
  useEffect(() => {
    if (isAsked) void fetchPart();
  }, [isAsked, fetchPart]);
  useEffect(() => {
    if (addressed !== undefined) setPressed(undefined);
  }, [addressed]);

  function go(next: object, how: { replace?: true; state?: true | { isOverPage: true } }): Promise<void> {
    return navigate({ to: '.', search: (was: object) => ({ ...was, ...next }), resetScroll: false, ...how });
  }
  async function note(value: string): Promise<void> {
    await whenIdle(NOTED_WITHIN_MS);
    await go({ [name]: value }, { state: { isOverPage: true } });
  }
  return {
    /** What stands in the address, or is about to; undefined while nothing is open. */
    asked,
    part,
    fetchPart,
    async open(value: string) {
      if (part === null && !(await fetchPart())) {
        showToast(failure, 'failed');
        return;
      }
      startTransition(() => setPressed(value));
      noted.current = note(value);
    },
    /** Within the dialog nothing is a step of the history: Back leaves the dialog from wherever one is in it. */
    change: (next: object) => void noted.current.then(() => go(next, { replace: true, state: true })),
    close() {
      setPressed(undefined);
      if (addressed === undefined) void noted.current.then(() => history.back());
      else if (isOverPage) history.back();
      else void go({ [name]: undefined }, { replace: true });
    },
  };
}
