import { type UseNavigateResult, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { observable } from './observable.ts';

/** Whether another page is opening; the router sets it. */
export const isNavigating = observable(false);

/** Whether the page that is opening has another path: what is shown is about to be left. The router sets it. */
export const isLeaving = observable(false);

/** A page that takes longer is no longer waited for, ms. */
const LONGEST_MS = 1_000;

/** Resolves when the page that the running code leads to is shown; in the next task if it leads nowhere. */
export async function afterNavigation(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  if (!isNavigating.get()) return;
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    };
    const timer = setTimeout(done, LONGEST_MS);
    const unsubscribe = isNavigating.subscribe(done);
  });
}

/**
 * For what follows a wait, as when a form is saved: navigates only while the calling component is shown and not being
 * left, so that nobody is taken away from where they went meanwhile.
 */
export function useNavigateFromHere(): UseNavigateResult<string> {
  const navigate = useNavigate();
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return async (options) => {
    if (isShown.current && !isLeaving.get()) await navigate(options);
  };
}
