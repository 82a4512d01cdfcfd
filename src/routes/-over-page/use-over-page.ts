import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { startTransition, useCallback, useDeferredValue, useEffect, useRef, useState } from 'react';
import { showToast } from '#src/lib/toasts.ts';
import { useLazyModule } from '#src/ui/use-lazy-module.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The dialog was opened on top of the page: closing it goes back in the history. */
    isOverPage?: boolean;
  }
}

/** Dialogs that can open over any page, by their search parameter. */
type OverPage = 'weather' | 'calendar';

/** The URL is updated after this time, ms: the dialog stands by then, and nobody presses Back sooner. */
const NOTED_AFTER_MS = 300;

/**
 * A dialog over the page whose state is in the URL, so that it can be shared and Back closes it. Its code is loaded
 * lazily; `load` must be the same function at every render, and `failure` is shown if loading fails.
 */
export function useOverPage<Part>(name: OverPage, load: () => Promise<Part>, failure: string) {
  const navigate = useNavigate();
  const { history } = useRouter();
  // Deferred: the URL update and the opening of the dialog are separate tasks.
  const addressed = useDeferredValue(useSearch({ strict: false, select: (search) => search[name] }));
  const isOverPage = useLocation({ select: ({ state }) => state.isOverPage === true });
  const { part, fetchPart } = useLazyModule(load);
  const [isPrepared, setIsPrepared] = useState(false);
  const prepare = useCallback(
    async (prefetch: (loaded: Part) => Promise<void>) => {
      if (!(await fetchPart())) return;
      await prefetch(await load());
      startTransition(() => setIsPrepared(true));
    },
    [fetchPart, load],
  );
  // What was pressed renders first; the URL follows, because the router takes time. The next press starts from here.
  const [pressed, setPressed] = useState<string>();
  const noted = useRef(Promise.resolve());
  const asked = pressed ?? addressed;
  const isAsked = asked !== undefined;
  useEffect(() => {
    if (isAsked) void fetchPart();
  }, [isAsked, fetchPart]);
  useEffect(() => {
    setPressed((was) => (addressed === undefined || addressed === was ? undefined : was));
  }, [addressed]);

  function go(next: object, how: { replace?: true; state?: true | { isOverPage: true } }): Promise<void> {
    return navigate({ to: '.', search: (was: object) => ({ ...was, ...next }), resetScroll: false, ...how });
  }
  async function note(value: string): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, NOTED_AFTER_MS));
    await go({ [name]: value }, { state: { isOverPage: true } });
  }
  return {
    /** The dialog's state in the URL, or about to be; undefined while it is closed. */
    asked,
    part,
    /** Loads the code, and with `prefetch` what the dialog shows first: it can then be rendered before it is opened. */
    prepare,
    isPrepared,
    async open(value: string) {
      if (part === null && !(await fetchPart())) {
        showToast(failure, 'failed');
        return;
      }
      startTransition(() => setPressed(value));
      noted.current = note(value);
    },
    /** Changes inside the dialog replace the history entry: Back always closes the dialog. */
    change(next: { [name in OverPage | 'farm' | 'sensors' | 'devices']?: string | number | undefined }) {
      const value = next[name];
      if (typeof value === 'string') setPressed(value);
      void noted.current.then(() => go(next, { replace: true, state: true }));
    },
    close() {
      setPressed(undefined);
      if (addressed === undefined) void noted.current.then(() => history.back());
      else if (isOverPage) history.back();
      else void go({ [name]: undefined }, { replace: true });
    },
  };
}
