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
